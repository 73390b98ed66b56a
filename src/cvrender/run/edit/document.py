"""Change the files of a profile by operations, undo and redo them, and keep the latest saved states.

The files are the truth: each operation names the hash of what the browser saw, and is refused if the files are others by now.
Every change of a file is a step: the characters that it took from a place and those that it put there. So its inverse gives
back each byte, whether a form, the YAML or another program made it.
"""

import hashlib
import os
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.load.merge import include_names, resolve_include
from cvrender.load.reader import TRUSTED_LIMITS
from cvrender.load.yaml_edit import data_of
from cvrender.load.yaml_lists import ListEdits
from cvrender.merge.apply import usual_order
from cvrender.model.convert import DataPath
from cvrender.system import cache

_MARK = "\ufeff"
"""What some programs write at the beginning of a file, and which is not part of its text."""
OUTSIDE = "outside"
"""What a step is called that another program made."""
STATES = "edit-states"
"""The category of saved states in the cache."""


@dataclass(frozen=True)
class TextStep:
    """A change of a file: at `start`, `old` became `new`. `about` says what it was."""

    file: Path
    start: int
    old: str
    new: str
    about: str
    path: DataPath = ()

    def inverse(self) -> "TextStep":
        """Return the step that takes this one back."""
        return TextStep(self.file, self.start, self.new, self.old, self.about, self.path)


class Conflict(Exception):
    """The files are not those that the browser saw."""


