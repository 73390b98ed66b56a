"""Find the macros that a document defines, so that they can be expanded where they are used."""

import re
from dataclasses import dataclass
from functools import lru_cache

_DEFINES = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|NewDocumentCommand|DeclareDocumentCommand)\*?\s*"
    r"\{?\s*\\([A-Za-z@]+)\s*\}?\s*((?:\[[^\[\]]*\]\s*)*)(?=\{)|\\def\s*\\([A-Za-z@]+)\s*((?:#\d)*)\s*(?=\{)"
    r"|\\(?:re)?new(?:environment|tcolorbox)\*?\s*(?:\[[^\[\]]*\]\s*)?\{([A-Za-z@*]+)\}\s*((?:\[[^\[\]]*\]\s*)*)(?=\{)"
    r"|\\DeclareMathOperator\*?\s*\{\\(\w+)\}"
)
MAX_DEFINITIONS = 2_000
_MAX_ARGUMENTS = 9
"""How many arguments a macro may have (The TeXbook, chapter 20)."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A macro that a document defines: how many arguments it takes, the default of the first, and its text."""

    arguments: int
    default: str | None
    body: str
    ending: str = ""


def group_end(source: str, start: int) -> int:
    """Return the place after the group that begins at `start` with a brace; the end of the text if it is not closed."""
    depth = 0
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(source, start):
        depth += (match[0] == "{") - (match[0] == "}")
        if depth == 0:
            return match.end()
    return len(source)


def argument(source: str, start: int, form: str) -> tuple[str | None, int]:
    """Return the argument at a place, and the place after it: a group for `{}`, else one in brackets (None if it is absent)."""
    match = re.compile(r"[ \t]*(?:\n[ \t]*(?!\n))?").match(source, start)
    place = match.end() if match else start
    if form == "{}":
        if source[place : place + 1] == "{":
            end = group_end(source, place)
            return source[place + 1 : end - 1], end
        single = re.compile(r"\\[A-Za-z]+|\\?[^\\\s]").match(source, place)
        return (single[0], single.end()) if single else ("", place)
    depth = 0
    for sign in (
        re.compile(r"\\.|[{}\]]", re.DOTALL).finditer(source, place, place + 2_000) if source[place : place + 1] == "[" else ()
    ):
        depth += (sign[0] == "{") - (sign[0] == "}")
        if sign[0] == "]" and depth <= 0:
            return source[place + 1 : sign.start()], sign.end()
    return None, start


def definitions(source: str) -> tuple[dict[str, Definition], dict[str, Definition], str]:
    """Return the macros and environments that a text defines, and the text without the definitions."""
    macros: dict[str, Definition] = {}
    environments: dict[str, Definition] = {}
    pieces, place = [], 0
    while (match := _DEFINES.search(source, place)) and len(macros) < MAX_DEFINITIONS:
        pieces.append(source[place : match.start()])
        place = match.end()
        name, options = match[1] or match[3] or match[5] or match[7], match[2] or match[6] or ""
        if source[place : place + 1] == "{" and "DocumentCommand" in match[0]:
            specification_end = group_end(source, place)
            count, default = len(re.findall(r"[mMoOsS]", source[place:specification_end])), None
            place = specification_end + len(source[specification_end:]) - len(source[specification_end:].lstrip())
        else:
            defaults = re.findall(r"\[([^\[\]]*)\]", options)
            count = len(re.findall(r"#\d", match[4] or "")) or (_number(defaults[0].strip()) if defaults else 0)
            default = defaults[1] if len(defaults) > 1 else None
        end = group_end(source, place)
        body, ending = source[place + 1 : end - 1], ""
        if match[5] and "newtcolorbox" in match[0]:  # its text is options, of which only the title is shown
            shown = re.search(r"(?<![a-z])title\s*=\s*\{?[^,{}#]*(#\d)", body)
            if count > (default is not None):
                environments[name] = Definition(min(count, _MAX_ARGUMENTS), default, f"\\section{{{shown[1]}}}" if shown else "")
        elif match[5]:
            rest = re.compile(r"\s*(?=\{)").match(source, end)
            if rest:
                end, ending = group_end(source, rest.end()), source[rest.end() + 1 : group_end(source, rest.end()) - 1]
            body, ending = (_ENVIRONMENT.sub(_by_name, text) for text in (body, ending))
            environments[name] = Definition(min(count, _MAX_ARGUMENTS), default, body, ending)
        elif name and not ("providecommand" in match[0] and name in macros):
            macros[name] = Definition(min(count, _MAX_ARGUMENTS), default, body)
        pieces.append("\n" * source.count("\n", match.start(), end))
        place = end
    return macros, environments, "".join((*pieces, source[place:]))


_ENVIRONMENT = re.compile(
    r"\\(end)?(tabularx?|tabbing|longtable|itemize|enumerate|description|list|center|minipage|adjustwidth|multicols)(?![A-Za-z])"
)


def _by_name(match: re.Match[str]) -> str:
    """Return how documents begin or end an environment that a definition begins by its macro: `\\tabular`, `\\endtabular`."""
    return f"\\{match[1] or 'begin'}{{{match[2]}}}"


def _number(text: str) -> int:
    """Return the number of arguments that a definition names; 0 if it is none."""
    return int(text[:4]) if re.fullmatch(r"[0-9]+", text) else 0


_EMPTY = re.compile(
    r"\\ifx\s*(?:&\s*#(\d)\s*&|\\\\\s*#(\d)\s*\\\\)(?P<then>(?:(?!\\fi|\\if|\\else).){0,4000})"
    r"(?:\\else(?P<other>(?:(?!\\fi|\\if|\\else).){0,4000}))?\\fi(?![a-zA-Z])"
    r"|\\(?:ifstrempty|ifblank|ifempty|ifthenelse)\s*\{(?:\s*\\equal\s*\{\s*#(\d)\s*\}\s*\{\s*\}\s*|#(\d))\}\s*(?=\{)",
    re.DOTALL,
)
"""The usual ways to ask whether an argument is empty."""
_MAX_BODY = 20_000
"""The characters of a macro in which conditions are looked for."""


def chosen(body: str, values: list[str]) -> str:
    """Return the text of a macro without the branches that its arguments do not take; a very long one is returned whole."""
    return body if len(body) > _MAX_BODY else _branches(body, tuple(not value.strip() for value in values))


@lru_cache(maxsize=512)
def _branches(body: str, empty: tuple[bool, ...]) -> str:
    """Return the text of a macro of whose arguments those are empty: it is read once for many uses."""
    for _ in range(20):
        if (match := _EMPTY.search(body)) is None:
            break
        index = next(int(group) for group in (match[1], match[2], match[5], match[6]) if group) - 1
        is_empty = not 0 <= index < len(empty) or empty[index]
        end = match.end()
        if match[1] or match[2]:
            taken = (match["then"] if is_empty else match["other"]) or ""
        else:
            first, end = argument(body, match.end(), "{}")
            second, end = argument(body, end, "{}")
            taken = (first if is_empty else second) or ""
        body = body[: match.start()] + taken + body[end:]
    return body
