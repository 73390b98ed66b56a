"""Check the files for GitHub, GitLab, pre-commit and Docker against their schemas, and run their commands."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from packaging.requirements import Requirement

import cvrender
from cvrender.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
WORKFLOW, ACTION, GITLAB = ROOT / ".github/workflows/cv.yml", ROOT / "action.yml", ROOT / "ci/gitlab-ci.yml"
UPDATE = ROOT / "ci/update.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
SCHEMAS = {
    **dict.fromkeys([*WORKFLOWS, UPDATE], "vendor.github-workflows"),
    ACTION: "vendor.github-actions",
    GITLAB: "vendor.gitlab-ci",
}
Shell = Callable[..., "subprocess.CompletedProcess[str]"]
ADA = "person: {name: Ada Example}\nbio: A text.\n"


def script(name: str) -> Any:
    """A script of the folder .ci, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A git repository with two profiles and a list of jobs."""
    folder = tmp_path / "repository"
    (folder / "profiles").mkdir(parents=True)
    (folder / "profiles" / "ada.yaml").write_text(ADA, "utf-8")
    (folder / "profiles" / "bob.yaml").write_text(ADA.replace("Ada", "Bob"), "utf-8")
    (folder / "cvrender.yaml").write_text("jobs: [{profiles: [ada, bob], targets: [md, tex]}]\n", "utf-8")
    (folder / "README").write_text("not a profile\n", "utf-8")
    for command in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


@pytest.mark.parametrize("schema", sorted(set(SCHEMAS.values())))
def test_files_are_valid(schema: str) -> None:
    files = [str(file) for file, its_schema in SCHEMAS.items() if its_schema == schema]
    command = [str(BIN / "check-jsonschema"), "--builtin-schema", schema, *files]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr


def test_actions_and_images_are_named_by_their_content() -> None:
    """A tag can be moved to other code; the hash of a commit or an image cannot."""
    used = [
        (file.name, text)
        for file in (*WORKFLOWS, UPDATE, ACTION, ROOT / "Dockerfile")
        for text in re.findall(r"(?m)^\s*(?:- )?uses: (\S+)|^FROM (\S+)", file.read_text("utf-8"))
    ]
    assert len(used) > 10
    pinned = re.compile(r"[\w./-]+@[0-9a-f]{40}|[\w.:-]+@sha256:[0-9a-f]{64}")
    assert [(name, text) for name, text in used if not pinned.fullmatch("".join(text))] == []


def test_pull_requests_are_not_trusted() -> None:
    workflow = read(WORKFLOW)
    assert "github.event_name == 'pull_request' && '--untrusted'" in workflow["jobs"]["build"]["env"]["UNTRUSTED"]
    assert any("cvrender build $UNTRUSTED" in step.get("run", "") for step in workflow["jobs"]["build"]["steps"])


def test_a_pull_request_does_not_bring_the_program_that_checks_it() -> None:
    (step,) = [step for step in read(WORKFLOW)["jobs"]["build"]["steps"] if step.get("name") == "Install cvrender"]
    assert step["env"]["CVRENDER"].startswith("${{ github.event_name != 'pull_request' && ")


def test_the_action_sets_untrusted_profiles_in_a_sandbox() -> None:
    step = next(run for run, _ in action_steps(untrusted="true") if "cvrender build" in run)
    assert "--untrusted" in step and read(ACTION)["inputs"]["untrusted"]["default"] == "false"


def test_what_reads_the_network_may_not_write() -> None:
    workflow = read(UPDATE)
    jobs = workflow["jobs"].values()
    assert workflow["permissions"] == {"contents": "read"}
    for job in jobs:
        runs = " ".join(step.get("run", "") for step in job["steps"])
        assert ("cvrender" in runs or "pip" in runs) != ("permissions" in job)


@pytest.mark.parametrize("file", [*WORKFLOWS, UPDATE, GITLAB, ACTION, ROOT / "Dockerfile"], ids=lambda path: path.name)
def test_what_is_installed_has_a_version_or_a_hash(file: Path) -> None:
    text = file.read_text("utf-8").replace("\\\n", " ")
    for line in re.findall(r"pip install (.+)", text):
        for command in re.split(r"&& \S*(?:python -m )?pip install ", line):
            command = command.partition("&&")[0]
            local = re.search(r"--no-deps|dist/\*\.whl|\$CVRENDER", command)
            assert local or "--require-hashes" in command or re.search(r"==\d", command), command


@pytest.mark.parametrize("name", ["run", "build", "dev"])
def test_each_lock_has_hashes_of_what_is_needed(name: str) -> None:
    text = (ROOT / "locks" / f"{name}.txt").read_text("utf-8")
    locked = {
        re.sub("[-_.]+", "-", package).lower(): version for package, version in re.findall(r"(?m)^([\w.-]+)==([^\s;]+)", text)
    }
    blocks = re.split(r"(?m)^(?=[\w.-]+==)", text)[1:]
    assert blocks and all("--hash=sha256:" in block for block in blocks)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = [Requirement(line) for line in project["project"]["dependencies"]]
    needed += [Requirement(line) for line in project["build-system"]["requires"]] if name == "build" else []
    for requirement in needed:
        assert requirement.specifier.contains(locked[re.sub("[-_.]+", "-", requirement.name).lower()])


def test_a_release_has_an_sbom_made_by_a_pinned_tool(tmp_path: Path) -> None:
    jobs = read(ROOT / ".github/workflows/release.yml")["jobs"]
    lines = next(step["run"] for step in jobs["build"]["steps"] if "SBOM" in step.get("name", "")).splitlines()
    assert sum("--require-hashes -r locks/run.txt" in line for line in lines) == 1
    assert sum("--require-hashes -r locks/sbom.txt" in line for line in lines) == 1
    assert re.search(r"(?m)^cyclonedx-bom==\S+ \\\n +--hash=sha256:", (ROOT / "locks/sbom.txt").read_text("utf-8"))
    assert "--of JSON" in lines[-2] and 'sbom/cvrender-${GITHUB_REF_NAME#v}.cdx.json"' in lines[-2]
    assert lines[-1].startswith("python .ci/spdx.py ") and lines[-1].endswith(' cvrender > "sbom/cvrender.spdx.json"')
    (command,) = [line.partition(" >")[0] for line in lines if line.startswith("sed ")]
    finished = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env={**os.environ, "GITHUB_REF_NAME": "v1.2.3"}, capture_output=True
    )
    project = tomllib.loads(finished.stdout.decode())["project"]
    assert (project["name"], project["version"], "dynamic" in project) == ("cvrender", "1.2.3", False)
    (published,) = [job for job in jobs.values() if "sbom/*.json" in job["steps"][-1].get("run", "")]
    assert published["permissions"] == {"contents": "write"} and "publish" in published["needs"]


def test_the_sbom_in_spdx_lists_what_cvrender_needs_and_how() -> None:
    spdx = script("spdx").sbom(Path(sysconfig.get_path("purelib")), "cvrender")
    assert spdx["spdxVersion"] == "SPDX-2.3"
    listed = {package["SPDXID"]: package["versionInfo"] for package in spdx["packages"]}
    assert listed["SPDXRef-cvrender"] == cvrender.__version__
    pairs = {(one["spdxElementId"], one["relatedSpdxElement"]) for one in spdx["relationships"]}
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = [re.sub("[-_.]+", "-", Requirement(line).name).lower() for line in needed]
    assert len(names) > 20 and {("SPDXRef-cvrender", f"SPDXRef-{name}") for name in names} <= pairs
    assert {reference for pair in pairs for reference in pair} <= {*listed, "SPDXRef-DOCUMENT"}


def test_the_notes_of_a_release_are_what_the_changes_say_of_it(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changes\n\n## Unreleased\n\n## 1.1.0 (2030-01-31)\n\n- New.\n\n## 1.0.0 (2029-01-31)\n\n- Old.\n"
    )
    cut_release = script("cut_release")
    assert cut_release.notes("1.1.0", tmp_path) == "- New."
    assert cut_release.notes("1.0.0", tmp_path) == "- Old."
    with pytest.raises(SystemExit, match="says nothing of 1.0"):
        cut_release.notes("1.0", tmp_path)


def test_every_action_is_named_by_a_hash() -> None:
    files = [*WORKFLOWS, ACTION, UPDATE, *(ROOT / "docs").glob("*.md")]
    used = [name for file in files for name in re.findall(r"(?m)^ *(?:- )?uses: (\S+)", file.read_text("utf-8"))]
    assert len(used) > 30
    assert [name for name in used if not re.search("@[0-9a-f]{40}$", name) and not name.startswith("./")] == []


def test_the_image_does_not_run_as_root() -> None:
    last = (ROOT / "Dockerfile").read_text("utf-8").rpartition("\nFROM ")[2]
    assert re.search(r"^USER (?!root)\w+$", last, re.M)


def test_our_own_hooks_are_valid_for_pre_commit() -> None:
    command = [str(BIN / "pre-commit"), "validate-config", str(ROOT / ".pre-commit-config.yaml")]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout


def test_the_version_is_cut_in_every_place(tmp_path: Path) -> None:
    cut = script("cut_release")
    for name in cut.PLACES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    assert cut.main("9.8.7", tmp_path, "2031-02-03") == list(cut.PLACES)
    assert '__version__ = "9.8.7"' in (tmp_path / "src/cvrender/system/version.py").read_text("utf-8")
    assert "\nversion: 9.8.7\n" in (tmp_path / "CITATION.cff").read_text("utf-8")
    assert "## Unreleased\n\n## 9.8.7 (2031-02-03)\n" in (tmp_path / "CHANGELOG.md").read_text("utf-8")
    for wrong in ("9.8.7", "nine"):
        with pytest.raises(SystemExit):
            cut.main(wrong, tmp_path)


def test_the_citation_has_the_version_of_the_package() -> None:
    assert read(ROOT / "CITATION.cff")["version"] == cvrender.__version__


def test_an_invalid_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "cv.yml").write_text(WORKFLOW.read_text("utf-8").replace("runs-on", "runs_on"), "utf-8")
    command = [str(BIN / "check-jsonschema"), "--builtin-schema", SCHEMAS[WORKFLOW], str(tmp_path / "cv.yml")]
    assert subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 1


def workflow_steps() -> list[str]:
    steps = read(WORKFLOW)["jobs"]["build"]["steps"]
    return [step["run"] for step in steps if step.get("run", "").startswith("cvrender ")]


def action_steps(**inputs: str) -> list[tuple[str, dict[str, str]]]:
    """The commands of the action with their variables; inputs have their defaults unless they are given."""
    action = read(ACTION)
    values = {**{name: value["default"] for name, value in action["inputs"].items()}, **inputs}
    steps = []
    for step in action["runs"]["steps"]:
        if "run" in step and not re.search("pip install|sudo", step["run"]):
            assert "${{" not in step["run"], "inputs reach the shell as variables only"
            steps.append((step["run"], {key: with_inputs(text, values) for key, text in step["env"].items()}))
    return steps


def with_inputs(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda name: values[name[1]], text)


@pytest.mark.slow
def test_the_workflow_builds_everything(repository: Path, shell: Shell) -> None:
    assert len(workflow_steps()) == 3
    for step in workflow_steps():
        assert shell(step, repository).returncode == 0, step
    assert {file.name for file in (repository / "out").rglob("*.md")} == {"ada-full-classic.md", "bob-full-classic.md"}
    assert json.loads((repository / "cvrender.sarif").read_text("utf-8"))["runs"][0]["results"] == []


@pytest.mark.slow
def test_the_workflow_annotates_what_is_wrong(repository: Path, shell: Shell) -> None:
    (repository / "profiles" / "bob.yaml").write_text("person: {nam: Bob}\n", "utf-8")
    check, build, report = (shell(step, repository) for step in workflow_steps())
    assert (check.returncode, build.returncode, report.returncode) == (1, 1, 0)
    assert "::error file=profiles/bob.yaml,line=1," in check.stdout
    assert "::error file=profiles/bob.yaml,line=1," in build.stdout
    results = json.loads((repository / "cvrender.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert {place["physicalLocation"]["artifactLocation"]["uri"] for result in results for place in result["locations"]} == {
        "profiles/bob.yaml"
    }


@pytest.mark.slow
def test_the_action_builds_everything(repository: Path, shell: Shell) -> None:
    steps = action_steps()
    assert len(steps) == 2
    for step, env in steps:
        finished = shell(step, repository, **env)
        assert finished.returncode == 0, finished.stdout + finished.stderr
    assert (repository / read(ACTION)["outputs"]["manifest"]["value"].replace("${{ inputs.out }}", "out")).is_file()


@pytest.mark.slow
def test_the_action_s_inputs_have_effects(repository: Path, shell: Shell) -> None:
    gap = "positions:\n  - {organization: A, title: P, start: 2019, end: present}\n"
    gap += "  - {organization: B, title: L, start: 2001, end: 2002}\n"
    (repository / "profiles" / "bob.yaml").write_text(ADA + gap, "utf-8")
    lenient = [shell(step, repository, **env).returncode for step, env in action_steps(out="made")]
    assert lenient == [0, 0]
    assert (repository / "made" / "manifest.json").is_file()
    check, env = action_steps(strict="true")[0]
    assert shell(check, repository, **env).returncode == 1
    check, env = action_steps(strict="true", profiles="profiles/ada.yaml")[0]
    assert shell(check, repository, **env).returncode == 0
    check, env = action_steps(profiles="$(touch hacked)")[0]
    shell(check, repository, **env)
    assert not (repository / "hacked").exists()


@pytest.mark.slow
def test_gitlab_builds_everything(repository: Path, shell: Shell) -> None:
    job = read(GITLAB)["cv"]
    for line in job["script"]:
        assert shell(line, repository).returncode == 0, line
    (artifacts,) = job["artifacts"]["paths"]
    assert len(list((repository / artifacts).rglob("*.tex"))) == 2


def test_hooks_are_valid_for_pre_commit() -> None:
    finished = subprocess.run(
        [str(BIN / "pre-commit"), "validate-manifest", str(HOOKS)], capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stdout


@pytest.mark.slow
def test_pre_commit_runs_the_hooks(repository: Path, shell: Shell) -> None:
    hooks = [{**hook, "language": "system"} for hook in read(HOOKS)]  # with the command under test, not with one it installs
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    (repository / ".pre-commit-config.yaml").write_text(json.dumps(config), "utf-8")
    good = shell("pre-commit run --all-files", repository)
    assert good.returncode == 0, good.stdout
    assert good.stdout.count("Passed") == 2
    assert (repository / "out" / "ada" / "ada-full-classic.tex").is_file()
    (repository / "profiles" / "ada.yaml").write_text("person: {nam: Ada}\n", "utf-8")
    bad = shell("pre-commit run --all-files cvrender-check", repository)
    assert bad.returncode == 1
    assert 'profiles/ada.yaml:1:10: error: person.nam: unknown key; did you mean "name"?' in bad.stdout


@pytest.mark.slow
def test_the_docker_context_has_what_the_image_is_built_from(tmp_path: Path) -> None:
    """Do what the Dockerfile's COPY lines do, with only the files that .dockerignore leaves, and build the package."""
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")]
    assert (ROOT / ".dockerignore").read_text("utf-8").startswith("*\n")
    copies = re.findall(r"^COPY (?!--)(.+) (/\S+)$", (ROOT / "Dockerfile").read_text("utf-8"), re.M)
    assert len(copies) == 7
    ignored = shutil.ignore_patterns("node_modules")
    for names, target in copies:
        for name in (name for name in names.split() if "[" not in name):  # a pattern may match nothing
            assert any(name == part or name.startswith(f"{part}/") for part in allowed), f"{name} is not in the context"
            place = tmp_path / target.lstrip("/") / (ROOT / name).name if target.endswith("/") else tmp_path / target.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(ROOT / name, place, ignore=ignored) if (ROOT / name).is_dir() else shutil.copy(ROOT / name, place)
    command = [str(BIN / "uv"), "build", "--wheel", "--out-dir", str(tmp_path), str(tmp_path / "source")]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert len(list(tmp_path.glob("cvrender-*.whl"))) == 1


