"""Measure the page of a Word document: where the text begins and ends, where dates stand, and what fits on a line.

Word sets the lines itself, so the widths of texts are estimates (`letter_widths.py`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil
from typing import Literal

from cvrender.errors import InputError, Problem, nearest
from cvrender.model.document import ContactLine, Header
from cvrender.model.look import PLAIN_LOOK, Color, Heading, Look, Words
from cvrender.model.page import PAPER, sides
from cvrender.model.prose_blocks import Window
from cvrender.model.style import Style
from cvrender.model.text import Text, plain_text
from cvrender.targets.docx.letter_widths import width_of
from cvrender.targets.docx.look_properties import color_of
from cvrender.targets.docx.marks import head_frame
from cvrender.targets.docx.xml import write
from cvrender.targets.templates import template_environment, template_problems

BEFORE = {
    "Entry": 0.75,
    "Short Entry": 0.2,
    "Role": 0.45,
    "Publication": 0.5,
    "Bulleted Entry": 0.2,
    "List Number": 0.3,
    "List Countdown": 0.3,
    "Entry Line": 0.0,
    "List Continue": 0.0,
    "List Continue 2": 0.0,
}
"""The space above each paragraph that may have a date, in em; the option `spacing` multiplies it."""
HANGING, NUMBER = 1.4, 2.2
"""How far the text of bulleted and numbered entries is indented, in em."""
_TWIPS = {"mm": 1440 / 25.4, "cm": 1440 / 2.54, "in": 1440.0, "pt": 20.0}
_MOST_COLUMN = 20.0
_COLUMN_GAP = 0.3  # em, the least between a date and its headline
_WIDEST_DATE = 14.0  # em; a wider text is a list of dates
_WIDER = 1.05  # how much wider the texts of a head may be than estimated
_ERROR = 0.7  # em of a line
_ICON, _SIGN = 1.1, 0.9  # em: an icon and a sign between contacts, with their spaces
_MIDDLE = 0.3  # em of a heading, above its base line
_SIGNS = {"bullet": "•", "bar": "|"}
_REST = 20  # per cent of the accent in the second part of a bar
END_GAP = 1.0
"""The space in em between headlines and dates that end at the end of their column."""
LINE = 1.2
"""The distance of lines in em, as in the PDF; Word counts in 240ths of the distance that the font itself has."""
PHOTO_WIDTH = 27
"""The width of a photo in mm."""
PER_MILLIMETRE = _TWIPS["mm"]
"""Of Word's unit."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The page in Word's unit, the twentieth of a point; `size` is that of the text, `spacing` the factor of spaces.

    `gutter` is the width of a column for headings, before the text.
    """

    width: int
    height: int
    top: int
    right: int
    bottom: int
    left: int
    size: float = 200.0
    spacing: float = 1.0
    gutter: int = 0

    @property
    def text_width(self) -> int:
        """The distance between the margins, or between the column for headings and a margin."""
        return self.width - self.left - self.right - self.gutter

    def em(self, count: float) -> int:
        """Return a multiple of the text size."""
        return round(count * self.size)

    def gap(self, count: float) -> int:
        """Return a multiple of the text size and of the option `spacing`."""
        return self.em(count * self.spacing)


@dataclass(frozen=True, slots=True)
class FramedColumn:
    """A column at the side of the first page in Word's unit: its width, where it begins, how much less room the text has.

    `goes_on` is whether there may be another page.
    """

    width: int
    left: int
    room: int
    at_end: bool = False
    goes_on: bool = True


@dataclass(frozen=True, slots=True)
class Layout:
    """What the writer needs to know of a style.

    `column` is the width of the column of dates at the left in em (0: dates stand at the right), `at_end` whether dates end at
    its end, `frames` whether a date at the right is on the first line of a long headline; `sans` whether the font has no
    serifs, `line` the distance of lines in em and `own_line` that of the font, `photo_side` the photo's side (`end`, `start`),
    `icon_color` the color of the contacts' icons, empty if they have none, `bar_colors` those of the two parts of a level's
    bar, `dots` whether that is a row of dots; `rule_colors` are those of the rules of sections and groups, `panel_color` and
    `band_color` are what is behind the column at the side and behind the head; `side` is that column, and `part` where the
    text is: in the column, or after the first page. `right_to_left` is the direction of the text.
    """

    page: PageLayout = PageLayout(11906, 16838, 1134, 1134, 1134, 1134)
    look: Look = PLAIN_LOOK
    column: float = 0.0
    at_end: bool = False
    frames: bool = True
    sans: bool = True
    line: float = 1.17
    own_line: float = 1.17
    photo_side: str = "end"
    icon_color: str = ""
    bar_colors: tuple[str, str] = ("000000", "CCCCCC")
    dots: bool = False
    rule_colors: tuple[str, str] = ("000000", "000000")
    panel_color: str = ""
    band_color: str = ""
    side: FramedColumn | None = None
    part: Literal["", "narrow", "wide"] = ""
    right_to_left: bool = False

    @property
    def narrow(self) -> "Layout":
        """The layout of what is in the column at the side: dates have lines of their own."""
        room = self.page.text_width - self.side.width if self.side else 0
        return replace(self, page=replace(self.page, right=self.page.right + room), column=0.0, part="narrow")

    @property
    def wide(self) -> "Layout":
        """The layout of what is after the page with the column at the side."""
        room = self.side.room if self.side else 0
        return replace(self, page=replace(self.page, right=self.page.right - room), part="wide")

    def bar(self, heading: Heading) -> tuple[tuple[float, float], str, float]:
        """Return the bar before a heading, in the column of dates: width and height in points, colour, and where it is."""
        size, height = self.text_size, heading.rule_width * self.text_size
        color = self.rule_colors[heading is self.look.group]
        return ((self.column - END_GAP) * size, height), color, max(0.0, heading.size * size * _MIDDLE - height / 2)

    @property
    def head_indents(self) -> tuple[int, int]:
        """The indents of the head, which stands over both columns: at the start and at the end."""
        if not self.side:
            return 0, 0
        return (0, -self.side.room) if self.side.at_end else (-self.side.room, 0)

    @property
    def heads_margin(self) -> bool:
        """Whether headings stand in a column before the text, which is at the left."""
        return bool(self.page.gutter) and not self.right_to_left

    @property
    def sign(self) -> str:
        """The character between two contacts."""
        return _SIGNS[self.look.separator.sign]

    @property
    def number_indent(self) -> float:
        """The indent of numbered entries, in em: that of all text where dates have a column."""
        return max(self.column, NUMBER)

    def fits_column(self, text: Text, words: Words) -> bool:
        """Whether a text in this type fits into the column of dates."""
        return self._in_column(text, words) <= self.column

    def widened(self, dates: Iterable[Text]) -> "Layout":
        """Return the layout with a column of dates that is as wide as the widest of `dates`, but for dates of several years."""
        widths = (self._in_column(date, self.look.date) for date in dates if self.column)
        return replace(self, column=max((self.column, *(width for width in widths if width <= _WIDEST_DATE))))

    def _in_column(self, text: Text, words: Words) -> float:
        return self.width(text) * words.size + (END_GAP if self.at_end else _COLUMN_GAP)

    def fits_line(self, texts: tuple[Text, ...], indent: float) -> bool:
        """Whether texts fit on a line side by side, `indent` em from the margin."""
        shown = [width for text in texts if (width := self.width(text))]
        return indent + sum(shown) + len(shown) - 1 <= self.page.text_width / self.page.size

    def fits_last_line(self, texts: tuple[Text, ...], date: Text, indent: float) -> bool:
        """Whether a date fits behind texts on the last line that they take, by more than the error of an estimate."""
        room, space = self.page.text_width / self.page.size - indent, self.width(plain_text(" "))
        words = ((word, span.bold) for text in texts for span in text.spans for word in re.findall(r"[^ ]+ ?", span.text))
        last = 0.0
        for word, bold in words:
            width = width_of(word, self.sans, bold)
            last = last + width if last + width - space <= room else width
        return last + self.width(date) * self.look.date.size + END_GAP + _ERROR <= room

    @property
    def text_size(self) -> float:
        """The size of the text in points."""
        return self.page.size / _TWIPS["pt"]

    @property
    def contact_size(self) -> float:
        """The size of contacts in points."""
        return self.look.contacts.size * self.text_size

    def head_height(self, header: Header, photo: float) -> int:
        """Estimate the height of name, headline and contacts in Word's unit, next to a photo of this width in mm."""
        look, room = self.look, (self.page.text_width - photo * _TWIPS["mm"]) / self.page.size - 1
        native = self.width(plain_text(f" {header.native}")) * look.native.size / look.name.size if header.native else 0
        affixes = self.width(plain_text(header.before + header.after)) * (look.affix.size / look.name.size - 1)
        name = header.name.upper() if look.name.caps else header.name
        width = width_of(name, self.sans, look.name.weight == "bold") + affixes + native
        height = self.own_line * look.name.size * ceil(_WIDER * width * look.name.size / room)
        if header.headline:
            lines = ceil(_WIDER * self.width(header.headline) * look.headline.size / room)
            height += look.headline.before + self.line * look.headline.size * lines
        if contacts := self.contact_lines(header, photo):
            height += look.contacts.before + self.line * look.contacts.size * len(contacts)
        return self.page.em(height)

    def contact_lines(self, header: Header, photo: float) -> list[list[ContactLine]]:
        """Divide the contacts into as few lines as they need, of about the same length, next to a photo of this width in mm."""
        widths = [self.width(contact.text) + (_ICON if self.icon_color else 0) for contact in header.contacts if contact.text]
        room = (self.page.text_width - photo * _TWIPS["mm"]) / self.page.size / self.look.contacts.size - _ERROR
        lines, shorter = _in_lines(widths, room), room
        while (shorter := shorter - 1) > 0 and len(found := _in_lines(widths, shorter)) == len(lines):
            if any(width > shorter for width in widths):
                break
            lines = found
        contacts = iter(contact for contact in header.contacts if contact.text)
        return [[*islice(contacts, count)] for count in lines]

    def window_top(self, window: Window, header: Header) -> int:
        """Return where the window of an envelope begins, in Word's unit: lower than it should if the head is too high."""
        return max(round(window.top * _TWIPS["mm"]), self.page.top + self.head_height(header, 0))

    def head_frame(self, end: int) -> str:
        """Return the mark of the paragraphs of a head in a frame that ends there, so that no line has room below them."""
        return head_frame(self.page.top, self.page.left + self.page.gutter, self.page.text_width, end - self.page.top)

    def width(self, text: Text) -> float:
        """Estimate the width of a text in em."""
        return sum(width_of(span.text, self.sans, span.bold) for span in text.spans)


