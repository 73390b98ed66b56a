"""Check RTF, .doc, what Google Docs exports, and that theses are refused."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from cvrender.errors import InputError
from cvrender.formats.content import Content
from cvrender.merge.readers import find_format, read_content
from cvrender.old_cvs.books import refuse_book
from cvrender.system import programs

_RTF = rb"{\rtf1\ansi Ada Example\par ada@example.org\par {\b Experience}\par Engineer, Acme, 2019-2021\par}"


def test_rtf() -> None:
    read = read_content(Content(_RTF, "old.rtf"))
    assert read.format == "rtf" and read.person["name"] == "Ada Example"
    assert [job["organization"] for job in read.data["positions"]] == ["Acme"]


def _doc(stream: str = "WordDocument") -> Content:
    return Content(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + stream.encode("utf-16-le"), "old.doc")


def test_doc_is_read_by_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "find_libreoffice", lambda: "")
    with pytest.raises(InputError, match="LibreOffice not found; install it, or save the file as .docx"):
        read_content(_doc())
    with pytest.raises(InputError, match="needs a password"):
        read_content(_doc("EncryptedPackage"))
    monkeypatch.setattr(programs, "as_docx", lambda raw, ending: b"PK")
    with pytest.raises(InputError, match="--untrusted does not read"):
        read_content(Content(_doc().raw, "old.doc", sandboxed=True))


@pytest.mark.skipif(not programs.find_libreoffice(), reason="LibreOffice is not installed")
def test_libreoffice_converts() -> None:
    converted = Content(programs.as_docx(_RTF, "rtf"), "old.docx")
    assert find_format(converted).name == "docx"
    assert read_content(converted).person["name"] == "Ada Example"


def test_a_zip_with_one_page_as_google_docs_exports_it() -> None:
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        archive.writestr("Old.html", "<html><body><h1>Ada Example</h1><h2>Experience</h2><p>Engineer, Acme, 2019-2021</p>")
        archive.writestr("images/image1.png", b"1")
    content = Content(made.getvalue(), "old.zip")
    assert find_format(content).name == "html"
    assert read_content(content).person["name"] == "Ada Example"


def test_a_thesis_is_refused_at_once() -> None:
    chapters = "".join(f"\\chapter{{Part {number}}}\n{'word ' * 6_000}\n" for number in range(5))
    with pytest.raises(InputError, match="taken for a thesis or a book"):
        read_content(Content(f"\\documentclass{{book}}\\begin{{document}}{chapters}".encode(), "thesis.tex"))
    read_content(Content(f"\\documentclass{{book}}\\begin{{document}}\\chapter{{Education}}{chapters}".encode(), "cv.tex"))


def test_a_long_document_of_word_needs_a_heading_of_a_cv() -> None:
    def word(heading: str) -> Content:
        made = BytesIO()
        with ZipFile(made, "w") as archive:
            archive.writestr("docProps/app.xml", "<Properties><Pages>80</Pages></Properties>")
            archive.writestr("word/document.xml", f"<w:p><w:r><w:t>{heading}</w:t></w:r></w:p><w:p/>")
        return Content(made.getvalue(), "long.docx")

    with pytest.raises(InputError, match="has 80 pages, and no heading of a CV"):
        refuse_book(word("Chapter 1"))
    refuse_book(word("Education"))
