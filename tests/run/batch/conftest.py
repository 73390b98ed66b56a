"""Provide what the tests of `build` share: a working folder with small profiles, and the command."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.run.batch.manifest import digest_of

Build = Callable[..., Result]


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with three profiles, to be built as Markdown and text, which takes no TeX."""
    (tmp_path / "profiles").mkdir()
    for name in ("ada", "bob", "cyd"):
        (tmp_path / "profiles" / f"{name}.yaml").write_text(f"person: {{name: {name.title()} Example}}\n", "utf-8")
    (tmp_path / "cvrender.yaml").write_text("jobs: [{profiles: [profiles/*.yaml], targets: [md, txt]}]\n", "utf-8")
    digest_of.cache_clear()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return tmp_path


@pytest.fixture
def build(work: Path) -> Build:
    """`cvrender build` in this process, with its workers; the exit code is checked."""

    def call(*arguments: str, code: int = 0) -> Result:
        result = CliRunner().invoke(main, ["build", *arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, result.output
        return result

    return call


@pytest.fixture(scope="session")
def env() -> dict[str, str]:
    """The environment of processes that import what this one imports."""
    import cvrender

    paths = [str(Path(cvrender.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
