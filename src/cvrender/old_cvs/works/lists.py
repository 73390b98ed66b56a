"""Infer how the items of a list of publications are worded, and read each of them accordingly.

What explains most items of the list decides what is doubtful in one. An item that can be read in two ways stays one text.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cvrender.formats.authorship import OTHERS, settle, shown_author
from cvrender.formats.lines import OldLine
from cvrender.formats.table import ImportedEntry, SourceReading
from cvrender.formats.values import markdown
from cvrender.formats.works import complete, guessed_type
from cvrender.load.reader import Source
from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.old_cvs.works.formats import ReferenceReading, readings
from cvrender.old_cvs.works.item import ReferenceText, item_of, item_of_lines, take_identifiers, take_original_title, without_time
from cvrender.old_cvs.works.macros import work_of_macro
from cvrender.old_cvs.works.people import are_names, owns
from cvrender.old_cvs.works.section import PublicationItem, kind_of, status_of, year_of
from cvrender.old_cvs.works.words import in_english
from cvrender.text.markup import inline

_LONG = 3_000
_LEAST, _GOOD, _MARGIN = 2.0, 3.5, 0.35
_NO_TITLE = re.compile(
    r"^\W*(?:[&,;)\]]|(?:and|und|&|van|von|der|den|ten|ter|zu) )|^(?:[A-Z]\. ?)+[A-Z][\w'’-]+$"
    r"|^\*\*[^*]+\*\*\W*[,.;:]\W*\*[^*]|^[“„«\"][^”»\"]+[”»\"][^”»\"]*\*[^*]+\*$|^\W*(?:et|y|e)\s+(?:[A-Z]\.\s?)+"
    r"|^[^\W\d_][\w'’-]+, (?:[A-Z]\.[ -]?)+(?:,|$)|(?:[A-Z]\. [A-Z][\w'’-]+, ){2}|^\((?:[^()]* )?(?:19|20)\d\d\)"
    r"|^\*\*[^*]{20,}\*\* \S|[ -](?:of|for|the|and|in|an?|with|to|on|from|by|via|de|du|des|da|do|der|die|und|et|y|e)$"
    r"|\b[A-Z]{2,}\w* ?[’']\d\d\**$|^\\?\[[^\]]*$"
)
"""Texts that begin with what is left of a list of authors, have two looks (a conference and its place), or break off."""
_LIKE_NAMES = re.compile(r"[㐀-鿿][，,、．]|\b[A-Z]\.|(?:,.*){3}")
_TELLING = {"date", "status", "said status", "doi", "arxiv", "pmid", "isbn", "url"}
_SHARES = (1.2, 0.8, 0.5, 0.6, 0.6)
"""How much it counts that all other items have the same order, form of names, separator, delimiter, and end of the title."""
_STATUSES = {
    "in press": "in-press",
    "no prelo": "in-press",
    "im druck": "in-press",
    "en prensa": "in-press",
    "to appear": "in-press",
}


def publications(
    items: Sequence[PublicationItem], owner: str = "", cited: Sequence[ImportedEntry] = ()
) -> list[ImportedEntry | None]:
    """Return what each item of a list says; None for an item whose authors, title and rest cannot be told apart for sure.

    `cited` are works that the file says in BibTeX, too: the title of one tells that of the item which shows it.
    """
    alternatives = [_readings(item.lines, owner) for item in items]
    works = [_cited_by(item, cited) for item in items]
    for (ways, _), work in zip(alternatives, works, strict=True):
        if work:
            for way in ways:
                way.worth += 5.0 * (_letters(way.title) == _letters(str(work["title"])))
            ways.sort(key=lambda way: -way.worth)
    shares = [Counter[str]() for _ in _SHARES]
    for ways, _ in alternatives:
        for share, part in zip(shares, ways[0].way if ways else (), strict=False):
            share[part] += 1
    total = sum(bool(ways) for ways, _ in alternatives) or 1
    good = sum(bool(ways) and ways[0].worth > _GOOD for ways, _ in alternatives)
    least = _LEAST if 2 * good >= len(items) else _GOOD
    entries = []
    for item, (ways, known), work in zip(items, alternatives, works, strict=True):
        chosen = _chosen(ways, shares, total, least)
        entry = _of_macro(item) or (_entry(item, chosen, known, owner) if chosen else None)
        if work and (entry is None or _letters(str(entry["title"])) != _letters(str(work["title"]))):
            entry = work
        elif entry is not None and work:
            _complete_by(entry, work)
        entries.append(entry)
    return entries


def _of_macro(item: PublicationItem) -> ImportedEntry | None:
    """Return a work of which a macro says the parts, with what the heading above it says."""
    entry = work_of_macro(item.lines)
    if entry is not None:
        _take_heading(entry, item.heading)
        if names := entry.pop("authors", None):
            entry["authors"] = list(map(_author, names))
    return entry


def _complete_by(entry: ImportedEntry, work: ImportedEntry) -> None:
    """Take from BibTeX what an item does not show, and what was read otherwise: the type, the year, the names."""
    taken = {"type"}
    if "date" in work and str(work["date"])[:4] not in str(date := entry.get("date", "")):
        taken.add("date")
        entry["note"] = "; ".join(filter(None, (str(entry.get("note", "")), str(date))))  # the year of an award, say
    if len(work.get("authors", ())) > len(entry.get("authors", ())):
        taken |= {"authors", "venue"}
    entry.update({key: value for key, value in work.items() if key not in entry or key in taken})


def _cited_by(item: PublicationItem, cited: Sequence[ImportedEntry]) -> ImportedEntry | None:
    """Return the work, of those in BibTeX, that an item shows: of several with its title, that of its year and people."""
    said = _letters(" ".join(line.plain for line in item.lines)) if cited else ""

    def likeness(work: ImportedEntry) -> tuple[int, bool, int]:
        people = [_letters(str(author["name"] if isinstance(author, dict) else author)) for author in work.get("authors", ())]
        named = sum(name in said for name in people)
        return len(_letters(str(work["title"]))), str(work.get("date", ""))[:4] in said, 2 * named - len(people)

    same = [work for work in cited if len(name := _letters(str(work.get("title", "")))) > 7 and name in said]
    return max(same, key=likeness, default=None)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", inline(text).plain.casefold())


def is_read(lines: Sequence[OldLine], owner: str = "") -> bool:
    """Return whether lines can be read as one reference."""
    ways, _ = _readings(lines, owner)
    return (
        len(lines) < 8 and bool(ways) and ways[0].worth > _GOOD and (bool(ways[0].names) or ways[0].way[-1] in ("look", "quotes"))
    )


def are_works(items: Sequence[PublicationItem], owner: str) -> bool:
    """Return whether most items are references that name their owner among the authors, or several in another script."""
    own = _own(owner)
    read = [ways[0] for ways in (_readings(item.lines, owner)[0] for item in items if len(item.lines) < 8) if ways]
    good = [way for way in read if way.worth > _GOOD]
    known = sum(owns(way.names, own) for way in good)
    others = [way for way in good if _is_latin(owner or "A") != _is_latin("".join(way.names))]
    known += sum(len(way.names) > 1 and "date" in way.fields for way in others)
    of_macros = filter(None, (work_of_macro(item.lines) for item in items))
    known = max(known, sum(owns(list(map(str, work.get("authors", ()))), own) for work in of_macros))
    return known > 1 and 5 * known >= 3 * len(items)


def _is_latin(text: str) -> bool:
    return bool(re.search(r"[A-Za-z]", text))


def _own(owner: str) -> frozenset[str]:
    """Return the family name of the owner of a list, for comparison."""
    return frozenset(word.casefold() for word in re.findall(r"[^\W\d_]{2,}", owner.partition(",")[0])[-1:])


def _readings(lines: Sequence[OldLine], owner: str) -> tuple[list[ReferenceReading], dict[str, str]]:
    if sum(len(line.plain) for line in lines) > _LONG * 3:
        return [], {}
    parted = [without_time(line) for line in lines]
    lines = [replace(line, cells=cells) for line, (cells, _) in zip(lines, parted, strict=True)]
    item, known = take_identifiers(_before_owner(in_english(item_of_lines(lines)), owner.partition(",")[0]))
    item, original = take_original_title(item)
    said = {"date": next((date for _, date in parted if date), ""), "original_title": original}
    is_read = len(item.text) <= _LONG * 3 and not are_names(item.text)
    return (readings(item, _own(owner), {key: value for key, value in said.items() if value}), known) if is_read else ([], known)


def _before_owner(item: ReferenceText, owner: str) -> ReferenceText:
    """End the line of a title in bold before the owner's name, which is in bold, too, and begins the next line."""
    for low, high in item.runs("bold"):
        begin = item.text.find(owner, low + 15, high) if owner else -1
        is_last = begin > 0 and re.fullmatch(r"[*†‡§¶∗,; ]*", item.text[begin + len(owner) : high])
        if is_last and re.search(r"[^:;,\]] $", item.text[:begin]):
            return item_of((*item.cut(0, begin - 1).spans, Span("\n"), *item.cut(begin, len(item.text)).spans))
    return item


