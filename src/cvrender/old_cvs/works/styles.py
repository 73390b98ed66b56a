"""Read references in the styles ABNT, APA, Vancouver and GB/T 7714, whose punctuation tells the parts apart.

A reference is read only if a pattern matches all of it; what no field of a work takes becomes its note.
"""

import re
from collections.abc import Callable
from typing import Any

from cvrender.formats.authorship import OTHERS

_PLACE = r"(?P<publisher_place>[^\W\d_][^:.,;]{1,40}(?:, [^:.,;]{2,30})?): "
_YEAR = r"(?P<date>\d{4})"
_PAGE = r"(?P<page>[a-z]?\d\w*(?: ?[-–—]+ ?[a-z]?\d\w*)?)"
_TITLE = r"(?P<title>.{2,400}?[^.?!]{2}[.?!])"
_BARE = r"(?P<title>.{4,400}?)"
_END = r"\.?\s*(?P<note>\S.*)?"
_MONTH = r"(?:[^\W\d_]{3,9}\.?(?:/[^\W\d_]{3,9}\.?)?)"
_EDITION = r"(?:(?P<edition>\d+(?:st|nd|rd|th|ª|a)?)\.? ed\. )?"
_VOLUME = r"(?P<volume>\d+)(?: ?\((?P<issue>[^)]{1,20})\))?"
_PARTICLES = "van von de der den di da del della la le el al bin ten ter dos das do du e".split()
_PARTICLE = rf"(?:(?:{'|'.join(_PARTICLES)}) ){{0,3}}"
_WORD = r"[^\W\d_][^\W\d_'’]*(?:['’-][^\W\d_]+)*"
_CAPITALS = r"[A-ZÀ-ÖØ-Þ][A-ZÀ-ÖØ-Þ'’-]+"
_INITIALS = r"(?:-?[^\W\d_a-z]\.[ ]?){1,4}"
Found = dict[str, Any]
Tails = tuple[tuple[str, re.Pattern[str]], ...]


def _tails(*rows: tuple[str, str]) -> Tails:
    return tuple((type, re.compile(pattern)) for type, pattern in rows)


_ABNT_NAME = rf"{_CAPITALS}(?: {_CAPITALS}){{0,3}}, (?:{_INITIALS}|{_WORD}(?: (?:{_INITIALS}|{_WORD})){{0,5}})"
_ABNT = re.compile(
    rf"(?P<names>{_ABNT_NAME}(?:; ?{_ABNT_NAME})*(?:[;,]? et al)?)(?: \((?P<role>org|coord|ed)s?\.\))?(?:(?<=\.)"
    rf"|(?<=\. )|\.)\s*(?![;,])"
)
_ABNT_TAILS = _tails(
    (
        "paper-conference",
        rf"{_TITLE} In: (?P<venue>[^,]+), (?P<event>\d+\.?, (?:19|20)\d\d, [^.]+)\. (?P<kind>(?:Anais|Resumos|Pr"
        rf"oceedings)[^.]{{0,60}}(?:\[\.\.\.\])?)\. "
        rf"{_PLACE}(?P<publisher>[^,]+), {_YEAR}(?:\. p\. {_PAGE})?{_END}",
    ),
    (
        "chapter",
        rf"{_TITLE} In: (?P<editors>.{{5,200}}?) \((?:org|coord|ed)s?\.\)\. (?P<venue>.{{2,200}}?)\. {_EDITION}{_PLACE}"
        rf"(?P<publisher>[^,]+), {_YEAR}(?:\. p\. {_PAGE})?{_END}",
    ),
    (
        "thesis",
        rf"{_TITLE} (?:\d{{4}}\. )?(?:(?P<leaves>\d+ [fp])\. )?(?P<genre>(?:Tese|Dissertação|Monografia|Trabalho"
        rf")[^–—]{{0,80}}?) [–—-] "
        rf"(?P<publisher>[^,]+), (?P<publisher_place>[^,]+), {_YEAR}{_END}",
    ),
    (
        "article-journal",
        rf"{_TITLE} (?P<venue>(?:[^.]|\.(?=,| \w{{1,8}}[.,])){{2,200}}?)(?:, (?P<publisher_place>[^\W\d_][^,.\d]"
        rf"+))?, v\. (?P<volume>\w+)"
        rf"(?:, n\. (?P<issue>[\w./-]+))?(?:, p\. {_PAGE}|, (?P<number>e\d+))?, (?:(?P<month>{_MONTH}) )?{_YEAR}{_END}",
    ),
    ("book", rf"{_TITLE} {_EDITION}{_PLACE}(?P<publisher>[^,]+), {_YEAR}{_END}"),
)

