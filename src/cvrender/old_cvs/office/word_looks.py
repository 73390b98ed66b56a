"""Say how the lines of a Word document look: of size, capitals, colour, space and indent pandoc says nothing."""

import re
from collections import Counter
from dataclasses import dataclass
from html import unescape

from cvrender.formats.lines import LineLook
from cvrender.model.value import replace
from cvrender.old_cvs.office.look_marks import mark_of

_MAX_LENGTH = 60
_LARGER = 3  # half points
_HEX = re.compile("[0-9a-f]{6}")
_GREY = 20
"""How far the channels of a grey may be apart."""
_BASE = re.compile(r'<w:basedOn w:val="([^"]+)"')
_STYLE_ID = re.compile(r'[^<>]{0,500}w:styleId="([^"<>]{1,200})"')
_PARAGRAPH = re.compile(r"<w:p(?:\s[^>]*)?>(?:(?!</?w:p[ >]).)*</w:p>", re.DOTALL)
_RUN = re.compile(r"<w:r(?:\s[^>]*)?>(?:(?!</?w:r[ >]).)*</w:r>", re.DOTALL)
_LOOK = re.compile(r"<w:rPr>((?:(?!</?w:rPr[ >]).)*)</w:rPr>", re.DOTALL)
_TEXT = re.compile(r"<w:t(?:\s[^>]*)?>([^<]*)</w:t>")
_BEGIN = re.compile(r"<w:p(?:\s[^>]*)?>\s*(?:<w:pPr>(?:(?!</w:pPr>).)*</w:pPr>|<w:pPr/>)?", re.DOTALL)
_NUMBERS = {
    "size": re.compile(r'<w:sz w:val="(\d{1,3})"'),
    "space": re.compile(r'<w:spacing\b[^>]*w:before="(\d{1,5})"'),
    "indent": re.compile(r'<w:ind\b[^>]*w:(?:left|start)="(\d{1,5})"'),
}
_SIGNS = {
    "bold": re.compile(r'<w:b(?:\s+w:val="(\w+)")?\s*/>'),
    "italic": re.compile(r'<w:i(?:\s+w:val="(\w+)")?\s*/>'),
    "caps": re.compile(r'<w:(?:caps|smallCaps)(?:\s+w:val="(\w+)")?\s*/>'),
    "rule": re.compile(r"<w:pBdr>\s*<w:(?:top|bottom)\b()"),
}


@dataclass(frozen=True)
class _Look:
    """How text looks: sizes in half points, spaces in twentieths of a point."""

    size: int = 20
    colour: str = "auto"
    caps: bool = False
    bold: bool = False
    italic: bool = False
    space: int = 0
    indent: int = 0
    rule: bool = False


def with_looks(document: str, styles: str) -> str:
    """Return the document with a mark of its look before each paragraph.

    Short paragraphs are bold whose runs all differ from most of the text.
    """
    known = styles_of(styles)
    default = _look(styles[: max(0, styles.find("</w:docDefaults>"))], _Look())
    paragraphs = [(match, _looks(match[0], known, default)) for match in _PARAGRAPH.finditer(document)]
    sizes: Counter[int] = Counter()
    colours: Counter[str] = Counter()
    for look, text in (pair for _, looks in paragraphs for pair in looks):
        sizes[look.size] += len(text)
        colours[look.colour] += len(text)
    if not sizes:
        return document
    size, colour = sizes.most_common(1)[0][0], colours.most_common(1)[0][0]
    pieces, place = [], 0
    for match, looks in paragraphs:
        length = sum(len(text) for _, text in looks)
        if not length:
            continue
        is_apart = length < _MAX_LENGTH and all(
            look.size >= size + _LARGER or look.caps or look.colour != colour and not _is_pale(look.colour, colour)
            for look, _ in looks
        )
        begin = _BEGIN.match(match[0])
        shown = _RUN.sub(_in_bold, match[0]) if is_apart else match[0]
        mark = f"<w:r><w:t>{mark_of(_line_look(looks, size, colour))}</w:t></w:r>"
        end = begin.end() if begin else 0
        pieces += [document[place : match.start()], shown[:end], mark if begin else "", shown[end:]]
        place = match.end()
    return "".join((*pieces, document[place:]))


def _is_pale(colour: str, usual: str) -> bool:
    """Return whether a colour is a grey that is lighter than that of most text: of what is said next to it, not of headings."""
    channels, others = (
        [int(each[at : at + 2], 16) for at in (0, 2, 4)] if _HEX.fullmatch(each) else [0] for each in (colour, usual)
    )
    return max(channels) - min(channels) < _GREY and min(channels) > min(others)


def _line_look(looks: list[tuple[_Look, str]], size: int, colour: str) -> LineLook:
    """Return the look of a line whose runs look thus, in a document with most text of this size and colour."""
    first = max(looks, key=lambda pair: len(pair[1]))[0]
    return LineLook(
        size=round(first.size / size, 2),
        bold=all(look.bold for look, _ in looks),
        italic=all(look.italic for look, _ in looks),
        caps=all(look.caps or text.isupper() for look, text in looks),
        colour="" if first.colour == colour else first.colour,
        space=round(first.space / (10 * first.size), 1),
        indent=round(first.indent / (5 * size), 1),
        rule=first.rule,
    )


def styles_of(styles: str) -> dict[str, str]:
    """Return what the styles of a document say, by their names."""
    pieces = styles.split("<w:style ")[1:]
    return {match[1]: piece.partition("</w:style>")[0] for piece in pieces if (match := _STYLE_ID.match(piece))}


def _looks(paragraph: str, known: dict[str, str], default: _Look) -> list[tuple[_Look, str]]:
    """Return the looks of a paragraph's runs, with their texts."""
    style = re.search(r'<w:pStyle w:val="([^"]+)"', paragraph)
    begin = _BEGIN.match(paragraph)
    base = _look(_LOOK.sub("", begin[0] if begin else ""), _of_style(style[1], known, default) if style else default)
    runs = ((run[0], unescape("".join(_TEXT.findall(run[0])))) for run in _RUN.finditer(paragraph))
    return [(_look(match[1] if (match := _LOOK.search(run)) else "", base), text) for run, text in runs if re.search(r"\w", text)]


def _of_style(name: str, known: dict[str, str], default: _Look, depth: int = 0) -> _Look:
    said = known.get(name, "")
    based = _BASE.search(said)
    return _look(said, _of_style(based[1], known, default, depth + 1) if based and depth < 20 else default)


def _look(said: str, base: _Look) -> _Look:
    """Return the look that properties give to a text that looks like `base` without them."""
    numbers = {name: int(match[1]) for name, pattern in _NUMBERS.items() if (match := pattern.search(said))}
    signs = {name: match[1] not in ("0", "false") for name, pattern in _SIGNS.items() if (match := pattern.search(said))}
    colour = re.search(r'<w:color\b[^>]*w:val="(\w+)"', said)
    colours = {"colour": "auto" if colour[1] == "000000" else colour[1].lower()} if colour else {}
    return replace(base, **numbers, **signs, **colours)


def _in_bold(run: re.Match[str]) -> str:
    if _LOOK.search(run[0]):
        return run[0] if "<w:b/>" in run[0] else run[0].replace("<w:rPr>", "<w:rPr><w:b/>", 1)
    return re.sub(r"^<w:r(?:\s[^>]*)?>", lambda begin: f"{begin[0]}<w:rPr><w:b/></w:rPr>", run[0])
