"""Letters: their parts by format and language, their placeholders, their errors, and the window in millimetres."""

import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from cvrender.documents.files import LoadedDocument, load_document
from cvrender.documents.letter_formats import letter_formats
from cvrender.documents.render import render_document
from cvrender.errors import InputError
from cvrender.load.library import find_style, find_terms
from cvrender.load.library.terms import term_languages
from cvrender.load.request import RenderRequest, RenderResult
from cvrender.targets.pdf.read import read

PROFILE = """
updated: 2026-11-22
person:
  name: Ada Example
  location: 1 Example Road, Nowhere 00000
  emails: [ada@example.org, {value: a@nowhere.example, private: true}]
  phones: [+1 555 0100]
  orcid: 0000-0002-1825-0097
positions:
  - {organization: University of Nowhere, title: Professor of _Engines_, start: 2020, end: present}
  - {organization: Old Place, title: Assistant, start: 2010, end: 2015}
"""
LETTER = """
to: [Prof. B. Sample, 2 Sample Street, Somewhere 00000]
subject: A position
body: |
  I am {position.title} at {position.organization}.

  - one *thing*
  - another
enclosures: [A CV, A list]
"""


def letter(folder: Path, more: str = "", text: str = LETTER, profile: str = PROFILE) -> tuple[RenderRequest, LoadedDocument]:
    (folder / "ada.yaml").write_text(profile, "utf-8")
    (folder / "offer.yaml").write_text(text + more, "utf-8")
    return RenderRequest(profile=str(folder / "ada.yaml"), targets=("txt",)), load_document(folder / "offer.yaml")


def rendered(folder: Path, more: str = "", targets: tuple[str, ...] = ("txt",), **options: str) -> RenderResult:
    request, document = letter(folder, more)
    changed = RenderRequest(profile=request.profile, targets=targets, **options)  # type: ignore[arg-type]
    return render_document(changed, document)


def lines(folder: Path, more: str = "", **options: str) -> list[str]:
    return rendered(folder, more, **options)[0].content.decode().splitlines()


def errors(folder: Path, more: str = "", text: str = LETTER) -> list[str]:
    with pytest.raises(InputError) as error:
        render_document(*letter(folder, more, text))
    return [str(problem).replace(f"{folder}/", "") for problem in error.value.problems]


def test_an_american_letter_begins_with_the_date(tmp_path: Path) -> None:
    found = [line for line in lines(tmp_path) if line]
    assert found[found.index("November 22, 2026") :] == [
        "November 22, 2026",
        "Prof. B. Sample",
        "2 Sample Street",
        "Somewhere 00000",
        "Re: A position",
        "To Whom It May Concern:",
        "I am Professor of _Engines_ at University of Nowhere.",
        "- one thing",
        "- another",
        "Sincerely,",
        "Ada Example",
        "Enclosures",
        "A CV",
        "A list",
    ]


def test_a_british_letter_has_its_subject_below_the_salutation_and_knows_whom_it_addresses(tmp_path: Path) -> None:
    found = lines(tmp_path, "language: en-GB\n")
    assert found.index("A position") > found.index("Dear Sir or Madam,")
    assert "Yours faithfully," in found
    assert "Yours sincerely," in lines(tmp_path, "language: en-GB\nsalutation: 'Dear Ms Sample,'\n")


def test_a_french_letter_closes_with_its_salutation(tmp_path: Path) -> None:
    found = " ".join(lines(tmp_path, "language: fr\nplace: Lyon\nsalutation: 'Madame la Présidente,'\n"))
    assert "Je vous prie d’agréer, Madame la Présidente, l’expression" in found
    assert "Lyon, le 22 novembre 2026" in found


@pytest.mark.parametrize(
    ("more", "salutation", "closing"),
    [("", "拝啓", "敬具"), ("salutation: 前略\n", "前略", "草々"), ("salutation: 謹啓\n", "謹啓", "謹白")],
)
def test_a_japanese_letter_closes_as_its_salutation_asks(tmp_path: Path, more: str, salutation: str, closing: str) -> None:
    found = lines(tmp_path, f"language: ja\n{more}")
    assert f"{salutation}　I am Professor of _Engines_ at University of Nowhere." in found
    assert found.index(closing) > found.index(f"{salutation}　I am Professor of _Engines_ at University of Nowhere.")
    assert "2026年11月22日" in found and salutation not in found


