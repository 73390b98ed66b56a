"""Say which package has the letters that a PDF lacks, where it was uninstalled."""

import pytest

from cvrender.targets.tex import prepare


@pytest.mark.parametrize(
    ("letters", "said"),
    [
        ("ΆΒΓ", "and 2 others of Greek"),
        ("例子", "and 1 other of Chinese"),
        ("가나다", "and 2 others of Korean"),
    ],
)
def test_the_package_of_fonts_is_named_where_it_is_missing(letters: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (known,) = prepare._problems(dict.fromkeys(letters, "bio"))
    assert known.message.endswith(said) and known.hint == "remove it, or render only md, docx, html and txt"
    monkeypatch.setattr(prepare, "package_folders", lambda package: [])
    (problem,) = prepare._problems(dict.fromkeys(letters, "bio"))
    assert problem.hint == "pip install rendercv-fonts, remove it, or render only md, docx, html and txt"


def test_letters_of_other_scripts_have_packages_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "package_folders", lambda package: [])
    (problem,) = prepare._problems({"\u1780": "bio"})
    assert problem.hint.startswith("pip install fontpkg-noto-sans-khmer, ")
