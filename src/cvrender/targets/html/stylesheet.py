"""Make the stylesheet of a page: the style's options as custom properties, its file `style.css`, and its look.

What `look` cannot express is in the style's `html/own.css`, after those of its parents.

Colours are made lighter or darker until they can be read (https://www.w3.org/TR/WCAG22/#contrast-minimum): by day on white,
by night on black.
"""

import colorsys
import re

from cvrender.model.head_and_foot import Line, Placeholder
from cvrender.model.look import QUIET, QUIET_COLOR
from cvrender.model.style import Style
from cvrender.targets.html.css import look_functions, write
from cvrender.targets.html.icons import entry_icon_rules, icon_rules
from cvrender.targets.templates import read_text, template_environment, template_problems

PAPER, NIGHT = "#ffffff", "#16181c"
"""The backgrounds in light and dark mode."""

_READABLE = 4.6  # the contrast that WCAG's level AA asks for is 4.5


def stylesheet(style: Style, head: Line = (), foot: Line = ()) -> str:
    """Return the stylesheet: the options, the printed page, the rules of the body, the look, and the style's own rules."""
    with template_problems():
        look = template_environment(style.templates, write).get_template("html/look.css").render(look_functions(style))
    icons = [
        *([icon_rules()] if style.values["icons"] else []),
        *([entry_icon_rules()] if style.values["entry_icons"] else []),
    ]
    icons += [read_text(style.file("html/icons.css"))] if icons else []
    parts = [
        _settings(style),
        _page(style, head, foot),
        read_text(style.file("html/style.css")),
        look,
        *icons,
        *map(read_text, style.all_files("html/own.css", template=False)),
    ]
    return "\n".join(part.strip() for part in parts).replace("</", r"<\/")


def _settings(style: Style) -> str:
    """Return the custom properties for the options."""
    values = {name: str(value) for name, value in style.values.items()}
    colors = {**style.colors, QUIET: QUIET_COLOR}
    measures = {name: values[name] for name, option in style.options.items() if option.type in ("length", "number")}
    points = style.text_size
    day = {
        "font": style.family.css,
        "size": f"{points:g}pt",
        "scale": f"{50 + 5.625 * points:g}%",
        **measures,
        "paper": PAPER,
        **{name: legible(color, PAPER) for name, color in colors.items()},
    }
    figures = f"\nbody {{ font-variant-numeric: {style.figures.css} }}" if style.figures.features else ""
    night = {"paper": NIGHT, **{name: legible(color, NIGHT) for name, color in colors.items()}}
    return (
        f":root {{ {_properties(day)} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_properties(night)} }} }}\n"
        f"{figures}"
    ).rstrip()


def _page(style: Style, head: Line, foot: Line) -> str:
    """Return the rule `@page`, which cannot use custom properties, with the head and the foot."""
    boxes = (("top", head), ("bottom", foot))
    shown = "".join(f" @{side}-center {{ content: {_content(line)} }}" for side, line in boxes if line)
    return f"@page {{ size: {style.values['page']}; margin: {style.values['margin']};{shown} }}"


def _content(line: Line) -> str:
    """Return a head or foot as a value of `content`: strings and counters."""
    counters = {Placeholder.PAGE: "counter(page)", Placeholder.PAGES: "counter(pages)"}
    return " ".join(counters[part] if isinstance(part, Placeholder) else _string(part) for part in line)


def _string(text: str) -> str:
    """Return a text as a string of CSS, with codes for the characters that have a meaning in CSS or HTML."""
    return '"' + re.sub(r"[^\w ,.:;()·•–—-]", lambda match: f"\\{ord(match[0]):x} ", text) + '"'


def _properties(values: dict[str, str]) -> str:
    return " ".join(f"--{name}: {value};" for name, value in values.items())


def legible(color: str, background: str) -> str:
    """Return a readable variant of a colour, as `#1f3a5f`: light in dark mode, always with enough contrast."""
    hue, light, saturation = colorsys.rgb_to_hls(*_channels(color))
    night = _luminance(background) < 0.2
    step = 0.01 if night else -0.01
    if night:
        light = min(max(1 - light, light), 0.9)
    while contrast(_hex(hue, light, saturation), background) < _READABLE:
        light = min(max(light + step, 0), 1)
    return _hex(hue, light, saturation)


def contrast(color: str, background: str) -> float:
    """Return the contrast ratio of WCAG, from 1 to 21."""
    lighter, darker = sorted((_luminance(color), _luminance(background)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(color: str) -> tuple[float, float, float]:
    red, green, blue = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def _hex(hue: float, light: float, saturation: float) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in colorsys.hls_to_rgb(hue, light, saturation))
