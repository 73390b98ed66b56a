"""Prepare a Word or OpenDocument file for pandoc, which drops tabs, headers, footers and text boxes."""

import re
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from cvrender.importers.content import Content
from cvrender.importers.documents.office.ast import TAB
from cvrender.importers.syntax.clean import LIMITS

_PARTS = re.compile(
    r"word/(?:document|styles|numbering|comments|footnotes|endnotes|_rels/\w+\.xml|_rels/document\.xml)[\w.]*|\[Content_Types\]\.xml|_rels/\.rels|content\.xml|styles\.xml|meta\.xml|mimetype|META-INF/manifest\.xml"
)
_WORD_TAB = re.compile(r"<w:tab\s*/>|<w:ptab\b[^>]*/>")
_HIDDEN = re.compile(r"<mc:Fallback\b.*?</mc:Fallback>", re.DOTALL)
_BOX = re.compile(r"<w:txbxContent\b[^>]*>(.*?)</w:txbxContent>", re.DOTALL)
_PARAGRAPH = re.compile(r"<w:(?:p|tbl)\b.*</w:(?:p|tbl)>", re.DOTALL)
_FIELD = re.compile(r"<w:(?:instrText|fldSimple)\b[^>]*>[^<]*(?:PAGE|NUMPAGES)[^<]*<")


def prepared(content: Content) -> bytes:
    """Return the file with marks for tabs, and with headers, footers and text boxes in its text. Raises InputError."""
    parts: dict[str, bytes] = {}
    size = 0
    try:
        with ZipFile(BytesIO(content.raw)) as archive:
            for name in archive.namelist():
                if not (_PARTS.fullmatch(name) or re.fullmatch(r"word/(?:header|footer)\d*\.xml", name)) or name in parts:
                    continue
                with archive.open(name) as stream:
                    parts[name] = stream.read(LIMITS.bytes - size + 1)
                size += len(parts[name])
                if size > LIMITS.bytes:
                    raise content.problem(f"contains more than {LIMITS.bytes // 1_000_000} MB when it is unpacked ({name})")
    except (BadZipFile, ValueError, OSError, RuntimeError, EOFError, NotImplementedError) as error:
        raise content.problem(f"is a file that cannot be read: {error}") from None
    main = "word/document.xml" if "word/document.xml" in parts else "content.xml"
    if main not in parts:
        raise content.problem("is a zip file without a document")
    text = parts[main].decode("utf-8", "replace")
    parts[main] = (_word(text, parts) if main.startswith("word/") else _open_document(text)).encode()
    kept = {name: part for name, part in parts.items() if not re.match(r"word/(?:header|footer)", name)}
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for name, part in kept.items():
            archive.writestr(name, part)
    return made.getvalue()


def _word(text: str, parts: dict[str, bytes]) -> str:
    text = _HIDDEN.sub("", text)
    boxes = "".join(_BOX.findall(text))
    text = _BOX.sub("", text)
    edges = {"header": "", "footer": ""}
    for name, part in sorted(parts.items()):
        if match := re.match(r"word/(header|footer)", name):
            inner = _PARAGRAPH.search(part.decode("utf-8", "replace"))
            if inner and inner[0] not in edges[match[1]] and not _FIELD.search(inner[0]):
                edges[match[1]] += _HIDDEN.sub("", inner[0])
    text = re.sub(r"(<w:body\b[^>]*>)", lambda found: f"{found[1]}{edges['header']}", text, count=1)
    end = text.rfind("<w:sectPr")
    end = end if end > text.rfind("</w:p>") else text.rfind("</w:body>")
    text = f"{text[:end]}{boxes}{edges['footer']}{text[end:]}"
    return _WORD_TAB.sub(f'<w:t xml:space="preserve">{TAB}</w:t>', text)


def _open_document(text: str) -> str:
    return re.sub(r"<text:tab\s*/>", TAB, text)