def _take_heading(entry: ImportedEntry, heading: str) -> None:
    """Take what the heading above a work says of it: its type, its year, or how far it is."""
    kind, status, year = kind_of(heading), status_of(heading), year_of(heading)
    if year and "date" not in entry and entry.get("status", "accepted") in ("accepted", "in-press"):
        entry["date"] = year
    if status and not {"status", "date"} & set(entry):
        entry["status"] = status
    if kind == "workshop":
        entry.setdefault("genre", kind)
    entry.setdefault("type", "paper-conference" if kind == "workshop" else kind or guessed_type(entry))


def _author(name: str) -> dict[str, Any]:
    """Return an author, with the name in its own script behind the other one."""
    match = re.fullmatch(r"(.+?) \(([^()]+)\)(\W*)", name)
    return {**shown_author(match[1] + match[3]), "native": match[2]} if match else shown_author(name)


def _chosen(ways: list[ReferenceReading], shares: Sequence[Counter[str]], total: int, least: float) -> ReferenceReading | None:
    """Return the reading that agrees best with the other items; None if another one is nearly as good."""
    worths = {
        id(way): way.worth + sum(much * share[part] / total for much, share, part in zip(_SHARES, shares, way.way, strict=True))
        for way in ways
    }
    ranked = sorted(ways, key=lambda way: -worths[id(way)])
    if not ranked or worths[id(ranked[0])] < least:
        return None
    best = ranked[0]
    enough = _LEAST if "date" in best.fields and len(best.title.split()) > 2 else _GOOD
    is_apart = best.way[-1] in ("look", "quotes") and best.worth > enough and not best.title[:1].islower()
    if not best.names and 2 * shares[0][best.way[0]] <= total and not is_apart:
        return None
    rivals = [way for way in ranked if way.title != best.title or not set(way.names) <= set(best.names)]
    other = next((way for way in rivals if way.says != best.says), None)
    return best if other is None or worths[id(best)] - worths[id(other)] > _MARGIN * (total < 4) else None


