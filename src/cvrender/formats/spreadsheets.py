"""Read and write spreadsheets."""

import html
import io
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from math import ceil
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter
from zipfile import BadZipFile

from cvrender.errors import InputError, Problem, said_by

Day = tuple[int, int, int]
MOST_IN_CELL = 32_767
"""The most characters of a cell (ECMA-376, part 1, 18.18.81 and the limits of Excel)."""
MOST_ROWS, MOST_COLUMNS = 10_000, 200
"""The most that is read of a sheet."""
_EPOCH = datetime(1980, 1, 1)
_USUAL_WIDTH = 13.0
_LINE_HEIGHT = 13.5
"""The height of a line of 10 points, in points."""
_FORMULA_SIGNS = "=+-@"  # a text that begins with one of them would be a formula


def new_workbook(title: str, widths: Mapping[str, float], orientation: str = "portrait") -> tuple[Any, Any]:
    """Return a new workbook and its sheet; `widths` are those of the columns, in characters."""
    from openpyxl import Workbook

    book = Workbook()
    sheet: Any = book.active
    sheet.title = title
    for column, width in widths.items():
        sheet.column_dimensions[column].width = width
    sheet.page_setup.orientation = orientation
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    return book, sheet


def open_template(path: Path) -> tuple[Any, Any]:
    """Return a workbook and its first sheet. Raises InputError if the file is not a spreadsheet."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with catch_warnings():
            simplefilter("ignore")  # that extensions are left out, of which the lists to choose from are put back
            book = load_workbook(path)
    except (OSError, BadZipFile, InvalidFileException, KeyError, ValueError) as error:
        raise InputError([Problem(f"not a readable spreadsheet: {error}", str(path), code="bad-form")]) from None
    _put_lists_back(book.worksheets[0], path)
    return book, book.worksheets[0]


def _put_lists_back(sheet: Any, path: Path) -> None:
    """Add the lists of the first sheet that stand on another one: Excel keeps them as extensions, which openpyxl leaves out."""
    from zipfile import ZipFile

    from openpyxl.worksheet.datavalidation import DataValidation

    with ZipFile(path) as archive:
        name = "xl/worksheets/sheet1.xml"
        xml = archive.read(name).decode("utf-8", "replace") if name in archive.namelist() else ""
    for match in re.finditer(r"<x14:dataValidation\b[^>]*type=\"list\".*?</x14:dataValidation>", xml, re.DOTALL):
        formula, cells = (re.search(rf"<xm:{tag}>([^<]+)</xm:{tag}>", match[0]) for tag in ("f", "sqref"))
        if formula and cells:
            sheet.add_data_validation(
                DataValidation("list", html.unescape(formula[1]), sqref=cells[1], allow_blank=True, showErrorMessage=True)
            )


def cells_of(content: bytes, file: str) -> list[tuple[int, list[str]]]:
    """Return the rows of the first sheet, with their numbers, as texts: results of formulas, and days as 2026-11-22.

    Raises InputError if the content is not a spreadsheet.
    """
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True)
        return [(number, [_text(value) for value in row]) for number, row in enumerate(rows, 1)]
    except (OSError, BadZipFile, InvalidFileException, KeyError, ValueError, IndexError) as error:
        raise InputError([Problem(f"not a readable spreadsheet: {said_by(error)}", file, code="bad-form")]) from None


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def put(sheet: Any, row: int, cells: Sequence[Any], bold: bool = False) -> None:
    """Write the cells of a row, as text in 10 points with line breaks, or as dates."""
    from openpyxl.styles import Alignment, Font

    for column, value in enumerate(cells, 1):
        cell = sheet.cell(row, column)
        cell.value = value or None
        if isinstance(value, str) and value[:1] in _FORMULA_SIGNS:
            cell.data_type = "s"
        if isinstance(value, date):
            cell.number_format = "m/d/yyyy"
        cell.font = Font(name="Arial", size=10, bold=bold)
        cell.alignment = Alignment(wrap_text=not bold or column > 2, vertical="top")
    if lines := _lines(sheet, row):
        sheet.row_dimensions[row].height = lines * _LINE_HEIGHT


def _lines(sheet: Any, row: int) -> int:
    """Return the lines of the tallest cell of a row, about, or 0 for a single one: not every program measures them itself."""
    most = 1
    for cell in sheet[row]:
        width = _width(sheet, cell.column) - 4
        if cell.alignment.wrap_text and cell.value:
            most = max(most, ceil(len(str(cell.value)) * (1.15 if cell.font.bold else 1) / max(width, 1)))
    return most if most > 1 else 0


def _width(sheet: Any, column: int) -> float:
    """Return the width of a column, which may be one of several that are described together; none is made by the question."""
    from openpyxl.utils import get_column_letter

    known = sheet.column_dimensions
    if (letter := get_column_letter(column)) in known:
        return float(known[letter].width)
    return next((float(each.width) for each in known.values() if (each.min or 0) <= column <= (each.max or 0)), _USUAL_WIDTH)


def table(title: str, rows: Sequence[Sequence[str]], widths: Mapping[str, float]) -> bytes:
    """Return a spreadsheet of texts, whose first row is a head that stays visible and filters the others."""
    book, sheet = new_workbook(title, widths, "landscape")
    for number, row in enumerate(rows, 1):
        put(sheet, number, row, bold=number == 1)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    sheet.print_title_rows = "1:1"
    return saved(book)


def insert_rows(sheet: Any, at: int, count: int) -> None:
    """Insert rows that look like the one above. Those below keep heights, lists and tables, which openpyxl does not move."""
    from copy import copy

    from openpyxl.worksheet.cell_range import CellRange

    heights = {row: sheet.row_dimensions[row].height for row in range(at, sheet.max_row + 1)}
    sheet.insert_rows(at, count)
    for row, height in heights.items():
        sheet.row_dimensions[row + count].height = height
    tables = {table: CellRange(table.ref) for table in sheet.tables.values()}
    for cells in [*tables.values(), *(cells for each in sheet.data_validations.dataValidation for cells in each.sqref.ranges)]:
        if cells.min_row >= at:
            cells.shift(row_shift=count)
        elif cells.max_row >= at - 1:
            cells.expand(down=count)
    for table, cells in tables.items():
        table.ref = cells.coord
        if table.autoFilter:
            table.autoFilter.ref = cells.coord
    for row in range(at, at + count):
        sheet.row_dimensions[row].height = sheet.row_dimensions[at - 1].height
        for cell in sheet[at - 1]:
            sheet.cell(row, cell.column)._style = copy(cell._style)


def as_date(day: Day | None) -> date | str:
    """Return a day as a date of the spreadsheet, or an empty text."""
    return date(*day) if day else ""


def saved(book: Any) -> bytes:
    """Return the file; its times are fixed, so that the same rows give the same bytes."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    book.properties.created = book.properties.modified = _EPOCH
    first, second = io.BytesIO(), io.BytesIO()
    book.save(first)
    with ZipFile(first) as source, ZipFile(second, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                content = _without_modified(content)
            target.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, ZIP_DEFLATED)
    return second.getvalue()


def _without_modified(core: bytes) -> bytes:
    """Return the properties with a fixed time of change, which openpyxl sets to the current one."""
    return re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>1980-01-01T00:00:00Z", core)
