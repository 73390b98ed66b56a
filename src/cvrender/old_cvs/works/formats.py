"""Read a reference in every way that its signs and looks allow, and say how much each way is worth.

A way is an order (authors or the title first), a form of names, what stands between the names, what follows them, and what ends
the title. Which of them a list uses is inferred from all of its items.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from cvrender.formats.authorship import OTHERS
from cvrender.model.text import Span
from cvrender.old_cvs.works.item import ReferenceText, closing, item_of
from cvrender.old_cvs.works.people import PARTICLES, NameList, names_at, owns
from cvrender.old_cvs.works.styles import styled_reference
from cvrender.old_cvs.works.tails import ABBREVIATED, YEAR, month_of, read_tail, venue_worth

_ROLE = re.compile(
    r",? ?\(?(?i:eds?\.?|editors?|hrsg\.?|hg\.?|orgs?\.?|coords?\.?|dirs?\.|a cura di)\)(?=\W)|, (?:eds?\.|editors?)(?=\W)"
)
_STATUS = (
    r"in (?:press|review|revision)|forthcoming|accepted|submitted|to appear|under (?:review|revision)|in prep(?:aration|\.)?|"
    r"n\.d\.|no prelo|im Druck|en prensa|sous presse|à paraître|accepté|soumis|eingereicht|angenommen|aceito|aceptado"
)
_DELIMITERS = (
    ("newline", r" ?[.,;:．。，]? ?\n\s*"),
    (
        "(year)",
        rf"[.,]? ?[(（\[](?:(?:\d{{1,2}}(?:er)? )?(?:[^\W\d_]{{3,9}}\.? )?(?P<date>{YEAR})[a-z]?"
        rf"(?P<more>[,/] ?[^)]{{1,30}})?|(?P<status>(?i:{_STATUS})))[)）\]] ?[.,:;]?\s*",
    ),
    ("year", rf"[.,]? ?(?P<date>{YEAR})[a-z]? ?(?:[.,:;]\s+|\s(?=[“\"]))"),
    ("colon", r" ?: +"),
    ("stop", r" ?[.．。] *(?=\S)|(?<=[.*†‡§¶#✉]) +|(?<=\.)(?=[^\W\d_][^\W\d_])"),
    ("comma", r" ?[,，] *"),
    ("dash", r" ?; +| +[–—|·-] +"),
    ("none", r" *(?=[“„«\"‘'])"),
)
_PATTERNS = tuple((name, re.compile(pattern)) for name, pattern in _DELIMITERS)
_INCLUDING = re.compile(r",?\s\(?incl(?:uding|\.)\s")
_BLANK = re.compile(" ")
_FULL = 70
_WITH = r"(?:joint(?:ly)?(?: work| paper)? )?(?:with|con|mit|avec|com|met|med|gemeinsam mit|en collaboration avec)"
_BETWEEN = re.compile(
    rf"[”\"]?[\s.,;:–—|-]*(?:\(?(?:[^\W\d_]{{3,9}}\.? )?(?P<date>{YEAR})\)?[\s.,;:–—|-]*)?"
    rf"(?P<with>\(?(?i:{_WITH}) )?(?:(?i:by|authors?):? )?"
)
_WHEN = rf"(?:\s*[’'](?P<short>\d\d)|\s*(?P<year>{YEAR}))"
_LABELS = (
    re.compile(rf"\[(?P<name>[^\[\]]{{0,60}}?){_WHEN}?\]:?\s+"),
    re.compile(rf"(?P<name>(?:[A-Z]|[a-z]{{1,3}}[A-Z])[^:“\"()\[\].\n]{{0,80}}?)?{_WHEN}(?: ?[:;]|[.,])\s+"),
    re.compile(rf"(?P<name>){_WHEN}\s+"),
    re.compile(r"(?P<name>(?:[A-Z]|[a-z]{1,3}[A-Z])[^:“\"()\[\].\n]{0,80}) ?:\s+(?P<short>)(?P<year>)"),
)
_GENRE = re.compile(r"(?<=[^\W_]) ?\[[^\[\]]{3,60}\]$")
_MARK = re.compile(r"\s*[\[［](?:[A-Z]|EB|DB)(?:/OL)?[\]］]\s*[.,．，]?")
_INSIDE = re.compile(
    r"[.,?!;] +(?:\*?[Ii]n:? (?!(?i:press|prep|review|revision|progress)\b)|In: ?|Em: ?|Dans:? |En: |// ?)"
    r"(?=[^a-z]|in |the |proc)|\s+// ?| In: "
)
_COAUTHORS = re.compile(rf"[.,]? \({_WITH} (?=[^\Wa-z\d_])|, {_WITH} (?=[^\Wa-z\d_][^\W\d_]*\.? ?[A-Z])")
_SENTENCE = re.compile(r"[.?!。．][”\")]* +(?=\S)|[．。]")
_TITLE_IN_NAMES = re.compile(
    r"^(?:[A-Z]\. ?)+[A-Z][a-z]|^[A-Z]\w+ [A-Z]\w+(?:, [A-Z]\w+ [A-Z]\w+)+$"
    r"|^[^\W\d_][\w'’-]+[,.]? (?:[A-Z]\.?-?)+(?:[,;.]|$)|(?<![\w.])[A-Z]\. ?[A-Z][a-z]+,"
    r"|[A-Z][a-z]+, (?:[A-Z]\.[ -]?)+,|\band [A-Z]\. [A-Z][a-z]+|^(?:[a-z]+ ){0,3}[A-Z][\w'’-]*, [A-Z]\.?$"
    r"|[A-Z][\w'’-]+ [A-Z]{1,3}\.?[,;] [A-Z][\w'’-]+ [A-Z]{1,3}\b"
)
_AT_END = re.compile(r"\s*\([^()]+\)$")
_NO_TITLE = re.compile(r"(?:Hg\.|Hrsg\.|[Ee]d(?:ited|s?\.) by|Rezens|Rez\.)|.*\((?i:eds?|hg|hrsg|orgs?|coords?)\.?\)$")
_BROKEN = re.compile(r"\b(?:of|for|the|and|in|an?|with|to|on|from|by|via)$|\b[A-Z]{2,}\w* ?[’']\d\d$")
_BOOKISH = re.compile(r"(?i)\b(?:Proceedings of|Proc\.|Journal of|Transactions on|vol\.|pp\.|doi)\b|\bConference on\b")


@dataclass(slots=True)
class ReferenceReading:
    """A way to read a reference: names, title, fields, and what it is worth. `way` says how it was divided."""

    names: tuple[str, ...]
    title: str
    way: tuple[str, ...]
    rest: ReferenceText
    fields: dict[str, Any] = field(default_factory=dict)
    worth: float = 0.0

    @property
    def says(self) -> tuple[Any, ...]:
        """Return what tells it from another reading."""
        return self.names, re.sub(r"\W", "", self.title)


def readings(item: ReferenceText, own: frozenset[str], said: Mapping[str, str] = MappingProxyType({})) -> list[ReferenceReading]:
    """Return the best ways to read a reference, the best first.

    `own` are the family names of the owner of the list, `said` are fields that stand apart from the text.
    """
    read: list[ReferenceReading] = []
    for begin, label in _labels(item):
        for reading in (*_authors_first(item, begin, own), *_title_first(item, begin, own), *_without_authors(item, begin)):
            reading.fields = {**label, **reading.fields, **said}
            reading.worth += 0.6 * bool(label)
            read.append(reading)
    read += _in_known_styles(item, own)
    if own:
        for reading in read:
            shared = own & {word.casefold() for word in re.findall(r"[^\W\d_]{2,}", f"{reading.title} {reading.rest.text[:80]}")}
            reading.worth -= 2.5 * bool(shared and not owns(reading.names, own))
            reading.worth -= 3.0 * (len(reading.title.split()) < 6 and owns([reading.title], own))
    read.sort(key=lambda reading: -reading.worth)
    for reading in read[:24]:
        if reading.way[0] == "style":
            continue
        reading.worth -= 2.5 * bool(re.match(r"[\s.,:;]*[“„«\"‘]", reading.rest.text))
        tail = read_tail(reading.rest, reading.fields)
        dated = "date" in reading.fields or "date" in tail
        reading.worth += venue_worth({"venue": reading.fields.get("label", ""), **tail}) + (
            1.0 if dated else -0.3 if "status" in tail or "status" in reading.fields else -0.8
        )
        reading.fields = {
            **reading.fields,
            **tail,
            **({"status": reading.fields["status"]} if "status" in reading.fields else {}),
        }
        if isinstance(label_venue := reading.fields.get("label"), str):
            reading.fields["venue"] = tail.get("venue") or label_venue
    return sorted(read[:24], key=lambda reading: -reading.worth)


def _in_known_styles(item: ReferenceText, own: frozenset[str]) -> Iterator[ReferenceReading]:
    """Yield the reading in a style whose punctuation tells all parts apart, if the whole reference fits."""
    lines = item.text.split("\n")
    tried = ((styled_reference(" ".join(lines[:end])), lines[end:]) for end in range(1, min(len(lines), 4) + 1))
    styled, behind = next(((found, rest) for found, rest in tried if found), (None, []))
    if styled is None:
        return
    names = tuple(styled.pop("authors", ()) or styled.get("editors", ()))
    said = NameList(names, "", "", 0, False)
    role = {"role": "editors"} if styled.pop("editors", None) else {}
    notes = "; ".join(filter(None, (str(styled.pop("note", "")), *behind)))
    title = str(styled.pop("title"))
    worth = _worth_of_names(said, item, 0, own) + _worth_of_title(title, "stop", title.split()) + 5.0 + 1.0 * ("date" in styled)
    begin = item.text.replace("\n", " ").find(title)
    shown = item.cut(begin, begin + len(title)) if begin >= 0 and not item.span_at(begin).bold else item_of([Span(title)])
    yield ReferenceReading(
        names, shown.markdown, ("style",) * 5, item.cut(0, 0), {**role, **styled, **({"note": notes} if notes else {})}, worth
    )


def _without_authors(item: ReferenceText, begin: int) -> Iterator[ReferenceReading]:
    """Yield the reading of a reference that names nobody: a title that is set apart, and where it appeared."""
    for title, kind, after, much in _titles(item, begin):
        is_apart = kind in ("quotes", "look") and len(re.findall(r"[^\W\d_]+", title.text)) > 2 - (kind == "quotes")
        if is_apart or kind == "before italics" and len(title.text.split()) > 3 and not title.text[:1].islower():
            yield ReferenceReading((), title.markdown, ("title alone", "", "", "", kind), after, {}, much - 0.5)


def _labels(item: ReferenceText) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield where the reference begins behind a label such as `[ICML’20]`, `ICML 2020:` or `2020.`, and what it says."""
    match = next((prefix for pattern in _LABELS if (prefix := pattern.match(item.text))), None)
    if match is None or match.end() == len(item.text):
        yield 0, {}
        return
    name = (match["name"] or "").strip()
    label: dict[str, Any] = {}
    if year := match["year"] or match["short"] and f"20{match['short']}":
        label["date"] = year
    if year and (month := month_of(name)):
        label["date"], name = f"{year}-{month:02}", ""
    if re.fullmatch(_STATUS, name):
        label["said status"] = name
    elif name and name.split()[0].strip(",") not in item.text[match.end() : match.end() + 60]:  # not that of the first author
        label["label"] = name
    bold = item.runs("bold")[:1]
    is_sure = (
        not name or item.text.startswith("[") or bool(bold) and bold[0][0] == 0 and match.end() - 3 < bold[0][1] <= match.end()
    )
    owner = item.text[match.end() : bold[0][1]] if bold and bold[0][0] == 0 else ""  # in bold, too
    is_bold = 0 < len(owner.split()) < 5 and bool(re.match(r"[*†‡§¶]*(?:[,;]| and | &)", item.text[bold[0][1] :]))
    if not is_sure:
        yield 0, {}
    if is_sure or is_bold or year and len(name.split()) < 5:
        yield match.end(), label


