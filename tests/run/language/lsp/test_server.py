"""The server as a client of the protocol uses it, over its standard input and output."""

import asyncio
import sys
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from cvrender.run.language.positions import Positions

ADA = """\
person: {name: Ada Example 𝄞}
style: enginer
talks:
  - title: One 𝄞
    date: May 2019
    tags: [selected]
publications:
  - title: X
    authors: [Ada Example, Bob Sample]
    type: article
    date: 2020
"""
GOOD = ADA.replace("enginer", "engineer").replace("May 2019", "2019-05")


class _Editor:
    """A client with a folder, and what the server published, by URI."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = LanguageClient("test", "1")
        self.published: dict[str, list[lsp.Diagnostic]] = {}
        self.news = asyncio.Event()
        self.shown: list[str] = []

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = list(params.diagnostics)
            self.news.set()

        @self.client.feature(lsp.WINDOW_SHOW_DOCUMENT)
        def show(params: lsp.ShowDocumentParams) -> lsp.ShowDocumentResult:
            self.shown.append(params.uri)
            return lsp.ShowDocumentResult(True)

    def uri(self, name: str) -> str:
        return (self.folder / name).resolve().as_uri()

    def at(self, name: str) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri(name))

    async def open(self, name: str, text: str) -> list[lsp.Diagnostic]:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        self.news.clear()
        item = lsp.TextDocumentItem(self.uri(name), "yaml", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        await self.news.wait()
        return self.published[self.uri(name)]

    async def change(self, name: str, text: str, version: int) -> list[lsp.Diagnostic]:
        self.news.clear()
        whole = [lsp.TextDocumentContentChangeWholeDocument(text)]
        at = lsp.VersionedTextDocumentIdentifier(version, self.uri(name))
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(at, whole))
        await self.news.wait()
        return self.published[self.uri(name)]


def with_editor(folder: Path, use: Callable[[_Editor], Awaitable[None]]) -> None:
    """Start the server in a folder, and use it."""

    async def run() -> None:
        editor = _Editor(folder)
        await editor.client.start_io(sys.executable, "-m", "cvrender", "lsp", cwd=str(folder))
        capabilities = lsp.ClientCapabilities(
            window=lsp.WindowClientCapabilities(show_document=lsp.ShowDocumentClientCapabilities(True))
        )
        await editor.client.initialize_async(lsp.InitializeParams(capabilities, root_uri=folder.resolve().as_uri()))
        editor.client.initialized(lsp.InitializedParams())
        await use(editor)
        await editor.client.shutdown_async(None)
        editor.client.exit(None)
        await editor.client.stop()

    asyncio.run(asyncio.wait_for(run(), 120))


def place(text: str, word: str, after: int = 0) -> lsp.Position:
    """Return the position of a text in another one, as the protocol counts."""
    return lsp.Position(*Positions(text).place(text.index(word) + after))


def changed(text: str, edits: Any) -> str:
    """Return a text with edits of the protocol made."""
    positions = Positions(text)
    spans = [(positions.offset(e.range.start.line, e.range.start.character), e) for e in edits]
    for start, edit in sorted(spans, key=lambda pair: pair[0], reverse=True):
        text = text[:start] + edit.new_text + text[positions.offset(edit.range.end.line, edit.range.end.character) :]
    return text


def test_problems_and_fixes(tmp_path: Path) -> None:
    async def use(editor: _Editor) -> None:
        name = "profiles/ada.yaml"
        listed = await editor.open(name, ADA)
        assert {each.code for each in listed} >= {"bad-date", "unknown-style"}
        text = ADA
        for _ in range(2):
            problem = next(each for each in listed if each.severity == lsp.DiagnosticSeverity.Error)
            assert problem.source == "cvrender"
            context = lsp.CodeActionContext([problem])
            actions = await editor.client.text_document_code_action_async(
                lsp.CodeActionParams(editor.at(name), problem.range, context)
            )
            assert actions and isinstance(actions[0], lsp.CodeAction) and actions[0].edit and actions[0].edit.changes
            text = changed(text, actions[0].edit.changes[editor.uri(name)])
            listed = await editor.change(name, text, len(text))
        assert text == GOOD
        assert all(each.severity == lsp.DiagnosticSeverity.Warning for each in listed)
        broken = await editor.change(name, text + "  - [", 999)
        assert [each.code for each in broken] == ["bad-yaml"]

    with_editor(tmp_path, use)


def test_help_where_something_is_typed(tmp_path: Path) -> None:
    async def use(editor: _Editor) -> None:
        client = editor.client
        name = "profiles/ada.yaml"
        await editor.open(name, ADA)
        completed = await client.text_document_completion_async(lsp.CompletionParams(editor.at(name), place(ADA, "enginer", 3)))
        assert isinstance(completed, lsp.CompletionList)
        chosen = next(item for item in completed.items if item.label == "engineer")
        assert changed(ADA, [chosen.text_edit]) == ADA.replace("enginer", "engineer")
        told = await client.text_document_hover_async(lsp.HoverParams(editor.at(name), place(ADA, "authors", 2)))
        assert told and isinstance(told.contents, lsp.MarkupContent) and "Example" in told.contents.value
        shown = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(editor.at(name)))
        assert shown and [each.name for each in shown] == ["person", "style", "talks", "publications"]
        edits = await client.text_document_formatting_async(
            lsp.DocumentFormattingParams(editor.at(name), lsp.FormattingOptions(2, True))
        )
        assert changed(ADA, edits) == ADA.replace("May 2019", "2019-05")
        await editor.open("cvrender.yaml", "jobs: [{profiles: ada, views: [resume]}]\n")
        there = await client.text_document_definition_async(lsp.DefinitionParams(editor.at("cvrender.yaml"), lsp.Position(0, 20)))
        assert isinstance(there, lsp.Location) and there.uri == editor.uri(name)

    with_editor(tmp_path, use)


def test_a_name_is_changed_in_all_files(tmp_path: Path) -> None:
    async def use(editor: _Editor) -> None:
        name, view = "profiles/ada.yaml", "views/best.yaml"
        chosen = "sections: [{from: talks, tags: selected}]\n"
        await editor.open(view, chosen)
        await editor.open(name, ADA)
        at = place(ADA, "[selected", 2)
        assert await editor.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(editor.at(name), at))
        edit = await editor.client.text_document_rename_async(lsp.RenameParams(editor.at(name), at, "best"))
        assert edit and edit.changes
        assert changed(ADA, edit.changes[editor.uri(name)]) == ADA.replace("selected", "best")
        assert changed(chosen, edit.changes[editor.uri(view)]) == chosen.replace("selected", "best")

    with_editor(tmp_path, use)


def test_what_is_printed_and_its_page(tmp_path: Path) -> None:
    async def use(editor: _Editor) -> None:
        name = "profiles/ada.yaml"
        await editor.open(name, GOOD)
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
        hints = await editor.client.text_document_inlay_hint_async(lsp.InlayHintParams(editor.at(name), whole))
        assert hints and [hint.position.line for hint in hints] == [3, 7]
        assert "May 2019" in str(hints[0].label) and "One 𝄞" in str(hints[0].label)
        lenses = await editor.client.text_document_code_lens_async(lsp.CodeLensParams(editor.at(name)))
        assert lenses and [lens.range.start.line for lens in lenses] == [0, 2, 6]
        command = lenses[1].command
        assert command
        address = await editor.client.workspace_execute_command_async(
            lsp.ExecuteCommandParams(command.command, command.arguments)
        )
        assert editor.shown == [address] and str(address).endswith("#talks")
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(str(address).partition("#")[0], timeout=60) as answer:
            assert b"preview.js" in answer.read()

    with_editor(tmp_path, use)
