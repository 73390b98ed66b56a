"""Write a Document in a Style as LaTeX: one file that people can edit further, for pdfLaTeX, XeLaTeX and LuaLaTeX.

PyLaTeX writes the class and the packages. `latex/class.tex` is read before the fonts, `latex/macros.tex` defines the macros of
the body, `latex/look.tex` and `latex/own.tex` write the look, `latex/document.tex` arranges the body.
"""

from collections.abc import Iterator
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from jinja2 import Template, TemplateNotFound
from jinja2.sandbox import ImmutableSandboxedEnvironment

from cvrender.errors import InputError, Problem
from cvrender.model.document import Document
from cvrender.model.families import DEFAULT_FAMILY
from cvrender.model.glyphs import GlyphFont, TextFont
from cvrender.model.head_and_foot import Line, Placeholder
from cvrender.model.look import QUIET, QUIET_COLOR
from cvrender.model.numbering import NumberedText, number_of
from cvrender.model.page import sides
from cvrender.model.printed_texts import texts_of
from cvrender.model.style import Style, millimetres
from cvrender.model.text import Span, Text
from cvrender.model.value import replace
from cvrender.system.filename import FONT_FOLDER
from cvrender.targets.templates import LATEX_SIGNS, template_environment, template_of, template_problems
from cvrender.targets.tex.footnotes import notes_at
from cvrender.targets.tex.icons import icon_drawings
from cvrender.targets.tex.look_commands import look_functions
from cvrender.targets.tex.marks import mark_implied, mark_repeated, unmark
from cvrender.targets.tex.texts import Latex, argument, cell, escape, heading, longest_word, measured, unlinked, whole_name, write
from cvrender.text.casing import OWN_CAPITALS
from cvrender.text.scripts import has_right_to_left, is_right_to_left
from cvrender.text.ties import tied

_NARROW = 15  # millimetres; LaTeX sets the foot 10.5 mm below the text, and the head 9 mm above it


def render(document: Document, style: Style, stem: str = "cv", before: str | None = None, package: str = "") -> str:
    """Return the .tex file. `before` is the preamble, `package` the name of the package with fonts, if it needs one."""
    before = preamble(style) if before is None else before
    document = tied(document)
    right_to_left = is_right_to_left(document.properties.language)
    with template_problems():
        body = _environment(style).get_template("latex/document.tex")
        return body.render(
            preamble=Latex(before),
            document=document,
            headline=partial(headline, right_to_left=right_to_left),
            photo=Latex(document.header.photo.file_name(stem)) if document.header.photo else "",
            icons=icon_drawings(document.header.contacts if style.values["icons"] else (), bool(style.values["entry_icons"])),
            package=package,
            folder=Latex(FONT_FOLDER),
            right_to_left=right_to_left,
            millimetres=lambda length: Latex(f"{length:g}"),
            notes_at=notes_at(document),
            figure_file=lambda figure: Latex(figure.file_name(stem)),
            page_head=_line(document.head, right_to_left),
            page_foot=_line(document.foot, right_to_left),
            casing=own if (own := document.properties.language.partition("-")[0]) in OWN_CAPITALS else "",
            letters_aside=longest_word(_texts_aside(document)),
            options=_options(style),
            **look_functions(style),
        )


def _texts_aside(document: Document) -> Iterator[Text]:
    """Yield the texts of the contacts and of the sections that stand aside."""
    aside = tuple(section for section in document.sections if section.is_aside)
    yield from (text for text, _ in texts_of((document.header.contacts, aside)))


class PackedFonts(NamedTuple):
    """The fonts of a document that are in files.

    `main` is its family if that is made from font files; `words`, `glyphs` and `shaped` contain what the family lacks.
    """

    main: TextFont | None
    words: TextFont | None
    glyphs: tuple[GlyphFont, ...]
    shaped: Latex | None


def font_package(style: Style, stem: str, fonts: PackedFonts, inner: str = "", tracked: str = "") -> str:
    """Return the package with the fonts of a document, which are in files `STEM-…` of the same folder.

    `inner` are macros that the package defines for the .tex file. `tracked` is the family (`main` or `text`) whose letters are
    set apart somewhere, whose metrics pdfTeX finds only next to the .tex file.
    """
    from cvrender.fonts.sources import families_for_added_letters

    with template_problems():
        template = _environment(style).get_template("latex/package.tex")
        return template.render(
            name=package_name(stem),
            folder=Latex(FONT_FOLDER),
            families=families_for_added_letters(style.family.sans),
            main_font=(f"{stem}-main", fonts.main, style.family.name, _signs(fonts.main)) if fonts.main else None,
            text_font=(f"{stem}-text", fonts.words) if fonts.words else None,
            shaped=fonts.shaped,
            inner=Latex(inner),
            tracked=tracked,
            fonts=[(font, f"{stem}-glyphs-{font.letter.lower()}") for font in fonts.glyphs],
        )