def _authors_first(item: ReferenceText, begin: int, own: frozenset[str]) -> Iterator[ReferenceReading]:
    for names in names_at(item.for_names, begin):
        worth = _worth_of_names(names, item, begin, own)
        if worth < -1.5 or names.people[-1] != OTHERS and _ends_in_other_look(item, begin, names.end):
            continue
        fields: dict[str, Any] = {}
        place = _including(item, names.end, fields)
        if role := _ROLE.match(item.text, place):
            place, fields["role"] = role.end(), "editors"
        for kind, pattern in (*_PATTERNS, ("look", _BLANK)):
            if (
                not (match := pattern.match(item.text, place))
                or kind == "look"
                and not (item.changes(place) or names.people[-1] == OTHERS)
            ):
                continue
            values = match.groupdict()
            authored = {**fields, **({"date": values["date"]} if values.get("date") else {})}
            if values.get("status"):
                authored["said status"] = values["status"].casefold()
            for title, end, after, much in _titles(item, match.end()):
                way = ("authors first", names.form, names.separator, kind, end)
                yield ReferenceReading(
                    names.people, title.markdown, way, after, dict(authored), worth + much + 0.4 * ("date" in authored)
                )
            break


def _title_first(item: ReferenceText, begin: int, own: frozenset[str]) -> Iterator[ReferenceReading]:
    for title, kind, after, much in _titles(item, begin, before_look=False):
        between = _BETWEEN.match(after.text)
        assert between  # it matches nothing, too
        for names in names_at(after.for_names, between.end()):
            worth = _worth_of_names(names, after, between.end(), own)
            worth += 1.3 * bool(re.match(r"\s*(?:[\n;]|$)", after.text[names.end :]))  # the names fill their line
            worth += 1.5 * bool(is_with := bool(between["with"]) and not owns(names.people, own))
            is_alone = kind in ("stop", "comma") and len(names.people) < 2 and not owns(names.people, own)
            if worth < -0.5 or is_alone or _ends_in_other_look(after, between.end(), names.end):
                continue
            fields = {**({"date": between["date"]} if between["date"] else {}), **({"with": True} if is_with else {})}
            way = ("title first", names.form, names.separator, "", kind)
            end = _including(after, names.end, fields)
            rest = after.cut(end, len(after.text))
            begins = next((span for span in rest.spans if span.text.strip()), None)
            if begins and not (begins.bold or begins.italic) and not re.match(r"\s*(?:[.,;:(\[–—|-]|\n|$)", rest.text):
                continue
            yield ReferenceReading(names.people, title.markdown, way, rest, fields, worth + much - 0.3)


