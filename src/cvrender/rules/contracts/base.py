"""Define what rules measure, and what they find."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from cvrender.load.library import NamedContract, NamedView
from cvrender.model.contract import ContractRule
from cvrender.model.document import Document, Group, Section
from cvrender.model.printed_texts import texts_of
from cvrender.model.profile import Profile
from cvrender.model.value import Value
from cvrender.model.view import SelectedEntry, SelectedSection, Selection
from cvrender.rules.lint.base import Day
from cvrender.targets.pdf.metrics import PageMetrics, measure
from cvrender.text.markup import inline


class Breach(NamedTuple):
    """A breach of a rule: what is wrong, the field of the profile (or empty), and what to do."""

    message: str
    source: str = ""
    hint: str = ""


class Measured(Value, frozen=True, dict=True):
    """What a view shows of a profile, the Document, and the PDF that was made of it, if a rule asks for one.

    `as_of` is the day of the submission.
    """

    named: NamedContract
    view: NamedView
    profile: Profile
    selection: Selection
    document: Document
    as_of: Day
    make_pdf: Callable[[], bytes]

    @cached_property
    def pages(self) -> list[PageMetrics]:
        """The measures of the PDF's pages."""
        return measure(self.make_pdf())

    @cached_property
    def printed(self) -> list[Section | Group]:
        """The sections as they are printed; those of a part are groups of it."""
        groups = ((block for block in section.blocks if isinstance(block, Group)) for section in self.document.sections)
        return [
            part
            for section, inside in zip(self.document.sections, groups, strict=True)
            for part in ([section] if section.source else inside)
        ]

    def sections(self, names: tuple[str, ...]) -> list[SelectedSection]:
        """Return the sections of these names, or all sections if there are none."""
        return [section for section in self.selection.sections if not names or name_of(section) in names]

    def entries(self, names: tuple[str, ...]) -> list[SelectedEntry]:
        """Return the entries of these sections."""
        return [item for section in self.sections(names) for item in section.entries]

    def text(self, section: SelectedSection) -> str:
        """Return the text of a section as a form takes it: without Markdown and heading, one line for each paragraph."""
        if not section.groups:
            return "\n\n".join(inline(text).plain for text in section.texts)
        same = [other for other in self.selection.sections if other.source == section.source]
        printed = [part for part in self.printed if part.source == section.source]
        own = [printed[same.index(section)]] if len(printed) == len(same) else printed if len(same) == 1 else []
        return "\n".join(text.plain for part in own for text, _ in texts_of(part.blocks) if text)


def name_of(section: SelectedSection) -> str:
    """Return the name by which rules know a section: its own, or else its collection."""
    return section.name or section.collection


Find = Callable[[ContractRule, Measured], Iterator[Breach]]
"""Find the breaches of a rule."""


def many(count: float, noun: str) -> str:
    """Return a number with its noun, such as `1 page` and `1,204 characters`."""
    number = f"{count:,.0f}" if count == int(count) else f"{count:g}"
    return f"{number} {noun}{'' if count == 1 else 's'}"
