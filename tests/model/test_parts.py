"""Test the named parts of patterns."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.load.library import Library, find_style
from cvrender.model.base import field_names
from cvrender.model.document import Document
from cvrender.model.kinds import KINDS
from cvrender.model.parts import PARTS, expanded, parts_of

SOME = (("a", "{{ [x, b] | comma }}"), ("b", "{{ y | bold }}"), ("x", "{{ x | wrap('(', ')') }}"))
PUBLICATION = "publications: [{title: On Engines, authors: [Ada Lovelace], type: book, venue: V, date: 2020, volume: 3}]\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a {{ a }} a", "a {{ ([(x | wrap('(', ')')), (y | bold)] | comma) }} a"),
        ("{{ z.b ~ 'b' | b ~ \"a\" }}", "{{ z.b ~ 'b' | b ~ \"a\" }}"),  # attributes, strings and filters stay
        ("{% if b %}{{ z }}{% endif %}", "{% if (y | bold) %}{{ z }}{% endif %}"),
        ("{% set b = 1 %}", "{% set b = 1 %}"),
        ("{{ x if x == y }}", "{{ (x | wrap('(', ')')) if (x | wrap('(', ')')) == y }}"),  # a part may have the name of a value
    ],
)
def test_parts_are_put_in_place_of_their_names(text: str, expected: str) -> None:
    assert expanded(text, SOME) == expected


def test_parts_that_contain_each_other_do_not_recur() -> None:
    assert expanded("{{ a }}", (("a", "{{ b }}"), ("b", "{{ a }}"))) == "{{ ((a)) }}"
    assert list(parts_of("{{ a }}", {"a": "{{ b }}", "b": "{{ a }}"})) == ["b", "a"]


def test_no_field_has_the_name_of_a_part() -> None:
    names = {name for kind in KINDS.values() for name in field_names(kind.model)}
    assert len(names) > 50 and not names & set(PARTS)


def style(folder: Path, text: str) -> Library:
    path = folder / "styles" / "mine" / "style.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(f"about: mine\nextends: classic\n{text}", "utf-8")
    return Library((folder,))


def test_a_style_changes_a_part_of_the_patterns_of_its_parents(tmp_path: Path, document_of: Callable[..., Document]) -> None:
    library = style(tmp_path, "parts: {styled_title: '{{ title | bold }}', imprint: '{{ volume | wrap(\"no. \") }}'}\n")
    spans = [span for text, _ in document_of(PUBLICATION, "mine", library=library).texts for span in text.spans]
    assert [span.bold for span in spans if "On Engines" in span.text] == [True]
    assert "no. 3" in "".join(span.text for span in spans)


@pytest.mark.parametrize(
    ("parts", "message", "line"),
    [
        ("{styled_title: 'title'}", "should be a single expression", 3),
        ("{styled_title: '{{ a }}{{ b }}'}", "should be a single expression", 3),
        ("{Title: '{{ title }}'}", '"Title" is not a name for a part', 3),
        ("\n  credits: '{{ editor }}'", 'unknown field "editor"', 4),
        ("\n  container: '{{ venue | }}'", "fails", 4),
    ],
)
def test_an_error_in_a_part_is_at_the_part(
    tmp_path: Path, document_of: Callable[..., Document], parts: str, message: str, line: int
) -> None:
    library = style(tmp_path, f"parts: {parts}\n")
    with pytest.raises(InputError) as error:
        document_of(PUBLICATION, style="mine", library=library)
    (problem, *_) = error.value.problems
    assert message in problem.message and problem.line == line and problem.file.endswith("style.yaml")


def test_the_built_in_styles_name_the_parts() -> None:
    for name in ("classic", "engineer", "lab", "moderncv", "proceedings", "homepage"):
        style = find_style(name)
        used = {key for text in style.entries["publication"].texts for key in parts_of(text, style.parts)}
        assert {"credits", "imprint"} <= used, name
