"""Make zip files with the same bytes on every run."""

import io
import zipfile
from collections.abc import Mapping


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """Return a zip file of these parts by path, in their order and without dates."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, part)
    return buffer.getvalue()
