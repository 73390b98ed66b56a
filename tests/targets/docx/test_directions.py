"""Test that runs of a Word document have the direction of their characters, in XML as pandoc writes it."""

import re
import shutil
import subprocess
from itertools import groupby
from pathlib import Path

import pdfplumber
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender import load_profile, render
from cvrender.targets.docx.directions import marks, set_directions, without_marks
from cvrender.text.bidi import isolated_levels, levels

PROFILE = """
language: he
person: {name: A B, native: אב גד, phones: [+1 555 0100], emails: [a@example.org], headline: מהנדסת C++ ו־C#}
positions:
- {organization: Acme Corp (תל אביב), title: "Engineer, C++", start: 2015-03, end: 2019, url: https://example.org/a/b/}
publications:
- {title: "On C#: a study", authors: [A B], type: book, date: 2019, page: 45-67, isbn: 978-3-16-148410-0}
custom: [{title: טבלה, columns: [מספר, עברית], rows: [["+1 555 0123", "C++ עם שלום"]]}]
"""


def run(text: str, style: str = "") -> str:
    return f'<w:r>{style and f"<w:rPr>{style}</w:rPr>"}<w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str) -> str:
    return f"<w:p><w:pPr><w:bidi/></w:pPr>{''.join(runs)}</w:p>"


def shown(xml: str) -> list[tuple[str, bool]]:
    """Return the texts of the runs, with marks as `→` and `←`, and whether they run from right to left."""
    found = re.findall(r"<w:r>(<w:rPr>.*?</w:rPr>)?<w:t [^>]*>([^<]*)</w:t></w:r>", xml)
    return [(text.replace("\u200e", "→").replace("\u200f", "←"), "<w:rtl/>" in style) for style, text in found]


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ([run("אב C++ גד")], [("אב ", True), ("→C++→", False), (" גד", True)]),
        ([run("אב 2015, גד")], [("אב 2015, גד", True)]),
        (
            [run("\u2068"), run("Ann Lee"), run("\u2069"), run("، «\u2068A Study\u2069»، 2021")],
            [("Ann Lee", False), ("←، «←", True), ("A Study", False), ("←»، ←2021", True)],
        ),
        ([run("אב "), run("Example DB", "<w:i/>"), run(".")], [("אב ", True), ("Example DB", False), (".", True)]),
        (
            [
                run("אב"),
                "<w:hyperlink>",
                run("+1 555"),
                "</w:hyperlink>",
                run(" • "),
                "<w:hyperlink>",
                run("c"),
                "</w:hyperlink>",
            ],
            [("אב", True), ("→+1 555→", False), ("← • ←", True), ("c", False)],
        ),
        (
            [run("a"), "<w:r><w:tab/></w:r>", run("b"), "<m:oMath>x</m:oMath>", run("אב")],
            [("a", False), ("b", False), ("אב", True)],
        ),
    ],
)
def test_runs_of_a_paragraph_from_right_to_left(runs: list[str], expected: list[tuple[str, bool]]) -> None:
    made = set_directions(paragraph(*runs), True)
    assert shown(made) == expected
    assert made.count("<w:tab/>") + made.count("oMath") == "".join(runs).count("<w:tab/>") + "".join(runs).count("oMath")


def test_only_words_from_right_to_left_are_turned_in_other_documents() -> None:
    latin = paragraph(run("a C++, +1 555"))
    assert set_directions(latin, False) == latin
    made = set_directions(paragraph(run("a &amp; (אב 5) c", '<w:b/><w:lang w:val="he"/>')), False)
    assert shown(made) == [("a &amp; (", False), ("אב 5", True), (") c", False)]
    assert '<w:rPr><w:b/><w:rtl/><w:lang w:val="he"/></w:rPr>' in made


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.booleans(), st.text("אבג شa1۲+#(), .-–/", min_size=1, max_size=6)), min_size=1, max_size=5),
    st.booleans(),
)
def test_nothing_is_lost_and_few_marks_are_needed(parts: list[tuple[bool, str]], right_to_left: bool) -> None:
    text = "".join(part for _, part in parts)
    found = isolated_levels(parts, right_to_left)
    starts, ends = marks(text, found, right_to_left)
    made = "".join(starts.get(index, "") + char + ends.get(index, "") for index, char in enumerate(text))
    assert without_marks(made) == text
    assert not starts or levels(text, right_to_left) != found
    assert len(starts) <= len(list(groupby(found)))


@pytest.mark.slow
@pytest.mark.libreoffice
@pytest.mark.skipif(not shutil.which("soffice"), reason="no LibreOffice on this machine")
def test_libreoffice_shows_phone_numbers_and_names_of_languages_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(PROFILE, "utf-8")
    content = render(load_profile(tmp_path / "x.yaml"), targets=("docx",))[0].content  # each text is read back, without the marks
    (tmp_path / "x.docx").write_bytes(content)
    command = ["soffice", f"-env:UserInstallation=file://{tmp_path}/lo", "--headless", "--convert-to", "pdf", "x.docx"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    with pdfplumber.open(tmp_path / "x.pdf") as opened:
        standing = "\n".join(line["text"] for line in opened.pages[0].extract_text_lines())
    for part in (
        *("C++ תסדנהמ", "a@example.org • +1 555 0100", "Engineer, C++", "example.org/a/b", "On C#: a study ,A B :2019"),
        *("ISBN 978-3-16-148410-0 ,45-67", "C++ +1 555 0123"),
    ):
        assert part in standing, standing