def package_name(stem: str) -> str:
    """Return the name of the package with the fonts of a document, with its folder, as LaTeX wants it."""
    return f"{FONT_FOLDER}/{stem}"


def _signs(main: TextFont) -> list[tuple[str, int]]:
    """Return the commands of signs that the family has, which LaTeX would take from another one, and their slots."""
    from cvrender.fonts.text import SIGNS

    return [(command, slot) for command, (char, slot) in SIGNS.items() if char in main.chars]


def _environment(style: Style) -> ImmutableSandboxedEnvironment:
    environment = template_environment(style.templates, write, LATEX_SIGNS)
    environment.filters.update(
        argument=argument, cell=cell, heading=heading, measured=measured, unlinked=unlinked, whole_name=whole_name
    )
    return environment


def preamble(style: Style) -> str:
    """Return the preamble, which is the same for all documents of a style."""
    return f"{packages(style)}\n\n{settings(style)}"


def packages(style: Style) -> str:
    """Return the part that TeX takes long to read and few options change: class, packages and fonts."""
    from pylatex import Document, NoEscape, Package  # slow to import, so what it writes is kept (`preambles.py`)

    values = style.values
    document = Document(
        documentclass=style.latex.document_class,
        document_options=[f"{values['page']}paper", f"{_class_size(style)}pt"],
        fontenc=None,
        inputenc=None,
        lmodern=False,
        textcomp=False,
        page_numbers=False,
    )
    document.packages.append(Package("geometry"))
    for package in style.latex.packages:
        name, options = next(iter(package.items())) if isinstance(package, dict) else (package, None)
        document.packages.append(Package(name, options=NoEscape(options) if options else None))
    return f"{_lines(document.dumps())}\n\n{_font_part(style)}"


def settings(style: Style) -> str:
    """Return the style's options and macros as LaTeX; they are the same for all documents."""
    values = style.values
    commands = [rf"\geometry{{{_geometry(str(values['margin']), bool(values['head']))}}}"]
    for name, color in {**style.colors, QUIET: QUIET_COLOR}.items():
        commands.append(rf"\definecolor{{cv{name}}}{{HTML}}{{{color.lstrip('#').upper()}}}")
    commands.append(rf"\newcommand{{\cvspacing}}{{{values['spacing']}}}")
    if style.text_size != _class_size(style):
        size = rf"\@setfontsize\normalsize{{{style.text_size:g}}}{{{style.text_size * 1.2:g}}}\let\@listi\@listI"
        commands.append(rf"\makeatletter\renewcommand{{\normalsize}}{{{size}}}\makeatother")
    if float(str(values["leading"])) != 1:
        commands.append(rf"\renewcommand{{\baselinestretch}}{{{values['leading']}}}")
    return "\n\n".join(["\n".join(commands), *_own_parts(style)])


def _class_size(style: Style) -> int:
    """Return the size option of the document class, which has no sizes but 10, 11 and 12 points."""
    return min(max(int(style.text_size), 10), 12)


def _geometry(margin: str, head: bool) -> str:
    """Return the margins for the package geometry; head and foot keep away from the edge of a narrow margin."""
    top, right, bottom, left = sides(margin)
    options = (
        f"margin={margin}" if len({top, right, bottom, left}) == 1 else f"top={top}, right={right}, bottom={bottom}, left={left}"
    )
    options += "" if millimetres(bottom) >= _NARROW else f", footskip={millimetres(bottom) * 0.6:.2f}mm"
    narrow = head and millimetres(top) < _NARROW
    return options + (f", headheight={millimetres(top) * 0.45:.2f}mm, headsep={millimetres(top) * 0.35:.2f}mm" if narrow else "")


def templates_alone(style: Style) -> str:
    """Return the part of the preamble that the style's templates make, to see that they are sound."""
    return "\n".join([_font_part(style), *_own_parts(style)])


