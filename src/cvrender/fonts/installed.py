"""Find a font family by its name: in the profile's folder, in Python packages, in the system's folders.

What a file contains is read once and cached. The packages are `rendercv-fonts` and those of fontpkg (`fontpkg-lora`).
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from cvrender.errors import InputError
from cvrender.fonts.files import OWN_FOLDER, damaged_font, open_font
from cvrender.fonts.sources import FONT_PACKAGE, package_folders
from cvrender.model.families import Family, installed_family
from cvrender.model.font_files import FontFile, FontSource
from cvrender.system import cache

_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
_MOST_FILES = {True: 100, False: 20_000}
_CACHE, _FORMAT = "fonts", 4
_BOLD = 600
_ICONS = "Font Awesome"
_PREFER_WIDTH = 5


class Face(NamedTuple):
    """What a file says about a face: its family, weight (400 is regular), slope, width (5 is normal) and lines.

    `weights` are the least and the greatest of a variable font, and empty for others; `line` is the distance of its lines in em.
    """

    family: str
    number: int
    weight: int
    italic: bool
    width: int
    weights: Sequence[int]
    sans: bool
    line: float


def find_family(name: str, folder: Path | None) -> Family | None:
    """Return a family by its name, in any case; None if it is not installed. `folder` is the profile's.

    Files of the folder `fonts` next to the profile come first, then packages, then fonts of the system. Raises InputError for
    each file of that folder that is damaged: it may be the one that is asked for.
    """
    for own, folders in _places(folder, _package_folders(name)):
        faces = [(path, face) for path, face in _faces(folders, own, strict=own) if face.family.casefold() == name.casefold()]
        if faces:
            return _family(faces, own)
    return None


def nearest_family(name: str, others: Iterable[str], folder: Path | None) -> str | None:
    """Return the name of an installed family, or of the others, that is most like this one, if any is."""
    places = _places(folder, _all_packages())
    names = {face.family for own, folders in places for _, face in _faces(folders, own)} | {*others}
    close = get_close_matches(name.casefold(), {known.casefold() for known in names}, 1)
    return next((known for known in sorted(names) if [known.casefold()] == close), None)


def offered_families(folder: Path | None) -> list[str]:
    """Return the names of the families of text that need no installation: those next to the profile, and the package's."""
    places = _places(folder, _all_packages())[:-1]
    names = {face.family for own, folders in places for _, face in _faces(folders, own)}
    return sorted((name for name in names if not name.startswith(_ICONS)), key=str.casefold)


def _places(folder: Path | None, packages: list[Path]) -> list[tuple[bool, list[Path]]]:
    """Return the folders that are searched together, in order, and whether they are the profile's own."""
    own = [(True, [folder / OWN_FOLDER])] if folder else []
    return [*own, (False, packages), (False, system_folders())]


def _family(files: list[tuple[Path, Face]], own: bool) -> Family:
    width = min({face.width for _, face in files}, key=lambda width: abs(width - _PREFER_WIDTH))
    upright = [(path, face) for path, face in files if face.width == width and not face.italic]
    slanted = [(path, face) for path, face in files if face.width == width and face.italic]
    regular, first = _nearest(upright or slanted, 400)
    faces = {
        "bold": _bold(upright, own),
        "italic": _file(*_nearest(slanted, 400), 400, own) if slanted else None,
        "bolditalic": _bold(slanted, own),
    }
    source = FontSource(_file(regular, first, 400, own), tuple((name, file) for name, file in faces.items() if file))
    return installed_family(first.family, source, first.sans)


def _nearest(faces: list[tuple[Path, Face]], weight: int) -> tuple[Path, Face]:
    def distance(pair: tuple[Path, Face]) -> tuple[int, str, int]:
        path, face = pair
        least, most = face.weights or (face.weight, face.weight)
        return max(least - weight, weight - most, 0), path.name, face.number

    return min(faces, key=distance)


def _bold(faces: list[tuple[Path, Face]], own: bool) -> FontFile | None:
    bold = [(path, face) for path, face in faces if max(face.weight, *face.weights, 0) >= _BOLD]
    return _file(*_nearest(bold, 700), 700, own) if bold else None


def _file(path: Path, face: Face, weight: int, own: bool) -> FontFile:
    return FontFile(path, face.number, min(max(weight, face.weights[0]), face.weights[1]) if face.weights else 0, own)


def _package_folders(name: str) -> list[Path]:
    """Return the folders of packages that may have a family of that name."""
    slug = "_".join(name.lower().split())
    own = [folder / "files" for folder in package_folders(f"fontpkg_{slug}")] if slug.replace("_", "").isalnum() else []
    return [*(folder for folder in _all_packages() if name.casefold().startswith(folder.name.casefold())), *own]


