"""Read names of people: as BibTeX writes them, as `Last, First`, and the marks that stand behind them.

BibTeX's rule for the parts of a name is that of Oren Patashnik's "BibTeXing" (1988), section 4; the form `family=…, given=…` is
biblatex's (its manual, section 3.4). A profile has the name as people say it: given names, particles, family name, suffix.
"""

import re
from dataclasses import dataclass

from cvrender.importers.text import latex
from cvrender.importers.text.latex_write import encode
from cvrender.model.text import Span

SUFFIXES = frozenset("jr sr ii iii iv v phd md esq".split())
_KEYS = frozenset({"family", "given", "prefix", "suffix"})
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff·]+")


@dataclass(frozen=True, slots=True)
class Name:
    """The parts of a name. A body, such as a collaboration, has a family name alone and is `whole`."""

    family: str
    given: str = ""
    prefix: str = ""
    suffix: str = ""
    whole: bool = False

    def __str__(self) -> str:
        if self.given and _CJK.fullmatch(self.given) and _CJK.fullmatch(self.family):
            return f"{self.family}{self.given}"
        return " ".join(part for part in (self.given, self.prefix, self.family, self.suffix) if part)


def split_outside(text: str, separator: re.Pattern[str]) -> list[str]:
    """Split a text at separators that stand outside of braces."""
    if not separator.search(text):
        return [text]
    pieces, depth, start = [], 0, 0
    for found in re.compile(rf"\\.|[{{}}]|{separator.pattern}", re.DOTALL | re.IGNORECASE).finditer(text):
        sign = found[0]
        if sign in "{}":
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif not sign.startswith("\\") and depth == 0:
            pieces.append(text[start : found.start()])
            start = found.end()
    return [*pieces, text[start:]]


_AND = re.compile(r"(?:(?<=\s)|^)and(?=\s|$)", re.IGNORECASE)
_COMMA = re.compile(",")
_BLANK = re.compile(r"(?:\s|~)+")


def split_people(text: str) -> list[str]:
    """Split a list of names that BibTeX joins with `and`."""
    return [name for part in split_outside(text, _AND) if (name := part.strip(" \t\r\n~"))]


def bibtex_name(text: str) -> Name:
    """Read the parts of one name, each decoded. Raises ValueError for more commas than a name has."""
    if _is_group(text):
        return Name(latex.plain(text[1:-1]), whole=True)
    parts = [part.strip() for part in split_outside(text, _COMMA)]
    if any(part.partition("=")[0].strip().strip('"') in _KEYS for part in parts if "=" in part):
        return _extended(parts)
    if len(parts) == 1:
        return _undivided(_words(text))
    if len(parts) > 3 or (len(parts) == 3 and parts[1].strip(".{} ").casefold() not in SUFFIXES):
        raise ValueError(f'"{latex.plain(text)}" has too many commas for one name; write "and" between names')
    *suffix, given = parts[1:]
    words = _words(parts[0])
    lower = [index for index, word in enumerate(words[:-1]) if _is_lower(word)]
    cut = lower[-1] + 1 if lower else 0
    prefix, family = _decoded(words[:cut]), _decoded(words[cut:])
    return Name(family, latex.plain(given), prefix, latex.plain(suffix[0]) if suffix else "")


def _is_group(text: str) -> bool:
    """Return whether a text is one pair of braces and what is in it."""
    if not (text.startswith("{") and text.endswith("}")):
        return False
    depth = 0
    for found in re.finditer(r"\\.|[{}]", text, re.DOTALL):
        depth += (found[0] == "{") - (found[0] == "}")
        if depth == 0:
            return found.end() == len(text) and not text.startswith("{\\")
    return False


def _extended(parts: list[str]) -> Name:
    found = {}
    for part in parts:
        key, _, value = part.strip().strip('"').partition("=")
        found[key.strip()] = latex.plain(value.strip().strip('"'))
    return Name(found.get("family", ""), found.get("given", ""), found.get("prefix", ""), found.get("suffix", ""))


def _undivided(words: list[str]) -> Name:
    """`First von Last`: the particles are the words from the first to the last that begins in lower case."""
    lower = [index for index, word in enumerate(words[:-1]) if _is_lower(word)]
    if lower:
        given, prefix, family = words[: lower[0]], words[lower[0] : lower[-1] + 1], words[lower[-1] + 1 :]
    else:
        given, prefix, family = words[:-1], [], words[-1:]
        if family and given and latex.plain(family[0]).strip(".").casefold() in SUFFIXES and len(given) > 1:
            return Name(_decoded(given[-1:]), _decoded(given[:-1]), "", _decoded(family))
    return Name(_decoded(family), _decoded(given), _decoded(prefix))


def _words(text: str) -> list[str]:
    return [word for word in split_outside(text, _BLANK) if word]


def _decoded(words: list[str]) -> str:
    return latex.plain(" ".join(words))


def _is_lower(word: str) -> bool:
    """BibTeX's case of a word: that of its first letter outside of braces, or of an accented letter in braces."""
    if word.startswith("{") and not word.startswith("{\\"):
        return False
    letters = [char for char in latex.plain(word) if char.isalpha()]
    return bool(letters) and letters[0].islower()


def last_first(text: str) -> Name:
    """Read `Last, First` or `Last, First, Jr`, as RIS, PubMed and Google Scholar write it; without a comma the whole name."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1:
        return Name(parts[0], whole=True)
    family, given, *suffix = [*(part for part in parts if part), "", ""]
    return Name(family, given, "", ", ".join(part for part in suffix if part))


def parts_of(name: str) -> Name:
    """Split a full name into its likely parts, for formats that need them; a guess where a family name has two words."""
    if _CJK.fullmatch(name):
        return Name(name, whole=True)
    return _undivided(name.split())


def bibtex_form(name: str) -> str:
    """Write a name so that BibTeX reads just this name: in braces where its own rule would part it wrongly."""
    made = " ".join(name.split())
    encoded = encode((Span(made),))
    if "," in made or re.search(r"\b(and|others)\b", made, re.IGNORECASE) or str(bibtex_name(encoded)) != made:
        return f"{{{encoded}}}"
    return encoded
