"""Attach files to a Word document, as a part of custom XML (ISO/IEC 29500-1, 15.2.5), which Word keeps when it saves."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from html import escape, unescape

from cvrender.model.document import Attachment

PART = "customXml/item1.xml"
"""The part of a Word document that has the files."""
NAMESPACE = "urn:cvrender:attachments"
_WORDS = re.compile(r"<w:t(?: [^>]*)?>([^<]*)</w:t>")
_PROPERTIES = "customXml/itemProps1.xml"
_RELATIONSHIPS = "customXml/_rels/item1.xml.rels"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_KIND = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml"
_ITEM = "{6E3C5A0B-27D4-4E0C-9B7A-5C1D1B8A4F26}"
"""The identifier that Word requires of a part of custom XML: any, but always the same."""


def text_digest(document: str) -> str:
    """Return a digest of the letters and digits of a Word document, by the XML of its text."""
    letters = "".join(char for text in _WORDS.findall(document) for char in unescape(text) if char.isalnum())
    return hashlib.sha256(letters.encode()).hexdigest()


def attached(parts: Mapping[str, str | bytes], attachments: Sequence[Attachment]) -> dict[str, str | bytes]:
    """Return the parts of a document with one for these attachments. It also has a digest of the text that they belong to."""
    if not attachments:
        return dict(parts)
    files = "\n".join(
        f'<file name="{escape(item.name)}" type="{item.media_type}">{escape(item.text, quote=False)}</file>'
        for item in attachments
    )
    digest = text_digest(_text(parts["word/document.xml"]))
    return {
        **parts,
        "[Content_Types].xml": _with(
            _text(parts["[Content_Types].xml"]),
            f'<Override PartName="/{_PROPERTIES}" ContentType="{_KIND}"/>',
            "</Types>",
        ),
        "word/_rels/document.xml.rels": _with(
            _text(parts["word/_rels/document.xml.rels"]),
            f'<Relationship Id="rIdData" Type="{_OFFICE}/relationships/customXml" Target="../{PART}"/>',
            "</Relationships>",
        ),
        PART: f'{_HEAD}<files xmlns="{NAMESPACE}" text="{digest}">\n{files}\n</files>\n',
        _PROPERTIES: f'{_HEAD}<ds:datastoreItem xmlns:ds="{_OFFICE}/customXml" ds:itemID="{_ITEM}">'
        f'<ds:schemaRefs><ds:schemaRef ds:uri="{NAMESPACE}"/></ds:schemaRefs></ds:datastoreItem>\n',
        _RELATIONSHIPS: f'{_HEAD}<Relationships xmlns="{_PACKAGE}">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/relationships/customXmlProps" Target="itemProps1.xml"/></Relationships>\n',
    }


def _text(part: str | bytes) -> str:
    return part.decode() if isinstance(part, bytes) else part


def _with(xml: str, added: str, end: str) -> str:
    return re.sub(rf"{end}\s*$", lambda match: f"{added}{match[0]}", xml)