def _own_parts(style: Style) -> list[str]:
    with template_problems():
        own = [_filled(style, template_of(_environment(style), path)) for path in style.all_files("latex/own.tex")]
    parts = [*(_part(style, name) for name in ("class", "macros", "look")), *own, _part(style, "unicode")]
    return [part for part in parts if part]


def _lines(source: str) -> str:
    """Return what PyLaTeX writes before the body, without its signs at the ends of lines; packages without options are on one."""
    lines: list[str] = []
    plain = "\\usepackage{"
    for line in (each.rstrip("%") for each in source[: source.index(r"\begin{document}")].splitlines()):
        if line.startswith(plain) and lines and lines[-1].startswith(plain):
            lines[-1] = f"{lines[-1][:-1]}, {line.removeprefix(plain)}"
        elif line:
            lines.append(line)
    return "\n".join(lines)


def _font_part(style: Style) -> str:
    """Return what loads the fonts; a family of font files is declared in the document, where it replaces Latin Modern."""
    name = style.font if style.family.source is None else "latin-modern-sans" if style.family.sans else DEFAULT_FAMILY
    return _part(style, f"font-{name}")


def _part(style: Style, name: str) -> str:
    try:
        with template_problems():
            return _filled(style, _environment(style).get_template(f"latex/{name}.tex"))
    except TemplateNotFound:  # of the parts, only fonts are named by an option
        raise InputError(
            [Problem(f'the style "{style.name}" has no file latex/{name}.tex', path="options.font", code="bad-style")]
        ) from None


def _filled(style: Style, template: Template) -> str:
    return unmark(template.render(options=_options(style), **look_functions(style)).strip())


def _line(line: Line, right_to_left: bool) -> Latex:
    """Return a head or foot, with macros for the number of the page and of all pages."""
    macros = {Placeholder.PAGE: r"\thepage", Placeholder.PAGES: r"\cvpages"}
    if not right_to_left:
        parts = (macros[part] + "{}" if isinstance(part, Placeholder) else mark_repeated(escape(part)) for part in line)
        return Latex("".join(parts).removesuffix("{}"))
    turned = (rf"\cvx{{{macros[part]}}}" if isinstance(part, Placeholder) else mark_repeated(escape(part)) for part in line)
    return Latex(rf"\beginR {''.join(turned)}\endR" if line else "")


def _options(style: Style) -> dict[str, str | bool]:
    """The values of the style's options, as templates see them; some are of shapes that are LaTeX as they are."""
    shaped = ("length", "color", "number")
    return {
        name: Latex(value) if isinstance(value, str) and style.options[name].type in shaped else value
        for name, value in style.values.items()
    }


def headline(value: Text, right_to_left: bool = False) -> tuple[Latex, Latex, Latex] | None:
    """A headline for classes that set its parts themselves: what is bold, in italics and neither, without these and commas.

    `**Ph.D.**, *ETH*, Zurich` gives `Ph.D.`, `ETH` and `Zurich`; what is not made so gives None, and so
    does a text from left to right in which a run from right to left may have a comma.
    """
    bold = tuple(takewhile(lambda span: span.bold, value.spans))
    rest = _after_comma(value.spans[len(bold) :])
    if not bold or rest is None:
        return None
    italic = tuple(takewhile(lambda span: span.italic, rest))
    rest = _after_comma(rest[len(italic) :]) if italic else rest
    if rest is None:
        return None
    plain = (tuple(replace(span, bold=False) for span in bold), tuple(replace(span, italic=False) for span in italic), rest)
    if not right_to_left and sum(any(has_right_to_left(span.text) for span in part) for part in plain) > 1:
        return None
    first, second, third = (NumberedText(part, number_of(value)) for part in plain)
    return write(first), _behind_comma(second), _behind_comma(third)


def _behind_comma(part: Text) -> Latex:
    """A part of a headline, with the comma that the class sets before it."""
    return Latex(mark_implied(", ") + write(part)) if part else Latex()


def _after_comma(spans: tuple[Span, ...]) -> tuple[Span, ...] | None:
    """Return what follows the comma that the spans begin with; None if they begin with anything else."""
    if not spans:
        return ()
    if spans[0].href or not spans[0].text.startswith(", "):
        return None
    first = replace(spans[0], text=spans[0].text.removeprefix(", "))
    return (first, *spans[1:]) if first.text else spans[1:]
