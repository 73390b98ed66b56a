"""`cvrender render` of what fails its checks: exit code 4, what passed in out/, what failed in out/.failed with the reasons."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main

WIDE = f"person: {{name: Ada Example}}\nbio: ${'W' * 150}$ end\n"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text(WIDE, "utf-8")
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_what_fails_is_kept_apart_until_it_passes(work: Path) -> None:
    result = call("render", "ada.yaml", "--to", "pdf,md")
    assert result.exit_code == 4
    assert result.stdout == "out/ada/ada-full-classic.md\n"
    assert "failed files are in out/.failed/ada\n" in result.stderr
    assert "ada.yaml:2:6: error: bio: ada-full-classic.pdf: paragraph “WWW" in result.stderr
    failed = [f".failed/ada/ada-full-classic.pdf{ending}" for ending in ("", ".log", ".txt")]
    assert names(work / "out") == [*failed, "ada/ada-full-classic.md"]
    assert "too wide" in (work / "out" / failed[2]).read_text("utf-8")
    assert "Overfull" in (work / "out" / failed[1]).read_text("utf-8")
    (work / "ada.yaml").write_text("person: {name: Ada Example}\nbio: Narrow.\n", "utf-8")
    assert call("render", "ada.yaml", "--to", "pdf,md").exit_code == 0
    assert names(work / "out") == ["ada/ada-full-classic.md", "ada/ada-full-classic.pdf"]


def test_a_build_keeps_it_too(work: Path) -> None:
    (work / "cvrender.yaml").write_text("jobs: [{profiles: [ada.yaml], targets: [pdf, md]}]\n", "utf-8")
    assert call("build", "--jobs", "1").exit_code == 4
    assert "ada/ada-full-classic.md" in names(work / "out")
    assert ".failed/ada/ada-full-classic.pdf.txt" in names(work / "out")


@pytest.mark.slow
def test_thorough_checks_pass_too(work: Path) -> None:
    pytest.importorskip("openxml_audit")
    (work / "ada.yaml").write_text("person: {name: Ada Example}\nbio: Narrow.\n", "utf-8")
    result = call("render", "ada.yaml", "--to", "docx", "--thorough", "--style", "plain")
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize(
    "text",
    [
        *("$a$ $a", "$a$: $a$, $a$", "$\\frac{a}{b}$ $\\frac{a}{b}$ $\\frac{a}{"),
        *(pytest.param(text, marks=pytest.mark.slow) for text in ("$a$ $a$", "$a$a$a$", "$$a$$", "$a$$")),
    ],
)
def test_formulas_side_by_side_are_found_again(work: Path, text: str) -> None:
    (work / "ada.yaml").write_text(f"person: {{name: Ada Example}}\nbio: '{text}'\n", "utf-8")
    result = call("render", "ada.yaml", "--to", "tex,pdf,md,docx,html,txt")
    assert result.exit_code == 0, result.stderr


def test_equal_dates_around_a_title_that_begins_with_a_formula_are_in_order(work: Path) -> None:
    (work / "ada.yaml").write_text(
        "person: {name: Ada Example}\nawards:\n"
        "  - {title: $x^2 + \\alpha$ of <https://b.example/a>, date: 2019-07}\n  - {title: Second, date: 2019-07}\n"
        "  - {title: Third, date: 2019-07}\n",
        "utf-8",
    )
    result = call("render", "ada.yaml", "--to", "pdf,docx", "--style", "moderncv")
    assert result.exit_code == 0, result.stderr


def test_underscores_in_a_heading_in_capitals_are_read_back(work: Path) -> None:
    (work / "ada.yaml").write_text(
        "person: {name: Ada Example}\ncustom: [{title: 'C# x_y_z and _a', entries: [{title: One}]}]\n", "utf-8"
    )
    result = call("render", "ada.yaml", "--to", "pdf", "--style", "engineer")
    assert result.exit_code == 0, result.stderr


def test_a_heading_in_capitals_ends_with_its_last_accent(work: Path) -> None:
    (work / "ada.yaml").write_text(
        "person: {name: Ada Example}\ncustom: [{title: 'Odd ΐ', entries: [{title: '- One'}]}]\n", "utf-8"
    )
    result = call("render", "ada.yaml", "--to", "txt,md,html")
    assert result.exit_code == 0, result.stderr
