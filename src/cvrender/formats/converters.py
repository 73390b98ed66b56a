"""Convert values between other formats and ours, each way where there is one."""

import re
from collections.abc import Callable
from typing import Any

from cvrender.formats.syntax.xml_syntax import element_text
from cvrender.formats.table import Converter, Noted, Row, Unreadable, as_list
from cvrender.formats.values import dates, html_text, identifiers, markdown
from cvrender.formats.values.names import last_first, people_of
from cvrender.model.csl import PATENTS
from cvrender.model.identifier_table import WORK_IDS


def text_of(value: Any) -> str:
    """Return a value that should be a text, without blanks at its ends. Raises Unreadable for anything else."""
    if isinstance(value, bool) or not isinstance(value, str):
        raise Unreadable("is not a text")
    return value.strip()


def from_text(read: Callable[[str], Any], wrong: str, write: Callable[[Any], Any] | None = str) -> Converter:
    """Make a converter of texts from a function that gives None for what it does not take; `wrong` says what is wrong then."""

    def convert(value: Any) -> Any:
        converted = read(text_of(value))
        if converted is None:
            raise Unreadable(f'"{text_of(value)[:60]}" {wrong}')
        return converted

    return Converter(convert, write)


def inside(find: Callable[[Any], str | None], inner: Converter) -> Converter:
    """Make a converter of the text that `find` finds in a value, such as an element with attributes."""

    def read(value: Any) -> Any:
        text = find(value)
        if not text:
            raise Unreadable("is not a text")
        return inner.read(text)

    return Converter(read)


def mapped(table: dict[str, str]) -> Converter:
    """Make a converter of words by a table; what is not in it is left in the record."""
    back = {ours: theirs for theirs, ours in reversed(table.items())}
    return Converter(lambda value: table.get(text_of(value).casefold()), back.get)


def _on_one_line(value: Any) -> str:
    return " ".join(text_of(value).split())


def _paragraphs(value: Any) -> str:
    """Plain text as Markdown; HTML and Markdown that was surely meant are kept as such."""
    text = text_of(value)
    if html_text.has_tags(text):
        return html_text.parts(text).whole
    return text if _IS_MARKDOWN.search(text) else markdown.escape(text)


_IS_MARKDOWN = re.compile(r"\[[^\[\]]+\]\((?:https?://|mailto:)[^()\s]+\)|\*\*\w[^*\n]*\*\*")


def _doi(value: Any) -> Any:
    doi = identifiers.doi_within(text_of(value))
    if doi is None:
        raise Unreadable(f'"{text_of(value)[:60]}" is not a DOI')
    return Noted(doi[0], f'only the DOI of "{text_of(value)[:60]}" is read', stays=True) if doi[1] else doi[0]


def _plain_lines(text: Any) -> str:
    return markdown.plain(str(text))


def listed(item: Converter) -> Converter:
    """Make a converter of a list of texts, or of one text to a list of it; `item` converts each."""

    def read(value: Any) -> list[Any]:
        return [item.read(part) for part in as_list(value) if part not in (None, "")]

    write = item.write
    return Converter(read, (lambda values: [write(value) for value in values]) if write else None)


def _parts(text: str, signs: str) -> list[str]:
    """Split a text at signs that are not in parentheses; without the blanks around the parts, and without empty ones."""
    parts, start, depth = [], 0, 0
    for place, char in enumerate(text):
        if char in "()":
            depth = max(0, depth + (1 if char == "(" else -1))
        elif char in signs and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def split(signs: str) -> Converter:
    """Make a converter of one text to a list, divided at any of the signs outside of parentheses."""
    return Converter(lambda value: _parts(_on_one_line(value), signs), lambda values: f"{signs[0]} ".join(values))


def _page_range(values: tuple[Any, ...]) -> str | None:
    first, last = (text_of(value) if value else "" for value in values)
    return identifiers.pages(f"{first}-{last}" if first and last and first != last else first or last)


def _write_page_range(value: Any) -> tuple[str, str | None]:
    first, _, last = str(value).partition("–")
    return first, last or None


