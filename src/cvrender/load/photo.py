"""The name of a picture beside a profile in, the picture out: decoded and written anew, so that nothing else travels in it.

Only regular files of the profile's own folder are read, PNG or JPEG by their first bytes, at most 5 MB and 25 megapixels; a
symbolic link is followed nowhere, wherever it leads. What is written has the pixels and nothing else: no EXIF and no place
where it was taken, no colour profile, no comment, no second picture, nothing behind the end.
"""

import os
import warnings
from io import BytesIO
from pathlib import Path, PurePath
from threading import Lock
from typing import TYPE_CHECKING

from cvrender.model.document import Picture
from cvrender.tools.safe_open import below, open_regular

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BYTES = 5_000_000
MAX_PIXELS = 25_000_000
LONGER_SIDE = 1200
"""Pixels that a photo keeps: it is printed about an inch wide."""
_KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}
_ORIENTATION = 0x0112
_ONE_AT_A_TIME = Lock()  # silencing warnings holds for all threads; and one large picture in memory is enough


def load_picture(folder: Path, name: str) -> Picture:
    """Read a picture. Raises ValueError that says what is wrong with it."""
    content = _read(folder, name)
    kind = next((kind for start, kind in _KINDS.items() if content.startswith(start)), None)
    if kind is None:
        raise ValueError(f'"{name}" is neither PNG nor JPEG')
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Picture(_written(_decoded(content, kind, name), kind), kind)


def is_in_folder(folder: Path, name: str) -> bool:
    """True when a name is that of a file which `load_picture` reads, or would read if it were there."""
    try:
        os.close(_opened(folder, name))
    except FileNotFoundError:
        return True
    except (ValueError, OSError):
        return False
    return True


def _opened(folder: Path, name: str) -> int:
    """A handle for the file. Raises ValueError for names that lead elsewhere, OSError for what is no regular file."""
    path = PurePath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ValueError(f'"{name}" is not in the profile\'s own folder')
    with below(folder, *path.parts[:-1]) as inner:
        return open_regular(inner, path.name)


def _read(folder: Path, name: str) -> bytes:
    try:
        with os.fdopen(_opened(folder, name), "rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ValueError(f'there is no file "{name}" beside the profile') from None
    except OSError as error:
        what = error.strerror or str(error)
        raise ValueError(f'"{name}" {what if what.startswith("is ") else f"cannot be read: {what}"}') from None
    if len(content) > MAX_BYTES:
        raise ValueError(f'"{name}" is larger than {MAX_BYTES // 1_000_000} MB')
    return content


def _decoded(content: bytes, kind: str, name: str) -> "Image":
    """The pixels, upright, no more of them than a CV needs. The size is known before anything is decoded."""
    from PIL import Image
    from PIL.JpegImagePlugin import JpegImageFile
    from PIL.PngImagePlugin import PngImageFile

    try:  # by their own names, so that no other decoder is tried
        picture = {"png": PngImageFile, "jpeg": JpegImageFile}[kind](BytesIO(content))
        width, height = picture.size
    except Exception:  # a decoder that is given nonsense raises whatever it likes
        raise ValueError(f'"{name}" is broken: no {kind.upper()} can be read from it') from None
    if width * height > MAX_PIXELS:
        limit = f"{MAX_PIXELS // 1_000_000} megapixels"
        raise ValueError(f'"{name}" is {width} × {height} pixels large; {limit} are the most that is read')
    try:
        picture.load()
        plain = _plain(picture)
    except Exception:
        raise ValueError(f'"{name}" is broken: its pixels cannot be read to the end') from None
    plain.thumbnail((LONGER_SIDE, LONGER_SIDE), Image.Resampling.LANCZOS)
    turn = _turn(picture)
    return plain if turn is None else plain.transpose(Image.Transpose(turn))


def _plain(picture: "Image") -> "Image":
    """The picture in grey, colour, or colour and transparency, 8 bits each."""
    if picture.has_transparency_data:
        clear = picture.convert("RGBA")
        return clear.convert("RGB") if clear.getchannel("A").getextrema() == (255, 255) else clear
    if picture.mode.startswith("I"):  # 16 bits of grey
        return picture.convert("I").point(lambda value: value / 256).convert("L")
    return picture.convert("L" if picture.mode in ("1", "L") else "RGB")


def _turn(picture: "Image") -> int | None:
    """How a camera says that the picture has to be turned, as Pillow names it; None when it stands upright, or nobody knows."""
    from PIL.Image import Transpose as To

    turns = (To.FLIP_LEFT_RIGHT, To.ROTATE_180, To.FLIP_TOP_BOTTOM, To.TRANSPOSE, To.ROTATE_270, To.TRANSVERSE, To.ROTATE_90)
    try:
        return dict(enumerate(turns, 2)).get(picture.getexif().get(_ORIENTATION, 1))
    except Exception:  # broken EXIF is thrown away as any other
        return None


def _written(picture: "Image", kind: str) -> bytes:
    picture.info = {}  # Pillow writes what it finds here: colour profiles, comments, resolutions
    stream = BytesIO()
    picture.save(stream, kind, **({"quality": 90} if kind == "jpeg" else {}))
    return stream.getvalue()
