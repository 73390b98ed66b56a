"""The options for languages: `render --lang`, `check --lang` and `new --lang`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments))
    return result.exit_code, result.output


PROFILE = """\
person:
  name: A B
  headline: {en: Engineer, zh: 工程师}
bio: {en: "A text that is only in English, and longer than a line of the table"}
"""


def test_several_languages_at_once(folder: Path) -> None:
    Path("x.yaml").write_text(PROFILE)
    code, output = call("render", "x.yaml", "--lang", "en,zh", "--lang", "de", "--to", "txt")
    assert code == 0, output
    assert sorted(path.name for path in Path("out/x").iterdir()) == [f"x-full-classic-{lang}.txt" for lang in ("de", "en", "zh")]


def test_check_lists_what_a_language_lacks(folder: Path) -> None:
    Path("x.yaml").write_text(PROFILE)
    code, output = call("check", "x.yaml", "--lang", "zh,en")
    assert code == 0, output
    assert "texts that are missing in zh\n" in output and "en: no text is missing" in output
    assert [line.split()[:4] for line in output.splitlines() if "bio" in line] == [["4", "bio", "en:", "A"]]
    assert "headline" not in output
    code, output = call("check", "x.yaml", "--lang", "zh", "--json")
    assert [problem["path"] for problem in json.loads(output)] == ["bio"]


def test_a_new_profile_in_two_languages(folder: Path) -> None:
    assert call("new", "x", "--lang", "de,zh")[0] == 0
    text = Path("profiles/x.yaml").read_text()
    assert "language: de\n" in text and "    zh: " in text
    code, output = call("check", "x")
    told = output.splitlines()
    assert code == 0 and all(": TEXT-PLACEHOLDER: " in line for line in told), output
    assert [path for path in ("headline.de", "headline.zh") if f": person.{path}: " in output] == ["headline.de", "headline.zh"]


def test_a_language_that_is_not_a_code_is_wrong_usage(folder: Path) -> None:
    Path("x.yaml").write_text(PROFILE)
    code, output = call("render", "x.yaml", "--lang", "german")
    assert code == 2 and "not a language code" in output