def test_titles_stand_before_the_name_that_signs(tmp_path: Path) -> None:
    request, document = letter(tmp_path, profile=PROFILE.replace("  name:", "  honorific_prefix: Dr.\n  name:"))
    found = render_document(request, document)[0].content.decode().splitlines()
    assert [line for line in found if "Example" in line and "Road" not in line] == ["Dr. Ada Example", "Dr. Ada Example"]


def test_the_head_has_the_usual_contacts_or_all(tmp_path: Path) -> None:
    assert not any("ORCID" in line for line in lines(tmp_path))
    assert any("ORCID" in line for line in lines(tmp_path, "contacts: all\n"))


@pytest.mark.parametrize("language", term_languages(find_style("plain")))
def test_each_language_has_the_words_of_letters(language: str) -> None:
    words = find_terms(find_style("plain"), language).letter
    assert words.salutation
    assert "{subject}" in words.subject
    assert words.dated.format(place="A", date="B")


def test_each_format_has_each_part_once() -> None:
    for form in letter_formats().values():
        parts = ["address", "body", "closing", "date", "enclosures", "reference", "salutation", "subject"]
        assert sorted(form.parts) == parts


def test_placeholders_are_checked_where_they_are(tmp_path: Path) -> None:
    text = LETTER.replace("{position.title}", "{position.titel}").replace("{position.organization}", "{talk.title}")
    assert errors(tmp_path, text=text) == [
        'offer.yaml:4:7: error: body[0]: "{position.titel}" is not a placeholder; did you mean "title"?',
        'offer.yaml:4:7: error: body[0]: "{talk.title}" has no value: the profile shows no talks',
    ]


