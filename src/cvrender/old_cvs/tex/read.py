"""Read the LaTeX source of a CV, or the zip of a project of several files, as lines."""

import re

from cvrender.errors import InputError, Problem
from cvrender.formats.base import Imported, OldDocument
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.document_language import language_of_preamble
from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.marked_headings import has_headings, with_entries, with_headings, with_margins
from cvrender.old_cvs.tex.arguments import end_parts
from cvrender.old_cvs.tex.conditions import Conditions
from cvrender.old_cvs.tex.definitions import Definition, definitions
from cvrender.old_cvs.tex.macros import Macro, MacroTables, tables_for
from cvrender.old_cvs.tex.project import READS, Project, whole_source, without_comments
from cvrender.old_cvs.tex.roles import with_checked_roles
from cvrender.old_cvs.tex.uses import environments_by_use, macros_by_use
from cvrender.old_cvs.tex.walk import Walker


def read_tex(content: Content, *, is_part: bool = False) -> OldDocument:
    """Read a document, or a part of one, whose headings may stand outside. Raises InputError if its macros expand without end."""
    project = Project(content)
    source, file = whole_source(project)
    tables = tables_for(source)
    preamble, begin, body = source.partition("\\begin{document}")
    if not begin:
        preamble, body = "", source
    macros, more, rest = definitions(preamble)
    language = language_of_preamble(preamble)
    conditions = Conditions(preamble, macros, language)
    body = conditions.taken(body.partition("\\end{document}")[0])
    macros = {name: conditions.decided(definition) for name, definition in macros.items()}
    in_body, inner, body = definitions("\n" * preamble.count("\n") + body)
    known = {**_of_packages(project, preamble, tables), **macros, **in_body}
    said = _with_included(project, body)
    tables.macros |= macros_by_use(said, tables, known)
    tables.environments |= environments_by_use(said, tables, {**more, **inner})
    rest += _said_of_person(macros, tables)
    known = {name: definition for name, definition in known.items() if name not in tables.macros}
    known |= {name: Definition(text.count("#"), None, text) for name, text in tables.texts.items() if name not in known}
    document = OldDocument("latex", project.file, language=language)
    defined = {**more, **inner}
    walker = Walker(tables, known, defined, file, lambda name: _included(project, name, tables, known, defined, conditions))
    walker.has_author = bool(re.search(r"\\(?:author|name)\b", source))
    preamble_macros = {name for name, macro in tables.macros.items() if macro.kind == "person" or "body" in macro.arguments()}
    walker.walk(_macros_of_preamble(rest, preamble_macros | {"addbibresource", "bibliography", "defaultbibliography"}, tables), 1)
    walker.flush()
    walker.walk(body, 1)
    end_parts(walker, walker.line)
    walker.flush()
    lines = _with_continued(walker.lines)
    lines = with_checked_roles(with_margins(lines if is_part else _with_first_heading(lines)))
    document.lines = with_entries(lines if has_headings(lines) else with_headings(lines))
    walker.bibliographies += _RESOURCES.findall(_inputs(project, preamble))
    _join(_bibliographies(project, walker, document), document)
    for name, line in walker.unknown.items():
        said = f"\\{name} is not known: " + ("the file is not in the project" if "{" in name else "its text is read in order")
        document.problems.append(Problem(said, project.file, line, 1, severity="warning", code="doubtful"))
    return document


def _with_included(project: Project, body: str) -> str:
    """Return the text of a document with that of the files that it reads, for all uses of its macros tell what they mean."""
    texts, names = [body], [""]
    for text in texts:
        for match in READS.finditer(text):
            name = match[1] or match[2]
            if name not in names and (read := project.read(name, ".tex")):
                names.append(name)
                texts.append(without_comments(read))
    return "\n".join(texts)


_OF_WORK = 20
"""The characters that may stand next to the key of a work: a year, a number, a sign."""


def _join(bibliographies: list[Imported], document: OldDocument) -> None:
    """Take works of bibliographies, and leave out the lines that show them by their keys and say no more."""
    document.joined = bibliographies
    shown = {str(work.get("id")) for joined in bibliographies for work in joined.data.get("publications", ())}

    def shows_work(line: OldLine) -> bool:
        said = set(re.split(r"[\s.]+", line.plain))
        return bool(said & shown) and len("".join(said - shown)) < _OF_WORK

    document.lines = [line for line in document.lines if not shows_work(line)]


def _said_of_person(macros: dict[str, Definition], tables: MacroTables) -> str:
    """Return the macros about the person that a preamble defines as texts, as if it had used them: `\\def\\email{…}`."""
    said = {**_SAID, **{name: name for name, macro in tables.macros.items() if macro.kind == "person"}}
    return "".join(
        f"\n\\{said[name]}{{{definition.body}}}"
        for name, definition in macros.items()
        if name in said
        and said[name] in tables.macros
        and not definition.arguments
        and re.search(r"\w", definition.body)
        and "#" not in definition.body
    )


_SAID = {"lastname": "familyname", "surname": "familyname", "fullname": "name"}
"""Names of macros that documents define themselves, and the macro that says the same."""


def _with_continued(lines: list[OldLine]) -> list[OldLine]:
    """Join lines that a comma at the end of the first one says are one: `Department of Maps,` and `University of Lund`."""
    joined: list[OldLine] = []
    for line in lines:
        last = joined[-1] if joined else None
        goes_on = last is not None and last.kind in ("text", "bullet") and last.plain.endswith(",") and len(last.plain) > 1
        is_rest = line.kind == "text" and len(line.cells) == 1 and not line.cells[0].role and not any(dates_in(line.plain))
        if last and goes_on and is_rest:
            *cells, cell = last.cells
            joined[-1] = replace(last, cells=(*cells, replace(cell, text=f"{cell.text} {line.cells[0].text}")))
        else:
            joined.append(line)
    return joined


