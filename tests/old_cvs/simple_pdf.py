"""Write PDFs of a few lines in Helvetica."""

from pathlib import Path


def shown(lines: list[str], top: int = 780, size: int = 11, before: str = "0 g") -> str:
    """The operators that print lines below each other."""
    return "".join(f"BT {before} /F1 {size} Tf 60 {top - 18 * index} Td ({line}) Tj ET\n" for index, line in enumerate(lines))


HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def written(path: Path, contents: list[str], meaning: dict[str, str] | None = None, *fonts: str) -> Path:
    """A PDF with a page for each content, in Helvetica; `meaning` are the characters that its signs stand for, if others.

    `fonts` are objects instead of that of Helvetica.
    """
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", *(fonts or (HELVETICA,))]
    if meaning:
        objects[2] = objects[2].replace(">>", "/Encoding /WinAnsiEncoding /ToUnicode 4 0 R >>")
        rows = "".join(f"<{ord(sign):02x}> <{char.encode('utf-16-be').hex()}>\n" for sign, char in meaning.items())
        cmap = f"begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n{len(meaning)} beginbfchar\n{rows}endbfchar endcmap"
        objects.append(f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream")
    kids = []
    for content in contents:
        kids.append(f"{len(objects) + 1} 0 R")
        resources = "/Resources << /Font << /F1 3 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] {resources} /Contents {len(objects) + 2} 0 R >>")
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    data, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    path.write_bytes(f"{data}{end}startxref\n{len(data)}\n%%EOF".encode("latin-1"))
    return path
