"""Find citation styles: CSL files by name or path, and the style on which a dependent one is based.

CSL 1.0.2: https://docs.citationstyles.org/en/stable/specification.html
"""

from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from cvrender.errors import nearest
from cvrender.load.library.search_path import BUILT_IN, Library
from cvrender.model.citations import is_path
from cvrender.model.value import Value

KIND = "citation-styles"
NAMESPACE = "http://purl.org/net/xbiblio/csl"
_LARGEST = 2_000_000  # bytes
_DEEPEST = 100
"""How deep elements may be nested; those of the styles that exist are about 15 deep."""
_IDS = "http://www.zotero.org/styles/"
_TAG = f"{{{NAMESPACE}}}"


class CitationStyle(Value, frozen=True, dict=True):
    """A citation style: its name, its title, the XML of an independent style, and the files that it was read from."""

    name: str
    title: str
    xml: str
    files: tuple[str, ...]

    @cached_property
    def checksum(self) -> str:
        """The checksum of the XML."""
        import hashlib

        return hashlib.sha256(self.xml.encode()).hexdigest()


class CitationChoice(Value, frozen=True):
    """The citation style of a section, and what to do where it hides the owner: `name` or `warn`."""

    style: CitationStyle
    hidden_owner: str


class UnusableStyle(ValueError):
    """Report that a citation style is missing or broken. `hint` says what to write.

    `place` is the location in the file, `code` that of the Problem.
    """

    def __init__(self, message: str, hint: str = "", place: tuple[str, int, int] | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        self.place = place
        self.code = "bad-citation-style" if place else "unknown-citation-style"


def find_citation_style(name: str, folder: Path, library: Library = BUILT_IN, *, untrusted: bool = False) -> CitationStyle:
    """Find a style by name, or by a path relative to a folder. Raises UnusableStyle; paths are refused if `untrusted`."""
    if is_path(name):
        if untrusted:
            raise UnusableStyle(f'"{name}" is a path; only styles by name are allowed here', "see `cvrender citations`")
        return _read(folder / name, Path(name).stem, library)
    files = library.find_all(KIND, name)
    if not files:
        known = library.names(KIND)
        hint = nearest(name, known) or f"available: {', '.join(known)}, and the path of any .csl file"
        raise UnusableStyle(f'there is no citation style "{name}"', hint)
    return _read(files[0], name, library)


def _read(path: Path, name: str, library: Library) -> CitationStyle:
    """Read a file, and for a dependent style the one that it is based on."""
    try:
        modified = path.stat().st_mtime_ns
    except OSError as error:
        raise UnusableStyle(f'cannot read "{path}": {error.strerror}', "write the path of a .csl file") from None
    title, parent, xml = _parsed(path, modified)
    if not parent:
        return CitationStyle(name, title, xml, (str(path),))
    formatting = _independent(parent, path.parent, library)
    if formatting is None:
        message = f'depends on the style "{parent.removeprefix(_IDS)}", which is not there'
        hint = f"put {parent.rpartition('/')[2]}.csl into the same folder"
        raise UnusableStyle(message, hint, (str(path), 1, 1))
    return CitationStyle(name, title, _parsed(formatting, formatting.stat().st_mtime_ns)[2], (str(path), str(formatting)))


@lru_cache(maxsize=64)
def _parsed(path: Path, modified: int) -> tuple[str, str, str]:
    """Return the title, the id of the parent of a dependent style, and the XML. `modified` is the time in nanoseconds."""
    from xml.etree import ElementTree

    if path.is_dir() or path.stat().st_size > _LARGEST:
        raise UnusableStyle(f'"{path}" is not a .csl file of at most {_LARGEST // 1_000_000} MB')
    try:
        xml = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise UnusableStyle(f'cannot read "{path}": {error}') from None
    if "<!DOCTYPE" in xml or "<!ENTITY" in xml:
        raise UnusableStyle("defines a document type, which CSL does not have", "", (str(path), 1, 1))
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise UnusableStyle(f"is not XML here: {error.msg.partition(':')[0]}", "", (str(path), line, column + 1)) from None
    if _is_deeper(root, _DEEPEST):
        raise UnusableStyle(f"is nested more than {_DEEPEST} deep", "choose another style", (str(path), 1, 1))
    if root.tag != f"{_TAG}style":
        raise UnusableStyle("is not a CSL style: its root is not <style>", "", (str(path), 1, 1))
    parent = next((link.get("href", "") for link in root.iter(f"{_TAG}link") if link.get("rel") == "independent-parent"), "")
    if not parent and all(root.find(f"{_TAG}{part}/{_TAG}layout") is None for part in ("bibliography", "citation")):
        message = "is a CSL style without a layout for a bibliography or a citation"
        raise UnusableStyle(message, "choose a style that has one", (str(path), 1, 1))
    return (root.findtext(f"{_TAG}info/{_TAG}title") or path.stem).strip(), parent, xml


def _is_deeper(root: Any, most: int) -> bool:
    """Return whether elements are nested deeper than that."""
    level = [root]
    for _ in range(most):
        level = [child for element in level for child in element]
    return bool(level)


def _independent(identifier: str, folder: Path, library: Library) -> Path | None:
    """Return the file of the style with an id: next to the dependent one, or in the library."""
    sibling = folder / f"{identifier.rpartition('/')[2]}.csl"
    if sibling.is_file():
        return sibling
    files = (path for name in library.names(KIND) for path in library.find_all(KIND, name)[:1])
    return next((path for path in files if f"<id>{identifier}</id>" in path.read_text("utf-8")), None)
