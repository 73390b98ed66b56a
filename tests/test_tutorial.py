"""Do what the tutorial, the migration page and the README say, block for block, in an empty folder; build the site."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml

from tests.old_cvs.linkedin_pdf import HEAD, NEXT, linkedin_pdf

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
BLOCK = re.compile(r"(?ms)^```(\w+)(?: title=\"([^\"]+)\")?( append)?\n(.*?)^```$")
Shell = Callable[..., "subprocess.CompletedProcess[str]"]
Execute = Callable[[str, Path], None]
BUNDLE = ROOT / "src" / "cvrender" / "run" / "edit" / "bundle"
"""The page of the editor, which `make edit` builds."""
UNTIL_STOPPED = ("watch", "preview", "edit")
PAGES = sorted([ROOT / "README.md", ROOT / "AGENTS.md", *(ROOT / "docs").glob("*.md")])


def blocks(page: str) -> Iterator[tuple[str, str, bool, str]]:
    """The language, file, whether it is appended, and the content of each block."""
    for text in BLOCK.finditer((ROOT / page).read_text("utf-8")):
        yield text[1], text[2] or "", bool(text[3]), text[4]


@pytest.fixture
def execute(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Execute:
    """Run one command line in a folder; what runs until Ctrl-C is stopped when it has printed something."""
    monkeypatch.setattr("cvrender.cli.doctor._try", lambda *how: ("", 0.0))  # test_cli.py starts the engines

    def run(command: str, folder: Path) -> None:
        if command.startswith(("pip install", "make ", "docker ")) or "cvrender edit" in command and not BUNDLE.is_dir():
            return
        if command.split()[1] in UNTIL_STOPPED:
            stopped_by_ctrl_c(command, folder)
            return
        finished = shell(command, folder, BROWSER="true")
        assert finished.returncode == 0, f"{command}: {finished.stdout}{finished.stderr}"
        warnings = [line for line in finished.stderr.splitlines() if "warning:" in line]
        # of a short view, of pages, of what a funder wants, and of entries in a period without dates: nothing is wrong
        advice = (" leaves out ", "last page has only", "so that the last page", "contract-breached")
        advice += (": doubtful: ", ": left-out: ", "so that no page of view")
        assert [line for line in warnings if not any(part in line for part in advice)] == [], command

    return run


def stopped_by_ctrl_c(command: str, folder: Path) -> None:
    env = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "BROWSER": "true"}
    pipe = subprocess.PIPE
    process = subprocess.Popen(command.split(), cwd=folder, env=env, stdout=pipe, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().strip()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert process.returncode == 0, command


def perform(page: str, folder: Path, execute: Execute) -> list[str]:
    """Write the files and run the commands of a page, in order; return the commands."""
    performed = []
    for language, file, append, content in blocks(page):
        if file:
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text((path.read_text("utf-8") if append else "") + content, "utf-8")
        elif language == "sh":
            for line in content.splitlines():
                command = line.partition("  #")[0].strip()
                execute(command, folder)
                performed.append(command)
    return performed


@pytest.mark.slow
def test_the_tutorial_works_in_an_empty_folder(execute: Execute, tmp_path: Path) -> None:
    paths = perform("docs/tutorial.md", tmp_path, execute)
    assert len(paths) >= 12
    files = {file.name for file in (tmp_path / "out").rglob("*.*")}
    assert {"ada-example-full-classic.pdf", "me-full-classic.docx", "me-full-lab.html", "me-papers-lab.pdf"} <= files
    assert {f"me-{view}-lab.{target}" for view in ("full", "papers") for target in ("pdf", "docx", "html")} <= files


@pytest.mark.slow
def test_the_migration_page_works(execute: Execute, tmp_path: Path) -> None:
    """Everything it says, with files of other programs in the place of the reader's own."""
    execute("cvrender demo", tmp_path)
    files = min((tmp_path / "out").rglob("*.pdf"))
    (tmp_path / "old.pdf").write_bytes(files.read_bytes())
    files_of_others(tmp_path)
    paths = perform("docs/migrate.md", tmp_path, execute)
    assert len(paths) >= 20
    made_pages = {file.name for file in (tmp_path / "out").rglob("*.pdf")}
    assert {
        "from-rendercv-full-engineer.pdf",
        "from-latex-full-moderncv.pdf",
        "from-json-resume-full-classic.pdf",
        "from-pdf-full-classic.pdf",
    } <= made_pages
    profiles = {path.stem: path.read_text("utf-8") for path in (tmp_path / "profiles").glob("from-*.yaml")}
    for name in ("rendercv", "latex", "overleaf"):
        assert "Compiling for Improbable Engines" in profiles[f"from-{name}"]
    assert "https://github.com/mira-sample" in profiles["from-latex"]
    assert "University of Nowhere" in profiles["from-json-resume"]
    assert "Head of Nothing" in profiles["from-linkedin"]


