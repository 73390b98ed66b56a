"""Lines in any order are read, or refused in words: no reader of a section has a fault for what another one left."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.formats.base import OldDocument
from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.headings import known_headings
from cvrender.old_cvs.prose import read_prose

_HEADINGS = list({section: title for title, section in sorted(known_headings().items()) if title.isascii()}.values())
"""A heading of each section."""
_SENTENCE = "Native speaker of Italian with full working proficiency in English and in French."
_TEXTS = (
    *(
        "Ada Example",
        "ada@example.org",
        "+1 555 0100",
        "2019 – 2021",
        "Feb 2022 – present",
        "2020 –",
        "2018",
        "Acme GmbH",
        "Engineer",
    ),
    *(
        "BSc Physics, University of Example",
        "**Engineer**, *Acme GmbH* (2015)",
        "English (fluent), German",
        "Skills: OCaml, Rust",
    ),
    *(
        "Native speaker of Italian with full working proficiency in English and in French.",
        "Birth date: 1 May 1990",
        "Thesis:",
        "-",
    ),
    *(
        "A. Example, B. Sample, “On Looms”, Journal of Looms 3, 2020.",
        "https://example.org",
        "例示大学 理学部 物理学科 学士",
        "…",
    ),
)
_CELLS = st.lists(st.sampled_from(_TEXTS), min_size=1, max_size=3).map(lambda texts: tuple(map(LineCell, texts)))
_KINDS = st.sampled_from(["text", "text", "bullet", "row", "entry", "heading"])
_LINE = st.one_of(st.builds(OldLine, _CELLS, st.just(1), _KINDS, st.integers(1, 3)), st.just(OldLine((), 1, "break")))
_HEADING = st.sampled_from(_HEADINGS).map(lambda title: OldLine((LineCell(title.title()),), 1, "heading"))
_SECTIONS = st.lists(st.tuples(_HEADING, st.lists(_LINE, max_size=4)), max_size=6)


@settings(max_examples=150, deadline=None)
@given(_SECTIONS)
def test_lines_in_any_order_are_read_or_refused(sections: list[tuple[OldLine, list[OldLine]]]) -> None:
    lines = [OldLine((LineCell("Ada Example"),), 1), *(line for heading, inner in sections for line in (heading, *inner))]
    document = OldDocument("html", "cv.html", list(lines))
    try:
        read = read_prose(document)
    except InputError:
        return
    said = str(read.data)
    texts = {cell.plain for line in lines if line.kind != "heading" for cell in line.cells}
    for text in texts & {"Acme GmbH", _SENTENCE}:
        assert not [word for word in re.findall(r"\w+", text) if word not in said]


@pytest.mark.parametrize("heading", _HEADINGS)
def test_a_section_of_one_line_is_read(heading: str) -> None:
    job = [
        OldLine((LineCell("Experience"),), 1, "heading"),
        OldLine((LineCell("2019 – 2021"), LineCell("Engineer, Acme GmbH")), 1),
    ]
    for text in _TEXTS:
        for kind in ("text", "bullet"):
            lines = [*job, OldLine((LineCell(heading.title()),), 1, "heading"), OldLine((LineCell(text),), 1, kind)]
            assert "Acme GmbH" in str(read_prose(OldDocument("html", "cv.html", lines)).data)
