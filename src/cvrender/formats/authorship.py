"""Read authors with the marks behind and around their names, and make data of what the marks mean.

`*`, `†`, `\\textsuperscript{*}`, `$^*$` and `\\thanks{…}` behind a name are marks; bold, underlined or highlighted names are the
owner's; biblatex's annotations (its manual, section 3.7) say more. What a mark means is taken from the entry's note.
Without a note, a mark that several authors carry is equal contribution, and one that a single author carries is the
corresponding author.
"""

import re
from typing import Any

from cvrender.formats.table import ImportedEntry, SourceReading, keep
from cvrender.formats.values import latex
from cvrender.formats.values.names import bibtex_name, person_fields, split_people
from cvrender.load.locations import Location

OTHERS = "~others"
"""An author that stands for those who are not named."""
MARKS = "~marks"
OWN = "~own"
"""Keys of an author while an entry is being read."""

_COMMANDS = r"\\(?:textbf|underline|uline|myname|me|highlight|hl|mkbibbold|textcolor\{\w+\})"
_OWN = re.compile(rf"{_COMMANDS}(?=\s*\{{)|\{{\\bf(?:series)?\s")
_UNWRAP = re.compile(rf"{_COMMANDS}(?=\s*\{{)|\\bf(?:series)?\b")
_STARRED = re.compile(r"(\*{1,3}|_{1,2})(?=\S)([^*_]*[^\s*_])\1(?!\w)")
_SUPER = re.compile(
    r"\\textsuperscript\s*\{([^{}]*)\}|\$\s*\^\s*\{?([^${}]*)\}?\s*\$|\\\(\s*\^\s*\{?([^{}()]*?)\}?\s*\\\)|\\footnotemark(?:\[\w*\])?|\$([^${}\w]+|\\[a-z]+)\$"
)
_THANKS = re.compile(r"\\(?:thanks|footnote)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_TRAILING = re.compile(r"(?:\\(?:dagger|dag|ddagger|ddag|textdagger|textdaggerdbl|textasteriskcentered|S|P)\b|[*†‡§¶#✉])+\s*$")
_MEANINGS = (
    ("equal", re.compile(r"equal(?:ly)?\b|co-?first|joint(?:ly)? first|contributed the same", re.IGNORECASE)),
    ("corresponding", re.compile(r"correspond", re.IGNORECASE)),
    ("student", re.compile(r"\bstudent|advisee|mentee", re.IGNORECASE)),
)
_MEANING_ALONE = re.compile(
    r"[*†‡§¶]*\s*(?:[:=]|indicates|denotes|means)?\s*(?:the )?(?:equal contributions?"
    r"|(?:these |both )?(?:authors )?contributed equally"
    r"|co-?first authors?|corresponding authors?|students?)",
    re.IGNORECASE,
)
_ANNOTATED = {
    "equal": "equal",
    "cofirst": "equal",
    "cofirstauthor": "equal",
    "equalcontrib": "equal",
    "corresponding": "corresponding",
    "corresp": "corresponding",
    "student": "student",
    "advisee": "student",
}
_OWNERS = frozenset("self me own owner highlight bold myname author".split())
_FIRST = {"two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5}
_FIRST_N = re.compile(
    r"first (two|three|four|five|[2-5]) authors?\b.{0,40}(?:equal|joint)"
    r"|(?:equal|joint).{0,40}first (two|three|four|five|[2-5]) authors?",
    re.IGNORECASE,
)


def bibtex_author(source: str) -> dict[str, Any]:
    """Read one name of a BibTeX list: `name`, with the marks that it carries and whether it is highlighted."""
    source = source.replace("✝", "†")
    if source.strip("{} ").casefold() in ("others", "et al.", "et al", "et. al.", "et. al"):
        return {"name": OTHERS}
    if not re.search(r"[\\{}$*_†‡§¶#✉]", source) or len(source) > 2000:
        return person_fields(bibtex_name(source.strip())) or {"name": ""}
    said = [latex.plain(note) for note in _THANKS.findall(source)]
    bare = _THANKS.sub("", source)
    signs: list[str] = []

    def collect(match: re.Match[str]) -> str:
        for part in re.split(r"[\s,]+", _sign(next((group for group in match.groups() if group), "*"))):
            signs.extend(_signs(part) or [part])
        return ""

    bare = _SUPER.sub(collect, bare).strip()
    is_own = bool(_OWN.search(bare) or _STARRED.search(bare))
    if is_own:
        bare = _STARRED.sub(r"\2", _UNWRAP.sub("", bare)).strip()
        bare = re.sub(r"^\{([^{}]*)\}", r"\1", bare).strip()
    before, comma, after = bare.partition(",")
    trailing = [match[0] for part in (before, after) if (match := _TRAILING.search(part))]
    bare = f"{_TRAILING.sub('', before).rstrip()}{comma}{_TRAILING.sub('', after)}"
    signs += [sign for run in trailing for sign in _signs(run)]
    fields = person_fields(bibtex_name(bare.strip())) or {"name": ""}
    if marks := [sign for sign in (*dict.fromkeys(signs), *said) if sign]:
        fields[MARKS] = marks
    return {**fields, OWN: True} if is_own else fields


def _sign(text: str) -> str:
    text = text.strip()
    return latex.SIGNS.get(text) or re.sub(r"\\[a-z]+", lambda match: latex.SIGNS.get(match[0], match[0]), text)


def _signs(run: str) -> list[str]:
    return [
        match[0]
        for match in re.finditer(r"([*†‡§¶#✉])\1*", re.sub(r"\\[A-Za-z]+", lambda match: latex.SIGNS.get(match[0], "*"), run))
    ]


def bibtex_people(source: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Read the authors of a BibTeX list; return them, and what is wrong with the list."""
    authors, wrong = [], []
    for name in split_people(source):
        try:
            authors.append(bibtex_author(name))
        except ValueError as error:
            wrong.append(str(error))
            parts = [part.strip() for part in latex.plain(name).split(",") if part.strip()]
            authors += [{"name": part} for part in parts] if all(" " in part for part in parts) else [{"name": latex.plain(name)}]
    return [author for author in authors if author["name"]], wrong


def shown_author(source: str) -> dict[str, Any]:
    """Read one name as people say it, in Markdown or plain text, with stars behind and around it."""
    own = _STARRED.match(source.strip())
    name = f"{own[2]}{source.strip()[own.end() :]}" if own else source.strip()
    trailing = re.search(r"[*†‡§¶#✉]+$", name)
    bare = re.sub(r"[*†‡§¶#✉]+$", "", name).strip()
    if bare.casefold().strip(". ") in ("et al", "et. al", "others", "and others"):
        return {"name": OTHERS}
    fields: dict[str, Any] = {"name": bare}
    if trailing:
        fields[MARKS] = _signs(trailing[0])
    return {**fields, OWN: True} if own else fields


def settle(entry: ImportedEntry, reading: SourceReading, annotation: str = "") -> None:
    """Make data of what was collected about an entry's authors: `et_al`, marks, and who the owner is."""
    authors = entry.get("authors")
    if not isinstance(authors, list):
        return
    if any(author.get("name") == OTHERS for author in authors):
        entry["et_al"] = True
        entry["authors"] = authors = [author for author in authors if author["name"] != OTHERS]
    _annotate(authors, annotation)
    meanings = _meanings(authors, str(entry.get("note", "")), reading, entry.place)
    for index, author in enumerate(authors):
        left = []
        for mark in author.pop(MARKS, ()):
            if meanings.get(mark):
                author[meanings[mark]] = True
            else:
                left.append(mark)
        if left:
            keep(author, reading.format, {"marks": left})
        if author.pop(OWN, False) and author["name"] not in reading.owners:
            reading.owners.append(author["name"])
        authors[index] = author["name"] if set(author) == {"name"} else author
    if not authors:
        del entry["authors"]
    if any(meanings.values()) and _explains_marks_alone(str(entry.get("note", ""))):
        del entry["note"]


def _annotate(authors: list[dict[str, Any]], annotation: str) -> None:
    """Biblatex's `1=self,equal;2=corresponding`: an author's number, and words about the author or a part of the name."""
    for part in re.split(r"\s*;\s*", annotation):
        place, _, words = part.partition("=")
        number = place.partition(":")[0].strip()
        for word in filter(None, (each.strip().strip('"') for each in words.split(","))):
            if number.isdigit() and 1 <= int(number) <= len(authors):
                author, known = authors[int(number) - 1], re.sub(r"[\s_-]", "", word.casefold())
                if known in _ANNOTATED:
                    author[_ANNOTATED[known]] = True
                elif known in _OWNERS:
                    author[OWN] = True
                else:
                    author.setdefault(MARKS, []).append(word)


def _meanings(authors: list[dict[str, Any]], note: str, reading: SourceReading, place: Location) -> dict[str, str]:
    """Return what each mark means."""
    holders: dict[str, int] = {}
    for author in authors:
        for mark in author.get(MARKS, ()):
            holders[mark] = holders.get(mark, 0) + 1
    if not holders:
        if match := _FIRST_N.search(note):
            for author in authors[: _FIRST[(match[1] or match[2]).casefold()]]:
                author["equal"] = True
        return {}
    meanings: dict[str, str] = {}
    for mark, number in holders.items():
        meaning = next((name for name, pattern in _MEANINGS if pattern.search(_said_about(mark, note, len(holders)))), "")
        if not meaning and re.fullmatch(r"[*†‡§¶#✉]+", mark):
            meaning = "equal" if number > 1 else "corresponding"
            words = "equal contribution" if number > 1 else "the corresponding author"
            reading.warn(place, f'"{mark}" is taken for {words}: no note says what it means')
        meanings[mark] = meaning
    return meanings


def _explains_marks_alone(note: str) -> bool:
    """Return whether a note says nothing but what the marks mean, which is data now."""
    parts = [part for part in re.split(r"[;.\n]|(?=[*†‡§¶])", note) if part.strip(" \\")]
    return bool(parts) and all(_MEANING_ALONE.fullmatch(part.strip(" \\,")) for part in parts)


def _said_about(mark: str, note: str, marks: int) -> str:
    """Return what a note says about a mark: what follows the mark, or the whole note if it is the only mark."""
    if len(mark) > 3:
        return mark
    for part in re.split(r"[;.\n]\s*|(?=[*†‡§¶])", note.replace("\\*", "*")):
        if part.strip().startswith(mark):
            return part
    return note if marks == 1 else ""