@pytest.mark.slow
def test_the_commands_for_programs_work(repository: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the block of AGENTS.md as it is; each command prints JSON."""
    (block,) = re.findall(r"(?ms)^```sh\n(.*?)^```$", (ROOT / "AGENTS.md").read_text("utf-8"))
    (repository / "profiles" / "ada.yaml").unlink()
    (repository / "letters").mkdir()
    letter = "{profile: ada, to: [Prof. Charles Sample], date: 2026-11-22, body: I am writing to apply.}\n"
    (repository / "letters" / "mit.yaml").write_text(letter, "utf-8")
    lines = [line.partition("  #")[0] for line in block.splitlines()]
    assert len(lines) >= 9
    monkeypatch.setattr("cvrender.cli.doctor._try", lambda *how: ("", 0.0))  # test_cli.py starts the engines
    for line in lines:
        finished = shell(line, repository)
        allowed = {0, 4} if "--against" in line else {0, 1} if "--since" in line else {0}  # a new profile is all changed facts
        assert finished.returncode in allowed, f"{line}: {finished.stderr}"
        json.loads(finished.stdout)


def test_each_command_with_json_is_listed_for_programs() -> None:
    page = (ROOT / "AGENTS.md").read_text("utf-8")
    table = page.partition("## Output as data")[2]
    context = click.Context(main)
    with_json = [
        name
        for name in COMMANDS
        if any("--json" in param.opts for param in main.get_command(context, name).params)  # type: ignore[attr-defined]
    ]
    assert len(with_json) >= 10
    assert [name for name in with_json if f"`{name}`" not in table] == []