def test_what_a_letter_must_not_show_has_no_value(tmp_path: Path) -> None:
    found = errors(tmp_path, "closing: '{person.emails.2}'\nprivacy: public\n")
    assert found == ['offer.yaml:10:10: error: closing: "{person.emails.2}" has no value: "2" is not a number from 1 to 1']


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("format: din\n", 'offer.yaml:10:9: error: format: there is no letter format "din"'),
        ("signature: none.png\n", 'offer.yaml:10:12: error: signature: "none.png" not found in the profile\'s folder'),
        ("pages: 0\n", "offer.yaml:10:8: error: pages: should be at least 1"),
        ("greeting: Hi\n", "offer.yaml:10:1: error: greeting: unknown key"),
    ],
)
def test_errors_have_the_line_of_the_letter(tmp_path: Path, more: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        render_document(*letter(tmp_path, more))
    assert str(error.value.problems[0]).replace(f"{tmp_path}/", "").startswith(message)


def test_a_letter_without_a_date_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the letter has no date"):
        render_document(*letter(tmp_path, profile=PROFILE.replace("updated: 2026-11-22\n", "")))


@pytest.mark.parametrize(("form", "top"), [("din-5008-b", 45.0), ("din-5008-a", 27.0)])
def test_the_address_is_in_the_window_of_din_5008(tmp_path: Path, form: str, top: float) -> None:
    result = rendered(tmp_path, f"language: de\nformat: {form}\n", ("pdf",))
    assert not result.warnings
    places = positions(result[0].content)
    left, first, _ = places["Prof. B. Sample"]
    assert left == pytest.approx(25, abs=0.3)  # 20 mm, and 5 mm of space
    assert top + 17.7 <= first <= top + 17.7 + 5  # the first line of the part for the address
    for name in ("Prof. B. Sample", "2 Sample Street", "Somewhere 00000"):
        left, line, right = places[name]
        assert top + 17.7 <= line <= top + 45
        assert right <= 20 + 85
    left, sender, right = next(place for text, place in places.items() if text.startswith("Ada Example · 1 Example"))
    assert top <= sender <= top + 17.7
    assert left == pytest.approx(25, abs=0.3)
    assert right <= 20 + 85


def positions(pdf: bytes) -> dict[str, tuple[float, float, float]]:
    """Return the left edge, the height of the middle and the right edge of each line of the first page, in mm from its corner."""
    import pypdfium2

    page = pypdfium2.PdfDocument(pdf)[0]
    text, height, found = page.get_textpage(), page.get_height(), {}
    line: list[tuple[str, tuple[float, float, float, float]]] = []
    for index in range(text.count_chars() + 1):
        char = text.get_text_range(index, 1) if index < text.count_chars() else "\n"
        if char not in "\r\n":
            line.append((char, text.get_charbox(index)))
        elif line:
            boxes = [box for char, box in line if char != " "]
            left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
            bottom, top = min(box[1] for box in boxes), max(box[3] for box in boxes)
            middle = height - (bottom + top) / 2
            found["".join(char for char, _ in line).strip()] = (left * 25.4 / 72, middle * 25.4 / 72, right * 25.4 / 72)
            line = []
    return found


def test_a_head_that_is_too_high_for_the_window_is_told(tmp_path: Path) -> None:
    result = rendered(tmp_path, "language: de\nformat: din-5008-a\npage: {margin: 25mm}\n", ("pdf",))
    assert [problem.code for problem in result.warnings] == ["off-window"]
    assert "Prof. B. Sample" in "\n".join(line for page in read(result[0].content).pages for line in page)


@pytest.mark.parametrize(("format", "top"), [("din-5008-b", 45), ("fr", 50), ("din-5008-a", 27)])
def test_in_word_no_line_has_room_between_the_head_and_the_address(tmp_path: Path, format: str, top: float) -> None:
    """A head that is too high moves the address down, and neither is printed over the other."""
    high = top == 27
    (artifact,) = rendered(tmp_path, f"format: {format}\npage: {{margin: {25 if high else 15}mm}}\n", ("docx",))
    with zipfile.ZipFile(BytesIO(artifact.content)) as archive:
        xml = archive.read("word/document.xml").decode()
    frames = [dict(re.findall(r'w:(\w+)="(\w+)"', frame)) for frame in re.findall(r"<w:framePr ([^>]*)/>", xml)]
    head, *_, address = frames
    assert head["hRule"] == "atLeast" and address["hRule"] == "exact"
    assert int(head["y"]) + int(head["h"]) == int(address["y"])
    millimetres = int(address["y"]) * 25.4 / 1440
    assert (millimetres > top + 5) if high else millimetres == pytest.approx(top, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("style", ["classic", "moderncv", "sidebar", "banner", "homepage", "engineer", "folio"])
def test_every_look_has_letters(tmp_path: Path, style: str) -> None:
    for language in ("de", "en", "fr", "ja", "ar"):
        result = rendered(tmp_path, targets=("tex", "pdf", "md", "docx", "html", "txt"), style=style, language=language)
        assert {artifact.name.rpartition(".")[2] for artifact in result} >= {"tex", "pdf", "md", "docx", "html", "txt"}


@pytest.mark.parametrize(("style", "line"), [("passport", 138), ("folio", 122), ("timeline", 144)])
def test_a_letter_has_no_column_of_dates_and_lines_that_are_read_well(tmp_path: Path, style: str, line: int) -> None:
    [made] = [item for item in rendered(tmp_path, targets=("tex",), style=style) if item.name.endswith(".tex")]
    text = made.content.decode()
    assert "bindingoffset" not in text and "11pt]{article}" in text
    left, right = (re.search(rf"(?:{side}|margin)=([\d.]+)mm", text) for side in ("left", "right"))
    assert left and right and round(210 - float(left[1]) - float(right[1])) == line


def test_a_letter_keeps_the_size_that_it_sets(tmp_path: Path) -> None:
    made = rendered(tmp_path, "page: {text: 10pt, margin: 20mm}\n", targets=("tex",))[0].content.decode()
    assert "10pt]{article}" in made and r"\geometry{margin=20mm}" in made


def test_a_japanese_letter_has_its_words_and_their_places(tmp_path: Path) -> None:
    made = rendered(tmp_path, targets=("html",), language="ja")[0].content.decode()
    assert "拝啓" in made and made.index("at-end closing") < made.index("敬具") < made.index("at-end signature")


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "Reference: 7"), ("en-GB", "Your reference: 7"), ("de", "Ihr Zeichen: 7"), ("ru", "На № 7"), ("nl", "Uw kenmerk: 7")],
)
def test_the_reference_is_that_of_the_reader(tmp_path: Path, language: str, line: str) -> None:
    assert line in lines(tmp_path, "reference: '7'\n", language=language)


def test_the_body_cites_works_of_the_profile(tmp_path: Path) -> None:
    works = PROFILE + "publications: [{id: late, title: Late, authors: [Ada Example], type: book, date: 2024}]\n"
    text = LETTER.replace("{position.organization}", "{position.organization} [@late, p. 5]")
    request, document = letter(tmp_path, "citations: mla\n", text, works)
    assert "University of Nowhere (Example 5)." in render_document(request, document)[0].content.decode()
    request, document = letter(tmp_path, "", text.replace("@late", "@none"), works)
    with pytest.raises(InputError, match='offer.yaml:4:7: error: .* there is no publication "none"'):
        render_document(request, document)
