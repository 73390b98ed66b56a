"""Complete words on the command line as shells do, and read the manual page with man."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cvrender.cli import COMMANDS, main

SCRIPT = Path(sys.executable).with_name("cvrender")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "ada.yaml").write_text("person: {name: Ada}\nviews: {short: {extends: full}}\n", "utf-8")
    (tmp_path / "profiles" / "bob.yaml").write_text("person: {name: Bob}\n", "utf-8")
    (tmp_path / "styles" / "mine").mkdir(parents=True)
    (tmp_path / "styles" / "mine" / "style.yaml").write_text("about: mine\nextends: plain\n", "utf-8")
    return tmp_path


def start(*arguments: str, cwd: Path, **env: str) -> str:
    command = [str(SCRIPT), *arguments]
    finished = subprocess.run(
        command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=60, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def completed(words: str, cwd: Path) -> set[str]:
    """What bash offers for the last of the words."""
    env = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1), "_CVRENDER_COMPLETE": "bash_complete"}
    return {line.partition(",")[2] for line in start(cwd=cwd, **env).splitlines()}


@pytest.mark.parametrize(
    ("words", "offered", "others"),
    [
        ("cvrender re", {"render"}, {"check"}),
        ("cvrender render ", {"ada", "bob"}, set()),
        ("cvrender check a", {"ada"}, {"bob"}),
        ("cvrender inspect x.pdf --against b", {"bob"}, {"ada"}),
        ("cvrender render ada --style m", {"mine", "moderncv"}, {"classic"}),
        ("cvrender render ada --style classic,m", {"classic,mine", "classic,moderncv"}, set()),
        ("cvrender render ada --view s", {"short"}, {"full"}),
        ("cvrender render bob --view ", {"full", "resume"}, {"short"}),
        ("cvrender render ada --to pdf,", {"pdf,tex", "pdf,docx"}, {"pdf,pdf"}),
        ("cvrender render ada --engine x", {"xelatex"}, {"lualatex"}),
        ("cvrender render ada --set page", {"page=a4", "page=letter"}, {"margin="}),
        ("cvrender render ada --style moderncv --set var", {"variant=banking"}, set()),
        ("cvrender styles e", {"engineer"}, {"mine"}),
        ("cvrender watch broken/../b", set(), {"bob"}),
    ],
)
def test_words_are_completed(words: str, offered: set[str], others: set[str], work: Path) -> None:
    completions = completed(words, work)
    assert offered <= completions
    assert not others & completions


def test_a_broken_profile_does_not_disturb_completion(work: Path) -> None:
    (work / "profiles" / "ada.yaml").write_text("person: {name: [\n", "utf-8")
    assert "full" in completed("cvrender render ada --view ", work)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_names_the_command(shell: str, work: Path) -> None:
    script = start("completion", shell, cwd=work)
    assert "_CVRENDER_COMPLETE" in script
    assert f"{shell}_complete" in script


def test_bash_itself_completes(work: Path) -> None:
    script = 'eval "$(cvrender completion bash)"; COMP_WORDS=(cvrender render b); COMP_CWORD=2; '
    script += '_cvrender_completion cvrender; echo "${COMPREPLY[@]}"'
    env = {**os.environ, "PATH": f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"}
    finished = subprocess.run(["bash", "-c", script], cwd=work, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert finished.stdout.split() == ["bob"], finished.stderr


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
@pytest.mark.parametrize(
    ("words", "offered"),
    [("cvrender render b", ["bob"]), ("cvrender render ada --view sh", ["short"]), ("cvrender check x,y", [])]
    + [("cvrender render ada --to pdf,do", ["pdf,docx"])],
)
def test_fish_itself_completes(words: str, offered: list[str], work: Path) -> None:
    script = f'cvrender completion fish | source; complete --do-complete "{words}"'
    env = {**os.environ, "PATH": f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"}
    command = ["fish", "--no-config", "-c", script]
    finished = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert finished.stdout.split() == offered, finished.stderr


def test_fish_takes_names_with_commas_for_one_word(work: Path) -> None:
    assert 'string split --max 1 "," $completion' in start("completion", "fish", cwd=work)


def test_the_manual_page_has_every_command_and_option(work: Path) -> None:
    page = start("man", cwd=work).replace(r"\-", "-")
    context = click.Context(main)
    options = [
        (name, option)
        for name in COMMANDS
        for param in main.get_command(context, name).params  # type: ignore[attr-defined]
        for option in param.opts
        if isinstance(param, click.Option)
    ]
    assert len(options) > 30
    sections = {part.partition("\n")[0].split()[1]: part for part in page.split(".SS ")[1:]}
    assert [pair for pair in options if pair[1] not in sections[pair[0]]] == []


@pytest.mark.skipif(not shutil.which("man"), reason="missing: man")
def test_man_reads_the_manual_page_without_warnings(work: Path) -> None:
    (work / "cvrender.1").write_text(start("man", cwd=work), "utf-8")
    env = {**os.environ, "MANWIDTH": "90", "LC_ALL": "C.UTF-8"}
    command = ["man", "--warnings", "-l", str(work / "cvrender.1")]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=60, env=env, check=False)
    assert finished.returncode == 0
    assert finished.stderr == ""
    assert "cvrender render" in finished.stdout
    assert "Exit" in finished.stdout or "EXIT" in finished.stdout
