"""Make zip files with the same bytes on every run and platform."""

import io
import zipfile
from collections.abc import Mapping

_UNIX = 3
"""The system that zip files name, so that their bytes are the same on every platform (APPNOTE.TXT, 4.4.2)."""


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """Return a zip file of these parts by path, in their order and without dates."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = _UNIX
            archive.writestr(entry, part)
    return buffer.getvalue()