def _including(item: ReferenceText, place: int, fields: dict[str, Any]) -> int:
    """Take whom a text names of the others or of a group, as in `and 30 other authors including A. Sample`; return the end."""
    inside = _INCLUDING.match(item.text, place)
    members = max(names_at(item.for_names, inside.end()), key=lambda names: names.end, default=None) if inside else None
    if members:
        fields["including"], place = list(members.people), members.end
    return place + (item.text[place : place + 1] == ")")


def _ends_in_other_look(item: ReferenceText, begin: int, end: int) -> bool:
    """Return whether names end within italics or a link that begins behind the first of them: the name of a journal, say."""
    return any(begin < low < end < high - 1 for look in ("italic", "href") for low, high in item.runs(look))


def _worth_of_names(names: NameList, item: ReferenceText, begin: int, own: frozenset[str]) -> float:
    said = [name for name in names.people if name != OTHERS]
    inner: dict[str, Any] = {}
    _including(item, names.end, inner)
    is_closed, is_own = names.closed or bool(inner), owns([*names.people, *inner.get("including", ())], own)
    worth = 0.3 * min(len(said), 5) + 0.05 * min(len(said), 30) + 1.0 * is_closed
    worth += 2.5 * is_own
    worth += 1.0 * any(begin <= low and high <= names.end + 2 for low, high in item.runs("bold") if high - low < 60)
    worth -= 1.0 * (len(said) == 1 and not is_own and not is_closed)
    if names.form.startswith("family-given"):
        double = sum(len(_family(name, given=1)) > 1 for name in said[:1] if " " in name)
        worth -= 0.2 * double
    if names.form == "given-first" and all(re.match(r"(?:[A-Z]\. ?)+", name) for name in said):
        worth += 0.1
    return worth


