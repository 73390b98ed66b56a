"""Put what text boxes, tables within tables and headings in cells of an OpenDocument text say where they stand.

pandoc drops them.
"""

from collections.abc import Iterator
from xml.etree import ElementTree

from cvrender.formats.lines import LineLook
from cvrender.old_cvs.office.look_marks import mark_of

_TEXT, _TABLE, _DRAW, _STYLE, _OFFICE, _FORMAT = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}"
    for name in ("text", "table", "drawing", "style", "office", "xsl-fo-compatible")
)
_HEADING = "cvrender-heading"
_LOOK = mark_of(LineLook(size=1.5, bold=True))
_PARAGRAPHS = (f"{_TEXT}p", f"{_TEXT}h")
_CELL, _ROW, _BOX = f"{_TABLE}table-cell", f"{_TABLE}table-row", f"{_DRAW}text-box"


def with_boxes(content: str) -> str:
    """Return the content of an OpenDocument text with its boxes before their paragraphs, and no table within a table."""
    if "<draw:text-box" not in content and "<table:table " not in content:
        return content
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError:
        return content
    for prefix, address in _namespaces(content):
        ElementTree.register_namespace(prefix, address)
    for styles in root.iter(f"{_OFFICE}automatic-styles"):
        style = ElementTree.SubElement(styles, f"{_STYLE}style", {f"{_STYLE}name": _HEADING, f"{_STYLE}family": "text"})
        ElementTree.SubElement(style, f"{_STYLE}text-properties", {f"{_FORMAT}font-weight": "bold"})
    _spread(root, within=False)
    return ElementTree.tostring(root, encoding="unicode")


def _namespaces(content: str) -> Iterator[tuple[str, str]]:
    """Yield the prefixes that the root declares, which later steps and pandoc look for."""
    head = content[content.find("<office:document-content") :]
    for said in head[: head.find(">")].split():
        name, _, address = said.partition("=")
        if name.startswith("xmlns:"):
            yield name.removeprefix("xmlns:"), address.strip("\"'")


def _spread(parent: ElementTree.Element, *, within: bool) -> None:
    """Replace boxes, and tables within a cell or box, by their paragraphs; a heading in a cell is a paragraph in bold."""
    for child in list(parent):
        if within and child.tag == f"{_TEXT}h" and "".join(child.itertext()).strip():
            _make_paragraph(child)
        is_outer = child.tag in (_CELL, _BOX)
        _spread(child, within=within or is_outer)
        if child.tag in _PARAGRAPHS:
            _insert(parent, child, [inner for box in child.iter(_BOX) for inner in box])
            for frame in child.iter():
                for box in [part for part in frame if part.tag == _BOX]:
                    frame.remove(box)
        elif child.tag == f"{_DRAW}frame":
            _insert(parent, child, [inner for box in child.iter(_BOX) for inner in box])
        elif within and child.tag == f"{_TABLE}table":
            _insert(parent, child, [line for row in child.iter(_ROW) for line in _lines(row)])
            parent.remove(child)


def _make_paragraph(heading: ElementTree.Element) -> None:
    bold = ElementTree.Element(f"{_TEXT}span", {f"{_TEXT}style-name": _HEADING})
    bold.text, heading.text = heading.text, _LOOK
    bold.extend(list(heading))
    heading[:] = [bold]
    heading.tag = f"{_TEXT}p"


def _insert(parent: ElementTree.Element, child: ElementTree.Element, lines: list[ElementTree.Element]) -> None:
    place = list(parent).index(child)
    parent[place:place] = lines


def _lines(row: ElementTree.Element) -> list[ElementTree.Element]:
    """Return the paragraphs of a row: one with tabs, if each cell has one."""
    cells = [[line for line in cell if "".join(line.itertext()).strip()] for cell in row if cell.tag == _CELL]
    cells = [cell for cell in cells if cell]
    if len(cells) < 2 or any(len(cell) > 1 or cell[0].tag not in _PARAGRAPHS for cell in cells):
        return [line for cell in cells for line in cell]
    joined = ElementTree.Element(f"{_TEXT}p")
    for cell in cells:
        if len(joined):
            ElementTree.SubElement(joined, f"{_TEXT}tab")
        span = ElementTree.SubElement(joined, f"{_TEXT}span")
        span.text = cell[0].text
        span.extend(list(cell[0]))
    return [joined]
