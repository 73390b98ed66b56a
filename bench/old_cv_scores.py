"""Compare what was imported from an old CV with what it says: persons, positions, degrees and works."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cvrender.text.formulas import readable
from cvrender.text.markup import inline

Entry = Mapping[str, str]
POSITION = ("organization", "title", "place", "start", "end")
DEGREE = ("institution", "degree", "place", "start", "end")
_WITH_TEAM = ("with team", "before team")
_TELLING = {"organization", "title", "institution", "degree"}
"""The fields of which one must be right for an entry to be the one that is meant."""


@dataclass
class Score:
    """What was counted in one file, and what was wrong, as text."""

    file: str
    kind: str
    draw: str
    is_refused: bool = False
    exit_code: int = 0
    failed: bool = False
    right: int = 0
    fields: int = 0
    extra: int = 0
    imported: int = 0
    names: int = 0
    names_right: int = 0
    emails: int = 0
    emails_right: int = 0
    works: int = 0
    works_found: int = 0
    works_wrong: int = 0
    works_judged: int = 0
    works_imported: int = 0
    works_of: int = 0
    sure: int = 0
    sure_right: int = 0
    lost: int = 0
    lines: int = 0
    wrong: list[str] = field(default_factory=list)


def entries(data: Any, section: str) -> list[dict[str, str]]:
    """Return the positions or degrees of a profile, one for each role, with the keys of the truth."""
    found = []
    for entry in data.get(section) or ():
        for role in entry.get("roles") or (entry,):
            both = {**entry, **role}
            made = {key: _text(both.get(key)) for key in ("organization", "title", "institution", "degree")}
            if team := _text(both.get("team")) or _text(both.get("department")):
                whole = made["organization"] or made["institution"]
                made["with team"], made["before team"] = f"{team}, {whole}", f"{whole}, {team}"
            made["degree"] = " ".join(filter(None, (made["degree"], _text(both.get("field")))))
            made["place"] = _text(both.get("place") or both.get("location"))
            date = both.get("date")
            first, _, last = _text(date[0] if isinstance(date, list) else date).partition("/")
            made["start"] = _text(both.get("start")) or first
            made["end"] = _text(both.get("end")) or last
            made["low"] = _is_low(both)
            found.append({key: value for key, value in made.items() if value})
    return found


def _text(value: Any) -> str:
    """Return a value as text, in English where it is in several languages."""
    if isinstance(value, dict):
        value = value.get("en") or next(iter(value.values()), "")
    return str(value) if value not in (None, "") else ""


def _is_low(entry: Mapping[str, Any]) -> str:
    """Return "low" if the entry says that the reader was not sure."""
    return "low" if "low" in str((entry.get("x-from") or {}) if isinstance(entry, Mapping) else "") else ""


def is_same(key: str, wanted: str, got: str) -> bool:
    """Return whether a field is right: the same letters, or nearly all of them in one run; the same month, or year."""
    if key in ("start", "end"):
        wanted, got = wanted[:7], got[:7]
        return bool(got) and (wanted == got or (wanted[:4] == got[:4] and 4 in (len(wanted), len(got))))
    first, second = (_letters(text, key) for text in (wanted, got))
    short, long = sorted((first, second), key=len)
    return first == second or (len(short) > 2 and short in long and len(long) < 1.6 * len(short))


def _letters(text: str, key: str = "") -> str:
    folded = unicodedata.normalize("NFKD", readable(inline(text)).casefold())
    if key == "degree":
        folded = re.sub(r"\b(?:in|en|of)\b", " ", folded)
    return "".join(char for char in folded if char.isalnum())


def compare_person(wanted: Entry, got: Mapping[str, Any], made: Score) -> None:
    """Count whether the name is exact and whether the e-mail address is there."""
    if name := wanted.get("name"):
        found = _text(got.get("name"))
        made.names += 1
        made.names_right += _letters(name) == _letters(found)
        if _letters(name) != _letters(found):
            made.wrong.append(f"name {name!r}, got {found!r}")
    if address := wanted.get("email"):
        found = str(got.get("emails") or got.get("email") or "")
        made.emails += 1
        made.emails_right += address.casefold() in found.casefold()
        if address.casefold() not in found.casefold():
            made.wrong.append(f"e-mail {address}, got {found!r}")


def compare_entries(
    wanted: Iterable[Entry], got: list[dict[str, str]], keys: tuple[str, ...], optional: Sequence[Entry], made: Score
) -> None:
    """Count the right fields of entries, each imported entry once, and the entries that the file does not have."""
    left = list(got)
    made.imported += len(got)
    for entry in wanted:
        asked = [key for key in keys if entry.get(key)]
        made.fields += len(asked)
        best = max(left, key=lambda found: len(_right(entry, asked, found)), default={})
        found = _right(entry, asked, best)
        made.right += len(found)
        if found:
            left.remove(best)
            is_meant = bool(_TELLING.intersection(found))
            _judge(best, is_right=is_meant and not any(best.get(key) for key in asked if key not in found), made=made)
            made.extra += not is_meant
        if len(found) < len(asked):
            missing = {key: entry[key] for key in asked if key not in found}
            made.wrong.append(f"wanted {missing}, got { {key: best.get(key) for key in missing} if found else None }")
    for entry in left:
        if not _is_optional(entry, optional):
            made.extra += 1
            _judge(entry, is_right=False, made=made)
            made.wrong.append(f"extra {entry}")


def _right(entry: Entry, asked: Iterable[str], found: Entry) -> list[str]:
    """Return which of the asked fields are right. Where the file says one date, it may be the begin or the end."""
    dates = {found.get("start", ""), found.get("end", "")} - {""}
    right = []
    for key in asked:
        got = [found.get(key, ""), *(found.get(name, "") for name in _WITH_TEAM if key in ("organization", "institution"))]
        if key in ("start", "end") and len(dates) == 1 and len({"start", "end"}.intersection(asked)) == 1:
            got = list(dates)
        if any(is_same(key, entry[key], each) for each in got):
            right.append(key)
    return right


def _is_optional(entry: Entry, optional: Iterable[Entry]) -> bool:
    text = _letters(" ".join(entry.get(key, "") for key in sorted(_TELLING)))
    parts = [_letters(part) for each in optional for part in each.values()]
    return any(len(part) > 3 and (part in text or (len(text) > 5 and text in part)) for part in parts)


def _judge(entry: Mapping[str, Any], *, is_right: bool, made: Score) -> None:
    """Count an entry of which the import did not say that it is not sure."""
    if not entry.get("low"):
        made.sure += 1
        made.sure_right += is_right


def compare_works(truth: Mapping[str, Any], got: Sequence[Mapping[str, Any]], made: Score) -> None:
    """Count the works that were imported with their title and year, and those of which one of these is wrong."""
    wanted = list(truth.get("works") or ())
    number = int(truth.get("number") or len(wanted))
    made.works += len(wanted)
    made.works_of += number
    made.works_imported += len(got)
    found = set()
    for work in got:
        title = _letters(_text(work.get("title")))
        year = str(work.get("date") or work.get("year") or "")
        same = [index for index, each in enumerate(wanted) if _is_title(_letters(each["title"]), title)]
        match = next(
            (index for index in same if index not in found and wanted[index].get("year", "") in year), next(iter(same), None)
        )
        is_right = match is not None and wanted[match].get("year", "") in year
        if is_right:
            found.add(match)
        elif match is None and number > len(wanted) and not _is_part(work, wanted):
            continue
        made.works_judged += 1
        made.works_wrong += not is_right
        _judge({"low": _is_low(work)}, is_right=is_right, made=made)
        if not is_right:
            made.wrong.append(f"wrong work {_text(work.get('title'))[:90]!r} {year}")
    made.works_found += len(found)
    made.wrong += [f"wanted work {each['title']!r}" for index, each in enumerate(wanted) if index not in found]


def _is_title(wanted: str, got: str) -> bool:
    short, long = sorted((wanted, got), key=len)
    return bool(short) and short in long and len(long) < 1.1 * len(short)


def _is_part(work: Mapping[str, Any], wanted: Iterable[Entry]) -> bool:
    """Return whether a work is made of one of the wanted works, though its title is not."""
    text, title = _letters(str(dict(work))), _letters(_text(work.get("title")))
    titles = [_letters(each["title"]) for each in wanted]
    return any(each in text or (len(title) > 15 and title in each) for each in titles)
