"""Tell by word lists what a part of a line may be: an organization, a title, a degree, a grade, a place."""

import re
from functools import lru_cache
from pathlib import Path

from cvrender.old_cvs.headings import words
from cvrender.text.cldr import city_names, country_names, language_names

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "zh")
_MORE_LANGUAGES = tuple("ru uk pl cs sk sv da nb fi hu ro tr el id ja ko vi ca hr".split())
_BRAZIL = "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO"
_WITH_STATE = re.compile(rf"[^\W\d_][\w.'’ ]{{1,40}}?(?: ?[-–/] ?|, )(?:{_BRAZIL.replace(' ', '|')})(?:, (?:Brasil|Brazil))?")
_POSTCODE = re.compile(r"(?:[A-Z]{1,3}-)?\d{4,5} [^\W\d_a-z][\w.'’-]+(?: [^\W\d_][\w.'’-]+){0,3}")
"""Places that their form tells: `Porto Alegre - RS`, `90402 Nürnberg`."""
_CITY_AND_MORE = re.compile(r"(?P<city>[^,–—]+?)(?: [-–—] | ?[-·](?=[\u4e00-\u9fff]))(?P<more>[^,]+?(?P<ward>[区區县縣市镇])?)")
_BY_LETTERS = re.compile(
    r"(?:(?:[мгсп]|гр|гор|смт|пос|пгт|дер)\. ?(?P<name>[А-ЯІЇЄҐЁ][\w'’-]+(?: [А-ЯІЇЄҐЁ][\w'’-]+)?)"
    r"|[А-ЯІЇЄҐЁ][\w'’-]+(?:ий|ый|ой|ская|ська|цька|цкая) (?:обл\.?|область|край|р-н\.?|район)|[\s,]+){1,7}"
    r"|(?:[\u4e00-\u9fff]{2,3}[省州])?[\u4e00-\u9fff]{1,4}[市縣県县](?:[\u4e00-\u9fff]{1,4}[区區市])?"
)
"""Places whose kind is said: `м. Київ`, `Волинська обл.`, `广东省深圳市南山区`."""
CAMPUS = re.compile(
    r"(?:[^\W\d_a-z][\w.'’-]*[ -]){1,3}[Cc]ampus|[Cc]ampus d[aeiou] [^\W\d_][\w'’ -]+"
    r"|[\u3040-\u9fff]{2,8}(?:校区|校區|キャンパス)"
)
PART_OF_EASTERN = r"[\u3040-\u9fff]{1,14}(?:(?<!学)部|[課室係店]|支社|営業所|工場)(?![\u3040-\u9fff])"
"""A department or branch in Japanese or Chinese: `営業部`, `駅前店`."""
_CITY = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,3}")
_IN_BRACKETS = re.compile(r"(?P<city>[^()]{2,40}?)\s*\((?P<inner>[^()]{2,30})\)")
OF_BOTH = re.compile(r"(?i)\b(?:software|systems?|tech|technologies|services|solutions|consulting|press|studio|media)\b")
"""Words of names of companies that stand in titles, too, where a title is said."""
_OF_THESIS = re.compile(
    r"(?i)(?:bachelor|master|magister|diplom|doktor|doctoral|ph\.?d\.?)(?:['’]?s)?[ -]?(?:thesis|arbeit|dissertation)\b"
)
POSTDOC = re.compile(r"(?i)p[oó]s?t?[- ]?do(?:c|k|ut)|пост[- ]?док")
_ANYWHERE = frozenset({"remote", "hybrid", "online", "worldwide"})
_OTHER_WORDS = frozenset("AB AL CO DE IN LA MA MD ME MS OR PA SA".split())
"""Short names of states that are words, or parts of the names of companies and degrees, too."""
KINDS = ("organization", "title", "degree", "grade")


