"""Convert the values of BibTeX's fields, which are LaTeX, and write them."""

import re
from collections.abc import Callable
from typing import Any

from cvrender.formats.authorship import OTHERS, bibtex_people
from cvrender.formats.converters import EDITION
from cvrender.formats.table import Converter, Noted, Unreadable
from cvrender.formats.values import dates, identifiers, latex
from cvrender.formats.values.identifiers import address_in_latex
from cvrender.formats.values.latex_write import encode, verbatim
from cvrender.formats.values.names import bibtex_form
from cvrender.model.links import percent_encode
from cvrender.model.text import Span
from cvrender.text.markup import inline


def _read_latex(value: Any) -> Any:
    text = latex.decode(value)
    if text.unknown:
        return Noted(text.markdown, f"{', '.join(text.unknown[:5])} is not known, and stays as it was typed")
    return text.markdown or None


def _write_latex(value: Any) -> str:
    return encode(inline(str(value)).spans)


def _write_title(value: Any) -> str:
    return encode(inline(str(value)).spans, keeps_capitals=True)


def _write_edition(value: Any) -> str:
    """Return an edition without the word, which styles print behind it, where it is read back with it."""
    short = str(value).removesuffix(" edition")
    return short if identifiers.edition(short) == value else str(value)


def _write_plain(value: Any) -> str:
    return encode((Span(str(value)),))


def joined(separator: str, write: Callable[[Any], str] = _write_latex) -> Converter:
    """Make a converter of two fields to one text, which is written to the first of them."""

    def read(values: tuple[Any, ...]) -> Any:
        return _read_latex(separator.join(value for value in values if value))

    return Converter(read, lambda value: (write(value), None))


def plain(inner: Converter) -> Converter:
    """Make a converter of what the LaTeX shows."""
    write = inner.write
    return Converter(lambda value: inner.read(latex.plain(value)), write and (lambda value: _write_plain(write(value))))


def identifier(inner: Converter) -> Converter:
    """Make a converter of an identifier, which is written as it is."""
    write = inner.write
    return Converter(lambda value: inner.read(latex.plain(value)), write and (lambda value: verbatim(write(value))))


def _read_date(values: tuple[Any, ...]) -> Any:
    """A year with perhaps a month and a day; the month may hold the day (`jan # "~1"`), the year all (`2020-01`)."""
    year, month, day = (latex.plain(value) if value else "" for value in values)
    if not re.fullmatch(r"\d{4}", year):
        return _odd_year(year, month)
    words = [word for word in re.split(r"[ ,./~–-]+", month) if word]
    days = [word for word in words if word.isdigit() and len(words) > 1]
    numbers = [dates.month(word) for word in words if word not in days]
    days = days or ([day] if day.isdigit() else [])
    if season := dates.date(f"{month} {year}") if numbers == [None] else None:  # a season
        return season
    if not numbers or None in numbers:
        return Noted(year, f'"{month}" is not a month; only the year is used', stays=True) if month else year
    first, last = f"{year}-{numbers[0]:02d}", f"{year}-{numbers[-1]:02d}"
    if len(numbers) > 1:
        return dates.span(first, last) or year
    return dates.checked(f"{first}-{days[0].zfill(2)}") or first if days else first


def _odd_year(year: str, month: str) -> Any:
    """A whole date, a period, or a year with words behind it, in the field of the year."""
    date, period = dates.date(year), dates.period(year)
    if date and (not month or "-" in date):
        return date
    if period and "present" not in period:
        return dates.span(*period)
    if match := re.match(r"(\d{4})(?!\d)(?!.*\d{4})", year):
        return Noted(match[1], f'only "{match[1]}" of "{year[:60]}" is read', stays=True)
    raise Unreadable(f'"{(year or month)[:60]}" is not a year')


def _write_date(value: Any) -> tuple[str | None, ...]:
    if not re.fullmatch(r"\d{4}(-\d\d){0,2}~?", str(value)):
        raise Unreadable("has no year, month and day")
    year, month, day = (*str(value).rstrip("~").split("-"), None, None)[:3]
    return year, dates.SEASONS.get(month or "", month), day


def _read_edtf(value: Any) -> Any:
    """Biblatex's date: an EDTF date or range, perhaps uncertain."""
    said = value.strip(" {}").replace("--", "/").replace("–", "/")
    start, slash, end = said.partition("/")
    first, last = dates.date(start), dates.date(end) if end.strip(".") else None
    date = dates.checked(f"{first}/") if slash and not end.strip(".") else dates.span(first, last)
    if not first or not date or (end.strip(".") and not last):
        raise Unreadable(f'"{said}" is not a date')
    exact = re.fullmatch(r"[\d/.~-]*", said)
    return date if exact else Noted(date, f'"{said}" is more than a date of a profile can express', stays=True)