def _family(name: str, given: int) -> list[str]:
    return [word for word in name.split()[given:] if word not in PARTICLES]


def _titles(
    item: ReferenceText, begin: int, *, before_look: bool = True
) -> Iterator[tuple[ReferenceText, str, ReferenceText, float]]:
    """Yield what may be the title at a place, what ends it, what follows, and how much it is worth."""
    text = item.text
    for end, resume, kind, much in _ends(item, begin, before_look=before_look):
        if bracket := _GENRE.search(text, begin, end):
            end = resume = bracket.start()
        title = item.cut(begin, end)
        bare = title.text.strip().strip(" .,;:．。，") if kind != "quotes" else title.text.strip()[1:-1].rstrip(" .,;:")
        words = bare.split()
        if not words or len(bare) > 450 or not re.search(r"[^\W\d_]{2}", bare):
            continue
        offset = title.text.index(bare[:1]) if bare[:1] in title.text else 0
        begin_of = title.text.find(bare)
        whole = title.cut(begin_of, begin_of + len(bare)) if begin_of >= 0 else title.cut(offset, len(title.text))
        if title.text.strip().endswith("?") and not bare.endswith("?"):
            whole = title
        if kind not in ("look", "quotes") and (_begins_with_name(whole) or _ends_with_note(whole)):
            much -= 2.0
        yield whole, kind, item.cut(resume, len(text)), much + _worth_of_title(bare, kind, words)


