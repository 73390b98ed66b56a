"""Keep the footnotes that pandoc writes: their part, its links, and what a Word document with footnotes states elsewhere."""

import re
import zipfile
from collections.abc import Callable, Mapping

PART = "word/footnotes.xml"
_LINKS = "word/_rels/footnotes.xml.rels"
_OVERRIDE = (
    '<Override PartName="/word/footnotes.xml"'
    ' ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/>'
)
_RELATION = (
    '<Relationship Id="rIdNotes" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"'
    ' Target="footnotes.xml"/>'
)
_SEPARATORS = '<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>'
_LINE = re.compile(
    r"(<w:footnote\b[^>]*>)(?:(?!</w:footnote>).)*?(<w:(?:continuationS|s)eparator\s*/>).*?</w:footnote>", re.DOTALL
)


def footnotes(archive: zipfile.ZipFile, changed: Mapping[str, str], body: Callable[[str], str]) -> dict[str, str]:
    """Return the parts to add or change for footnotes, none if the document has none.

    `changed` are the other parts of the document by name; `body` completes paragraphs that pandoc wrote.
    """
    if "<w:footnoteReference" not in changed["word/document.xml"]:
        return {}
    parts = {
        PART: _LINE.sub(r"\1<w:p><w:r>\2</w:r></w:p></w:footnote>", body(archive.read(PART).decode("utf-8"))),
        "[Content_Types].xml": changed["[Content_Types].xml"].replace("</Types>", f"{_OVERRIDE}</Types>"),
        "word/_rels/document.xml.rels": changed["word/_rels/document.xml.rels"].replace(
            "</Relationships>", f"{_RELATION}</Relationships>"
        ),
        "word/settings.xml": changed["word/settings.xml"].replace("<w:compat>", f"{_SEPARATORS}<w:compat>", 1),
    }
    if _LINKS in archive.namelist():
        parts[_LINKS] = archive.read(_LINKS).decode("utf-8")
    return parts
