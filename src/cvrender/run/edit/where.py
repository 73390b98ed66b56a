"""Find which file a path of a profile is in, among the file itself and those that it includes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cvrender.load.merge import include_names, resolve_include
from cvrender.model.convert import DataPath


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