def _in_lines(widths: Sequence[float], room: float) -> list[int]:
    """Return how many parts of these widths are on each line, with a sign between two of them."""
    counts: list[int] = []
    used = 0.0
    for width in widths:
        used += _SIGN + width
        if not counts or used > room:
            counts.append(0)
            used = width
        counts[-1] += 1
    return counts


PLAIN_LAYOUT = Layout()


def layout_of(style: Style) -> Layout:
    """Return the layout of a style. Raises InputError for an invalid option."""
    page, (column, kind) = page_of(style), _column(style)
    panel, band = round(float(str(style.values.get("panel", 0)))), _template(style, "docx/band.txt")
    return Layout(
        replace(page, gutter=page.em(column)) if kind == "headings" else page,
        style.look,
        0.0 if kind == "headings" else column,
        kind == "end",
        kind != "last",
        sans=style.family.sans,
        own_line=style.family.word_line,
        line=min(style.family.word_line, LINE) * float(str(style.values["leading"])),
        photo_side=str(style.values["photo_side"]),
        icon_color=color_of(style.look.contacts.color, style.colors) if style.values["icons"] else "",
        bar_colors=(color_of(Color("accent"), style.colors), color_of(Color("accent", _REST), style.colors)),
        dots=style.values["levels"] == "dots",
        rule_colors=(color_of(style.look.section.rule_color, style.colors), color_of(style.look.group.rule_color, style.colors)),
        panel_color=color_of(Color("accent", panel), style.colors) if panel else "",
        band_color=color_of(Color(band), style.colors) if band else "",
    )


