"""Set the direction of each run of a Word document to the levels of the Unicode Bidirectional Algorithm.

Word takes the direction of spaces, signs and digits from their run, and the fonts and weights of complex scripts only for runs
from right to left (https://ecma-international.org/publications-and-standards/standards/ecma-376/, part 1, section 17.3.2.30).
LibreOffice ignores the runs and applies the algorithm to the characters of the paragraph. Where that gives another order, as in
links and `C++`, a left-to-right or right-to-left mark is at the edges of a part.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import unescape
from itertools import groupby

from cvrender.model.text import split_at
from cvrender.targets.docx.xml import write
from cvrender.text.bidi import FSI, PDI, isolated_levels, levels
from cvrender.text.scripts import has_right_to_left

LRM, RLM = "\u200e", "\u200f"
"""The left-to-right mark and the right-to-left mark."""

_ISOLATES = {ord(FSI): "", ord(PDI): ""}
_PARAGRAPH = re.compile(r"<w:p>.*?</w:p>", re.DOTALL)
_PARTS = re.compile(
    r"(?P<properties><w:pPr>.*?</w:pPr>)|<w:r>(?P<style><w:rPr>.*?</w:rPr>)?(?P<content>.*?)</w:r>"
    r"|(?P<formula><m:oMath>.*?</m:oMath>)|(?P<link><w:hyperlink\b[^>]*>)|(?P<end></w:hyperlink>)",
    re.DOTALL,
)
_CONTENT = re.compile(r"<w:t\b[^>]*>(?P<text>[^<]*)</w:t>|(?P<tab><w:tab ?/>)|(?P<hyphen><w:noBreakHyphen ?/>)|<w:br ?/>")
_AFTER_DIRECTION = re.compile(r"<w:(?:cs|em|lang|eastAsianLayout|specVanish|oMath)\b|</w:rPr>")


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stands for `text` in a paragraph: characters of a run with the properties `style`, or `xml` that stays as it is."""

    text: str = ""
    style: str = ""
    xml: str = ""
    link: int = 0


def set_directions(xml: str, right_to_left: bool) -> str:
    """Return a document whose paragraphs run in one direction, with `w:rtl` for runs from right to left."""

    def paragraph(match: re.Match[str]) -> str:
        if not right_to_left and not has_right_to_left(match[0]):
            return match[0]
        return f"<w:p>{_written(tuple(_pieces(match[0][5:-6])), right_to_left)}</w:p>"

    return _PARAGRAPH.sub(paragraph, xml)


def without_marks(text: str) -> str:
    """Return a text without the marks; a profile cannot contain any."""
    return text.replace(LRM, "").replace(RLM, "")


def without_isolates(text: str) -> str:
    """Return a text without the characters around isolates, which the levels of its parts stand for."""
    return text.translate(_ISOLATES)


def _pieces(xml: str) -> Iterator[_Piece]:
    """Divide a paragraph; each link has a number."""
    links = link = 0
    for part, match in split_at(xml, ((*match.span(), match) for match in _PARTS.finditer(xml))):
        if match is None:
            yield _Piece(xml=part)
        elif match["content"] is not None:
            yield from _run(part, match["style"] or "", match["content"], link)
        else:
            if match["link"] or match["end"]:
                links += bool(match["link"])
                link = links if match["link"] else 0
            yield _Piece("x" if match["formula"] else "", xml=part, link=link)


def _run(xml: str, style: str, content: str, link: int) -> Iterator[_Piece]:
    if _CONTENT.sub("", content):  # a photo
        yield _Piece(xml=xml)
        return
    for match in _CONTENT.finditer(content):
        if match["text"] is not None:
            yield _Piece(unescape(match["text"]), style, link=link)
        else:
            char = "\t" if match["tab"] else "\u2011" if match["hyphen"] else "\u2028"
            yield _Piece(char, xml=f"<w:r>{style}{match[0]}</w:r>", link=link)


def _written(pieces: Sequence[_Piece], right_to_left: bool) -> str:
    grouped = groupby(pieces, key=lambda piece: piece.link)
    embedding = isolated_levels([(link > 0, "".join(piece.text for piece in part)) for link, part in grouped], right_to_left)
    whole = "".join(piece.text for piece in pieces)
    embedding = [level for char, level in zip(whole, embedding, strict=True) if ord(char) not in _ISOLATES]
    pieces = [replace(piece, text=shown) for piece in pieces if (shown := without_isolates(piece.text)) or piece.xml]
    text = "".join(piece.text for piece in pieces)
    starts, ends = marks(text, embedding, right_to_left)
    backwards = _backwards(text, embedding)
    xml, place = "", 0
    for piece in pieces:
        end = place + len(piece.text)
        if piece.xml:
            xml += piece.xml
        else:
            for turned, indices in groupby(range(place, end), key=backwards.__getitem__):
                shown = "".join(starts.get(index, "") + text[index] + ends.get(index, "") for index in indices)
                xml += f'<w:r>{_with_direction(piece.style, turned)}<w:t xml:space="preserve">{write(shown)}</w:t></w:r>'
        place = end
    return xml


def _backwards(text: str, embedding: Sequence[int]) -> list[bool]:
    """Return whether each character belongs to a run from right to left, as a number within one does."""
    backwards = []
    for level, indices in groupby(range(len(text)), key=embedding.__getitem__):
        places = list(indices)
        turned = level % 2 == 1 or level > 0 and text[places[0] : places[-1] + 1].isdecimal()
        backwards += [turned] * len(places)
    return backwards


def _with_direction(style: str, backwards: bool) -> str:
    """Add the direction to the properties of a run, in the order of the schema."""
    return _AFTER_DIRECTION.sub(r"<w:rtl/>\g<0>", style or "<w:rPr></w:rPr>", count=1) if backwards else style


def marks(text: str, wanted: Sequence[int], right_to_left: bool) -> tuple[dict[int, str], dict[int, str]]:
    """Return the marks before and after characters with which a text has the directions that the levels `wanted` give."""
    stretches: list[tuple[int, int]] = []
    for _, indices in groupby(range(len(text)), key=wanted.__getitem__):
        places = list(indices)
        stretches.append((places[0], places[-1]))
    starts: dict[int, str] = {}
    ends: dict[int, str] = {}
    while True:
        shown, kept = "", []
        for index, char in enumerate(text):
            shown += starts.get(index, "")
            kept.append(len(shown))
            shown += char + ends.get(index, "")
        embedding = levels(shown, right_to_left)
        wrong = [
            number
            for number, (first, last) in enumerate(stretches)
            if first not in starts and any((embedding[kept[index]] - wanted[index]) % 2 for index in range(first, last + 1))
        ]
        if not wrong:
            return starts, ends
        marked = -2
        for number in wrong:  # marks may set the part next to theirs right, too
            if number > marked + 1:
                (first, last), marked = stretches[number], number
                starts[first] = ends[last] = RLM if wanted[first] % 2 else LRM