def _is_of_several(reading: ReferenceReading) -> bool:
    """Return whether other parts have names of the authors, as where several works stand in one, or begin in the middle."""
    venue, note = (str(reading.fields.get(key, "")) for key in ("venue", "note"))
    names = "|".join({re.escape(word) for name in reading.names for word in re.findall(r"[^\W\d_]{3,}", name)})
    if re.match(r"in [A-Z]", venue) or not names:
        return bool(names)
    another = rf"\b(?:{names}), [^\W\d_](?:$|\.|[^\W\d_]+\. \(?(?:19|20)\d\d)"
    return bool(
        re.match(another, venue) or re.search(another, note) or re.search(rf"\b(?:{names})\.? \(?(?:19|20)\d\d\b", reading.title)
    )


def _entry(item: PublicationItem, reading: ReferenceReading, known: dict[str, str], owner: str) -> ImportedEntry | None:
    """Return the entry of a reading; None if what should be its title cannot be one."""
    is_bare = not _TELLING & {*known, *reading.fields} and not owns(reading.names, _own(owner))
    is_of_names = _LIKE_NAMES.search(reading.title) and are_names(reading.title)
    if _NO_TITLE.search(reading.title) or is_of_names or _is_of_several(reading) or is_bare:
        return None
    line = item.lines[0]
    entry = ImportedEntry(dict(known), {(): (line.file, line.number, 1)})
    fields = dict(reading.fields)
    names = [*([owner] if fields.pop("with", False) and owner else []), *reading.names]
    if issn := entry.pop("issn", ""):
        fields["note"] = "; ".join(filter(None, (fields.get("note"), f"ISSN {issn}")))
    entry["title"] = reading.title
    role = fields.pop("role", "authors")
    if names:
        entry[role] = [_author(name) for name in names]
    label, said = fields.pop("label", None), fields.pop("said status", "")
    if said and said != "n.d.":
        fields["status"] = _STATUSES.get(said, said.replace(" ", "-").replace("in-prep.", "in-preparation"))
    if "venue" in fields:
        entry["venue"] = {"name": fields.pop("venue")}
    if label:
        named = entry.get("venue", {}).get("name", label)
        entry["venue"] = {"name": named, **({"short": label} if named != label else {})}
    if "including" in fields:
        members = fields.pop("including")
        if reading.names[-1] == OTHERS:
            entry["authors"][-1:-1] = map(_author, members)
        else:
            fields |= {"collaboration": entry.pop("authors")[0]["name"], "including": members}
    if isinstance(editors := fields.get("container_editors"), str):
        fields["container_editors"] = [editors]
    for key, value in fields.items():
        entry[key] = markdown.escape(value) if key == "note" else value
    reading_of = SourceReading(Source(line.file, {}, {}, {}), "prose")
    settle(entry, reading_of)
    _take_heading(entry, item.heading)
    complete(entry, reading_of)
    return entry