@lru_cache(maxsize=16)
def _pattern(kind: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a list: words in any case, and short ones and names in capitals, which must be in capitals."""
    long, short = [], []
    for word in map(str, words()[kind]):
        core = word.strip("*")
        form = re.escape(core) + (r"\w*" if word.endswith("*") else "") + (r"\.?" if "." in core else "")
        form = rf"[^\W\d_]*{form}" if word.startswith("*") else form
        is_short = len(core) <= 3 and core.isascii() and "*" not in word
        if is_short:
            short += (
                [re.escape(core.upper()), re.escape(core.capitalize())]
                if kind in ("organization", "degree")
                else [re.escape(core.upper())]
            )
            short += ["PhD", "Ph\\.D"] if core == "phd" else []
            short += [re.escape(core[:2].upper() + core[2])] if kind == "degree" and len(core) == 3 else []  # BSc, MEd
        else:
            long.append(form)
    bounded = r"(?<![\w.])(?:{})(?!\w)"
    return re.compile(bounded.format("|".join(long)), re.IGNORECASE), re.compile(bounded.format("|".join(short) or r"(?!)"))


def _has(kind: str, text: str) -> bool:
    return any(pattern.search(text) for pattern in _pattern(kind)) or (kind != "grade" and _has_cjk(kind, text))


def _has_cjk(kind: str, text: str) -> bool:
    return any(word in text for word in map(str, words()[kind]) if not word.isascii() and ord(word[0]) > 0x3000)


def _last_place(kind: str, text: str) -> int:
    """Return where the last word of a kind ends in a Chinese or Japanese text."""
    said = (word for word in map(str, words()[kind]) if ord(word[0]) > 0x3000 and word in text)
    return max((text.rfind(word) + len(word) for word in said), default=-1)


def kinds_of(text: str) -> frozenset[str]:
    """Return what a text may be by the lists, of an organization, a title and a degree."""
    return frozenset(kind for kind in KINDS if kind != "grade" and _has(kind, text))


@lru_cache(maxsize=4096)
def kinds(text: str) -> frozenset[str]:
    """Return what a text may be, by the words in it."""
    said = {kind for kind in KINDS if len(text) < 300 and _has(kind, text)}
    if not said and re.fullmatch(PART_OF_EASTERN, text):
        said = {"organization"}
    if {"title", "organization"} <= said and re.search("[\u3040-\u9fff]$", text):  # the last word tells
        said.discard(min(("title", "organization"), key=lambda kind: _last_place(kind, text)))
    if is_place(text):
        said = {"place"} if not said - {"degree"} else said | {"place"}
    if {"title", "organization"} <= said and not _has("organization", OF_BOTH.sub(" ", text)):
        said.discard("organization")  # `Software Engineer`
    if {"title", "organization"} <= said:
        before = re.split(r" \(| in ", text, maxsplit=1)[0]  # the group, or the subject
        outer = kinds(before) & {"title", "organization"} if before != text else frozenset()
        said.discard(_of_lesser_word(text) if len(outer) != 1 else next(iter({"title", "organization"} - outer)))
    if {"degree", "organization"} <= said and re.search(r"(?i)\b(?:degree|diploma|certificate)(?: \([^()]*\))?$", text):
        said.discard("organization")
    if "grade" in said and text.islower():
        said.discard("organization")
    if {"degree", "title"} <= said and re.search(r"(?i)\b(?:student|candidate|researcher|assistant|fellow|intern)\b", text):
        said.discard("degree")
    if "degree" in said and _OF_THESIS.match(text):
        said.discard("degree")
    if POSTDOC.match(text):
        said = said - {"degree"} | {"title"}
    return frozenset(said)


def _of_lesser_word(text: str) -> str:
    """Return which of an organization and a title a text is not: in `Software Engineer` the last word tells, else the first."""
    *words, last = text.rstrip(" .").split()
    is_phrase = 1 <= len(words) < 7 and not re.search(r"[,:;()–—|]| (?:of|for|in|at|and|&) ", text)
    if is_phrase and _has("title", last) and not _has("organization", last) and not last.endswith("ing"):
        return "organization"
    is_institution = re.match(r"(?i)(?:department|institute|school|faculty|college|university|center) ", text)
    return "title" if is_institution else ""


_FORMAL = (
    "slovenská republika|česká republika|slovak republic|rzeczpospolita polska|российская федерация|рф|republika hrvatska|"
    "republika slovenija|bundesrepublik deutschland|brd|república argentina|república de chile|república de colombia|"
    "república de panamá|república del perú|estados unidos de américa|estados unidos da américa|ee.uu|ee. uu|eeuu|eua|"
    "états-unis d'amérique|stati uniti d'america|pr china|p.r. china|p. r. china|republic of korea|rep. of korea|"
    "republic of ireland|republic of turkey|united states of america|great britain|england|scotland|wales|northern ireland|"
    "schottland|großbritannien|holland|türkiye cumhuriyeti|republica moldova|republic of moldova|viet nam|turkiye"
)
"""Countries as their own constitutions, or people, name them."""


@lru_cache(maxsize=1)
def _countries() -> frozenset[str]:
    return country_names((*_LANGUAGES, *_MORE_LANGUAGES)) - {"georgia", "jersey", "world", "welt"} | {
        "south korea",
        "korea",
        "czech republic",
        "the netherlands",
        "turkey",
        *_FORMAL.split("|"),
    }


@lru_cache(maxsize=1)
def _cities() -> frozenset[str]:
    """Return cities of all countries: those after which time zones are named, and those that GeoNames knows."""
    named = (Path(__file__).parent / "cities.txt").read_text("utf-8").splitlines()[2:]  # after the notice
    return city_names((*_LANGUAGES, "pl", "ru", "sv", "cs", "tr", "uk")).union(filter(None, named))


@lru_cache(maxsize=1)
def _places() -> tuple[frozenset[str], frozenset[str]]:
    names = [str(word) for word in words()["place"]]
    return frozenset(name for name in names if len(name.replace(".", "")) > 2), frozenset(
        name.upper() for name in names if len(name.replace(".", "")) <= 2
    )


STREET = re.compile(r"(?i)\b(?:avda|avenida|avenue|calle|carrera|rua|rue|street|road|plaza|praça|piazza)\b|stra(?:ß|ss)e\b|str\.")
HOUSE = re.compile(r"[^\W\d_][^\d,]{4,40} \d{1,3}(?:[a-z]|/\d{1,3})?")
"""A street and a house, next to the place: `Shelbyville Road 16/7`."""


@lru_cache(maxsize=4096)
def is_place(text: str) -> bool:
    """Return whether a text is a place: `Remote`, `Germany`, or a city with its state or country."""
    if match := _IN_BRACKETS.fullmatch(text.strip()):
        is_city = match["city"].casefold() in _cities()
        code = re.fullmatch(r"[A-Z]{2,3}|\d{2,3}" if is_city else r"[A-Z]{2}|\d{2,3}", match["inner"])
        is_named = match["city"].rpartition(" ")[2].casefold() in _cities() and not is_city  # `Example Lyon (FR)`
        is_code = bool(code) and not _names_more(match["city"]) and not is_named
        is_within = is_place(match["inner"]) and (is_city or is_country(match["inner"]))
        return bool(_CITY.fullmatch(match["city"]) and (is_code or is_within) and not kinds_of(match["city"]))
    if any(form.fullmatch(text) for form in (_WITH_STATE, _POSTCODE, _BY_LETTERS, CAMPUS)) and not kinds_of(text):
        return True
    text = re.sub(r"^(?:[A-Z]{1,3}-)?\d{4,5} (?=[^\W\d_])", "", text)  # a postcode
    parts = [part.strip(" .") if "(" in part and ")" in part else part.strip(" .()") for part in text.split(",")]
    if not parts[-1] or len(parts) > 4 or len(text) > 80:
        return False
    if len(parts) < 3 and (both := _CITY_AND_MORE.fullmatch(text)) and (is_country(both["more"]) or both["ward"]):
        return both["city"].casefold() in _cities()
    named, short = _places()
    last = parts[-1]
    if (both := re.fullmatch(r"(?P<before>.+) (?P<state>[A-Z]{2})", last)) and (
        both["state"] in short - _OTHER_WORDS or both["state"] in short and both["before"].casefold() in _cities()
    ):
        parts[-1:] = [both["before"], both["state"]]  # without a comma: `Seattle WA`
    elif (both := re.fullmatch(r"(?P<before>[A-Z]{2}) (?P<country>.+)", last)) and is_country(both["country"]):
        parts[-1:] = [both["before"], both["country"]]
    last = parts[-1]
    known = is_country(last) or last.casefold() in named
    if len(parts) == 1:
        city, _, country = last.rpartition(" ")
        if is_country(country) and city.casefold() in _cities():  # `Example Brasil` is a company
            return True
        return known or last.casefold() in _cities() or text.strip() in short and len(text.strip()) == 3
    if last.casefold() in _ANYWHERE or len(parts) > 2 and not is_country(last):
        return False  # an employer before it: `Acme, Remote`, `Acme, San Diego, California`
    known = known or last in short or bool(re.fullmatch(r"[A-Z]{2} \d{5}(?:-\d{4})?|[A-Z]{2}", last))
    before = (re.sub(r" ?\([^()]+\)$", "", part) for part in parts[:-1])
    return known and all(_CITY.fullmatch(part) and not _names_more(part) for part in before)


def is_country(text: str) -> bool:
    """Return whether a text is the name of a country."""
    return text.casefold().removeprefix("the ") in _countries() or text in ("USA", "U.S.A", "US", "UK", "U.K", "UAE")


def _names_more(part: str) -> bool:
    """Return whether the name of a city would be one of an organization or a job; `College Station` is not."""
    return (
        _has("organization", part)
        and (_has("organization", part.split()[-1]) or " of " in part or len(part.split()) > 2)
        or _has("title", part)
    )


@lru_cache(maxsize=1)
def natural_languages() -> frozenset[str]:
    """Return names of languages that people speak."""
    return language_names(_LANGUAGES) | {"mandarin", "cantonese", "farsi", "castilian", "mandarin chinese"}
