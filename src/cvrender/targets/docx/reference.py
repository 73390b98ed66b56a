"""Make the reference document of a style: a Word document without text, with the page, styles and lists of a CV.

pandoc takes this document as its reference. Each part comes from the `docx/` folder of the nearest style that has it.
Lengths in the templates are Word's own: twentieths of a point, for type half points.
"""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import escape

from cvrender.errors import InputError, Problem, nearest
from cvrender.model.families import DEFAULT_FAMILY, family
from cvrender.targets.templates import Escaped, template_environment

PARTS = {
    "[Content_Types].xml": "content-types.xml",
    "_rels/.rels": "package-rels.xml",
    "docProps/app.xml": "app.xml",
    "docProps/core.xml": "core.xml",
    "word/_rels/document.xml.rels": "document-rels.xml",
    "word/document.xml": "document.xml",
    "word/fontTable.xml": "fontTable.xml",
    "word/footer1.xml": "footer.xml",
    "word/numbering.xml": "numbering.xml",
    "word/settings.xml": "settings.xml",
    "word/styles.xml": "styles.xml",
    "word/theme/theme1.xml": "theme.xml",
    "word/webSettings.xml": "webSettings.xml",
}
"""Every part of the document, and the template that it is made from."""

_PAGES = {"a4": (11906, 16838), "letter": (12240, 15840)}
_TWIPS = {"mm": 1440 / 25.4, "cm": 1440 / 2.54, "in": 1440.0, "pt": 20.0}
_SERIF = (("Hans", "86", "SimSun"), ("Hant", "88", "PMingLiU"), ("Jpan", "80", "MS Mincho"), ("Hang", "81", "Batang"))
_SANS = (
    ("Hans", "86", "Microsoft YaHei"),
    ("Hant", "88", "Microsoft JhengHei"),
    ("Jpan", "80", "Yu Gothic"),
    ("Hang", "81", "Malgun Gothic"),
)


class Xml(Escaped):
    """Text that is XML already."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Fonts:
    """Families that machines with Word have, with what takes the place of `body` elsewhere.

    `east_asian` holds script, character set (as Word numbers them) and family.
    """

    body: str
    instead: str
    family: str
    east_asian: tuple[tuple[str, str, str], ...]
    east_asian_instead: str
    mono: str = "Consolas"


def fonts(name: str) -> Fonts:
    """What stands in Word for the family that a style names."""
    found = family(name)
    east_asian, substitute = (_SANS, "Noto Sans CJK SC") if found.sans else (_SERIF, "Noto Serif CJK SC")
    return Fonts(found.word, found.word_substitute, "swiss" if found.sans else "roman", east_asian, substitute)


def reference(options: Mapping[str, object], folders: Sequence[Path]) -> bytes:
    """The document, byte for byte the same for the same options and templates; `folders` are the style's, nearest first.

    Options: `page`, `margin`, `size`, `accent`, `spacing`; without `font` it is Latin Modern's stand-in, without `links`
    links have the accent's colour. Raises InputError for a value that cannot be used.
    """
    values = _context(options)
    templates = template_environment(tuple(folders), write)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, template in PARTS.items():
            entry = zipfile.ZipInfo(part)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, templates.get_template(f"docx/{template}").render(values))
    return made.getvalue()


def write(value: Any) -> Xml:
    """How a template's values become XML."""
    if isinstance(value, Xml):
        return value
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(f"a template printed a {type(value).__name__}")
    return Xml(escape(str(value)))


def _context(options: Mapping[str, object]) -> dict[str, object]:
    page_width, page_height = _PAGES[_choice(options, "page", _PAGES)]
    margin, size = round(_twips(options, "margin")), _twips(options, "size")
    spacing = float(str(options["spacing"]))

    def em(count: float) -> int:
        return round(count * size)

    return {
        "page_width": page_width,
        "page_height": page_height,
        "margin": margin,
        "text_width": page_width - 2 * margin,
        "number_indent": em(2.2),
        "bullet_indent": lambda level: em(1.8 + 1.4 * level) if level else em(1.4),
        "em": em,
        "gap": lambda count: em(count * spacing),
        "half": lambda count: round(count * size / 10),
        "accent": _color(options, "accent"),
        "links": _color(options, "links" if "links" in options else "accent"),
        "fonts": fonts(str(options.get("font", DEFAULT_FAMILY))),
    }


def _choice(options: Mapping[str, object], name: str, known: Mapping[str, object]) -> str:
    value = str(options[name])
    if value not in known:
        raise InputError([Problem(f'"{value}" is no {name} that Word has', path=f"options.{name}", hint=nearest(value, known))])
    return value


def _twips(options: Mapping[str, object], name: str) -> float:
    value = str(options[name])
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(mm|cm|in|pt)", value)
    if not match:
        raise InputError([Problem(f'"{value}" is no length such as 22mm or 0.9in', path=f"options.{name}")])
    return float(match[1]) * _TWIPS[match[2]]


def _color(options: Mapping[str, object], name: str) -> str:
    value = str(options[name])
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
        raise InputError([Problem(f'"{value}" is no colour such as #1f3a5f', path=f"options.{name}")])
    return value[1:].upper()
