"""Words of PDFs that run from right to left are read in their order, and pages in such a script begin at the right."""

from pathlib import Path

import pytest

from cvrender.formats.content import load_content
from cvrender.old_cvs.pdf.characters import PageWords
from cvrender.old_cvs.pdf.directions import in_reading_order
from cvrender.old_cvs.pdf.layout import segments_of
from cvrender.old_cvs.pdf.read import read_pdf
from tests.old_cvs.pdf_words import words_at
from tests.old_cvs.simple_pdf import shown, written

HEBREW = dict(zip("abcdefghij", "אבגדהוזחטי", strict=True))


def _page(*lines: list[str], left: float = 60) -> PageWords:
    """A page of lines whose words, each in the order of its letters, stand from left to right."""
    words = [word for row, line in enumerate(lines) for word in words_at(" ".join(line), left, 700 - 20 * row)]
    return PageWords(words, 500.0, 800.0)


def _read(*lines: list[str]) -> list[str]:
    (page,) = in_reading_order([_page(*lines)])
    return [segment.text for segment in segments_of(page.words)]


@pytest.mark.parametrize(
    ("seen", "read"),
    [
        (["אבגד", "הוזח"], "הוזח אבגד"),
        (["2023", "–", "2019", "אבגד"], "אבגד 2019 – 2023"),
        (["2023–2019", "אבגד"], "אבגד 2019–2023"),
        (["Springfield", "،Example", "Labs", "،Atlantis", "الان"], "الان Atlantis، Example Labs، Springfield"),
        (["الان", "،»Looms", "of", "Glass»"], "«Looms of Glass»، الان"),
        (["ABC", "2021", "אבגד"], "אבגד ABC 2021"),
        ([".Weaves", "glass", "with", "11", "looms", "•"], "• Weaves glass with 11 looms."),
        (["(office)", "ada@example.org", "•", "+1", "555", "0100"], "(office) ada@example.org • +1 555 0100"),
        (["Weaves", "glass", "with", "looms."], "Weaves glass with looms."),
    ],
)
def test_a_line_of_a_page_from_right_to_left(seen: list[str], read: str) -> None:
    assert _read(["אבגד"], ["הוזח"], seen)[-1].replace(" :", ":") == read


def test_a_page_is_turned_around() -> None:
    (page,) = in_reading_order([PageWords([*words_at("אבגד", 400, 700), *words_at("2019", 60, 700)], 500.0, 800.0)])
    first, second = segments_of(page.words)
    assert (first.text, second.text) == ("אבגד", "2019")
    assert first.left == pytest.approx(500 - 420)


def test_a_name_in_a_page_from_left_to_right_is_read_in_its_order() -> None:
    lines = [["Ada", "Example"], ["(אבגד", "הוזח)"], *([f"Line{number}", "of", "English"] for number in range(9))]
    read = _read(*lines)
    assert read[0] == "Ada Example"
    assert "הוזח" in read[1]
    assert read[1].index("הוזח") < read[1].index("אבגד")
    assert read[2] == "Line0 of English"


def test_letters_that_stand_in_visual_order_are_read(tmp_path: Path) -> None:
    path = written(tmp_path / "cv.pdf", [shown(["dcba hgfe", "2023 - 2019 jiba", "fedc"])], HEBREW)
    lines = [line.plain for line in read_pdf(load_content(path)).lines]
    assert " ".join(lines).startswith("הוזח אבגד")
    assert "אבטי 2019 - 2023" in " ".join(lines)


def test_forms_of_joined_letters_are_letters(tmp_path: Path) -> None:
    path = written(
        tmp_path / "cv.pdf", [shown(["a b c", "dddd dddd dddd dddd", "aaaa"])], {"a": "\ufefb", "b": "\ufe8d", "d": "\ufeb3"}
    )
    text = " ".join(line.plain for line in read_pdf(load_content(path)).lines)
    assert "لا" in text
    assert "سسسس" in text
    assert not [char for char in text if "\ufe70" <= char < "\ufeff"]
