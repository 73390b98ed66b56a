"""Write a Document as pandoc's syntax tree in JSON, each paragraph with the name of its style.

The styles are defined in `docx/styles.xml`. After a `~`, a name has what the paragraph sets itself (`marks.py`).
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from cvrender.model.boxes import Boxes
from cvrender.model.document import (
    Block,
    Bullet,
    ContactLine,
    Document,
    EntryBlock,
    EntryList,
    Group,
    Header,
    LabelRow,
    Paragraph,
    Rows,
    Section,
    Table,
)
from cvrender.model.numbering import number_of
from cvrender.model.prose_blocks import Figure, Lines, Notes, Samples, Window
from cvrender.model.text import Text, plain_text
from cvrender.targets.docx.boxes import boxes, images, table
from cvrender.targets.docx.columns import (
    WIDEST,
    before_whole_width,
    can_stand_aside,
    first_page_room,
    framed,
    in_whole_width,
    indented,
    panel,
)
from cvrender.targets.docx.first_page import SURE, divided, height
from cvrender.targets.docx.inlines import (
    NEW_LINE,
    NEW_PAGE,
    TAB,
    Inlines,
    Node,
    at_place,
    joined,
    metadata,
    picture_node,
    string,
    styled_span,
)
from cvrender.targets.docx.kept import all_kept, kept, last_marked, on_new_page, styled, together
from cvrender.targets.docx.layout import BEFORE, HANGING, PER_MILLIMETRE, PHOTO_WIDTH, PLAIN_LAYOUT, Layout
from cvrender.targets.docx.margin_headings import beside, space_between
from cvrender.targets.docx.marks import FAR, FIRST, FLUSH, FRAME, KEEP, after, before, head, window
from cvrender.targets.docx.shapes import Shapes
from cvrender.text.ties import tied

_NO_ATTRIBUTES: list[Any] = ["", [], []]
_API = [1, 23, 1]
_PARAGRAPHS = {"text": "Body Text", "legend": "Legend", "prose": "Prose"}
_ROLE_INDENT = 1.0  # em, of roles below their employer, where dates have no column
_BELOW_BAND = 0.7  # em between the estimated end of a head and that of its band
_STACK_LINE = 1.2  # em, the distance of lines
_DEEPEST = 5  # Word has styles up to List Bullet 5


@dataclass(frozen=True, slots=True)
class _ListStyle:
    """The styles of a list's headlines and of the lines below them, and the level of bullets there."""

    headline: str
    short: str
    line: str
    summary: str
    level: int = 1
    marked: bool = False


_PLAIN = _ListStyle("Entry", "Short Entry", "Entry Line", "Entry Summary")
_ROLE = _ListStyle("Role", "Role", "Entry Line", "Entry Summary")
_WORKS = _ListStyle("Publication", "Publication", "List Continue", "List Summary", 2)
_BULLETED = _ListStyle("Bulleted Entry", "Bulleted Entry", "List Continue", "List Summary", 2, marked=True)
_NUMBERED = _ListStyle("List Number", "List Number", "List Continue 2", "List Summary 2", 2, marked=True)
_COUNTDOWN = _ListStyle("List Countdown", "List Countdown", "List Continue 2", "List Summary 2", 2, marked=True)


def render(document: Document, layout: Layout = PLAIN_LAYOUT) -> str:
    """Return the tree with metadata, ready for `pandoc -f json`. Texts with a number are marked with it."""
    blocks = _Writer(layout, Inlines(document.properties.language, document.notes)).document(tied(document))
    tree = {"pandoc-api-version": _API, "meta": metadata(document.properties), "blocks": blocks}
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":"))


def fits_page(document: Document, layout: Layout) -> bool:
    """Whether the column at the side ends on its page, by an estimate, and so does the other one if there is no other page."""
    writer = _Writer(layout, Inlines(document.properties.language, document.notes))
    sections = [section for section in document.sections if not section.is_above]
    nodes = [*writer.aside(document.header), *writer.side([*filter(can_stand_aside, sections)])]
    photo = document.header.photo
    picture = PHOTO_WIDTH * PER_MILLIMETRE / photo.ratio / layout.page.size if photo else 0.0
    others = [] if layout.side and layout.side.goes_on else [part for part in sections if not can_stand_aside(part)]
    highest = max(height(nodes, layout.narrow) + picture, sum(map(writer.measure, others)))
    return highest <= SURE * first_page_room(document, layout)


