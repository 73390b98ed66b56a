"""Mend and judge the entries of a section together: places behind names, and which entries are doubtful."""

import re
from collections.abc import Sequence

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.old_cvs.commas import STATES, TEAM
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.kinds_of_words import is_place, kinds
from cvrender.text.markup import inline

FROM = "x-from"
_TAIL = re.compile(r"(?P<name>.{2,80}?),\s+(?P<place>[^\W\d_a-z][^,()]{1,30}(?:, [^\W\d_a-z][^,()]{1,30})?)")
_LEGAL = re.compile(
    r"(?P<name>.{2,60}\b(?:GmbH(?: & Co\. ?KG)?|AG|KG|e\.V\.|Ltd\.?|Inc\.?|LLC|SARL|SAS|S\.A\.|S\.[rR]\.[lL]\.|s\.r\.o\.|"
    r"a\.s\.|B\.V\.|A/S|Oy|AB))"
    r" (?P<place>[^\W\d_a-z][\w-]+(?: [^\W\d_a-z][\w-]+)?)"
)
_BAD_EDGE = re.compile(
    r"^[a-zà-ÿ(]|^[\W\d]+$|[(,:;–-]$|[–—-] \w{1,3}$|"
    r"\b(?:und|and|et|e|y|de|der|of|in|en|am|im|à|du|da|do|dos|des|del|di|della|van|von|an)$|[.;:] [A-Z]"
)


_ODD = re.compile(
    r"[:=\"*_“”：（|·\ufffd]|\d{3}|^\d|[a-zà-ÿ]{4}[A-Z][a-zà-ÿ]{2}|(?i:thes[ei]s|\bthèse|\btesi|\btese|arbeit\b|voraussicht|anticipated|expected|certifi[ée]\b|"
    r"stage pratique|закончил|graduated|导师|入社|退社|入学|卒業|終了|修了)"
)
"""What neither the name of an organization nor a title or degree has."""
_NO_NAME = re.compile(r"(?i)(?:r&d|it|universit\w*|uniwersytet|университет|college|school|institut\w*|academy|company|hospital)")
"""Words that say what an organization is, but not which."""


_SIGN_WITHIN = re.compile(r"\s[–—-]|[–—-]\s|[;/]")
"""A sign that divides the parts of a line, and so may divide a part where none is divided."""
_OPEN_END = re.compile(r"\d\s*[–—-]+\s*$")
_NO_DEGREE = re.compile(
    r"(?i)\bstudent|\bcandidate|専攻|研究科|unfinished|not completed|incomplet|inacabad|trancad|inconclu|cursad[oa]|inachevé|"
    r"non terminé|abgebrochen|ohne abschluss|niet afgerond|non conclus|interrott|неоконч|незаконч|незаверш|niedokończ|nieukończ|"
    r"nedokonč|befejezetlen|neterminat|keskeytynyt|oavslutad|afbrudt|ufullført|yarım|中退|肄业|肄業|중퇴"
)
"""What is not part of a degree, but says who is about to have it, or where, or that it was not finished."""
_SELF_EMPLOYED = re.compile(
    r"(?i)free-?lancer?|self-employed|zelfstandig\w*|zzp'er|selbst(?:st)?ändig\w*|freiberuf\w*|ind[ée]pendante?|aut[ôóo]nom[oa]|"
    r"libero professionista|"
    r"фрилансер|самозанят\w*|samozatrudni\w*|egenföretagare|selvstendig|selvstændig|yrittäjä"
)
"""How the person is employed, next to which the job may stand for an employer."""
_WORDS = 160
"""The characters of the old words that a comment repeats."""


def with_places(entries: Sequence[ImportedEntry], key: str) -> None:
    """Divide `Acme, Springfield` in all entries of a section, if most of those without a place are written so."""
    bare = [entry for entry in entries if key in entry and "location" not in entry]
    divided = [(entry, match) for entry in bare if (match := _place_behind(str(entry[key])))]
    others = sum("location" in entry for entry in entries)
    is_usual = len(divided) + others > 1 and 2 * len(divided) >= len(bare)
    for entry, match in divided:
        if is_usual or is_place(inline(match["place"]).plain) or match.re is _LEGAL:
            entry[key], entry["location"] = match["name"].strip(), match["place"]


