"""Test ordinary texts in many scripts: each is read back from every target, whatever prints it or stands next to it."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

from cvrender.api import render
from cvrender.errors import InputError, ToolError
from cvrender.fonts import shaping
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.model.text import Span, Text
from cvrender.targets.md.write import text as markdown
from cvrender.targets.pdf.read import lines_by_page
from cvrender.targets.tex.marks import mark
from cvrender.targets.tex.shaped import with_shaped_words
from cvrender.targets.tex.texts import write
from cvrender.targets.txt.write import text as plain_text
from cvrender.text.casing import capitals
from cvrender.text.letter_forms import plain_letters

URL = "https://hi.wikipedia.org/wiki/बनारस_हिन्दू_विश्वविद्यालय_का_इतिहास_और_वर्तमान_स्थिति_के_बारे_में_विस्तृत_जानकारी"
LONG = "RECHTSSCHUTZVERSICHERUNGSGESELLSCHAFT"
ADA = {"name": "Ada"}
LABELLED = {"value": "https://example.org/ada", "label": "الأقاليم ニュー الجنوبية الفرنسية"}
REACHED = {"emails": ["ada@example.org"], "phones": ["+1 555 0100"], "links": ["https://example.org/~ada", LABELLED]}


def loaded(**fields: Any) -> LoadedProfile:
    source = parse(json.dumps({"person": ADA, **fields}, ensure_ascii=False).encode(), "ada.yaml")
    return LoadedProfile(source, validate(source))


def pdf(style: str, **fields: Any) -> bytes:
    """The PDF of a profile, which was read back and compared when it was made."""
    return render(loaded(**fields), style=style, targets=["pdf"])[0].content


def news(*texts: str) -> list[dict[str, str]]:
    return [{"text": text} for text in texts]


def skills(name: str, *items: str) -> list[dict[str, Any]]:
    return [{"name": name, "items": items}]


@pytest.mark.few_styles("classic", "homepage")
@pytest.mark.parametrize(
    ("style", "fields"),
    [
        ("classic", {"language": "zh", "person": {"name": "李明"}, "skills": skills("编程", "Python")}),  # the colon is a term's
        ("engineer", {"language": "uk", "person": {"name": "Мар´яна"}, "news": news("Мар`яна • €")}),  # signs of another encoding
        ("homepage", {"person": {"name": "Sara Ahmadi", "headline": "دانشگاه تهران"}}),  # a small line below a large one
        ("moderncv", {"skills": skills("ມະຫາວິທະຍາໄລແຫ່ງຊາດລາວ", "ภาษาไทย"), "news": news(URL)}),  # words that are measured
        ("proceedings", {"skills": skills("ภาษาไทยและภาษาอังกฤษ", "ภาษาไทย"), "news": news("کتاب‌ها٪ شكركم")}),
        ("classic", {"news": news("नमस्ते سَلَامٌ", "क्षत्रिया שָׁלוֹם")}),
        ("classic", {"news": news("ﻻ ﷲ か\u309a ☺\ufe0e")}),
        ("engineer", {"person": {"name": "Արմեն"}, "custom": [{"title": "გამოცდილება և փորձ", "entries": [{"title": "x"}]}]}),
        ("classic", {"language": "he", "custom": [{"title": "fıstık", "entries": [{"title": "x"}]}]}),
        (
            "classic",
            {"language": "he", "news": [{"text": "מילה ארוכה " * 12 + "סוף", "date": "2021-09"}]},
        ),  # two lines and a date
        ("classic", {"language": "he", "news": news("फॉनिक्स मॉस्को אחת", "শিশু লাত্‌ভীয় אחת")}),  # glyphs with the same characters
        ("moderncv", {"language": "es", "skills": skills("شاهزاده‌‌نشین", "Python")}),  # two joiners show as one
        ("portfolio", {"custom": [{"title": LONG, "columns": [LONG, LONG], "rows": [[LONG, "1"]], "highlights": [LONG]}]}),
        ("moderncv", {"skills": skills(LONG, "x"), "custom": [{"title": "x", "columns": ["y"], "rows": [[LONG]]}]}),
        (
            "moderncv",
            {"language": "he", "references": [{"name": "Mary Example", "title": "Кокос телугу", "organization": "Вилњус"}]},
        ),
        ("moderncv", {"language": "en-GB", "person": {"name": "اليمن اللامبا", **REACHED}}),  # links in the order of the page
        (
            "corners",
            {"language": "zh", "person": {"name": "李明："}, "news": news("**中：** 文、2021")},
        ),  # a sign at the end of a group
        ("classic", {"custom": [{"title": "მაზანდერანული", "entries": [{"title": "x"}]}]}),  # a long word in capitals
        ("classic", {"news": news("क्षत्रिया,, word")}),  # two commas are not a quotation mark
        (
            "folio",
            {
                "custom": [{"title": "x", "columns": ["y"], "rows": [["Rooma کیچه\u200c"]]}],
                "news": news("سَلَ\u200c\u200cامٌ\u200c abc"),
            },
        ),  # joiners at the end, after marks, and two in a row
        ("moderncv", {"person": {"name": "Ada", "headline": "Siksika", "links": ["https://example.org/ada"]}}),  # one short word
        ("moderncv", {"person": {"name": "Ada", "links": [f"https://{'w' * 62}.org", f"https://{'MW' * 30}.org"]}}),
    ],
)
def test_ordinary_texts_are_set_and_read_back(style: str, fields: dict[str, Any]) -> None:
    try:
        assert pdf(style, **fields).startswith(b"%PDF")
    except InputError as error:
        if os.environ.get("CI") == "true" or {problem.code for problem in error.problems} != {"no-glyph"}:
            raise
        pytest.skip(f"a font is missing: {error}")


HEBREW = "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזחטיכלמנסעפצקרשתאב"
POINTED = "\u05b8".join(HEBREW)
SENTENCE = "שלום לכל העולם הזה ולכל מי שגר בו היום ומחר וגם אחרי כן תמיד"


@pytest.mark.parametrize("style", ["classic", pytest.param("moderncv", marks=pytest.mark.slow)])
@pytest.mark.parametrize("text", [HEBREW, POINTED, SENTENCE], ids=["word", "pointed", "sentence"])
def test_cells_from_right_to_left_have_several_lines(style: str, text: str) -> None:
    custom = {"title": "טבלה", "columns": ["אחד", "שתיים", "שלוש"], "rows": [[text, "שלום", text], ["דג", "שלום", text]]}
    assert pdf(style, language="he", custom=[custom]).startswith(b"%PDF")


@pytest.mark.parametrize("style", ["classic", "moderncv"])
def test_a_name_from_right_to_left_may_be_wider_than_the_page(style: str) -> None:
    assert pdf(style, language="he", person={"name": f"{HEBREW}{HEBREW} כהן"}).startswith(b"%PDF")


ENDS_IN_NUMBERS = {
    "ar": "مهندسة برمجيات لديها خبرة طويلة في إدارة الفرق وبناء الأنظمة الكبيرة، يرجى الاتصال على الرقم 050 1234567",
    "fa": "مهندس نرم‌افزار با تجربه طولانی در مدیریت تیم‌ها و ساخت سامانه‌های بزرگ، لطفا با شماره **۰۲۱** ۵۵۵۰۱۰۰",
    "he-phone": "אני מהנדסת תוכנה עם ניסיון רב בניהול צוותים ובפיתוח מערכות גדולות, נא להתקשר לטלפון +1 (555) 0100",
    "he": "אני מהנדסת תוכנה עם ניסיון רב בניהול צוותים ובפיתוח מערכות גדולות, נא להתקשר לטלפון 050 1234567",
}


@pytest.mark.parametrize("language", ENDS_IN_NUMBERS)
def test_a_long_text_from_right_to_left_ends_in_two_numbers(language: str) -> None:
    assert pdf("classic", language=language[:2], bio=ENDS_IN_NUMBERS[language]).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("language", "person"),
    [
        ("ar", {"name": "آدا مثال"}),
        ("he", {"name": "עדה דוגמה"}),
        ("en", {"name": "آدا مثال"}),
        ("fa", {"name": "Sara Ahmadi", "headline": "دانشگاه تهران"}),  # tall letters below a name without any
    ],
)
def test_the_name_comes_before_the_contacts(language: str, person: dict[str, Any]) -> None:
    contacts = {"emails": ["ada@example.org"], "phones": ["+1 555 0100"]}
    assert pdf("moderncv", language=language, person={**person, **contacts}).startswith(b"%PDF")


SIGNS = ["מוצר מוביל™ בשוק", "משרה של ½ ועוד ¾", "מספר ≤ 5 בשוק", "גודל ≪ קטן ≫", "מוצר® בשוק", "בשוק ofﬁce גדול", "10 µm ו-5 m²"]
"""Signs that PDFium spells or mirrors."""


@pytest.mark.parametrize("language", ["he", "en"])
@pytest.mark.parametrize("text", [*SIGNS, "؛ أحمد and others"])
def test_signs_between_words_from_right_to_left_are_read_back(text: str, language: str) -> None:
    assert pdf("classic", language=language, bio=text).startswith(b"%PDF")


@pytest.mark.parametrize("name", ["إِبْرَاهِيم مثال", "أَحْمَد مثال", "رُؤیا نمونه"])
def test_a_name_may_begin_with_a_hamza_and_a_vowel_sign(name: str) -> None:
    assert pdf("classic", person={"name": name}).startswith(b"%PDF")


def test_signs_of_order_are_mirrored_from_right_to_left() -> None:
    assert r"\cvm{≤}" in with_shaped_words(mark("מספר ≤ 5"), shaping.shape(["מספר"])[0], True)
    assert r"\cvm{≪}" in with_shaped_words(mark("מספר ≪ 5"), shaping.shape(["מספר"])[0], True)
    assert r"\cvm" not in with_shaped_words(mark("x ≤ 5"), (), True)


@pytest.mark.parametrize("language", ["he", "en"])
@pytest.mark.parametrize(("name", "text"), [("Ada", "- מילה\n" * 20), ("Ada", "מוצר® ו©"), ("א", "א"), ("Ada Example", "מוצר ו")])
def test_a_page_of_short_lines_is_read_from_top_to_bottom(name: str, text: str, language: str) -> None:
    """PDFium takes the page for vertical writing, so its lines from right to left were read from the last to the first."""
    assert pdf("classic", language=language, person={"name": name}, bio=text).startswith(b"%PDF")


@pytest.mark.parametrize(
    "fields",
    [
        {"bio": "".join(f"- תבליט מספר {number} אומר.\n" for number in range(100))},
        {"custom": [{"title": f"פרק {number}", "text": "דבר."} for number in range(24)]},  # the number of a heading is before it
    ],
)
def test_a_second_page_of_short_lines_is_read_from_top_to_bottom(fields: dict[str, Any]) -> None:
    assert pdf("moderncv", language="he", person={"name": "עדה דוגמה"}, **fields).startswith(b"%PDF")


@pytest.mark.parametrize("word", ["الكركم", "مركزكم", "کرگدن", "شکرگزاری", "سَلَامٌ"])
def test_from_right_to_left_each_character_has_a_glyph_of_its_own(word: str) -> None:
    (words,), fonts = shaping.shape([word])
    texts = {font.letter: font.texts for font in fonts}
    assert [texts[font][slot - 1] for font, slot in words.regular] == list(reversed(word))


@pytest.mark.slow
def test_words_from_many_fonts_are_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """PDFium leaves out a glyph without an outline that is alone in its font, and one with the slot of its neighbour."""
    monkeypatch.setattr(shaping, "_MOST", 3)
    monkeypatch.setattr(shaping, "_CACHE", "shaped-in-small-fonts")
    texts = ("بوک\u200cمُل اینوکتیتوت", "تل\u200cسیتی گواهی\u200cنامه\u200cها")
    words, _ = shaping.shape(" ".join(texts).split())
    glyphs = [pair for word in words for pair in pairwise(word.regular)]
    assert len({font for (font, _), _ in glyphs}) > 5
    assert not [pair for pair in glyphs if pair[0][0] != pair[1][0] and pair[0][1] == pair[1][1]]
    assert pdf("classic", news=news(*texts))


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler is not installed")
def test_links_that_two_directions_bring_together_are_two() -> None:
    addresses = ["https://example.org/one", "https://example.org/two"]
    arabic, latin = ([{"url": url, "label": label} for url in addresses] for label in ("قاعدة البيانات", "data"))
    entries = [{"title": "الكتاب", "links": arabic}, {"title": "Book", "links": latin}]
    assert pdf("lab", language="pt", custom=[{"title": "T", "entries": entries}])


@pytest.mark.needs("pdftotext")
def test_vowel_marks_follow_their_letters_for_other_readers() -> None:
    content = pdf("classic", language="ar", news=news("سَلَامٌ عَلَيْكُم"))
    text = subprocess.run(["pdftotext", "-", "-"], input=content, capture_output=True, check=True).stdout.decode()
    assert "سَلَامٌ عَلَيْكُم" in text
    assert "سَلَامٌ عَلَيْكُم" in [line for page in lines_by_page(content) for line in page]


def test_what_a_library_raises_is_named_and_stops_no_other_target(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("odd")

    monkeypatch.setattr("cvrender.targets.tex.source.missing_characters", fail)
    monkeypatch.setattr("cvrender.targets.docx.make.make", fail)
    with pytest.raises(ToolError) as error:
        render(loaded(), targets=["pdf", "docx", "md"])
    assert [name for name, _ in error.value.passed] == ["ada-full-classic.md"]
    assert {problem.code for problem in error.value.problems} == {"internal-error"}
    assert all("ZeroDivisionError: odd" in problem.message for problem in error.value.problems)
    names = {f"ada-full-classic.{name}.traceback.txt" for name in ("tex", "docx")}
    assert {name for name, _ in error.value.failed} == names
    monkeypatch.setattr("cvrender.pipeline.selected", fail)
    with pytest.raises(ToolError, match="ZeroDivisionError"):
        render(loaded(), targets=["md"])


def test_a_link_with_one_letter_is_no_task() -> None:
    for label in ("X", "x"):
        assert markdown(Text((Span(label, href="https://x.com/ada"),))) == f"[{label}](https://x.com/ada)"
    assert markdown(Text((Span("[x] done"),))) == r"\[x] done"


def test_an_address_in_plain_text_has_no_spaces_and_stays_readable() -> None:
    assert plain_text(Text((Span("x", href="https://e.org/a <b>ü"),))) == "x <https://e.org/a%20%3Cb%3Eü>"


def test_a_long_word_is_not_broken_within_a_letter() -> None:
    word = "विश्वविद्यालय_" * 6
    parts = str(write(Text((Span(word + "x" * 41),)))).split(r"\allowbreak{}")
    assert len(parts) > 5
    joined = "\u094d\u200d"
    assert all(before[-1] not in joined and after[0].isalnum() for before, after in pairwise(parts))


def test_capitals_are_made_only_where_a_script_uses_them() -> None:
    assert capitals("გამოცდილება", "ka") == "გამოცდილება"
    assert capitals("փորձ", "hy") == "ՓՈՐՁ"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("ﻻ", "لا"), ("ﷲ", "الله"), ("❤\ufe0f", "❤"), ("か\u309a", "か゜"), ("ﬁ x²", "ﬁ x²"), ("שׁ", "שׁ"), ("a", "a")],
)
def test_forms_of_letters_are_letters(typed: str, shown: str) -> None:
    assert plain_letters(typed) == shown


def problems_of(texts: Iterable[str]) -> list[str]:
    with pytest.raises(InputError) as error:
        pdf("classic", news=news(*texts))
    return [problem.message for problem in error.value.problems]


def test_a_sign_that_no_font_has_is_named_once() -> None:
    assert problems_of(["✉ a", "✉ b", "c ✉✉"]) == ['no font has the character "✉" (U+2709, envelope)']


def test_a_name_with_wide_glyphs_is_a_line_of_its_own() -> None:
    """PDFium took the name and the headline for one line, because a glyph was wider than twice their distance."""
    made = pdf("lab", person={"name": "வெனிசுலா காம்சட்கா", "headline": "துலே சுவாஷ்"})
    assert lines_by_page(made)[0][:2] == ["வெனிசுலா காம்சட்கா", "துலே சுவாஷ்"]


PAPER = {
    "type": "paper-conference",
    "title": "Graph Models: A Study",
    "authors": ["Leila Haddad", "Ann Lee"],
    "venue": {"name": "Annual Meeting", "short": "ACL"},
    "date": "2021",
    "page": "12-19",
}


def paper(*targets: str) -> dict[str, str]:
    """An English paper in an Arabic CV, as each target has it."""
    artifacts = render(loaded(language="ar", publications=[PAPER]), style="classic", targets=targets)
    return {artifact.name.rpartition(".")[2]: artifact.content.decode("utf-8", "replace") for artifact in artifacts}


def test_each_field_of_an_english_paper_is_an_isolate_from_right_to_left() -> None:
    found = paper("html", "tex")
    assert "<bdi>Leila Haddad، Ann Lee</bdi>، «<bdi>Graph Models: A Study</bdi>»، " in found["html"]
    words = r"\cvx{Graph} \cvx{Models:} \cvx{A} \cvx{Study}"
    assert rf"\cvm{{«}}\beginL{{}}{words}\endL{{}}\cvm{{»}}" in " ".join(found["tex"].split())


def test_a_name_and_the_year_behind_it_are_one_isolate_from_right_to_left() -> None:
    talk = {"title": "הערות", "authors": ["Ada Example"], "date": "2019", "type": "paper-conference"}
    talk["venue"] = {"name": "הכנס", "short": "XYZ"}
    (page,) = render(loaded(language="he", publications=[talk]), style="folio", targets=["html"])
    assert "<bdi>XYZ’19</bdi>" in page.content.decode()


def test_an_english_cv_without_other_letters_has_no_isolates() -> None:
    (artifact,) = render(loaded(publications=[PAPER]), style="classic", targets=["html"])
    assert "<bdi>" not in artifact.content.decode()


def test_labels_numbers_and_a_link_stand_in_one_line() -> None:
    licence = {
        "title": "אפיה שירים והקלטות",
        "issuer": "לולה סאמי",
        "date": "2021-09",
        "valid_until": "2031-08-09",
        "note": "מנחה",
    }
    licence |= {"hours": "12", "points": "3", "register": "https://example.org/page"}
    assert pdf("accent", language="he", certifications=[licence]).startswith(b"%PDF")


@pytest.mark.parametrize("headline", ["مهندسة", "الكورنية", "كاتبة الرواية"])
def test_a_large_name_does_not_touch_the_headline(headline: str) -> None:
    assert pdf("accent", language="ar", person={"name": "جايابيورا اللومبردية", "headline": headline}).startswith(b"%PDF")
