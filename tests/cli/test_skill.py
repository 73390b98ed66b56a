"""Test the instructions for agents: they are where each tool looks, and every command and option in them exists."""

import re
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner

from cvrender.cli import COMMANDS, main
from cvrender.cli.skill import skill_files


@pytest.mark.parametrize(
    ("tool", "folder"), [("claude", ".claude"), ("codex", ".agents"), ("cursor", ".cursor"), ("agents", ".agents")]
)
def test_it_is_installed_where_the_tool_looks(tool: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # an earlier version is replaced
        result = CliRunner().invoke(main, ["skill", "install", "--for", tool])
        assert result.exit_code == 0
        assert len(result.output.splitlines()) == 3
    text = (tmp_path / folder / "skills" / "cvrender" / "SKILL.md").read_text("utf-8")
    header = yaml.safe_load(text.split("---")[1])
    assert header["name"] == "cvrender" and 100 < len(header["description"]) < 1024
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (tmp_path / folder / "skills" / "cvrender" / link).is_file()


def test_every_command_and_option_in_it_exists() -> None:
    files = skill_files()
    named = re.findall(r"cvrender ([a-z][a-z-]+)((?: [^`\n]*)?)", files["SKILL.md"].partition("# CVs")[2])
    assert {name for name, _ in named} >= {"import", "check", "render", "match", "contracts", "views"}
    for name, rest in named:
        assert name in COMMANDS or name in ("makes", "asks"), name
        if name in COMMANDS:
            command = main.get_command(click.Context(main), name)  # type: ignore[attr-defined]
            options = {option for param in command.params for option in param.opts}
            assert options.issuperset(re.findall(r"--[a-z-]+", rest)), f"{name}{rest}"
    assert all(f"## `cvrender {name} " in files["references/commands.md"] for name in COMMANDS)
    assert not re.search(r"\]\([\w.-]+\.md", files["references/profile.md"])


def test_a_question_is_found_by_check(tmp_path: Path) -> None:
    profile = tmp_path / "ada.yaml"
    profile.write_text(
        "person: {name: Ada Example}\nawards: [{title: Prize, issuer: 'Society of [ask: which one?]', date: 2020}]\n", "utf-8"
    )
    result = CliRunner().invoke(main, ["check", str(profile)])
    assert "awards[0].issuer: TEXT-PLACEHOLDER: “[ask: which one?]” is a placeholder" in result.output + (result.stderr or "")
