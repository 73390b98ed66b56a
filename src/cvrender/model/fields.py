"""Plain data in, field values out: the small types that a profile's entries are made of.

Every type reads the short form that people like to type (a text) as well as the full one (a mapping),
and keeps the field's own path in its errors, so that an error points at the right line.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from cvrender.model.annotations import Reads, Short
from cvrender.model.dates import DateRange, PartialDate, When, check_order, parse_date, parse_when

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?")
_SCHEMES = ("https://", "http://", "mailto:", "tel:")
_UNSETTABLE = {"Cc": "control", "Cf": "invisible", "Co": "private-use", "Cn": "unassigned", "Cs": "surrogate"}
_JOINERS = "\u200c\u200d"  # these two shape letters in Persian, the Indic scripts and emoji


@dataclass(frozen=True, slots=True)
class Localized:
    """One text in several languages, in the order in which they were written; keys are CLDR's (`en`, `zh-Hant`)."""

    texts: tuple[tuple[str, str], ...]

    def choose(self, language: str) -> str:
        """The text in that language; else in the same language of another region; else the first one given."""
        known = dict(self.texts)
        base = language.partition("-")[0]
        for key in (language, base, *(k for k in known if k.partition("-")[0] == base)):
            if key in known:
                return known[key]
        return self.texts[0][1]


def _plain(value: Any) -> str:
    if not isinstance(value, str):
        found = {dict: "a mapping", list: "a list", bool: "true or false", type(None): "empty"}.get(type(value), "no text")
        raise PydanticCustomError("text", "should be text, but is {found}", {"found": found})
    if not value.strip():
        raise PydanticCustomError("empty", "is empty; leave the key out, or fill it in")
    if value.isascii() and value.isprintable():
        return value.strip()
    for char in value:
        kind = _UNSETTABLE.get(unicodedata.category(char))
        if kind and char not in "\n\t" and char not in _JOINERS:
            code = f"U+{ord(char):04X}"
            raise PydanticCustomError("character", "holds the {kind} character {code}; remove it", {"kind": kind, "code": code})
    return value.strip()


def _prose(value: Any) -> str | Localized:
    if not isinstance(value, dict):
        return _plain(value)
    for key in value:
        _language(key)
    if not value:
        raise PydanticCustomError("empty", "is empty; leave the key out, or fill it in")
    return Localized(tuple((key, _plain(text)) for key, text in value.items()))


def _language(value: Any) -> str:
    if not isinstance(value, str) or not _LANGUAGE.fullmatch(value):
        raise PydanticCustomError("language", '"{value}" is no language; write one as en, de, zh or pt-BR', {"value": str(value)})
    return value


def _date(value: Any) -> PartialDate:
    try:
        return parse_date(_plain(value))
    except ValueError as error:
        raise PydanticCustomError("date", "{reason}", {"reason": str(error)}) from None


def _end(value: Any) -> PartialDate | DateRange:
    return DateRange(None, ongoing=True) if value == "present" else _date(value)


def _when(value: Any) -> When:
    values = value if isinstance(value, list) else [value]
    try:
        return tuple(parse_when(_plain(item)) for item in values)
    except ValueError as error:
        raise PydanticCustomError("date", "{reason}", {"reason": str(error)}) from None


def _url(value: Any) -> str:
    text = _plain(value)
    if not text.startswith(_SCHEMES) or re.search(r"\s", text):
        raise PydanticCustomError("url", '"{url}" is no link; write it whole, as in https://example.org/page', {"url": text})
    return text


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise PydanticCustomError("flag", "should be true or false")
    return value


def _level(value: Any) -> str:
    if value not in ("public", "application", "full"):
        raise PydanticCustomError("level", '"{value}" is no level; there are: public, application, full', {"value": str(value)})
    return str(value)


_TEXT: dict[str, Any] = {"type": ["string", "number"]}  # editors take 2016 for a number; our reader does not
_TEXTS = {"anyOf": [_TEXT, {"type": "object", "additionalProperties": _TEXT}]}

Plain = Annotated[str, Reads(_plain, _TEXT)]
"""Text that is the same in every language and is taken as it stands: a name, a number, an identifier."""

Prose = Annotated[str | Localized, Reads(_prose, _TEXTS)]
"""Text with light inline Markdown, given once or per language."""

Language = Annotated[str, Reads(_language, _TEXT)]
Url = Annotated[str, Reads(_url, {"type": "string", "format": "uri"})]
Flag = Annotated[bool, Reads(_flag, {"type": "boolean"})]
OneDate = Annotated[PartialDate, Reads(_date, _TEXT)]
EndDate = Annotated[PartialDate | DateRange, Reads(_end, _TEXT)]
Dates = Annotated[When, Reads(_when, {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]})]


