"""Define the look of the parts of a page: type, colours, spaces and rules, the same for every target.

Every length is in em, a multiple of the text size.
"""

import re
from collections.abc import Mapping
from textwrap import wrap
from typing import Annotated, Any, Literal, NamedTuple

from cvrender.model.annotations import About, Invalid, Reads, about
from cvrender.model.base import Model, field_names, fields_of
from cvrender.model.expressions import expression
from cvrender.model.fields import Flag
from cvrender.model.value import replace

INK, QUIET = "ink", "quiet"
"""The colours that every style has in addition to its colour options: black for text, and a dark grey."""
QUIET_COLOR = "#595959"
"""The dark grey on white; its contrast of 7.0 is that of WCAG's level AAA (https://www.w3.org/TR/WCAG22/#contrast-enhanced)."""
_AFFIX = 0.6
"""The size of titles and credentials in that of the name."""

_COLOR = expression(r"([A-Za-z][A-Za-z0-9_-]{0,39})(?: +(\d{1,3})%)?", re.ASCII)


class Color(NamedTuple):
    """A named colour; `percent` of it are mixed with white."""

    name: str
    percent: int = 100

    def __str__(self) -> str:
        return self.name if self.percent == 100 else f"{self.name} {self.percent}%"


def _ems(least: float, most: float) -> Reads:
    def read(value: Any) -> float:
        if not isinstance(value, str) or not re.fullmatch(r"\d{1,2}(\.\d{1,4})?", value, re.ASCII):
            raise Invalid("should be a number of em, such as 1.2")
        if not least <= float(value) <= most:
            raise Invalid(f"should be between {least:g} and {most:g} em")
        return float(value)

    return Reads(read, {"type": ["string", "number"]}, "number")


def _color(value: Any) -> Color:
    match = _COLOR.fullmatch(value) if isinstance(value, str) else None
    if not match or int(match[2] or 100) > 100:
        raise Invalid('should be the name of a colour, such as accent, or a tint of one, such as "accent 11%"')
    return Color(match[1], int(match[2] or 100))


TypeSize = Annotated[float, _ems(0.5, 6)]
Space = Annotated[float, _ems(0, 10)]
RuleWidth = Annotated[float, _ems(0.01, 2)]
Tracking = Annotated[float, _ems(0, 0.12)]
"""Readers of PDFs take a wider gap between letters for a space."""
ColorName = Annotated[Color, Reads(_color, {"type": "string"}, "colour")]


class Words(Model, frozen=True, kw_only=True):
    """The type of a part: size, weight, slant, colour and tracking."""

    size: Annotated[TypeSize, About("the size of the type, in em", "1.2")] = 1.0
    weight: Annotated[Literal["regular", "bold"], About("how heavy the type is", "bold")] = "regular"
    slant: Annotated[Literal["upright", "italic"], About("upright or italic", "italic")] = "upright"
    color: Annotated[
        ColorName,
        About("an option of the type `color`, `ink` or `quiet`, mixed with paper if a percentage follows", "accent 60%"),
    ] = Color(INK)
    tracking: Annotated[Tracking, About("the space between letters, in em of the part's own size", "0.06")] = 0.0


class Capitals(Words, frozen=True, kw_only=True):
    """Type that may be in capitals or small capitals."""

    caps: Annotated[Flag, About("set in capitals", True)] = False
    small_caps: Annotated[Flag, About("set in small capitals, where the font has them", True)] = False


class Headline(Words, frozen=True, kw_only=True):
    """The headline below the name; `before` is the space above it."""

    before: Annotated[Space, About("the space above, in em", "0.4")] = 0.0


class Contacts(Words, frozen=True, kw_only=True):
    """The contacts; `before` is the space above them."""

    before: Annotated[Space, About("the space above, in em", "0.5")] = 0.0


class Heading(Capitals, frozen=True, kw_only=True):
    """A heading. The spaces `before` and `after` it are multiplied by the style's option `spacing`.

    `rule` draws a line `below` or `above` it, a `line` after its words, a `band` behind it or a short `bar` in front of it;
    `rule_width` is the thickness of a line or bar, `rule_length` the length of a bar, `padding` the space between the rule and
    the text.
    """

    align: Annotated[Literal["left", "center"], About("where the heading is", "center")] = "left"
    before: Annotated[Space, About("the space above, in em; the option `spacing` multiplies it", "1.5")] = 0.0
    after: Annotated[Space, About("the space below, in em; the option `spacing` multiplies it", "0.6")] = 0.0
    rule: Annotated[
        Literal["none", "below", "above", "line", "band", "bar"],
        About("a line `below` or `above`, a `line` after the words, a `band` behind or a `bar` in front", "below"),
    ] = "none"
    rule_width: Annotated[RuleWidth, About("how thick the line or bar is, in em", "0.05")] = 0.05
    rule_length: Annotated[Space, About("how long the bar is, in em", "3.5")] = 3.5
    rule_color: Annotated[ColorName, About("the colour of the rule", "accent")] = Color(INK)
    padding: Annotated[Space, About("the space between the rule and the words, in em", "0.35")] = 0.0