_APA_NAME = rf"{_PARTICLE}{_WORD}(?: {_WORD}){{0,2}}, {_INITIALS}"
_APA = re.compile(
    rf"(?P<names>{_APA_NAME}(?:,? (?:& |\. \. \. |… )?{_APA_NAME})*)\s*(?:\((?P<role>Ed)s?\.\)\.? )?"
    rf"\((?P<date>\d{{4}}|in press)[a-z]?(?:, (?P<month>[A-Z][a-z]+)(?P<days> [\d–-]+)?)?\)\. "
)
_APA_TAILS = _tails(
    (
        "chapter",
        rf"{_TITLE} In (?P<editors>.{{4,200}}?) \(Eds?\.\), (?P<venue>.{{2,200}}?) \((?:(?P<edition>\w+) ed\., )"
        rf"?pp?\. {_PAGE}\)\. "
        r"(?P<publisher>[^.]+)\.?",
    ),
    ("thesis", rf"{_BARE} \[(?P<genre>[^\],]*(?:thesis|dissertation)), (?P<publisher>[^\]]+)\]{_END}"),
    (
        "paper-conference",
        rf"{_BARE} \[(?P<genre>[^\]]*(?:presentation|Paper|Poster))\]\. (?P<venue>[^,.]+)(?:, (?P<event>[^.]+))?\.?",
    ),
    (
        "article-journal",
        rf"{_TITLE} (?P<venue>[^.]+?), {_VOLUME}(?:, {_PAGE}|, Article (?P<number>\w+))?{_END}",
    ),
    (
        "book",
        rf"{_BARE}(?: \((?P<edition>\w+) ed\.\))?\.? (?P<publisher>[^.]*(?:Press|Publish|Books|Verlag|Editora|Wi"
        rf"ley|Springer)[^.]*)\.?",
    ),
    ("article-journal", rf"{_TITLE} (?P<venue>[^.]+)\.?"),
)

_VANCOUVER_NAME = rf"{_PARTICLE}{_WORD}(?: {_WORD}){{0,2}} [A-Z]{{1,4}}(?: (?:Jr|Sr))?"
_VANCOUVER = re.compile(rf"(?P<names>{_VANCOUVER_NAME}(?:, {_VANCOUVER_NAME})*(?:, et al)?)(?:, (?P<role>editor)s?)?\. ")
_VANCOUVER_TAILS = _tails(
    (
        "chapter",
        rf"{_TITLE} In: (?P<editors>.{{4,200}}?), editors?\. (?P<venue>.{{2,200}}?)\. {_EDITION}{_PLACE}(?P<publ"
        rf"isher>[^;]+); ?"
        rf"{_YEAR}(?:\. p\. {_PAGE})?{_END}",
    ),
    (
        "paper-conference",
        rf"{_TITLE} In: (?P<venue>[^;]+); (?P<event>(?:19|20)\d\d[^;]*; [^.]+)\. (?:{_PLACE})?(?P<publisher>[^;]"
        rf"+); ?{_YEAR}"
        rf"(?:\. p\. {_PAGE})?{_END}",
    ),
    ("thesis", rf"{_BARE} \[(?P<genre>[^\]]*(?:thesis|dissertation))\]\. {_PLACE}(?P<publisher>[^;]+); ?{_YEAR}{_END}"),
    (
        "article-journal",
        rf"{_TITLE} (?P<venue>[^.;]+?)\.? {_YEAR}(?: (?P<month>[A-Z][a-z]{{2,3}})(?P<days> \d+)?)?; ?{_VOLUME}"
        rf"(?:: ?{_PAGE})?{_END}",
    ),
    ("book", rf"{_TITLE} {_EDITION}{_PLACE}(?P<publisher>[^;]+); ?{_YEAR}{_END}"),
)

_GB_NAME = rf"(?:[\u4e00-\u9fff]{{2,4}}|{_PARTICLE}{_WORD}(?: {_WORD})?(?: [A-Z]){{1,4}})"
_GB = re.compile(rf"(?P<names>{_GB_NAME}(?:, ?{_GB_NAME})*(?:, ?(?:et al|等))?)\. ?")
_GB_YEAR = rf"{_YEAR}(?:: ?{_PAGE})?{_END}"
_GB_TAILS = _tails(
    (
        "article-journal",
        rf"(?P<title>[^\[]+)\[J(?:/OL)?\]\. ?(?P<venue>[^,]+), ?{_YEAR}(?:, ?{_VOLUME})?(?:: ?{_PAGE})?{_END}",
    ),
    (
        "paper-conference",
        rf"(?P<title>[^\[]+)\[C\] ?// ?(?P<venue>.{{2,200}}?)\. ?{_PLACE}(?P<publisher>[^,]+), "
        rf"?{_GB_YEAR}",
    ),
    ("chapter", rf"(?P<title>[^\[]+)\[M\] ?// ?(?P<venue>.{{2,200}}?)\. ?{_PLACE}(?P<publisher>[^,]+), ?{_GB_YEAR}"),
    ("thesis", rf"(?P<title>[^\[]+)\[D\]\. ?{_PLACE}(?P<publisher>[^,]+), ?{_GB_YEAR}"),
    ("book", rf"(?P<title>[^\[]+)\[M\]\. ?(?:(?P<edition>[^.:]+)\. ?)?{_PLACE}(?P<publisher>[^,]+), ?{_GB_YEAR}"),
    ("report", rf"(?P<title>[^\[]+)\[R\]\. ?{_PLACE}(?P<publisher>[^,]+), ?{_GB_YEAR}"),
    (
        "webpage",
        rf"(?P<title>[^\[]+)\[EB/OL\]\. ?(?:(?P<publisher>[^(]+?)\.? ?)?\((?P<date>\d{{4}}[\d-]*)\)(?:\[(?P<acce"
        rf"ssed>[\d-]+)\])?{_END}",
    ),
)
_WIDE = str.maketrans({"，": ", ", "．": ". ", "：": ": ", "（": "(", "）": ")", "［": "[", "］": "]", "；": "; "})
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTHS_PT = "jan fev mar abr mai jun jul ago set out nov dez".split()