@dataclass(frozen=True, slots=True)
class _Item:
    """An entry of a list: its paragraphs, and before them the frame with its date if that does not fit on the headline's line."""

    nodes: list[Node]
    frame: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class _Writer:
    layout: Layout
    inlines: Inlines
    window_top: int = 0
    shapes: Shapes = field(default_factory=Shapes)

    def document(self, document: Document) -> list[Node]:
        over = tuple(section for section in document.sections if section.is_above)
        blocks = [*self.header(document.header, document.window, over), *self.aside(document.header)]
        if self.layout.heads_margin:
            blocks = last_marked(blocks, after(space_between(self.layout)))
        sections = [section for section in document.sections if not section.is_above]
        framed_sections = [section for section in sections if self.layout.side and can_stand_aside(section)]
        blocks += self.side(framed_sections)
        first, rest = self.pages(document, [section for section in sections if section not in framed_sections])
        for section in first:
            blocks += self.whole_section(section)
        if rest:
            blocks = before_whole_width(blocks, self.layout)
        for section in rest:
            blocks += in_whole_width(replace(self, layout=self.layout.wide).whole_section(section), self.layout)
        return blocks

    def side(self, sections: Sequence[Section]) -> list[Node]:
        """Write sections in the column at the side."""
        narrow = replace(self, layout=self.layout.narrow)
        return framed([*chain.from_iterable(map(narrow.section, sections))], self.layout)

    def pages(self, document: Document, sections: list[Section]) -> tuple[list[Section], list[Section]]:
        """Divide sections where the first page ends, if it has a column at its side that the next one has not."""
        if not (self.layout.side and self.layout.side.goes_on):
            return sections, []
        first, rest = divided(sections, first_page_room(document, self.layout), self.measure)
        return (first, rest) if first else (sections, [])

    def measure(self, section: Section) -> float:
        """Estimate the height of a section in em."""
        writer = _Writer(self.layout, Inlines(self.inlines.language, tuple(self.inlines.notes.values())))
        return height(writer.section(section), self.layout)

    def whole_section(self, section: Section) -> list[Node]:
        written = self.section(section)
        return all_kept(written) if section.keep_together else written

    def section(self, section: Section) -> list[Node]:
        in_margin = self.layout.heads_margin and section.title and not isinstance(section.blocks[0], Table | Boxes)
        written = self.blocks(section.blocks, 0.0 if in_margin else self.layout.look.section.after)
        if in_margin:
            return beside(self.heading(1, section.title), section.title.plain, written, self.layout, section.new_page)
        if section.title:
            heading = self.heading(1, section.title, section.id)
            if section.new_page and self.layout.part != "narrow":
                inlines = heading["c"][1][0]["c"] if heading["t"] == "Div" else heading["c"][2]
                inlines[:0] = [NEW_PAGE]
            written.insert(0, heading)
        elif isinstance(section.blocks[0], Paragraph):  # it stands below the head
            written[0] = styled(f"Prose{before(self.layout.page.em(_STACK_LINE))}", written[0]["c"][1][0]["c"])
        return written

    def over(self, section: Section) -> list[Node]:
        """Write a section that stands above both columns, in lines that are not too long to read."""
        start, end = self.layout.head_indents
        room = max(self.layout.wide.page.text_width - self.layout.page.em(WIDEST), 0)
        heading, *texts = replace(self, layout=self.layout.wide).section(section)
        return [*indented([heading], start, end), *indented(texts, start, end + room)]

    def header(self, header: Header, below: Window | None, over: Sequence[Section] = ()) -> list[Node]:
        photo = [picture_node(header.photo, PHOTO_WIDTH)] if header.photo else []
        spans = ((part.form.title(), self.inlines.strings(part.text)) for part in header.divided_name.spans)
        divided = ([styled_span(style, nodes)] if style else nodes for style, nodes in spans)
        name = at_place(number_of(header.name), [*chain(*divided)])
        other = at_place(number_of(header.native), self.inlines.strings(header.native))
        native = [string(" "), styled_span("Native Name", other)] if header.native else []
        photo = [] if self.layout.side else photo
        parts = [("Title", [*self.ground(header, over), *photo, *name, *native])]
        if header.headline:
            parts.append(("Subtitle", self.inlines(header.headline)))
        contacts = [] if self.layout.side else self.layout.contact_lines(header, PHOTO_WIDTH if photo else 0)
        if contacts:  # no line begins or ends with a sign between contacts
            between = [string("\u00a0"), styled_span("Contact Separator", [string(self.layout.sign)]), string(" ")]
            written = [[[*self.icon(contact), *self.inlines(contact.text)] for contact in line] for line in contacts]
            parts.append(("Contact", joined((joined(line, between) for line in written), [NEW_LINE])))
        if photo:
            parts[-1] = parts[-1][0] + head(self.layout.head_height(header, PHOTO_WIDTH), self.layout.photo_side), parts[-1][1]
        self.window_top = self.layout.window_top(below, header) if below else 0
        frame = self.layout.head_frame(self.window_top) if below and not photo else ""
        own = [styled(style + frame, inlines) for style, inlines in parts]
        return [*own, *chain.from_iterable(map(self.over, over))]

    def ground(self, header: Header, over: Sequence[Section]) -> list[Node]:
        """Draw what is behind the text: the panel of the column at the side, or the band of the head."""
        layout = self.layout
        if layout.side:
            return [self.shapes.behind(panel(layout, header, over), layout.panel_color)] if layout.panel_color else []
        if not layout.band_color:
            return []
        height = layout.page.top + layout.head_height(header, PHOTO_WIDTH if header.photo else 0) + layout.page.em(_BELOW_BAND)
        return [self.shapes.behind((0, 0, layout.page.width, height), layout.band_color)]

    def aside(self, header: Header) -> list[Node]:
        """Write what of the head is in a column at the side: the photo, and each contact on a line."""
        if not self.layout.side:
            return []
        photo = [[picture_node(header.photo, PHOTO_WIDTH)]] if header.photo else []
        lines = [[*self.icon(contact), *self.inlines(contact.text)] for contact in header.contacts if contact.text]
        above = before(self.layout.page.gap(self.layout.look.section.before))
        written = [styled("Contact" if index else f"Contact{above}", line) for index, line in enumerate([*photo, *lines])]
        return framed(written, self.layout)

    def icon(self, contact: ContactLine) -> list[Node]:
        """Write a contact's icon, and a space at which no line ends."""
        layout = self.layout
        drawn = layout.icon_color and self.shapes.icon(contact.icon, layout.contact_size, layout.icon_color)
        return [drawn, string("\u00a0")] if drawn else []

    def heading(self, level: int, title: Text, anchor: str = "") -> Node:
        if self.layout.part or self.layout.heads_margin:  # only a paragraph has marks
            return styled(f"Heading {level}", self.inlines(title))
        part = self.layout.look.section if level == 1 else self.layout.look.group
        bar = [self.shapes.rule(*self.layout.bar(part)), TAB] if part.rule == "bar" and self.layout.column else []
        return {"t": "Header", "c": [level, [anchor, [], []], [*bar, *self.inlines(title)]]}

    def blocks(self, blocks: Iterable[Block], gap: float) -> list[Node]:
        """Write what follows a heading with a space of `gap` em below it."""
        return [node for index, block in enumerate(blocks) for node in self.block(block, gap if index == 0 else 0.0)]

    def block(self, block: Block, gap: float) -> list[Node]:
        if isinstance(block, Group):
            return [self.heading(2, block.title), *self.blocks(block.blocks, self.layout.look.group.after)]
        if isinstance(block, Rows):
            labels = (row.label + plain_text(row.colon.rstrip(" ")) for row in block.rows if row.label)
            in_column = all(self.layout.fits_column(label, self.layout.look.row_label) for label in labels)
            return list(chain(*together([self.row(row, in_column) for row in block.rows], block.end)))
        if isinstance(block, Table):
            return [table(block, self.inlines)]
        if isinstance(block, Boxes):
            return [boxes(block, self.inlines, self.layout.page.em(_STACK_LINE))]
        if isinstance(block, Paragraph):
            return [styled(_PARAGRAPHS[block.kind], self.inlines(block.text))]
        if isinstance(block, Lines):
            return list(self.stack(block))
        if isinstance(block, Notes):
            return []
        if isinstance(block, Figure):
            caption = [styled("Caption", self.inlines(block.caption))] if block.caption else []
            return [styled("Picture" + (KEEP if caption else ""), [picture_node(block.picture, block.width)]), *caption]
        if isinstance(block, Samples):
            return self.samples(block)
        return self.entries(block, gap)

    def samples(self, block: Samples) -> list[Node]:
        return [node for row in block.rows for node in images(row, self.inlines, self.layout)]

    def stack(self, block: Lines) -> Iterator[Node]:
        """Write lines one below the other, in the window of an envelope if they have one."""
        frame, above = "", before(self.layout.page.em(_STACK_LINE * block.before))
        if block.window:
            frame, above = window(block.window, self.window_top, bool(block.label))
        if block.label:
            yield styled(f"Return Address{frame}{above}", self.inlines(block.label))
            above = ""
        for index, line in enumerate(block.lines):
            is_last = index == len(block.lines) - 1
            marks = (above if index == 0 else "") + (after(self.layout.page.em(_STACK_LINE * block.after)) if is_last else "")
            marks += FAR if block.at_end else ""
            yield styled(f"Stacked Line{frame}{marks}{'' if is_last else KEEP}", self.inlines(line))

    def row(self, row: LabelRow, in_column: bool) -> list[Node]:
        adjacent = in_column and bool(row.label)
        colon = row.colon.rstrip(" ")
        after = TAB if adjacent else string(row.colon.removeprefix(colon))
        first = [TAB] if adjacent and self.layout.at_end else []
        label = [*first, styled_span("Row Label", [*self.inlines(row.label), string(colon)]), after] if row.label else []
        style = "Row" if adjacent or not self.layout.column else f"Row{FLUSH}"
        layout = self.layout
        level = self.shapes.level(row.share, layout.text_size, layout.bar_colors, layout.dots) if row.share else ()
        bar = [string("\u00a0 "), *level] if row.share else []
        line = styled(style, [*label, *self.inlines(row.text), *bar])
        return [on_new_page(line) if row.new_page else line, *self.bullets(row.bullets, 2)]

    def entries(self, block: EntryList, gap: float) -> list[Node]:
        countdown = block.marker == "number" and block.step != 1
        numbers = [f"{block.number(index)}." for index in range(len(block.entries))] if countdown else []
        unmarked, numbered = _WORKS if block.hangs else _PLAIN, _COUNTDOWN if countdown else _NUMBERED
        styles = {"none": unmarked, "bullet": _BULLETED, "number": numbered}[block.marker]
        items = self.items(block.entries, styles, gap, numbers)
        frames, parts = [item.frame for item in items], together([item.nodes for item in items], block.end)
        if block.marker == "none":
            return list(chain(*chain(*zip(frames, parts, strict=True))))
        # The frame of each item but the first ends the item before, so that the headline, not the frame, has the mark.
        listed = [[*nodes, *frame] for nodes, frame in zip(parts, [*frames[1:], []], strict=True)]
        if block.marker == "bullet":
            return [*frames[0], {"t": "BulletList", "c": listed}]
        attributes = [1 if countdown else block.start, {"t": "Decimal"}, {"t": "Period"}]
        return [*frames[0], {"t": "OrderedList", "c": [attributes, listed]}]

    def items(
        self, entries: Sequence[EntryBlock], styles: _ListStyle, gap: float = 0.0, numbers: Sequence[str] = ()
    ) -> list[_Item]:
        """Write the entries of a list. `gap` is the space below a heading directly above it, in em."""
        spaced = any(not entry.is_simple for entry in entries)
        items = []
        for index, entry in enumerate(entries):
            style = styles.headline if spaced else styles.short
            number = [string(numbers[index]), TAB] if numbers else []
            item = self.headline(entry, style, styles, number, "" if entry.is_simple else KEEP, gap if index == 0 else 0.0)
            nodes = item.nodes + self.below(entry, styles)
            if entry.new_page:
                nodes[0] = on_new_page(nodes[0])
            items.append(_Item(all_kept(nodes) if entry.keep_together else nodes, item.frame))
        return items

    def headline(
        self, entry: EntryBlock, style: str, styles: _ListStyle, number: list[Node], marks: str = "", gap: float = 0.0
    ) -> _Item:
        """Write a headline with its date: in the column at the left, at the right of the line, or in a frame at the right."""
        label = [styled_span("Entry Label", self.inlines(entry.label)), string(" ")] if entry.label else []
        logo = [picture_node(entry.logo.picture, entry.logo.width), string("\u00a0")] if entry.logo else []
        words = [*number, *logo, *label, *self.inlines(entry.title)]
        has_column = self.layout.column and not styles.marked
        if not entry.date:
            return _Item([styled(style + marks + (FLUSH if has_column else ""), words)])
        date = styled_span("Entry Date", self.inlines(entry.date))
        if self.layout.part == "narrow":
            return _Item([styled(style + marks, [*words, NEW_LINE, date])])
        if has_column:
            after = TAB if self.layout.fits_column(entry.date, self.layout.look.date) else NEW_LINE
            first = [TAB] if self.layout.at_end else []
            return _Item([styled(style + marks, [*first, date, after, *words])])
        unmarked = _ROLE_INDENT if styles is _ROLE else 0.0
        indent = self.layout.column + HANGING if styles is _BULLETED else self.layout.number_indent if styles.marked else unmarked
        fits = self.layout.fits_line((entry.label, entry.title, entry.date), indent)
        if fits or not self.layout.frames:
            fits = fits or self.layout.fits_last_line((entry.label, entry.title), entry.date, indent)
            return _Item([styled(style + marks, [*words, *([] if fits else [NEW_LINE]), TAB, date])])
        space = before(self.layout.page.gap(max(BEFORE[style], gap))) + (FIRST if gap else "")
        return _Item([styled(style + marks + space, words)], [styled("Entry Date Frame" + FRAME + space, [date])])

    def below(self, entry: EntryBlock, styles: _ListStyle) -> list[Node]:
        nodes = [self.subtitle(entry, styles)] if entry.subtitle else []
        nodes += [styled(styles.line, self.inlines(line)) for line in entry.lines]
        nodes[:-1] = map(kept, nodes[:-1])  # no page begins with the last line of a work
        nodes += [styled(styles.summary, self.inlines(text)) for text in entry.summary]
        nodes += self.bullets(entry.bullets, styles.level)
        if not styles.marked:
            roles = [node for item in self.items(entry.entries, _ROLE) for node in _flat(item)]
            nodes += roles if self.layout.column else indented(roles, self.layout.page.em(_ROLE_INDENT))
        else:
            for role in entry.entries:
                nodes += [*_flat(self.headline(role, styles.line, styles, [])), *self.below(role, styles)]
        return nodes + (self.samples(entry.samples) if entry.samples else [])

    def subtitle(self, entry: EntryBlock, styles: _ListStyle) -> Node:
        """Write the line below a headline with what is at its right, after a bar if there is no room for it."""
        has_room = self.layout.part != "narrow" and self.layout.fits_line((entry.subtitle, entry.place), HANGING)
        between = [TAB] if has_room else [string(" | ")]
        return styled(
            styles.line, [*self.inlines(entry.subtitle), *([*between, *self.inlines(entry.place)] if entry.place else [])]
        )

    def bullets(self, bullets: Sequence[Bullet], level: int) -> list[Node]:
        items: list[list[Node]] = []
        for bullet in bullets:
            items.append([styled(f"List Bullet {level}" if level > 1 else "List Bullet", self.inlines(bullet.text))])
            below = self.bullets(bullet.bullets, min(level + 1, _DEEPEST))
            if below and level == _DEEPEST:
                items += below[0]["c"]
            else:
                items[-1] += below
        return [{"t": "BulletList", "c": items}] if items else []


def _flat(item: _Item) -> list[Node]:
    return [*item.frame, *item.nodes]
