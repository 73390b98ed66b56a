"""Open a PDF and read its pages; refuse one that is locked, damaged, scanned, longer than a CV, or whose text cannot be read."""

from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.pdf.characters import MAX_CHARACTERS, PageWords, words_of
from cvrender.old_cvs.pdf.directions import in_reading_order
from cvrender.old_cvs.pdf.drawn_bullets import with_drawn_bullets
from cvrender.old_cvs.pdf.visible import divided_by_sight, is_text

_A4 = 595.0
MAX_PAGES, MOST_PAGES = 30, 200
"""The pages of a PDF from which on its first ones must have a heading of a CV, and those of any PDF."""


def read_pages(raw: bytes, file: str) -> tuple[list[PageWords], dict[str, str]]:
    """Return the pages of a PDF, and its properties. Raises InputError for one that cannot be read, or has no text."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).casefold():
            raise _refused(file, "is a PDF that needs a password", "save it without a password") from None
        raise _refused(file, "is a PDF that cannot be read", "open it in a viewer and print it to a new PDF") from None
    try:
        properties = {key.casefold(): value for key, value in document.get_metadata_dict().items() if value}
        return in_reading_order(_pages(document, file)), properties
    except pypdfium2.PdfiumError:
        raise _refused(file, "is a PDF with a page that cannot be read", "") from None
    finally:
        document.close()


def _refused(file: str, message: str, hint: str, code: str = "cannot-read") -> InputError:
    return InputError([Problem(message, file, hint=hint, code=code)])


def _begins_as_cv(document: Any) -> bool:
    """Return whether one of the first pages has a heading of positions or education."""
    lines = (line.strip() for index in range(3) for line in document[index].get_textpage().get_text_range().splitlines())
    return any(section_of(line) in ("positions", "education") for line in lines if 2 < len(line) < 40)


def _at_usual_size(page: PageWords) -> PageWords:
    """Return a page that is much wider than paper, such as a print of a web page, as wide as A4."""
    share = _A4 / page.width if page.width > 1.3 * _A4 and page.width < page.height else 1.0
    if share < 1:
        for word in (*page.words, *page.hidden):
            for name in ("left", "right", "bottom", "top", "size", "last", "tracking"):
                setattr(word, name, getattr(word, name) * share)
    return PageWords(page.words, page.width * share, page.height * share, page.hidden)


def _pages(document: Any, file: str) -> list[PageWords]:
    """Return the pages of an open PDF."""
    if len(document) > MAX_PAGES and (len(document) > MOST_PAGES or not _begins_as_cv(document)):
        hint = "a CV is shorter: give a PDF of the pages of the CV alone"
        raise _refused(file, f"has {len(document)} pages, more than {MAX_PAGES}", hint, "too-large")
    pages: list[PageWords] = []
    total = 0
    for page in document:
        words, hidden = divided_by_sight(page, list(words_of(page)))
        words = with_drawn_bullets(page, words)
        total += sum(len(word.text) for word in (*words, *hidden))
        if total > MAX_CHARACTERS:
            raise _refused(file, f"has more than {MAX_CHARACTERS:,} characters", "", "too-large")
        width, height = page.get_size()
        pages.append(_at_usual_size(PageWords(words, width, height, hidden)))
    if total < 20:
        hint = "recognize its text first, for example: ocrmypdf OLD.pdf NEW.pdf"
        raise _refused(file, "contains no text, so it is probably scanned", hint)
    if not is_text(" ".join(word.text for page in pages for word in page.words)):
        hint = "recognize its text first, for example: ocrmypdf --force-ocr OLD.pdf NEW.pdf"
        raise _refused(file, "contains signs whose characters its fonts do not tell", hint)
    return pages
