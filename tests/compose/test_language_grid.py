"""Test the table of language skills: who is in it, its columns, and that nothing is lost."""

from collections.abc import Callable

import pytest

from cvrender.compose.prepare import prepare
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.validate import validate
from cvrender.model.document import Rows, Table
from cvrender.pipeline import compose_request

YAML = """\
person: {name: Ada}
languages:
- {language: English, level: native}
- {language: Italian, listening: C2, writing: C1, level: fluent, note: since 2001}
- {language: Latin, reading: C1}
- {language: Greek, reading: A1, highlights: [with a dictionary]}
"""


@pytest.fixture
def blocks() -> Callable[..., tuple[object, ...]]:
    def get(style: str, **options: str) -> tuple[object, ...]:
        source = parse(YAML.encode(), "ada.yaml")
        request = RenderRequest(profile="ada.yaml", style=style, options=options)
        return compose_request(prepare(request, LoadedProfile(source, validate(source)))).inputs.document.sections[0].blocks

    return get


@pytest.mark.parametrize("style", ["classic", "homepage", "moderncv"])
def test_skills_become_columns_and_what_else_is_known_stands_with_the_name(
    blocks: Callable[..., tuple[object, ...]], style: str
) -> None:
    other, table = blocks(style, languages="table")
    assert isinstance(table, Table)
    assert [cell.plain for cell in table.header] == ["Languages", "Listening", "Reading", "Writing"]
    first, second = ([cell.plain for cell in row] for row in table.rows)
    assert first[1:] == ["C2", "", "C1"] and second == ["Latin", "", "C1", ""]
    assert all(word in first[0] for word in ("Italian", "fluent", "since 2001"))
    assert "English" in str(other) and "with a dictionary" in str(other)


def test_without_the_option_there_are_rows_only(blocks: Callable[..., tuple[object, ...]]) -> None:
    assert [type(block) for block in blocks("classic")] == [Rows]
