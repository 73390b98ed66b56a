"""Read a document with pandoc, in a process with limits: no network, no other files, and in a sandbox where it is asked for."""

import json
import re
from itertools import zip_longest
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
from cvrender.old_cvs.office.properties import keywords, prepared_org
from cvrender.old_cvs.office.visible import visible
from cvrender.old_cvs.page_edges import with_edges
from cvrender.old_cvs.when import dates_in
from cvrender.system.pandoc import executable
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Limits, read_output, run
from cvrender.system.sandbox import find_sandbox

LIMITS = Limits(seconds=25, processor=20, memory=1_500)
"""What pandoc may use for one document."""
FORMATS = {
    "docx": "docx",
    "odt": "odt",
    "rtf": "rtf",
    "html": "html-native_divs-native_spans",
    "org": "org",
    "markdown": "gfm-raw_html+smart+yaml_metadata_block",
}
"""pandoc's name for each format."""
_ARGUMENTS = ("--to", "json", "--sandbox", "--output", "ast.json")
_WORD_ERRORS = "open it in Word or LibreOffice and save it again"


def read_document(content: Content, format: str) -> OldDocument:
    """Read a document in a format of `FORMATS`. Raises InputError if pandoc cannot, ToolError without a sandbox."""
    sandbox = find_sandbox() if content.sandboxed else None
    hidden: list[str] = []
    raw = prepared(content, hidden) if format in ("docx", "odt") else _source(content, format, hidden)
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
    meta = tree.get("meta", {})
    reader.person(keywords(raw.decode()) if format == "org" else _said(meta))
    titles = _titles(meta, *(("author",) if format != "org" else ()))
    if format not in ("html", "org") or not _is_repeated(titles, reader.lines, tree["blocks"]):
        reader.blocks(titles)
    reader.blocks(tree["blocks"])
    document = OldDocument(format, content.file, language=declared_language(content, format))
    body, edges = _divided(reader.lines)
    document.lines, left = with_edges(_with_entries(_with_headings(body)), edges["header"], edges["footer"])
    document.left_out += [*reader.left_out, *left]
    _report_hidden(document, hidden)
    return document


def _source(content: Content, format: str, hidden: list[str]) -> bytes:
    """Return what pandoc reads of a text, and add to `hidden` what a web page hides."""
    if format == "rtf":
        return content.raw
    if format == "org":
        return prepared_org(content).encode()
    if format != "html":
        return content.text.encode()
    text, found = visible(content.text)
    hidden += found
    return marked_footer(text).encode()


def _report_hidden(document: OldDocument, hidden: list[str]) -> None:
    """List texts that a document hides: they are not imported, since no reader of it sees them."""
    for text in dict.fromkeys(hidden):
        shown = text if len(text) < 80 else f"{text[:79]}…"
        message = f"hidden text is not imported: “{shown}”"
        hint = "if it is a part of the CV, make it visible"
        document.problems.append(Problem(message, document.file, hint=hint, severity="warning", code="not-imported"))


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


def _titles(meta: dict[str, Any], *more: str) -> list[Any]:
    """Return the title of a document as blocks."""
    return [{"t": "Para", "c": part} for key in ("title", "subtitle", *more) for part in _inlines(meta.get(key))]


def _is_repeated(titles: list[Any], person: list[OldLine], blocks: list[Any]) -> bool:
    """Return whether a title says what the keys of the person or the first lines do, such as the name."""
    first, shown = AstReader(""), AstReader("")
    first.blocks(blocks[:4])
    shown.blocks(titles)
    title = " ".join(line.plain for line in shown.lines).casefold()
    return any(line.plain.casefold() in title for line in (*person, *first.lines) if line.plain)


def _said(meta: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the keys of front matter with their texts, besides titles."""
    rest = {key: value for key, value in meta.items() if key not in ("title", "subtitle", "author")}
    return [(key, "".join(map(_plain, part))) for key, value in rest.items() for part in _inlines(value)]


def _plain(node: dict[str, Any]) -> str:
    """Return the characters of an inline node."""
    content = node.get("c", " ")
    return content if isinstance(content, str) else "".join(map(_plain, content[-1] if node["t"] != "Link" else content[1]))


def _inlines(value: Any) -> list[list[Any]]:
    """Return the texts of a value of front matter."""
    parts = value["c"] if value and value["t"] == "MetaList" else [value] if value else []
    return [part["c"] for part in parts if part["t"] == "MetaInlines"]


def _is_known(heading: str) -> bool:
    """Return whether a text is the heading of a section that is read, or of contacts."""
    return bool(section_of(heading)) or is_of_contacts(heading)


def _with_entries(lines: list[OldLine]) -> list[OldLine]:
    """Make headings within sections heads of entries where they have a date, or the line below them has it."""
    made = []
    for line, after in zip_longest(lines, lines[1:]):
        if line.kind == "heading" and line.level > 1 and not is_usual(line.plain) and len(line.plain) < 120:
            is_below = after and after.kind == "text" and len(after.plain) < 60 and any(dates_in(after.plain))
            if is_below and not any(dates_in(line.plain)):
                line = OldLine(
                    tuple(LineCell(f"**{cell.text}**", cell.role) for cell in line.cells), line.number, "text", 1, line.file
                )
        made.append(line)
    return made


def _with_headings(lines: list[OldLine]) -> list[OldLine]:
    """Find the headings of a document that has none, or few: short lines that are usual headings, in bold or capitals."""
    real = [line for line in lines if line.kind == "heading"]
    top = min((line.level for line in real), default=1)
    if sum(_is_known(line.plain) for line in real) >= 2:
        usual = [line for line in real if is_usual(line.plain)]
        levels = [line.level for line in (usual if len(usual) > 1 else real) if _is_known(line.plain)]
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
    is_short = len(line.cells) == 1 and len(line.plain) < 60 and not line.plain.endswith(".")
    return line.kind in ("text", "heading") and is_short and not any(dates_in(line.plain))


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