def _place_behind(text: str) -> re.Match[str] | None:
    """Return the name and the place of a text that may have both."""
    if match := _LEGAL.fullmatch(text):
        return match if not kinds(match["place"]) - {"place"} else None
    match = _TAIL.fullmatch(text)
    if match is None or "](" in text or len(match["place"].split()) > 5 or STATES.fullmatch(match["name"]):
        return None
    return match if not kinds(inline(match["place"]).plain) - {"place"} and not any(dates_in(match["place"])) else None


def doubts(entries: Sequence[ImportedEntry], section: str, heads: Sequence[Sequence[OldLine]]) -> None:
    """Mark the entries of which not all parts are surely what they are said to be, with the old words."""
    for entry, lines in zip(entries, heads, strict=True):
        if FROM in entry or _is_doubtful(entry, section) or _is_divided_oddly(entry, section, [line.cells for line in lines]):
            mark(entry, lines)


def mark(entry: ImportedEntry, lines: Sequence[OldLine]) -> None:
    """Mark an entry as doubtful, with the old words."""
    words = " | ".join(cell.plain for line in lines for cell in line.cells if cell.plain)
    entry[FROM] = {
        "line": lines[0].number,
        "sure": "low",
        "words": words if len(words) < _WORDS else f"{words[:_WORDS]}…",
    }


def _is_doubtful(entry: ImportedEntry, section: str) -> bool:
    """Return whether a part is missing or may be something else: sure is a job or degree by its words, with no odd part."""
    name, main, own = ("organization", "title", "title") if section == "positions" else ("institution", "degree", "degree")
    time = [entry[key] for key in ("start", "end", "date") if key in entry]
    if not all(key in entry for key in (name, main)) or not time or any(isinstance(part, list) or "/" in part for part in time):
        return True
    texts = {key: inline(str(entry[key])) for key in (name, main, "field", "location") if key in entry}
    if any(span.href for text in texts.values() for span in text.spans) or {"team", "department"} & set(entry):
        return True
    whole, other, place = (texts[key].plain if key in texts else "" for key in (name, main, "location"))
    if any(_is_odd(texts[key].plain) for key in (name, main, "field") if key in texts) or place and _is_odd_place(place):
        return True
    subject = " ".join(texts[key].plain for key in (main, "field") if key in texts)
    if "," in whole and not STATES.match(whole) or "," in subject:
        return True
    if section == "education" and ("organization" not in kinds(whole) or " " not in subject or _NO_DEGREE.search(subject)):
        return True  # `Master` is doubtful, too: its subject may stand elsewhere
    if (
        is_place(" ".join(whole.split()[-2:]))
        and re.search(" [A-Z]{2}$", whole)
        or _NO_NAME.fullmatch(whole)
        or TEAM.match(whole)
        or _SELF_EMPLOYED.fullmatch(other)
        or re.search(r"\s[–—-]\s", other)
    ):
        return True
    said = kinds(other) | (kinds(whole) - {"organization", "place"})
    return own not in kinds(other) or own in kinds(whole) or bool(said - {own, "title", "place"})


def _is_divided_oddly(entry: ImportedEntry, section: str, rows: Sequence[Sequence[LineCell]]) -> bool:
    """Return whether parts may be others by the head's lines: they say other words, or have no sign between, or one within."""
    keys = ("organization", "title") if section == "positions" else ("institution", "degree")
    name, main, *others = (inline(str(entry[key])).plain for key in (*keys, "field", "location") if key in entry)
    cells = [cell.plain for row in rows for cell in row]
    whole = re.sub(r"\W", "", "".join(cells))
    if re.search(r"\d", name) or any(re.sub(r"\W", "", part) not in whole for part in (name, main, *others)):
        return True
    if entry.get("end") == "present" and any(map(_OPEN_END.search, cells)):
        return True  # the end may stand elsewhere
    for cell in cells:
        within = [part for part in (name, main, *others) if part in cell]
        if f"{name}{main}" in cell or f"{main}{name}" in cell or len(within) > 1 and any(map(_SIGN_WITHIN.search, within)):
            return True
    return False


def _is_odd_place(place: str) -> bool:
    """Return whether a text may be more than a place, or none: an employer or a group before it."""
    parts = re.split(r",\s*| - |/", place)
    return place[:1].islower() or not is_place(place) or not all(is_place(part) or len(part) == 2 for part in parts)


def _is_odd(text: str) -> bool:
    """Return whether a text looks like more than a name, or less: a sentence, a label, a thesis, numbers, signs that are left."""
    return bool(
        len(text) > 90 or any(dates_in(text)) or _BAD_EDGE.search(text) or _ODD.search(text) or text.count("(") != text.count(")")
    )
