"""Write out/manifest.json, and find requests that need not be built again."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from cvrender.errors import Problem
from cvrender.load.request import RenderRequest
from cvrender.run.write import write
from cvrender.system.version import __version__
from cvrender.targets.base import Artifact

FILE = "manifest.json"


@dataclass(frozen=True, slots=True)
class Output:
    """An output file: its path below the output folder, its hash and size, and the pages of a PDF."""

    file: str
    sha256: str
    size: int
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a request. `inputs` are the files and folders it depends on, with their hashes."""

    request: RenderRequest
    status: str  # built, unchanged or failed
    seconds: float = 0.0
    exit_code: int = 0
    outputs: tuple[Output, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()
    problems: tuple[Problem, ...] = ()


_SHAPE = {"key": str, "name": str, "status": str, "seconds": float, "exit_code": int}
_SHAPE |= {"inputs": list, "outputs": list, "problems": list}
_PROBLEM = {name: int if name in ("line", "column") else str for name in Problem("", code="").as_data()}
_OUTPUT = {"file": str, "sha256": str, "size": int, "pages": int}


def load(folder: Path) -> dict[str, dict[str, Any]]:
    """Load the manifest in a folder as entries by key, without damaged ones; empty if there is none or it is unreadable.

    It also clears the cache of file hashes, since a build starts with it.
    """
    digest_of.cache_clear()
    try:
        data = json.loads((folder / FILE).read_text("utf-8"))
        return {entry["key"]: entry for entry in data["works"] if _is_whole(entry)} if data.get("version") == __version__ else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _is_whole(entry: Any) -> bool:
    """Return whether an entry has the shape that `save` writes; the file may have been edited."""
    return (
        _has(entry, _SHAPE)
        and all(_has(output, _OUTPUT) for output in entry["outputs"])
        and all(isinstance(pair, list) and [type(part) for part in pair] == [str, str] for pair in entry["inputs"])
        and all(_has(problem, _PROBLEM) for problem in entry["problems"])
    )


def _has(value: Any, shape: Mapping[str, type]) -> bool:
    return isinstance(value, dict) and all(type(value.get(name)) is kind for name, kind in shape.items())


def reused_result(request: RenderRequest, entry: dict[str, Any]) -> Result:
    """Return the result of an unchanged request, from its entry in the manifest."""
    outputs = tuple(Output(*(output[name] for name in _OUTPUT)) for output in entry["outputs"])
    inputs = tuple((path, digest) for path, digest in entry["inputs"])
    return Result(request, "unchanged", entry["seconds"], outputs=outputs, inputs=inputs, problems=problems_of(entry))


def problems_of(entry: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return the problems of an entry of the manifest."""
    return tuple(Problem(**{name: problem[name] for name in _PROBLEM}) for problem in entry["problems"])


def save(folder: Path, results: Iterable[Result], others: Iterable[dict[str, Any]] = ()) -> None:
    """Write the manifest, sorted by name; `others` are existing entries to keep. Raises InputError like `write`."""
    works = [
        {"key": key(result.request), "name": result.request.name, **{k: v for k, v in asdict(result).items() if k != "request"}}
        for result in results
    ]
    works = sorted([*works, *others], key=lambda entry: (entry["name"], entry["key"]))
    content = json.dumps({"version": __version__, "works": works}, indent=1, ensure_ascii=False)
    encoded = f"{content}\n".encode(
        "utf-8", "backslashreplace"
    )  # names that are not UTF-8 contain surrogates; JSON escapes are these
    write([Artifact(FILE, encoded)], folder)


def key(request: RenderRequest) -> str:
    """Return a key that identifies a request."""
    compared = {item.name for item in fields(request) if item.compare}  # which line sets an option changes nothing
    data = {name: value for name, value in asdict(request).items() if name in compared}
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()[:24]


def rebuild_reason(entry: dict[str, Any] | None, folder: Path) -> str:
    """Return why a request must be built again, or an empty text if nothing has changed."""
    if entry is None or entry.get("status") == "failed":
        return "new" if entry is None else "failed before"
    try:
        for path, digest in entry["inputs"]:
            if digest_of(path) != digest:
                return f"{path} changed"
        for output in entry["outputs"]:
            file = folder / output["file"]
            if digest_of(str(file)) != output["sha256"]:
                return f"{file} is missing or changed"
    except OSError:  # a folder that may not be read
        return "new"
    return ""


@lru_cache(maxsize=100_000)
def digest_of(path: str) -> str:
    """Return the hash of a file, or of a folder's files and names except hidden ones; empty if it does not exist."""
    location = Path(path)
    if location.is_dir():
        total = hashlib.sha256()
        for file in sorted(file for file in location.rglob("*") if file.is_file()):
            if any(part.startswith(".") for part in file.relative_to(location).parts):
                continue
            total.update(os.fsencode(file.relative_to(location).as_posix()) + b"\0" + file.read_bytes() + b"\0")
        return total.hexdigest()
    try:
        return hashlib.sha256(location.read_bytes()).hexdigest() if location.is_file() else ""  # a device may be endless
    except OSError:
        return ""
