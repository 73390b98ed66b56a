"""Read the structure of a tagged PDF: its headings, lists, tables and links, and what a screen reader says, in order.

The meaning of the roles is that of ISO 32000-1, 14.8.4.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pikepdf import Array, Dictionary, PdfError, String, parse_content_stream

from cvrender.targets.pdf.read import open_in_qpdf
from cvrender.targets.pdf.tagging.fonts import PageFont

_INLINE = {"Link": "link", "Formula": "formula", "Span": "", "Figure": "graphic", "Reference": "", "Quote": "", "Code": ""}
_DEEPEST, _MOST = 100, 200_000  # structure elements: nested, and in all
Content = dict[tuple[tuple[int, int], int], str]


@dataclass(frozen=True, slots=True)
class Spoken:
    """The structure of a PDF. `lines` are what a screen reader says; `roles` counts the structure elements by role.

    `unnamed` counts links and graphics without an alternative description. `headings` are pairs of level and text.
    """

    title: str
    language: str
    lines: tuple[str, ...]
    roles: dict[str, int]
    headings: tuple[tuple[int, str], ...]
    unnamed: int


def speak(pdf: bytes) -> Spoken | None:
    """Return the structure of a PDF, or None if it is not tagged. Raises ValueError if it cannot be read."""
    with open_in_qpdf(pdf) as document:
        root = document.Root
        marks: Any = root.get("/MarkInfo", {})
        if "/StructTreeRoot" not in root or not marks.get("/Marked"):
            return None
        try:
            content = _content(document)
        except (IndexError, KeyError, TypeError, PdfError):
            raise ValueError("the content of a page is damaged") from None
        reader = _Reader(content, root.StructTreeRoot.get("/RoleMap", {}))
        lines = tuple(reader.blocks(root.StructTreeRoot, 0))
        title = str(document.docinfo.get("/Title", ""))
        return Spoken(title, str(root.get("/Lang", "")), lines, dict(reader.roles), tuple(reader.headings), reader.unnamed)


def _content(document: Any) -> Content:
    """Return the text of all marked content by page and MCID."""
    texts: Content = {}
    fonts: dict[tuple[int, int], PageFont] = {}
    for page in document.pages:
        known = page.obj.get("/Resources", {}).get("/Font", {})
        stack: list[tuple[int, bool]] = []  # the MCIDs of open sequences, and whether their strings are reversed
        font: PageFont | None = None
        for instruction in parse_content_stream(page, "Tf BDC BMC EMC Tj TJ"):
            operands: Any = instruction.operands
            name = str(instruction.operator)
            if name == "Tf":
                resource = known[operands[0]]
                font = fonts.setdefault(resource.objgen, PageFont(resource))
            elif name in ("BDC", "BMC"):
                stack.append((_mcid(operands), operands[0] == "/ReversedChars"))
            elif name == "EMC" and stack:
                stack.pop()
            elif name in ("Tj", "TJ") and font and (mcid := next((n for n, _ in reversed(stack) if n >= 0), -1)) >= 0:
                strings = [bytes(part) for part in _items(operands[0]) if isinstance(part, String)]
                text = "".join([_shown(font, part, any(turned for _, turned in stack)) for part in strings])
                texts[page.obj.objgen, mcid] = texts.get((page.obj.objgen, mcid), "") + text
    return texts


def _shown(font: PageFont, codes: bytes, turned: bool) -> str:
    """Return the characters of a string, in the opposite order if `turned`."""
    return "".join(map(font.text, reversed(font.split(codes)))) if turned else font.text(codes)


def _items(value: Any) -> list[Any]:
    """Return the items of an array; any other value is the only item."""
    return list(value) if isinstance(value, Array) else [] if value is None else [value]


def _mcid(operands: Any) -> int:
    """Return the MCID in the operands of BDC, or -1."""
    properties = operands[-1]
    return int(properties.get("/MCID", -1)) if isinstance(properties, Dictionary) else -1


class _Reader:
    """The traversal of a structure tree."""

    def __init__(self, content: Content, role_map: Any) -> None:
        self.content = content
        self.role_map = role_map
        self.roles: Counter[str] = Counter()
        self.headings: list[tuple[int, str]] = []
        self.unnamed = 0
        self.count = 0

    def role(self, element: Any) -> str:
        """Return the standard role of an element."""
        role = element.get("/S", "/NonStruct")
        return str(self.role_map.get(str(role), role)).lstrip("/")

    def kids(self, element: Any, depth: int) -> Iterator[Any]:
        """Yield the content of an element. Raises ValueError if the tree is too large or deep."""
        self.count += 1
        if depth > _DEEPEST or self.count > _MOST:
            raise ValueError("the structure of the PDF is too large")
        yield from _items(element.get("/K"))

    def blocks(self, element: Any, depth: int) -> Iterator[str]:
        """Yield what is said for the content of an element, block by block."""
        inline = ""
        for kid in self.kids(element, depth):
            role = self.role(kid) if isinstance(kid, Dictionary) and "/S" in kid else ""
            if not role or role in _INLINE:
                inline += self.inline(kid, element, depth + 1)
                continue
            yield from _line(inline)
            inline = ""
            yield from self.block(kid, role, depth + 1)
        yield from _line(inline)

    def block(self, element: Any, role: str, depth: int) -> Iterator[str]:
        """Yield what is said for a block."""
        self.roles[role] += 1
        if "/ActualText" in element:
            yield from _line(str(element.ActualText))
            return
        if role[:1] == "H" and role[1:].isdigit():
            text = " ".join(self.blocks(element, depth))
            self.headings.append((int(role[1:]), text))
            yield f"heading level {role[1:]}: {text}"
            return
        if role in ("L", "Table"):
            name, item = ("list", "LI") if role == "L" else ("table", "TR")
            count = sum(1 for kid in self.kids(element, depth) if isinstance(kid, Dictionary) and kid.get("/S") == f"/{item}")
            yield f"{name} with {count} {'item' if item == 'LI' else 'row'}{'s' * (count != 1)}"
            yield from (f"  {line}" for line in self.blocks(element, depth))
        elif role == "TR":
            cells = len(_items(element.get("/K")))
            parts = list(self.blocks(element, depth))
            yield (" | " if cells > 2 else " ").join(parts[:cells])
            yield from parts[cells:]
        elif role == "LI":
            parts = list(self.blocks(element, depth))
            has_label = len(parts) > 1 and len(parts[0]) < 8
            yield from [" ".join(parts[:2]), *parts[2:]] if has_label else parts
        else:
            yield from self.blocks(element, depth)

    def inline(self, kid: Any, parent: Any, depth: int) -> str:
        """Return what is said for content within a line."""
        if not isinstance(kid, Dictionary):
            page = parent.get("/Pg")
            return "" if page is None else self.content.get((page.objgen, int(kid)), "")
        if "/S" not in kid:
            page = kid.get("/Pg", parent.get("/Pg"))
            return self.content.get((page.objgen, int(kid.MCID)), "") if "/MCID" in kid and page is not None else ""
        role = self.role(kid)
        self.roles[role] += 1
        text = "".join(self.inline(inner, kid, depth + 1) for inner in self.kids(kid, depth))
        text = str(kid.get("/ActualText", kid.get("/Alt", text)))
        name = _INLINE.get(role) or str(kid.get("/Lang", ""))
        self.unnamed += (role in ("Formula", "Figure") and "/Alt" not in kid) or (role == "Link" and not _is_named(kid))
        before, after = " " * text.startswith(" "), " " * text.endswith(" ")
        return f"{before}[{name}: {text.strip()}]{after}" if name else text


def _is_named(link: Any) -> bool:
    """Return whether the annotations of a link have a description."""
    notes = [kid.Obj for kid in _items(link.get("/K")) if isinstance(kid, Dictionary) and "/Obj" in kid]
    return bool(notes) and all(str(note.get("/Contents", "")) for note in notes)


def _line(text: str) -> Iterator[str]:
    if joined := " ".join(text.split()):
        yield joined
