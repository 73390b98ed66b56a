"""Test artifacts with one thing wrong: a check finds each, and each check is documented."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from cvrender.merge.profile import load_profile
from cvrender.targets import TARGETS
from cvrender.verify import CHECKS
from cvrender.verify.privacy import secrets

ROOT = Path(__file__).parents[2]
ADA = """\
person: {name: Ada Example, emails: [ada@example.org, {value: secret@example.org, private: true}], links: [https://example.org/a?b=1]}
interests: [Engines, Looms]
bio: A **bold** and *slanted* `code` with $n^2$ and [a link](https://example.org/x%20y).
publications:
  - {title: Notes on a Machine, authors: [Ada Example], type: paper-conference, venue: Mill, date: 2020}
  - {title: More Notes, authors: [Ada Example, 聂小楠], type: paper-conference, venue: Mill, date: 2021}
"""


@pytest.fixture(scope="module")
def ada(tmp_path_factory: pytest.TempPathFactory, checked: Callable[..., Any]) -> Any:
    path = tmp_path_factory.mktemp("ada") / "ada.yaml"
    path.write_text(ADA, "utf-8")
    return checked(load_profile(path))


def said(ada: Any, target: str, content: bytes | None = None, **more: Any) -> list[str]:
    return [found.message for found in ada.found(target, content, **more)]


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_right_passes(target: str, ada: Any) -> None:
    assert said(ada, target) == []


@pytest.mark.parametrize("target", ["pdf", "docx"])
def test_what_is_no_file_of_its_kind_is_one_discrepancy(target: str, ada: Any) -> None:
    assert len(said(ada, target, b"nonsense")) == 1


def changed(pdf: bytes, change: Callable[[pikepdf.Pdf], None]) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        change(opened)
        result = io.BytesIO()
        opened.save(result)
        return result.getvalue()


def each_font(pdf: pikepdf.Pdf) -> list[Any]:
    return [font for page in pdf.pages for font in page.obj.Resources.Font.values()]


def without_unicode(pdf: pikepdf.Pdf) -> None:
    del each_font(pdf)[0].ToUnicode


def not_embedded(pdf: pikepdf.Pdf) -> None:
    for key in ("/FontFile", "/FontFile2", "/FontFile3"):
        for font in each_font(pdf)[:1]:
            if key in font.FontDescriptor:
                del font.FontDescriptor[key]


def another_title(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/Title"] = "Another"


def no_language(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.Lang


def a_script(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.Annots[0].A = pikepdf.Dictionary(S=pikepdf.Name("/JavaScript"), JS="app.alert(1)")


def another_target(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.Annots[0].A.URI = "https://evil.example"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without_unicode, r"font .* has no ToUnicode table"),
        (not_embedded, r"font .* is not embedded"),
        (another_title, "metadata title is “Another” instead of “Ada Example – Curriculum Vitae”"),
        (no_language, "metadata language is “” instead of “en”"),
        (a_script, r"contains a link that runs an action \(JavaScript\)"),
        (another_target, r"link to .* is missing"),
    ],
)
def test_a_pdf_with_one_thing_wrong_is_found(change: Callable[[pikepdf.Pdf], None], message: str, ada: Any) -> None:
    messages = said(ada, "pdf", changed(ada.content("pdf"), change))
    assert any(re.match(message, line) for line in messages), messages


@pytest.mark.parametrize(
    ("target", "old", "new", "message"),
    [
        ("html", "<title>Ada Example", "<title>Ada", "metadata title is"),
        ("html", 'lang="en"', 'lang="de"', "metadata language is “de”"),
        ("html", "</strong>", "", "not valid HTML"),
        ("html", "https://example.org/x%20y", "javascript:alert(1)", "contains a link to “javascript:alert(1)”"),
        ("md", "**bold**", "bold", "“bold” is not bold in the rendered Markdown"),
        ("md", "*slanted*", "slanted", "“slanted” is not italic in the rendered Markdown"),
        ("md", "[a link](https://example.org/x%20y)", "a link", "link to “https://example.org/x y” is missing"),
        ("md", "# Ada Example", "Curriculum Vitae\n\n# Ada Example", "begins with “Curriculum Vitae” instead of the name"),
        ("txt", "Notes on a", "No\u00adtes on a", "contains a soft hyphen (U+00AD)"),
        ("txt", "Notes on a", "Notes \ue000on a", "contains a private-use character (U+E000)"),
        ("txt", "A bold", "A \ufb01bold", "contains a ligature (U+FB01)"),
        ("txt", "A bold", "A \ufffdbold", "contains a replacement character (U+FFFD)"),
        ("txt", "PUBLICATIONS\n", "PUBLICATIONS and more\n", "is not alone on its line"),
        ("txt", "ada@example.org", "ada@example.com", "contact “ada@example.org” is not a link"),
        ("tex", r"\href{https://example.org/x\%20y}", r"\href{https://example.org/}", "link to"),
    ],
)
def test_a_text_with_one_thing_wrong_is_found(target: str, old: str, new: str, message: str, ada: Any) -> None:
    source = ada.content(target).decode()
    assert old in source, source
    messages = said(ada, target, source.replace(old, new, 1).encode())
    assert any(message in line for line in messages), messages


def test_a_view_that_is_too_long_is_found(ada: Any) -> None:
    content = ada.content("pdf")
    assert said(ada, "pdf", content, pages=1) == []
    assert said(ada, "pdf", content, pages=0) == ["has 1 page; the view allows 0"]


@pytest.mark.parametrize("target", ["md", "html", "txt", "tex"])
def test_what_is_withheld_is_found_and_not_repeated(target: str, ada: Any) -> None:
    text = ada.content(target).decode()
    hidden = secrets(ada.composed.prepared.loaded.source.data, "public")
    assert hidden == {"secret@example.org": "person.emails[1].value"}
    leaky = text.replace("Notes on a Machine", "Notes on a Machine secret@example.org")
    messages = said(ada, target, leaky.encode(), secrets=hidden)
    assert "contains a text that the view withholds" in messages
    assert said(ada, target, text.encode(), secrets=hidden) == []


def test_every_check_is_written_down_and_is_there() -> None:
    page = (ROOT / "docs" / "checks.md").read_text("utf-8")
    named = [CHECKS, *(target.checks for target in TARGETS.values())]
    assert {name for checks in named for name in checks} == set(re.findall(r"^## (\w+)$", page, re.M))
    assert all(check.__doc__ for checks in named for check in checks.values())
    modules = {path.stem for path in (ROOT / "src/cvrender/verify").glob("*.py")}
    helpers = {"__init__", "artifacts", "identity", "making", "privacy"}
    assert {check.__module__.rpartition(".")[2] for check in CHECKS.values()} == modules - helpers


@pytest.mark.slow
def test_three_readers_agree_on_what_a_pdf_says(made: Any) -> None:
    """PDFium, pdfminer.six and, where it is installed, poppler read every string of the Document from our PDF."""
    import shutil
    import subprocess

    from pdfminer.high_level import extract_text
    from pdfminer.layout import LAParams

    one = made("minjia-zhang", "full", "classic")
    pdf = one.content("pdf")
    assert not one.errors("pdf")
    texts = {"pdfminer": extract_text(io.BytesIO(pdf), laparams=LAParams(boxes_flow=None))}
    if shutil.which("pdftotext"):
        texts["poppler"] = subprocess.run(
            ["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True
        ).stdout.decode()
    strings = [letters(leaf.folded) for leaf in one.expected.leaves if leaf.kind != "number" and not leaf.maths]
    assert len(strings) > 300
    dates = {letters(leaf.folded) for leaf in one.expected.leaves if leaf.kind == "date"}
    for reader, read in texts.items():
        # A date is on the first line of its entry, so readers that go line by line have it within a title of two lines.
        lines = [letters(line) for line in read.splitlines()]
        there = "".join(lines) + "".join(line for line in lines if line not in dates)
        assert [string for string in strings if string not in there] == [], reader


def letters(said: str) -> str:
    """Letters and digits alone: readers part lines and words each in their own way, and page numbers stand between pages."""
    return re.sub(r"[\W_]+", "", re.sub(r"\n\s*\d{1,2}\s*\f", "\n", said)).casefold()
