"""Build a Word document from pandoc's syntax tree and a reference document, with the same bytes on every run.

pandoc adds parts that a CV does not need, numbers lists in its own way and takes dates from the clock; only the text, its links
and its metadata are kept, and put into the reference document.
"""

import io
import re
import zipfile
from importlib.util import find_spec
from pathlib import Path

from cvrender.errors import Problem, ToolError
from cvrender.model.scripts import is_right_to_left
from cvrender.tools.clock import time_of
from cvrender.tools.private_folder import private_folder
from cvrender.tools.process import read_output, run
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
"""A document of the body only; pandoc's own template would print title and author again."""

_ARGUMENTS = (
    *("--from=json", "--to=docx", "--sandbox", "--data-dir=.", "--syntax-highlighting=none"),
    *("--reference-doc=reference.docx", "--template=document.openxml", "--output=cv.docx"),
)
_WRITTEN = ("docProps/core.xml", "word/_rels/document.xml.rels", "word/document.xml", "word/numbering.xml", "word/styles.xml")
_COMPLEX = {"ar": "ar-SA", "fa": "fa-IR", "he": "he-IL", "hi": "hi-IN"}
_EAST_ASIAN = {"ja": "ja-JP", "ko": "ko-KR", "zh-Hant": "zh-TW", "zh-TW": "zh-TW", "zh-HK": "zh-HK"}


def docx(ast: str, reference: bytes, modified: str = "", sandbox: Sandbox | None = None) -> bytes:
    """Return the Word document. `modified` is the date of its last change (`2026-01-31`) or empty. Raises ToolError if pandoc
    fails.
    """
    try:
        with private_folder() as name:
            content = _run_pandoc(Path(name), ast, reference, sandbox)
    except OSError as error:
        raise ToolError([Problem(f"pandoc cannot use its temporary folder: {error.strerror or error}")]) from None
    return _assemble(content, reference, _timestamp(modified))


def _run_pandoc(folder: Path, ast: str, reference: bytes, sandbox: Sandbox | None) -> bytes:
    (folder / "reference.docx").write_bytes(reference)
    (folder / "document.openxml").write_text(_TEMPLATE, "utf-8")
    finished = run([executable(), *_ARGUMENTS], folder, {}, ast.encode("utf-8"), sandbox=sandbox)
    content = read_output(folder, "cv.docx")
    if finished.code or not content:
        ended = f"was stopped by signal {-finished.code}" if finished.code < 0 else f"no output, exit code {finished.code}"
        hint = "it may lack memory; it needs about 1 GB of address space" if finished.code < 0 else ""
        raise ToolError([Problem(f"pandoc failed: {' '.join(finished.output.split()) or ended}", hint=hint)])
    return content


def executable() -> str:
    """Return the pandoc that is part of pypandoc, or else the one it finds. Raises ToolError if there is none."""
    package = find_spec("pypandoc")
    for name in ("pandoc", "pandoc.exe"):
        bundled = Path(package.origin or "").parent / "files" / name if package else None
        if bundled and bundled.is_file():
            return str(bundled)
    try:
        import pypandoc

        return str(pypandoc.get_pandoc_path())
    except (ImportError, OSError):
        raise ToolError([Problem("pandoc not found", hint="pip install pypandoc_binary")]) from None


def _assemble(content: bytes, reference: bytes, timestamp: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(reference)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        text = {name: archive.read(name).decode("utf-8") for name in _WRITTEN}
        parts |= {name: archive.read(name) for name in sorted(archive.namelist()) if name.startswith("word/media/")}
    text["docProps/core.xml"] = _properties(text["docProps/core.xml"], timestamp)
    text["word/_rels/document.xml.rels"] = _relationships(text["word/_rels/document.xml.rels"])
    text["word/document.xml"] = _paragraphs(text["word/document.xml"])
    text["word/numbering.xml"] = _numbering(text["word/numbering.xml"])
    language = _language(text["docProps/core.xml"])
    text["word/settings.xml"] = _settings(parts["word/settings.xml"].decode("utf-8"), language)
    text["word/styles.xml"] = _styles(text["word/styles.xml"], language)
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.get(name, part))
    return result.getvalue()


def _timestamp(modified: str) -> str:
    """Return the time of the last change for the file's metadata, or an empty text."""
    moment = time_of(modified)
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}" if moment else ""


def _properties(xml: str, timestamp: str) -> str:
    """Set or remove the time of the last change, and remove the time of creation, which is unknown."""
    xml = re.sub(r"<dcterms:created\b.*?</dcterms:created>", "", xml)
    if timestamp:
        return re.sub(r"(?<=<dcterms:modified xsi:type=\"dcterms:W3CDTF\">)[^<]*", timestamp, xml)
    return re.sub(r"<dcterms:modified\b.*?</dcterms:modified>", "", xml)


def _relationships(xml: str) -> str:
    """Remove references to parts that pandoc adds to every file."""
    return re.sub(r'<Relationship [^>]*Target="(comments|footnotes)\.xml"[^>]*/>', "", xml)


def _paragraphs(xml: str) -> str:
    """Remove the empty numbers that pandoc gives to further lines of a list item."""
    return re.sub(r'(<w:pStyle w:val="(?!List(?:Bullet|Number))[^"]*" />)<w:numPr>.*?</w:numPr>', r"\1", xml)


def _numbering(xml: str) -> str:
    """Make each list use the reference document's bullets (1) or numbers (2), and restart where pandoc says so."""
    xml = re.sub(r'<w:abstractNum w:abstractNumId="99\d*">.*?</w:abstractNum>', "", xml, flags=re.DOTALL)
    bullets = ("990", "991")
    return re.sub(r'(?<=<w:abstractNumId w:val=")99\d*', lambda match: "1" if match[0] in bullets else "2", xml)


def _language(properties: str) -> str:
    match = re.search("<dc:language>(.*?)</dc:language>", properties)
    return match[1] if match else ""


def _settings(xml: str, language: str) -> str:
    """Set the East Asian fonts for the document's language; the default is simplified Chinese."""
    region = _EAST_ASIAN.get(language) or _EAST_ASIAN.get(language.partition("-")[0])
    return xml.replace('w:eastAsia="zh-CN"', f'w:eastAsia="{region}"') if region else xml


def _styles(xml: str, language: str) -> str:
    """Set the language of the text, and the direction of paragraphs if it is written from right to left."""
    base = language.partition("-")[0]
    region = _EAST_ASIAN.get(language) or _EAST_ASIAN.get(base)
    shown = f'<w:lang w:val="{language}" w:eastAsia="{region or "zh-CN"}" w:bidi="{_COMPLEX.get(base, "ar-SA")}"/>'
    xml = re.sub(r"<w:lang [^>]*/>", shown, xml, count=1) if base else xml
    return re.sub(r"<w:suppressAutoHyphens ?/>", r"\g<0><w:bidi/>", xml, count=1) if is_right_to_left(language) else xml