def _begins_with_name(title: ReferenceText) -> bool:
    """Return whether all but the first words of a title are set apart: these are a name, then."""
    runs = [run for look in ("italic", "bold", "href") for run in title.runs(look)]
    return any(
        low > 3 and high >= len(title.text.rstrip()) - 1 and len(title.text[:low].split()) < 4 < high - low for low, high in runs
    )


def _ends_with_note(title: ReferenceText) -> bool:
    """Return whether all but what is in parentheses at the end of a title is set apart: `*On Looms* (in press)`."""
    note = _AT_END.search(title.text)
    return note is not None and any((0, note.start()) in title.runs(look) for look in ("italic", "bold"))


def _worth_of_title(title: str, kind: str, words: list[str]) -> float:
    worth = (
        {1: -1.2 if kind in ("look", "quotes") else -4.5, 2: -0.3}.get(len(words), 0.5)
        if not re.search(r"[㐀-鿿가-힯]", title)
        else 0.5
    )
    worth -= 2.0 * (len(words) > 40)
    worth -= 1.2 * (title[:1].islower() and not re.match(r"[a-z]+[A-Z]|[a-z]\w*:", title))
    if kind not in ("quotes", "look", "newline"):
        worth -= 1.0 * len(re.findall(r"[^\W\d_]{3}[.?!]\s+[A-Z(“]", title)[:3])
        worth -= 0.3 * len(re.findall(rf"(?<![^\n]{{{_FULL}}})\n|; ", title)[:2])
    worth -= 4.0 * bool(_TITLE_IN_NAMES.search(title) or _NO_TITLE.match(title) or _BROKEN.search(title))
    worth -= 1.2 * bool(_BOOKISH.search(title)) + 1.5 * (
        title.count("(") != title.count(")") or title.count("[") != title.count("]")
    )
    worth -= 1.5 * bool(kind not in ("quotes", "look") and re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", title))
    worth -= 0.5 * bool(re.search(rf"\b{YEAR}\b", title)) + 2.0 * bool(
        re.search(r"[“”]|, ‘", title) and kind not in ("quotes", "look", "newline")
    )
    return worth


def _ends(item: ReferenceText, begin: int, *, before_look: bool) -> Iterator[tuple[int, int, str, float]]:
    """Yield where a title that begins at a place may end, where the text goes on, what ends it, and how telling that is."""
    text = item.text
    if close := closing(text, begin):
        is_whole = (
            text[close - 2] in ".,?!"
            or bool(re.match(rf"[.,;:]|\s*(?:$|[(\[\n]|[Ii]n\b|[–—-] {YEAR}\b)", text[close:]))
            or item.span_at(close + 1).italic
        )
        is_whole = is_whole and not re.match(r" [^\W\d_]+ ", text[close:] if text[close - 2] == "!" else "")
        yield close, close + len(re.match(r"[.,;:]*", text[close:])[0]), "quotes", 2.0 if is_whole else 0.0  # type: ignore[index]
        if is_whole:
            return
    for look in ("bold", "italic", "href"):
        for low, high in item.runs(look):
            if begin - 1 <= low <= begin + 1 and high - low > 3 and high - low < 450:
                yield high, high, "look", 1.5 if look != "href" else 1.2
                for end in _line_ends(text, begin, high - 1):
                    yield end, end, "look", 0.6 if _is_full(text, end) else 1.4
            elif look == "italic" and before_look and low > begin + 8 and "\n" not in text[begin:low] and high - low > 2:
                if re.fullmatch(r"(?i)\W*(?:et al|in)\W*", text[low:high]):
                    continue
                head = re.sub(r"[\s.,;:]+(?:[Ii]n:?|[Tt]o appear in|[Aa]ccepted (?:at|to|in)|//)?\s*$", "", text[begin:low])
                if head != text[begin:low].rstrip() or not text[begin:low].strip():
                    kept = text[begin + len(head)] if text[begin + len(head)] in "?!" else ""
                    yield begin + len(head) + len(kept), begin + len(head), "before italics", 1.0
                break
    yield from _ends_by_signs(text, begin)


def _line_ends(text: str, begin: int, end: int) -> list[int]:
    """Return where the first lines of a part of a text end."""
    return [match.start() for match in re.compile("\n").finditer(text, begin + 1, end)][:3]


def _is_full(text: str, end: int) -> bool:
    """Return whether a line is so long that a paragraph is broken there."""
    length = end - text.rfind("\n", 0, end) - 1
    return length > _FULL and 1.2 * length > max(map(len, text.split("\n")))


def _ends_by_signs(text: str, begin: int) -> Iterator[tuple[int, int, str, float]]:
    line = text.find("\n", begin)
    for number, end in enumerate(_line_ends(text, begin, len(text))):
        yield end, end, "newline", (0.2 if _is_full(text, end) else 1.0) - 0.1 * number
    last = line if line > begin else len(text)
    if mark := _MARK.search(text, begin, last):
        yield mark.start(), mark.end(), "mark", 2.0
    if coauthors := _COAUTHORS.search(text, begin + 8, last):
        yield coauthors.start(), coauthors.start(), "with", 2.0
    if inside := _INSIDE.search(text, begin + 8, last):
        yield inside.start() + (text[inside.start()] in "?!"), inside.start() + 1, "in", 1.0
    count = 0
    for stop in _SENTENCE.finditer(text, begin + 3, last):
        before = text[begin : stop.start()]
        if text[stop.start()] == "." and re.search(
            rf"(?:^|[\s.(])(?:[A-Za-z]|vs|cf|St|Dr|[Nn]o|[Vv]ol|pp|al|et|approx|eds?|Eds?|e\.g|i\.e|[IVX]+|{ABBREVIATED})$",
            before,
        ):
            continue
        yield stop.start() + (text[stop.start()] in "?!"), stop.end(), "stop", 0.3 - 0.1 * count
        count += 1
        if count == 3:
            break
    for number, comma in enumerate(re.finditer(r",\s+(?=[A-Z\d(“])", text[begin:last])):
        if number < 6 and comma.start() > 8:
            yield begin + comma.start(), begin + comma.end(), "comma", -0.2 - 0.05 * number
    if dash := re.compile(r"\s*;\s+|\s+[–—|]\s+").search(text, begin + 8, last):
        yield dash.start(), dash.end(), "dash", 0.0
    yield len(text.rstrip(" .")), len(text), "end", -0.5
