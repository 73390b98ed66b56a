"""Define the look of the parts of a page: type, colours, spaces and rules, the same for every target.

Every length is in em, a multiple of the text size.
"""

import re
from collections.abc import Mapping
from textwrap import wrap
from typing import Annotated, Any, Literal, NamedTuple

from cvrender.model.annotations import Invalid, Reads
from cvrender.model.base import Model, field_names
from cvrender.model.fields import Flag

INK, QUIET = "ink", "quiet"
"""The colours that every style has in addition to its colour options: black for text, and a dark grey."""
QUIET_COLOR = "#595959"
"""The dark grey on white; its contrast of 7.0 is that of WCAG's level AAA (https://www.w3.org/TR/WCAG22/#contrast-enhanced)."""

_COLOR = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,39})(?: +(\d{1,3})%)?", re.ASCII)


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
ColorName = Annotated[Color, Reads(_color, {"type": "string"}, "colour")]


class Words(Model, frozen=True, kw_only=True):
    """The type of a part: size, weight, slant and colour."""

    size: TypeSize = 1.0
    weight: Literal["regular", "bold"] = "regular"
    slant: Literal["upright", "italic"] = "upright"
    color: ColorName = Color(INK)


class Capitals(Words, frozen=True, kw_only=True):
    """Type that may be in capitals."""

    caps: Flag = False


class Headline(Words, frozen=True, kw_only=True):
    """The headline below the name; `before` is the space above it."""

    before: Space = 0.0


class Contacts(Words, frozen=True, kw_only=True):
    """The contacts; `before` is the space above them."""

    before: Space = 0.0


class Heading(Capitals, frozen=True, kw_only=True):
    """A heading. The spaces `before` and `after` it are multiplied by the style's option `spacing`.

    `rule` draws a line `below` or `above` it, a `band` behind it or a short `bar` in front of it; `rule_width` is the thickness
    of a line or bar, `rule_length` the length of a bar, `padding` the space between the rule and the text.
    """

    align: Literal["left", "center"] = "left"
    before: Space = 0.0
    after: Space = 0.0
    rule: Literal["none", "below", "above", "band", "bar"] = "none"
    rule_width: RuleWidth = 0.05
    rule_length: Space = 3.5
    rule_color: ColorName = Color(INK)
    padding: Space = 0.0


class Head(Model, frozen=True, kw_only=True):
    """The name, the headline and the contacts together."""

    align: Literal["left", "center"] = "left"


class Separator(Model, frozen=True, kw_only=True):
    """The sign between two contacts."""

    sign: Literal["bullet", "bar"] = "bullet"
    color: ColorName = Color(INK)


class Look(Model, frozen=True, kw_only=True):
    """The look of each part of a page, in the order of the page."""

    head: Head = Head()
    name: Capitals = Capitals()
    native: Words = Words()
    headline: Headline = Headline()
    contacts: Contacts = Contacts()
    separator: Separator = Separator()
    section: Heading = Heading()
    group: Heading = Heading()
    label: Words = Words()
    date: Words = Words()
    line: Words = Words()
    details: Words = Words()
    row_label: Words = Words()
    legend: Words = Words()
    page_number: Words = Words()


ABOUT = {
    "head": "the name, the headline and the contacts together",
    "name": "the person's name",
    "native": "the name in its own script, after the name",
    "headline": "the line below the name",
    "contacts": "e-mail, telephone, address and web pages",
    "separator": "the sign between two contacts",
    "section": "the heading of a section",
    "group": "the heading of a group in a section, such as a year",
    "label": "the label before an entry's headline",
    "date": "an entry's date",
    "line": "the lines below an entry's headline",
    "details": "an entry's summary, and all bulleted lists",
    "row_label": "the label of a row, such as the name of a skill",
    "legend": "the meaning of the marks after names",
    "page_number": "the number at the foot of a page",
}
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
    """Return the settings in which a part differs from the part around it, in the order of their declaration."""
    return {name: getattr(words, name) for name in field_names(Words) if getattr(words, name) != getattr(within, name)}


def on_white(color: Color, options: Mapping[str, str]) -> str:
    """Return a colour on white as `#1f3a5f`; `options` are the style's own colours."""
    whole = {INK: "#000000", QUIET: QUIET_COLOR, **options}[color.name]
    channels = [int(whole[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - channel) * color.percent / 100):02x}" for channel in channels)
