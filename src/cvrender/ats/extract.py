"""Extract what a résumé parser would: name, contacts, sections, positions with dates, publications.

The heuristics are those of applicant tracking systems: lines, capitals, common headings, dates at the end of lines.
"""

import re
from dataclasses import dataclass

from cvrender.model.reading import Reading

HEADINGS = {
    "summary": "summary profile about biography bio objective",
    "interests": "interests|research interests",
    "news": "news",
    "positions": "experience|work experience|professional experience|research experience|employment|positions|appointments",
    "education": "education|academic background",
    "publications": "publications|selected publications|papers|conference papers|journal articles|preprints|books|chapters|"
    "book chapters|workshop papers|posters|reports|technical reports|manuscripts|theses|articles|other publications",
    "systems": "systems|software|projects|open source",
    "patents": "patents",
    "talks": "talks|invited talks|presentations",
    "teaching": "teaching|teaching experience",
    "advising": "advising|mentoring|students",
    "awards": "awards|honors|honours|awards and honors|honors and awards",
    "grants": "grants|funding",
    "service": "service|professional service|professional activities|academic service",
    "press": "press|media|in the press",
    "memberships": "memberships",
    "skills": "skills|technical skills",
    "languages": "languages",
    "references": "references",
}
_KNOWN = {
    word: name
    for name, words in HEADINGS.items()
    for word in (words.split("|") if "|" in words or " " not in words else words.split())
}
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w./-])\+?\(?\d[\d ()/.-]{6,}\d(?![\w-])")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]*\.?"
_DATE = rf"(?:{_MONTH} (?:\d{{1,2}}, )?\d{{4}}|\d{{1,2}}/\d{{4}}|\d{{4}}-\d{{2}}|\d{{4}})"
_RANGE = re.compile(rf"({_DATE})\s*(?:[-–—]|to)\s*({_DATE}|[Pp]resent|[Nn]ow|[Cc]urrent|[Tt]oday)")
_OPEN = re.compile(rf"(?<!\w)({_DATE}) ?[-–—]\s*$")
_SEVERAL = re.compile(rf"(?<!\w)({_DATE})(?:, {_DATE})*, ({_DATE})\s*$")
_SINGLE = re.compile(rf"(?<!\w)({_DATE})\s*$|^({_DATE})(?!\w)")
_ITEM = re.compile(r"^(?:\[?\d{1,4}[.)\]]\s|[•◦▪‣-]\s|\[[^\]]{2,20}\]\s)")
_QUOTED = re.compile(r"“[^”]{8,}”|\"[^\"]{8,}\"")


@dataclass(frozen=True, slots=True)
class ExtractedPosition:
    """A position: its line without the dates, and the dates as written."""

    text: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """The result. `sections` are headings as written, with their kind."""

    name: str
    emails: tuple[str, ...]
    phones: tuple[str, ...]
    links: tuple[str, ...]
    sections: tuple[tuple[str, str], ...]
    positions: tuple[ExtractedPosition, ...]
    publications: int
    text: tuple[str, ...]


def extract(reading: Reading) -> Extracted:
    """Extract the facts of a CV from what was read of it."""
    lines = [line.strip() for line in reading.lines if line.strip()]
    sections = _sections(lines, reading.headings)
    text = "\n".join(lines)
    addresses = [link for link in reading.links if not link.startswith(("mailto:", "tel:"))]
    mails = [link.removeprefix("mailto:") for link in reading.links if link.startswith("mailto:")]
    calls = [link.removeprefix("tel:") for link in reading.links if link.startswith("tel:")]
    shown = [phone for phone in _PHONE.findall(text) if 7 <= sum(char.isdigit() for char in phone) <= 15 and "+" in phone]
    return Extracted(
        name=_name(lines),
        emails=tuple(dict.fromkeys([*_EMAIL.findall(text), *mails])),
        phones=tuple(_unique_numbers([*shown, *calls])),
        links=tuple(dict.fromkeys(addresses)),
        sections=tuple((lines[index], kind) for index, kind in sections),
        positions=tuple(_positions(_within(lines, sections, "positions"))),
        publications=_publications(_within(lines, sections, "publications")),
        text=tuple(lines),
    )


def _unique_numbers(phones: list[str]) -> list[str]:
    """Return phone numbers that differ in more than spaces."""
    return list({re.sub(r"[^\d+]", "", phone): phone for phone in reversed(phones)}.values())[::-1]


def _name(lines: list[str]) -> str:
    """Return the first line that looks like a name: up to six words without digits and characters of addresses."""
    for line in lines[:5]:
        words = line.split()
        if 1 <= len(words) <= 6 and not re.search(r"[\d@:/|]", line) and line.casefold() not in _KNOWN:
            return line
    return ""


def _sections(lines: list[str], headings: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return the lines that are headings: known ones, those marked as headings, and those in capitals."""
    marked = {" ".join(heading.split()).casefold() for heading in headings}
    found = []
    for index, line in enumerate(lines):
        plain = line.strip(" :").casefold().replace("&", "and")
        capitals = line.isupper() and len(line) > 3 and len(line.split()) <= 6 and not re.search(r"\d|[,;@]", line)
        if plain in _KNOWN or " ".join(line.split()).casefold() in marked or (capitals and index > 1):
            found.append((index, _KNOWN.get(plain, "other")))
    return found


def _within(lines: list[str], sections: list[tuple[int, str]], wanted: str) -> list[str]:
    """Return the lines of all sections of one kind."""
    found: list[str] = []
    for place, (index, kind) in enumerate(sections):
        end = sections[place + 1][0] if place + 1 < len(sections) else len(lines)
        if kind == wanted:
            found += lines[index + 1 : end]
    return found


def _positions(lines: list[str]) -> list[ExtractedPosition]:
    """Return the lines with a range of dates, or with dates at their beginning or end."""
    found = []
    for index, line in enumerate(lines):
        match = _RANGE.search(line) or _SEVERAL.search(line) or _OPEN.search(line)
        start, end = (match[1], match[2] if match.re is not _OPEN else "") if match else ("", "")
        if match is None and not _ITEM.match(line) and (match := _SINGLE.search(line)):
            start = end = match[1] or match[2]
        if match is None:
            continue
        rest = (line[: match.start()] + line[match.end() :]).strip(" ,;|–—-")
        found.append(ExtractedPosition(rest or (lines[index - 1] if index else ""), start, end))
    return found


def _publications(lines: list[str]) -> int:
    """Count the items of lists, else the titles in quotation marks."""
    items = sum(bool(_ITEM.match(line)) for line in lines)
    return items or len(_QUOTED.findall(" ".join(lines)))