def _with_first_heading(lines: list[OldLine]) -> list[OldLine]:
    """Put a heading above jobs that have none, as classes do that begin with them."""
    first = next((index for index, line in enumerate(lines) if line.kind in ("entry", "heading")), 0)
    if not lines or lines[first].kind != "entry" or {"title", "organization"} - {cell.role for cell in lines[first].cells}:
        return lines
    heading = OldLine((LineCell("Experience"),), lines[first].number, "heading", 1, lines[first].file)
    return [*lines[:first], heading, *lines[first:]]


def lines_of(source: str, file: str) -> list[OldLine]:
    """Return the lines of LaTeX within another document."""
    return read_tex(Content(source.encode(), file), is_part=True).lines


def _included(
    project: Project,
    name: str,
    tables: MacroTables,
    known: dict[str, Definition],
    defined: dict[str, Definition],
    conditions: Conditions,
) -> str | None:
    """Return the text of a file that the document reads; what it defines is known from then on."""
    text = project.read(name, ".tex")
    if text is None:
        return None
    macros, environments, rest = definitions(conditions.taken(without_comments(text)))
    known |= {word: definition for word, definition in macros.items() if word not in tables.macros}
    defined |= environments
    return rest


def _of_packages(project: Project, preamble: str, tables: MacroTables) -> dict[str, Definition]:
    """Return the texts that the class and the packages of the project define, and add their headings to the tables."""
    macros: dict[str, Definition] = {}
    for word, ending in (("documentclass", ".cls"), ("usepackage", ".sty")):
        for said in re.findall(rf"\\{word}\s*(?:\[[^\]]*\])?\s*\{{([^{{}}]*)\}}", preamble)[:40]:
            for name in said.split(","):
                macros |= definitions(without_comments(project.read(name.strip(), ending) or ""))[0]
    certain = set(tables.macros) - tables.foreign
    headings = {name: heading for name, said in macros.items() if name not in certain and (heading := _heading(said))}
    tables.macros |= headings
    return {name: said for name, said in macros.items() if _is_text(said)}


def _heading(definition: Definition) -> Macro | None:
    """Return the heading that a macro of a class makes of its only argument."""
    match = re.search(r"\\(sub)?section\b", definition.body) if definition.arguments == 1 else None
    return Macro("heading", (("heading2" if match[1] else "heading",),)) if match else None


_RESOURCES = re.compile(r"\\addbibresource\s*(?:\[[^\]]*\])?\s*\{([^{}]+)\}")


def _inputs(project: Project, preamble: str) -> str:
    """Return the files that a preamble includes, without their comments."""
    names = re.findall(r"\\in(?:put|clude)\s*\{([^{}]*)\}", preamble)[:40]
    return "\n".join(without_comments(project.read(name.strip(), ".tex") or "") for name in names)


def _is_text(definition: Definition) -> bool:
    """Return whether a macro stands for words, such as the name of an employer."""
    return not definition.arguments and bool(re.fullmatch(r"[^\\@#{}$&]*\w\w[^\\@#{}$&]*", definition.body))


def _macros_of_preamble(preamble: str, names: set[str], tables: MacroTables) -> str:
    """Return the macros of a preamble that say something of the person, name a bibliography, or hold a section, in its lines."""
    from cvrender.old_cvs.tex.definitions import group_end

    calls = []
    for call in re.finditer(r"\\([A-Za-z]+)\s*(?:\[[^\[\]]*\]\s*)?(?=\{)|\n", preamble):
        if call[0] == "\n":
            calls.append("\n")
            continue
        if call[1] in names:
            end = group_end(preamble, call.end())
            while match := re.compile(r"\s*\{").match(preamble, end):
                end = group_end(preamble, match.end() - 1)
            calls.append(preamble[call.start() : end].replace("\n", " "))
            continue
        said = preamble[call.end() + 1 : group_end(preamble, call.end()) - 1] if call[1] else ""
        rows = said.replace("\n", " ")
        if call[1] not in {*names, *tables.macros, *tables.ignored} and len(said) > _HELD and section_of(call[1]):
            calls.append(f"\\section{{{call[1].title()}}}{rows} ")
        elif "\\\\" in said and _MAIL.search(said):
            calls.append(f"\\begin{{tabular}}{{ll}}{rows}\\end{{tabular}}" if "&" in rows else rows)
    return "".join(calls)


_HELD = 40
"""The characters of an argument that holds a section, such as `\\education{…}`."""
_MAIL = re.compile(r"[\w.-]+@[\w-]+(?:\.[\w-]+)+")
"""What tells that lines of a preamble are contacts, which the document's class shows."""


def _bibliographies(project: Project, walker: Walker, document: OldDocument) -> list[Imported]:
    """Read the bibliographies that a document prints."""
    from cvrender.formats.registry import read_data

    bibliographies = []
    for name in {part.removesuffix(".bib"): part for part in walker.bibliographies if part}.values():
        if not walker.has_printed_works:
            said = f"{name}: not imported, for the document does not print it; import it by itself if its works are yours"
            document.problems.append(Problem(said, project.file, severity="warning", code="not-imported"))
            continue
        text = project.read(name, ".bib")
        if text is None:
            document.problems.append(
                Problem(f"{name}: the bibliography is not in the project", project.file, severity="warning", code="not-imported")
            )
            continue
        try:
            read = read_data(Content(text.encode(), name if name.endswith(".bib") else f"{name}.bib"), "bibtex")
        except InputError as error:
            document.problems += error.problems
            continue
        if walker.cited and "*" not in walker.cited:
            read.data["publications"] = [work for work in read.data["publications"] if work.get("id") in walker.cited]
        bibliographies.append(read)
    return bibliographies
