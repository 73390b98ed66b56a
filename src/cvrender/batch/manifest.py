"""Write out/manifest.json, and read from an old one which requests need not be done again."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cvrender import __version__
from cvrender.request import RenderRequest
from cvrender.targets.base import Artifact
from cvrender.write import write

FILE = "manifest.json"


@dataclass(frozen=True, slots=True)
class Output:
    """One file: its path below the output folder, its hash, and for a PDF its pages."""

    file: str
    sha256: str
    size: int
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a request ended. `inputs` are the files and folders that it depended on, each with its hash; `problems` are lines."""

    request: RenderRequest
    status: str  # built, unchanged or failed
    seconds: float = 0.0
    exit_code: int = 0
    outputs: tuple[Output, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()
    problems: tuple[str, ...] = ()


def load(folder: Path) -> dict[str, dict[str, Any]]:
    """The works of the manifest in a folder, by their key; empty when there is none, or none that can be read.

    A build begins with it, so what was remembered of files is forgotten.
    """
    digest_of.cache_clear()
    try:
        data = json.loads((folder / FILE).read_text("utf-8"))
        return {entry["key"]: entry for entry in data["works"]} if data.get("version") == __version__ else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def remembered(request: RenderRequest, entry: dict[str, Any] | None) -> Result | None:
    """The result of a request that was left alone, from the old manifest."""
    if entry is None or entry.get("status") == "failed":
        return None
    outputs = tuple(Output(**output) for output in entry["outputs"])
    inputs = tuple((path, digest) for path, digest in entry["inputs"])
    return Result(request, "unchanged", entry["seconds"], outputs=outputs, inputs=inputs, problems=tuple(entry["problems"]))


def save(folder: Path, results: Iterable[Result], others: Iterable[dict[str, Any]] = ()) -> None:
    """Write the manifest: every work and file, in the order of their names; `others` are entries of an old one that stay.

    Raises InputError as `write` does.
    """
    works = [
        {"key": key(result.request), "name": result.request.name, **{k: v for k, v in asdict(result).items() if k != "request"}}
        for result in results
    ]
    works = sorted([*works, *others], key=lambda entry: (entry["name"], entry["key"]))
    content = json.dumps({"version": __version__, "works": works}, indent=1, ensure_ascii=False)
    write([Artifact(FILE, f"{content}\n".encode())], folder)


def key(request: RenderRequest) -> str:
    """What tells requests apart."""
    return hashlib.sha256(json.dumps(asdict(request), sort_keys=True, default=str).encode()).hexdigest()[:24]


def changed(entry: dict[str, Any] | None, folder: Path) -> str:
    """Why a work has to be done again, in words; empty when everything is as the manifest has it."""
    if entry is None or entry.get("status") == "failed":
        return "new" if entry is None else "failed before"
    try:
        for path, digest in entry["inputs"]:
            if digest_of(path) != digest:
                return f"{path} changed"
        for output in entry["outputs"]:
            file = folder / output["file"]
            if digest_of(str(file)) != output["sha256"]:
                return f"{file} is missing or was changed"
    except (KeyError, TypeError, ValueError, OSError):
        return "new"
    return ""


@lru_cache(maxsize=100_000)
def digest_of(path: str) -> str:
    """The hash of a file, or of a folder's files and their names, but for hidden ones; empty for what is not there."""
    place = Path(path)
    if place.is_dir():
        total = hashlib.sha256()
        for file in sorted(file for file in place.rglob("*") if file.is_file()):
            if any(part.startswith(".") for part in file.relative_to(place).parts):
                continue
            total.update(file.relative_to(place).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
        return total.hexdigest()
    try:
        return hashlib.sha256(place.read_bytes()).hexdigest() if place.is_file() else ""  # a device may have no end
    except OSError:
        return ""