def _read_people(value: Any) -> Any:
    authors, wrong = bibtex_people(value)
    return Noted(authors, wrong[0]) if wrong else authors


def _read_others(value: Any) -> Any:
    """Names of people who are not authors. `and others` says that some are left out, so it stays where it is."""
    people, wrong = bibtex_people(value)
    names = [_person(person) for person in people if person["name"] != OTHERS]
    return Noted(names, wrong[0] if wrong else "", stays=len(names) < len(people)) if wrong or len(names) < len(people) else names


def _person(author: dict[str, Any]) -> Any:
    """Return a person who is not an author, without marks: a text, or a mapping with the family name."""
    fields = {key: author[key] for key in ("name", "family") if key in author}
    return fields if len(fields) > 1 else fields["name"]


def _write_people(values: Any) -> str:
    return " and ".join(bibtex_form(value) for value in values)


def _address(value: Any) -> str:
    linked = address_in_latex(value)
    link = identifiers.url(linked if "\\" not in linked else latex.plain(value))
    if link is None:
        raise Unreadable(f'"{linked[:60]}" is not a link')
    return link


def _addresses(value: Any) -> list[str] | None:
    """Links in one field, with blanks between them."""
    links = [identifiers.url(address_in_latex(part)) for part in value.split()]
    return [link for link in links if link] if len(links) > 1 and all(links) else None


def _abbreviated(value: Any) -> Any:
    return _read_latex(value) if re.search(r"[^\W\d]\.(?:\s|$)", value) else None


def _link_in(value: Any) -> str | None:
    match = re.fullmatch(r"(?:available at:?\s*)?\\url\s*\{([^{}]+)\}\.?|(https?://\S+)", value.strip(), re.IGNORECASE)
    return identifiers.url(address_in_latex(match[1] or match[2])) if match else None


def _selected(value: Any) -> list[str] | None:
    return ["selected"] if value.strip().lower() in ("true", "yes", "1") else None


def _tags(value: Any) -> list[str]:
    return [tag for part in re.split(r"[,;]", latex.plain(value)) if (tag := part.strip())]


def _eprint(values: tuple[Any, ...]) -> str | None:
    number, archive = values
    is_arxiv = archive is not None and latex.plain(archive).casefold() == "arxiv"
    return identifiers.arxiv(latex.plain(number)) if number and is_arxiv else None


def link(label: str) -> Converter:
    """Make a converter of a link that is shown by a word; a file's name stays where it is."""

    def read(value: Any) -> Any:
        target = identifiers.url(address_in_latex(value))
        return [{"url": target, "label": label}] if target else None

    return Converter(read)


def of_arxiv(find: Any) -> Converter:
    """Make a converter of a field of another purpose, in which `find` finds an arXiv number."""
    return Converter(lambda value: find(latex.plain(value)))


def coded(table: dict[str, str]) -> Converter:
    """Make a converter of a text for which biblatex has code words."""
    return Converter(lambda value: table.get(value.strip().casefold()) or _read_latex(value), _write_title)


LATEX = Converter(_read_latex, _write_latex)
TITLE = joined(": ", _write_title)
"""A text of which BibTeX's styles lower capitals."""
EDITION_NUMBER = Converter(EDITION.read, _write_edition)
LATEXES = Converter(
    lambda value: [latex.markdown(part) for part in re.split(r";\s+", value) if part.strip()],
    lambda values: "; ".join(map(_write_latex, values)),
)
FULL = Converter(_read_latex)
"""A name that another field has in full."""
ABBREVIATED = Converter(_abbreviated)
"""The same name with points for what is left out."""
ADDRESS = Converter(_address, lambda value: encode((Span(percent_encode(value)),)))
ADDRESSES = Converter(_addresses)
NUMBER = Converter(lambda value: latex.plain(value) or None, _write_plain)
NAMES = Converter(_read_people, _write_people)
PEOPLE = Converter(_read_others, _write_people)
"""Editors and translators."""
YEAR_MONTH_DAY = Converter(_read_date, _write_date)
EDTF = Converter(_read_edtf)
LINK_IN = Converter(_link_in)
EPRINT = Converter(_eprint, lambda number: (verbatim(number), "arXiv"))
KEYWORDS = Converter(_tags, lambda tags: ", ".join(map(_write_plain, tags)))
SELECTED = Converter(_selected)
