"""Write a style's look as LaTeX commands, for its templates.

LaTeX's own size commands (`\\large`) are used where they set exactly the size of the look. The sizes are those of the
standard classes (https://mirrors.ctan.org/macros/latex/base/classes.pdf, section 4).
"""

from typing import Any

from cvrender.model.look import INK, PLAIN_WORDS, Capitals, Color, Heading, Look, Separator, Words
from cvrender.model.style import LEAST_SPACING, Style
from cvrender.model.value import Value, replace
from cvrender.targets.tex.texts import Latex

_NAMED: dict[float, str] = {
    10: "8 footnotesize 9 small 10 normalsize 12 large 14.4 Large 17.28 LARGE 20.74 huge 24.88 Huge",
    11: "9 footnotesize 10 small 11 normalsize 12 large 14.4 Large 17.28 LARGE 20.74 huge 24.88 Huge",
    12: "10 footnotesize 12 normalsize 14.4 large 17.28 Large 20.74 LARGE 24.88 huge",
}
_SIZES = {size: dict(zip(words.split()[::2], words.split()[1::2], strict=True)) for size, words in _NAMED.items()}
"""For each text size, the sizes in points that a command of the standard classes sets."""
_LEADING = 1.2
"""The line distance of a size without a command, as a multiple of the size."""
_SMALLER = 0.84
"""The size of capitals in the place of small capitals."""
_STRETCH = 0.25
"""The space before a heading may stretch by this fraction of it."""
_WEIGHTS = {"bold": r"\bfseries", "regular": r"\mdseries"}
_SLANTS = {"italic": r"\itshape", "upright": r"\upshape"}
_LIST_MARKS = {
    "bullet": r"\textbullet",
    "dash": r"\textendash",
    "square": r"\rule[0.17em]{0.32em}{0.32em}",
    "ring": r"{\fontfamily{lmr}\selectfont\textopenbullet}",
}
"""By the value of the option `list_mark`; in the second level a dash, or else a bullet."""
_SIGNS = {"bullet": r"\textbullet", "bar": r"\textbar"}


def look_functions(style: Style) -> dict[str, Any]:
    """Return the look, and the functions that templates call for parts of it as LaTeX.

    `font(words)` returns the commands that switch to a part's type, `typeface(words)` the same without the colour,
    `styled("#1", words)` an argument in that type, `paragraph("#1", words)` an argument as a paragraph; the first three take the
    enclosing part as a second argument. `capitals("#1", words)` returns an argument in capitals if the part has them.
    `lead` is the colour of the form of that name, if it occurs.
    `heading_font(heading)` returns the commands of a heading, `rule(heading)` its rule, `spaces(heading)` the last two arguments
    of its \\titlespacing, `room(heading)` its height with two lines below. `points(ems)` returns a length, `color(name)` a
    colour, `sign(separator, contacts)` the sign between contacts, `list_mark(level)` the mark of a list.
    """
    writer = _Writer(style.text_size, r"\cvspacing" if style.spacing >= LEAST_SPACING else f"{LEAST_SPACING:g}")
    methods = (writer.points, writer.typeface, writer.font, writer.styled, writer.paragraph, writer.heading_font, writer.rule)
    functions = (*methods, writer.spaces, writer.room, color, capitals, sign)

    def list_mark(level: int = 1) -> Latex:
        mark = str(style.values["list_mark"])
        return Latex(_LIST_MARKS[mark if level == 1 else "bullet" if mark == "dash" else "dash"])

    return {
        "look": look_in_latex(style),
        "lead": style.lead,
        "list_mark": list_mark,
        **{function.__name__: function for function in functions},
    }


def look_in_latex(style: Style) -> Look:
    """Return the look; in families that have no small capitals in TeX these are smaller capitals."""
    if style.family.source or not style.family.sans:
        return style.look
    parts = {name: getattr(style.look, name) for name in ("name", "section", "group")}
    small = {
        name: replace(part, caps=True, small_caps=False, size=round(part.size * _SMALLER, 2))
        for name, part in parts.items()
        if part.small_caps
    }
    return replace(style.look, **small) if small else style.look


