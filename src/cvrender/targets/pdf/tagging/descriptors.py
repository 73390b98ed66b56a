"""Give all fonts of a PDF the same height, and remove what TeX writes incompletely about them.

Readers such as pdfminer.six and pdfplumber find the lines of a page by boxes from the descent of each font. TeX writes 0 for some
fonts, and for fonts of other sources whatever their files state, so that characters of one line would lie on different lines.
"""

from typing import Any

ASCENT, DESCENT = 750, -250
"""The height and depth of all fonts, in thousandths of the font size: typical values of text fonts."""


def level(font: Any) -> None:
    """Set the height and depth of a font, and remove the lists of its glyphs.

    The lists (CharSet, CIDSet) are optional in PDF/A-2 (ISO 19005-2, 6.2.11.4.2) and PDF/UA-1 (ISO 14289-1, 7.21.4.2) and must be
    complete there. pdfTeX leaves out glyphs that others are composed of, LuaTeX glyphs that a subset of a CJK font contains.
    """
    for holder in (font, *font.get("/DescendantFonts", ())):
        descriptor = holder.get("/FontDescriptor")
        if descriptor is None:
            continue
        descriptor.Ascent, descriptor.Descent = ASCENT, DESCENT
        for name in ("/CharSet", "/CIDSet"):
            if name in descriptor:
                del descriptor[name]
