"""Any text in, the name of a file or folder out that every system takes, and that no shell or address reads as something else.

A name that is safe stays as it is, in whatever script. One that had to be changed ends in a hash of what it was, so that two
names do not become one.
"""

import hashlib
import re

LONGEST = 120
"""Bytes that a name may have; with all that is put behind it, a file's stays below 200."""
_SAFE = re.compile(r"[A-Za-z0-9 _.,+=@()-]")  # of ASCII; the rest means something to shells, to Windows or in addresses
_RESERVED = re.compile(r"(con|prn|aux|nul|clock|conin|conout|(com|lpt)[0-9¹²³])(\s*\.|\s*$)", re.I)
"""What Windows takes for a device, whatever the ending."""


class FileName(str):
    """The name of a file or folder; no path, never empty."""

    __slots__ = ()


def file_name(text: str, limit: int = LONGEST) -> FileName:
    """A name for a text, of at most that many bytes. What is a FileName already stays the same."""
    kept = "".join(char if _is_safe(char) else "-" for char in text).lstrip(" .-").rstrip(" .")
    reserved = _RESERVED.match(kept)
    if kept == text and kept and not reserved and len(kept.encode()) <= limit:
        return FileName(kept)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    short = f"{'_' * bool(reserved)}{kept}".encode()[: limit - len(digest) - 1].decode(errors="ignore")
    return FileName(f"{short.rstrip(' .-') or 'cv'}-{digest}")


def _is_safe(char: str) -> bool:
    return bool(_SAFE.match(char)) if char.isascii() else char.isprintable()
