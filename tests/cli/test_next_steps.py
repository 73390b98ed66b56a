"""Test what `cvrender` alone says of a folder."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.cli import COMMANDS, main
from cvrender.cli.next_steps import next_steps


def commands(folder: Path) -> list[str]:
    return [line.strip().split("  ")[0] for line in next_steps(folder).splitlines() if line.startswith("  ")]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ((), ["cvrender demo", "cvrender new NAME", "cvrender import FILE"]),
        (("notes.pdf",), ["cvrender demo", "cvrender new NAME", "cvrender import FILE"]),
        (("my cv.pdf", "cv.bib"), ["cvrender import 'my cv.pdf'", "cvrender demo", "cvrender new NAME"]),
        (("profiles/ada.yaml", "cv.pdf"), ["cvrender check ada", "cvrender render ada", "cvrender preview ada"]),
        (("profiles/ada.yaml", "cvrender.yaml"), ["cvrender build", "cvrender check ada", "cvrender render ada"]),
    ],
)
def test_the_steps_are_those_of_the_folder(files: tuple[str, ...], expected: list[str], tmp_path: Path) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert commands(tmp_path) == expected
    assert {command.split()[1] for command in expected} <= COMMANDS.keys()


def test_cvrender_alone_says_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 0
    assert result.output == next_steps(tmp_path) + "\n"
