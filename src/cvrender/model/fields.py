"""Define the small types that entries are made of.

Each accepts the short form that people like to type (a text) and the full form (a mapping). Errors carry the path of the field.
"""

import re
import unicodedata
from typing import Annotated, Any, Literal

from cvrender.model.annotations import TEXT, About, Invalid, Reads, Short, Unprinted, text_with_colon, unquoted
from cvrender.model.base import Model
from cvrender.model.credit import CreditRoles
from cvrender.model.dates import DateRange, PartialDate, When, check_order, parse_date, parse_when
from cvrender.model.language import is_language_code, language_tags
from cvrender.model.links import is_allowed
from cvrender.model.typed_names import check_family, check_name
from cvrender.model.value import Value

_UNSETTABLE = {"Cc": "control", "Cf": "invisible", "Co": "private-use", "Cn": "unassigned", "Cs": "surrogate"}
_JOINERS = "\u200c\u200d"  # needed in Persian, the Indic scripts and emoji


class Localized(Value, frozen=True):
    """A text in several languages, in the order given; keys are CLDR language codes (`en`, `zh-Hant`)."""

    texts: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return self.texts[0][1]  # for messages; what is printed was chosen by its language

    def choose(self, language: str) -> str:
        """Return the text in a language; else in the language without region; else in another region of it; else the first."""
        return dict(self.texts)[next(iter(self._keys(language)), self.texts[0][0])]

    def has(self, language: str) -> bool:
        """Return whether there is a text in the language or in another region of it."""
        return bool(self._keys(language))

    def _keys(self, language: str) -> list[str]:
        """Return the codes of the texts that suit a language, the best first; Chinese differs by script, not by region."""
        base, known = language.partition("-")[0], [code for code, _ in self.texts]
        wanted = (language, *reversed(language_tags(language)), base, *(code for code in known if code.partition("-")[0] == base))
        return [code for code in dict.fromkeys(wanted) if code in known]


def read_plain(value: Any) -> str:
    """Return a text without spaces around it. Raises Invalid for other values, empty texts, and characters that cannot be set."""
    if not isinstance(value, str):
        what = {dict: "a mapping", list: "a list", bool: "a boolean", type(None): "empty"}.get(type(value), "a number")
        hint = unquoted(text)[1] if (text := text_with_colon(value)) else ""
        raise Invalid(f"should be text, but is {what}", hint, code="bad-type")
    if not value.strip():
        raise Invalid("is empty", "fill it in, or remove the key", code="missing-value")
    if value.isascii() and value.isprintable():
        return value.strip()
    for char in value:
        kind = _UNSETTABLE.get(unicodedata.category(char))
        if kind and char not in "\n\t" and char not in _JOINERS:
            raise Invalid(f"contains the {kind} character U+{ord(char):04X}", "remove it", code="bad-character")
    return value.strip()


def _prose(value: Any) -> str | Localized:
    if not isinstance(value, dict):
        return read_plain(value)
    if (text := text_with_colon(value)) and not is_language_code(next(iter(value))) and " " in text.partition(": ")[0]:
        raise Invalid(*unquoted(text), code="quotes-needed")
    for key in value:
        _language(key)
    if not value:
        raise Invalid("is empty", "fill it in, or remove the key", code="missing-value")
    return Localized(tuple((key, read_plain(text)) for key, text in value.items()))


def _language(value: Any) -> str:
    if not isinstance(value, str) or not is_language_code(value):
        raise Invalid(f'"{value}" is not a language code', "write a code such as en, de, zh or pt-BR", code="bad-language")
    return value


def _date(value: Any) -> PartialDate:
    if value == "present":
        hint = 'write a date such as 2016-10; only "end" and "date" can be "present"'
        raise Invalid('not a valid date: "present"', hint, code="bad-date")
    return parse_date(read_plain(value))


def _end(value: Any) -> PartialDate | DateRange:
    return DateRange(None, ongoing=True) if value == "present" else _date(value)


def _when(value: Any) -> When:
    values = value if isinstance(value, list) else [value]
    return tuple(parse_when(read_plain(item)) for item in values)


def _url(value: Any) -> str:
    if not is_allowed(text := read_plain(value)) or re.search(r"\s", text):
        raise Invalid(f'"{text}" is not a link', "write the full address, such as https://example.org/page", code="bad-url")
    return text


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        meant = {"yes": "write true", "no": "write false"}.get(str(value).lower(), "")
        raise Invalid("should be true or false", meant, code="bad-type")
    return value