def files_of_others(folder: Path) -> None:
    """Put what the migration page imports besides its own files into a folder: exports of LinkedIn, Europass, a zip of LaTeX."""
    samples = ROOT / "tests/formats/samples"
    for name in ("europass.xml", "works.bib"):
        (folder / name).write_bytes((samples / name).read_bytes())
    (folder / "Profile.pdf").write_bytes(linkedin_pdf(HEAD, NEXT))
    with ZipFile(folder / "linkedin.zip", "w") as archive:
        for path in sorted((samples / "linkedin").iterdir()):
            archive.write(path, path.name)
    with ZipFile(folder / "project.zip", "w") as archive:
        for _, file, _, content in blocks("docs/migrate.md"):
            if file in ("old.tex", "publications.bib"):
                archive.writestr(file, content)


FILES = {
    "cvrender.yaml": "jobs: [{profiles: [ada-lovelace], targets: [md]}]\n",
    "letters/mit.yaml": "{profile: ada-lovelace, to: [Prof. Charles Sample], date: 2026-11-22, body: I am writing to apply.}\n",
    "application.yaml": "{profile: ada-lovelace, parts: [{letter: letters/mit.yaml}, {view: resume}]}\n",
}
"""Files that the commands of the README read."""


def as_revision(folder: Path, tag: str) -> None:
    """Make a git repository of a folder, whose only revision has a tag."""
    author = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (("init", "--quiet"), ("add", "profiles"), (*author, "commit", "--quiet", "-m", "first"), ("tag", tag)):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.slow
def test_the_commands_of_the_readme_work(execute: Execute, tmp_path: Path) -> None:
    """The block of commands, with a profile in the place of Ada Lovelace's and a PDF to inspect."""
    (section,) = re.findall(r"(?s)## Commands.*?```sh\n(.*?)```", (ROOT / "README.md").read_text("utf-8"))
    lines = [line.partition("  #")[0].strip() for line in section.splitlines()]
    assert len(lines) >= 12
    (tmp_path / "letters").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    for line in lines:
        if "diff" in line:
            as_revision(tmp_path, "v1")
        if "inspect" in line or "match" in line:
            paths = tmp_path / "out/ada-lovelace/ada-lovelace-full-classic.pdf"
            for name in ("cv.pdf", "posting.pdf"):
                (tmp_path / name).write_bytes(paths.read_bytes())
        if not re.search(r"\b(import|update)\b", line):  # the second asks services
            execute(line, tmp_path)
    assert (tmp_path / "out/index.html").is_file()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_yaml_example_is_yaml(page: Path) -> None:
    for language, _, _, content in blocks(page.relative_to(ROOT).as_posix()):
        if language == "yaml":
            assert yaml.safe_load(content) is not None


def test_there_are_yaml_examples() -> None:
    assert sum(language == "yaml" for page in PAGES for language, *_ in blocks(page.relative_to(ROOT).as_posix())) > 20


class _Links(HTMLParser):
    """Collects what a page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


@pytest.mark.slow
def test_the_site_has_every_page_and_needs_no_other_site(tmp_path: Path) -> None:
    command = [str(BIN / "mkdocs"), "build", "--quiet", "--strict", "--site-dir", str(tmp_path / "site")]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    finished = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=200, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    pages = {page.name for page in (tmp_path / "site").glob("*.html")}
    wanted = {f"{page.stem}.html" for page in (ROOT / "docs").glob("*.md")}
    assert len(wanted) > 12
    assert wanted | {"index.html", "security.html", "agents.html", "options.html"} <= pages
    for page in (tmp_path / "site").glob("*.html"):
        reader = _Links()
        reader.feed(page.read_text("utf-8"))
        loaded = [link for link in reader.found if re.search(r"\.(js|css|woff2?|png|svg)(\?|$)", link)]
        assert loaded
        assert [link for link in loaded if "://" in link] == []
        # 404.html has links with "/", and the playground is built by npm
        local = [link.partition("#")[0] for link in reader.found if not re.match(r"#|/|\w+:|playground/", link)]
        assert [link for link in local if link and not (page.parent / link).exists()] == [], page.name
    options = (tmp_path / "site" / "options.html").read_text("utf-8")
    assert "--no-open" in options
