"""Validate a PDF by programs of others: outloud, page-validation and pikepdf."""

import re
from pathlib import Path

import pikepdf
from outloud import check  # type: ignore[import-untyped, unused-ignore]
from page import ValidationProfile, validate_pdf  # type: ignore[import-untyped, unused-ignore]
from pikepdf import pdfa

MISREAD = ("GLYPH-WIDTH-001", "GLYPH-PRESENCE-001", "SUBSET-CHARSET-001")
"""Rules of page-validation that misread the Type 1 fonts of TeX (widths such as `1125 2 div hsbw`, programs without `lenIV`), or
that are rules of PDF/A-1 only (the list of glyphs of a subset is optional in PDF/A-2)."""

UNKNOWN = ("pdfaExtension", "pdfaSchema", "pdfaProperty", "pdfuaid", "expected 'B'")
"""What pikepdf, which knows no PDF/UA and only level B, reports of the identification that both standards require."""

JOINED = re.compile(r"TXT-004: font \S*: \d+ different codes all map to U\+06")
"""outloud doubts that several glyphs stand for one letter, as in Arabic, where a letter's form depends on its neighbours."""

RIGHT_TO_LEFT = ("ar", "fa", "he")
FEW = re.compile(r"ORD-001: .* of (\d+) sequences")
"""outloud counts a link or span within a paragraph as out of place, which on a page with a few lines is more than it allows."""


def violations(path: Path, part: int = 2) -> list[str]:
    """What the validators find against PDF/UA-1 and that part of PDF/A, 2 or 3."""
    result = check(str(path))
    found = [f"outloud {item.rule}: {item.message}" for item in result.findings if item.severity in ("error", "warning")]
    for profile in (ValidationProfile.PDF_UA_1, ValidationProfile[f"PDF_A_{part}A"]):
        found += [f"{item.rule_id}: {item.message}" for item in validate_pdf(path, profile=profile).failures]
    with pikepdf.open(path) as pdf:
        also = [
            f"pikepdf {item.rule}: {item.message}" for item in pdfa.check(pdf, f"{part}b").findings if item.kind == "violation"
        ]
    found += [item for item in also if not any(name in item for name in UNKNOWN)]
    with pikepdf.open(path) as pdf:
        turned = (
            str(pdf.Root.get("/Lang")) in RIGHT_TO_LEFT
        )  # words are in the order of the text in the structure, not in the content
    found = [item for item in found if not (few := FEW.search(item)) or (int(few[1]) > 9 and not turned)]
    found = [item for item in found if not JOINED.search(item)]
    misread = (*MISREAD, *(["STREAM-LENGTH"] if b"\r\nendstream" in path.read_bytes() else []))  # a CR that belongs to the data
    return [item for item in [*found, result.error] if item and not any(rule in item for rule in misread)]
