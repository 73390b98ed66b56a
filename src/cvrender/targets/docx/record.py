"""Write and read the list of fields in a Word document that returns: each text in its order, with the characters around it.

The list is in properties of the document, which Word and LibreOffice keep; each has at most 255 characters, as many as Word
takes. Fields are written as what differs from the one before: `+` is the next item of its last list, `++` of the list around
that, and `.` or `[` begins what follows the same field. A `-` before the field says that the bookmark before includes the text.
"""

import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from xml.etree import ElementTree

from cvrender.model.value import Value

RECORD = "cvrender-fields-"
"""How the names of the properties begin that have the list of fields; a number follows."""
END_OF_PARAGRAPH = "¶"
_LARGEST = 5_000_000  # bytes of the list
_SIGNS = {"\t": "⇥", "\n": "↵", "~": "∼", "^": "ˆ"}
_LINE, _FIELD = "~", "^"
_PART = "docProps/custom.xml"
_LONGEST = 240  # characters of a property
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_FORMAT = "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}"
_KIND = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
_INDEX = re.compile(r"\[(\d+)\]")


class Sent(Value, frozen=True):
    """A text as it was sent: its field, and the characters before it in its paragraph and after it up to the next text.

    Not `marked`, it is in the bookmark of the text before.
    """

    field: str
    before: str = ""
    after: str = ""
    marked: bool = True

    @property
    def ends_paragraph(self) -> bool:
        """Whether no other text is after it in its paragraph."""
        return self.after.endswith(END_OF_PARAGRAPH)


def lines_of(sent: Sequence[Sent]) -> list[list[int]]:
    """Return the numbers of the texts of each paragraph that was sent."""
    lines: list[list[int]] = [[]]
    for number, text in enumerate(sent, 1):
        lines[-1].append(number)
        if text.ends_paragraph:
            lines.append([])
    return [numbers for numbers in lines if numbers]


def written_record(origin: str, sent: Sequence[Sent]) -> str:
    """Return the list of the fields, after the origin of the document, which is JSON."""
    lines, last = [origin], ""
    signs = str.maketrans(_SIGNS)
    for text in sent:
        path, _, role = text.field.partition(" ")
        around = [part.translate(signs) for part in (text.after, text.before)]
        shown = around if text.before else around[:1] if text.after != END_OF_PARAGRAPH else []
        lines.append(_FIELD.join((f"{'' if text.marked else '-'}{_short(path, last)} {role}", *shown)))
        last = path
    return _LINE.join(lines)


def _short(path: str, last: str) -> str:
    """Return a path by what differs from the last one."""
    if path == last:
        return ""
    if last and path.startswith((f"{last}.", f"{last}[")):
        return path.removeprefix(last)
    for count, index in enumerate(reversed(list(_INDEX.finditer(last))), 1):
        if path == _next(last, index):
            return "+" * count
    return path


def _next(path: str, index: re.Match[str]) -> str:
    return f"{path[: index.start()]}[{int(index[1]) + 1}]"


def _whole(short: str, last: str) -> str:
    """Return the path that differs so from the last one."""
    if not short or short[0] in ".[":
        return last + short
    return _next(last, list(_INDEX.finditer(last))[-len(short)]) if short[0] == "+" else short


def read_record(text: str) -> tuple[dict[str, Any], list[Sent]]:
    """Return the origin and the texts that were sent. Raises ValueError for what is not a list of fields."""
    first, *lines = text.split(_LINE)
    origin = json.loads(first)
    if not isinstance(origin, dict):
        raise ValueError("not a list of fields")
    signs = {ord(sign): char for char, sign in _SIGNS.items()}
    sent: list[Sent] = []
    path = ""
    for line in lines:
        field, *around = line.split(_FIELD)
        short, _, role = field.removeprefix("-").partition(" ")
        try:
            path = _whole(short, path)
        except IndexError:
            raise ValueError("not a list of fields") from None
        after, before = (*(part.translate(signs) for part in around), "", "")[:2] if around else (END_OF_PARAGRAPH, "")
        sent.append(Sent(f"{path} {role}", before, after, not field.startswith("-")))
    return origin, sent


def with_record(parts: Mapping[str, str | bytes], record: str) -> dict[str, str | bytes]:
    """Return the parts of a Word document with the list of fields."""
    pieces = [record[start : start + _LONGEST] for start in range(0, len(record), _LONGEST)]
    properties = "".join(
        f'<property fmtid="{_FORMAT}" pid="{number}" name="{RECORD}{number}">'
        f"<vt:lpwstr>|{escape(piece, quote=False)}|</vt:lpwstr></property>"
        for number, piece in enumerate(pieces, 2)
    )
    named = f'xmlns="{_OFFICE}/custom-properties" xmlns:vt="{_OFFICE}/docPropsVTypes"'
    part = f'<Override PartName="/{_PART}" ContentType="{_KIND}"/></Types>'
    related = f'<Relationship Id="rIdFields" Type="{_OFFICE}/relationships/custom-properties" Target="{_PART}"/></Relationships>'
    return {
        **parts,
        "[Content_Types].xml": text_of(parts["[Content_Types].xml"]).replace("</Types>", part),
        "_rels/.rels": text_of(parts["_rels/.rels"]).replace("</Relationships>", related),
        _PART: f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Properties {named}>{properties}</Properties>\n',
    }


def text_of(part: str | bytes) -> str:
    """Return the characters of a part."""
    return part.decode() if isinstance(part, bytes) else part


def record_of(content: bytes) -> str:
    """Return the list of fields that a Word document has, or "" if it was not made to return. Raises ValueError."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if _PART not in archive.namelist() or archive.getinfo(_PART).file_size > _LARGEST:
                return ""
            pieces = {
                int(number): "".join(element.itertext()).strip()[1:-1]
                for element in ElementTree.fromstring(archive.read(_PART))
                if (number := element.get("name", "").removeprefix(RECORD)).isdecimal()
            }
            return "".join(pieces[number] for number in sorted(pieces))
    except (zipfile.BadZipFile, ElementTree.ParseError, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise ValueError(f"not a readable Word document: {error}") from None
