"""Load the photo: decode it and encode it again, so that it carries nothing but pixels.

Only regular files below the profile's folder are read, PNG or JPEG according to their first bytes, at most 5 MB and 25
megapixels; symbolic links are not followed. The result has no EXIF, location, colour profile, comment, second image or trailing
data.
"""

import os
import warnings
from io import BytesIO
from pathlib import Path, PurePath
from threading import Lock
from typing import TYPE_CHECKING

from cvrender.model.prose_blocks import Picture
from cvrender.system.safe_open import open_folder, open_regular

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BYTES = 5_000_000
MAX_PIXELS = 25_000_000
LONGER_SIDE = 1200
"""The maximum size in pixels of the result, which is printed about an inch wide."""
_KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}
_SHAPED_SIDE = 480
"""The same of a photo in a shape, which is larger in bytes, since it is not a JPEG."""
_SMOOTH = 4
"""How much larger a shape is drawn, so that its edge is smooth."""
_EXIF_ORIENTATION = 0x0112
_ONE_AT_A_TIME = Lock()  # suppressing warnings affects all threads, and one large image in memory is enough


def load_picture(folder: Path, name: str, shape: str = "whole", side: int = LONGER_SIDE) -> Picture:
    """Read an image in a shape: `whole`, with `rounded` corners, or the `circle` in its middle.

    What is outside of the shape is clear, so the result is a PNG; `side` is the most pixels of its longer side. Raises
    ValueError with a message for the user.
    """
    content = _read(folder, name)
    kind = next((kind for start, kind in _KINDS.items() if content.startswith(start)), None)
    if kind is None:
        raise ValueError(f'"{name}" is not a PNG or JPEG image')
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        decoded = _decode(content, kind, name, side)
        if shape != "whole":
            decoded, kind = _shaped(decoded, shape), "png"
        return Picture(_encode(decoded, kind), kind, ratio=decoded.width / decoded.height)


def is_in_folder(folder: Path, name: str) -> bool:
    """Return whether `load_picture` may read a file of that name; it need not exist."""
    try:
        os.close(_open(folder, name))
    except FileNotFoundError:
        return True
    except (ValueError, OSError):
        return False
    return True


def _open(folder: Path, name: str) -> int:
    """Open the file. Raises ValueError for names that lead elsewhere, OSError for what is not a regular file."""
    path = PurePath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ValueError(f'"{name}" is not in the profile\'s folder')
    with open_folder(folder, *path.parts[:-1]) as inner:
        return open_regular(inner, path.name)


def _read(folder: Path, name: str) -> bytes:
    try:
        with os.fdopen(_open(folder, name), "rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ValueError(f'"{name}" not found in the profile\'s folder') from None
    except OSError as error:
        raise ValueError(f'"{name}" cannot be read: {error.strerror or error}') from None
    if len(content) > MAX_BYTES:
        raise ValueError(f'"{name}" is larger than {MAX_BYTES // 1_000_000} MB')
    return content


def _decode(content: bytes, kind: str, name: str, side: int) -> "Image":
    """Return the upright image, scaled down to what a CV needs. The size is checked before decoding."""
    from PIL import Image
    from PIL.JpegImagePlugin import JpegImageFile
    from PIL.PngImagePlugin import PngImageFile

    try:  # explicit classes, so that Pillow tries no other decoder
        picture = {"png": PngImageFile, "jpeg": JpegImageFile}[kind](BytesIO(content))
        width, height = picture.size
    except Exception:  # on invalid data a decoder may raise anything
        raise ValueError(f'"{name}" is not a valid {kind.upper()} image') from None
    if width * height > MAX_PIXELS:
        raise ValueError(f'"{name}" has {width} × {height} pixels; the limit is {MAX_PIXELS // 1_000_000} megapixels')
    try:
        picture.load()
        plain = _normalize_mode(picture)
    except Exception:
        raise ValueError(f'"{name}" is truncated or damaged') from None
    plain.thumbnail((side, side), Image.Resampling.LANCZOS)
    turn = _orientation(picture)
    return plain if turn is None else plain.transpose(Image.Transpose(turn))


def _normalize_mode(picture: "Image") -> "Image":
    """Convert an image to 8-bit grey, RGB or RGBA."""
    if picture.has_transparency_data:
        clear = picture.convert("RGBA")
        return clear.convert("RGB") if clear.getchannel("A").getextrema() == (255, 255) else clear
    if picture.mode.startswith("I"):  # 16 bits of grey
        return picture.convert("I").point(lambda value: value / 256).convert("L")
    return picture.convert("L" if picture.mode in ("1", "L") else "RGB")


def _orientation(picture: "Image") -> int | None:
    """Return the transposition that EXIF asks for, as Pillow names it, or None."""
    from PIL.Image import Transpose as To

    turns = (To.FLIP_LEFT_RIGHT, To.ROTATE_180, To.FLIP_TOP_BOTTOM, To.TRANSPOSE, To.ROTATE_270, To.TRANSVERSE, To.ROTATE_90)
    try:
        return dict(enumerate(turns, 2)).get(picture.getexif().get(_EXIF_ORIENTATION, 1))
    except Exception:  # invalid EXIF is ignored
        return None


def _shaped(picture: "Image", shape: str) -> "Image":
    from PIL import Image, ImageChops, ImageDraw

    width, height = picture.size
    if shape == "circle":
        side = min(width, height)
        left, top = (width - side) // 2, (height - side) // 2
        picture = picture.crop((left, top, left + side, top + side))
    picture = picture.convert("RGBA")
    picture.thumbnail((_SHAPED_SIDE, _SHAPED_SIDE), Image.Resampling.LANCZOS)
    width, height = (_SMOOTH * length for length in picture.size)
    mask = Image.new("L", (width, height))
    radius = min(width, height) // (2 if shape == "circle" else 10)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), radius, fill=255)
    mask = mask.resize(picture.size, Image.Resampling.LANCZOS)
    picture.putalpha(ImageChops.multiply(picture.getchannel("A"), mask))
    return picture


def _encode(picture: "Image", kind: str) -> bytes:
    picture.info = {}  # Pillow would write colour profiles, comments and resolutions from here
    stream = BytesIO()
    picture.save(stream, kind, **({"quality": 90} if kind == "jpeg" else {}))
    return stream.getvalue()