def _all_packages() -> list[Path]:
    return [sub for folder in package_folders(FONT_PACKAGE) for sub in sorted(folder.iterdir()) if sub.is_dir()]


def own_files(folder: Path) -> list[Path]:
    """Return the font files next to a profile in this folder."""
    return [path for path, _ in _files([folder / OWN_FOLDER], own=True)]


def system_folders() -> list[Path]:
    """Return the folders in which the system keeps fonts: those of fontconfig, macOS or Windows."""
    home = Path.home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        windows = Path(os.environ.get("WINDIR", r"C:\Windows"), "Fonts")
        return [*([Path(local, "Microsoft", "Windows", "Fonts")] if local else []), windows]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    data = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
    others = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    return [Path(data, "fonts"), home / ".fonts", *(Path(folder, "fonts") for folder in others if folder.startswith("/"))]


def _faces(folders: Iterable[Path], own: bool, strict: bool = False) -> list[tuple[Path, Face]]:
    """Return the faces in these folders, from the cache where the files are those of the last time.

    Damaged files are left out; if `strict`, raises InputError for them.
    """
    files = [*_files(folders, own)]
    key = cache.key_of(_FORMAT, *(str(folder) for folder in folders))
    kept = cache.read_data(_CACHE, key) if files else None
    known = {state: [Face(*data) for data in each] for state, each in kept[0].items() if each is not None} if kept else {}
    faces = {state: known[state] if state in known else _read(path, own) for path, state in files}
    readable = {
        state: each for state, each in faces.items() if each is not None
    }  # a file may be damaged only while it is written
    if readable.keys() - known.keys():
        cache.write_data(_CACHE, key, readable)
    if damaged := [damaged_font(path) for path, state in files if strict and faces[state] is None]:
        raise InputError(damaged)
    return [(path, face) for path, state in files for face in faces[state] or ()]


def _files(folders: Iterable[Path], own: bool) -> Iterator[tuple[Path, str]]:
    """Yield font files with their path, size and time as a text, sorted by path; links in a profile's folder are left out."""
    paths = [
        Path(top, name)
        for folder in folders
        for top, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith(_SUFFIXES)
    ]
    for path in sorted(paths)[: _MOST_FILES[own]]:
        if own and (path.is_symlink() or path.parent.is_symlink() or path.parent not in folders):
            continue
        with suppress(OSError):
            state = path.stat()
            yield path, f"{path}|{state.st_size}|{state.st_mtime_ns}"


def _read(path: Path, own: bool) -> list[Face] | None:
    """Return the faces of a file that have outlines; None if it is damaged, or no font."""
    faces: list[Face] = []
    try:
        for number in range(_count(path, own)):
            with open_font(FontFile(path, number, own=own)) as font:
                if not {"CBDT", "sbix"}.intersection(font.keys()) and {"glyf", "CFF ", "CFF2"}.intersection(font.keys()):
                    faces.append(_face(font, number))
    except Exception:  # fontTools may raise anything on an invalid file
        return None
    return faces


def _count(path: Path, own: bool) -> int:
    if path.suffix.lower() not in (".ttc", ".otc"):
        return 1
    with open_font(FontFile(path, own=own)) as font:
        return int(font.reader.numFonts) if hasattr(font.reader, "numFonts") else 1


def _face(font: Any, number: int) -> Face:
    names, metrics, lines, em = font["name"], font["OS/2"], font["hhea"], font["head"].unitsPerEm
    axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    family = names.getDebugName(16) or names.getDebugName(1)
    if not family:
        raise ValueError("has no name")
    weights = (int(axes["wght"].minValue), int(axes["wght"].maxValue)) if "wght" in axes else ()
    return Face(
        str(family).strip(),
        number,
        int(metrics.usWeightClass),
        bool(metrics.fsSelection & 1 or font["head"].macStyle & 2),
        int(metrics.usWidthClass),
        weights,
        _is_sans(font, metrics),
        round((lines.ascent - lines.descent + lines.lineGap) / em, 3),
    )


def _is_sans(font: Any, metrics: Any) -> bool:
    """Return whether letters have no serifs: as PANOSE says, else by the lines of I and l, four without serifs."""
    if metrics.panose.bFamilyType == 2 and metrics.panose.bSerifStyle > 1:
        return bool(metrics.panose.bSerifStyle > 10)
    from fontTools.pens.recordingPen import RecordingPen

    cmap, drawn, fewest = font.getBestCmap() or {}, font.getGlyphSet(), 99
    for letter in "Il":
        if ord(letter) in cmap:
            pen = RecordingPen()
            drawn[cmap[ord(letter)]].draw(pen)
            fewest = min(fewest, sum(command in ("lineTo", "curveTo", "qCurveTo") for command, _ in pen.value))
    return fewest <= 8  # rounded corners make eight
