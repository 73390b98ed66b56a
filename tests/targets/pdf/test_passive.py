"""PDFs of others do and carry nothing."""

import io

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from cvrender.targets.pdf.passive import made_passive


def harmful() -> bytes:
    script = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page().obj
        box = Array([0, 0, 10, 10])
        page.AA = Dictionary(O=script)
        links = [
            Dictionary(S=Name.Launch, F=String("calc.exe")),
            Dictionary(S=Name.URI, URI=String("javascript:alert(1)")),
            Dictionary(S=Name.URI, URI=String("https://example.org")),
        ]
        page.Annots = Array([Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=box, A=link) for link in links])
        page.Resources = Dictionary(Font=Dictionary(AA=Dictionary(Type=Name.Font)))
        pdf.Root.OpenAction = script
        pdf.attachments["a.txt"] = pikepdf.AttachedFileSpec(pdf, b"carried along")
        stream = io.BytesIO()
        pdf.save(stream)
        return stream.getvalue()


def test_actions_and_attachments_are_removed_and_named() -> None:
    content, removed = made_passive(harmful())
    assert removed == (
        "actions of pages and fields",
        "attachments",
        "commands that start programs",
        "links that are not to web pages",
        "scripts",
    )
    with pikepdf.open(io.BytesIO(content)) as pdf:
        page = pdf.pages[0].obj
        assert not pdf.attachments and "/OpenAction" not in pdf.Root and "/AA" not in page
        assert [str(note.A.URI) for note in page.Annots if "/A" in note] == ["https://example.org"]
        assert "/AA" in page.Resources.Font
    assert made_passive(content) == (content, ())