def styled_reference(plain: str) -> Found | None:
    """Return the fields of a reference in one of the styles, with its names; None if none of them matches all of it."""
    text = re.sub(r"\s+", " ", re.sub(r"(?<=\w)\s+(?=[;.,]\s)", "", plain.translate(_WIDE))).strip()
    text = re.sub(r"(?: (?:doi|DOI|Disponível em|Available (?:at|from)|Retrieved from):?)?[\s.:;]*$", "", text) + "."
    for head, tails, said in _STYLES:
        begin = head.match(text)
        if begin is None:
            continue
        rest = text[begin.end() :]
        for type, tail in tails:
            if match := tail.fullmatch(rest):
                return _work(type, {**begin.groupdict(), **{k: v for k, v in match.groupdict().items() if v}}, said)
    return None


def _work(type: str, parts: dict[str, str | None], said: Callable[[str], list[str]]) -> Found:
    """Return the fields of a work of what the patterns found."""
    fields = {key: value.strip() for key, value in parts.items() if value and value.strip(" .")}
    work: Found = {"type": type, "title": fields.pop("title").rstrip("., ")}
    work["editors" if fields.pop("role", "") else "authors"] = said(fields.pop("names"))
    notes = [fields.pop(key) for key in ("event", "kind", "leaves", "note") if key in fields]
    if "accessed" in fields:
        notes.append(f"accessed {fields.pop('accessed')}")
    if "editors" in fields:
        work["container_editors"] = _people(fields.pop("editors"))
    month, days = fields.pop("month", ""), fields.pop("days", "")
    if (number := _month(month)) and (not days or days.isdecimal()):
        fields["date"] = f"{fields['date']}-{number:02}" + (f"-{int(days):02}" if days else "")
    elif month:
        notes.append(f"{month} {days}".strip())
    if fields.get("date") == "in press":
        work["status"] = "in-press"
        del fields["date"]
    if "page" in fields:
        fields["page"] = re.sub(r"\s*[-–—]+\s*", "–", fields["page"])
    return {**work, **fields, **({"note": "; ".join(notes).strip(" .")} if notes else {})}


def _month(word: str) -> int:
    short = word.casefold()[:3]
    known = _MONTHS if short in _MONTHS else _MONTHS_PT
    return known.index(short) + 1 if short in known and "/" not in word else 0


def _split(names: str, pattern: str) -> list[str]:
    bare = re.sub(r"[;,]? ?(?:et al|等)\.?$", "", names)
    people = [_person(match[0].strip()) for match in re.finditer(pattern, bare)]
    return [*people, *([OTHERS] if bare != names else [])]


def _person(name: str) -> str:
    """Return `SAMPLE, Ada`, `Sample, A.`, `Sample AB` or `SAMPLE A B` with the family name last, not in capitals."""
    family, comma, given = name.partition(", ")
    if not comma:
        match = re.fullmatch(r"(.*?[^\s]) ((?:[A-Z]{1,4}|(?:[A-Z] )+[A-Z])(?: (?:Jr|Sr))?)", name)
        if match is None:
            return name
        family, given = match[1], match[2]
    if family.isupper() and len(family) > 1:
        words = family.title().split()
        family = " ".join(word.lower() if word.lower() in _PARTICLES and word != words[-1] else word for word in words)
        given = given.title() if re.match(r"[^\W\d_]{3}", given) and given.isupper() else given
    return f"{given.strip()} {family}"


def _people(text: str) -> list[str]:
    """Return the names of editors, in whichever order they stand."""
    bare = re.sub(r"\s+(?:&|and|e)\s+", ", ", text)
    if re.match(rf"{_INITIALS}", bare):
        return [part.strip() for part in re.split(r",\s*|; ?", bare) if part.strip()]
    if ", " in bare and not re.search(r"[A-Z]{2,}$", bare) or ";" in bare:
        return [_person(part.strip()) for part in bare.split(";")]
    return [_person(part.strip()) for part in bare.split(",")]


_STYLES: tuple[tuple[re.Pattern[str], Tails, Callable[[str], list[str]]], ...] = (
    (_GB, _GB_TAILS, lambda names: _split(names, _GB_NAME)),
    (_ABNT, _ABNT_TAILS, lambda names: _split(names, _ABNT_NAME)),
    (_APA, _APA_TAILS, lambda names: _split(names, _APA_NAME)),
    (_VANCOUVER, _VANCOUVER_TAILS, lambda names: _split(names, _VANCOUVER_NAME)),
)
