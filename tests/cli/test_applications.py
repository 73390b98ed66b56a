"""The list of applications: what is due, what was sent, and calendars."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main

TABLE = "name,employer,post,deadline,contact\nlab,Sample Lab,Engineer; R&D,2026-12-01,Bea\nfirm,Firm A,Analyst,2026-11-20,Cy\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("employers.csv").write_text(TABLE, "utf-8")
    Path("out").mkdir()
    Path("out/cv.pdf").write_bytes(b"first")
    assert call("--add", "employers.csv").exit_code == 0
    return tmp_path


def call(*words: str) -> Result:
    return CliRunner().invoke(main, ["applications", "--as-of", "2026-11-22", *words])


def test_what_is_due_is_listed_by_deadline(folder: Path) -> None:
    assert [line.split() for line in call().stdout.splitlines()] == [
        "2026-11-20 2 days ago open firm Analyst, Firm A".split(),
        "2026-12-01 in 9 days open lab Engineer; R&D, Sample Lab".split(),
    ]


def test_rows_are_added_once_and_comments_stay(folder: Path) -> None:
    file = Path("applications.yaml")
    file.write_text("# mine\n" + file.read_text("utf-8"), "utf-8")
    Path("employers.csv").write_text(TABLE + "school,,Teacher,,\n", "utf-8")
    result = call("--add", "employers.csv")
    assert "added to applications.yaml: school\n" in result.stderr and "Teacher" in result.stdout.splitlines()[-1]
    assert file.read_text("utf-8").startswith("# mine\napplications:\n")


def test_what_was_sent_is_kept_and_never_overwritten(folder: Path) -> None:
    assert call("--sent", "lab", "out").exit_code == 0
    copy = Path("sent/2026-11-22-lab/cv.pdf")
    Path("out/cv.pdf").write_bytes(b"second")
    again = call("--sent", "lab", "out")
    assert again.exit_code == 1 and "was sent on 2026-11-22; what was sent is never overwritten" in again.stderr
    assert copy.read_bytes() == b"first"
    entry = json.loads(call("--json").stdout)[-1]
    assert (entry["status"], entry["files"]) == ("sent", {"cv.pdf": hashlib.sha256(b"first").hexdigest()})
    copy.chmod(0o644)
    copy.write_bytes(b"other")
    changed = call()
    assert changed.exit_code == 1 and "has changed since" in changed.stderr
    copy.unlink()
    assert "is missing" in call().stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sent", "lap", "out"), 'there is no application "lap"; did you mean "lab"'),
        (("--sent", "lab", "nowhere"), "nowhere: error: is not a folder with files"),
        (("--add", "wrong.csv"), 'wrong.csv:2:1: error: row "a": the column "deadline": '),
        (("--add", "none.csv"), 'none.csv:2:1: error: row "a": the column "post" is empty'),
    ],
)
def test_mistakes_are_errors(words: tuple[str, ...], said: str, folder: Path) -> None:
    Path("wrong.csv").write_text("name,post,deadline\na,b,soon\n", "utf-8")
    Path("none.csv").write_text("name,deadline\na,2026\n", "utf-8")
    result = call(*words)
    assert result.exit_code == 1 and said in result.stderr
    assert not Path("sent").exists()


def test_calendars_get_the_deadlines_of_open_applications(folder: Path) -> None:
    call("--sent", "firm", "out")
    assert call("--ics", "due.ics").stdout == "due.ics\n"
    text = Path("due.ics").read_bytes().decode()
    assert text.count("BEGIN:VEVENT") == 1 and text.endswith("END:VCALENDAR\r\n")
    for line in ("DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261202", r"SUMMARY:Engineer\; R&D\, Sample Lab"):
        assert f"{line}\r\n" in text
    call("--ics", "again.ics")
    assert Path("again.ics").read_bytes() == Path("due.ics").read_bytes()
