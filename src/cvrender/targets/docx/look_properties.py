"""Write a style's look as WordprocessingML, for its templates: properties of runs and paragraphs, in the order of the schema.

Word measures type in half points, spaces in twentieths of a point, rules in eighths of a point, and the distance of a rule in
points (https://ecma-international.org/publications-and-standards/standards/ecma-376/, part 1, sections 17.3.1 and 17.3.2).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cvrender.model.look import INK, PLAIN_WORDS, Color, Heading, Words, changed_settings, on_white
from cvrender.model.style import Style
from cvrender.targets.docx.xml import Xml

_LIST_MARKS = {"bullet": "•", "dash": "–", "square": "▪", "ring": "◦"}
_FARTHEST = 31
"""The most points between a border and its text."""
_THINNEST, _THICKEST = 2, 96
"""Eighths of a point of a border."""


def look_functions(style: Style, band: bool = False) -> dict[str, Any]:
    """Return what templates call: the look, and functions that give parts of it as XML.

    `font(words)` are the run properties that switch to its type, within a second part where one is given;
    `paragraph(heading, indent)` are the borders, shading, space, indent (in twentieths of a point) and alignment of a heading;
    `list_mark(level)` is the mark of a list, `shade(color)` a colour as Word writes it, `tint(percent)` a tint of the accent.
    """
    writer = _Writer(style, style.text_size, style.spacing, band)

    def list_mark(level: int) -> str:
        mark = str(style.values["list_mark"])
        return _LIST_MARKS["bullet" if mark == "dash" else "dash"] if level % 2 else _LIST_MARKS[mark]

    return {
        "look": style.look,
        "lead": style.lead,
        "list_mark": list_mark,
        "font": writer.font,
        "paragraph": writer.paragraph,
        "tint": writer.tint,
        "shade": writer.shade,
    }


def color_of(color: Color, colors: Mapping[str, str]) -> str:
    """Return six hexadecimal digits; white is for a band, and stands for the colour itself where there is none."""
    return on_white(color if color.percent else Color(color.name), colors)[1:].upper()


@dataclass(frozen=True)
class _Writer:
    """A style, the size of its text in points, the factor of its spaces, and whether a band is behind the head."""

    style: Style
    size: float
    spacing: float
    band: bool = False

    def shade(self, color: Color) -> Xml:
        if self.band and color.name != INK and color.percent == 0:
            return Xml("FFFFFF")
        return Xml("auto" if color.name == INK and color.percent in (0, 100) else color_of(color, self.style.colors))

    def tint(self, percent: int) -> Xml:
        return self.shade(Color("accent", percent))

    def font(self, words: Words, within: Words = PLAIN_WORDS) -> Xml:
        changed = changed_settings(words, within)
        half = round(words.size * self.size * 2)
        xml = ""
        if "weight" in changed:
            xml += _toggle("b", words.weight == "bold") + _toggle("bCs", words.weight == "bold")
        if "slant" in changed:
            xml += _toggle("i", words.slant == "italic")  # complex scripts have no italics: no iCs
        if "caps" in changed:
            xml += _toggle("caps", changed["caps"])
        if "small_caps" in changed:
            xml += _toggle("smallCaps", changed["small_caps"])
        if "color" in changed:
            xml += f'<w:color w:val="{self.shade(words.color)}"/>'
        if "tracking" in changed:
            xml += f'<w:spacing w:val="{self._twips(words.tracking * words.size)}"/>'
        if "size" in changed:
            xml += f'<w:sz w:val="{half}"/><w:szCs w:val="{half}"/>'
        return Xml(xml)

    def paragraph(self, heading: Heading, indent: int = 0) -> Xml:
        before, after = (self._twips(ems * self.spacing) for ems in (heading.before, heading.after))
        in_column = heading.rule == "bar" and indent > 0  # there the bar is a shape
        borders = "" if in_column else "".join(self._border(side, heading) for side in _SIDES[heading.rule])
        xml = f"<w:pBdr>{borders}</w:pBdr>" if borders else ""
        if heading.rule == "band":
            xml += f'<w:shd w:val="clear" w:color="auto" w:fill="{self.shade(heading.rule_color)}"/>'
        if in_column:
            xml += f'<w:tabs><w:tab w:val="left" w:pos="{indent}"/></w:tabs>'
        xml += f'<w:spacing w:before="{before}" w:after="{after}"/>'
        if heading.rule == "bar" and not indent:
            indent = self._twips(heading.rule_width + heading.padding)
        if indent:
            hanging = f' w:hanging="{indent}"' if in_column else ""
            xml += f'<w:ind w:left="{indent}"{hanging}/>'
        return Xml(xml + ('<w:jc w:val="center"/>' if heading.align == "center" else ""))

    def _border(self, side: str, heading: Heading) -> str:
        width = 0 if heading.rule == "band" else heading.rule_width
        eighths = min(max(_THINNEST, round(width * self.size * 8)), _THICKEST)
        distance = 0 if heading.rule == "line" else min(_FARTHEST, round(heading.padding * self.size))
        return f'<w:{side} w:val="single" w:sz="{eighths}" w:space="{distance}" w:color="{self.shade(heading.rule_color)}"/>'

    def _twips(self, ems: float) -> int:
        return round(ems * self.size * 20)


_SIDES = {
    "none": (),
    "below": ("bottom",),
    "line": ("bottom",),  # Word draws none after the words
    "above": ("top",),
    "band": ("top", "left", "bottom", "right"),  # of the band's own colour, for its padding
    "bar": ("left",),  # Word draws none on the line of the words
}


def _toggle(name: str, on: bool) -> str:
    return f"<w:{name}/>" if on else f'<w:{name} w:val="0"/>'