def short(key: str) -> Short:
    """Let a bare text stand for the mapping whose field `key` it is."""
    return Short(lambda text: {key: text}, Plain)


_ONE = Short(lambda text: [text], Plain)
"""Let a bare text stand for a list of it."""

Plains = Annotated[tuple[Plain, ...], _ONE]
Proses = Annotated[tuple[Prose, ...], _ONE]
"""A list of texts; one text alone stands for a list of one."""


class Node(BaseModel):
    """A mapping of the profile: frozen, and without unknown keys but those that begin with `x-`."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        arbitrary_types_allowed=True,
        defer_build=True,  # most models are only parts of others, and need no validator of their own
        json_schema_extra={"patternProperties": {"^x-": {}}},
    )

    @model_validator(mode="before")
    @classmethod
    def _authors_own_keys(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        kept = {key: value for key, value in data.items() if not str(key).startswith("x-")}
        return {key: value for key, value in kept.items() if value is not None or key not in cls.model_fields}


Level = Literal["public", "application", "full"]
LEVELS: tuple[Level, ...] = ("public", "application", "full")
"""How widely something is shown, from the widest to the narrowest circle."""

Privacy = Annotated[Level, Reads(_level, {"enum": LEVELS})]


class Withheld(Node):
    """Anything that not every view shows. `private: true` is short for `privacy: full`."""

    private: Flag = False
    privacy: Privacy | None = None

    def shown_at(self, privacy: Level) -> bool:
        """True when a view of that privacy shows it."""
        level = self.privacy or ("full" if self.private else "public")
        return LEVELS.index(level) <= LEVELS.index(privacy)


class Timed(Withheld):
    """Anything with a time: `date`, or `start` and `end`."""

    date: Dates | None = None
    start: OneDate | None = None
    end: EndDate | None = None

    @model_validator(mode="after")
    def _one_way_to_say_when(self) -> "Timed":
        if self.date and (self.start or self.end):
            raise PydanticCustomError("when", "has a date as well as a start or an end; keep one of the two")
        try:
            self.when  # noqa: B018  (raises when the range is reversed)
        except ValueError as error:
            raise PydanticCustomError("when", "{reason}", {"reason": str(error)}) from None
        return self

    @property
    def when(self) -> When:
        """The time as written; nothing is filled in."""
        if self.date is not None:
            return self.date
        if self.start is None and self.end is None:
            return ()
        if isinstance(self.end, DateRange):
            return (DateRange(self.start, ongoing=True),)
        return (check_order(DateRange(self.start, self.end)),)


class Contact(Withheld):
    """A way to reach the person, or a page of theirs. A bare text stands for its `value`."""

    value: Plain
    label: Prose | None = None


class Person(Node):
    """Somebody: the name as they write it, in its own script, and how else it is spelt. A bare text is the name."""

    name: Plain
    native: Plain | None = None
    variants: Plains = ()


class Author(Person):
    """A person in an author list; what the marks behind a name mean is data here."""

    equal: Flag = False
    corresponding: Flag = False
    student: Flag = False


class Venue(Node):
    """Where something appeared or took place. A bare text is the name; `short` is the usual abbreviation, without a year."""

    name: Prose
    short: Prose | None = None
    location: Prose | None = None
    note: Prose | None = None


class Link(Node):
    """A link with the words that stand for it. A bare text is the link itself."""

    url: Url
    label: Prose | None = None


class Acceptance(Node):
    """How selective a venue was: a rate as its organisers give it (`25%`), or counts, or both. A bare text is the rate."""

    rate: Plain | None = None
    accepted: Annotated[int, Field(gt=0)] | None = None
    submitted: Annotated[int, Field(gt=0)] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> "Acceptance":
        if (self.accepted is None) != (self.submitted is None):
            raise PydanticCustomError("acceptance", "needs both accepted and submitted, or neither")
        if self.rate is None and self.accepted is None:
            raise PydanticCustomError("acceptance", "needs a rate, or accepted and submitted")
        if self.accepted and self.submitted and self.accepted > self.submitted:
            raise PydanticCustomError("acceptance", "says that more was accepted than submitted")
        return self


class Highlight(Withheld):
    """A bullet, perhaps with bullets of its own. A bare text is its `text`."""

    text: Prose
    tags: tuple[Plain, ...] = ()
    highlights: "Highlights" = ()


OneContact = Annotated[Contact, short("value")]
OnePerson = Annotated[Person, short("name")]
OneVenue = Annotated[Venue, short("name")]
OneAcceptance = Annotated[Acceptance, short("rate")]
Contacts = tuple[OneContact, ...]
People = Annotated[tuple[OnePerson, ...], _ONE]
Authors = tuple[Annotated[Author, short("name")], ...]
Links = tuple[Annotated[Link, short("url")], ...]
Highlights = tuple[Annotated[Highlight, short("text")], ...]

Highlight.model_rebuild()
