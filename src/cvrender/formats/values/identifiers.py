"""Read identifiers of works out of what people and programs type for them: DOI, arXiv, ISBN, links, pages."""

import re
from typing import Any

from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.links import TARGET

_DOI_IN_LINK = re.compile(
    r"https?://[^\s/]+/(?:doi|content|article)/(?:(?:abs|full|pdf|epdf|pdfdirect|pdfplus|book|fullhtml|epub|citedby)/)?"
    r"(10\.\d{4,9}/[^\s?#]+)\S*",
    re.IGNORECASE,
)
_DOI_AND_MORE = re.compile(r"(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/[^\s,;]+)[\s,;]+\S.{0,200}", re.IGNORECASE)
_IN_TEXT = re.compile(
    r"arxiv(?:\s+(?:e-?print|preprint))?[:\s]+(?:arxiv:)?\s*([\w.-]+/\d{7}|\d{4}\.\d{4,5}(?:v\d+)?)", re.IGNORECASE
)


def doi(value: Any) -> str | None:
    """Read a bare DOI out of a DOI or a link to one."""
    return WORK_IDS["doi"].find(value)


def doi_within(value: Any) -> tuple[str, bool] | None:
    """Read a DOI out of a DOI, a publisher's link that contains it, or a text that begins with it.

    The second value is true if something else is left of the text.
    """
    text = " ".join(str(value).split())
    if match := _DOI_IN_LINK.fullmatch(text):
        return match[1].rstrip(".,;/"), False
    if number := doi(text if not text.lower().startswith(("doi.org/", "dx.doi.org/", "www.doi.org/")) else f"https://{text}"):
        return number, False
    match = _DOI_AND_MORE.fullmatch(text)
    return (match[1].rstrip(".,;"), True) if match else None


def arxiv(value: Any) -> str | None:
    """Read a bare arXiv number out of a number, a link, or DBLP's `abs/…`."""
    return WORK_IDS["arxiv"].find(value)


def arxiv_named(value: Any) -> str | None:
    """Read a bare arXiv number out of a link or a number that names arXiv."""
    return arxiv(value) if "arxiv" in str(value).casefold() else None


def arxiv_in(text: str) -> str | None:
    """Read the arXiv number in a text such as `arXiv preprint arXiv:2101.00001`, which contains nothing else."""
    match = _IN_TEXT.match(text.strip())
    return match[1] if match else None


def isbn(value: Any) -> str | None:
    """Return an ISBN of 10 or 13 digits, as it was typed."""
    return WORK_IDS["isbn"].find(value)


def edition(value: Any) -> str | None:
    """Return an edition in words: `2` and `2nd` are the 2nd edition, as BibTeX's styles print them."""
    text = str(value).strip().rstrip(".")
    if match := re.fullmatch(r"(\d{1,3})(?:st|nd|rd|th)?", text):
        number = int(match[1])
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
        return f"{number}{ending} edition"
    is_word = re.fullmatch(r"[A-Z][a-z]+|\d{1,3}(?:st|nd|rd|th)(?:,? (?!ed)[a-z]+)+", text)
    return f"{text} edition" if is_word else text or None


def url(value: Any) -> str | None:
    """Return a link that a profile can contain."""
    text = str(value).strip()
    if re.match(r"www\.[\w-]+\.\S+$", text):
        text = f"https://{text}"
    return text if TARGET.match(text) and not re.search(r"\s", text) else None


def pages(value: Any) -> str | None:
    """Return a range of pages with an en dash, as profiles have it; several ranges keep their commas."""
    text = " ".join(str(value).split())
    return re.sub(r"\s*(?:-{1,3}|\u2010|\u2011|\u2012|\u2013|\u2014)\s*", "–", text) if re.search(r"\d", text) else text or None


def is_doi_link(link: str, number: str) -> bool:
    """Return whether a link only repeats a DOI."""
    return (doi(link) or "").casefold() == number.casefold() if link.lower().startswith("http") else False


_TILDE = re.compile(r"\$\s*\\sim\s*\$|\{?\\(?:textasciitilde|sim|~)(?:\s*\{\s*\})?\}?")


def address_in_latex(source: str) -> str:
    """Return the address of a page that is typed in LaTeX, in which `~` is not a space."""
    inner = re.sub(r"^\\(?:url|path|nolinkurl)\s*\{(.*)\}$", r"\1", source.strip())
    return re.sub(r"\\([%#&_$~{}])", r"\1", _TILDE.sub("~", inner)).replace("{", "").replace("}", "").strip()
