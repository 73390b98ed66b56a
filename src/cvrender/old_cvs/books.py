"""Tell a thesis or a book from a long CV, by its length and its first pages, before the whole is read."""

import re
from html import unescape

from cvrender.formats.content import Content
from cvrender.old_cvs.headings import section_of

MAX_PAGES = 30
"""The pages of a document from which on its first ones must have the headings of a CV."""
_FIRST_CHARACTERS = 15_000
_CHAPTER = re.compile(r"^[^%\n]*\\chapter\b", re.MULTILINE)
_PARAGRAPH = re.compile(r"</(?:w:p|text:p|text:h)>")


def refuse_book(content: Content) -> None:
    """Raise InputError for a document of more than 30 pages whose first ones have no heading of positions or education."""
    pages, first = _of_office(content) if content.begins == "zip" else _of_latex(content)
    if pages > MAX_PAGES and not any(section_of(line) in ("positions", "education") for line in first):
        message = f"has {pages} pages, and no heading of a CV on the first ones: it is taken for a thesis or a book"
        raise content.problem(message, "import a file of the CV alone", code="too-large")


def _of_office(content: Content) -> tuple[int, list[str]]:
    """Return the pages that Word or LibreOffice has counted, and the first lines."""
    counted, main = next((pair for pair in _OFFICE if pair[0] in content.members and pair[1] in content.members), ("", ""))
    counts = re.search(rb"<Pages>(\d{1,6})<|meta:page-count=\"(\d{1,6})\"", content.member(counted)) if main else None
    pages = int(counts[1] or counts[2]) if counts else 0
    if pages <= MAX_PAGES:
        return pages, []
    text = _PARAGRAPH.sub("\n", content.member(main).decode("utf-8", "replace"))
    return pages, _short_lines(unescape(re.sub(r"<[^<>]*>", "", text)).strip()[:_FIRST_CHARACTERS])


def _of_latex(content: Content) -> tuple[int, list[str]]:
    """Return the pages that chapters have at least, for LaTeX does not count them before it runs."""
    if content.begins != "text" or "\\chapter" not in content.text:
        return 0, []
    headings = re.findall(r"\\(?:chapter|(?:sub)?section)\*?\s*(?:\[[^\]]*\])?\{([^{}]*)\}", content.text)
    is_long = len(_CHAPTER.findall(content.text)) > 3 and len(content.text) > 3_000 * MAX_PAGES
    return len(content.text) // 3_000 if is_long else 0, headings


def _short_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if 2 < len(line.strip()) < 60]


_OFFICE = (("app.xml", "document.xml"), ("meta.xml", "content.xml"))
