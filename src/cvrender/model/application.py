"""Define the file of an application: its parts in order, and what each may be."""

import re
from typing import Annotated, Any, Literal

from cvrender.model.annotations import About, Invalid, Reads
from cvrender.model.base import Model
from cvrender.model.fields import Count, Flag, Language, OneDate, Plain, Plains, Prose, Url, read_plain, short
from cvrender.model.profile import Choice
from cvrender.model.view_parts import Words

PLACEHOLDERS = ("family", "given", "number", "part", "date")
"""What stands between braces in the pattern of a file name."""
OF_STAMP = ("name", "page", "pages")
"""What stands between braces in the line at the foot of the PDFs of others."""
SOURCES = ("letter", "statement", "view", "sections", "contract", "pdf", "contents")
"""The keys that say what a part is made from."""


def _pattern(value: Any) -> str:
    text = read_plain(value)
    wrong = [name for name in re.findall(r"\{([^{}]*)\}", text) if name not in PLACEHOLDERS]
    if wrong:
        known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
        raise Invalid(f'"{{{wrong[0]}}}" is not a placeholder', f"available: {known}")
    if "/" in text or "\\" in text:
        raise Invalid("is not a file name but a path", "write a name such as {family}_{given}_CV.pdf", code="bad-path")
    return text


def _stamp(value: Any) -> str:
    text = read_plain(value)
    wrong = [name for name in re.findall(r"\{([^{}]*)\}", text) if name not in OF_STAMP]
    if wrong or re.search(r"[{}]", re.sub(r"\{[^{}]*\}", "", text)):
        known = ", ".join(f"{{{name}}}" for name in OF_STAMP)
        raise Invalid(f'"{text}" has a brace that begins no placeholder', f"available: {known}")
    return text


def _bytes(value: Any) -> int:
    match = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,3})?) ?(kB|MB)", read_plain(value))
    if not match:
        raise Invalid(f'"{value}" is not the size of a file', "write it like 2 MB or 500 kB")
    return round(float(match[1]) * {"kB": 1000, "MB": 1_000_000}[match[2]])


FileSize = Annotated[int, Reads(_bytes, {"type": "string"}, "a size such as `2 MB`; 1 MB are 1,000,000 bytes")]
StampLine = Annotated[str, Reads(_stamp, {"type": "string"}, "text with `{page}`, `{pages}` and `{name}`")]
FilePattern = Annotated[str, Reads(_pattern, {"type": "string"}, "file name with placeholders")]


class ApplicationPart(Model, frozen=True, kw_only=True):
    """A part of an application, made from one of `letter`, `statement`, `view`, `sections`, `contract`, `pdf` and `contents`."""

    letter: Annotated[Plain | None, About("the file of a letter", "letter.yaml")] = None
    statement: Annotated[Plain | None, About("the file of a statement", "research.yaml")] = None
    view: Annotated[Plain | None, About("a view of the profile", "resume")] = None
    sections: Annotated[Words, About("sections of the profile, such as a sheet of references", ["references"])] = ()
    contract: Annotated[Plain | None, About("a contract, whose rules are checked; without `view` it is its view", "erc")] = None
    pdf: Annotated[Plain | None, About("a PDF, such as a certificate, in the folder of the file", "diploma.pdf")] = None
    contents: Annotated[Flag, About("a table of contents: the titles of the other parts, and their first pages", True)] = False
    title: Annotated[Prose | None, About("its bookmark, if not the usual title", "Curriculum Vitae")] = None
    file: Annotated[FilePattern | None, About("the name of its single file", "{family}_{given}_CV.pdf")] = None
    pages: Annotated[Count | None, About("the most pages", "2")] = None
    words: Annotated[Count | None, About("the most words", "1000")] = None
    size: Annotated[FileSize | None, About("the largest size of each of its files", "2 MB")] = None
    language: Annotated[Language | None, About("its language, if not that of the application", "de")] = None
    options: Annotated[
        dict[str, Plain],
        About(
            "values for the options of its style",
            {"page": "letter", "citations": "apa"},
        ),
    ] = {}
    style: Annotated[Annotated[Choice, short("name")] | None, About("its style, if not that of the application", "engineer")] = (
        None
    )

    def check(self) -> None:
        """Reject a part that is made from nothing, or from two things."""
        given = [name for name in SOURCES if getattr(self, name)]
        if given == ["view", "contract"]:
            return
        if len(given) != 1:
            message = f"has {' and '.join(given)}" if given else "has nothing to make it from"
            raise Invalid(message, f"write one of: {', '.join(SOURCES)}", code="contradiction" if given else "missing-key")


class Application(Model, frozen=True, kw_only=True):
    """An application: parts that become single files and one PDF."""

    profile: Annotated[Plain | None, About("the profile, unless `--profile` names one", "ada-example")] = None
    language: Annotated[Language | None, About("the language, if not the profile's", "de")] = None
    style: Annotated[
        Annotated[Choice, short("name")] | None, About("the style of all parts, unless `--style` names one", "engineer")
    ] = None
    date: Annotated[
        OneDate | None, About("the date of letters without one, and `{date}`; by default the profile's `updated`", "2026-11-22")
    ] = None
    targets: Annotated[Plains, About("the targets of the single files", ["pdf", "docx"])] = ("pdf",)
    file: Annotated[FilePattern, About("the name of the whole PDF", "{family}_{given}.pdf")] = "{family}_{given}_application.pdf"
    stamp: Annotated[
        StampLine | None,
        About("what the whole has at the foot of the PDFs of others", "{page} / {pages}"),
    ] = None
    pages: Annotated[Count | None, About("the most pages of the whole", "30")] = None
    size: Annotated[FileSize | None, About("the largest size of the whole", "10 MB")] = None
    parts: Annotated[
        tuple[ApplicationPart, ...],
        About("the parts in order", [{"letter": "letter.yaml"}, {"view": "resume", "pages": "2"}]),
    ]

    def check(self) -> None:
        """Reject an application without parts."""
        if not self.parts:
            raise Invalid("has no parts", "list some, such as {view: resume}", code="missing-value")
        if sum(part.contents for part in self.parts) > 1:
            raise Invalid("has two tables of contents", "keep one part with contents: true", code="contradiction")


class LoggedApplication(Model, frozen=True, kw_only=True):
    """An application in the list of all: what for, until when, and what was sent."""

    post: Annotated[Plain, About("the position", "Assistant Professor of Computer Science")]
    employer: Annotated[Plain | None, About("who has it", "University of Somewhere")] = None
    deadline: Annotated[OneDate | None, About("the last day", "2026-12-01")] = None
    status: Annotated[
        Literal["open", "sent", "interview", "offer", "accepted", "rejected", "withdrawn"], About("where it stands", "interview")
    ] = "open"
    sent: Annotated[OneDate | None, About("the day on which it was sent", "2026-11-22")] = None
    folder: Annotated[Plain | None, About("the folder with copies of what was sent", "sent/2026-11-22-somewhere")] = None
    files: Annotated[
        dict[str, Plain], About("the SHA-256 of each file that was sent", {"Example_Ada_application.pdf": "9f86d081884c7d65"})
    ] = {}
    link: Annotated[Url | None, About("the posting", "https://somewhere.example.org/jobs/117")] = None
    note: Annotated[Plain | None, About("anything else", "ends at noon, in Zürich")] = None


class ApplicationLog(Model, frozen=True, kw_only=True):
    """The content of applications.yaml: each application by its name."""

    applications: Annotated[
        dict[str, LoggedApplication],
        About("the applications by name", {"somewhere": {"post": "Assistant Professor", "deadline": "2026-12-01"}}),
    ]
