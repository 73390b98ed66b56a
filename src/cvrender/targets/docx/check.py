"""Check a Word document against the rules of its format."""

import io
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from cvrender.verify.base import Check, Discrepancy, Evidence


def parts(evidence: Evidence) -> Iterator[Discrepancy]:
    """Every part of the file is XML."""
    with zipfile.ZipFile(io.BytesIO(evidence.content)) as archive:
        if broken := archive.testzip():
            yield Discrepancy(f"its part {broken} is damaged")
            return
        for name in archive.namelist():
            if name.endswith((".xml", ".rels")):
                try:
                    ElementTree.fromstring(archive.read(name))
                except ElementTree.ParseError as error:
                    yield Discrepancy(f"its part {name} is no XML: {error}")
    if evidence.thorough and find_spec("openxml_audit"):
        yield from _audit(evidence.content)


def _audit(content: bytes) -> Iterator[Discrepancy]:
    """What openxml-audit says; it takes seconds, so it is asked only when thoroughness is."""
    from openxml_audit import OpenXmlValidator

    with tempfile.TemporaryDirectory(prefix="cvrender-") as folder:
        path = Path(folder) / "cv.docx"
        path.write_bytes(content)
        for error in OpenXmlValidator().validate(str(path)).errors:
            yield Discrepancy(f"its part {error.part_uri} breaks the Open XML rules: {error.description}")


CHECKS = (Check("syntax", "every part is XML; with --thorough, the Open XML rules hold", parts),)
