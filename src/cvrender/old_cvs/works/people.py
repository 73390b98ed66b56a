"""Read the names with which a text begins, in the forms that references use."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from cvrender.formats.authorship import OTHERS

_U = "[" + "".join(char for char in map(chr, range(0x41, 0x590)) if char.isupper()) + "]"
_L = r"[^\W\d_]"
PARTICLES = frozenset(
    "van von vom de der den di da del della dello la le el al bin ibn ten ter dos das do du e y af av zu zum zur los las".split()
)
_PARTICLE = rf"(?:(?i:{'|'.join(sorted(PARTICLES, key=len, reverse=True))}) |(?:[dlDLO]|[Dd]ell|[AaEe]l)['’-]){{0,3}}"
_WORD = rf"(?:(?:{_U}['’])?{_U}|[MN]['’](?={_L}{{3}})){_L}+(?:['’]{_L}+)*(?:[-‐‑–]{_L}{_L}+)*"
_INITIAL = rf"(?:{_U}[-‐‑]{_U}|{_U}(?:[hjuaev](?=\.))?|Mo?h?d)\."
_DOTTED = rf"{_INITIAL}(?: ?[-‐‑]? ?{_INITIAL}){{0,5}}(?:[-‐‑]{_U}(?= ))?"
_TOKEN = rf"(?:{_DOTTED}|{_WORD}|{_U}(?!{_L}))"
_GAP = r"(?: |(?<=\.))"
_FAMILY = rf"{_PARTICLE}{_WORD}(?: {_PARTICLE}{_WORD}){{0,2}}"
_JUNIOR = r"(?:,? (?:[JS]r\.?|I{2,3}|Neto|Filho)(?!\w))?"
_GROUP = rf"(?:[Tt]he )?{_U}[\w&'’-]*(?: [\w&'’-]+){{0,5}} (?:[Cc]ollaborations?|Consortium|Team|Working Group|Investigators)"
_MARKS = "*†‡§¶#✉∗⋆+"
_BARE = rf"(?:{_U}(?:[ -]{_U}){{1,3}}(?!\w)|{_U}{{1,4}})(?!\.? ?{_U}\.|\.?[\w'’-])"
_SHORT = rf"(?:{_DOTTED}(?: {_U}(?=[;,]))?(?!['’-]|{_L}(?!{_L}))|{_BARE})"
_GIVEN = (
    rf"(?:{_WORD}(?: {_WORD}){{0,2}}(?: (?:{_DOTTED}|{_U}(?![\w.]))){{0,3}}"
    rf"|(?:{_INITIAL}|{_U}) {_WORD}(?=\s*[,;:*†]| and | &)|{_DOTTED}(?!\w))"
)
FORMS = {
    "given-first": rf"(?:{_GROUP}|{_TOKEN}{_GAP}(?:{_PARTICLE}{_TOKEN}{_GAP}){{0,3}}{_PARTICLE}{_WORD}{_JUNIOR})",
    "initials-first": rf"(?:{_GROUP}|(?:{_DOTTED} ?|{_U}{{1,3}}(?: {_U}(?= )){{0,3}} ){_FAMILY}{_JUNIOR})",
    "family-given": rf"(?:{_GROUP}|{_FAMILY}{_JUNIOR}, {_GIVEN}(?: (?:{'|'.join(PARTICLES)})(?!\w)){{0,2}}"
    rf"{_JUNIOR})",
    "family-initials": rf"(?:{_GROUP}|{_FAMILY}(?:, ?{_SHORT}"
    rf"| (?:{_DOTTED}(?=\s*(?:[,;&“\"({_MARKS}]|\.\s|and |et )|(?<=\.{_U}\.) |(?<=\. {_U}\.) )|{_BARE})){_JUNIOR})",
    "ideographs": r"(?:[㐀-鿿々]{1,3}[ \u3000][㐀-鿿々\u3041-\u30fc]{1,4}|[㐀-鿿々]{2,4}|[ァ-ヶー]+(?:[ ・][ァ-ヶー]+){1,3})"
    r"(?![㐀-鿿々ぁ-ヿ])",
    "hangul": r"(?:[가-힣]{1,2} )?[가-힣]{2,4}(?![가-힣])",
}
"""How names are written, as patterns."""
_JOINED = re.compile(r"(?P<name>\S+ .*\S) [ye] \S+ .+")
_SHORT_FAMILY = re.compile(rf"{_DOTTED} {_U}[hjuaev](?=\. )")
_FORM_OF_REST = {"family-given, then given-first": ("family-given", "given-first")}
_FORM_OF_REST |= {"family-initials, then initials-first": ("family-initials", "initials-first")}
_SIGNS = (
    r"(?: \([^()\x00-\u036f]+(?: [^()\x00-\u036f]+){0,3}\))?"
    rf"(?:\s?[{_MARKS}]{{1,4}}|(?<=[^\W\d_])\d{{1,2}}(?=\s?[,;.]\s| and | & ))?"
)
"""A name in its own script, and marks behind a name, or the raised number of one."""
_AND = r"(?:and|&|und|et|y|e|og|och|en|i|ve|és|и|а|a|與|与|和)"
_OTHERS = (
    r"\s*[,;，；、]?\s*(?:\(?et\.?\s?al\.?\)?|(?:and|&) (?:\d+ )?(?:others|more|(?:other )?(?:co-?)?authors)"
    r"|and colleagues|u\. ?a\.(?!\w)|等|и др\.|e outros|y otros|[^\W\d_]{2} al\.)"
)
_GAPS = r"(?:…|\.\s?\.\s?\.|\[…\])"
SEPARATORS = {
    ",": rf"\s*(?:[,，、]\s*)+(?:{_AND}\s+)?|\s+{_AND}\s+|(?<=[*†‡∗]) (?={_U})",
    ";": rf"\s*[;；]\s*(?:{_AND}\s+)?|\s+{_AND}\s+",
    "-": r"\s+[-–—/|·•]\s+|\s*/\s*",
}
"""What stands between names."""
_NOT_NAMES = re.compile(
    r"\b(?:The|An|On|In|For|With|Using|Towards?|From|How|Why|What|When|Are|Proc|Proceedings|Journal|University|Learning|Of|Review"
    r"|Conference|Workshop|Symposium|Analysis|Study|Data|Systems?|Models?|Networks?|Theory|Preprint|Press|Press,|Vol|Best|Award|Paper)\b"
)

_IS_NAME = re.compile(r"(?:Collaboration|Team|Group)$|^\w{2,4} (?:On|An|In) \w{2,4}$")


@dataclass(frozen=True, slots=True)
class NameList:
    """The names at a place of a text: in which form and with what between them, where they end, and how sure that is."""

    people: tuple[str, ...]
    form: str
    separator: str
    end: int
    closed: bool  # whether "and" or "et al." says that the last one is the last


def names_at(text: str, begin: int) -> Iterator[NameList]:
    """Yield the lists of names at a place, in each form that fits; shorter ones, too, where nothing says which is the last."""
    for form in (*FORMS, *_FORM_OF_REST):
        for separator in SEPARATORS:
            candidates = list(_names(text, begin, form, separator))
            if not candidates:
                continue
            last = candidates[-1]
            if len(last.people) == 1 and separator != ",":
                continue
            if last.closed or len(candidates) == 1:
                yield from (names for names in candidates if names.closed or names is last)
            else:
                yield from candidates[-3:] if separator == "," else candidates[-1:]


def _names(text: str, place: int, form: str, separator: str) -> Iterator[NameList]:
    """Yield the list of names after each name of it."""
    people: list[str] = []
    first, rest = _FORM_OF_REST.get(form, (form, form))
    is_last = False
    while len(people) < 400:
        match = _pattern(rest if people else first).match(text, place)
        if not match or _NOT_NAMES.search(match["name"]) and not _IS_NAME.search(match["name"]):
            return
        if joined := _JOINED.fullmatch(match["name"]):  # `Ana Sample y Juan Ejemplo`, but not `José Ortega y Gasset`
            match = _pattern(rest if people else first).match(text[: match.start() + joined.end("name")], place)
        if not match:
            return
        if short := _SHORT_FAMILY.match(match["name"]):  # `C. Lu. Assessment`, unless it is `A. Yu. Ivanov`
            yield NameList((*people, short[0]), form, separator, match.start() + short.end(), is_last)
        people.append(said(match["name"].strip(), rest if len(people) else first) + _signs(match["signs"]))
        place = match.end()
        if others := _pattern(_OTHERS, raw=True).match(text, place):
            yield NameList((*people, OTHERS), form, separator, others.end(), True)
            return
        if len(people) > 1 or form in FORMS:
            yield NameList(tuple(people), form, separator, place, is_last)
        if is_last:
            return
        joint = _pattern(SEPARATORS[separator], raw=True).match(text, place)
        if not joint:
            return
        is_last = bool(re.search(rf"(?:^|[\s,;]){_AND}\s+$", joint[0]))
        place = joint.end()
        if gap := _pattern(rf"{_GAPS}\s*[,;，]?\s*", raw=True).match(text, place):
            people.append(OTHERS)
            place = gap.end()
            if last := _pattern(rf"{_AND}\s+", raw=True).match(text, place):
                is_last, place = True, last.end()


def _signs(text: str) -> str:
    """Return the name in its own script and the marks behind a name."""
    native, bracket, marks = text.rpartition(")")
    return f" {native.strip()}{bracket}{''.join(marks.split())}" if bracket else re.sub(r"[\s\d]", "", marks)


@cache
def _pattern(form: str, *, raw: bool = False) -> re.Pattern[str]:
    return re.compile(form) if raw else re.compile(rf"(?P<name>{FORMS[form]})(?P<signs>{_SIGNS})")


def said(name: str, form: str) -> str:
    """Return a name with the family name last, and not in capitals."""
    family, comma, given = name.partition(", ")
    if form == "family-initials" and not comma and (match := re.fullmatch(rf"(.*?{_L}) ({_SHORT}{_JUNIOR})", name)):
        family, given, comma = match[1], match[2], ","
    if not comma or form in ("given-first", "initials-first"):
        return name
    if family.isupper() and len(family) > 1:
        words = family.title().split()
        family = " ".join(word.lower() if word.lower() in PARTICLES and word != words[-1] else word for word in words)
    given, suffix = (junior[1], f" {junior[2]}") if (junior := re.fullmatch(r"(.+?),? ([JS]r\.?|I{2,3})", given)) else (given, "")
    return f"{given.strip()} {family.strip()}{suffix}"


def owns(names: Iterable[str], own: frozenset[str]) -> bool:
    """Return whether one of the names has one of the family names `own`, which are in lower case."""
    return any(own & {word.casefold() for word in re.findall(r"[^\W\d_]{2,}", name)} for name in names)


def are_names(text: str) -> bool:
    """Return whether a text consists of two names or more, and nothing else."""
    end = len(text.rstrip(" .,;"))
    return len(text) < 400 and any(len(names.people) > 1 and names.end >= end for names in names_at(text, 0))


def people(text: str) -> tuple[list[str], str]:
    """Return the names with which a text begins, and what follows."""
    begin = len(text) - len(text.lstrip())
    best = max(names_at(text, begin), key=lambda names: (names.closed, names.end), default=None)
    return (list(best.people), text[best.end :]) if best else ([], text)