def _level(value: Any) -> str:
    if isinstance(value, dict):
        shown = ", ".join(f"{key}: {level}" for key, level in value.items())
        hint = f"write one of {', '.join(LEVELS)} here; levels of sections are at the top of the profile: privacy: {{{shown}}}"
        raise Invalid("should be one privacy level, not a mapping", hint, code="bad-type")
    if value not in LEVELS:
        raise Invalid(f'"{value}" is not a privacy level', f"available: {', '.join(LEVELS)}", code="unknown-name")
    return str(value)


def _count(value: Any) -> int:
    if not isinstance(value, str) or not re.fullmatch(r"[+-]?[0-9]{1,9}", value):
        raise Invalid("should be a whole number", code="bad-type")
    if int(value) < 1:
        raise Invalid("should be at least 1")
    return int(value)


_TEXTS = {"anyOf": [TEXT, {"type": "object", "additionalProperties": TEXT}]}
_COUNT = {"type": ["integer", "string"], "minimum": 1}

Plain = Annotated[str, Reads(read_plain)]
"""Text printed as it is in every language: a name, a number, an identifier."""
FamilyName = Annotated[Plain | None, Unprinted(), About("the family name, if it is not the last word of the name", "Sample")]

PROSE = Reads(_prose, _TEXTS, "text, with inline Markdown, once or per language")
Prose = Annotated[str | Localized, PROSE]
"""Text with inline Markdown, given once or per language."""

