"""Set what pandoc cannot write of a table: where it begins, its width, and which rows stay on one page."""

import re

_TABLE = re.compile(r"<w:tbl>.*?</w:tbl>", re.DOTALL)
_INDENT = re.compile(r'w:styleId="Table">(?:(?!</w:style>).)*?<w:tblInd w:w="(\d+)"', re.DOTALL)
_PAGE = re.compile(
    r'<w:pgSz (?=[^>]*w:w="(?P<width>\d+)").*?<w:pgMar (?=[^>]*w:right="(?P<right>\d+)")(?=[^>]*w:left="(?P<left>\d+)")',
    re.DOTALL,
)
_ROW_STYLE = '<w:pStyle w:val="TableText" />'
_BOX = "BoxText"
"""In the names of the styles of a form's texts."""
_ROW = re.compile(r"<w:tr>(?:<w:trPr>(.*?)</w:trPr>)?")
_ROW_OF_BOXES = r'<w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="380" w:hRule="atLeast"/>\1</w:trPr>'
_WHOLE = 12
"""The most rows of a table that stays on one page; a longer one may continue on the next."""
_WIDE = 7920
"""The width that pandoc gives to a table as wide as the text."""


def set_tables(xml: str, styles: str) -> str:
    """Return a document with its tables indented as the style `Table` says, since LibreOffice ignores the indent of a style,
    and with widths in Word's unit, since programs differ in shares of the width.

    No row continues on the next page. In a short table each row stays with the next one, in a longer one the last but one does.
    """
    indent = int(indented[1]) if (indented := _INDENT.search(styles)) else 0
    room = 0
    if page := _PAGE.search(xml):
        room = int(page["width"]) - int(page["left"]) - int(page["right"]) - indent

    def table(match: re.Match[str]) -> str:
        if _BOX in match[0]:
            return _ROW.sub(_ROW_OF_BOXES, match[0].replace('<w:tblStyle w:val="Table" />', '<w:tblStyle w:val="Boxes"/>', 1))
        written = (
            match[0]
            .replace("<w:trPr>", "<w:trPr><w:cantSplit/>")
            .replace("<w:tr><w:tc>", "<w:tr><w:trPr><w:cantSplit/></w:trPr><w:tc>")
        )
        begin, *rows = written.split("<w:tr>")
        first = 0 if len(rows) <= _WHOLE else len(rows) - 2
        rows[first:-1] = [row.replace(_ROW_STYLE, f"{_ROW_STYLE}<w:keepNext/>") for row in rows[first:-1]]
        written = "<w:tr>".join([begin, *rows])
        return _indented(written, indent, room) if room > 0 else written

    return _TABLE.sub(table, xml)


def _indented(table: str, indent: int, room: int) -> str:
    """Return a table that begins `indent` twentieths of a point from the margin and is `room` wide, or its share of that."""
    columns = [int(width) for width in re.findall(r'<w:gridCol w:w="(\d+)"', table)]
    whole = max(sum(columns), _WIDE)
    widths = [width * room // whole for width in columns]
    written = map(str, widths)
    table = re.sub(r'(?<=<w:gridCol w:w=")\d+', lambda _: next(written), table)
    own = f'<w:tblW w:type="dxa" w:w="{sum(widths)}" /><w:tblInd w:w="{indent}" w:type="dxa"/>'
    return re.sub(r"<w:tblW [^>]*/>", own, table, count=1)
