"""Find what is personal in lines: the date and place of birth, the nationality, and what is kept but never shown."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from cvrender.formats.lines import OldLine
from cvrender.formats.values import dates
from cvrender.old_cvs.dates import ERAS, dates_in, month_of
from cvrender.old_cvs.headings import personal_terms, words

_SHOWN = ("birthdate", "birthplace", "nationality", "location")
"""What has a field; everything else is only kept."""
_YEARS = r"(?:19[0-9]\d|20[0-4]\d)"
_NUMBERS = re.compile(r"(?<!\w)(?:\d{3}[. ]?\d{3}[. ]?\d{3}-\d{2}|\d{2}\.?\d{3}\.?\d{3}/\d{4}-\d{2})(?!\w)")
"""Numbers of persons and companies in Brazil, which no telephone number looks like."""
_DAY = re.compile(rf"(?<![\w/.-])(?:\d{{1,2}}([./-]) ?\d{{1,2}}\1 ?{_YEARS}|{_YEARS}([./-])\d{{1,2}}\2\d{{1,2}})(?![\w/-])")
_RANGE = re.compile(rf"(?<![\w/.-]){_YEARS} ?[-–—/] ?{_YEARS}(?![\w/-])")
_POSTCODE = re.compile(r"(?<![\w.+)-])(?:(?<!\d )\d{5}-\d{3}|〒 ?\d{3}-\d{4}|(?<=[A-Z]{2} )\d{5}-\d{4})(?![\w-])")
_NUMBER = re.compile(r"(?:(?:\S*\d\S*|[A-Z]{1,3})(?:\s+|$))+")
"""A number of a person, which may have letters among its digits."""
_AFTER_ADDRESS = re.compile(r"[.;,]?\s+(?=\S+@\S|[^\W\d_][\w.]* ?[:：])")
"""What divides an address from a contact behind it."""
_OF_PHONE = re.compile(
    r"(?:tel|phone|mobil|cell?|fax|fone|telef|whatsapp|тел|моб|τηλ|电话|電話|手机|전화|هاتف|تلفن|טל|נייד|फ़ोन|फोन)[^\d@]{0,12}$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PersonalFact:
    """What a text says of a person: the field or what it is, its value, and the text if the value does not say all of it."""

    key: str
    value: str
    text: str = ""


@lru_cache(maxsize=1)
def personal_labels() -> dict[str, str]:
    """Return what each label names, in lower case."""
    known = {str(word).casefold(): key for key, names in words()["personal"].items() for word in names}
    return {word.casefold(): key for key, word in personal_terms()} | known


@cache
def _label() -> re.Pattern[str]:
    """Return what finds labels with a colon, or at the beginning of a text."""
    names = "|".join(sorted(map(re.escape, personal_labels()), key=len, reverse=True))
    return re.compile(rf"(?<![\w@/.-])(?P<name>{names})(?:\s?(?:nr|no|n[º°])?\.?)\s*[:：]\s*", re.IGNORECASE)


@cache
def _bare_label() -> re.Pattern[str]:
    names = [name for name, key in personal_labels().items() if key in ("birthdate", "national number", "location")]
    joined = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"[*(\s]*(?P<name>{joined})\.?\s+(?=\S*\s?\S*\d)", re.IGNORECASE)


def label_of(text: str) -> str:
    """Return what a text that is only a label names; "" for any other text."""
    return personal_labels().get(text.strip(" :：").casefold(), "")


def _has_value(match: re.Match[str]) -> bool:
    """Return whether a label has the value that it needs: a number has digits, unlike `BI: Tableau`."""
    key = personal_labels()[match["name"].casefold()]
    return key not in ("national number", "location") or bool(re.match(r"\S*\s?\S*\d", match.string[match.end() :]))


def _begins(match: re.Match[str]) -> bool:
    """Return whether a label may stand where it does: that of an address only at the beginning of a text, or of a part of it."""
    before = match.string[: match.start()].rstrip()
    return personal_labels()[match["name"].casefold()] != "address" or not before or before[-1] in ",;|.·•"


def is_personal(line: OldLine, *, within_career: bool = False) -> bool:
    """Return whether a line begins with a label of what is personal, and a colon or a cell of its own.

    `within_career`, addresses and ages may be of something else.
    """
    first = line.cells[0].plain if line.cells else ""
    match = _label().match(first.strip())
    key = personal_labels()[match["name"].casefold()] if match else label_of(first) if len(line.cells) > 1 else ""
    if within_career and key in ("location", "address", "age", "gender"):
        return False
    return bool(key) and (match is None or len(line.cells) > 1 or _has_value(match))


def personal_facts(text: str) -> tuple[list[PersonalFact], str]:
    """Return what a text says of the person that is private, and what is left of it."""
    matches = [match for match in _label().finditer(text) if _has_value(match) and _begins(match)]
    if not matches:
        return _without_label(text)
    facts: list[PersonalFact] = []
    rest = ""
    for match, following in zip(matches, [*matches[1:], None], strict=True):
        value = text[match.end() : following.start() if following else len(text)].strip(" ,;|·•")
        if value:
            key = personal_labels()[match["name"].casefold()]
            if key == "national number" and not following and (number := _NUMBER.match(value)):
                value, rest = number[0].strip(), value[number.end() :]
            elif key in ("address", "location") and not following:
                value, _, rest = _AFTER_ADDRESS.sub("\n", value, count=1).partition("\n")
            facts += facts_of(key, value, match[0].strip())
    return facts, f"{text[: matches[0].start()]} {rest}".strip(" ,;|·•")


def _without_label(text: str) -> tuple[list[PersonalFact], str]:
    """Read a text whose label has no colon: `Born 14 May 1990 in Nowhere`, `1990年5月14日生`."""
    match = _bare_label().match(text)
    if match:
        key, value = personal_labels()[match["name"].casefold()], text[match.end() :].strip()
        if key != "birthdate" or birthdate(value):
            return facts_of(key, value, text), ""
    if (match := re.search(r"日\s?生(?:まれ)?", text)) and (date := birthdate(text[: match.start() + 1])):
        return [PersonalFact("birthdate", date, text)], ""
    return [], text


def facts_of(key: str, value: str, label: str = "") -> list[PersonalFact]:
    """Return what a value with its label says."""
    whole = f"{label} {value}" if label and not label.endswith(value) else label or value
    if key == "address":
        return [PersonalFact("location", value)]
    if key not in _SHOWN:
        return [PersonalFact("", whole)]
    if key != "birthdate":
        return [PersonalFact(key, value, "" if re.search(r"[:：]$", label) else whole)]
    date = birthdate(value, is_english=bool(re.match(r"(?:date of birth|birth|dob|d\.o\.b|born)", label, re.IGNORECASE)))
    if not date:
        return [PersonalFact("", whole)]
    is_plain = [other.fields for other in dates_in(value)] == [{"date": date}] and re.search(r"[:：]$", label)
    place = _place_of(value)
    facts = [PersonalFact(key, date, "" if is_plain and re.fullmatch(r"[\d./ -]+", value) else whole)]
    return [*facts, PersonalFact("birthplace", place)] if place else facts


_NEXT = re.compile(r"(?:\d[\d./ -]*|\b(?:in|à|a|em|en|am|le|il|di|de|el|dne|v|г|р|ve)\b)\.?")
"""What stands next to the place in the day and place of birth."""


def _place_of(value: str) -> str:
    """Return the place that stands with a day of birth: `Pistoia, 10 Marzo 1995`; "" if none does."""
    said = " ".join("" if month_of(word.strip(".,")) else word for word in re.sub(r"\(.*?\)", " ", value).split())
    said = " ".join(_NEXT.sub(" ", said).split()).strip(" ,;.-–")
    return said if re.fullmatch(r"[^\W\d_a-zß-ÿ][\w'’./-]{2,}(?:,? [\w'’./-]+){0,3}", said) and ord(said[0]) < 0x3000 else ""


def birthdate(text: str, is_english: bool = False) -> str | None:
    """Read a day in the notations of all languages. In English, 05/06/1990 is two days, so only the year is certain."""
    for era, before in ERAS.items():
        if match := re.search(rf"{era}\s?(\d+|元)年", text):
            text = text.replace(match[0], f"{before + int(match[1].replace('元', '1'))}年", 1)
    if match := re.search(rf"({_YEARS})\s?[년年/.-]\s?(\d{{1,2}})(?:\s?[월月]|(?!\d))(?:\s?[/.-]?\s?(\d{{1,2}})(?!\d))?", text):
        return _checked(*match.groups())
    if match := re.search(rf"(?<!\d)(\d{{1,2}})\s?[./-]\s?(\d{{1,2}})\s?[./-]\s?({_YEARS})(?!\d)", text):
        day, month, year = match.groups()
        if int(day) <= 12 and int(month) <= 12 and is_english and day != month and "." not in match[0]:
            return year
        return _checked(year, day, month) if int(month) > 12 else _checked(year, month, day)
    if match := re.search(rf"(?<!\d)(\d{{1,2}}) tháng (\d{{1,2}}),? năm ({_YEARS})", text, re.IGNORECASE):
        return _checked(match[3], match[2], match[1])
    return _of_words(text)


def _of_words(text: str) -> str | None:
    year = re.search(rf"(?<!\d){_YEARS}(?!\d)", text)
    if not year:
        return None
    months = [month for word in re.findall(r"[^\W\d_]+[^\s\d,]*", text) if (month := month_of(word))]
    days = re.findall(r"(?<!\d)\d{1,2}(?!\d)", text)
    if len(months) == 1 and len(days) <= 1:
        return _checked(year[0], str(months[0]), *days)
    return year[0] if not months and not days else None


def _checked(year: str, month: str, day: str | None = None) -> str | None:
    return dates.checked("-".join([year, f"{int(month):02d}", *([f"{int(day):02d}"] if day else [])]))


def not_phones(text: str) -> tuple[list[str], list[str]]:
    """Return what looks like a telephone number and is none: what is private (days, numbers of persons), postcodes and years."""
    numbers = [
        [match[0] for match in pattern.finditer(text) if not _OF_PHONE.search(text[: match.start()])]
        for pattern in (_NUMBERS, _DAY, _POSTCODE, _RANGE)
    ]
    return numbers[0] + numbers[1], numbers[2] + numbers[3]
