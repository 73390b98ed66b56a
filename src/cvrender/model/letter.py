"""Define the file of a letter, and the conventions of letters in a country."""

import re
from typing import Annotated, Any, Literal

from cvrender.model.annotations import About, Invalid, Reads, Short
from cvrender.model.base import Model
from cvrender.model.citations import ChosenCitations
from cvrender.model.fields import Count, Flag, Language, OneDate, Plain, Privacy, Prose, Proses, read_plain, short
from cvrender.model.page import PageSetup
from cvrender.model.profile import Choice
from cvrender.model.prose_blocks import Window


def _lines(value: Any) -> tuple[str, ...]:
    """Return the lines of a text, or of a list of texts."""
    texts = value if isinstance(value, list) else [value]
    return tuple(line.strip() for text in texts for line in read_plain(text).split("\n") if line.strip())


def _body(value: Any) -> tuple[Any, ...]:
    """Return the paragraphs of a text or of a list of texts; lists and tables stay whole."""
    texts = value if isinstance(value, list) else [value]
    if not texts:
        raise Invalid("is empty", "write the paragraphs of the letter", code="missing-value")
    return tuple(read_plain(text) for text in texts)


def _millimetres(value: Any) -> float:
    if not isinstance(value, str) or not re.fullmatch(r"\d{1,3}(\.\d{1,2})?mm", value, re.ASCII):
        raise Invalid("should be a length in millimetres", "such as 45mm")
    return float(value.removesuffix("mm"))


_TEXTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
TextLines = Annotated[tuple[str, ...], Reads(_lines, _TEXTS, "a text of several lines, or a list of lines")]
Body = Annotated[tuple[str, ...], Reads(_body, _TEXTS, "text with Markdown, or a list of paragraphs")]
Millimetres = Annotated[float, Reads(_millimetres, {"type": "string"}, "a length such as `45mm`")]


class DocumentFile(Model, frozen=True, kw_only=True):
    """What letters and statements have in common with a view of the profile."""

    profile: Annotated[Plain | None, About("the profile, unless `--profile` names one", "ada-example")] = None
    contacts: Annotated[
        Literal["usual", "all"],
        About("which contacts the head shows: `usual` are the first address, telephone, e-mail and link", "all"),
    ] = "usual"
    language: Annotated[Language | None, About("the language, if not the profile's", "de")] = None
    privacy: Annotated[Privacy, About("which of the contacts it shows", "application")] = "application"
    style: Annotated[
        Annotated[Choice, short("name")] | None, About("the style, unless `--style` names another one", "engineer")
    ] = None
    page: Annotated[PageSetup | None, About("the page, over that of the style", {"margin": "25mm"})] = None
    pages: Annotated[Count | None, About("the most pages; the style's `fit` says how it is met", "1")] = None
    citations: Annotated[ChosenCitations | None, About("the citation style of the works that it cites", "apa")] = None


OF_VIEW = ("language", "privacy", "style", "page", "pages", "citations")
"""The keys that are those of a view."""


class Letter(DocumentFile, frozen=True, kw_only=True):
    """A letter. Texts may have placeholders such as `{person.name}` and `{position.title}` (docs/letters.md)."""

    kind: Annotated[Literal["letter"], About("the kind of document", "letter")] = "letter"
    format: Annotated[
        Plain | None, About("the conventions; by default those of the language (`cvrender letter --formats`)", "din-5008-b")
    ] = None
    to: Annotated[TextLines, About("the recipient: name and address, line by line", ["Prof. A. Example", "University"])]
    place: Annotated[Plain | None, About("where the letter is written, before the date", "Zürich")] = None
    date: Annotated[OneDate | None, About("the date of the letter, if not the profile's `updated`", "2026-11-22")] = None
    reference: Annotated[Plain | None, About("the reference of the posting", "2026/117")] = None
    subject: Annotated[Prose | None, About("what the letter is about", "Assistant Professorship in Computer Science")] = None
    salutation: Annotated[Prose | None, About("the salutation, if not the general one", "Dear Professor Example,")] = None
    body: Annotated[Body, About("the paragraphs and lists, in Markdown", "I am applying for the position.")]
    closing: Annotated[Prose | None, About("the words before the signature, if not the usual ones", "Best regards,")] = None
    signature: Annotated[Plain | None, About("an image of the signature, PNG or JPEG, next to the file", "signature.png")] = None
    enclosures: Annotated[Proses, About("what comes with the letter", ["Curriculum vitae", "Publications"])] = ()


class WindowPlace(Model, frozen=True, kw_only=True):
    """Where the recipient's address is on the first page, from the page's top left corner; `inset` is that of the text."""

    top: Annotated[Millimetres, About("the upper edge", "45mm")]
    left: Annotated[Millimetres, About("the left edge", "20mm")]
    width: Annotated[Millimetres, About("the width", "85mm")]
    height: Annotated[Millimetres, About("the height", "45mm")]
    inset: Annotated[Millimetres, About("the space at the left of the text", "5mm")] = 0.0
    notes: Annotated[Millimetres, About("the height of the part for the return address", "17.7mm")] = 0.0

    @property
    def window(self) -> Window:
        """The window with the text's own left edge and width."""
        return Window(self.top, self.left + self.inset, self.width - self.inset, self.height, self.notes)


PartName = Literal["address", "date", "reference", "subject", "salutation", "body", "closing", "enclosures"]


class LetterFormat(Model, frozen=True, kw_only=True):
    """The conventions of letters in a country."""

    about: Annotated[Plain, About("what it is, with its source", "DIN 5008, form B")]
    languages: Annotated[tuple[Plain, ...], Short(lambda text: [text]), About("those that use it by default", ["de"])] = ()
    parts: Annotated[tuple[PartName, ...], About("the parts in order", ["date", "address", "salutation"])]
    window: Annotated[
        WindowPlace | None, About("where the address is, if it has a fixed place", {"top": "45mm", "left": "20mm"})
    ] = None
    run_in: Annotated[Flag, About("whether the salutation begins the first paragraph", True)] = False
    at_end: Annotated[tuple[PartName, ...], About("the parts at the far side of the page", ["date"])] = ()
    left: Annotated[Millimetres, About("the least margin at the left", "25mm")]
    right: Annotated[Millimetres, About("the least margin at the right", "20mm")]
