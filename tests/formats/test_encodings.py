"""Check the encodings of texts that are not UTF-8, and the ends of lines of old Macs."""

import pytest

from cvrender.errors import InputError
from cvrender.formats.content import Content
from cvrender.formats.syntax.encodings import known_encoding


@pytest.mark.parametrize(
    ("text", "encoding", "wanted"),
    [
        ("Universität Köln, “Größe” – dès l’été", "cp1252", "cp1252"),
        ("<meta charset='windows-1251'><p>Образование", "cp1251", "windows-1251"),
        ("\\usepackage[latin2]{inputenc} Łódź", "iso-8859-2", "iso-8859-2"),
        ("<meta charset=utf-8><p>Universität", "cp1252", "cp1252"),
        ("<meta charset=hex><p>Universität", "cp1252", "cp1252"),
        ("Образование, Москва", "cp1251", "cp1251"),
        ("Образование, Москва", "koi8-r", "koi8-r"),
        ("Опыт", "cp1251", ""),
        ("Uniwersytet Łódzki, Wykształcenie", "cp1250", ""),
        ("Středoškolské vzdělání, žák", "cp1250", "cp1250"),
        ("Średnie wykształcenie, język angielski, żak, doświadczenie, zarządzanie, obsługa, żółty", "iso-8859-2", "iso-8859-2"),
        ("Munkatapasztalat: szoftverfejlesztő, erősségek, űrlap, önéletrajz, tömör", "cp1250", "iso-8859-2"),
        ("情報工学の研究をしている。プログラミング", "shift_jis", "shift_jis"),
        ("情報工学の研究をしている。プログラミング", "euc_jp", "euc_jp"),
        ("工作经历，计算机科学与技术专业，本科", "gb18030", "gb18030"),
        ("工作經歷，國立大學資訊工程學系，負責專案", "big5", "big5"),
        ("학력 사항 컴퓨터공학과 졸업 소프트웨어 개발", "euc_kr", "euc_kr"),
        ("東京大学で働く", "shift_jis", ""),
    ],
)
def test_the_encoding_of_a_text_is_declared_or_likely_or_not_known(text: str, encoding: str, wanted: str) -> None:
    assert known_encoding(text.encode(encoding)) == wanted
    if not wanted:
        with pytest.raises(InputError, match="not UTF-8"):
            _ = Content(text.encode(encoding), "cv.md").text


def test_a_guess_is_told() -> None:
    content = Content("Universität Köln".encode("cp1252"), "cv.md")
    assert content.text == "Universität Köln"
    assert [problem.code for problem in content.doubts] == ["not-utf-8"]
    assert not Content("Universität Köln".encode(), "cv.md").doubts


def test_lines_of_old_macs_end() -> None:
    assert Content(b"# Ada Example\rEngineer\r", "cv.md").text == "# Ada Example\nEngineer\n"
    assert Content(b"one\r\ntwo\r\n", "cv.md").text == "one\r\ntwo\r\n"
