"""Read references as publication lists word them: authors, title, venue, year and identifiers, where each is certain.

A reference is read only if a list of names, a title and a year can be told apart; else its text stays whole.
"""

import re
from typing import Any

from cvrender.formats.authorship import OTHERS, settle, shown_author
from cvrender.formats.lines import OldLine
from cvrender.formats.table import ImportedEntry, SourceReading
from cvrender.formats.values import identifiers, markdown
from cvrender.formats.works import complete, guessed_type
from cvrender.load.reader import Source
from cvrender.old_cvs.reference_styles import styled_reference
from cvrender.text.markup import inline

_NAME = r"(?:(?!(?:and|et|und|with|y|in)\b)[^\W\d_][\w'’.*†‡§-]*\.?)"
_PARTICLE = r"(?:(?:van|von|de|der|den|di|da|del|della|la|le|el|al|bin|ten|ter|dos|do|du)\s+)*"
_PERSON = re.compile(
    rf"(?:{_PARTICLE}{_NAME}(?:[ -]{_PARTICLE}{_NAME}){{0,4}}|{_PARTICLE}{_NAME}(?: {_NAME})?, (?:[A-Z]\.?[ -]?){{1,4}}"
    r"|[㐀-鿿가-힯]{2,4})[*†‡§¶#✉]*"
)
_QUOTED = re.compile(r"[“\"„«]\s*(?P<title>[^“”\"„«»]{6,400}?)\s*[,.]?\s*[”\"“»][,.]?")
_YEAR = re.compile(r"(?<![\d/.:-])(?:19[3-9]\d|20[0-6]\d)(?![\d/-])")
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*|DOI:?\s*)?\b(10\.\d{4,9}/[^\s,;\]]+[^\s,;.\])])", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:https?://arxiv\.org/(?:abs|pdf)/|arXiv(?: preprint)?[:\s]+(?:arXiv:)?)(\d{4}\.\d{4,5}|[a-z-]+/\d{7})"
    r"(?:v\d+)?(?:\.pdf)?(?:\s*\[[\w.-]+\])?",
    re.IGNORECASE,
)
_URL = re.compile(r"https?://[^\s,;>)\]]+")
_PAGES = re.compile(r"\b(?:pp?\.|pages?|S\.)\s*(?P<page>\w?\d+(?:\s*[-–—]+\s*\w?\d+)?)")
_VOLUME = re.compile(r"\b(?:vol(?:ume|\.)?|Bd\.)\s*(?P<volume>\d+)", re.IGNORECASE)
_ISSUE = re.compile(r"\b(?:no\.|issue|number|Heft|Nr\.)\s*(?P<issue>\d+(?:[-–]\d+)?)", re.IGNORECASE)
_SHORT = re.compile(
    r"(?:,|\s)\s*(?P<volume>\d{1,4})\s*\((?P<issue>[\d–-]+)\)(?:\s*[:,]\s*(?:pp?\.\s*)?(?P<page>\w?\d+(?:\s*[-–—]+\s*\w?\d+)?))?"
)
_NUMBER = re.compile(r"^\s*(?:\[\s*[A-Z]{0,3}\d{0,4}\s*\]|\(?\d{1,3}[.)])\s+")
_EMPTY = re.compile(r"^[\s,.;:()\[\]–—-]*(?:doi|in|In|and|url|available at|online|link|pdf)?[\s,.;:()\[\]–—-]*$", re.IGNORECASE)


def publication(line: OldLine, rest: list[OldLine]) -> ImportedEntry | None:
    """Return a publication; None if its parts cannot be told apart. `rest` are the lines that belong to it."""
    text = " ".join(part.text for part in (line, *rest))
    if len(text) > 3_000:
        return None
    spans = inline(text).spans
    plain = " ".join("".join(span.text for span in spans).split())
    entry = ImportedEntry(places={(): (line.file, line.number, 1)})
    plain = _NUMBER.sub("", plain)
    hrefs = [span.href for span in spans if span.href]
    plain = _identifiers(entry, plain, hrefs)
    if styled := styled_reference(plain):
        _take(entry, styled)
    else:
        plain = _without_label(entry, plain)
        parts = _parts(entry, plain, spans)
        if parts is None:
            return None
        authors, title, after = parts
        entry["title"] = markdown.escape(title.strip(" .,"))
        entry["authors"] = [shown_author(name) for name in authors]
        _where(entry, after, spans)
    reading = SourceReading(Source(line.file, {}, {}, {}), "prose")
    settle(entry, reading)
    if "authors" not in entry and "editors" not in entry:
        return None
    entry.setdefault("type", guessed_type(entry))
    complete(entry, reading)
    return entry


