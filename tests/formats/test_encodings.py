"""Check the encodings of texts that are not UTF-8, and the ends of lines of old Macs."""

from pathlib import Path

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
        ("Образование, Москва", "cp1251", ""),
        ("Uniwersytet Łódzki, Wykształcenie", "cp1250", ""),
        ("Středoškolské vzdělání, žák", "cp1250", ""),
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


_TERMS = Path(__file__).parents[2] / "styles" / "plain" / "terms"
_WESTERN = {"ca", "da", "de", "es", "fi", "fr", "it", "nb", "nl", "pt", "sv"}
_OLD = {
    "ar": ("cp1256",),
    "cs": ("cp1250", "iso-8859-2"),
    "el": ("cp1253", "iso-8859-7"),
    "fa": ("cp1256",),
    "he": ("cp1255",),
    "hi": (),
    "hr": ("cp1250", "iso-8859-2"),
    "hu": ("cp1250", "iso-8859-2"),
    "ja": ("shift_jis", "euc_jp"),
    "ko": ("euc_kr",),
    "pl": ("cp1250", "iso-8859-2"),
    "ro": ("cp1250", "iso-8859-2"),
    "ru": ("cp1251", "koi8-r"),
    "sk": ("cp1250", "iso-8859-2"),
    "tr": ("cp1254",),
    "uk": ("cp1251",),
    "vi": ("cp1258",),
    "zh": ("gb18030", "big5"),
}


@pytest.mark.parametrize("path", sorted(_TERMS.glob("*.yaml")), ids=lambda path: path.stem)
def test_no_text_of_a_language_is_read_in_a_wrong_encoding(path: Path) -> None:
    language, _, _ = path.stem.partition("-")
    lines = path.read_text("utf-8").splitlines()
    for encoding in _OLD.get(language, ("cp1252", "mac_roman")):
        for part in ("\n".join(lines), "\n".join(lines[::2]), "\n".join(lines[1::2])):
            raw = part.encode(encoding, "ignore")
            known = known_encoding(raw)
            assert not known or raw.decode(known) == raw.decode(encoding), (encoding, known)


@pytest.mark.parametrize("language", sorted(_WESTERN & {path.stem for path in _TERMS.glob("*.yaml")}))
def test_a_text_of_western_europe_is_read_in_its_old_encoding(language: str) -> None:
    assert known_encoding((_TERMS / f"{language}.yaml").read_text("utf-8").encode("cp1252", "ignore")) == "cp1252"
