"""Make file names that are safe on every system, in shells and in URLs.

A safe name stays unchanged, in any script. A changed name ends in a hash of the original, so that names remain distinct.
"""

import hashlib
import re

from cvrender.model.expressions import expression

FONT_FOLDER = "fonts"
"""The folder next to a .tex file that has its fonts and the package that loads them; all styles of a person share it."""
LONGEST = 120
"""Maximum length of a name in bytes; with suffixes, file names stay below 200."""
_SAFE = expression(r"[A-Za-z0-9 _.,+=@()-]")  # of ASCII; other characters are special in shells, on Windows or in URLs
_UNSAFE = expression("[ _-]*\0[ _\0-]*")
_RESERVED = expression(r"(con|prn|aux|nul|clock|conin|conout|(com|lpt)[0-9¹²³])(\s*\.|\s*$)", re.I)
"""Device names on Windows, with any suffix."""


class FileName(str):
    """A safe name of a file or folder: not a path, not empty."""

    __slots__ = ()


def file_name(text: str, limit: int = LONGEST) -> FileName:
    """Return a safe name for a text, of at most `limit` bytes."""
    kept = "".join(char if _is_safe(char) else "-" for char in text).lstrip(" .-").rstrip(" .")
    reserved = _RESERVED.match(kept)
    if kept == text and kept and not reserved and len(kept.encode()) <= limit:
        return FileName(kept)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    short = f"{'_' * bool(reserved)}{kept}".encode()[: limit - len(digest) - 1].decode(errors="ignore")
    return FileName(f"{short.rstrip(' .-') or 'cv'}-{digest}")


def _is_safe(char: str) -> bool:
    return bool(_SAFE.match(char)) if char.isascii() else char.isprintable()


def readable_name(text: str, limit: int = LONGEST) -> FileName:
    """Return a safe name with a dash, and no hash, for what is not safe; another text may have the same name."""
    marked = "".join(char if _is_safe(char) else "\0" for char in text)
    return file_name(_UNSAFE.sub("-", marked).strip(" .-_") or text, limit)
