"""Read what the lines of a section say, as the grammars of segmentation ask it."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.commas import DURATION, UNDER, says_below
from cvrender.old_cvs.dates import FoundDate, dates_in, with_whole_times
from cvrender.old_cvs.entry_lines import has_date, is_head, is_prose, is_whole, with_numbers, without_time
from cvrender.old_cvs.head_parts import HeadPart, divided
from cvrender.old_cvs.headings import column_names
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.labelled_cells import (
    is_label_line,
    labelled_cell,
    with_labelled_bullets,
    with_labelled_cells,
    without_labels,
)

_SIGN = re.compile(
    r"(?P<bold>\*{0,3})"
    r"(?P<sign>[^\w\s㈜㈱\"'“”‘’(\[<*$+#@&.,:;/\\|~=]|-|\\[-*+])(?:\s+(?=\S)|(?<=[-–—°・])(?=[^\W\d_])|(?<=\\\*)(?=\w))"
)
"""A sign before the text of a list item that no reader has taken for one."""
_CONTACT = re.compile(r"\w@\w|^(?:https?://|www\.)\S+$|^[\w ]{2,20}: ?(?:https?://|www\.)\S+$")
"""What is in lines that are not of a head: an e-mail address, or nothing but a link."""
PARAGRAPH = 170
"""The characters of a text in which a date is said of something else."""


@dataclass
class SectionItem:
    """A line of a section, with what grammars ask of it."""

    line: OldLine
    after_gap: bool = False
    is_below_label: bool = False

    @cached_property
    def is_head(self) -> bool:
        """Return whether the line may be one of the head of an entry."""
        if self.is_below_label and self.line.kind == "text" and not (self.is_dated or self.is_marked):
            return False
        if self.line.kind == "entry" or self.line.kind == "row" and (self.is_dated or bool(self.label)):
            return True
        first = self.line.cells[0] if len(self.line.cells) == 2 else LineCell("")
        is_labelled = first.plain.endswith((":", "：")) or first.role == "label" and not kinds(first.plain) - {"grade"}
        if is_labelled and self.line.kind in ("row", "text") and not self.is_dated:
            return False
        if self.line.kind == "bullet" or not is_head(self.line) or self.is_description or _CONTACT.search(self.line.plain):
            return False
        return self.is_dated and (len(self.line.plain) < PARAGRAPH or self.begins_with_date) or not is_prose(self.line)

    @cached_property
    def is_description(self) -> bool:
        """Return whether the line begins with a label of what is below heads: `Thesis: …`."""
        label, colon, said = re.split(r"(?<=\S) [|·•] ", UNDER.sub("", self.line.plain))[0].replace("：", ":").partition(":")
        first = self.line if self.is_dated else OldLine(self.line.cells[:1], kind=self.line.kind)
        if is_label_line(first):
            return True
        if self.label or not colon or self.says_when:
            return False
        is_name = self.is_dated or self.is_marked and bool(kinds(label) & {"organization", "title", "degree"})
        if not said.strip() and is_name and not says_below(label):
            return False  # the name of an employer, or a job, before what was done there
        if not said.strip() or says_below(label) and not (self.is_dated and kinds(label) & {"organization", "degree"}):
            return True
        is_set_apart = (span := self.line.cells[0].spans[0]).bold and span.text.strip(" :") == label.strip() and len(label) < 30
        names_job = bool(kinds(said) & {"title", "degree"}) and len(said.split()) < 7  # of an employer: `**Acme**: Engineer`
        is_other = self.is_dated or names_job or kinds(label) or label.strip().casefold() in column_names()
        return is_set_apart and not is_other

    @cached_property
    def parts(self) -> tuple[list[HeadPart], list[FoundDate]]:
        """Return the parts of the line, and its dates."""
        return divided([self.line])[:2]

    @cached_property
    def is_dated(self) -> bool:
        """Return whether the line has a date."""
        return has_date(self.line) or bool(DURATION.fullmatch(re.split(r"[\s,]+[-–—|,]\s+", self.line.plain)[-1]))

    @cached_property
    def has_span(self) -> bool:
        """Return whether the line has a date with a beginning."""
        return self.is_dated and any("start" in date.fields for date in self.parts[1])

    @cached_property
    def begins_with_date(self) -> bool:
        """Return whether the line begins with a date."""
        return any(date.begin < 2 for date in self.parts[1])

    @cached_property
    def says_when(self) -> bool:
        """Return whether the line says nothing but when: `Expected graduation: June 2025`."""
        return bool(self.parts[1]) and not self.parts[0]

    @cached_property
    def is_title(self) -> bool:
        """Return whether the line is a list item that names a job, or a degree: below the line of the institution."""
        is_job = "title" in self.kinds and len(self.line.plain.split()) < 7 and not self.line.plain.endswith(".")
        is_degree = any(part.kinds == {"degree"} for part in self.parts[0][:1]) and len(self.line.plain) < 110
        return self.line.kind == "bullet" and not self.is_dated and (is_job or is_degree)

    @cached_property
    def is_link(self) -> bool:
        """Return whether the line is nothing but the address of a page, which may stand within a head."""
        return bool(re.fullmatch(r"(?:https?://|www\.)\S+", self.line.plain))

    @cached_property
    def label(self) -> str:
        """Return the field that a label at the beginning names."""
        labelled = labelled_cell(cell := self.line.cells[0] if self.line.cells else LineCell(""))
        return labelled.role if labelled is not cell else ""

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Return what the first parts of the line may be by their words."""
        return frozenset().union(*(part.kinds for part in self.parts[0][:3]))

    @cached_property
    def is_marked(self) -> bool:
        """Return whether the line begins in bold or italics."""
        spans = self.line.cells[0].spans if self.line.cells else ()
        return bool(spans) and (spans[0].bold or spans[0].italic)

    @cached_property
    def look(self) -> tuple[object, ...]:
        """Return how the line looks: lines that look alike may begin entries."""
        spans = [span for cell in self.line.cells[:1] for span in cell.spans if span.text.strip()]
        face = (spans[0].bold, spans[0].italic) if spans else (False, False)
        whole = bool(spans) and all((span.bold, span.italic) == face for span in spans)
        size = round(self.line.look.size, 1)
        return self.line.kind, self.line.level, face, whole and any(face), self.line.plain.isupper(), size


