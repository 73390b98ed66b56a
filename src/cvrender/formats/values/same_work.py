"""Compare values of different sources: titles, names, venues, dates, contacts."""

import re
import unicodedata
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from cvrender.formats.values import markdown
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.names import normalized_name

_SIGNS = str.maketrans(
    {**dict.fromkeys("‐‑‒–—−", "-"), **dict.fromkeys("‘’ʼ`", "'"), **dict.fromkeys("“”„«»", '"'), "\u00a0": " "}
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b|'\d\d\b")
SIMILAR = 0.6
"""How similar titles are at least (as difflib measures it) if everything else says that two works are one."""
_MAIN_TITLE = 12  # letters and digits of a title that may be another one without its subtitle
_SMALL = frozenset("a an the of on in for and".split())
_FILLERS = _SMALL | {"proceedings", "proc", "conference"}


@lru_cache(maxsize=65_536)
def plain_text(text: str) -> str:
    """Return the characters that a text shows, with simple dashes, quotation marks and spaces."""
    shown = markdown.plain(text) if re.search(r"[*_`\[\]<\\$]", text) else text
    return " ".join(unicodedata.normalize("NFKC", shown).translate(_SIGNS).split()).strip(" .;,").replace(" - ", "-")


@lru_cache(maxsize=65_536)
def title_key(title: str) -> str:
    """Return a title for comparison: letters and digits in lower case."""
    folded = unicodedata.normalize("NFKD", plain_text(title)).casefold()
    return "".join(char for char in folded if char.isalnum())


def text_in(value: Any) -> str:
    """Return a text, or the first one of a text per language."""
    if isinstance(value, dict):
        value = next(iter(value.values()), "")
    return value if isinstance(value, str) else ""


def author_name(author: Any) -> str:
    """Return the name of an author, given as a text or as a mapping."""
    return str(author.get("name", "")) if isinstance(author, dict) else str(author or "")


def author_names(author: Any) -> list[str]:
    """Return all names of an author, with the native one and variants."""
    if not isinstance(author, dict):
        return [author_name(author)]
    variants = author.get("variants") or []
    names = [author.get("name"), author.get("native"), *(variants if isinstance(variants, list) else [variants])]
    return [name for name in names if isinstance(name, str)]


@lru_cache(maxsize=65_536)
def is_same_name(one: str, other: str) -> bool:
    """Return whether two names can be the same person's: equal, or with initials or left-out names in one of them."""
    first, second = normalized_name(one).split(), normalized_name(other).split()
    if first == second or sorted(first) == sorted(second):
        return True
    if not first or not second or first[-1] != second[-1] or len(first) == 1 or len(second) == 1:
        return False
    for left, right in zip(first[:-1], second[:-1], strict=False):
        if not (left.startswith(right) or right.startswith(left)) or (min(len(left), len(right)) > 1 and left != right):
            return False
    return True


def is_same_author(one: Any, other: Any) -> bool:
    """Return whether two authors can be the same person."""
    return any(is_same_name(left, right) for left in author_names(one) for right in author_names(other))


def venue_names(venue: Any) -> list[str]:
    """Return the names of a venue: the full one and the short one."""
    if isinstance(venue, dict) and ("name" in venue or "short" in venue):
        return [name for key in ("name", "short") if (name := text_in(venue.get(key)))]
    return [text_in(venue)] if text_in(venue) else []


def is_same_venue(one: Any, other: Any) -> bool:
    """Return whether two venues share a name, whatever year or punctuation is in it."""
    first = {key for name in venue_names(one) for key in _venue_keys(name)}
    second = {key for name in venue_names(other) for key in _venue_keys(name)}
    if venue_names(one) == venue_names(other):
        return True
    return not first.isdisjoint(second) or any(_is_shortened(left, right) for left in first for right in second)


@lru_cache(maxsize=65_536)
def _is_shortened(one: str, other: str) -> bool:
    """Return whether one name abbreviates the other: `j mach learn res`, or `icml` by its initials."""
    short, long = sorted((one.split(), other.split()), key=lambda words: (len("".join(words)), len(words)))
    if len(short) == 1 and len(long) > 2:
        return len(short[0]) > 2 and short[0] == "".join(word[0] for word in long if word not in _SMALL)
    return len(short) == len(long) > 1 and all(map(str.startswith, long, short))


def _venue_keys(name: str) -> set[str]:
    shown = plain_text(name)
    short = re.findall(r"\(([^()]+)\)", shown)
    bare = [re.sub(r"\([^()]*\)", " ", shown), shown, *short]
    keys = {" ".join(re.findall(r"[^\W_]+", _YEAR.sub(" ", text).casefold())) for text in bare}
    keys |= {" ".join(word for word in key.split() if word not in _FILLERS) for key in keys}
    return keys - {""}


@lru_cache(maxsize=65_536)
def is_similar_title(one: str, other: str) -> bool:
    """Return whether titles can be those of one work: alike, or one without the subtitle."""
    first, second = sorted((title_key(one), title_key(other)), key=len)
    if second.startswith(first) and (len(first) >= _MAIN_TITLE or first == second):
        return True
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= SIMILAR


def contradictions(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return the fields that say that two works of one title are different: where and in which part of it they appeared."""
    differing = [key for key in ("volume", "issue", "number") if _differs(one.get(key), other.get(key))]
    pages = [_first_page(work.get("page")) for work in (one, other)]
    differing += ["page"] if _differs(*pages) else []
    venues = one.get("venue"), other.get("venue")
    return differing + (["venue"] if all(venues) and not is_same_venue(*venues) else [])


def _differs(one: Any, other: Any) -> bool:
    return bool(one and other) and plain_text(str(one)).casefold() != plain_text(str(other)).casefold()


def _first_page(value: Any) -> str:
    return re.split(r"[\s,\u2010-\u2015-]", str(value or "").strip())[0].lstrip("0")


def is_same_date(one: Any, other: Any) -> bool:
    """Return whether two dates are equal, or the second one is a less precise form of the first."""
    first, second = str(one), str(other)
    return first == second or (second != "" and first.startswith(f"{second}-") and "/" not in first)


def is_same(key: str, have: Any, new: Any) -> bool:
    """Return whether a field that has one value says what the other value says."""
    if have == new:
        return True
    if key in ("date", "start", "end"):
        return is_same_date(have, new)
    if key in ("editors", "container_editors", "translators"):
        return isinstance(have, list) and len(have) == len(new) and all(map(is_same_author, have, new))
    if key == "venue" or key == "event":
        return is_same_venue(have, new)
    if key == "title":
        return _is_same_title(text_in(have), text_in(new))
    if row := WORK_IDS.get(key):
        return str(row.find(have) or have).casefold() == str(row.find(new) or new).casefold()
    if key == "url":
        return _bare_link(have) == _bare_link(new)
    if isinstance(have, dict) and isinstance(new, dict):
        return all(part in have and is_same(part, have[part], value) for part, value in new.items())
    if isinstance(have, dict) and isinstance(new, str):  # a short form, or a text in several languages
        return any(is_same(key, part, new) for part in have.values() if isinstance(part, str))
    if isinstance(have, str) and isinstance(new, str):
        return plain_text(have) == plain_text(new)
    return False


def is_better(key: str, have: Any, new: Any) -> bool:
    """Return whether a value says the same more exactly: a date with a month, a title with its capitals."""
    if key in ("date", "start", "end"):
        return is_same_date(new, have)
    return key == "title" and _is_same_title(text_in(new), text_in(have))


def _is_same_title(have: str, new: str) -> bool:
    """Return whether a title is the same; one that only lost capitals is."""
    first, second = plain_text(have), plain_text(new)
    return first == second or (first.casefold() == second.casefold() and _capitals(second) < _capitals(first))


def _capitals(text: str) -> int:
    return sum(char.isupper() for char in text)


def _bare_link(value: Any) -> str:
    link = value.get("url", value.get("value", "")) if isinstance(value, dict) else str(value)
    return re.sub(r"^https?://(www\.)?", "", str(link)).rstrip("/")


def item_key(value: Any) -> str:
    """Return an item of a list for comparison: the text, link, name or number that it is."""
    if isinstance(value, dict):
        value = next((value[key] for key in ("value", "url", "text", "name", "title") if key in value), str(value))
    shown = text_in(value)
    if re.match(r"https?://|www\.", shown):
        return _bare_link(shown).casefold()
    return re.sub(r"[\s()-]", "", shown) if re.fullmatch(r"\+?[\d\s()./-]{6,}", shown) else plain_text(shown).casefold()


def preprint_links(preprint: Mapping[str, Any], paper: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the link to a preprint that has a DOI of its own, for the paper; arXiv's numbers have a field."""
    number = str(preprint.get("doi") or "")
    if (
        not number
        or not paper.get("doi")
        or number.casefold().startswith("10.48550/arxiv")
        or number.casefold() == str(paper["doi"]).casefold()
    ):
        return []
    return [{"url": f"https://doi.org/{number}", "label": "preprint"}]
