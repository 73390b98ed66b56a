"""Find the parts of a person's name: given names, particles, family name and suffix, and which of them comes first.

A name is printed as it is written; citation styles and other programs want its parts. The family name is, in this order:

1. what `family` says, or a variant such as `García Márquez, G.`;
2. of a name of two words in ideographs or Hangul the first one; of one word nothing is divided;
3. of a Vietnamese name the first word, if it is a common family name with its accents, and the last one is not;
4. the words in capitals, if the other words are not: `SATO Yukiko`;
5. what precedes initials at the end: `Sato Y.`;
6. the last word, with the particles before it (BibTeX's rule: Oren Patashnik's "BibTeXing", 1988, section 4).
"""

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from cvrender.model.expressions import expression
from cvrender.model.value import Value

SUFFIXES = frozenset("jr sr ii iii iv v phd md esq".split())
_KATAKANA, _HANGUL, _IDEOGRAPHS = (
    "\u30a0-\u30ff",
    "\uac00-\ud7a3",
    "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
)
_EAST_ASIAN = expression(rf"[\u3040-\u309f{_KATAKANA}{_HANGUL}{_IDEOGRAPHS}·・\s]+")
_TWO_WORDS = expression(
    rf"(?P<family>[{_IDEOGRAPHS}]{{1,3}}|[\u3040-\u309f]{{1,5}})\s+(?P<given>[{_IDEOGRAPHS}\u3040-\u309f{_KATAKANA}]{{1,5}})"
    rf"|(?P<korean>[{_HANGUL}]|남궁|황보|제갈|사공|선우|서문|독고|동방)\s+(?P<named>[{_HANGUL}]{{1,2}})"
)
"""A family name and a given name. Names of foreigners, in katakana or long words of Hangul, begin with the given name."""
_VIETNAMESE = frozenset(
    "nguyễn trần lê phạm hoàng huỳnh phan vũ võ đặng bùi đỗ hồ ngô dương lý đinh đoàn trịnh trương lâm đào mai tô tạ hà cao"
    " đồng lưu lương thái châu phùng vương quách tôn".split()
)
"""Family names of most Vietnamese."""
_ACCENTED = expression("[ăđĩũơư\u1ea0-\u1ef9]")
"""Letters that hardly any other language has."""
GROUP = expression(r"(?i)\b(?:collaboration|consortium|group|team|network|project|committee|investigator)s?\b|合作组")
"""A word by which the name of a group says that it is one."""
_INITIALS = expression(r"(?:[^\W\d_]\.[-‐‑]?)+")
_MIN_CAPITALS = 4  # letters of a family name in capitals at the beginning: fewer may be initials


class Name(Value, frozen=True):
    """The parts of a name. A body, such as a collaboration, has a family name alone and is `whole`.

    With `family_first`, the family name comes first wherever the name is printed.
    """

    family: str
    given: str = ""
    prefix: str = ""
    suffix: str = ""
    whole: bool = False
    family_first: bool = False

    def __str__(self) -> str:
        if self.given and is_east_asian(self.given + self.family):
            return f"{self.family}{self.given}"
        parts = (self.last, self.given) if self.family_first else (self.given, self.last)
        return " ".join(part for part in (*parts, self.suffix) if part)

    @property
    def last(self) -> str:
        """The family name with its particles."""
        return " ".join(part for part in (self.prefix, self.family) if part)


@lru_cache(maxsize=16_384)
def parts_of(name: str, family: str | None = None, variants: tuple[str, ...] = ()) -> Name:
    """Return the parts of a full name. `family` is the family name, if it is known; `variants` are other spellings."""
    known = [family or "", *(variant.partition(",")[0].strip() for variant in variants if "," in variant)]
    for one in known:
        if one and (parts := divided(name, one)):
            return parts
    if GROUP.search(name):
        return Name(name, whole=True)
    return _east_asian(name) or _by_its_words(name.split())


