"""Write answers as the types of the Language Server Protocol."""

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types as lsp

from cvrender.errors import Problem
from cvrender.load.yaml_edit import Edit
from cvrender.run.language.completions import Completion
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.positions import Positions
from cvrender.run.language.problems import span
from cvrender.run.language.symbols import Symbol

SOURCE = "cvrender"


def markdown(text: str) -> lsp.MarkupContent:
    """Return a text in Markdown."""
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)


def span_of(positions: Positions, start: int, end: int) -> lsp.Range:
    """Return the range between two offsets."""
    return lsp.Range(lsp.Position(*positions.place(start)), lsp.Position(*positions.place(end)))


def diagnostic(document: OpenDocument, positions: Positions, problem: Problem) -> lsp.Diagnostic:
    """Return a problem, with its hint as a part of the message."""
    if problem.file == str(document.path):
        place = span_of(positions, *span(document, problem))
    else:  # of a file that the profile includes, whose text is not open here
        start = lsp.Position(max(0, problem.line - 1), max(0, problem.column - 1))
        place = lsp.Range(start, lsp.Position(start.line, start.character + 1))
    is_error = problem.severity == "error"
    severity = lsp.DiagnosticSeverity.Error if is_error else lsp.DiagnosticSeverity.Warning
    message = f"{problem.message}; {problem.hint}" if problem.hint else problem.message
    return lsp.Diagnostic(place, message, severity, code=problem.code, source=SOURCE)


def text_edits(positions: Positions, edits: Iterable[Edit]) -> list[lsp.TextEdit]:
    """Return the edits of a text."""
    return [lsp.TextEdit(span_of(positions, edit.start, edit.end), edit.new) for edit in edits]


def completion_item(positions: Positions, completion: Completion, rank: int) -> lsp.CompletionItem:
    """Return a completion; `rank` keeps the order, which clients would sort by name."""
    kind = lsp.CompletionItemKind.Property if completion.kind == "key" else lsp.CompletionItemKind.Value
    edit = lsp.TextEdit(span_of(positions, completion.start, completion.end), completion.insert)
    return lsp.CompletionItem(
        completion.label,
        kind=kind,
        documentation=markdown(completion.help) if completion.help else None,
        sort_text=f"{rank:05}",
        text_edit=edit,
        insert_text_mode=lsp.InsertTextMode.AsIs,
    )


def document_symbol(positions: Positions, symbol: Symbol) -> lsp.DocumentSymbol:
    """Return a section or an entry with what is in it."""
    kind = lsp.SymbolKind.Key if isinstance(symbol.path[-1], str) else lsp.SymbolKind.Object
    return lsp.DocumentSymbol(
        name=symbol.name or "–",
        kind=kind,
        range=span_of(positions, symbol.start, symbol.end),
        selection_range=span_of(positions, symbol.start, symbol.name_end),
        detail=symbol.detail,
        children=[document_symbol(positions, child) for child in symbol.children],
    )


def location(path: Path, positions: Positions | None, start: int, end: int) -> lsp.Location:
    """Return a place in a file; without its positions, its beginning."""
    place = span_of(positions, start, end) if positions else lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    return lsp.Location(path.resolve().as_uri(), place)
