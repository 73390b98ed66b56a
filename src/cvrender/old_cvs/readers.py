"""Declare the formats of old CVs: how each is recognized, and what reads its lines."""

import re
from collections.abc import Callable

from cvrender.formats.base import Format, Imported
from cvrender.formats.content import Content


def _read_tex(content: Content) -> Imported:
    from cvrender.old_cvs.prose import read_prose
    from cvrender.old_cvs.tex.read import read_tex

    return read_prose(read_tex(content))


def _read_pdf(content: Content) -> Imported:
    from cvrender.old_cvs.pdf.read import read_pdf
    from cvrender.old_cvs.prose import read_prose

    return read_prose(read_pdf(content))


def _read_office(format: str) -> Callable[[Content], Imported]:
    """Return a reader of what pandoc reads."""

    def read(content: Content) -> Imported:
        from cvrender.old_cvs.office.read import read_document
        from cvrender.old_cvs.prose import read_prose

        return read_prose(read_document(content, format))

    return read


def _is_tex(content: Content) -> bool:
    from cvrender.old_cvs.tex.project import is_project

    return is_project(content)


def _is_word(content: Content) -> bool:
    return content.begins == "zip" and "word/document.xml" in content.members.values()


def _is_opendocument(content: Content) -> bool:
    return content.begins == "zip" and {"content.xml", "mimetype"} <= set(content.members.values())


def _is_html(content: Content) -> bool:
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
    return bool(
        re.search(r"^#\+(?:title|author|options|startup):|^\*+ \S.*\n\s*:PROPERTIES:", content.text[:50_000], re.MULTILINE | re.I)
    )


LATEX = Format("latex", "LaTeX", _is_tex, _read_tex)
DOCX = Format("docx", "Word", _is_word, _read_office("docx"))
ODT = Format("odt", "OpenDocument", _is_opendocument, _read_office("odt"))
HTML = Format("html", "HTML", _is_html, _read_office("html"))
ORG = Format("org", "Org mode", _is_org, _read_office("org"))
PDF = Format("pdf", "PDF", lambda content: content.begins == "pdf", _read_pdf)
MARKDOWN = Format("markdown", "Markdown", _is_markdown, _read_office("markdown"))
