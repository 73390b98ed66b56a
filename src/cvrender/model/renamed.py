"""List the keys of files that have another name than in an older version of cvrender, and the versions of the schemas.

docs/compatibility.md promises what stays. A key is renamed by a row in `RENAMED`: the old name is still read for at least a year,
with a warning that says what to write, and `cvrender migrate` writes the new one. A row is removed in a major version only;
then the version of the schema in `VERSIONS` rises.
"""

from collections.abc import Mapping

from cvrender.model.value import Value

VERSIONS: Mapping[str, int] = {
    "profile": 1,
    "overlay": 1,
    "view": 1,
    "style": 1,
    "contract": 1,
    "terms": 1,
    "letter": 1,
    "statement": 1,
    "application": 1,
    "applications": 1,
    "build": 1,
}
"""The version of the schema of each kind of file. Added keys do not change it; keys that are no longer read do."""


class RenamedKey(Value, frozen=True):
    """A key of a kind of file that has the name `new` since a version, which was released on a `day` (`2027-01-31`).

    `path` leads to the old name; `*` means any key, and any item of a list: `("sections", "*", "hide")`.
    """

    kind: str
    path: tuple[str, ...]
    new: str
    since: str
    day: str


RENAMED: tuple[RenamedKey, ...] = ()
"""Every renamed key. Since version 0.1.0 there was none: files of that version are read as they are."""


def renamed_in(kind: str) -> tuple[RenamedKey, ...]:
    """Return the renamed keys of a kind of file; those of a profile or an overlay include the keys of views."""
    kind = "profile" if kind == "overlay" else kind
    rows = tuple(row for row in RENAMED if row.kind == kind)
    if kind == "profile":
        inner = (row for row in RENAMED if row.kind == "view")
        rows += tuple(RenamedKey("profile", ("views", "*", *row.path), row.new, row.since, row.day) for row in inner)
    return rows
