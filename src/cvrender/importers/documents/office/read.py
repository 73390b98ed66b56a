"""Read a document with pandoc, in a process with limits: no network, no other files, and in a sandbox where it is asked for."""

import json
import re
from typing import Any

from cvrender.errors import InputError, Problem, ToolError
from cvrender.importers.content import Content
from cvrender.importers.documents.headings import is_usual, section_of
from cvrender.importers.documents.kinds_of_words import kinds
from cvrender.importers.documents.lines import LineCell, OldDocument, OldLine
from cvrender.importers.documents.office.ast import AstReader
from cvrender.importers.documents.office.prepare import prepared
from cvrender.importers.documents.when import dates_in
from cvrender.tools.pandoc import executable
from cvrender.tools.private_folder import private_folder
from cvrender.tools.process import Limits, read_output, run
from cvrender.tools.sandbox import find_sandbox

LIMITS = Limits(seconds=60, processor=40, memory=1_500)
"""What pandoc may use for one document."""
FORMATS = {"docx": "docx", "odt": "odt", "html": "html-native_divs-native_spans", "markdown": "gfm-raw_html+smart"}
"""pandoc's name for each format."""
_ARGUMENTS = ("--to", "json", "--sandbox", "--output", "ast.json")
_WORD_ERRORS = "open it in Word or LibreOffice and save it again"


def read_document(content: Content, format: str) -> OldDocument:
    """Read a document in a format of `FORMATS`. Raises InputError if pandoc cannot, ToolError without a sandbox."""
    sandbox = find_sandbox() if content.sandboxed else None
    raw = prepared(content) if format in ("docx", "odt") else content.text.encode()
    try:
        with private_folder() as folder:
            command = [executable(), "--from", FORMATS[format], *_ARGUMENTS]
            finished = run(command, folder, {}, raw or b"\n", LIMITS, sandbox=sandbox)
            made = read_output(folder, "ast.json")
    except ToolError as error:
        raise InputError(
            [
                Problem(
                    "cannot be read within the limits of time and memory",
                    content.file,
                    hint=error.problems[0].message,
                    code="cannot-read",
                )
            ]
        ) from None
    if finished.code or not made:
        said = " ".join(finished.output.split())[:200] or "it needs more time or memory than an import may use"
        raise InputError([Problem(f"cannot be read: {said}", content.file, hint=_WORD_ERRORS, code="cannot-read")])
    tree = json.loads(made)
    reader = AstReader(content.file)
    reader.blocks([*_meta(tree.get("meta", {})), *tree["blocks"]])
    document = OldDocument(format, content.file)
    document.lines = _with_headings(reader.lines)
    document.left_out += reader.left_out
    return document


_PLAIN = (False, False)
"""How a line looks that is neither bold nor in capitals."""


def _meta(meta: dict[str, Any]) -> list[Any]:
    """Return the title of a document as blocks."""
    found = [meta[key] for key in ("title", "subtitle", "author") if key in meta]
    inner = [part for value in found for part in (value["c"] if value["t"] == "MetaList" else [value])]
    return [{"t": "Para", "c": part["c"]} for part in inner if part["t"] == "MetaInlines"]


def _with_headings(lines: list[OldLine]) -> list[OldLine]:
    """Find the headings of a document that has none, or few: short lines that are usual headings, in bold or capitals."""
    real = [line for line in lines if line.kind == "heading"]
    top = min((line.level for line in real), default=1)
    if sum(bool(section_of(line.plain)) for line in real) >= 2:
        levels = [line.level for line in real if section_of(line.plain)]
        main = max(set(levels), key=lambda level: (levels.count(level), -level))
        return [_bold_heading(_leveled(line, main)) for line in lines]
    known = [line for line in lines if _may_head(line) and section_of(line.plain)]
    styles = {_look(line) for line in known}
    strict = {look for look in styles if look != (False, False)} or styles
    if sum(_look(line) in strict for line in known) < 2 <= sum(is_usual(line.plain) for line in known):
        strict = {_PLAIN, *strict}
    return [_headed(line, strict, top) for line in lines]


def _bold_heading(line: OldLine) -> OldLine:
    """Make a line in bold that is a usual heading one, among headings that styles tell."""
    if line.kind == "text" and _may_head(line) and _look(line)[0] and is_usual(line.plain):
        return OldLine((LineCell(line.plain),), line.number, "heading", 1, line.file)
    return line


def _leveled(line: OldLine, main: int) -> OldLine:
    if line.kind != "heading":
        return line
    if line.level < main and not section_of(line.plain):
        return OldLine(line.cells, line.number, "text", 1, line.file)
    return OldLine(
        line.cells,
        line.number,
        "heading" if line.level <= main or not any(dates_in(line.plain)) else "text",
        max(1, line.level - main + 1),
        line.file,
    )


def _may_head(line: OldLine) -> bool:
    return line.kind in ("text", "heading") and len(line.cells) == 1 and len(line.plain) < 60 and not any(dates_in(line.plain))


def _look(line: OldLine) -> tuple[bool, bool]:
    spans = [span for cell in line.cells for span in cell.spans if span.text.strip()]
    return all(span.bold for span in spans), line.plain.isupper()


def _is_plain_heading(line: OldLine) -> bool:
    """Return whether a line that looks like the text is a heading: a usual one, and no job such as `Volunteer`."""
    return is_usual(line.plain) and "title" not in kinds(line.plain)


def _headed(line: OldLine, looks: set[tuple[bool, bool]], top: int) -> OldLine:
    if line.kind == "heading" and line.level == top and section_of(line.plain):
        return OldLine(line.cells, line.number, "heading", 1, line.file)
    if (
        _may_head(line)
        and _look(line) in looks
        and (
            (_is_plain_heading(line) if _look(line) == _PLAIN and len(looks) > 1 else section_of(line.plain))
            or _look(line)[1]
            and len(line.plain.split()) < 5
            and not re.search(r"[,@]", line.plain)
            and line.number > 3
        )
    ):
        return OldLine((LineCell(line.plain),), line.number, "heading", 1, line.file)
    return OldLine(line.cells, line.number, "text", 1, line.file) if line.kind == "heading" else line
