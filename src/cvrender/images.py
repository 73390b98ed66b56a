"""The name of a picture beside a profile in, the picture out.

Only regular files of the profile's own folder are read, PNG or JPEG by their first bytes, at most 5 MB.
"""

from pathlib import Path

from cvrender.model.document import Picture

MAX_BYTES = 5_000_000
_KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}


def load_picture(folder: Path, name: str) -> Picture:
    """Read a picture. Raises ValueError that says what is wrong with it."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f'"{name}" is not in the profile\'s own folder')
    if not path.is_file():
        raise ValueError(f'there is no file "{name}" beside the profile')
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise ValueError(f'"{name}" cannot be read: {error.strerror}') from None
    if len(content) > MAX_BYTES:
        raise ValueError(f'"{name}" is larger than {MAX_BYTES // 1_000_000} MB')
    kind = next((kind for start, kind in _KINDS.items() if content.startswith(start)), None)
    if kind is None:
        raise ValueError(f'"{name}" is neither PNG nor JPEG')
    return Picture(content, kind)
