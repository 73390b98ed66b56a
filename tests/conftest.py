"""Provide what all tests share: a cache of their own, golden files, and short ways from YAML to each stage's result."""

import contextlib
import cProfile
import gc
import os
import pickle
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner
from filelock import FileLock
from hypothesis import settings

from cvrender.api import render
from cvrender.cli import main
from cvrender.compose.prepare import prepare
from cvrender.errors import InputError, Problem
from cvrender.load.library import BUILT_IN, Library
from cvrender.load.reader import Source, parse
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.validate import validate
from cvrender.merge.profile import load_profile
from cvrender.model.document import Document
from cvrender.model.profile import Profile
from cvrender.pipeline import compose_request
from cvrender.targets import TARGETS
from cvrender.verify.making import Composed
from tests.built_packages import installed, packages  # noqa: F401, which are fixtures
from tests.source_facts import ModuleFacts, facts_in

pytest_plugins = ["tests.import_fixtures"]
ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
FEW_STYLES = {"classic", "moderncv", "sidebar"}
"""One without a column, one with dates at the left, and one with two columns."""
Once = Callable[[str, Callable[[Path], object]], Path]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

# The same examples in each run; `--hypothesis-profile=explore` looks further.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=5000, database=None)
settings.load_profile("steady")

# Without bytecode each worker compiles the tests again, and each command that a test starts compiles the package.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in a job in the background; the commands that tests start inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # below nohup
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the golden files instead of comparing with them")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests of each style as slow if they are marked `few_styles` and their style is not one of the few."""
    for item in items:
        mark = item.get_closest_marker("few_styles")
        if mark and cast(pytest.Function, item).callspec.params["style"] not in (mark.args or FEW_STYLES):
            item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep the garbage collector from the thousands of tests that live until the end: a tenth of the processor time."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 20, 100)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that is marked `needs` if a program is missing; in CI it fails instead."""
    if item.get_closest_marker("posix") and os.name != "posix":
        pytest.skip("needs a POSIX system")
    missing = [name for mark in item.iter_markers("needs") for name in mark.args if not shutil.which(name)]
    if missing:
        assert os.environ.get("CI") != "true", f"CI must have {', '.join(missing)}"
        pytest.skip(f"missing: {', '.join(missing)}")


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of the session share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def once(shared_folder: Path) -> Once:
    """A folder that is filled once in the session, by the first worker that asks: `once("pages", fill)`."""

    def made(name: str, fill: Callable[[Path], object]) -> Path:
        folder = shared_folder / "once" / name
        folder.parent.mkdir(exist_ok=True)
        with FileLock(folder.with_name(f"{name}.lock")):
            if not folder.is_dir():
                unfinished = Path(tempfile.mkdtemp(dir=folder.parent))
                fill(unfinished)
                unfinished.rename(folder)
        return folder

    return made


@pytest.fixture(scope="session")
def collected() -> frozenset[str]:
    """The tests that `pytest` collects when it is called without arguments, as `FILE::TEST` without parameters."""
    return frozenset(
        f"{path.relative_to(ROOT).as_posix()}::{name}"
        for path in (ROOT / "tests").rglob("test_*.py")
        if not {"node_modules", "golden"} & set(path.parts)
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    )


@pytest.fixture(scope="session")
def source_facts(once: Once) -> list[ModuleFacts]:
    """What each module of the package contains."""

    def fill(folder: Path) -> None:
        (folder / "facts").write_bytes(pickle.dumps(facts_in(ROOT / "src" / "cvrender")))

    return cast(list[ModuleFacts], pickle.loads((once("source-facts", fill) / "facts").read_bytes()))  # noqa: S301  (it is our own)


@pytest.fixture(scope="session")
def calls_in() -> Callable[[Callable[[], object]], int]:
    """How many functions some work calls, Python's and those in C: what else the machine does changes nothing of that."""

    def count(work: Callable[[], object]) -> int:
        profiler, before = cProfile.Profile(), sys.getprofile()
        sys.setprofile(None)
        try:
            profiler.runcall(work)
        finally:
            sys.setprofile(before)
        return sum(entry.callcount for entry in profiler.getstats())

    return count


@pytest.fixture(scope="session", autouse=True)
def session_cache(shared_folder: Path) -> Iterator[Path]:
    """One cache for the whole session, shared by its workers, and never the user's."""
    folder = shared_folder / "cvrender-cache"
    before = os.environ.get("CVRENDER_CACHE")
    os.environ["CVRENDER_CACHE"] = str(folder)
    yield folder
    if before is None:
        del os.environ["CVRENDER_CACHE"]
    else:
        os.environ["CVRENDER_CACHE"] = before


