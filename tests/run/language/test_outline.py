"""The outline of broken YAML: that of the whole text where nothing is broken, and an answer in any case."""

import random
from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.load.yaml_edit import scan
from cvrender.model.convert import DataPath
from cvrender.run.language.completions import completions
from cvrender.run.language.definition import definition
from cvrender.run.language.fixes import fixes, format_dates
from cvrender.run.language.hover import hover
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.outline import outline
from cvrender.run.language.pieces import piece_at, pieces
from cvrender.run.language.problems import problems, span
from cvrender.run.language.rename import rename
from cvrender.run.language.symbols import symbols
from tests.conftest import ROOT

FILES = sorted(
    path
    for pattern in (
        "profiles/*.yaml",
        "styles/*/style.yaml",
        "src/cvrender/load/views/*.yaml",
        "src/cvrender/rules/contracts/*.yaml",
    )
    for path in ROOT.glob(pattern)
)
ODD = """\
# above
a: 'it''s'   # behind
"b c": "two
  lines"
list:
- same column
- - nested
  - [flow, {x: 1, y: [2, 3]},
     more]
- key: |
    literal: not a key
    # nor a comment

  other: >-
    folded
    text
empty:
plain: of
  two lines
url: http://example.org/#a
"""


@pytest.mark.parametrize("text", [*(path.read_text() for path in FILES), ODD])
def test_outline_finds_what_the_reader_finds(text: str) -> None:
    places = {path: (node.kind, node.start, node.end) for path, node in scan(text).items() if path and node.end > node.start}
    assert len(places) > 3
    paths = outline(text).by_path
    assert {path: (paths[path].kind, paths[path].start, paths[path].end) for path in places} == places
    assert not any(node.kind == "word" for node in outline(text).nodes)


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("a:\n  b: [x, {y: z\nc: d", ("c",), "d"),
        ("a:\n  b: [x, {y: z\nc: d", ("a", "b", 1, "y"), "z"),
        ('a: "open\nb: c', ("b",), "c"),
        ("a\nb: c", ("b",), "c"),
        ("- x\nb: c", ("b",), "c"),
        ("a: b\n    c: d\ne: f", ("e",), "f"),
        ("a: }\nb: c", ("b",), "c"),
        ("a: [}\nb: c", ("b",), "c"),
        ("\tb: c", ("b",), "c"),
        ("a: " + "[" * 500 + "\nb: c", ("b",), "c"),
    ],
)
def test_outline_reads_on_after_a_mistake(text: str, path: DataPath, value: str) -> None:
    assert outline(text).text(*path) == value


def test_pieces_are_the_whole_text() -> None:
    for path in FILES:
        text = path.read_text()
        parts = list(pieces(text))
        assert "".join(piece.text for piece in parts) == text
        for offset in range(0, len(text), 97):
            piece = piece_at(text, offset)
            assert piece in parts and piece.start <= offset <= piece.end


def _answers(document: OpenDocument, offset: int) -> None:
    completions(document, offset)
    hover(document, offset)
    definition(document, offset)
    symbols(document)
    format_dates(document)
    for problem in problems(document, with_lint=False)[:1]:
        start, end = span(document, problem)
        assert 0 <= start <= end <= len(document.text)
        fixes(document, problem)
    try:
        rename(document, offset, "New Name")
    except InputError as error:
        assert error.problems


@pytest.mark.parametrize("count", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_every_truncation_has_an_answer(count: int) -> None:
    choose = random.Random(46)
    texts = [path.read_text() for path in FILES if len(path.read_text()) < 40_000]
    for _ in range(count):
        text = choose.choice(texts)
        end = choose.randrange(len(text))
        start = choose.choice([0, choose.randrange(end + 1)])
        document = OpenDocument(Path("profiles/x.yaml"), text[:end] if start % 2 == 0 else text[:start] + text[end:])
        _answers(document, min(end, len(document.text)))
