"""Make the reference document of a style: the parts of a Word document without text, with the page, styles and lists of a CV.

Each part comes from the `docx/` folder of the nearest style that has it.
Lengths in the templates are Word's own: twentieths of a point, for type half points.
"""

from cvrender.model.families import Family
from cvrender.model.head_and_foot import Line, Placeholder
from cvrender.model.style import Style
from cvrender.targets.docx.layout import BEFORE, END_GAP, HANGING, LINE, NUMBER, Layout, layout_of
from cvrender.targets.docx.look_properties import look_functions
from cvrender.targets.docx.xml import Xml, write
from cvrender.targets.templates import template_environment, template_of, template_problems

PARTS = {
    "[Content_Types].xml": "content-types.xml",
    "_rels/.rels": "package-rels.xml",
    "docProps/app.xml": "app.xml",
    "docProps/core.xml": "core.xml",
    "word/_rels/document.xml.rels": "document-rels.xml",
    "word/document.xml": "document.xml",
    "word/fontTable.xml": "fontTable.xml",
    "word/footer1.xml": "footer.xml",
    "word/header1.xml": "header.xml",
    "word/numbering.xml": "numbering.xml",
    "word/settings.xml": "settings.xml",
    "word/styles.xml": "styles.xml",
    "word/theme/theme1.xml": "theme.xml",
    "word/webSettings.xml": "webSettings.xml",
}
"""Every part of the document, and its template."""

_FIELDS = {Placeholder.PAGE: "PAGE", Placeholder.PAGES: "NUMPAGES"}
_SERIF = (("Hans", "86", "SimSun"), ("Hant", "88", "PMingLiU"), ("Jpan", "80", "MS Mincho"), ("Hang", "81", "Batang"))
_SANS = (
    ("Hans", "86", "Microsoft YaHei"),
    ("Hant", "88", "Microsoft JhengHei"),
    ("Jpan", "80", "Yu Gothic"),
    ("Hang", "81", "Malgun Gothic"),
)


def reference(
    style: Style, head: Line = (), foot: Line = (Placeholder.PAGE,), notes: bool = False, layout: Layout | None = None
) -> dict[str, str]:
    """Return the parts of the document by name, with the head and foot of its pages, and styles for footnotes if it has `notes`.

    `layout` is that of the document, by default that of the style. Raises InputError for an invalid option.
    """
    templates, layout = template_environment(style.templates, write), layout or layout_of(style)
    values = {
        **_context(style, layout),
        **look_functions(style, bool(layout.band_color)),
        "head": _parts(head),
        "foot": _parts(foot),
        "notes": notes,
    }
    wanted = {part: template for part, template in PARTS.items() if head or part != "word/header1.xml"}
    with template_problems():
        own = [template_of(templates, path).render(values) for path in style.all_files("docx/own.xml")]
        values["own"] = Xml("\n".join(own))
        return {part: templates.get_template(f"docx/{template}").render(values) for part, template in wanted.items()}


def _parts(line: Line) -> list[tuple[str, str]]:
    """Return the parts of a line, each as a text and the name of Word's field, of which one is empty."""
    return [("", _FIELDS[part]) if isinstance(part, Placeholder) else (part, "") for part in line]


def _context(style: Style, layout: Layout) -> dict[str, object]:
    options, page = style.values, layout.page
    return {
        "options": options,
        "page": page,
        "column": page.em(layout.column),
        "head_indents": layout.head_indents,
        "band_color": layout.band_color,
        "dates_end": page.em(layout.column - END_GAP) if layout.at_end else 0,
        "line": round(240 * min(1, LINE / style.family.word_line) * float(str(options["leading"]))),
        "before": {name: page.gap(ems) for name, ems in BEFORE.items()},
        "hanging_indent": page.em(layout.column + HANGING),
        "number_indent": page.em(layout.number_indent),
        "number_room": page.em(NUMBER),
        "bullet_indent": lambda level: page.em(layout.column + (1.8 + 1.4 * level if level else HANGING)),
        "em": page.em,
        "gap": page.gap,
        "half": lambda count: round(count * page.size / 10),
        "accent": style.colors["accent"][1:].upper(),
        "links": style.colors["links"][1:].upper(),
        "figures": style.figures,
        "fonts": _fonts(style.family),
    }


def _fonts(family: Family) -> dict[str, object]:
    """Return families that computers with Word have, with substitutes on others; those of East Asia are by script, and by the
    character set as Word numbers them.
    """
    east_asian, east_asian_instead = (_SANS, "Noto Sans CJK SC") if family.sans else (_SERIF, "Noto Serif CJK SC")
    return {
        "body": family.word,
        "instead": family.word_substitute,
        "family": "swiss" if family.sans else "roman",
        "east_asian": east_asian,
        "east_asian_instead": east_asian_instead,
        "mono": "Consolas",
    }