class Head(Model, frozen=True, kw_only=True):
    """The name, the headline and the contacts together."""

    align: Annotated[Literal["left", "center"], About("where name, headline and contacts stand", "center")] = "left"


class Separator(Model, frozen=True, kw_only=True):
    """The sign between two contacts."""

    sign: Annotated[Literal["bullet", "bar"], About("the sign between two contacts", "bar")] = "bullet"
    color: Annotated[ColorName, About("its colour", "quiet")] = Color(INK)


class Look(Model, frozen=True, kw_only=True):
    """The look of each part of a page, in the order of the page."""

    head: Annotated[Head, About("the name, the headline and the contacts together", {"align": "center"})] = Head()
    name: Annotated[Capitals, About("the person's name", {"size": "2.2"})] = Capitals()
    given: Annotated[Words, About("the given names, if the option `name_split` is set", {"weight": "regular"})] = Words()
    native: Annotated[Words, About("the name in its own script, after the name", {"color": "quiet"})] = Words()
    headline: Annotated[Headline, About("the line below the name", {"size": "1.2"})] = Headline()
    contacts: Annotated[Contacts, About("e-mail, telephone, address and web pages", {"before": "0.5"})] = Contacts()
    separator: Annotated[Separator, About("the sign between two contacts", {"sign": "bar"})] = Separator()
    section: Annotated[Heading, About("the heading of a section", {"caps": True, "rule": "below"})] = Heading()
    group: Annotated[Heading, About("the heading of a group in a section, such as a year", {"slant": "italic"})] = Heading()
    label: Annotated[Words, About("the label before an entry's headline", {"color": "quiet"})] = Words()
    date: Annotated[Words, About("an entry's date", {"color": "quiet"})] = Words()
    line: Annotated[Words, About("the lines below an entry's headline", {"color": "quiet"})] = Words()
    details: Annotated[Words, About("an entry's summary, and all bulleted lists", {"size": "0.95"})] = Words()
    row_label: Annotated[Words, About("the label of a row, such as the name of a skill", {"weight": "regular"})] = Words()
    legend: Annotated[Words, About("the meaning of the marks after names", {"size": "0.9"})] = Words()
    page_number: Annotated[Words, About("the head and the foot of a page, such as its number", {"color": "quiet"})] = Words()

    @property
    def affix(self) -> Capitals:
        """The type of titles and credentials next to the name."""
        return replace(self.name, size=round(max(_AFFIX * self.name.size, 1.0), 2), weight="regular")


ABOUT = {key: described.text for key, field in fields_of(Look).items() if (described := about(field.type))}
"""A description of each part, for documentation."""


def in_yaml(part: Model, width: int) -> list[str]:
    """Return a part as YAML, in lines of about `width` characters: `{size: 1.2, weight: bold, slant: upright, color: accent}`."""
    pairs = (f"{key}:\0{_in_yaml(getattr(part, key))}" for key in field_names(type(part)))
    return [line.replace("\0", " ") for line in wrap(f"{{{', '.join(pairs)}}}", width)]


def _in_yaml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value).replace(" ", "\0")


PLAIN_LOOK = Look()
PLAIN_WORDS = Words()
"""The type of the text."""


def changed_settings(words: Words, within: Words = PLAIN_WORDS) -> dict[str, Any]:
    """Return the settings of type in which a part differs from the part around it, in the order of their declaration."""
    settings = {name: (getattr(words, name, False), getattr(within, name, False)) for name in field_names(Capitals)}
    return {name: own for name, (own, around) in settings.items() if own != around}


def on_white(color: Color, options: Mapping[str, str]) -> str:
    """Return a colour on white as `#1f3a5f`; `options` are the style's own colours."""
    whole = {INK: "#000000", QUIET: QUIET_COLOR, **options}[color.name]
    channels = [int(whole[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - channel) * color.percent / 100):02x}" for channel in channels)
