"""Count the works of a CV's lists: by their numbers, else by their author's name, titles in quotation marks or bullets."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from cvrender.text.scripts import IDEOGRAPHIC

_NUMBER = re.compile(r"\[?(\d{1,4})[.)\]]\s")
_BULLET = re.compile(r"([•◦▪‣*-]|\[[^\]]{2,20}\])\s")
_QUOTED = re.compile(r"“[^”]{8,}”|\"[^\"]{8,}\"|«[^»]{8,}»|„[^“”]{8,}[“”]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_IDEOGRAPHS = re.compile(f"[{IDEOGRAPHIC}]")
_SLACK = 1.25
"""How many times as many bullets as works a list may have, if one in four has a bullet below it."""


def count_works(lines: Sequence[str], names: Iterable[str]) -> int:
    """Return the number of works in the lines of sections of publications; `names` are those of the person."""
    if numbers := _numbered(lines):
        return numbers
    text = " ".join(lines)
    signed = len(_signed(text, names))
    works = max(signed, len(_QUOTED.findall(text)))
    signs = [match[1][0] for line in lines if (match := _BULLET.match(line))]
    bullets = signs.count(signs[0]) if signs else 0
    if bullets and (not works or works <= bullets <= works * _SLACK):
        return bullets
    return works or sum(bool(_YEAR.search(line)) for line in lines)


def _numbered(lines: Sequence[str]) -> int:
    """Return how many lines begin with a number next to that of another one; a year at the beginning of a line has none."""
    numbers = [int(match[1]) for line in lines if (match := _NUMBER.match(line)) and not _YEAR.fullmatch(match[1])]
    known = {*numbers, 0}
    return sum(not known.isdisjoint((number - 1, number + 1)) for number in numbers)


def _signed(text: str, names: Iterable[str]) -> list[str]:
    """Return the places where one of these names stands, in any of the ways in which bibliographies write names."""
    forms = [form for name in dict.fromkeys(map(_folded, names)) for form in _forms(name)]
    return [match[0] for match in re.finditer("|".join(forms), _folded(text))] if forms else []


def _folded(text: str) -> str:
    """Return a text without accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


def _forms(name: str) -> Iterable[str]:
    """Yield expressions for a name: `Ada M. Example`, `A. M. Example`, `Example, Ada`, `Example A`; the family may come first."""
    family, comma, given = name.partition(",")
    words = [*given.split(), *family.split()] if comma else name.split()
    if _IDEOGRAPHS.match(name):  # whose words readers divide anywhere
        yield r"\s?".join(map(re.escape, "".join(words)))
        return
    if len(words) == 1 and len(name) > 1:
        yield rf"(?<!\w){re.escape(name)}(?!\w)"
    for first, last in ((words[0], words[-1]), (words[-1], words[0])) if len(words) > 1 else ():
        one, other = re.escape(first), re.escape(last)
        initial = re.escape(first[0])
        yield rf"(?<!\w)(?:{one}\s+(?:\S{{1,20}}\s+){{0,2}}?|{initial}\.(?:[\s-]*\w\.)*\s*){other}(?!\w)"
        yield rf"(?<!\w){other},?\s+(?:{one}(?!\w)|{initial}(?:\.|[A-Z]{{0,2}}(?=[\s,.;:&)]|$)))"
