"""Write the faces of a page's font into its stylesheet, so that it looks alike wherever it is read."""

from base64 import b64encode

from cvrender.fonts import needs_shaping
from cvrender.fonts.web import web_fonts
from cvrender.model.document import Document
from cvrender.model.style import Style

FAMILY = "CV Text"
_COMMON = "".join(map(chr, range(0x20, 0x7F))) + "\u00a0·–—‘’“”•…"
"""Characters that every face has, so that most pages in English share their faces in the cache."""
_FEATURES = ("ccmp", "locl", "mark", "mkmk")
_DECLARATIONS = {
    "": "font-weight: normal; font-style: normal",
    "bold": "font-weight: bold; font-style: normal",
    "italic": "font-weight: normal; font-style: italic",
    "bolditalic": "font-weight: bold; font-style: italic",
}


def faces(document: Document, style: Style) -> str:
    """Return rules for the faces, or an empty text if the style wants none or its family is not installed.

    Words in scripts that need shaping are set in the fonts of the reader's system. Raises InputError for a damaged font.
    """
    if style.values["fonts"] == "none":
        return ""
    printed = "".join(text.plain for text, _ in document.texts) + document.contents + document.skip
    chars = {char for char in _COMMON + printed + printed.upper() if not needs_shaping(char)}
    features = {*_FEATURES, *style.figures.features, "smcp"}
    fonts = web_fonts(style.font, style.family, chars, features)
    rules = [
        f'@font-face {{ font-family: "{FAMILY}"; {_DECLARATIONS[face]}; '
        f'src: url("data:font/{_kind(content)};base64,{b64encode(content).decode()}") format("{_kind(content)}"); }}'
        for face, content in fonts.items()
    ]
    return "\n".join([*rules, f':root {{ --font: "{FAMILY}", {style.family.css}; }}']) if rules else ""


def _kind(content: bytes) -> str:
    return "woff2" if content.startswith(b"wOF2") else "woff"
