"""Test what is found in damaged PDFs."""

import io

import pikepdf
import pytest

from cvrender.targets.pdf.faults import faults


def _faults(content: bytes, font: bytes = b"") -> tuple[str, ...]:
    made = io.BytesIO()
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        page.Contents = pdf.make_stream(content)
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=pdf.make_indirect(pikepdf.Dictionary())))
        if font:
            pdf.Root.Data = pikepdf.Stream(pdf, font, Filter=pikepdf.Name.FlateDecode)
        pdf.save(made, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    with pikepdf.open(made) as pdf:
        return faults(pdf)


def test_a_sound_pdf_has_no_faults() -> None:
    assert _faults(b"BT /F1 10 Tf (a) Tj ET") == ()


@pytest.mark.parametrize("content", [b"BT /F1 10 Tf (a Tj ET", b"BT /F1 10 Tf (a) Tj <zz> ET", b"BT ) ET"])
def test_content_that_cannot_be_parsed_is_a_fault(content: bytes) -> None:
    assert _faults(content)


def test_a_stream_that_cannot_be_decoded_is_a_fault() -> None:
    assert _faults(b"BT ET", font=b"not compressed")