@dataclass
class EditedProfile:
    """A profile's files, and the steps that changed them since it was opened. It is thread-safe."""

    profile: Path
    steps: list[TextStep] = field(default_factory=list)
    undone: list[TextStep] = field(default_factory=list)
    _seen: dict[Path, str] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)

    def __post_init__(self) -> None:
        self.texts()

    def texts(self) -> dict[Path, str]:
        """Read the files as they are now. What another program changed becomes a step."""
        with self._lock:
            now = {self.profile: _read(self.profile)}
            for path in files_of(self.profile, _data(self.profile, now[self.profile]))[1:]:
                now[path] = _read(path)
            for path, text in now.items():
                if path in self._seen and text != self._seen[path]:
                    self._remember(_step(path, self._seen[path], text, OUTSIDE))
            self._seen = now
            return now

    def data(self) -> Any:
        """Return the data of the profile's own file. Raises InputError if it cannot be read."""
        return data_of(self.texts()[self.profile].removeprefix(_MARK), str(self.profile))

    def hash(self) -> str:
        """Return the hash of the files as they are now."""
        return hash_of(self.texts())

    def change(self, seen: str, operation: Mapping[str, Any]) -> None:
        """Apply an operation to the files that had the hash `seen`. Raises Conflict, or InputError if it cannot be applied."""
        with self._lock:
            texts = self.texts()
            if hash_of(texts) != seen:
                raise Conflict
            file, path, text = apply_operation(texts, operation)
            if text != texts[file]:
                self._save(_step(file, texts[file], text, str(operation.get("op")), path))

    def rewrite(self, seen: str, about: str, new: Callable[[str], str]) -> None:
        """Give the profile's own file the text that `new` makes of it, as one step. Raises Conflict."""
        with self._lock:
            texts = self.texts()
            if hash_of(texts) != seen:
                raise Conflict
            old = texts[self.profile]
            mark = _MARK if old.startswith(_MARK) else ""
            if (text := mark + new(old.removeprefix(mark))) != old:
                self._save(_step(self.profile, old, text, about))

    def undo(self, seen: str) -> TextStep | None:
        """Take the last step back; return it."""
        return self._back(seen, self.steps, self.undone)

    def redo(self, seen: str) -> TextStep | None:
        """Make the step again that was taken back last; return it."""
        return self._back(seen, self.undone, self.steps)

    def states(self) -> list[dict[str, Any]]:
        """Return the saved states, the latest first: their names, and when they were saved."""
        folder = cache.folder_of(self._category, "")
        names = sorted((path.name for path in folder.glob("[0-9]*")), reverse=True) if folder.is_dir() else []
        return [{"name": name, "time": int(name.partition("-")[0]) // 1000} for name in names]

    def restore(self, seen: str, name: str) -> None:
        """Give the files the texts of a saved state. Raises Conflict, or InputError if there is no such state."""
        with self._lock:
            if self.hash() != seen:
                raise Conflict
            saved = cache.read_data(self._category, name) if name in {state["name"] for state in self.states()} else None
            if saved is None:
                raise _problem("this state is not kept any more", self.profile)
            for path in self.texts():
                text = saved[1].get(path.name)
                if text is not None and text.decode() != self._seen[path]:
                    self._save(_step(path, self._seen[path], text.decode(), "restore"))

    @property
    def _category(self) -> str:
        return f"{STATES}/{cache.key_of(str(self.profile.absolute()))[:24]}"

    def _back(self, seen: str, source: list[TextStep], target: list[TextStep]) -> TextStep | None:
        with self._lock:
            texts = self.texts()
            if hash_of(texts) != seen:
                raise Conflict
            if not source:
                return None
            step = source[-1].inverse()
            text = texts.get(step.file, "")
            if text[step.start : step.start + len(step.old)] != step.old:
                raise _problem("this step cannot be taken back, because the file is another one now", step.file)
            self._write(step, text)
            source.pop()
            target.append(step)
            return step

    def _save(self, step: TextStep) -> None:
        self._write(step, self._seen[step.file])
        self._remember(step)

    def _write(self, step: TextStep, text: str) -> None:
        self._keep()
        text = text[: step.start] + step.new + text[step.start + len(step.old) :]
        save(step.file, text)
        self._seen[step.file] = text
        self._keep()

    def _remember(self, step: TextStep) -> None:
        self.steps.append(step)
        self.undone.clear()

    def _keep(self) -> None:
        """Keep the texts as a saved state, unless they are the latest one."""
        texts = {path.name: text.encode() for path, text in self._seen.items()}
        key = hash_of(self._seen)[:16]
        latest = next(iter(self.states()), None)
        if latest is None or not latest["name"].endswith(key):
            after = int(latest["name"].partition("-")[0]) + 1 if latest else 0  # two states are saved in one millisecond
            cache.write_data(self._category, f"{max(time.time_ns() // 1_000_000, after)}-{key}", {}, texts)


def hash_of(texts: Mapping[Path, str]) -> str:
    """Return the hash of files."""
    digest = hashlib.sha256()
    for path, text in texts.items():
        for part in (str(path).encode("utf-8", "surrogateescape"), text.encode()):
            digest.update(b"%d:" % len(part) + part)
    return digest.hexdigest()


def save(path: Path, text: str) -> None:
    """Write a file whole or not at all, with the rights that it had. A link keeps pointing to it. Raises InputError."""
    target = path.resolve()
    unfinished = target.with_name(f".new-{os.getpid()}-{target.name}")
    try:
        with unfinished.open("xb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        with suppress(OSError):
            unfinished.chmod(target.stat().st_mode & 0o7777)
        unfinished.replace(target)
    except OSError as error:
        raise InputError([Problem(f"cannot be written: {error.strerror or error}", str(path), code="cannot-write")]) from None
    finally:
        unfinished.unlink(missing_ok=True)


def apply_operation(texts: Mapping[Path, str], operation: Mapping[str, Any]) -> tuple[Path, DataPath, str]:
    """Return the file that an operation changes, the path, and the file's new text."""
    if operation.get("op") == "text":
        file = next((path for path in texts if path.name == operation.get("file")), None)
        if file is None or not isinstance(operation.get("text"), str):
            raise _problem("there is no such file", next(iter(texts)))
        return file, (), _with_line_ends(operation["text"], texts[file])
    path = operation.get("path")
    if not isinstance(path, list) or not path or not all(type(part) in (str, int) for part in path):
        raise _problem("path should be a list of keys and numbers", next(iter(texts)))
    data = {file: _data(file, text) for file, text in texts.items()}
    file, inner = place_of(tuple(path), data)
    return file, tuple(path), _edited(file, texts[file], inner, operation)


def _with_line_ends(text: str, old: str) -> str:
    """Return a text from the browser, which knows one line end, with the line ends that the lines of the file have."""
    if "\r" not in old:
        return text
    new, known = text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), re.split(r"\r\n|\r|\n", old)
    ends = re.findall(r"\r\n|\r|\n", old)
    before = len(os.path.commonprefix((new[:-1], known[:-1])))
    after = min(len(os.path.commonprefix((new[::-1], known[::-1]))), len(new) - before, len(known) - before)
    line_ends = ends[:before] + ["\r\n" if "\r\n" in old else ends[0]] * (len(new) - 1 - before)
    if after > 1:
        line_ends[-(after - 1) :] = ends[-(after - 1) :]
    return "".join(line + end for line, end in zip(new, [*line_ends, ""], strict=True))


def _edited(file: Path, text: str, path: DataPath, operation: Mapping[str, Any]) -> str:
    mark = _MARK if text.startswith(_MARK) else ""
    edits = ListEdits(str(file), text.removeprefix(mark), usual_order)
    value, to = operation.get("value"), operation.get("to")
    match operation.get("op"):
        case "set":
            return mark + edits.set(path, value)
        case "insert":
            return mark + edits.insert(path, value)
        case "delete":
            return mark + edits.delete(path)
        case "duplicate":
            return mark + edits.duplicate(path)
        case "move" if isinstance(to, int):
            return mark + edits.move(path, to)
    raise _problem("unknown operation", file)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            raw = stream.read(TRUSTED_LIMITS.bytes + 1)
        if len(raw) > TRUSTED_LIMITS.bytes:
            raise _problem("file is larger than 8 MB", path)
        return raw.decode()
    except UnicodeDecodeError:
        raise _problem("not UTF-8 text", path) from None
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror or error}", str(path), code="cannot-read")]) from None


def _data(path: Path, text: str) -> Any:
    """Return the data of a text, or nothing if it cannot be read. Nobody changes them."""
    try:
        return data_of(text.removeprefix(_MARK), str(path))
    except InputError:
        return None


def _step(file: Path, old: str, new: str, about: str, path: DataPath = ()) -> TextStep:
    """Return the step between two texts, without the characters at their beginnings and ends that are the same."""
    start = len(os.path.commonprefix((old, new)))
    end = len(os.path.commonprefix((old[start:][::-1], new[start:][::-1])))
    return TextStep(file, start, old[start : len(old) - end], new[start : len(new) - end], about, path)


def _problem(message: str, file: Path) -> InputError:
    return InputError([Problem(message, str(file), code="cannot-edit")])


def files_of(profile: Path, data: Any) -> list[Path]:
    """Return the profile's file and those that it includes, which are in its folder."""
    names = include_names(data) if isinstance(data, dict) else []
    included = (resolve_include(profile.parent, name) for name in names)
    return list(dict.fromkeys([profile, *(path for path in included if path and path.is_file())]))


def place_of(path: DataPath, data: Mapping[Path, Any]) -> tuple[Path, DataPath]:
    """Return the file of a path, and the path in that file. What is in no file belongs to the first one, the profile's own."""
    first = next(iter(data))
    owners = [file for file, content in data.items() if isinstance(content, dict) and content.get(path[0]) is not None]
    if len(owners) < 2 or len(path) < 2 or not isinstance(path[1], int):
        return (owners[0] if owners else first), path
    index = path[1]
    for file in owners:
        items = data[file][path[0]]
        length = len(items) if isinstance(items, list) else 1
        if index < length or file == owners[-1]:
            return file, (path[0], index, *path[2:])
        index -= length
    raise AssertionError("the last file takes what is left")
