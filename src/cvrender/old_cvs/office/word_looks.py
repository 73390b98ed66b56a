"""Make lines of a Word document bold that size, capitals or colour set apart: of these pandoc says nothing."""

import re
from collections import Counter
from dataclasses import dataclass
from html import unescape

_MAX_LENGTH = 60
_LARGER = 3  # half points
_BASE = re.compile(r'<w:basedOn w:val="([^"]+)"')
_STYLE_ID = re.compile(r'[^<>]{0,500}w:styleId="([^"<>]{1,200})"')
_PARAGRAPH = re.compile(r"<w:p(?:\s[^>]*)?>(?:(?!</?w:p[ >]).)*</w:p>", re.DOTALL)
_RUN = re.compile(r"<w:r(?:\s[^>]*)?>(?:(?!</?w:r[ >]).)*</w:r>", re.DOTALL)
_LOOK = re.compile(r"<w:rPr>((?:(?!</?w:rPr[ >]).)*)</w:rPr>", re.DOTALL)
_TEXT = re.compile(r"<w:t(?:\s[^>]*)?>([^<]*)</w:t>")
_CAPS = re.compile(r'<w:(?:caps|smallCaps)\s*(?:w:val="(?:1|true|on)"\s*)?/>')


@dataclass(frozen=True)
class _Look:
    size: int
    colour: str
    caps: bool


def with_bold(document: str, styles: str) -> str:
    """Return the document, in which short paragraphs are bold whose runs all differ from most of the text."""
    known = styles_of(styles)
    default = _look(styles[: max(0, styles.find("</w:docDefaults>"))], _Look(20, "auto", caps=False))
    found = [(match, _looks(match[0], known, default)) for match in _PARAGRAPH.finditer(document)]
    sizes: Counter[int] = Counter()
    colours: Counter[str] = Counter()
    for look, text in (pair for _, looks in found for pair in looks):
        sizes[look.size] += len(text)
        colours[look.colour] += len(text)
    if not sizes:
        return document
    size, colour = sizes.most_common(1)[0][0], colours.most_common(1)[0][0]
    pieces, place = [], 0
    for match, looks in found:
        length = sum(len(text) for _, text in looks)
        if 0 < length < _MAX_LENGTH and all(
            look.size >= size + _LARGER or look.caps or look.colour != colour for look, _ in looks
        ):
            pieces += [document[place : match.start()], _RUN.sub(_in_bold, match[0])]
            place = match.end()
    return "".join((*pieces, document[place:]))


def styles_of(styles: str) -> dict[str, str]:
    """Return what the styles of a document say, by their names."""
    pieces = styles.split("<w:style ")[1:]
    return {found[1]: piece.partition("</w:style>")[0] for piece in pieces if (found := _STYLE_ID.match(piece))}


def _looks(paragraph: str, known: dict[str, str], default: _Look) -> list[tuple[_Look, str]]:
    """Return the looks of a paragraph's runs, with their texts."""
    style = re.search(r'<w:pStyle w:val="([^"]+)"', paragraph)
    base = _of_style(style[1], known, default) if style else default
    runs = ((run[0], unescape("".join(_TEXT.findall(run[0])))) for run in _RUN.finditer(paragraph))
    return [(_look(found[1] if (found := _LOOK.search(run)) else "", base), text) for run, text in runs if re.search(r"\w", text)]


def _of_style(name: str, known: dict[str, str], default: _Look, depth: int = 0) -> _Look:
    said = known.get(name, "")
    based = _BASE.search(said)
    return _look(said, _of_style(based[1], known, default, depth + 1) if based and depth < 20 else default)


def _look(said: str, base: _Look) -> _Look:
    """Return the look that properties give to a text that looks like `base` without them."""
    size, colour = re.search(r'<w:sz w:val="(\d{1,3})"', said), re.search(r'<w:color\b[^>]*w:val="(\w+)"', said)
    shown = colour[1].lower() if colour else base.colour
    return _Look(
        int(size[1]) if size else base.size, "auto" if shown == "000000" else shown, base.caps or bool(_CAPS.search(said))
    )


def _in_bold(run: re.Match[str]) -> str:
    if _LOOK.search(run[0]):
        return run[0] if "<w:b/>" in run[0] else run[0].replace("<w:rPr>", "<w:rPr><w:b/>", 1)
    return re.sub(r"^<w:r(?:\s[^>]*)?>", lambda begin: f"{begin[0]}<w:rPr><w:b/></w:rPr>", run[0])
