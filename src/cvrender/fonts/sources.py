"""Find the installed font files, in the order in which they are asked for a character."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from cvrender.model.font_files import FontFile, FontSource
from cvrender.model.language import language_tags
from cvrender.text.shaped import SHAPED_SCRIPTS

SERIF, SANS = "Gentium Book Plus/GentiumBookPlus", "Source Sans 3/SourceSans3"
"""The families of words that have letters which the main font lacks: Latin, Greek and Cyrillic in four faces."""
FONT_PACKAGE = "rendercv_fonts"
_FILLERS = ("Noto Sans/NotoSans", "Source Sans 3/SourceSans3", "EB Garamond/EBGaramond")
_CJK = {"zh": "Noto Sans/NotoSansSC", "ja": "Noto Sans/NotoSansJP", "ko": "Noto Sans/NotoSansKR"}
_SERIF_CJK = {"zh": "zh_cn/NotoSerifSC", "zh-Hant": "zh_tw/NotoSerifTC", "ja": "jp/NotoSerifJP", "ko": "ko/NotoSerifKR"}
"""Ideographs with serifs, by language: the end of a package's name, and the beginning of the file's."""
_SERIF_CJK_PACKAGE = "pylopdf_fonts_"
_SUFFIXES = {"bold": "Bold", "italic": "Italic", "bolditalic": "BoldItalic"}
_COMMON = ("Noto Serif", "Noto Sans", "DejaVu Serif", "DejaVu Sans", "FreeSerif", "Noto Sans CJK SC", "Droid Sans Fallback")
"""Families with many scripts that systems have."""


def families_for_added_letters(sans: bool) -> tuple[str, ...]:
    """Return the names of families that a system may have, in the order in which they are asked for a letter."""
    words = (SANS, SERIF) if sans else (SERIF, SANS)
    named = [name.partition("/")[0] for name in words]
    shaped = [family for script in SHAPED_SCRIPTS for family in script.families_next_to(sans)]
    ideographs = [f"{folder} {name[-2:]}" for folder, name in (name.split("/") for name in _CJK.values())]
    return tuple(dict.fromkeys([*named, *shaped, *ideographs, *_COMMON]))


def font_sources(language: str, sans: bool = False) -> list[FontSource]:
    """Return the installed families in search order: those for words, others, then those of ideographs.

    Ideographs have serifs where letters have them, if such a family is installed. Without it, Traditional Chinese comes from
    the Korean font, which has traditional forms, where that has the character.
    """
    words = (SANS, SERIF) if sans else (SERIF,)
    names = dict.fromkeys((*words, *_FILLERS))
    sources = [source_of(name, filler=name in _FILLERS and name != words[0]) for name in names]
    return [source for source in (*sources, *_ideographs(language, sans)) if source]


def lacking_serif_ideographs() -> list[str]:
    """Return the packages of ideographs with serifs that are not installed."""
    packages = (f"{_SERIF_CJK_PACKAGE}{name.partition('/')[0]}" for name in _SERIF_CJK.values())
    return [package for package in packages if not package_folders(package)]


def _ideographs(language: str, sans: bool) -> Iterator[FontSource | None]:
    """Yield the families of ideographs, those of the language first."""
    tags = language_tags(language)
    traditional = "zh-Hant" in tags
    if traditional and not sans:
        yield _with_serifs("zh-Hant", "ko")
    first = "ko" if traditional else tags[0]
    for key in sorted(_CJK, key=lambda key: key != first):
        if not sans and not traditional:
            yield _with_serifs(key, key)
        yield source_of(_CJK[key])


def _with_serifs(key: str, bold: str) -> FontSource | None:
    """Return ideographs with serifs; their bold face is without, as is usual, from the family of the language `bold`."""
    package, name = _SERIF_CJK[key].split("/")
    without = source_of(_CJK[bold])
    faces = tuple((face, file) for face, file in (without.faces if without else ()) if face == "bold")
    files = (folder / f"{name}-Regular.otf" for folder in package_folders(_SERIF_CJK_PACKAGE + package))
    return next((FontSource(FontFile(path), faces) for path in files if path.is_file()), None)


def package_folders(package: str) -> list[Path]:
    """Return the folders of a package, without importing it; none if it is not installed."""
    spec = find_spec(package)
    return [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []


def source_of(name: str, filler: bool = False) -> FontSource | None:
    """Return the files of a family (a folder and the beginning of the files' names), or None if it is not installed."""
    for folder in package_folders(FONT_PACKAGE):
        regular = folder / f"{name}-Regular.ttf"
        if regular.is_file():
            faces = ((face, folder / f"{name}-{suffix}.ttf") for face, suffix in _SUFFIXES.items())
            return FontSource(FontFile(regular), tuple((face, FontFile(path)) for face, path in faces if path.is_file()), filler)
    return None
