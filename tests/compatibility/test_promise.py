"""Compare cvrender with what docs/compatibility.md promises: `promised.json` lists the names of the versions so far."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

import cvrender
from cvrender.cli import COMMANDS, main
from cvrender.errors.codes import CODES
from cvrender.model.renamed import RENAMED, VERSIONS
from cvrender.rules.lint import RULES
from cvrender.run.schemas import FILES, schema_of

HERE = Path(__file__).parent
PROMISED = HERE / "promised.json"


def keys_of(kind: str) -> Iterator[str]:
    """The keys of a kind of file: `Person.name`."""
    schema, profile = schema_of(kind), schema_of("profile")["properties"]
    if kind == "overlay":  # which has those of a profile, and more
        yield from (f".{key}" for key in schema["properties"] if key not in profile)
        return
    for name, part in {"": schema, **schema["$defs"]}.items():
        yield from (f"{name}.{key}" for key in part.get("properties", ()))


def names() -> dict[str, list[str]]:
    """The names that are promised, of this version."""
    context = click.Context(main)
    commands = {name: main.get_command(context, name) for name in COMMANDS}  # type: ignore[attr-defined]
    options = [f"{name} {option}" for name, command in commands.items() for each in command.params for option in each.opts]
    promised: dict[str, Any] = {f"keys of a {kind}": keys_of(kind) for kind in FILES}
    promised |= {"commands": options, "codes": [*CODES, *(rule.code for rule in RULES)], "Python": cvrender.__all__}
    return {what: sorted(each) for what, each in promised.items()}


def test_no_promised_name_is_gone(pytestconfig: pytest.Config) -> None:
    now, promised = names(), json.loads(PROMISED.read_text("utf-8")) if PROMISED.exists() else {}
    renamed = {row.path[-1] for row in RENAMED}
    gone = [
        f"{what}: {name}"
        for what, listed in promised.items()
        for name in listed
        if name not in now[what] and name.rpartition(".")[2] not in renamed
    ]
    assert gone == [], "see docs/compatibility.md: give a renamed key a row in src/cvrender/model/renamed.py"
    if pytestconfig.getoption("--update"):
        wanted = {what: sorted({*listed, *promised.get(what, ())}) for what, listed in now.items()}
        PROMISED.write_text(json.dumps(wanted, indent=1) + "\n", "utf-8")
    assert sum(map(len, json.loads(PROMISED.read_text("utf-8")).values())) > 1500


def test_each_kind_of_file_has_a_version_in_its_schema() -> None:
    assert list(VERSIONS) == list(dict.fromkeys(VERSIONS)) and set(VERSIONS) == set(FILES)
    assert {schema_of(kind)["$id"] for kind in FILES} == {f"urn:cvrender:schema:{kind}:{VERSIONS[kind]}" for kind in VERSIONS}


@pytest.mark.parametrize("version", sorted(path.name for path in HERE.iterdir() if path.is_dir() and path.name[0].isdigit()))
def test_files_of_an_older_version_are_read_as_they_are(
    version: str, tmp_path: Path, profiles_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    from click.testing import CliRunner

    shutil.copytree(HERE / version, tmp_path, dirs_exist_ok=True)
    shutil.copy(profiles_dir / "ada-example.png", tmp_path / "profiles")
    monkeypatch.chdir(tmp_path)
    files = [str(path.relative_to(tmp_path)) for path in sorted(tmp_path.rglob("*.yaml"))]
    assert len(files) >= 4
    migrated = CliRunner().invoke(main, ["migrate", *files])
    assert migrated.exit_code == 0, migrated.output
    assert migrated.stdout.count("nothing to change") == len(files)
    library = cvrender.Library((tmp_path,))
    loaded = cvrender.load_profile(tmp_path / "profiles/ada-example.yaml")
    for view in ("full", "resume", *loaded.profile.views):
        artifacts = cvrender.render(loaded, view=view, style="engineer", targets=["md"], library=library)
        assert [problem for problem in artifacts.warnings if problem.severity == "error"] == []
        assert b"Ada M. Example" in artifacts[0].content
