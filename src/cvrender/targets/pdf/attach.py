"""Attach files to a PDF, as PDF/A-3 (ISO 19005-3, 6.8) requires it: each with its type and what it is to the document."""

import io
from collections.abc import Sequence

import pikepdf
from pikepdf import Array, Name

from cvrender.model.document import Attachment
from cvrender.system.clock import time_of


def attached(content: bytes, attachments: Sequence[Attachment], modified: str) -> bytes:
    """Return a PDF with these attachments. `modified` is the date of the document (`2026-01-31`), or ""."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        add_attachments(pdf, attachments, modified)
        return save(pdf)


def add_attachments(pdf: pikepdf.Pdf, attachments: Sequence[Attachment], modified: str) -> None:
    """Add attachments to a PDF, and associate them with the whole document."""
    moment = time_of(modified)
    when = moment.strftime("D:%Y%m%d%H%M%SZ") if moment else ""
    for item in attachments:
        pdf.attachments[item.name] = pikepdf.AttachedFileSpec(
            pdf,
            item.text.encode(),
            filename=item.name,
            description=item.about,
            mime_type=item.media_type,
            creation_date=when,
            mod_date=when,
        )
        pdf.attachments[item.name].obj.AFRelationship = Name(f"/{item.relationship}")
    if attachments:
        pdf.Root.AF = Array([pdf.attachments[item.name].obj for item in attachments])


def save(pdf: pikepdf.Pdf) -> bytes:
    """Return the bytes of a PDF, which are the same for the same content."""
    stream = io.BytesIO()
    pikepdf.settings.set_flate_compression_level(9)
    generate = pikepdf.ObjectStreamMode.generate
    # Our XMP states no version. To look for one, pikepdf would import lxml.
    pdf.save(stream, min_version="1.7", fix_metadata_version=False, object_stream_mode=generate, deterministic_id=True)
    return stream.getvalue()
