"""Read a document with pandoc, in a process with limits: no network, no other files, and in a sandbox where it is asked for."""

import json
import re
from typing import Any

from cvrender.errors import InputError, Problem, ToolError
from cvrender.formats.base import OldDocument
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.document_language import declared_language
from cvrender.old_cvs.headings import is_of_contacts, is_usual, section_of
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.office.ast import AstReader
from cvrender.old_cvs.office.prepare import EDGE, marked_footer, prepared
from cvrender.old_cvs.page_edges import with_edges
from cvrender.old_cvs.when import dates_in
from cvrender.system.pandoc import executable
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Limits, read_output, run
from cvrender.system.sandbox import find_sandbox

LIMITS = Limits(seconds=25, processor=20, memory=1_500)
"""What pandoc may use for one document."""
FORMATS = {"docx": "docx", "odt": "odt", "html": "html-native_divs-native_spans", "markdown": "gfm-raw_html+smart"}
"""pandoc's name for each format."""
_ARGUMENTS = ("--to", "json", "--sandbox", "--output", "ast.json")
_WORD_ERRORS = "open it in Word or LibreOffice and save it again"


def read_document(content: Content, format: str) -> OldDocument:
    """Read a document in a format of `FORMATS`. Raises InputError if pandoc cannot, ToolError without a sandbox."""
    sandbox = find_sandbox() if content.sandboxed else None
    raw = prepared(content) if format in ("docx", "odt") else _text(content, format).encode()
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
    document = OldDocument(format, content.file, language=declared_language(content, format))
    body, edges = _divided(reader.lines)
    document.lines, left = with_edges(_with_headings(body), edges["header"], edges["footer"])
    document.left_out += [*reader.left_out, *left]
    return document


def _text(content: Content, format: str) -> str:
    return marked_footer(content.text) if format == "html" else content.text


def _divided(lines: list[OldLine]) -> tuple[list[OldLine], dict[str, list[OldLine]]]:
    """Return the lines of the text, and those of headers and footers, between the marks that `prepared` has set."""
    found: dict[str, list[OldLine]] = {"text": [], "header": [], "footer": []}
    where = "text"
    for line in lines:
        if line.plain.startswith(EDGE):
            where = line.plain[1:] if line.plain[1:] in found else where
        else:
            found[where].append(line)
    return found.pop("text"), found


_PLAIN = (False, False)
"""How a line looks that is neither bold nor in capitals."""


def _meta(meta: dict[str, Any]) -> list[Any]:
    """Return the title of a document as blocks."""
    found = [meta[key] for key in ("title", "subtitle", "author") if key in meta]
    inner = [part for value in found for part in (value["c"] if value["t"] == "MetaList" else [value])]
    return [{"t": "Para", "c": part["c"]} for part in inner if part["t"] == "MetaInlines"]


def _is_known(heading: str) -> bool:
    """Return whether a text is the heading of a section that is read, or of contacts."""
    return bool(section_of(heading)) or is_of_contacts(heading)


def _with_headings(lines: list[OldLine]) -> list[OldLine]:
    """Find the headings of a document that has none, or few: short lines that are usual headings, in bold or capitals."""
    real = [line for line in lines if line.kind == "heading"]
    top = min((line.level for line in real), default=1)
    if sum(_is_known(line.plain) for line in real) >= 2:
        levels = [line.level for line in real if _is_known(line.plain)]
        main = max(set(levels), key=lambda level: (levels.count(level), -level))
        return [_bold_heading(_leveled(line, main)) for line in lines]
    known = [line for line in lines if _may_head(line) and _is_known(line.plain)]
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
    if line.level < main and not _is_known(line.plain):
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
    if line.kind == "heading" and line.level == top and _is_known(line.plain):
        return OldLine(line.cells, line.number, "heading", 1, line.file)
    if (
        _may_head(line)
        and _look(line) in looks
        and (
            (_is_plain_heading(line) if _look(line) == _PLAIN and len(looks) > 1 else _is_known(line.plain))
            or _look(line)[1]
            and len(line.plain.split()) < 5
            and not re.search(r"[,@]", line.plain)
            and line.number > 3
        )
    ):
        return OldLine((LineCell(line.plain),), line.number, "heading", 1, line.file)
    return OldLine(line.cells, line.number, "text", 1, line.file) if line.kind == "heading" else line