PLAIN = Converter(_on_one_line, str)
"""A name, a number: the same in both formats."""
PROSE = Converter(lambda value: markdown.escape(_on_one_line(value)), _plain_lines)
"""A line of plain text, which is Markdown with us."""
PARAGRAPHS = Converter(_paragraphs)
"""Plain text, HTML or Markdown of any length."""
MARKDOWN = Converter(text_of)
"""Markdown in both formats."""
MARKDOWN_LINE = PLAIN
"""The same on one line."""
HTML = Converter(lambda value: html_text.markdown(text_of(value)))
"""HTML of any length, or plain text."""
HTML_LINE = Converter(lambda value: html_text.inline_markdown(text_of(value)), lambda text: html_text.tagged(str(text)))
"""A line with tags, such as titles have."""
PROSES = listed(PARAGRAPHS)
"""A list of texts, such as bullets."""
DATE = from_text(dates.date, "is not a date that a profile can contain")
END = Converter(lambda value: "present" if dates.is_present(value) else DATE.read(value))
"""An end: a date, or that it lasts."""
URL = from_text(identifiers.url, "is not a link")
IDENTIFIERS = {key: from_text(row.find, f"is not an identifier of {row.name}") for key, row in WORK_IDS.items()}
IDENTIFIERS["doi"] = Converter(_doi, str)
"""Identifiers of works, by key."""
DOI, ARXIV, PMID, PMCID, ISBN = (IDENTIFIERS[key] for key in ("doi", "arxiv", "pmid", "pmcid", "isbn"))
EDITION = from_text(identifiers.edition, "is not an edition")
ARXIV_NAMED = Converter(identifiers.arxiv_named)
PAGES = from_text(identifiers.pages, "are not pages")
PAGE_RANGE = Converter(_page_range, _write_page_range)
"""The first and the last page."""
SINGLE = Converter(lambda value: [PLAIN.read(value)])
"""A contact as one of a person's `emails` or `phones`."""
LINK = Converter(lambda value: [URL.read(value)])
"""A link as one of the `links` of a person or an entry."""


def labelled(label: str) -> Converter:
    """Make a converter of a link to one of an entry's `links`, with words for it."""
    return Converter(lambda value: [{"url": URL.read(value), "label": label}])


def private(inner: Converter) -> Converter:
    """Make a converter of a contact, or a list of them, that no public view shows."""

    def read(value: Any) -> Any:
        converted = inner.read(value)
        hidden = [{"value": part, "private": True} for part in (converted if isinstance(converted, list) else [converted])]
        return hidden if isinstance(converted, list) else hidden[0]

    return Converter(read)


def joined(separator: str, inner: Converter = PROSE) -> Converter:
    """Make a converter of several values of a record, or of a list, to one text; `inner` converts each that is there."""

    def read(value: Any) -> str | None:
        parts = value if isinstance(value, tuple) else as_list(value)
        return separator.join(inner.read(part) for part in parts if part) or None

    return Converter(read)


def of_element(inner: Converter) -> Converter:
    """Make a converter of an element's text; an element without text gives nothing."""
    return Converter(lambda value: inner.read(text) if (text := element_text(value)) else None)


def _element_line(value: Any) -> str | None:
    text = element_text(value)
    return html_text.inline_markdown(text) or None


def _element_title(value: Any) -> str | None:
    line = _element_line(value)
    return line.removesuffix(".") if line and not line.endswith("..") else line


def _people_of_elements(values: Any) -> list[Any] | None:
    return people_of(last_first(name) for value in as_list(values) if (name := element_text(value)))


LINE = Converter(_element_line)
"""A line in which other elements, such as `<i>`, may be."""
TITLE = Converter(_element_title)
"""The same without the full stop that databases put behind titles."""
LAST_FIRST = Converter(_people_of_elements)
"""Elements whose texts are names such as `Last, First`."""


def identifier_rows(format: str, adapt: Callable[[Converter], Converter] = lambda converter: converter) -> tuple[Row, ...]:
    """Return a row for each identifier that has a field in a format; `adapt` changes its converter for the values there.

    What identifies the journal is written, but not read: it stays under `x-import`.
    """
    rows = []
    for key, kind in WORK_IDS.items():
        if name := kind.names.get(format):
            converter = adapt(Converter(lambda value: None, str) if kind.of_container else IDENTIFIERS[key])
            rows.append(Row(name, key, converter, unless=frozenset() if kind.kinds >= PATENTS else PATENTS))
    return tuple(rows)
