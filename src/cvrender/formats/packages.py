"""Read files by importers of installed packages. An importer is code, so it runs only if its name is given (`--from NAME`).

The entry point of an importer, in the group `cvrender.importers`, is a function that gets the content of a file and its name, and
returns what a profile would contain, as mappings, lists and texts. It raises ValueError for a file that it cannot read.
"""

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import COLLECTIONS, CUSTOM, PERSON, Imported
from cvrender.formats.content import Content
from cvrender.formats.table import ImportedEntry, keep
from cvrender.load.locations import Location

GROUP = "cvrender.importers"
_TEXTS = ("bio", "language")
"""The texts of a profile that are read from files."""


def importer_names() -> list[str]:
    """Return the names of the importers that are installed, without loading one."""
    return sorted(entry_points(group=GROUP).names)


def read_by_package(content: Content, name: str) -> Imported:
    """Read a file by the importer of that name. Raises InputError if it fails or returns something else than a mapping."""
    (point, *_) = entry_points(group=GROUP, name=name)
    maker = (
        f"the importer “{name}” of the package {point.dist.name} {point.dist.version}" if point.dist else f"the importer “{name}”"
    )
    try:
        data = _function(point)(content.raw, content.file)
    except ValueError as error:
        raise content.problem(str(error) or "cannot be read", code="bad-syntax") from error
    except Exception as error:  # whatever it raises, it is not a fault of cvrender
        message = f"{maker} failed: {type(error).__name__}: {error}"
        raise content.problem(message, "report this message to its makers", code="tool-failed") from error
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise content.problem(f"{maker} returned no mapping of keys", "report this message to its makers", code="tool-failed")
    return _imported(data, name, content)


def _function(point: EntryPoint) -> Any:
    function = point.load()
    if not callable(function):
        raise TypeError(f"{point.value} is not a function")
    return function


def _imported(data: dict[str, Any], name: str, content: Content) -> Imported:
    """Return the data as those of any format; what is not read from files is kept under `x-import`, with a warning."""
    place = (content.file, 1, 1)
    imported = Imported(name, content.file)
    for key, value in data.items():
        if key in COLLECTIONS and isinstance(value, list):
            imported.data[key] = [_entry(entry, place) for entry in value]
        elif key == CUSTOM and isinstance(value, list):
            imported.data[key] = [_section(section, place) for section in value]
        elif (key == PERSON and isinstance(value, dict)) or key in _TEXTS:
            imported.data[key] = _entry(value, place)
        else:
            keep(imported.data, name, {key: value})
            message = f"“{key}” is not read from a file; it is kept under x-import"
            imported.problems.append(Problem(message, content.file, severity="warning", code="not-imported"))
    if isinstance(owner := imported.data.get(PERSON, {}).get("name"), str):
        imported.owners.append(owner)
    return imported


def _entry(value: Any, place: Location) -> Any:
    return ImportedEntry(value, {(): place}) if isinstance(value, dict) else value


def _section(value: Any, place: Location) -> Any:
    section = _entry(value, place)
    if isinstance(section, dict) and isinstance(section.get("entries"), list):
        section["entries"] = [_entry(entry, place) for entry in section["entries"]]
    return section