class _Writer(Value, frozen=True):
    """Write parts of a look. `size` is the text size in points, `spacing` the factor of the space around headings."""

    size: float
    spacing: str

    def points(self, ems: float) -> Latex:
        return Latex(_number(ems * self.size) + "pt")

    def typeface(self, words: Words, within: Words = PLAIN_WORDS) -> Latex:
        size = self._size(words.size * self.size) if words.size != within.size else ""
        weight = _WEIGHTS[words.weight] if words.weight != within.weight else ""
        slant = _SLANTS[words.slant] if words.slant != within.slant else ""
        slant += r"\scshape" if getattr(words, "small_caps", False) and not getattr(within, "small_caps", False) else ""
        tracked = rf"\cvtracked{{{words.tracking * 1000:.0f}}}" if words.tracking != within.tracking else ""
        return Latex(size + weight + slant + tracked)

    def font(self, words: Words, within: Words = PLAIN_WORDS) -> Latex:
        colored = rf"\color{{{color(words.color)}}}" if words.color != within.color else ""
        return Latex(self.typeface(words, within) + colored)

    def styled(self, text: str, words: Words, within: Words = PLAIN_WORDS) -> Latex:
        commands = self.font(words, within)
        return Latex(commands + (" " if commands[-1:].isalpha() else "") + capitals(text, words))

    def paragraph(self, text: str, words: Words) -> Latex:
        if not self.font(words):
            return Latex(rf"{text}\par")
        begun = r"\leavevmode" if words.color != PLAIN_WORDS.color else ""  # a colour between paragraphs could part them
        return Latex(rf"{{{begun}{self.styled(text, words)}\par}}")

    def heading_font(self, heading: Heading) -> Latex:
        guard = r"\nobreak" if heading.color != PLAIN_WORDS.color else ""  # a colour would let a page end before the heading
        return Latex(self.font(heading) + (r"\filcenter" if heading.align == "center" else r"\filright") + guard)

    def rule(self, heading: Heading) -> Latex:
        line = rf"\titlerule[{self.points(heading.rule_width)}]"
        if heading.rule_color == heading.color:
            return Latex(line)  # a change of the colour would let a page end next to the rule
        return Latex(rf"{{\color{{{color(heading.rule_color)}}}\nobreak{line}}}")

    def spaces(self, heading: Heading) -> Latex:
        stretch = round(heading.before * self.size * _STRETCH)
        before = rf"{{{self.spacing}\dimexpr {self.points(heading.before)} plus {stretch}pt}}"
        return Latex(rf"{before}{{{self.spacing}\dimexpr {self.points(heading.after)}}}")

    def room(self, heading: Heading) -> Latex:
        apart = heading.before + heading.after
        own = heading.size * _LEADING + heading.padding * (2 if heading.rule == "band" else 1)
        return Latex(rf"{self.spacing}\dimexpr {self.points(apart)}+{self.points(own)}+2\baselineskip")

    def _size(self, points: float) -> str:
        name = _SIZES.get(self.size, {}).get(_number(points))
        return rf"\{name}" if name else rf"\fontsize{{{_number(points)}}}{{{_number(points * _LEADING)}}}\selectfont"


def color(value: Color) -> Latex:
    """Return a colour in xcolor's notation: `cvaccent!11` is 11 % of the accent and white."""
    name = "black" if value.name == INK else f"cv{value.name}"
    return Latex(name if value.percent == 100 else f"{name}!{value.percent}")


def capitals(text: str, words: Words) -> Latex:
    """Return an argument in capitals if the part has them."""
    return Latex(rf"\cvcapitals{{{text}}}" if isinstance(words, Capitals) and words.caps else text)


def sign(separator: Separator, contacts: Words) -> Latex:
    """Return the sign between two contacts."""
    drawn = _SIGNS[separator.sign]
    return Latex(drawn if separator.color == contacts.color else rf"\textcolor{{{color(separator.color)}}}{{{drawn}}}")


def _number(value: float) -> str:
    return f"{round(value, 2):g}"
