"""Read a document with pandoc, in a process with limits: no network, no other files, and in a sandbox where it is asked for."""

import json
from typing import Any

from cvrender.errors import InputError, Problem, ToolError
from cvrender.formats.base import OldDocument
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.table import ImportedEntry
from cvrender.formats.values import markdown
from cvrender.old_cvs.document_language import declared_language
from cvrender.old_cvs.headings import is_usual
from cvrender.old_cvs.marked_headings import with_entries, with_headings, with_labels, with_margins
from cvrender.old_cvs.office.ast import AstReader
from cvrender.old_cvs.office.look_marks import EDGE
from cvrender.old_cvs.office.prepare import marked_footer, prepared, properties_of
from cvrender.old_cvs.office.properties import keywords, prepared_org
from cvrender.old_cvs.office.visible import visible
from cvrender.old_cvs.office.web_looks import with_looks
from cvrender.old_cvs.page_edges import with_edges
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Limits, read_output, run
from cvrender.system.programs import find_pandoc
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
    hidden: list[str] = []
    menus: list[str] = []
    raw = prepared(content, hidden) if format in ("docx", "odt") else _source(content, format, hidden, menus)
    tree = _tree(content, format, raw)
    reader = AstReader(content.file)
    meta = tree.get("meta", {})
    reader.person(keywords(raw.decode()) if format == "org" else _said(meta))
    titles = _titles(meta, *(("author",) if format != "org" else ()))
    if format not in ("html", "org") or not _is_repeated(titles, reader.lines, tree["blocks"], is_shown=format == "org"):
        reader.blocks(titles)
    reader.blocks(tree["blocks"])
    document = OldDocument(format, content.file, language=declared_language(content, format))
    body, edges = _divided(reader.lines)
    document.lines, left = with_edges(
        with_entries(with_headings(with_margins(with_labels(body)))), edges["header"], edges["footer"]
    )
    said = [OldLine((LineCell(markdown.escape(text)),), file=content.file) for text in menus]
    document.left_out += [*reader.left_out, *left, *said]
    shown = AstReader("")
    shown.blocks(titles if format == "html" else ())
    document.told = [*properties_of(content), *(line.plain for line in (*shown.lines, *edges["header"]))]
    if reader.bibtex:
        document.cited = _cited("\n".join(reader.bibtex), content.file)
    _report_hidden(document, hidden)
    return document


def _cited(text: str, file: str) -> list[ImportedEntry]:
    """Return the works that a page says in BibTeX, besides what it shows; none if BibTeX cannot read them."""
    from cvrender.formats.registry import read_data

    try:
        return list(read_data(Content(text.encode(), file), "bibtex").data.get("publications", ()))
    except InputError:
        return []


def _tree(content: Content, format: str, raw: bytes) -> dict[str, Any]:
    """Return pandoc's syntax tree of a document. Raises InputError if it has none, ToolError without a sandbox."""
    sandbox = find_sandbox() if content.sandboxed else None
    try:
        with private_folder() as folder:
            command = [find_pandoc(), "--from", FORMATS[format], *_ARGUMENTS]
            finished = run(command, folder, {}, raw or b"\n", LIMITS, sandbox=sandbox)
            output = read_output(folder, "ast.json")
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
    if finished.code or not output:
        said = " ".join(finished.output.split())[:200] or "it needs more time or memory than an import may use"
        raise InputError([Problem(f"cannot be read: {said}", content.file, hint=_WORD_ERRORS, code="cannot-read")])
    tree: dict[str, Any] = json.loads(output)
    return tree


def _source(content: Content, format: str, hidden: list[str], menus: list[str]) -> bytes:
    """Return what pandoc reads of a text, and add to `hidden` what a web page hides, and to `menus` what menus say."""
    if format == "rtf":
        return content.raw
    if format == "org":
        return prepared_org(content).encode()
    if format != "html":
        return content.text.encode()
    text, texts, others = visible(content.text)
    hidden += texts
    menus += others
    return marked_footer(with_looks(text, content.text)).encode()


def _report_hidden(document: OldDocument, hidden: list[str]) -> None:
    """List texts that a document hides: they are not imported, since no reader of it sees them."""
    for text in dict.fromkeys(hidden):
        shown = text if len(text) < 80 else f"{text[:79]}…"
        message = f"hidden text is not imported: “{shown}”"
        hint = "if it is a part of the CV, make it visible"
        document.problems.append(Problem(message, document.file, hint=hint, severity="warning", code="not-imported"))


def _divided(lines: list[OldLine]) -> tuple[list[OldLine], dict[str, list[OldLine]]]:
    """Return the lines of the text, and those of headers and footers, between the marks that `prepared` has set."""
    groups: dict[str, list[OldLine]] = {"text": [], "header": [], "footer": []}
    where = "text"
    for line in lines:
        if line.plain.startswith(EDGE):
            where = line.plain[1:] if line.plain[1:] in groups else where
        else:
            groups[where].append(line)
    return groups.pop("text"), groups


def _titles(meta: dict[str, Any], *more: str) -> list[Any]:
    """Return the title of a document as blocks."""
    return [{"t": "Para", "c": part} for key in ("title", "subtitle", *more) for part in _inlines(meta.get(key))]


def _is_repeated(titles: list[Any], person: list[OldLine], blocks: list[Any], *, is_shown: bool) -> bool:
    """Return whether the title is not needed: its text, or another name, stands at the beginning of the document, too.

    A title that is shown above the text is needed unless it is repeated.
    """
    first, shown = AstReader(""), AstReader("")
    first.blocks(blocks[:4])
    shown.blocks(titles)
    title = " ".join(line.plain for line in shown.lines).casefold()
    begins = next((line for line in first.lines if line.kind != "break"), None)
    is_above = is_shown or begins is None or is_usual(begins.plain)
    return not is_above or any(
        line.plain.casefold() in title for line in (*person, *first.lines) if line.plain and line.cells[0].role != "headline"
    )


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