def divided(name: str, family: str) -> Name | None:
    """Return the parts of a name whose family name is known; None if the name neither begins nor ends with it."""
    suffix, words = _suffix(name.split())
    bare, family = " ".join(words), " ".join(family.split())
    if bare == family:
        return Name(name, whole=True)
    if bare.endswith(f" {family}"):
        before, last = bare[: -len(family)].split(), family.split()
        start = _particles(before)
        cut = next((index for index, word in enumerate(last) if not _is_lower(word)), 0)
        prefix = [*before[start:], *last[:cut]]
        return Name(" ".join(last[cut:]), " ".join(before[:start]), " ".join(prefix), suffix)
    rest = bare.removeprefix(family)
    if rest != bare and (rest[0] == " " or is_east_asian(bare)):
        return Name(family, rest.strip(), "", suffix, family_first=True)
    return None


def _particles(given: Sequence[str]) -> int:
    """Return where the particles at the end of the words before a family name begin."""
    start = len(given)
    while start > 1 and _is_lower(given[start - 1]):
        start -= 1
    return start


def is_east_asian(name: str) -> bool:
    """Return whether a name is in ideographs, kana or Hangul."""
    return not name.isascii() and bool(_EAST_ASIAN.fullmatch(name))


def _east_asian(name: str) -> Name | None:
    if not is_east_asian(name):
        return None
    if match := _TWO_WORDS.fullmatch(name):
        return Name(match["family"] or match["korean"], match["given"] or match["named"], family_first=True)
    return Name(name, whole=True)


def _by_its_words(words: list[str]) -> Name:
    """Return the likely parts of a name in letters."""
    suffix, bare = _suffix(words)
    count = _leading_family(bare)
    if count:
        first = " ".join(bare[:count])
        inverted = bool(_INITIALS.fullmatch(bare[-1]))
        return Name(first, " ".join(bare[count:]), "", suffix, family_first=not inverted)
    return by_bibtex(words, [_is_lower(word) for word in words])


def _leading_family(words: list[str]) -> int:
    """Return how many words at the beginning are the family name; 0 if it is at the end."""
    if len(words) < 2:
        return 0
    initials = [bool(_INITIALS.fullmatch(word)) for word in words]
    if initials[-1] and not any(initials[: initials.index(True)]) and all(initials[initials.index(True) :]):
        return initials.index(True)
    folded = [unicodedata.normalize("NFC", word).casefold() for word in words]
    if folded[0] in _VIETNAMESE and folded[-1] not in _VIETNAMESE and _ACCENTED.search(" ".join(folded)):
        return 1
    capitals = [word.isupper() and len(word.strip(".")) > 1 for word in words]
    count = capitals.index(False) if False in capitals else 0
    is_family = len("".join(words[:count])) >= _MIN_CAPITALS and not any(capitals[count:])
    return count if is_family else 0


def _suffix(words: list[str]) -> tuple[str, list[str]]:
    """Return the suffix of a name, and the words before it."""
    if len(words) > 2 and _is_suffix(words[-1]):
        return words[-1], [*words[:-2], words[-2].rstrip(",")]
    return "", words


def _is_suffix(word: str) -> bool:
    return word.strip(".").casefold() in SUFFIXES


def by_bibtex(words: list[str], lower: Sequence[bool], joined: Callable[[list[str]], str] = " ".join) -> Name:
    """Divide the words of a name without commas as BibTeX does: `First von Last`, with `Jr.` behind it.

    `lower` says which words are in lower case; of these, the first to the last are the particles, but for one at the end.
    """
    suffix, words = (joined(words[-1:]), words[:-1]) if len(words) > 2 and _is_suffix(joined(words[-1:])) else ("", words)
    particles = [index for index, is_lower in enumerate(lower[: len(words) - 1]) if is_lower]
    first, last = (particles[0], particles[-1] + 1) if particles else (len(words) - 1, len(words) - 1)
    return Name(joined(words[last:]).rstrip("," if suffix else ""), joined(words[:first]), joined(words[first:last]), suffix)


def _is_lower(word: str) -> bool:
    letters = [char for char in word if char.isalpha()]
    return bool(letters) and letters[0].islower()
