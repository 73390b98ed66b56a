"""An artefact in, where it breaks the rules of its own format out."""

import io
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from cvrender.model.text import Span
from cvrender.verify.base import Evidence, Finding, brief
from cvrender.verify.leaves import fold

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_MARKS: dict[str, Callable[[Span], bool]] = {
    "bold": lambda span: span.bold,
    "italic": lambda span: span.italic,
    "code": lambda span: span.code,
}


def check(evidence: Evidence) -> Iterator[Finding]:
    """The file is what it says it is; Markdown, read back, has the Document's marks."""
    checks = {"pdf": _pdf, "docx": _docx, "html": _html, "md": _markdown}
    if evidence.target in checks:
        yield from checks[evidence.target](evidence)
    if evidence.target in ("tex", "md", "html", "txt"):
        try:
            evidence.content.decode("utf-8")
        except UnicodeDecodeError as error:
            yield Finding(f"is not UTF-8 at byte {error.start}")


def _pdf(evidence: Evidence) -> Iterator[Finding]:
    from cvrender.read.pdf import structure

    for fault in structure(evidence.content).faults:
        yield Finding(f"is no sound PDF: {fault}")


def _docx(evidence: Evidence) -> Iterator[Finding]:
    with zipfile.ZipFile(io.BytesIO(evidence.content)) as archive:
        if broken := archive.testzip():
            yield Finding(f"its part {broken} is damaged")
            return
        for name in archive.namelist():
            if name.endswith((".xml", ".rels")):
                try:
                    ElementTree.fromstring(archive.read(name))
                except ElementTree.ParseError as error:
                    yield Finding(f"its part {name} is no XML: {error}")
    if evidence.thorough and find_spec("openxml_audit"):
        yield from _audit(evidence.content)


def _audit(content: bytes) -> Iterator[Finding]:
    """What openxml-audit says; it takes seconds, so it is asked only when thoroughness is."""
    from openxml_audit import OpenXmlValidator

    with tempfile.TemporaryDirectory(prefix="cvrender-") as folder:
        path = Path(folder) / "cv.docx"
        path.write_bytes(content)
        for error in OpenXmlValidator().validate(str(path)).errors:
            yield Finding(f"its part {error.part_uri} breaks the Open XML rules: {error.description}")


class _Tags(HTMLParser):
    """Follows which elements are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.wrong.append(f"</{tag}> on line {self.getpos()[0]} closes nothing")
            if tag in self.open:
                del self.open[self.open.index(tag) :]


def _html(evidence: Evidence) -> Iterator[Finding]:
    tags = _Tags()
    tags.feed(evidence.content.decode("utf-8", "replace"))
    tags.close()
    for message in (*tags.wrong, *(f"<{tag}> is never closed" for tag in tags.open)):
        yield Finding(f"is no sound HTML: {message}")


def _markdown(evidence: Evidence) -> Iterator[Finding]:
    """What the Document makes bold, italic or code is so in the page that the Markdown gives, in the same order."""
    for mark, has in _MARKS.items():
        found = [fold(text, False) for kind, text in evidence.reading.runs if kind == mark]
        text = "\0".join(found)
        place = 0
        for leaf in evidence.expected.leaves:
            for span in leaf.text.spans:
                said = fold(span.text, False)
                if not has(span) or not said or span.math or (span.code and mark != "code"):
                    continue
                at = text.find(said, place)
                if at < 0:
                    yield Finding(f"{brief(span.text)} is not {mark} when the Markdown is read back", leaf.source)
                    return
                place = at + len(said)
