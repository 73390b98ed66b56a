"""Load a profile with its includes, bibliographies and overlays."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cvrender.errors import InputError, Problem
from cvrender.load.merge import load_overlay, with_includes, with_overlay
from cvrender.load.reader import TRUSTED_LIMITS, UNTRUSTED_LIMITS, InputLimits, Source, load, parse
from cvrender.load.renamed import with_new_names
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate

if TYPE_CHECKING:
    from cvrender.formats.content import Content

_IN_YAML = ("rendercv", "yamlresume", "citation-cff", "json-resume")
"""The formats of other programs' YAML files."""


def load_profile(path: str | Path, *, overlays: Iterable[str | Path] = (), untrusted: bool = False) -> LoadedProfile:
    """Load and validate a profile with its includes and bibliographies, changed by overlays.

    Raises InputError with every Problem. Files of an `untrusted` profile are limited in size.
    """
    limits = UNTRUSTED_LIMITS if untrusted else TRUSTED_LIMITS
    try:
        source = _load(Path(path), overlays, limits)
        return LoadedProfile(source, validate(source))
    except InputError:
        if not untrusted and (problem := _foreign(Path(path))):
            raise InputError([problem]) from None
        raise


def profile_of_text(text: str, path: Path, overlays: Iterable[str | Path] = ()) -> LoadedProfile:
    """Return the profile that a file with this text would be, changed by overlays. Raises InputError."""
    source = _complete(parse(text.encode(), str(path)), path, overlays, TRUSTED_LIMITS)
    return LoadedProfile(source, validate(source))


def _load(path: Path, overlays: Iterable[str | Path], limits: InputLimits) -> Source:
    return _complete(load(path, limits), path, overlays, limits)


def _complete(source: Source, path: Path, overlays: Iterable[str | Path], limits: InputLimits) -> Source:
    source = with_includes(with_new_names(source, "profile"), path.parent, limits)
    if isinstance(source.data.get("publications"), dict):
        from cvrender.merge.linked_bibliographies import with_bibliography

        source = with_bibliography(source, path.parent, limits)
    for overlay in overlays:
        source = with_overlay(source, load_overlay(Path(overlay), limits))
    return source


def _foreign(path: Path) -> Problem | None:
    """Return what to say of a file that is not a profile but in a format that can be imported."""
    from cvrender.formats.content import load_content
    from cvrender.system.limited import read_within

    try:
        content = load_content(path)
    except InputError:
        return None
    try:
        if content.has_key("person"):
            return None
        is_text = content.begins not in ("pdf", "zip")  # what libraries that are not Python read is read within limits
        name, title = _format(content) if is_text else read_within(str(path), _format, content)
    except InputError:
        if content.begins != "pdf":
            return None
        name, title = "pdf", "PDF"  # whatever else is in it
    if path.suffix in (".yaml", ".yml") and name not in _IN_YAML:
        return None  # a mere text, which Markdown may be, is a profile with a mistake
    import shlex

    hint = f"make a profile of it with: cvrender import {shlex.quote(str(path))}"
    return Problem(f"this is {title}, not a profile", str(path), hint=hint, code="unknown-format")


def _format(content: "Content") -> tuple[str, str]:
    """Return the name and the title of the format of a file. Raises InputError if it is in none."""
    from cvrender.merge.readers import find_format

    format_found = find_format(content)
    return format_found.name, format_found.title
