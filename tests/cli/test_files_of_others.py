"""Every command that reads a file of others reads it within limits, and names it where it is damaged."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.merge import readers
from cvrender.old_cvs.office import read as office
from cvrender.system import limited
from cvrender.system.process import Limits
from tests.hostile_files import self_drawing_pdf

SMALL = Limits(seconds=60, processor=20, memory=300)
ALL_LIMITS = (limited.READ_LIMITS, readers.SHORT_LIMITS, readers.UNTRUSTED_LIMITS, office.LIMITS)
ADA = "person: {name: Ada Example}\nskills: [{name: Code, items: [Python]}]\n"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments], catch_exceptions=False)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working folder of a test, with a profile, and low limits."""
    monkeypatch.chdir(tmp_path)
    Path("ada.yaml").write_text(ADA, "utf-8")
    monkeypatch.setattr(limited, "READ_LIMITS", SMALL)
    monkeypatch.setattr(limited.read_within, "__kwdefaults__", {"limits": SMALL, "hint": ""})
    monkeypatch.setattr(readers, "SHORT_LIMITS", SMALL)


COMMANDS = [("import",), ("import", "--untrusted", "--no-sandbox"), ("match", "ada.yaml"), ("inspect",)]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_pdf_that_draws_itself_takes_a_limited_memory(command: tuple[str, ...]) -> None:
    Path("self.pdf").write_bytes(self_drawing_pdf())
    assert Path("self.pdf").stat().st_size < 800
    result = call(command[0], "self.pdf", *command[1:])
    assert result.exit_code == 1
    (line,) = result.output.splitlines()
    assert line.startswith("self.pdf: error: needs more than ") and "MB of memory" in line


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this system")
def test_a_fifo_is_refused(command: tuple[str, ...]) -> None:
    os.mkfifo("queue.pdf")
    result = call(command[0], "queue.pdf", *command[1:])
    assert result.exit_code == 1 and result.output.splitlines() == ["queue.pdf: error: is not a regular file"]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_damaged_pdf_is_one_line_without_objects_of_python(command: tuple[str, ...]) -> None:
    Path("cut.pdf").write_bytes(self_drawing_pdf()[:300])
    result = call(command[0], "cut.pdf", *command[1:])
    assert result.exit_code == 1 and " object at 0x" not in result.output
    assert [line for line in result.output.splitlines() if line.startswith("cut.pdf: error: ")] == result.output.splitlines()[:1]


def test_every_reader_ends_within_half_a_minute_and_two_gigabytes() -> None:
    for limits in ALL_LIMITS:
        assert limits.seconds <= 30 and limits.processor <= 25 and limits.memory <= 2000


@pytest.mark.parametrize("command", ["render", "check"])
def test_what_is_not_a_profile_is_looked_at_within_limits(command: str) -> None:
    Path("self.pdf").write_bytes(self_drawing_pdf())
    result = call(command, "self.pdf")
    assert result.exit_code == 1 and "this is PDF, not a profile" in result.output


@pytest.mark.parametrize(
    ("content", "message"),
    [(self_drawing_pdf(), "MB of memory"), (self_drawing_pdf()[:300], "PDF"), (b"no PDF", "not a readable PDF")],
    ids=["draws itself", "cut", "text"],
)
def test_an_application_names_the_pdf_that_cannot_be_read(content: bytes, message: str) -> None:
    Path("diploma.pdf").write_bytes(content)
    Path("application.yaml").write_text("profile: ada.yaml\nparts: [{pdf: diploma.pdf}]\n", "utf-8")
    result = call("application", "application.yaml")
    assert result.exit_code == 1 and '"diploma.pdf": ' in result.output and message in result.output
    assert " object at 0x" not in result.output