def _take(entry: ImportedEntry, styled: dict[str, Any]) -> None:
    """Take the fields of a reference in a style that is known."""
    if number := re.search(r"\bPMID:? (\d{1,8})\b", styled.get("note", "")):
        entry["pmid"] = number[1]
        styled["note"] = styled["note"].replace(number[0], "").strip(" ;,.")
    for key, value in styled.items():
        if key == "authors":
            entry[key] = [shown_author(name) for name in value]
        elif key == "venue":
            entry[key] = {"name": markdown.escape(value)}
        elif isinstance(value, str) and value and key not in ("type", "status", "date"):
            entry[key] = markdown.escape(value)
        elif value:
            entry[key] = value


def _without_label(entry: ImportedEntry, plain: str) -> str:
    """Take a label before the authors, such as `ICML 2020:`, which is the venue's short name and the year."""
    match = re.match(r"(?P<name>[A-Z][^:“\"(),]{0,50}?)?\s*(?P<year>(?:19|20)\d\d)?:\s+(?=[^\W\d_])", plain)
    if not match or not (match["year"] or re.fullmatch(r"[A-Z][\w&-]{1,12}", match["name"] or "")):
        return plain
    if match["year"]:
        entry["date"] = match["year"]
    if match["name"]:
        entry["venue"] = {"short": match["name"]}
    return plain[match.end() :]


def _identifiers(entry: ImportedEntry, plain: str, hrefs: list[str]) -> str:
    """Take DOI, arXiv number and address out of a text."""
    for key, pattern, check in (
        ("arxiv", _ARXIV, identifiers.arxiv),
        ("doi", _DOI, identifiers.doi),
        ("url", _URL, identifiers.url),
    ):
        match = pattern.search(plain)
        value = check(match[1] if match and key != "url" else match[0]) if match else None
        if value and match:
            entry[key] = value
            plain = f"{plain[: match.start()]} {plain[match.end() :]}"
    for href in hrefs:
        if number := identifiers.doi(href):
            entry.setdefault("doi", number)
        elif number := identifiers.arxiv_in(href):
            entry.setdefault("arxiv", number)
        elif link := identifiers.url(href):
            entry.setdefault("url", link)
    return plain


def _parts(entry: ImportedEntry, plain: str, spans: Any) -> tuple[list[str], str, str] | None:
    """Return the names of the authors, the title, and what follows."""
    if quoted := _QUOTED.search(plain):
        before, after = plain[: quoted.start()], plain[quoted.end() :]
        names, left = people(_without_year(entry, before))
        if names and _EMPTY.match(left):
            return names, quoted["title"], after
        names, left = people(after)
        return (names, quoted["title"], left) if names and _EMPTY.match(before) and len(names) > 1 else None
    first = next((span for span in spans if span.text.strip(" ,.")), None)
    if first and first.bold and len(first.text.split()) > 3:
        title = " ".join(first.text.split())
        names, left = people(plain.partition(title)[2].lstrip(" .,;:–—-"))
        return (names, title, left) if names and title in plain else None
    names, left = people(_without_year(entry, plain, early=True))
    left = left.lstrip(" .,:;")
    if not names or len(names) < 2 and "," in names[0]:
        return None
    italic = next((" ".join(span.text.split()) for span in spans if span.italic and len(span.text.strip()) > 3), "")
    place = left.find(italic) if italic else -1
    if place > 8:
        title = re.sub(r"[\s.,]+(?:In:?|To appear in|Proc\.? of)?\s*$", "", left[:place], flags=re.IGNORECASE)
        return (
            (names, title, left[place:]) if len(title.split()) > 1 and not re.search(r"[.?!] [A-Z]\w+ \w+ \w+", title) else None
        )
    match = re.match(r"(?P<title>[^.?!]{8,300}[.?!])\s+(?P<after>\S.*)$", left)
    if match and len(match["title"].split()) > 2:
        return names, match["title"], match["after"]
    return None


def _without_year(entry: ImportedEntry, text: str, *, early: bool = False) -> str:
    """Take a year in parentheses, or one that stands between names and title."""
    match = re.search(r"\s*\(((?:19|20)\d\d)(?:,? [A-Z][a-z]+)?\)\s*[.,:]?", text) or re.search(
        r"[.,]\s((?:19|20)\d\d)[.,](?=\s)", text
    )
    if (
        match
        and (not early or match.start() < len(text) * 0.6)
        and re.fullmatch(r"\s*\((\d{4})\)\s*[.,:]?|[.,]\s\d{4}[.,]", match[0])
    ):
        entry["date"] = match[1]
        return f"{text[: match.start()]}. {text[match.end() :]}" if early else f"{text[: match.start()]} {text[match.end() :]}"
    return text


