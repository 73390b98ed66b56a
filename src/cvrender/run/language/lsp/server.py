"""Answer the requests of an editor, over standard input and output."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from cvrender.errors import InputError, Problem
from cvrender.load.library import Library
from cvrender.model.kinds import KINDS
from cvrender.run.language.completions import completions
from cvrender.run.language.definition import definition
from cvrender.run.language.fixes import fixes, format_dates
from cvrender.run.language.hover import hover
from cvrender.run.language.lsp import convert
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.positions import Positions
from cvrender.run.language.printed import printed_hints
from cvrender.run.language.problems import problems, span
from cvrender.run.language.rename import rename, renamed_at
from cvrender.run.language.symbols import symbols
from cvrender.run.preview.app import Preview
from cvrender.run.preview.request import Workspace
from cvrender.run.preview.server import serve_in_background
from cvrender.system.version import __version__

SHOW_PAGE = "cvrender.showPage"
"""The command that opens the preview; its arguments are the URI of a profile and a path in it."""
_LINTED = 100_000
"""Characters up to which a text is linted after each keystroke; longer ones when they are opened or saved."""


class _Server(LanguageServer):
    """The server: its library, the problems of each open file by URI, and the addresses of previews by profile."""

    def __init__(self, library: Library) -> None:
        super().__init__("cvrender", __version__)
        self.library = library
        self.problems: dict[str, list[Problem]] = {}
        self.published: dict[str, set[str]] = {}
        self.previews: dict[Path, str] = {}
        self.view = "full"

    def opened(self, uri: str) -> OpenDocument:
        """Return a file as the editor shows it."""
        return OpenDocument(_path(uri), self.workspace.get_text_document(uri).source, self.library)

    def positions(self, text: str) -> Positions:
        """Return the positions of a text, in the encoding that the client chose."""
        return Positions(text, lsp.PositionEncodingKind(self.workspace.position_encoding or "utf-16").value)

    def asked(self, uri: str, position: lsp.Position) -> tuple[OpenDocument, Positions, int]:
        """Return the file that a request is about, its positions, and the offset of one."""
        document = self.opened(uri)
        positions = self.positions(document.text)
        return document, positions, positions.offset(position.line, position.character)

    def publish(self, uri: str, *, with_lint: bool) -> None:
        """Tell the editor what is wrong with a file, and with those that it includes."""
        document = self.opened(uri)
        positions = self.positions(document.text)
        self.problems[uri] = problems(document, with_lint=with_lint)
        by_file: dict[str, list[lsp.Diagnostic]] = {uri: []}
        for problem in self.problems[uri]:
            of_file = uri if problem.file in ("", str(document.path)) else Path(problem.file).resolve().as_uri()
            by_file.setdefault(of_file, []).append(convert.diagnostic(document, positions, problem))
        for of_file in self.published.get(uri, set()) - by_file.keys():
            by_file[of_file] = []
        self.published[uri] = {of_file for of_file, listed in by_file.items() if listed}
        for of_file, listed in by_file.items():
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(of_file, listed))

    def preview(self, profile: Path) -> str:
        """Return the address of the preview of a profile, which is started when it is first asked for."""
        if profile not in self.previews:
            self.previews[profile] = serve_in_background(Preview(Workspace(profile.parent, profile, self.library)))
        return self.previews[profile]


def _path(uri: str) -> Path:
    return Path(to_fs_path(uri) or "untitled.yaml")


def make_server(library: Library) -> LanguageServer:
    """Return a server with all features."""
    server = _Server(library)
    for register in (_register_texts, _register_help, _register_changes, _register_places, _register_pages):
        register(server)
    return server


def _register_texts(server: _Server) -> None:
    @server.feature(lsp.INITIALIZED)
    def initialized(params: lsp.InitializedParams) -> None:
        roots = [_path(uri) for uri in server.workspace.folders] or [_path(uri) for uri in (server.workspace.root_uri,) if uri]
        if roots:
            server.library = Library(tuple(roots), server.library.untrusted)
        gc.collect()
        gc.freeze()  # what was imported is not looked at again

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.publish(params.text_document.uri, with_lint=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.publish(params.text_document.uri, with_lint=True)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.publish(uri, with_lint=len(server.workspace.get_text_document(uri).source) <= _LINTED)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        for uri in server.published.pop(params.text_document.uri, set()):
            server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


def _register_help(server: _Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "-", "[", "{", ","]))
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        document, positions, offset = server.asked(params.text_document.uri, params.position)
        answer = completions(document, offset)
        return lsp.CompletionList(False, [convert.completion_item(positions, each, rank) for rank, each in enumerate(answer)])

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def explain(params: lsp.HoverParams) -> lsp.Hover | None:
        document, positions, offset = server.asked(params.text_document.uri, params.position)
        answer = hover(document, offset)
        if answer is None:
            return None
        return lsp.Hover(convert.markdown(answer.text), convert.span_of(positions, answer.start, answer.end))

    @server.thread()
    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def printed(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        document, positions, start = server.asked(params.text_document.uri, params.range.start)
        end = positions.offset(params.range.end.line, params.range.end.character)
        answer = printed_hints(document, server.view, start, end)
        return [lsp.InlayHint(lsp.Position(*positions.place(hint.offset)), hint.text, padding_left=True) for hint in answer]


def _register_changes(server: _Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def fix(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document, positions, start = server.asked(params.text_document.uri, params.range.start)
        end = positions.offset(params.range.end.line, params.range.end.character)
        return list(_actions(server, document, positions, (start, end)))

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def write_dates(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = server.opened(params.text_document.uri)
        return convert.text_edits(server.positions(document.text), format_dates(document))

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        document, positions, offset = server.asked(params.text_document.uri, params.position)
        node = renamed_at(document, offset)
        return convert.span_of(positions, node.start, node.end) if node else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def change_name(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        document, _, offset = server.asked(params.text_document.uri, params.position)
        others = list(_others(server, document))
        try:
            renamed = rename(document, offset, params.new_name, others)
        except InputError as error:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, error.problems[0].message))
            return None
        texts = {each.path: each.text for each in (document, *others)}
        changes = {
            path.resolve().as_uri(): convert.text_edits(server.positions(texts[path]), edits) for path, edits in renamed.items()
        }
        return lsp.WorkspaceEdit(changes=changes)


def _actions(server: _Server, document: OpenDocument, positions: Positions, place: tuple[int, int]) -> Iterator[lsp.CodeAction]:
    """Yield what solves the problems at a place."""
    uri = document.path.resolve().as_uri()
    for problem in server.problems.get(uri) or problems(document):
        start, end = span(document, problem)
        if problem.file == str(document.path) and start <= place[1] and place[0] <= end:
            for fix in fixes(document, problem):
                edit = lsp.WorkspaceEdit(changes={uri: convert.text_edits(positions, fix.edits)})
                shown = [convert.diagnostic(document, positions, problem)]
                yield lsp.CodeAction(fix.title, lsp.CodeActionKind.QuickFix, shown, edit=edit)


def _others(server: _Server, document: OpenDocument) -> Iterator[OpenDocument]:
    """Yield the other files in which a person or a tag of this one may be named: those next to it, and the views."""
    folders = (document.path.parent, document.path.parent.parent / "views", document.path.parent / "views")
    names = {document.path} | set(document.library.find_all("views", "full"))
    for path in sorted({path for folder in folders for path in folder.glob("*.yaml")} - names):
        try:
            other = server.opened(path.resolve().as_uri())
        except (OSError, UnicodeError):
            continue
        if other.path.parent != document.path.parent or _is_of_the_same_profile(document, other):
            yield OpenDocument(path, other.text, document.library)


def _is_of_the_same_profile(document: OpenDocument, other: OpenDocument) -> bool:
    return document.path.name in other.text or other.path.name in document.text


def _register_places(server: _Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.opened(params.text_document.uri)
        positions = server.positions(document.text)
        return [convert.document_symbol(positions, each) for each in symbols(document)]

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def go_to(params: lsp.DefinitionParams) -> lsp.Location | None:
        document, positions, offset = server.asked(params.text_document.uri, params.position)
        place = definition(document, offset)
        if place is None:
            return None
        is_here = place.path == document.path
        return convert.location(place.path, positions if is_here else None, place.start, place.end)


def _register_pages(server: _Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = server.opened(params.text_document.uri)
        if document.kind != "profile":
            return []
        positions = server.positions(document.text)
        shown = [each for each in symbols(document) if each.path[0] in ("person", "bio", *KINDS)]
        return [
            lsp.CodeLens(
                convert.span_of(positions, each.start, each.name_end),
                lsp.Command("show page", SHOW_PAGE, arguments=[params.text_document.uri, str(each.path[0])]),
            )
            for each in shown
        ]

    @server.command(SHOW_PAGE)
    def show_page(uri: str, path: str = "") -> Any:
        address = f"{server.preview(_path(uri))}#{path}"
        server.window_show_document(lsp.ShowDocumentParams(address, external=True))
        return address
