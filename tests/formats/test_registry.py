"""Check that a file of a wrong structure is its own fault, and an error in a reader is the reader's."""

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
import yaml

from cvrender.errors import InputError
from cvrender.formats.content import Content
from cvrender.formats.registry import Readers
from cvrender.merge.readers import read_content, readers

SAMPLES = Path(__file__).parent / "samples"
_OTHER: tuple[Any, ...] = (None, True, 0, -1, "", "x", [], {}, [[]], [None], {"a": None}, ["x"], {"value": {"value": []}})


@pytest.mark.parametrize(
    "error", [KeyError("key"), AttributeError("no attribute"), TypeError("no"), IndexError(), AssertionError()]
)
def test_an_error_in_a_reader_is_not_called_a_fault_of_the_file(error: Exception) -> None:
    with patch.object(Readers, "named") as named:
        named.return_value.title = "RIS"
        named.return_value.read.side_effect = error
        with pytest.raises(InputError) as caught:
            read_content(Content(b"TY  - JOUR\n", "a.ris"), "ris")
    assert "reader of RIS files has a fault" in str(caught.value) and type(error).__name__ in str(caught.value)


def test_messages_about_broken_pdfs_name_no_objects_of_python() -> None:
    for raw in (b"%PDF-1.4\nbroken", b"%PDF-1.4\n1 0 obj\n<<\nendobj\nxref\n0 1\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF"):
        with pytest.raises(InputError) as caught:
            read_content(Content(raw, "a.pdf"))
        assert "BytesIO" not in str(caught.value)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _paths(inner, (*path, key))


def _changed_data(text: str, dice: random.Random) -> str:
    data = yaml.load(text, yaml.CSafeLoader)
    for _ in range(dice.choice((1, 1, 3))):
        *above, last = dice.choice([path for path in _paths(data) if path] or [("",)])
        holder = data
        for key in above:
            holder = holder[key]
        holder[last] = dice.choice(_OTHER)
    return json.dumps(data) if text.lstrip()[:1] in "[{" else str(yaml.safe_dump(data, sort_keys=False))


def _changed_xml(text: str, dice: random.Random) -> str:
    root = ElementTree.fromstring(text)
    for _ in range(dice.choice((1, 1, 3))):
        if parents := [element for element in root.iter() if len(element)]:
            parent = dice.choice(parents)
            child = dice.choice(list(parent))
            if dice.random() < 0.5:
                parent.remove(child)
            else:
                for inner in list(child):
                    child.remove(inner)
    return ElementTree.tostring(root, "unicode")


def _changed_lines(text: str, dice: random.Random) -> str:
    lines = text.splitlines()
    for _ in range(3):
        number = dice.randrange(len(lines))
        lines[number] = lines[number][: dice.randrange(len(lines[number]) + 1)]
    return "\n".join(lines)


def _changed(path: Path, dice: random.Random) -> str:
    text = path.read_text()
    if path.suffix in (".json", ".jsonld", ".yaml", ".cff"):
        return _changed_data(text, dice)
    return _changed_xml(text, dice) if text.lstrip().startswith("<") else _changed_lines(text, dice)


@pytest.mark.parametrize("path", [path for path in sorted(SAMPLES.iterdir()) if path.is_file()], ids=lambda path: path.name)
def test_a_file_of_another_structure_raises_no_error_of_a_reader(path: Path) -> None:
    content, dice = readers().find(Content(path.read_bytes(), path.name)), random.Random(path.name)
    for _ in range(40):
        with suppress(InputError, ValueError, RecursionError):  # which say that it has another structure
            content.read(Content(_changed(path, dice).encode(), path.name))
