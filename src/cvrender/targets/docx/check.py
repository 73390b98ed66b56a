"""Check a Word document against the rules of its format."""

import io
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from xml.etree import ElementTree

from cvrender.system.private_folder import private_folder
from cvrender.targets.comparison.checks import CheckContext, Discrepancy
from cvrender.targets.docx.record import RECORD

_MARKS = (b'w:name="_cv', RECORD.encode())


def parts(context: CheckContext) -> Iterator[Discrepancy]:
    """Every part of the file is XML; with `thorough`, the Open XML rules hold."""
    with zipfile.ZipFile(io.BytesIO(context.content)) as archive:
        if broken := archive.testzip():
            yield Discrepancy(f"part {broken} is damaged", code="bad-artifact")
            return
        for name in archive.namelist():
            if name.endswith((".xml", ".rels")):
                try:
                    ElementTree.fromstring(archive.read(name))
                except ElementTree.ParseError as error:
                    yield Discrepancy(f"part {name} is not valid XML: {error}", code="bad-artifact")
    if context.thorough and find_spec("openxml_audit"):
        yield from _audit(context.content)


def _audit(content: bytes) -> Iterator[Discrepancy]:
    """Validate with openxml-audit, which takes seconds."""
    from openxml_audit import OpenXmlValidator

    with private_folder() as folder:
        path = folder / "cv.docx"
        path.write_bytes(content)
        for error in OpenXmlValidator().validate(str(path)).errors:
            yield Discrepancy(f"part {error.part_uri} violates the Open XML rules: {error.description}", code="bad-artifact")


def places(context: CheckContext) -> Iterator[Discrepancy]:
    """An anonymous file does not say which fields its texts come from, since a field may tell what the view hides."""
    if not context.anonymous:
        return
    with zipfile.ZipFile(io.BytesIO(context.content)) as archive:
        for name in archive.namelist():
            if any(mark in archive.read(name) for mark in _MARKS):
                yield Discrepancy(f"part {name} tells the fields of texts, in an anonymous view", code="withheld-shown")


CHECKS = {"syntax": parts, "places": places}