Language = Annotated[str, Reads(_language, TEXT, "language (`en`, `zh`, `pt-BR`)")]
Url = Annotated[str, Reads(_url, {"type": "string", "format": "uri"}, "link")]
Flag = Annotated[bool, Reads(_flag, {"type": "boolean"}, "`true` or `false`")]
COUNT = Reads(_count, _COUNT, "whole number")
Count = Annotated[int, COUNT]
CountOrNone = Annotated[int, Reads(lambda value: 0 if value == "0" else _count(value), {**_COUNT, "minimum": 0}, "whole number")]
OneDate = Annotated[PartialDate, Reads(_date, TEXT, "date")]
EndDate = Annotated[PartialDate | DateRange, Reads(_end, TEXT, "date or `present`")]
_DATES = {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
Dates = Annotated[When, Reads(_when, _DATES, "date, range, or list of these")]


def short(key: str) -> Short:
    """Accept a text instead of a mapping: it becomes the value of `key`."""
    return Short(lambda text: {key: text})


def short_prose(key: str) -> Short:
    """Do the same for a field that also takes texts per language, such as `{en: …, zh: …}`."""
    return Short(lambda text: {key: text}, lambda value: isinstance(value, str) or _is_per_language(value))


def _is_per_language(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(is_language_code(key) for key in value)


ONE = Short(lambda text: [text])
"""Accept a text instead of a list of one text."""

Plains = Annotated[tuple[Plain, ...], ONE]
Proses = Annotated[tuple[Prose, ...], ONE]
"""A list of texts, or a single text."""

Level = Literal["public", "application", "full"]
LEVELS: tuple[Level, ...] = ("public", "application", "full")
"""Privacy levels, from the widest audience to the narrowest."""

Privacy = Annotated[Level, Reads(_level, {"enum": LEVELS}, "`public`, `application` or `full`")]


class Restricted(Model, frozen=True, kw_only=True):
    """Base class of what some views do not show. `private: true` is short for `privacy: full`."""

    private: Annotated[Flag, Unprinted(), About("hide this from public views; short for `privacy: full`", True)] = False
    privacy: Annotated[
        Privacy | None,
        Unprinted(),
        About("the narrowest audience that sees this: `public` (everyone), `application` or `full`", "application"),
    ] = None

    def check(self) -> None:
        """Reject a privacy level that contradicts `private`."""
        if self.private and self.privacy not in (None, "full"):
            raise Invalid(f'is private, but its privacy is "{self.privacy}"', "keep one of the two", code="contradiction")

    def shown_at(self, privacy: Level) -> bool:
        """Return whether a view with that privacy level shows it. The stricter of both keys counts."""
        level = "full" if self.private else self.privacy or "public"
        return LEVELS.index(level) <= LEVELS.index(privacy)


class Timed(Restricted, frozen=True, kw_only=True):
    """Base class of what has a time: `date`, or `start` and `end`."""

    date: Annotated[Dates | None, About("when: one date, a range, or a list of these", "2021-09")] = None
    start: Annotated[OneDate | None, About("when it began", "2018-09")] = None
    end: Annotated[EndDate | None, About("when it ended, or `present`", "present")] = None

    def check(self) -> None:
        """Reject a date given in both ways, and a range that ends before it begins."""
        Restricted.check(self)
        if self.date and (self.start or self.end):
            raise Invalid('has both "date" and "start" or "end"', "keep one of the two", code="contradiction")
        if self.start and self.end and not isinstance(self.end, DateRange):
            check_order(DateRange(self.start, self.end))

    @property
    def when(self) -> When:
        """The time as written, without guessing missing parts: a start or an end alone is a date."""
        if self.date is not None:
            return self.date
        if isinstance(self.end, DateRange):
            return (DateRange(self.start, ongoing=True),)
        if self.start and self.end:
            return (check_order(DateRange(self.start, self.end)),)
        alone = self.start or self.end
        return (alone,) if alone else ()

    @property
    def may_last(self) -> bool:
        """Whether it has a start and says nothing of an end, so that it may last to the present."""
        return bool(self.start) and self.end is None

    @property
    def span(self) -> When:
        """The time by which views filter, sort and group: `when`, or that of the parts if only these have dates."""
        return self.when


class Contact(Restricted, frozen=True, kw_only=True):
    """A contact or web page. A text is its `value`."""

    value: Annotated[Plain, About("the address, number or place itself", "+1 555 0100")]
    label: Annotated[Prose | None, About("what it is, in words", "Office")] = None


class Person(Model, frozen=True, kw_only=True):
    """A person: the name, its native script, and other spellings. A text is the name."""

    name: Annotated[Plain, About("the full name", "Charles Sample")]
    family: FamilyName = None
    native: Annotated[Plain | None, About("the name in its own script", "周晓明")] = None
    variants: Annotated[Plains, About("other spellings of the name in author lists", ["C. Sample"])] = ()

    def check(self) -> None:
        """Reject a family name that is not in the name."""
        check_family(self.family, (self.name, self.native, *self.variants))


class Author(Person, frozen=True, kw_only=True):
    """A person in an author list, with the facts that marks after a name stand for."""

    equal: Annotated[Flag, About("contributed equally, as the others with this mark", True)] = False
    corresponding: Annotated[Flag, About("is the corresponding author", True)] = False
    student: Annotated[Flag, About("was a student of the profile's person", True)] = False
    credit: CreditRoles = ()

    def check(self) -> None:
        """Reject marks that were typed into the name, and a family name that is not in it."""
        check_name(self.name)
        Person.check(self)


AUTHOR_MARKS = ("equal", "corresponding", "student")
"""The facts about an author that a mark after the name stands for, in the order of the marks."""


class Venue(Model, frozen=True, kw_only=True):
    """Where something was published or took place. A text is the name; `short` is the usual abbreviation, without a year."""

    name: Annotated[Prose, About("the full name of the journal, conference or place", "Journal of Examples")]
    short: Annotated[Prose | None, About("the usual abbreviation, without a year", "JE")] = None
    location: Annotated[Prose | None, About("the place", "Nowhere")] = None
    note: Annotated[Prose | None, About("what else to say about it", "virtual")] = None


class Link(Model, frozen=True, kw_only=True):
    """A link and its label. A text is the URL."""

    url: Annotated[Url, About("the full address", "https://example.org/slides")]
    label: Annotated[Prose | None, About("the text of the link", "Slides")] = None


class Highlight(Restricted, frozen=True, kw_only=True):
    """A bullet, optionally with nested bullets. A text is its `text`."""

    text: Annotated[Prose, About("the text of the bullet", "Built the first engine")]
    tags: Annotated[tuple[Plain, ...], About("words by which views choose bullets", ["industry"])] = ()
    highlights: Annotated["Highlights", About("bullets below this one", ["It ran for a year"])] = ()


OneContact = Annotated[Contact, short("value")]
OnePerson = Annotated[Person, short("name")]
OneVenue = Annotated[Venue, short_prose("name")]
Contacts = tuple[OneContact, ...]
People = Annotated[tuple[OnePerson, ...], ONE]
Authors = tuple[Annotated[Author, short("name")], ...]
Links = tuple[Annotated[Link, short("url")], ...]
Highlights = tuple[Annotated[Highlight, short_prose("text")], ...]


class LabelledField(Restricted, frozen=True, kw_only=True):
    """A fact that no key fits. A mapping stands for several: each label, and the text after it."""

    label: Annotated[Prose, About("the words before the text", "Impact factor")]
    value: Annotated[Prose, About("the text", "39.3")]


LabelledFields = Annotated[
    tuple[LabelledField, ...],
    Short(
        lambda pairs: [{"label": label, "value": value} for label, value in pairs.items()],
        lambda value: isinstance(value, dict),
        {"type": "object", "additionalProperties": PROSE.schema},
    ),
]
