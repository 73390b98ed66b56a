"""Test every key and every example of docs/views.md."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cvrender.load.library import BUILT_IN, find_view
from cvrender.load.merge import with_includes, with_overlay
from cvrender.load.reader import Source, parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.merge.profile import load_profile
from cvrender.model.base import fields_of
from cvrender.model.json_schema import json_schema
from cvrender.model.kinds import ALL, SECTIONS
from cvrender.model.view import View
from cvrender.targets import TARGETS
from cvrender.verify.making import Composed

ROOT = Path(__file__).parents[1]
DOCS = (ROOT / "docs" / "views.md").read_text("utf-8")
EXAMPLES = [match[1] for match in re.finditer(r"(?ms)^```yaml\n(.*?)^```$", DOCS)]


def as_overlay(example: str) -> Source:
    """An example is part of a profile, or a view, which then becomes the view `example`."""
    source = parse(example.encode(), "docs/views.md")
    if set(source.data) - set(fields_of(View)):
        return source
    indented = "".join(f"    {line}\n" for line in example.splitlines())
    return parse(f"views:\n  example:\n{indented}".encode(), "docs/views.md")


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=[str(index) for index in range(len(EXAMPLES))])
def test_every_example_makes_a_cv_without_a_warning(
    example: str, tmp_path: Path, profiles_dir: Path, composed: Callable[..., Composed]
) -> None:
    base = load_profile(profiles_dir / "ada-example.yaml").source
    picture = next(profiles_dir.glob("*.png")).name
    overlay = as_overlay(example.replace("signature.png", picture))
    if "include" in overlay.data:
        (tmp_path / "talks.yml").write_text("talks: [{title: Added, date: 2024}]\n", "utf-8")
        source = with_includes(Source(base.file, {**base.data, **overlay.data}, base.keys, base.values), tmp_path)
        assert len(source.data["talks"]) == len(base.data["talks"]) + 1
    else:
        source = with_overlay(base, overlay)
    loaded = LoadedProfile(source, validate(source))
    for view in overlay.data.get("views") or ["full"]:
        document = composed(loaded, view)
        text = TARGETS["md"].make(document.inputs).artifacts[0].content.decode()
        assert [
            str(problem)
            for problem in document.warnings
            if not any(
                words in problem.message
                for words in ("dropped so that", "leaves out", "is not short", "so that no page", "may tell who it is")
            )
        ] == []
        asked = [request.collection for _, request in document.prepared.view.requests]
        sections = [section for section in document.inputs.document.sections if section.title]  # all but the signature
        assert {re.sub(r"-\d+$", "", section.id) for section in sections} <= set(asked)
        headings = {str(request.part or index) for index, (_, request) in enumerate(document.prepared.view.requests)}
        assert document.prepared.view.view.form or len(sections) >= min(len(headings), 10)  # boxes have no headings
        assert text.count("\n## ") == len(sections)


def keys_of(schema: dict[str, Any]) -> set[str]:
    return {key for part in (schema, *schema["$defs"].values()) for key in part.get("properties", {})}


def test_every_key_is_explained_and_has_an_example() -> None:
    keys = keys_of(json_schema(View))
    assert len(keys) > 25
    quoted = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`\n]+)`", DOCS))))
    assert not keys - quoted
    used = set(re.findall(r"[\w-]+(?=:)", "\n".join(EXAMPLES)))
    assert keys - used <= {"new_page", "keep_together"}  # the former names of `break: before` and `keep`
    assert {"publications", "talks", "custom", "bio", "interests", ALL} <= {*SECTIONS, ALL} & quoted


def test_every_word_that_a_key_may_hold_is_explained() -> None:
    schema = json.dumps(json_schema(View))
    words = {word for match in re.findall(r'"enum": \[([^\]]*)\]', schema) for word in re.findall(r'"([\w-]+)"', match)}
    words -= set(SECTIONS)
    assert {"year", "per-group", "application"} <= words
    assert not [word for word in words if f"`{word}`" not in DOCS]


def test_every_shared_view_is_listed() -> None:
    listed = re.findall(r"^\| `([\w-]+)` \|", DOCS.partition("## Built-in views")[2].partition("## A view\n")[0], re.M)
    assert sorted(listed) == BUILT_IN.names("views")


def holds(view: str) -> str:
    """Return the sections of a built-in view as the table in docs/views.md lists them."""
    parts = []
    for _, request in find_view(view).requests:
        unit = " paragraph" if request.collection == "bio" else ""
        bullets = f", with {request.bullets.limit} bullets each" if request.bullets.limit else ""
        parts.append(f"`{request.collection}`" + (f" ({request.limit}{unit}{bullets})" if request.limit else ""))
    return ", ".join(parts)


def test_the_sections_of_every_built_in_view_are_listed() -> None:
    names = BUILT_IN.names("views")
    assert len(names) >= 5
    for name in set(names) - {"full"}:
        assert re.search(rf"(?m)^\| `{name}` \|.*\| {re.escape(holds(name))} \|$", DOCS), holds(name)
