"""Write a style's look as CSS, for its templates. One em of the look is one `rem` of the page."""

import re
from typing import Any

from cvrender.model.look import PLAIN_WORDS, Color, Words, changed_settings, on_white
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.targets.templates import Escaped, unprintable

_LIST_MARKS = {"bullet": "disc", "dash": r'"–\a0\a0"', "square": "square", "ring": "circle"}
_AIR = 2
"""The number of `--gap` in one em of space before or after a heading: a screen has more room than paper."""


class Css(Escaped):
    """CSS source."""

    __slots__ = ()


def write(value: Any) -> Css:
    """Write a template's value as CSS: it is CSS already, or the name of an element or class."""
    if isinstance(value, Css):
        return value
    if not isinstance(value, str):
        raise unprintable(value)
    if not re.fullmatch(r"[a-z0-9 .,-]+", value):
        raise TypeError(f"a template printed {value!r}, which is not a selector")
    return Css(value)


def look_functions(style: Style) -> dict[str, Any]:
    """Return the look, and the functions that the stylesheet's template calls for parts of it as CSS.

    `font(words)` are the declarations that switch to its type, within a second part where one is given; `rem(ems)` is a
    length, `gap(ems)` a space that the option `spacing` multiplies, `color(name)` a colour, `list_mark(level)` the mark of a
    list, `percent(share)` a share; `printed(words)` are the declarations for the margin of a printed page, which knows no `rem`
    and no custom properties.
    """
    size = style.text_size

    def printed(words: Words) -> Css:
        shape = font(replace(words, size=PLAIN_WORDS.size, color=PLAIN_WORDS.color))
        return Css(f"font-size: {words.size * size:g}pt; {shape} color: {on_white(words.color, style.colors)};")

    def percent(share: int) -> Css:
        return Css(f"{share}%")

    def list_mark(level: int) -> Css:
        mark = str(style.values["list_mark"])
        return Css(_LIST_MARKS[mark if level == 1 else "bullet" if mark == "dash" else "dash"])

    return {
        "look": style.look,
        "lead": style.lead,
        "options": style.values,
        "list_mark": list_mark,
        "percent": percent,
        "font": font,
        "rem": rem,
        "gap": gap,
        "color": color,
        "printed": printed,
    }


def font(words: Words, within: Words = PLAIN_WORDS) -> Css:
    """Return the declarations that set a part's type inside another part."""
    differs = changed_settings(words, within)
    declarations = []
    if "size" in differs:
        declarations.append(f"font-size: {rem(words.size)};")
    if "weight" in differs:
        declarations.append(f"font-weight: {'bold' if words.weight == 'bold' else 'normal'};")
    if "slant" in differs:
        declarations.append(f"font-style: {'italic' if words.slant == 'italic' else 'normal'};")
    if "color" in differs:
        declarations.append(f"color: {color(words.color)};")
    if "caps" in differs:
        declarations.append("text-transform: uppercase;" if differs["caps"] else "text-transform: none;")
    if "small_caps" in differs:
        declarations.append("font-variant-caps: small-caps;" if differs["small_caps"] else "font-variant-caps: normal;")
    if "tracking" in differs or differs.get("caps"):
        declarations.append(f"letter-spacing: {words.tracking or 0.03:g}em;")
    return Css(" ".join(declarations))


def rem(ems: float) -> Css:
    """Return a length."""
    return Css(f"{ems:g}rem" if ems else "0")


def gap(ems: float) -> Css:
    """Return a space that grows with the style's option `spacing`."""
    return Css(f"calc(var(--gap) * {ems * _AIR:g})" if ems else "0")


def color(value: Color) -> Css:
    """Return a colour by the name of its custom property; a tint is mixed with the background."""
    whole = f"var(--{value.name})"
    return Css(whole if value.percent == 100 else f"color-mix(in srgb, {whole} {value.percent}%, var(--paper))")
