"""Declare the formats of old CVs: how each is recognized, and what reads its lines."""

import re
from collections.abc import Callable
from dataclasses import replace

from cvrender.errors import ToolError
from cvrender.formats.base import Format, Imported
from cvrender.formats.content import Content


def _read_tex(content: Content) -> Imported:
    from cvrender.old_cvs.books import refuse_book
    from cvrender.old_cvs.prose import read_prose
    from cvrender.old_cvs.tex.read import read_tex

    refuse_book(content)
    return read_prose(read_tex(content))


def _read_pdf(content: Content) -> Imported:
    from cvrender.old_cvs.pdf.read import read_pdf
    from cvrender.old_cvs.prose import read_prose

    return read_prose(read_pdf(content))


def _read_office(format: str) -> Callable[[Content], Imported]:
    """Return a reader of what pandoc reads."""

    def read(content: Content) -> Imported:
        from cvrender.old_cvs.books import refuse_book
        from cvrender.old_cvs.office.read import read_document
        from cvrender.old_cvs.prose import read_prose

        refuse_book(content)
        return read_prose(read_document(content, format))

    return read


def _is_tex(content: Content) -> bool:
    from cvrender.old_cvs.tex.project import is_project

    return is_project(content)


def _is_word(content: Content) -> bool:
    return content.begins == "zip" and content.members.get("document.xml") in {"word/document.xml", "document.xml"}


def _is_opendocument(content: Content) -> bool:
    return content.begins == "zip" and {"content.xml", "mimetype"} <= set(content.members.values())


def _read_doc(content: Content) -> Imported:
    """Read a document of Word before 2007 as LibreOffice converts it. Raises InputError if it cannot."""
    from cvrender.system.programs import as_docx

    if _ENCRYPTED in content.raw:
        raise content.problem("needs a password", "save it without one (File > Info > Protect Document), and import that")
    if content.sandboxed:
        raise content.problem("is a document of Word before 2007, which --untrusted does not read", "save it as .docx")
    try:
        converted = as_docx(content.raw, "doc")
    except ToolError as error:
        problem = error.problems[0]
        raise content.problem(f"is a document of Word before 2007: {problem.message}", problem.hint) from None
    return replace(_read_office("docx")(Content(converted, content.file)), format="doc")


def _read_html(content: Content) -> Imported:
    """Read a web page, or the only one of a zip, as Google Docs exports it."""
    page = (
        content
        if content.begins != "zip"
        else Content(content.member(_only_page(content)), f"{content.file}/{_only_page(content)}")
    )
    return _read_office("html")(page)


def _only_page(content: Content) -> str:
    """Return the only web page of a zip; "" if it has none or several."""
    pages = [name for name in content.members if name.endswith((".html", ".htm"))]
    return pages[0] if len(pages) == 1 and not any(name.endswith((".tex", ".xml", ".csv")) for name in content.members) else ""


def _is_html(content: Content) -> bool:
    if content.begins == "zip":
        return bool(_only_page(content))
    head = content.raw[:4_000].decode("utf-8", "replace")
    is_named = content.file.casefold().endswith((".html", ".htm")) and content.begins in ("html", "xml")
    begins = re.search(r"<!doctype html|<html\b", head, re.IGNORECASE)
    return is_named or content.begins in ("html", "xml", "text") and bool(begins)


def _is_markdown(content: Content) -> bool:
    if content.begins != "text" or "\0" in content.text[:4_000]:
        return False
    if re.search(r"^@\w+\s*\{|^TY  - |^PMID- ", content.text[:20_000], re.MULTILINE):
        return False
    if content.file.casefold().endswith((".yaml", ".yml")) or content.yaml_keys:
        return False
    is_named = content.file.casefold().endswith((".md", ".markdown", ".txt"))
    return is_named or bool(re.search(r"^#{1,3} \S", content.text[:200_000], re.MULTILINE))


def _is_org(content: Content) -> bool:
    if content.begins != "text" or content.file.casefold().endswith((".md", ".markdown", ".tex", ".bib")):
        return False
    if content.file.casefold().endswith(".org") and re.search(r"^\*+ \S", content.text[:50_000], re.MULTILINE):
        return True
    return bool(
        re.search(r"^#\+(?:title|author|options|startup):|^\*+ \S.*\n\s*:PROPERTIES:", content.text[:50_000], re.MULTILINE | re.I)
    )


_ENCRYPTED, _WORD = "EncryptedPackage".encode("utf-16-le"), "WordDocument".encode("utf-16-le")
"""The streams that an encrypted document of Office, and one of Word before 2007, has."""
LATEX = Format("latex", "LaTeX", _is_tex, _read_tex)
DOCX = Format("docx", "Word", _is_word, _read_office("docx"))
ODT = Format("odt", "OpenDocument", _is_opendocument, _read_office("odt"))
HTML = Format("html", "HTML", _is_html, _read_html)
RTF = Format("rtf", "RTF", lambda content: content.raw[:5] == b"{\\rtf", _read_office("rtf"))
DOC = Format(
    "doc",
    "Word before 2007",
    lambda content: content.begins == "office" and (_WORD in content.raw or _ENCRYPTED in content.raw),
    _read_doc,
)
ORG = Format("org", "Org mode", _is_org, _read_office("org"))
PDF = Format("pdf", "PDF", lambda content: content.begins == "pdf", _read_pdf)
MARKDOWN = Format("markdown", "Markdown", _is_markdown, _read_office("markdown"))