@pytest.fixture(scope="session")
def profiles_dir() -> Path:
    return ROOT / "profiles"


@dataclass(frozen=True)
class Rendered:
    """All targets of a profile in its view `full` and a style, with the files next to them, and what was warned of."""

    files: Mapping[str, bytes]
    warnings: Sequence[str]


@pytest.fixture(scope="session")
def rendered(once: Once, profiles_dir: Path) -> Callable[[str, str], Rendered]:
    """A profile of `profiles/` in a style, rendered once in the session: `rendered("bing-xie", "lab")`."""

    @lru_cache(maxsize=8)
    def get(profile: str, style: str) -> Rendered:
        def fill(folder: Path) -> None:
            warnings: list[Problem] = []
            artifacts = render(load_profile(profiles_dir / f"{profile}.yaml"), style=style, targets=TARGETS, warn=warnings.append)
            results = Rendered({artifact.name: artifact.content for artifact in artifacts}, list(map(str, warnings)))
            (folder / "rendered").write_bytes(pickle.dumps(results))

        folder = once(f"rendered-{profile}-{style}", fill)
        return cast(Rendered, pickle.loads((folder / "rendered").read_bytes()))  # noqa: S301  (it is our own)

    return get


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with `tests/golden/NAME`, or write it there with --update."""

    def compare(name: str, text: str) -> None:
        path = ROOT / "tests" / "golden" / name
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        assert path.is_file(), f"{path} is missing; make it with --update"
        assert text == path.read_bytes().decode(), f"{path} differs; if that is right: --update"

    return compare


@pytest.fixture(scope="session")
def shell() -> Shell:
    """Run a line as a shell does, with the command under test in the PATH: `shell("cvrender check ada", folder)`.

    A line that only calls `cvrender` runs in this process, since most of its time would be Python's start.
    """

    def execute(line: str, folder: Path, **env: str) -> "subprocess.CompletedProcess[str]":
        words = [] if set(line) & set("|&;<>$`*?(){}~\\\n") else shlex.split(line)
        if words[:1] != ["cvrender"]:
            everything = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", **env}
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", line]
            return subprocess.run(command, cwd=folder, env=everything, capture_output=True, text=True, timeout=200)
        with contextlib.chdir(folder):
            result = CliRunner().invoke(main, words[1:], env=env)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return subprocess.CompletedProcess(words, result.exit_code, result.stdout, result.stderr)

    return execute


@pytest.fixture(scope="session")
def source_of() -> Callable[[str], Source]:
    """YAML as a loaded Source; a profile without a person gets Ada Lovelace."""
    return _source


def _source(yaml: str) -> Source:
    return parse((yaml if "person:" in yaml else f"person: {{name: Ada Lovelace}}\n{yaml}").encode(), "ada.yaml")


@pytest.fixture(scope="session")
def profile_of() -> Callable[[str], Profile]:
    return lambda yaml: validate(_source(yaml))


@pytest.fixture(scope="session")
def problems_of() -> Callable[[str], list[str]]:
    """The Problems of a YAML text, each as it prints; empty for a good profile."""

    def find(yaml: str) -> list[str]:
        try:
            validate(parse(yaml.encode(), "ada.yaml"))
        except InputError as error:
            return [str(problem) for problem in error.problems]
        return []

    return find


@pytest.fixture(scope="session")
def composed() -> Callable[..., Composed]:
    """What the targets of a loaded profile are made from: `composed(loaded, "resume", "plain", engine="xelatex")`."""

    def make(loaded: LoadedProfile, view: str = "full", style: str = "", **more: Any) -> Composed:
        request = RenderRequest(profile=loaded.source.file, view=view, style=style, **more)
        return compose_request(prepare(request, loaded))

    return make


@pytest.fixture(scope="session")
def document_of() -> Callable[..., Document]:
    """YAML as a Document, in a style with options: `document_of(yaml, "plain", dates="iso")`; `view` names another view.

    `library` says where to look for styles and views besides the built-in ones.
    """

    def make(yaml: str, style: str = "plain", view: str = "full", library: Library = BUILT_IN, **options: str) -> Document:
        source = _source(yaml)
        given = tuple(options.items())
        request = RenderRequest(profile="ada.yaml", view=view, style=style, targets=(), options=given, library=library)
        return compose_request(prepare(request, LoadedProfile(source, validate(source)))).inputs.document

    return make
