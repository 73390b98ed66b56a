"""Letters and applications for each row of a table."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main

PROFILE = "updated: 2026-11-22\nperson: {name: Ada Example}\n"
LETTER = 'profile: ada.yaml\nto: "{row.contact}"\nbody: I apply at {row.company}.\n'
TABLE = "company,contact\nFirm A,Bea\nFirm B,\nFirm C,Cy\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"ada.yaml": PROFILE, "letter.yaml": LETTER, "employers.csv": TABLE}.items():
        Path(name).write_text(text, "utf-8")
    return tmp_path


def call(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_each_row_has_a_letter_in_its_own_folder(folder: Path) -> None:
    result = call("letter", "letter.yaml", "--for", "employers.csv", "--to", "txt")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [f"out/ada/Firm {name}/ada-letter-classic.txt" for name in "AC"]
    assert result.stderr.startswith('employers.csv:3:1: error: row "Firm B": the column "contact" is empty')
    assert "I apply at Firm C." in Path("out/ada/Firm C/ada-letter-classic.txt").read_text("utf-8")


def test_a_problem_of_one_row_names_it_and_one_of_all_does_not(folder: Path) -> None:
    Path("letter.yaml").write_text(LETTER + "language: '{row.language}'\nformat: '{row.format}'\n", "utf-8")
    Path("employers.csv").write_text("company,contact,language,format\nA,Bea,en,x\nB,Bo,zz1,x\nC,Cy,en,x\n", "utf-8")
    result = call("letter", "letter.yaml", "--for", "employers.csv", "--to", "txt")
    assert 'rows "A", "C": "x" is not a format' in result.stderr or 'rows "A", "C": ' in result.stderr
    assert 'row "B": ' in result.stderr
    Path("employers.csv").write_text("company,contact,language,format\nA,Bea,en,x\nC,Cy,en,x\n", "utf-8")
    assert "row" not in call("letter", "letter.yaml", "--for", "employers.csv", "--to", "txt").stderr


@pytest.mark.slow
def test_each_row_has_an_application(folder: Path) -> None:
    parts = '- {letter: letter.yaml, file: "{family}-Letter"}\n  - {view: resume, title: "CV for {row.company}"}\n'
    Path("application.yaml").write_text(f'profile: ada.yaml\nfile: "{{family}}-{{row.company}}.pdf"\nparts:\n  {parts}', "utf-8")
    result = call("application", "application.yaml", "--for", "employers.csv")
    assert result.exit_code == 1
    assert {path.name for path in Path("out/ada/Firm A").iterdir()} == {
        "Example-Letter.pdf",
        "ada-resume-classic.pdf",
        "Example-Firm_A.pdf",
    }
    assert "Example-Firm_B-incomplete.pdf" in {path.name for path in Path("out/ada/Firm B").iterdir()}
