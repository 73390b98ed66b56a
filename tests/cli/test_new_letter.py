"""`cvrender new-letter`: a letter to begin with in each language that letters have words for."""

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from cvrender.cli import main

ROOT = Path(__file__).parents[2]
TEXTS = yaml.load((ROOT / "src/cvrender/cli/starters/letters/texts.yaml").read_text("utf-8"), yaml.CSafeLoader)
TERMS = {path.stem for path in (ROOT / "styles/plain/terms").glob("*.yaml")}
PROFILE = "person: {name: Ada Example}\npositions:\n  - {organization: Nowhere, title: Professor, start: 2020, end: present}\n"


def test_each_language_has_its_texts() -> None:
    assert len(TERMS) > 20
    assert TERMS - set(TEXTS) == {"en-GB", "pt-PT"}, "a region has those of its language"
    assert not [language for language, texts in TEXTS.items() if set(texts) != set(TEXTS["en"]) or len(texts["points"]) != 2]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ["Sehr geehrte Damen und Herren,", "- Lehre: was Sie lehren", "Lebenslauf"]),
        ("fr", ["Madame, Monsieur,", "- Recherche : ce que vous avez trouvé"]),
        ("zh-Hant", ["特此應徵貴校公布的職位。現任職務：Professor, Nowhere.", "- 教學： 您講授的課程"]),
        ("pt-PT", ["Exmos. Senhores,", "- Ensino: o que ensina"]),
    ],
)
def test_a_new_letter_is_in_its_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("profiles").mkdir()
    Path("profiles/ada.yaml").write_text(PROFILE, "utf-8")
    run = CliRunner()
    assert run.invoke(main, ["new-letter", "uni", "--language", language, "--profile", "ada"]).exit_code == 0
    result = run.invoke(main, ["letter", "letters/uni.yaml", "--to", "txt"])
    assert result.exit_code == 0, result.output
    lines = Path("out/ada/ada-uni-classic.txt").read_text("utf-8").splitlines()
    assert [word for word in words if word not in lines] == []
    assert not [line for line in lines if "the position" in line]
