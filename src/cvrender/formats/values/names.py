"""Read names of people: as BibTeX writes them, as `Last, First`, and the marks that stand behind them.

BibTeX's rule for the parts of a name is that of Oren Patashnik's "BibTeXing" (1988), section 4; the form `family=…, given=…` is
biblatex's (its manual, section 3.4). A profile has the name as people say it: given names, particles, family name, suffix.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from cvrender.formats.values import latex
from cvrender.formats.values.latex_write import encode
from cvrender.model.name_parts import SUFFIXES, Name, by_bibtex, divided, is_east_asian, parts_of
from cvrender.model.text import Span

_KEYS = frozenset({"family", "given", "prefix", "suffix"})


def split_outside(text: str, separator: re.Pattern[str]) -> list[str]:
    """Split a text at separators that stand outside of braces."""
    if not separator.search(text):
        return [text]
    pieces, depth, start = [], 0, 0
    for match in re.compile(rf"\\.|[{{}}]|{separator.pattern}", re.DOTALL | re.IGNORECASE).finditer(text):
        sign = match[0]
        if sign in "{}":
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif not sign.startswith("\\") and depth == 0:
            pieces.append(text[start : match.start()])
            start = match.end()
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
        return _undivided(text)
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
    for match in re.finditer(r"\\.|[{}]", text, re.DOTALL):
        depth += (match[0] == "{") - (match[0] == "}")
        if depth == 0:
            return match.end() == len(text) and not text.startswith("{\\")
    return False


def _extended(parts: list[str]) -> Name:
    changes = {}
    for part in parts:
        key, _, value = part.strip().strip('"').partition("=")
        changes[key.strip()] = latex.plain(value.strip().strip('"'))
    return Name(changes.get("family", ""), changes.get("given", ""), changes.get("prefix", ""), changes.get("suffix", ""))


def _undivided(text: str) -> Name:
    """Read a name without commas. One in ideographs, kana or Hangul stays as it is."""
    name = latex.plain(text)
    if is_east_asian(name):
        return Name(name, whole=True)
    words = _words(text)
    return by_bibtex(words, [_is_lower(word) for word in words], _decoded)


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


def person_fields(name: Name) -> dict[str, Any] | None:
    """Return a name as fields of a person: with the family name, unless the name tells it; None for no name."""
    text = str(name)
    guess = parts_of(text)
    is_known = not name.given or (guess.given, guess.last) == (name.given, name.last) or not divided(text, name.last)
    return {"name": text, **({} if is_known else {"family": name.last})} if text else None


def person_of(name: Name) -> str | dict[str, Any]:
    """Return a name as a profile has a person: a text, or a mapping with the family name."""
    fields = person_fields(name) or {"name": ""}
    return fields if len(fields) > 1 else str(fields["name"])


def people_of(names: Iterable[Name]) -> list[str | dict[str, Any]] | None:
    """Return names as a list of a profile; None for no names."""
    return [person_of(name) for name in names if str(name)] or None


def parts_in(person: Any) -> Name:
    """Return the parts of the name of a person in plain data: a text, or a mapping."""
    if not isinstance(person, Mapping):
        return parts_of(str(person or ""))
    variants = person.get("variants") or ()
    spellings = [variants] if isinstance(variants, str) else variants
    return parts_of(str(person.get("name") or ""), person.get("family"), tuple(map(str, spellings)))


def bibtex_form(person: Any) -> str:
    """Write a name so that BibTeX reads its parts: the family name first where its own rule would divide it wrongly.

    What has no parts, or whose order must stay, as in ideographs, is one word in braces.
    """
    text = " ".join(str(person["name"] if isinstance(person, Mapping) else person).split())
    encoded, name = encode((Span(text),)), parts_in(person)
    is_whole = name.whole or is_east_asian(text)
    is_plain = "," not in text and not re.search(r"\b(and|others)\b", text, re.IGNORECASE)
    if is_plain and (" " not in text if is_whole else _same_parts(bibtex_name(encoded), name)):
        return encoded
    if name.given and not is_whole and not re.search(r"\b(and|others)\b", text, re.IGNORECASE):
        inverted = ", ".join(encode((Span(part),)) for part in (name.last, name.suffix, name.given) if part)
        if inverted.count(",") < 3 and _same_parts(_read(inverted), name):
            return inverted
    return f"{{{encoded}}}"


def _read(text: str) -> Name | None:
    try:
        return bibtex_name(text)
    except ValueError:
        return None


def _same_parts(one: Name | None, other: Name) -> bool:
    return one is not None and (one.given, one.last, one.suffix) == (other.given, other.last, other.suffix)
