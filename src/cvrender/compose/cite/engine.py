"""Word items by a citation style with pandoc's citeproc, all that are not in the cache at once."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache as once
from pathlib import Path
from typing import Any

from cvrender.compose.cite.inlines import to_inlines, to_text
from cvrender.compose.cite.stripped import stripped
from cvrender.errors import InputError, Problem, ToolError
from cvrender.load.library.citation_styles import CitationStyle
from cvrender.model.text import Span, Text
from cvrender.system import cache
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Limits, read_output, run
from cvrender.system.programs import find_pandoc
from cvrender.system.sandbox import Sandbox
from cvrender.system.version import __version__

CATEGORY = "citations"
_MOST = 6_000  # entries of a style and language
_LIMITS = Limits(seconds=300.0, memory=2_000)
_ARGUMENTS = ("--from=json", "--to=json", "--citeproc", "--csl=style.csl", "--sandbox", "--data-dir=.", "--output=worded.json")
_LARGER_HEAP = ("+RTS", "-A128m", "-RTS")
"""Where pandoc allocates: with this size instead of 8 MB, many items take a fifth less time."""
_MANY = 100
_DAMAGED = "CiteprocParseError"
"""What pandoc calls a style that it cannot read."""
_ALL = {
    "citationId": "*",
    "citationPrefix": [],
    "citationSuffix": [],
    "citationMode": {"t": "AuthorInText"},
    "citationNoteNum": 0,
    "citationHash": 0,
}
_API_VERSION = [1, 23, 1]


def packed(text: Text) -> list[Any]:
    """Return a text as JSON data."""
    return [[span.text, span.bold, span.italic, span.code, span.math, span.href, span.form] for span in text.spans]


_ENCODER = json.JSONEncoder(default=packed)

Data = Mapping[str, Any]


class CitationEngine:
    """Words items in a style and language. Without `et_al`, every name of an item is printed."""

    def __init__(self, style: CitationStyle, language: str, et_al: bool = True, sandbox: Sandbox | None = None) -> None:
        self.style, self.language, self.et_al, self.sandbox = style, language, et_al, sandbox
        self.key = cache.key_of(__version__, makers(), style.checksum, language, et_al)
        kept = cache.read_data(CATEGORY, self.key)
        self.table: dict[str, list[Any]] = kept[0] if kept else {}

    def word(self, items: Sequence[Data]) -> list[Text]:
        """Return the text of each item, empty where the style prints nothing. Raises what `run_citeproc` does."""
        keys = [_key(item) for item in items]
        missing = {key: item for key, item in zip(keys, items, strict=True) if key not in self.table}
        if missing:
            texts = self._run(missing)
            self.table |= {key: packed(texts.get(key, Text())) for key in missing}
            self._keep(keys)
        return [unpacked(self.table[key]) for key in keys]

    def _keep(self, used: Sequence[str]) -> None:
        """Write the table to the cache; where it grows too long, what was not asked for now is dropped."""
        if len(self.table) > _MOST:
            self.table = {key: self.table[key] for key in dict.fromkeys(used)}
        cache.write_data(CATEGORY, self.key, self.table)

    def _run(self, items: Mapping[str, Data]) -> dict[str, Text]:
        document = document_of(items, self.language, nocite=True)
        xml = stripped(self.style.xml, self.et_al)
        return entries_of(run_citeproc(document, xml, self.style, self.sandbox, large=len(items) > _MANY))


def run_citeproc(document: str, xml: str, style: CitationStyle, sandbox: Sandbox | None, *, large: bool = False) -> list[Any]:
    """Return the blocks of a document to which pandoc has applied a style, whose `xml` may be changed.

    Raises InputError if pandoc cannot read the style, and ToolError if it fails in another way.
    """
    try:
        with private_folder() as folder:
            (folder / "style.csl").write_text(xml, "utf-8")
            command = [find_pandoc(), *_ARGUMENTS, *(_LARGER_HEAP if large else ())]
            finished = run(command, folder, {}, document.encode("utf-8"), limits=_LIMITS, sandbox=sandbox)
            content = read_output(folder, "worded.json")
    except OSError as error:
        raise ToolError(
            [Problem(f"pandoc cannot use its temporary folder: {error.strerror or error}", code="cannot-write")]
        ) from None
    if finished.code or not content:
        message = " ".join(finished.output.split()) or f"no output, exit code {finished.code}"
        if _DAMAGED in message:
            hint = "download it again, or choose another style"
            said = f'the citation style "{style.name}" cannot be read: {message}'
            raise InputError([Problem(said, style.files[-1], hint=hint, code="bad-citation-style")])
        raise ToolError([Problem(f'pandoc failed to apply the citation style "{style.name}": {message}', code="tool-failed")])
    blocks: list[Any] = json.loads(content)["blocks"]
    return blocks


def document_of(items: Mapping[str, Data], language: str, blocks: Sequence[Any] = (), *, nocite: bool = False) -> str:
    """Return a document with these blocks and its bibliography as pandoc's syntax tree in JSON; `nocite` lists every item."""
    references = [{"id": key, **item} for key, item in items.items()]
    meta = {"references": _meta(references), "lang": _meta(language)}
    if nocite:
        meta["nocite"] = {"t": "MetaInlines", "c": [{"t": "Cite", "c": [[_ALL], []]}]}
    return json.dumps({"pandoc-api-version": _API_VERSION, "meta": meta, "blocks": blocks})


def _meta(value: Any) -> Any:
    """Return a value as metadata."""
    if isinstance(value, str):
        return {"t": "MetaString", "c": value}
    if isinstance(value, Text):
        return {"t": "MetaInlines", "c": to_inlines(value)}
    if isinstance(value, list):
        return {"t": "MetaList", "c": [_meta(item) for item in value]}
    return {"t": "MetaMap", "c": {key: _meta(item) for key, item in value.items()}}


def _key(item: Data) -> str:
    return hashlib.sha256(_ENCODER.encode(item).encode()).hexdigest()[:32]


def entries_of(blocks: Sequence[Any]) -> dict[str, Text]:
    """Return the text of each entry of the bibliography by its key."""
    texts: dict[str, Text] = {}
    for block in blocks:
        if block["t"] == "Div":
            identifier, content = block["c"][0][0], block["c"][1]
            if identifier.startswith("ref-"):
                inlines = [part for inner in content for part in [*inner.get("c", []), {"t": "Space"}]]
                texts[identifier.removeprefix("ref-")] = to_text(inlines)
            else:
                texts |= entries_of(content)
    return texts


def unpacked(spans: Sequence[Any]) -> Text:
    """Return a Text that `packed` has converted to JSON data."""
    return Text(tuple(Span(*span) for span in spans))


@once
def makers() -> list[tuple[str, int]]:
    """Return the code that texts come from: ours and pandoc."""
    ours = ("engine.py", "inlines.py", "in_text.py", "stripped.py")
    files = [find_pandoc(), *(str(Path(__file__).with_name(name)) for name in ours)]
    return [(file, Path(file).stat().st_mtime_ns) for file in files]
