"""Read a table of employers, and replace placeholders such as `{row.company}` in the data of a letter or application.

A table is CSV (divided by commas, semicolons or tabs), the first sheet of a .xlsx, or YAML: a mapping of names to columns. The
first column, or the key in YAML, names the row.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cvrender.documents.placeholders import as_markdown
from cvrender.errors import InputError, Problem, nearest
from cvrender.formats.content import Content, load_content
from cvrender.formats.spreadsheets import cells_of
from cvrender.load.reader import Source, load
from cvrender.model.convert import DataPath
from cvrender.model.expressions import expression
from cvrender.model.value import Value, replace
from cvrender.system.filename import readable_name
from cvrender.system.limited import read_within

_PLACEHOLDER = expression(r"\{row\.([^{}?]+)(\??)\}")
_WITH_MARKDOWN = ("subject", "salutation", "body", "closing", "enclosures", "text", "title", "figures")
"""The keys of letters and statements whose texts are Markdown."""
_NOT_IN_NAMES = expression(r"[./\\{}]")
MOST_ROWS = 1000

Line = tuple[int, list[str]]
"""The number of a line of a table, and its cells."""


class TableRow(Value, frozen=True):
    """A row of a table: its name, which is that of its folder, the texts of its columns, and where it is."""

    name: str
    cells: Mapping[str, str]
    file: str
    line: int

    @property
    def folder(self) -> str:
        """The name of its folder."""
        return readable_name(self.name)

    def problem(self, message: str, hint: str = "", *, code: str) -> Problem:
        """Return a Problem of the row."""
        return Problem(f'row "{self.name}": {message}', self.file, self.line, 1, hint=hint, code=code)


def read_rows(path: Path) -> list[TableRow]:
    """Read a table. Raises InputError with every row that has no name, or the folder of another one."""
    rows = list(_of_yaml(load(path)) if path.suffix in (".yaml", ".yml") else _of_lines(_lines(path), str(path)))
    if not rows:
        raise InputError([Problem("the table has no rows", str(path), 1, 1, code="missing-value")])
    if len(rows) > MOST_ROWS:
        raise InputError([Problem(f"the table has more than {MOST_ROWS:,} rows", str(path), 1, 1, code="too-large")])
    problems, folders = [], dict[str, TableRow]()
    for row in rows:
        other = folders.setdefault(row.folder.casefold(), row)
        if not row.name:
            message, hint = "the row has no name: its first cell is empty", "name each row in the first column"
            problems.append(Problem(message, row.file, row.line, 1, hint=hint, code="missing-value"))
        elif other is not row:
            message = f'the row in line {other.line} has the folder "{other.folder}", too'
            problems.append(row.problem(message, "give each row its own name in the first column", code="same-output"))
    if problems:
        raise InputError(problems)
    return rows


def _of_yaml(source: Source) -> Iterator[TableRow]:
    for name, columns in source.data.items():
        file, line, _ = source.location((name,), at_key=True)
        if not isinstance(columns, dict):
            hint = f"write the columns of the row, such as {{{name}: {{company: …}}}}"
            raise InputError([source.problem((name,), "should be a mapping of columns", hint, code="bad-type")])
        for column, value in columns.items():
            if not isinstance(value, str | list | None) or any(not isinstance(item, str) for item in value or ()):
                raise InputError([source.problem((name, column), "should be a text, or a list of lines", code="bad-type")])
        cells = {key: "\n".join([value] if isinstance(value, str) else value or ()).strip() for key, value in columns.items()}
        yield TableRow(name, {"name": name, **cells}, file, line)


def _lines(path: Path) -> list[Line]:
    content = load_content(path)
    if content.raw.startswith(b"PK"):
        return read_within(content.file, cells_of, content.raw, content.file)
    if b"\0" in content.raw[:1000] and content.raw[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise content.problem("is not a table", "save it as CSV or .xlsx", code="unknown-format")
    return list(_of_csv(content))


def _of_csv(content: Content) -> Iterator[Line]:
    text = content.text.removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError([Problem(f"is not CSV here: {error}", content.file, line, 1, code="bad-syntax")]) from None


def _of_lines(lines: Iterable[Line], file: str) -> Iterator[TableRow]:
    header: list[str] = []
    for line, texts in lines:
        cells = [cell.strip() for cell in texts]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if not header:
            header = cells
            problem = _wrong_header(header)
        else:
            extra = f"{len(cells)} cells, but there are {len(header)} columns"
            problem = f"the row has {extra}" if len(cells) > len(header) else ""
        if problem:
            hint = "put a text that contains the sign between columns in quotation marks" if cells is not header else ""
            raise InputError([Problem(problem, file, line, 1, hint=hint, code="bad-syntax")])
        if cells is not header:
            cells += [""] * (len(header) - len(cells))
            yield TableRow(cells[0], dict(zip(header, cells, strict=True)), file, line)


def _wrong_header(header: list[str]) -> str:
    """Return what is wrong with the names of the columns."""
    if not all(header):
        return f"column {header.index('') + 1} has no name"
    twice = [name for name in header if header.count(name) > 1]
    return f'two columns have the name "{twice[0]}"' if twice else ""


def filled(source: Source, row: TableRow | None) -> Source:
    """Return the data of a letter or application with the cells of a row for its placeholders.

    A key or an item that consists of empty cells only is left out.
    Raises InputError with each placeholder that has no column, or whose cell is empty.
    """
    problems: list[Problem] = []

    def fill(value: Any, path: DataPath) -> Any:
        if isinstance(value, dict):
            cells = {key: fill(item, (*path, key)) for key, item in value.items()}
            return {key: item for key, item in cells.items() if item != "" or value[key] == ""}
        if isinstance(value, list):
            items = [fill(item, (*path, index)) for index, item in enumerate(value)]
            return [item for item, old in zip(items, value, strict=True) if item != "" or old == ""]
        return _PLACEHOLDER.sub(lambda match: cell(match[1], match[2], path), value) if isinstance(value, str) else value

    def cell(name: str, optional: str, path: DataPath) -> str:
        if row is None:
            hint = "give a table of rows with --for, such as --for employers.csv"
            problems.append(source.problem(path, f'"{{row.{name}}}" has no value', hint, code="missing-key"))
        elif name not in row.cells:
            message = f'"{{row.{name}}}": {row.file} has no column "{name}"'
            problems.append(source.problem(path, message, nearest(name, row.cells), code="unknown-name"))
        elif not row.cells[name] and not optional:
            hint = f"fill it in, or write {{row.{name}?}} where it may be empty"
            problems.append(row.problem(f'the column "{name}" is empty', hint, code="missing-value"))
        else:
            return _cell(row.cells[name], path)
        return ""

    data = fill(source.data, ())
    if problems:
        raise InputError(dict.fromkeys(problems))
    return replace(source, data=data)


def _cell(text: str, path: DataPath) -> str:
    """Return a cell as it stands at a path: a part of a file name has no spaces and no slashes."""
    if path[-1] == "file":
        return "_".join(_NOT_IN_NAMES.sub(" ", text).split())
    return as_markdown(text) if path[0] in _WITH_MARKDOWN else text
