"""Make a PDF such as LinkedIn makes of a profile: its properties, places and sizes of type, with headings in three languages."""

from io import BytesIO

import pikepdf

ASIDE, MAIN = 22, 224
Line = tuple[int, float, float, str]


def linkedin_pdf(*pages: list[Line]) -> bytes:
    """Return a PDF with lines: left edge, height, size and text of each."""
    pdf, made = pikepdf.new(), BytesIO()
    for lines in pages:
        page = pdf.add_blank_page(page_size=(612, 792))
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        shown = (f"BT /F {size} Tf {left} {base} Td <{text.encode('cp1252').hex()}> Tj ET" for left, base, size, text in lines)
        page.obj.Contents = pdf.make_stream("\n".join(shown).encode())
    pdf.docinfo["/Author"] = "LinkedIn"
    pdf.save(made)
    return made.getvalue()


HEAD: list[Line] = [
    (ASIDE, 737, 13, "Kontakt"),
    (ASIDE, 716, 11, "www.linkedin.com/in/ada-example"),
    (ASIDE, 701, 11, "(LinkedIn)"),
    (ASIDE, 660, 13, "Top Skills"),
    (ASIDE, 640, 10.5, "Type theory"),
    (ASIDE, 622, 10.5, "OCaml"),
    (MAIN, 726, 26, "Ada Example"),
    (MAIN, 705, 12, "Principal Engineer at Acme"),
    (MAIN, 689, 12, "Springfield Bay Area"),
    (MAIN, 465, 15.75, "Reynsla"),
    (MAIN, 438, 12, "Acme"),
    (MAIN, 421, 10.5, "4 years 3 months"),
    (MAIN, 400, 11.5, "Head of Nothing"),
    (MAIN, 384, 10.5, "January 2022 - Present (2 years 1 month)"),
    (MAIN, 369, 10.5, "Springfield, Ohio, United States"),
    (MAIN, 348, 10.5, "Built compilers that nobody asked for."),
    (MAIN, 320, 11.5, "Engineer"),
    (MAIN, 304, 10.5, "November 2019 - January 2022 (2 years 3 months)"),
    (MAIN, 262, 12, "Example.ai Research Scientist Fund"),
]
NEXT: list[Line] = [
    (MAIN, 738, 11.5, "Institute Liaison"),
    (MAIN, 722, 10.5, "March 2018 - October 2019 (1 year 8 months)"),
    (MAIN, 680, 15.75, "Menntun"),
    (MAIN, 655, 12, "University of Nowhere"),
    (MAIN, 638, 10.5, "Doctor of Philosophy - PhD, Logic \u00b7 (2014 - 2018)"),
]
