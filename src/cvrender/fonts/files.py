"""Open font files, and tell one version of them from another.

fontTools is slow to import, so it is imported only when something is read or made.
"""

import hashlib
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cvrender.errors import CvrenderError, InputError, Problem
from cvrender.model.font_files import FontFile, FontSource
from cvrender.system.safe_open import open_folder, open_regular

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

OWN_FOLDER = "fonts"
"""The folder next to a profile that may contain fonts."""
MAX_BYTES = 10_000_000
"""The maximum size of a file in that folder."""


@contextmanager
def readable(source: FontSource | None) -> Iterator[None]:
    """Raise InputError instead of what fontTools and HarfBuzz raise if files of a family are damaged."""
    try:
        yield
    except CvrenderError:
        raise
    except Exception as error:  # on invalid files fontTools may raise anything
        if source is None:
            raise
        reason = f": {error}" if isinstance(error, OSError) else ""
        raise InputError([damaged_font(source.regular.path, f" or one of the same family is damaged{reason}")]) from None


def damaged_font(path: Path, what: str = f" is damaged, larger than {MAX_BYTES // 1_000_000} MB, or no font") -> Problem:
    """Return the error of a file that fontTools or HarfBuzz cannot read."""
    hint = "remove it, install it again, or use another font"
    return Problem(f"the font cannot be used; its file{what}", str(path), hint=hint, code="bad-font")


def open_font(source: FontFile | bytes) -> "TTFont":
    """Open a font. Glyphs of TrueType outlines are named by number, which is fast and cannot clash with our names.

    Raises OSError or fontTools' TTLibError.
    """
    import logging

    from fontTools.ttLib import TTFont

    if not (logger := logging.getLogger("fontTools")).handlers:
        logger.addHandler(logging.NullHandler())  # its warnings would go to the standard error stream
    number = source.number if isinstance(source, FontFile) else 0
    content = read(source) if isinstance(source, FontFile) and source.own else source
    stream = io.BytesIO(content) if isinstance(content, bytes) else content.path
    font = TTFont(stream, fontNumber=number, lazy=True, recalcTimestamp=False)
    font.flavor = None  # what is made from a file in the Web Open Font Format is a plain one, since TeX reads no other
    if "glyf" in font:
        font.setGlyphOrder([".notdef", *(f"g{number}" for number in range(1, font["maxp"].numGlyphs))])
    return font


def read(file: FontFile) -> bytes:
    """Return the content of a file. Raises OSError, also for links and for files of the profile's folder that are too large."""
    if not file.own:
        return file.path.read_bytes()
    with (
        open_folder(file.path.parent.parent, OWN_FOLDER) as folder,
        os.fdopen(open_regular(folder, file.path.name), "rb") as stream,
    ):
        content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise OSError(f"larger than {MAX_BYTES // 1_000_000} MB")
    return content


def facts(source: FontSource) -> list[tuple[str, int | str, int, int]]:
    """Return what tells one version of a family from another: names and sizes, or the content of files of a profile's folder."""
    return [(file.path.name, _size(file), file.number, file.weight) for file in source.files]


def _size(file: FontFile) -> int | str:
    return hashlib.sha256(read(file)).hexdigest() if file.own else file.path.stat().st_size
