"""Keep applications.yaml, the list of applications: what is due, and what was sent, of which copies are kept."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from cvrender.documents.rows import TableRow
from cvrender.errors import InputError, Problem, nearest
from cvrender.formats.calendar import CalendarDay, calendar
from cvrender.load.reader import Source, load
from cvrender.load.validate import as_model
from cvrender.load.yaml_edit import Edits
from cvrender.load.yaml_text import block
from cvrender.model.application import ApplicationLog, LoggedApplication
from cvrender.model.base import field_names
from cvrender.model.convert import DataPath
from cvrender.model.dates import PartialDate, parse_date
from cvrender.model.value import Value
from cvrender.system.filename import file_name

KEY = "applications"
SENT = "sent"
"""The folder with copies of what was sent, next to the list."""
_OF_TABLE = ("post", "employer", "deadline", "link", "note")


class OpenLog(Value, frozen=True):
    """An applications.yaml: its content and its place."""

    source: Source
    applications: dict[str, LoggedApplication]

    @property
    def folder(self) -> Path:
        """The folder of the file."""
        return Path(self.source.file).parent

    def in_order(self) -> list[tuple[str, LoggedApplication]]:
        """Return the applications: open ones first, by their deadlines."""
        return sorted(self.applications.items(), key=lambda item: (item[1].status != "open", _last_day(item[1]), item[0]))

    def problems(self) -> Iterator[Problem]:
        """Yield a Problem for each copy of what was sent that is missing or changed."""
        for name, item in self.applications.items():
            for file, digest in item.files.items():
                copy = self.folder / (item.folder or "") / file
                now = sha256(copy.read_bytes()).hexdigest() if copy.is_file() else ""
                if now != digest:
                    message = f"{copy}, sent on {item.sent}, {'has changed since' if now else 'is missing'}"
                    place, hint = (KEY, name, "files", file), "restore it from a backup"
                    yield self.source.problem(place, message, hint, code="changed-source")

    def calendar(self) -> str:
        """Return the deadlines of open applications as iCalendar."""
        return calendar(
            CalendarDay(name, date(*item.deadline.last_day()), _title(item), item.link or "", item.note or "")
            for name, item in self.in_order()
            if item.deadline and item.status == "open"
        )


def open_log(path: Path) -> OpenLog:
    """Read an applications.yaml. Raises InputError."""
    source = load(path)
    return OpenLog(source, as_model(source, ApplicationLog).applications)


def with_rows(path: Path, rows: Sequence[TableRow]) -> tuple[str, list[str]]:
    """Return the text of the list with each row of a table that it does not have yet, and their names. Raises InputError."""
    text = path.read_text("utf-8") if path.exists() else ""
    there = open_log(path).applications if text else {}
    new = {row.folder: _entry(row) for row in rows if row.folder not in there}
    if not text:
        return "\n".join([*block({KEY: new}, 0), ""]), list(new)
    edits = Edits(str(path), text, _order)
    for name, entry in new.items():
        edits.set((KEY, name), entry)
    return edits.apply(), list(new)


def _entry(row: TableRow) -> dict[str, str]:
    """Return what a row says about its application. Raises InputError."""
    if not row.cells.get("post"):
        message = 'the column "post" is empty, or there is none'
        raise InputError([row.problem(message, "name the position in it", code="missing-value")])
    try:
        parse_date(row.cells.get("deadline") or "2000")
    except ValueError as error:
        raise InputError([row.problem(f'the column "deadline": {error}', "write 2026-12-01", code="bad-date")]) from None
    return {key: " ".join(row.cells[key].split()) for key in _OF_TABLE if row.cells.get(key)}


def keep_sent(path: Path, name: str, sent: Path, day: PartialDate) -> tuple[str, Path]:
    """Copy the files of a folder to one of their own, and return the text of the list that says so, and the folder.

    Raises InputError if there is no such application, or if it was sent before: what was sent is never overwritten.
    """
    log = open_log(path)
    if name not in log.applications:
        hint = nearest(name, log.applications)
        raise InputError([Problem(f'there is no application "{name}"', str(path), hint=hint, code="unknown-name")])
    if sent_on := log.applications[name].sent:
        message, hint = f"was sent on {sent_on}; what was sent is never overwritten", "add another application with a new name"
        raise InputError([log.source.problem((KEY, name), message, hint, code="already-exists")])
    paths = sorted(sent.iterdir()) if sent.is_dir() else []
    contents = {path.name: path.read_bytes() for path in paths if path.is_file() and not path.name.startswith(".")}
    if not contents:
        raise InputError([Problem("is not a folder with files", str(sent), code="file-not-found")])
    folder = log.folder / SENT / file_name(f"{day}-{name}")
    record: dict[str, Any] = {"status": SENT, "sent": str(day), "folder": f"{SENT}/{folder.name}"}
    record["files"] = {file: sha256(content).hexdigest() for file, content in contents.items()}
    edits = Edits(str(path), path.read_text("utf-8"), _order)
    for key, value in record.items():
        edits.set((KEY, name, key), value)
    text = edits.apply()
    _write_once(folder, contents)
    return text, folder


def _write_once(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write files to a new folder, so that nobody changes them by mistake. Raises InputError if the folder exists."""
    try:
        folder.mkdir(parents=True)
        for name, content in contents.items():
            (folder / name).write_bytes(content)
            (folder / name).chmod(0o444)
    except FileExistsError:
        hint = "what was sent is never overwritten; move the folder away"
        raise InputError([Problem("already exists", str(folder), hint=hint, code="already-exists")]) from None


def _order(path: DataPath) -> Sequence[str]:
    return field_names(LoggedApplication) if len(path) == 2 else ()


def _title(item: LoggedApplication) -> str:
    return ", ".join(part for part in (item.post, item.employer) if part)


def _last_day(item: LoggedApplication) -> tuple[int, int, int]:
    return item.deadline.last_day() if item.deadline else (9999, 12, 31)


def described(name: str, item: LoggedApplication, today: date) -> str:
    """Return an application as a line: the deadline, how far it is, the status, the name, and what it is for."""
    deadline, left = str(item.deadline or "no deadline"), ""
    if item.deadline and item.status == "open":
        days = (date(*item.deadline.last_day()) - today).days
        count = f"{abs(days)} day{'s' * (abs(days) != 1)}"
        left = "today" if not days else f"in {count}" if days > 0 else f"{count} ago"
    status = f"{item.status} {item.sent}" if item.sent and item.status == SENT else item.status
    return f"{deadline:<12}{left:<13}{status:<16}{name:<22}{_title(item)}".rstrip()
