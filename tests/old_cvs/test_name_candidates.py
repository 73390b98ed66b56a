"""The name is what most signs say: its place, its size, the addresses, and what is said around the text."""

import pytest

from cvrender.formats.lines import LineCell, LineLook, OldLine
from cvrender.old_cvs.name_candidates import NameSigns, find_name


def _lines(*texts: str, size: float = 1.0) -> list[OldLine]:
    return [
        OldLine(tuple(map(LineCell, text.split(" ¦ "))), number, look=LineLook(size=size)) for number, text in enumerate(texts, 1)
    ]


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (("氏 名 孫 陽", "電話 000"), "孫 陽"),
        (("성명(영문) ¦ 이다영 (Dayoung Lee)",), "이다영"),
        (("나이 ¦ 19 ¦ 이름 ¦ 김종환",), "김종환"),
        (("Name: Ada Maria", "Vorname: Example"), "Example Ada Maria"),
        (("Ada Example 36 ans",), "Ada Example"),
        (("Ada Example Curriculum Vitae",), "Ada Example"),
        (("ada EXAMPLE",), "Ada EXAMPLE"),
        (("履 歴 書", "志望動機", "孫 陽"), "孫 陽"),
        (("Ime i prezime Ada Example", "Adresa Nirgendwo 1"), "Ada Example"),
        (("Nazwisko i imię: Example Ada",), "Ada Example"),
        (("A.B. Example", "Engineer"), "A.B. Example"),
        (("Germán Ejemplo",), "Germán Ejemplo"),
        (("Ada Maria Example", "Organisée", "Rigoureuse"), "Ada Maria Example"),
        (("柳一二", "Anzen-tester"), "柳一二"),
        (("邝一二 男·40 岁·大专", "手机: 000"), "邝一二"),
        (("氏 ¦ 名", "EXAMPLE ADA", "男"), "EXAMPLE ADA"),
        (("성명 ¦ 한글 ¦ 김종환",), "김종환"),
        (("EXAMPLE SAMPLE, Ada", "Engineer"), "Ada EXAMPLE SAMPLE"),
        (('std::string name="Ada Example";',), "Ada Example"),
        (("Example Ada vagyok.", "Mérnök"), "Example Ada"),
        (("Ben Ada Maria Example. Acme Üniversitesi mezunuyum",), "Ada Maria Example"),
        (("ada maria example b. 1992",), "Ada Maria Example"),
        (("BİLGİSAYAR MÜHENDİSİ", "ADA ÖRNEK"), "ADA ÖRNEK"),
        (("Geburtsdatum", "Geburtsort"), ""),
        (("姓 名", "性 别"), ""),
        (("Hoja de vida", "Teléfono"), ""),
        (("지원 일자",), ""),
        (("レイアウト テーブル",), ""),
    ],
)
def test_names_in_the_head(head: tuple[str, ...], name: str) -> None:
    assert find_name(_lines(*head), [], NameSigns())[0] == name


def test_an_address_tells_which_of_two_is_the_name() -> None:
    head = _lines("Grace Sample", "Ada Example")
    assert find_name(head, [], NameSigns(["ada.example"]))[0] == "Ada Example"
    assert find_name(head, [], NameSigns())[0] == "Grace Sample"


def test_the_largest_line_is_the_name_wherever_it_stands() -> None:
    others = [*_lines("Java", "Grace Sample"), *_lines("Ada Maria Example", size=2.4), *_lines("Acme Ltd")]
    assert find_name([], others, NameSigns())[0] == "Ada Maria Example"
    assert find_name([], _lines("Java", "Grace Sample", "Acme Ltd"), NameSigns())[0] == ""


def test_a_word_of_an_address_confirms_a_name_elsewhere() -> None:
    others = _lines("Java", "Grace Sample", "Ada Maria Example", "Acme Ltd")
    assert find_name([], others, NameSigns(["ada1999"]))[0] == "Ada Maria Example"
    assert find_name(_lines("柳一二", "Anzen-tester"), [], NameSigns(["Anzen-tester"]))[0] == "柳一二"


def test_a_further_line_of_a_large_name_belongs_to_it() -> None:
    head = _lines("Ada Maria", "Example", size=1.6)
    assert find_name(head, [], NameSigns(told=["Ada Maria Example"]))[0] == "Ada Maria Example"
    assert find_name(head, [], NameSigns())[0] == "Ada Maria"


def test_the_name_of_the_file_and_its_properties_confirm_a_name() -> None:
    head = _lines("Grace Sample", "Ada Example")
    assert find_name(head, [], NameSigns(told=["CV Ada Example"]))[0] == "Ada Example"


def test_an_address_alone_may_say_the_name() -> None:
    assert find_name(_lines("Engineer"), [], NameSigns(["ada.example"]))[0] == "Ada Example"


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("Ada Example – portfolio", "Ada Example"),
        ("Example, Ada", "Ada Example"),
        ("CV_Ada_Example_2024", "Ada Example"),
        ("Windows User", ""),
        ("五百丁", ""),
    ],
)
def test_a_name_that_no_line_says_is_that_of_the_file(told: str, name: str) -> None:
    assert find_name(_lines("Engineer of small engines"), [], NameSigns(told=[told]))[0] == name


def test_letters_set_apart_are_those_of_the_name_of_the_file() -> None:
    head, signature = _lines("E n g i n e e r", "A D A E X A M P L E"), _lines("Music Travel Reading")
    assert find_name(head, signature, NameSigns(told=["Ada Example"]))[0] == "Ada Example"


def test_an_address_confirms_a_name_that_is_a_language_or_ends_in_small_letters() -> None:
    assert find_name(_lines("Designer"), [], NameSigns(["adagrego"], "Ada Grego"))[0] == "Ada Grego"
    assert find_name(_lines("Ada Maria example"), [], NameSigns(["ada.example9"]))[0] == "Ada Maria example"


def test_two_large_lines_of_two_words_are_one_name() -> None:
    head = [*_lines("Example Street 1"), *_lines("Ada Maria", "Example Sample", size=2.2)]
    assert find_name(head, [], NameSigns(["ada.example"]))[0] == "Ada Maria Example Sample"


def test_a_name_of_the_file_does_not_replace_one_in_another_script() -> None:
    head = _lines("Ада Пример", "Ada Example and her engines")
    assert find_name(head, [], NameSigns(["ada.example"], told=["Ada Example"]))[0] == "Ада Пример"
