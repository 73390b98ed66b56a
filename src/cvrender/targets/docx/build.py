"""Build a Word document from pandoc's syntax tree and a reference document, with the same bytes on every run.

pandoc adds parts that a CV does not need, numbers lists in its own way and takes dates from the clock; only the text, its links
and its metadata are kept, and put into the reference document.
"""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from cvrender.errors import Problem, ToolError
from cvrender.model.document import Attachment, Properties
from cvrender.system.clock import time_of
from cvrender.system.private_folder import private_folder
from cvrender.system.process import read_output, run
from cvrender.system.programs import find_pandoc
from cvrender.system.sandbox import Sandbox
from cvrender.system.zip_file import zipped
from cvrender.targets.docx import languages
from cvrender.targets.docx.attach import attached
from cvrender.targets.docx.directions import set_directions
from cvrender.targets.docx.footnotes import footnotes
from cvrender.targets.docx.formulas import set_functions
from cvrender.targets.docx.marks import indents_of, set_paragraphs
from cvrender.targets.docx.photo import anchor_photo
from cvrender.targets.docx.places import FieldPlaces
from cvrender.targets.docx.tables import set_tables
from cvrender.text.scripts import is_right_to_left

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
_WRITTEN = ("docProps/core.xml", "word/_rels/document.xml.rels", "word/document.xml", "word/numbering.xml")
_LINES = {"word/header1.xml", "word/footer1.xml"}
_NEW_PAGE = re.compile(r'(<w:pStyle w:val="[^"]*" />)((?:(?!</w:p>).)*?)<w:r><w:lastRenderedPageBreak\s*/></w:r>', re.DOTALL)
_BULLET = re.compile(r'(<w:pStyle w:val="ListBullet([2-5])(?:~[^"]*)?" /><w:numPr>)<w:ilvl w:val="\d" />')
_CONTACT = re.compile(r'<w:pStyle w:val="Contact[~"].*?</w:p>', re.DOTALL)
_MARKED = "ListBullet|ListNumber|BulletedEntry"
"""How the names of the styles begin whose paragraphs have a bullet or number."""


def docx(
    ast: str,
    reference: Mapping[str, str],
    properties: Properties,
    sandbox: Sandbox | None = None,
    attachments: Sequence[Attachment] = (),
    places: FieldPlaces | None = None,
) -> bytes:
    """Return the Word document, with its `places` if it returns. `reference` are the parts of the reference document by name.

    Raises ToolError if pandoc fails.
    """
    try:
        with private_folder() as folder:
            content = _run_pandoc(folder, ast, reference, sandbox)
    except OSError as error:
        raise ToolError(
            [Problem(f"pandoc cannot use its temporary folder: {error.strerror or error}", code="tool-failed")]
        ) from None
    parts = _assemble(content, reference, properties)
    if places:
        parts = places.written(parts)
    return zipped(attached(parts, attachments))


def _run_pandoc(folder: Path, ast: str, reference: Mapping[str, str], sandbox: Sandbox | None) -> bytes:
    (folder / "reference.docx").write_bytes(zipped(reference))
    (folder / "document.openxml").write_text(_TEMPLATE, "utf-8")
    finished = run([find_pandoc(), *_ARGUMENTS], folder, {}, ast.encode("utf-8"), sandbox=sandbox)
    content = read_output(folder, "cv.docx")
    if finished.code or not content:
        ended = f"was stopped by signal {-finished.code}" if finished.code < 0 else f"no output, exit code {finished.code}"
        hint = "it may lack memory; it needs about 1 GB of address space" if finished.code < 0 else ""
        raise ToolError([Problem(f"pandoc failed: {' '.join(finished.output.split()) or ended}", hint=hint, code="tool-failed")])
    return content


def _assemble(content: bytes, reference: Mapping[str, str], properties: Properties) -> dict[str, str | bytes]:
    language, styles = properties.language, reference["word/styles.xml"]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        core, relationships, document, numbering = (archive.read(name).decode("utf-8") for name in _WRITTEN)
        media = {name: archive.read(name) for name in sorted(archive.namelist()) if name.startswith("word/media/")}
        changed = {
            "docProps/core.xml": _core(core, properties.modified),
            "word/_rels/document.xml.rels": _relationships(relationships),
            "word/document.xml": set_tables(_body(document, language, styles), styles),
            "word/numbering.xml": _numbering(numbering),
            "word/settings.xml": languages.set_settings(reference["word/settings.xml"], language),
            "word/styles.xml": languages.set_styles(styles, language),
        }
        changed |= footnotes(archive, {**reference, **changed}, lambda xml: _body(xml, language, styles))
    lines = {name: set_directions(reference[name], is_right_to_left(language)) for name in _LINES & reference.keys()}
    return {**reference, **changed, **lines, **media}


def _core(xml: str, modified: str) -> str:
    """Set the times of creation and of the last change to those of a date (`2026-01-31`), or remove them if there is none."""
    if moment := time_of(modified):
        return re.sub(r"(<dcterms:(?:created|modified)\b[^>]*>)[^<]*", rf"\g<1>{moment:%Y-%m-%dT%H:%M:%SZ}", xml)
    return re.sub(r"<dcterms:(created|modified)\b.*?</dcterms:\1>", "", xml)


def _relationships(xml: str) -> str:
    """Remove references to parts that pandoc adds to every file."""
    return re.sub(r'<Relationship [^>]*Target="(comments|footnotes)\.xml"[^>]*/>', "", xml)


def _body(xml: str, language: str, styles: str) -> str:
    """Complete what pandoc cannot write; remove the empty numbers that it gives to further lines of a list item.

    Bullets below a headline without a mark have the level of their style.
    """
    xml = re.sub(rf'(<w:pStyle w:val="(?!{_MARKED})[^"]*" />)<w:numPr>.*?</w:numPr>', r"\1", xml)
    xml = _BULLET.sub(lambda match: f'{match[1]}<w:ilvl w:val="{int(match[2]) - 1}" />', xml)
    xml = _NEW_PAGE.sub(r"\1<w:pageBreakBefore />\2", xml)
    right_to_left = is_right_to_left(language)
    far_side = "left" if right_to_left else "right"
    if right_to_left and 'w:gutter="0"' not in xml:
        xml = re.sub(r"<w:titlePg ?/>", r"\g<0><w:rtlGutter />", xml)
    xml = set_paragraphs(_on_band(anchor_photo(xml, far_side), styles), far_side, indents_of(styles))
    xml = xml.replace("<wp:inline>", '<wp:inline distT="0" distB="0" distL="0" distR="0">')  # else LibreOffice adds 3 mm
    return set_directions(set_functions(languages.set_runs(xml)), right_to_left)


def _on_band(xml: str, styles: str) -> str:
    """Give links among the contacts their own style if the reference document has one."""
    if 'w:styleId="ContactLink"' not in styles:
        return xml
    return _CONTACT.sub(lambda match: match[0].replace('<w:rStyle w:val="Hyperlink"', '<w:rStyle w:val="ContactLink"'), xml)


def _numbering(xml: str) -> str:
    """Make each list use the reference document's bullets (1) or numbers (2), and restart where pandoc says so."""
    xml = re.sub(r'<w:abstractNum w:abstractNumId="99\d*">.*?</w:abstractNum>', "", xml, flags=re.DOTALL)
    bullets = ("990", "991")
    return re.sub(r'(?<=<w:abstractNumId w:val=")99\d*', lambda match: "1" if match[0] in bullets else "2", xml)