def people(text: str) -> tuple[list[str], str]:
    """Return the names with which a text begins, and what follows."""
    names: list[str] = []
    place = len(text) - len(text.lstrip())
    while True:
        if match := re.compile(r"(?:et\s?al\.?|and others|others|\.\.\.|…)", re.IGNORECASE).match(text, place):
            names.append(OTHERS)
            place = match.end()
            break
        match = _inverted(text, place) or _PERSON.match(text, place)
        if not match or len(match[0].split()) > 6 or not _looks_like_name(match[0]):
            break
        name = match[0].strip(" ,")
        if len(match[0]) > 3 and re.search(r"[a-z]{3}\.$", name):
            name = name[:-1]
        names.append(_said(name))
        place = match.end()
        joiner = re.compile(r"\s*(?:,\s*(?:and|&|und|et|y)\s+|,\s*|;\s*(?:and\s+|&\s*)?|\s+(?:and|&|und|et|y|with)\s+)").match(
            text, place
        )
        if not joiner or (name.endswith(".") and len(name) > 4 and re.search(r"[a-z]{2}\.$", match[0])):
            break
        place = joiner.end()
    return names, text[place:]


def _inverted(text: str, place: int) -> re.Match[str] | None:
    """Match `Doe, J. A.` and `Doe JA`."""
    return re.compile(
        rf"(?![A-Z]\.){_PARTICLE}{_NAME}(?:[ -]{_NAME}){{0,2}},\s+(?:[A-Z]\.[ -]?){{1,4}}(?:,? Jr\.?)?[*†‡§]*"
        r"(?=\s*(?:[,;&(.:–“\"\d]|and\b|et\b|$))"
    ).match(text, place)


def _said(name: str) -> str:
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma else name


def _looks_like_name(text: str) -> bool:
    words = re.findall(r"[^\s,]+", text)
    if not words or len(words) == 1 and not re.match(r"[㐀-鿿가-힯]", text):
        return False
    lower = [
        word
        for word in words
        if word[0].islower() and word not in "van von de der den di da del della la le el al bin ten ter dos do du".split()
    ]
    return not lower and not re.search(
        r"\b(?:The|A|An|On|In|For|With|Using|Towards|Proceedings|Journal|University|Learning|Of)\b(?!\.)", text
    )


def _where(entry: ImportedEntry, after: str, spans: Any) -> None:
    """Read what follows the title: venue, volume, pages, year; what is left is a note."""
    after = after.strip(" ,.;:")
    years = list(_YEAR.finditer(after))
    for pattern in (_SHORT, _PAGES, _VOLUME, _ISSUE):
        if match := pattern.search(after):
            found = {key: value for key, value in match.groupdict().items() if value}
            if not set(found) & set(entry):
                entry.update({key: re.sub(r"\s*[-–—]+\s*", "–", value) for key, value in found.items()})
                after = f"{after[: match.start()]}, {after[match.end() :]}"
    if "date" not in entry and years:
        year = years[-1][0]
        entry["date"] = year
        in_name = re.search(rf"[A-Z]{{2,}}[\w@-]*\s*'?{year}", after)
        if not in_name:
            place = after.rfind(year)
            after = f"{after[:place]} {after[place + 4 :]}"
    after = re.sub(r"\(\s*\)|\[\s*\]", " ", after)
    after = re.sub(r"(?:\s*,\s*)+", ", ", re.sub(r"\s+", " ", after)).strip(" ,.;:")
    after = re.sub(r"^(?:In:?|in:?|To appear in|Accepted (?:at|to|by))\s+", lambda match: _status(entry, match[0]), after)
    pieces = re.split(r"\.\s+(?=[A-Z(])|\s*[;|]\s*", after, maxsplit=1)
    venue = pieces[0].strip(" ,.;:()[]")
    if re.search(r"\w{2}", venue):
        entry["venue"] = {**entry.get("venue", {}), "name": markdown.escape(venue)}
    if len(pieces) > 1 and re.search(r"\w", pieces[1]):
        entry["note"] = markdown.escape(pieces[1].strip(" ,.;"))


def _status(entry: ImportedEntry, words: str) -> str:
    if words.casefold().startswith("to appear"):
        entry["status"] = "in-press"
    elif words.casefold().startswith("accepted"):
        entry["status"] = "accepted"
    return ""