def page_of(style: Style) -> PageLayout:
    """Return the page of a style. Raises InputError for an invalid option."""
    options = style.values
    page = str(options["page"])
    if page not in PAPER:
        raise InputError(
            [Problem(f'"{page}" is not a Word page', path="options.page", hint=nearest(page, PAPER), code="bad-option")]
        )
    width, height = (round(side * _TWIPS["mm"]) for side in PAPER[page])
    top, right, bottom, left = (round(_twips(side)) for side in sides(str(options["margin"])))
    return PageLayout(width, height, top, right, bottom, left, style.text_size * _TWIPS["pt"], float(str(options["spacing"])))


def _column(style: Style) -> tuple[float, str]:
    """Return width and word in the template `docx/date-column.txt`. Raises InputError if that is not a width in em."""
    typed = _template(style, "docx/date-column.txt")
    match = re.fullmatch(r"(\d{1,2}(?:\.\d{1,4})?)(?: (end|last|headings))?", typed, re.ASCII)
    if not match or float(match[1]) > _MOST_COLUMN:
        most = f"write a width in em, at most {_MOST_COLUMN:g}, such as"
        hint = f'{most} 10.2, "10.2 end" or "10.2 headings"; 0 or "0 last" for no column'
        raise InputError(
            [Problem(f'docx/date-column.txt of the style "{style.name}" gives "{typed}"', hint=hint, code="bad-style")]
        )
    return float(match[1]), match[2] or ""


def _template(style: Style, name: str) -> str:
    templates = template_environment(style.templates, write)
    with template_problems():
        return templates.get_template(name).render({"options": style.values}).strip()


def _twips(length: str) -> float:
    return float(length[:-2]) * _TWIPS[length[-2:]]
