"""pandoc's syntax tree and a reference document in, a Word file out: the same bytes on every run.

The file is the reference document with the text in it. pandoc adds parts that a CV has no use for, numbers lists its
own way and takes dates from the clock; of all that only the text, its links and its properties are kept.
"""

import io
import re
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

from cvrender.errors import Problem, ToolError
from cvrender.tools.clock import time_of
from cvrender.tools.process import left_by_tool, run
from cvrender.tools.sandbox import Sandbox

_TEMPLATE = """<?xml version="1.0" encoding="UTF-8"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
 xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"
 xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
 xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
 xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">
<w:body>
$body$
$sectpr$
</w:body>
</w:document>
"""
"""A document of its body alone: pandoc's own template would print title and author once more."""

_ARGUMENTS = (
    *("--from=json", "--to=docx", "--sandbox", "--data-dir=.", "--syntax-highlighting=none"),
    *("--reference-doc=reference.docx", "--template=document.openxml", "--output=cv.docx"),
)
_WRITTEN = ("docProps/core.xml", "word/_rels/document.xml.rels", "word/document.xml", "word/numbering.xml", "word/styles.xml")
_EAST_ASIAN = {"ja": "ja-JP", "ko": "ko-KR", "zh-Hant": "zh-TW", "zh-TW": "zh-TW", "zh-HK": "zh-HK"}


def docx(ast: str, reference: bytes, modified: str = "", sandbox: Sandbox | None = None) -> bytes:
    """The Word file. `modified` is the day (`2026-01-31`) that it names as that of its last change; without one it names none.

    Raises ToolError with pandoc's own message.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="cvrender-") as name:
            made = _made(Path(name), ast, reference, sandbox)
    except OSError as error:
        raise ToolError([Problem(f"pandoc has no folder to work in: {error.strerror or error}")]) from None
    return _finished(made, reference, _changed(modified))


def _made(folder: Path, ast: str, reference: bytes, sandbox: Sandbox | None) -> bytes:
    """What pandoc makes of it."""
    (folder / "reference.docx").write_bytes(reference)
    (folder / "document.openxml").write_text(_TEMPLATE, "utf-8")
    finished = run([executable(), *_ARGUMENTS], folder, {}, ast.encode("utf-8"), sandbox=sandbox)
    made = left_by_tool(folder, "cv.docx")
    if finished.code or not made:
        message = " ".join(finished.output.split()) or f"no output, exit code {finished.code}"
        raise ToolError([Problem(f"pandoc failed: {message}")])
    return made


def executable() -> str:
    """The pandoc that pypandoc carries; else the one that pypandoc finds. Raises ToolError when there is none."""
    package = find_spec("pypandoc")
    for name in ("pandoc", "pandoc.exe"):
        carried = Path(package.origin or "").parent / "files" / name if package else None
        if carried and carried.is_file():
            return str(carried)
    try:
        import pypandoc

        return str(pypandoc.get_pandoc_path())
    except (ImportError, OSError):
        raise ToolError([Problem("there is no pandoc", hint="pip install pypandoc_binary")]) from None


def _finished(made: bytes, reference: bytes, changed: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(reference)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        text = {name: archive.read(name).decode("utf-8") for name in _WRITTEN}
        parts |= {name: archive.read(name) for name in sorted(archive.namelist()) if name.startswith("word/media/")}
    text["docProps/core.xml"] = _properties(text["docProps/core.xml"], changed)
    text["word/_rels/document.xml.rels"] = _relationships(text["word/_rels/document.xml.rels"])
    text["word/document.xml"] = _paragraphs(text["word/document.xml"])
    text["word/numbering.xml"] = _numbering(text["word/numbering.xml"])
    text["word/settings.xml"] = _settings(parts["word/settings.xml"].decode("utf-8"), text["docProps/core.xml"])
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.get(name, content))
    return result.getvalue()


def _changed(modified: str) -> str:
    """The time that is to stand in the file, or nothing."""
    moment = time_of(modified)
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}" if moment else ""


def _properties(xml: str, changed: str) -> str:
    """With our time of change or none; without one of creation, which nobody knows. (In its sandbox, pandoc writes 1970.)"""
    xml = re.sub(r"<dcterms:created\b.*?</dcterms:created>", "", xml)
    if changed:
        return re.sub(r"(?<=<dcterms:modified xsi:type=\"dcterms:W3CDTF\">)[^<]*", changed, xml)
    return re.sub(r"<dcterms:modified\b.*?</dcterms:modified>", "", xml)


def _relationships(xml: str) -> str:
    """Without the parts that pandoc adds to every file."""
    return re.sub(r'<Relationship [^>]*Target="(comments|footnotes)\.xml"[^>]*/>', "", xml)


def _paragraphs(xml: str) -> str:
    """Numbers only for the headlines and bullets of a list: pandoc gives the other lines of an item an empty one."""
    return re.sub(r'(<w:pStyle w:val="(?!List(?:Bullet|Number))[^"]*" />)<w:numPr>.*?</w:numPr>', r"\1", xml)


def _numbering(xml: str) -> str:
    """Each list follows the reference document's bullets (1) or numbers (2), and restarts where pandoc says so."""
    xml = re.sub(r'<w:abstractNum w:abstractNumId="99\d*">.*?</w:abstractNum>', "", xml, flags=re.DOTALL)
    bullets = ("990", "991")
    return re.sub(r'(?<=<w:abstractNumId w:val=")99\d*', lambda match: "1" if match[0] in bullets else "2", xml)


def _settings(xml: str, properties: str) -> str:
    """With the East Asian fonts of the document's language; those of simplified Chinese stand for all others."""
    match = re.search("<dc:language>(.*?)</dc:language>", properties)
    language = match[1] if match else ""
    region = _EAST_ASIAN.get(language) or _EAST_ASIAN.get(language.partition("-")[0])
    return xml.replace('w:eastAsia="zh-CN"', f'w:eastAsia="{region}"') if region else xml