def section_items(lines: list[OldLine]) -> list[SectionItem]:
    """Return the lines of a section with their signs, labels and times told apart."""
    lines = with_whole_times([without_labels(with_labelled_cells(line)) for line in with_labelled_bullets(lines)])
    signs = Counter(match["sign"] for line in lines if line.kind == "text" and (match := _SIGN.match(line.text)))
    items: list[SectionItem] = []
    gap = False
    for line in chain.from_iterable(map(without_time, with_numbers(lines))):
        if line.kind == "break":
            gap = True
            continue
        last = items[-1] if items else None
        if (
            line.kind == "bullet"
            and last
            and last.line.kind == "text"
            and last.is_marked
            and not has_date(last.line)
            and any((date.begin, date.end) == (0, len(line.plain)) for date in dates_in(line.plain))
        ):
            line = replace(line, kind="text")  # the sign stands between a head and its time
        match = _SIGN.match(line.text) if line.kind == "text" else None
        if match and signs[match["sign"]] > 1:
            first = replace(line.cells[0], text=match["bold"] + line.cells[0].text[match.end() :])
            line = replace(line, kind="bullet", cells=(first, *line.cells[1:]))
        above = items[-1] if items else None
        below = above and (is_label_line(above.line) or is_whole(above.line) or above.is_below_label and not above.is_head)
        items.append(SectionItem(line, gap, bool(below)))
        items += [
            SectionItem(replace(line, kind="bullet", cells=(cell,), level=1))
            for cell in (line.cells if line.kind == "row" else ())
            if cell.role.endswith("+")
        ]
        if line.kind == "row" and any(cell.role.endswith("+") for cell in line.cells):
            kept = tuple(cell for cell in line.cells if not cell.role.endswith("+"))
            items[-1 - (len(line.cells) - len(kept))].line = replace(line, cells=kept)
        gap = False
    return items
