"""Find the format of a file by its content, and read it as data of a profile.

A format of data is a module of this package that declares `FORMAT` (a second one of the same program has a name such
as `XML_FORMAT`): a file, or a folder with `read.py`. Nothing else lists it.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from cvrender.errors import Problem, nearest
from cvrender.formats.base import Format, Imported
from cvrender.formats.content import Content
from cvrender.formats.syntax.clean import left_out
from cvrender.formats.table import KEPT

_DECLARED = re.compile(r'^(\w*FORMAT) = Format\(\s*"([\w-]+)"', re.MULTILINE)
_WRONG_STRUCTURE = (ValueError, RecursionError)
"""What a reader raises for a file of another structure. Every other exception is a fault of the reader."""


class Readers:
    """Formats by name, in the order in which they are tried: the first that recognizes a file reads it."""

    def __init__(self, places: Mapping[str, tuple[str, str]]) -> None:
        self._places = places

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the formats."""
        return tuple(self._places)

    def named(self, name: str) -> Format:
        """Return a format by its name."""
        module, constant = self._places[name]
        declared = getattr(import_module(module), constant)
        assert isinstance(declared, Format) and declared.name == name
        return declared

    def __iter__(self) -> Iterator[Format]:
        return map(self.named, self.names)

    def find(self, content: Content) -> Format:
        """Return the format of a file. Raises InputError if no format recognizes it, or if it is broken."""
        for candidate in self:
            if candidate.detects(content):
                return candidate
        from cvrender.formats.looks_like import looks_like

        message, hint = looks_like(content)
        raise content.problem(message, hint or f"name its format with --from: {', '.join(self.names)}", code="unknown-format")

    def read(self, content: Content, name: str = "") -> Imported:
        """Read a file in the format with that name, or else in the one that recognizes it. Raises InputError."""
        if name and name not in self.names:
            return self._by_package(content, name)
        chosen = self.named(name) if name else self.find(content)
        try:
            imported = chosen.read(content)
        except _WRONG_STRUCTURE as error:
            raise content.problem(f"does not have the structure of {chosen.title} files", code="unknown-format") from error
        except (AssertionError, AttributeError, LookupError, TypeError) as error:
            message = (
                f"cannot be read, since cvrender's reader of {chosen.title} files has a fault: {type(error).__name__}: {error}"
            )
            raise content.problem(message, "report this message, with a file that shows it") from error
        imported.problems += content.doubts
        imported.checksum = sha256(content.raw).hexdigest()
        _report(imported, content, chosen)
        return imported

    def _by_package(self, content: Content, name: str) -> Imported:
        """Read a file by an importer of an installed package. Raises InputError if there is none of that name, or if it fails."""
        from cvrender.formats.packages import importer_names, read_by_package

        if name not in importer_names():
            raise content.problem(
                f'unknown format "{name}"', nearest(name, [*self.names, *importer_names()]), code="unknown-format"
            )
        imported = read_by_package(content, name)
        imported.checksum = sha256(content.raw).hexdigest()
        return imported


def _report(imported: Imported, content: Content, chosen: Format) -> None:
    """Report characters that are left out, and a file of which nothing was read."""
    number, line = left_out(content.text) if content.begins in ("text", "json") else (0, 0)
    if number:
        message = f"contains {number} characters that are not printed, such as soft hyphens; they are left out"
        imported.problems.append(Problem(message, content.file, line, severity="warning", code="bad-character"))
    if not imported.containers and not any(value for key, value in imported.data.items() if key != KEPT):
        message = f"contains nothing that is read of files in {chosen.title}"
        imported.problems.append(Problem(message, content.file, hint="all of it is kept under x-import", code="not-imported"))


@lru_cache(maxsize=1)
def data_formats() -> dict[str, tuple[str, str]]:
    """Return the formats of data: for each name its module and the name of the constant."""
    folder, package = Path(__file__).parent, __name__.rpartition(".")[0]
    declared: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.rglob("*.py")):
        module = ".".join((package, *path.relative_to(folder).with_suffix("").parts))
        declared |= {name: (module, constant) for constant, name in _DECLARED.findall(path.read_text("utf-8"))}
    return declared


def read_data(content: Content, name: str) -> Imported:
    """Read a file in a format of data. Raises InputError."""
    return Readers(data_formats()).read(content, name)
