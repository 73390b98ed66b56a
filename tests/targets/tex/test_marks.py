"""Test marks in LaTeX: all text of the document is found, whatever macros a style has, and the file itself has no marks."""

import re
from collections.abc import Callable

import pytest

from cvrender.load.library import BUILT_IN, find_style
from cvrender.model.document import Document
from cvrender.model.text import Text
from cvrender.targets.tex.marks import is_marked, leaves, mark, mark_implied, unmark
from cvrender.targets.tex.read import read
from cvrender.targets.tex.source import tex_source

PRIVATE = re.compile("[\ue000-\uf8ff]")


def test_what_is_marked_is_found_with_its_line_and_nothing_else_is() -> None:
    source = f"\\cvlogo{{raw}}\n\\cventry{{{mark('one')}}}{{{mark('')}}}\n\n\\x{{{mark_implied(', ')}{mark('two')}}} raw"
    assert is_marked(source) and not is_marked(unmark(source))
    assert list(leaves(source)) == [("one", 1), (", ", 3), ("two", 3)]
    assert unmark(source) == "\\cvlogo{raw}\n\\cventry{one}{}\n\n\\x{two} raw"


def test_of_a_marked_source_only_texts_and_their_links_are_read() -> None:
    link = mark(r"\href{https://example.org/a\_b}{a \emph{page}}")
    found = read(f"\\cvlogo{{raw}}\n\\unknown[raw]{{{link}}} raw {mark('50' + chr(92) + '%')}\n".encode())
    assert [" ".join(line.split()) for line in found.lines if line.strip()] == ["a page 50%"]
    assert found.links == ("https://example.org/a_b",)


@pytest.mark.few_styles("classic", "sidebar")
@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
def test_every_text_of_a_document_is_marked_and_the_file_has_no_marks(
    style: str, rich: Document, leaves: Callable[[Document], list[Text]]
) -> None:
    source = tex_source(rich, find_style(style), "cv")
    assert not PRIVATE.search(source.source) and is_marked(source.marked) and unmark(source.marked) == source.source
    shown = "".join("".join(read(source.marked.encode()).lines).split())
    for text in leaves(rich):
        for span in text.spans:
            assert span.math or "".join(span.text.split()) in shown, span
