"""Find what the macros mean that no table explains, by all of their uses: headings, and entries whose arguments are cells.

The code of a class or package is never expanded: it arranges a page. What people give a macro tells more than its code.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cvrender.formats.values import latex
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import is_of_contacts, section_of
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.tex.definitions import Definition, group_end
from cvrender.old_cvs.tex.macros import CITES, NAMES_FILES, Macro, MacroTables, is_known

_USE = re.compile(r"(?P<before>\n[ \t]*)?\\(?P<name>[A-Za-z@]{2,})\*?[ \t]*(?:\[[^\[\]]*\])?(?=\s*\{)")
_PLACE = re.compile(r"(?:[A-ZÀ-Þ][\w.'’-]*[ ,-]{0,2}(?:(?:de|am|an|der|la|do|del) )?){1,4}(?:\([A-Z]\w+\))?")
_END_OF_LINE = re.compile(r"[ \t]*(?:\\\\)?[ \t]*(?:\n|$)")
_LIST = re.compile(r"\\(?:item|begin)\b")
_OWN_LIST = re.compile(r"\\item\b|\\begin\s*\{(?:itemize|enumerate|description|list)\}")
_SENTENCE = re.compile(r"(?:\w+\W+){5,}\w{3,}\.\s*$")
_LONG = 150
_SHORT = 40
_MAX_USES = 3_000
_MAX_ARGUMENT = 8_000
_MAX_LONG = 50
_FIELDS = {"title": ("title", "degree"), "organization": ("organization",), "location": ("place",)}
"""The roles of an entry's arguments, and the kinds of words that tell them, in the order in which they are found."""


def macros_by_use(source: str, tables: MacroTables, defined: Mapping[str, Definition]) -> dict[str, Macro]:
    """Return what those macros of a text are that the tables do not explain: headings, entries, rows or items of lists."""
    every: dict[str, list[_Use]] = {}
    for use in _uses(source):
        if "{" not in use.name:
            every.setdefault(use.name, []).append(use)
    others = {
        name
        for name in set(tables.macros) & set(defined) & set(every)
        if not _fits(tables.macros[name], every[name], defined[name], is_foreign=name in tables.foreign)
    }
    headings = {name: tables.macros[name] for name in others if tables.macros[name].kind == "heading"}
    for name in others:
        del tables.macros[name]  # the document's own macro has the name of another class's
    certain = {*tables.macros, *tables.ignored, *tables.files, *tables.texts} - tables.foreign
    used = {name: uses for name, uses in every.items() if name not in certain and (name in defined or not is_known(name))}
    guesses = ((name, _by_uses(uses, defined.get(name), tables, name in others)) for name, uses in used.items())
    return {name: macro for name, macro in guesses if macro} | {
        name: macro for name, old in headings.items() if (macro := _with_settings(old, defined[name], tables))
    }


def _with_settings(heading: Macro, definition: Definition, tables: MacroTables) -> Macro | None:
    """Return what a heading of a table is to a document that has arguments of settings besides its text."""
    left = set(range(definition.arguments)) - _settings(definition.body, tables)
    role = next((role for role in heading.arguments() if not role.startswith("[")), "")
    roles = tuple(role if index in left else "-" for index in range(definition.arguments))
    return Macro("heading", (roles,)) if len(left) == 1 else None


def environments_by_use(source: str, tables: MacroTables, defined: Mapping[str, Definition]) -> dict[str, Macro]:
    """Return which environments that nothing explains are entries: their arguments are the parts of a head, with its date.

    Those that a document defines are expanded, except if their only arguments are headings.
    """
    known = {*tables.environments, *(set(tables.macros) - tables.foreign), *tables.lists, *tables.tables}
    used: dict[str, list[list[str]]] = {}
    for use in _uses(source):
        if use.name.startswith("begin{") and (name := use.name[6:-1]) not in known:
            used.setdefault(name, []).append(use.arguments)
    environments = {}
    for name, uses in used.items():
        number = Counter(map(len, uses)).most_common(1)[0][0]
        if number == 1 or name in defined:
            if name in defined and number == 1 < len(uses) and _are_headings([values[0] for values in uses]):
                environments[name] = Macro("environment", (("heading",),))
        elif roles := _roles([values for values in uses if len(values) == number]):
            environments[name] = Macro("entry", (roles,))
    return environments


@dataclass(frozen=True)
class _Use:
    """A macro with groups behind it. It may be alone on its lines, and be followed by another use of itself."""

    name: str
    arguments: list[str]
    is_alone: bool
    is_repeated: bool


def _fits(macro: Macro, uses: list[_Use], definition: Definition, *, is_foreign: bool) -> bool:
    """Return whether a document's macro is that of a table: it has as many arguments; the one that is the date has dates."""
    numbers = {number for roles in macro.choices for number in (len(roles), sum(not role.startswith("[") for role in roles))}
    if definition.arguments and not min(numbers) <= definition.arguments <= max(numbers):
        return False
    if not is_foreign:
        return True
    if macro.kind == "person" and {"name", "first", "family", "title"} & set(macro.arguments()):
        return len(uses) < 3
    roles = [role for role in macro.arguments(len(uses[0].arguments)) if not role.startswith("[")]
    dates = [
        values[index]
        for values in (use.arguments for use in uses)
        for index, role in enumerate(roles)
        if role == "date" and index < len(values)
    ]
    return macro.kind != "entry" or bool(dates) and _role_of_form(dates) == "date"


def _by_uses(uses: list[_Use], definition: Definition | None, tables: MacroTables, is_entry: bool) -> Macro | None:
    """Return what a macro is, whose arguments that only set a colour or a length say nothing."""
    number = Counter(len(use.arguments) for use in uses).most_common(1)[0][0]
    settings = _settings(definition.body, tables) if definition else frozenset()
    left = [index for index in range(number) if index not in settings]
    same = [[use.arguments[index] for index in left] for use in uses if len(use.arguments) == number]
    macro = _by_arguments(uses, same, definition, is_entry=is_entry) if left else None
    if macro is None or len(left) == number:
        return macro
    roles = dict(zip(left, macro.arguments(), strict=True))
    return Macro(macro.kind, (tuple(roles.get(index, "-") for index in range(number)),))


def _settings(body: str, tables: MacroTables) -> frozenset[int]:
    """Return the arguments that a definition only uses for what it sets: `\\color{#1}`, `width=#2`."""
    uses = Counter(re.findall(r"#(\d)", body))
    set_ones = Counter(match[1] or match[3] for match in _SETS.finditer(body) if match[1] or tables.ignored.get(match[2]))
    return frozenset(int(sign) - 1 for sign, number in uses.items() if set_ones[sign] == number)


_SETS = re.compile(r"\w\s*=\s*\{?#(\d)|\\([A-Za-z]+)\*?\s*(?:\[[^\[\]{}]*\]\s*)?\{[^{}#]*#(\d)")
"""Where a definition uses an argument as an option, or within the first argument of a macro."""


def _by_arguments(uses: list[_Use], same: list[list[str]], definition: Definition | None, *, is_entry: bool) -> Macro | None:
    number = len(same[0])
    is_alone = sum(use.is_alone for use in uses) * 2 > len(uses) > 1
    is_list = sum(use.is_repeated for use in uses) * 2 >= len(uses) > 2
    if number == 1 and is_alone and _are_headings([values[0] for values in same]):
        return Macro("heading", (("heading",),))
    if definition and (number < 3 or (_OWN_LIST if is_entry else _LIST).search(definition.body)):
        return None  # it is expanded
    if number == 1 and is_list and all(len(values[0]) < _SHORT for values in same):
        return Macro("bullet", (("bullet",),))
    if number == 1:
        return Macro("line", (("text",),)) if is_alone else None
    if number == 2:
        return _pair(same) if is_alone else None
    roles = _roles(same)
    return Macro("entry", (roles,)) if roles else None


def _pair(uses: list[list[str]]) -> Macro | None:
    """Return what a macro with two arguments is: an entry with its date, or a label and what it says."""
    roles = tuple(map(_role_of_form, zip(*uses, strict=True)))
    if "date" in roles:
        return Macro("block" if "body" in roles else "entry", (roles,)) if roles[0] != roles[1] else None
    is_link = any(re.match(r"\s*(?:https?:|mailto:|www\.)", values[0]) for values in uses)
    is_label = all(len(values[0]) < _SHORT for values in uses) and not is_link
    return Macro("row", (("label", "text"),)) if is_label and roles[0] == "cell" else None


def _uses(source: str) -> Iterator[_Use]:
    """Yield each macro with groups behind it."""
    long = 0
    for count, use in enumerate(_USE.finditer(source)):
        if count > _MAX_USES or long > _MAX_LONG:
            return
        if use["name"] == "end" or CITES.fullmatch(use["name"]) or NAMES_FILES.match(use["name"]):
            continue
        place = use.end()
        values: list[str] = []
        while len(values) < 9 and (group := re.compile(r"[ \t]*(?:\n[ \t]*)?(?=\{)").match(source, place)):
            given = source[group.end() : group.end() + _MAX_ARGUMENT]
            length = group_end(given, 0)
            if length == len(given) and given[-1:] != "}":  # it is not closed, or too long for an entry
                long += 1
                break
            place = group.end() + length
            values.append(given[1 : length - 1])
        if use["name"] == "begin" and len(values) > 1:
            yield _Use(f"begin{{{values[0]}}}", values[1:], is_alone=False, is_repeated=False)
        elif values and use["name"] != "begin":
            after = re.compile(rf"[\s~]*\\{use['name']}\b").match(source, place)
            yield _Use(use["name"], values, bool(use["before"] and _END_OF_LINE.match(source, place)), bool(after))


def _are_headings(values: list[str]) -> bool:
    shown = [_shown(value) for value in values]
    known = sum(bool(section_of(text)) or is_of_contacts(text) for text in shown)
    return known * 2 >= len(shown) and all(len(text) < 80 for text in shown)


def _roles(uses: list[list[str]]) -> tuple[str, ...]:
    """Return the role of each argument of an entry; nothing if none is its date."""
    columns = list(zip(*uses, strict=True))
    roles = [_role_of_form(values) for values in columns]
    if "date" not in roles:
        return ()
    for role, names in _FIELDS.items():
        shares = [_share(values, names) if roles[index] == "cell" else 0.0 for index, values in enumerate(columns)]
        best = max(range(len(shares)), key=shares.__getitem__)
        if shares[best] >= (0.3 if role != "location" else 0.5):
            roles[best] = role
    left = [index for index, role in enumerate(roles) if role == "cell"]
    missing = [role for role in ("title", "organization") if role not in roles]
    if len(left) == len(missing):  # where words do not tell, the other one does, or the usual order
        for index, role in zip(left, missing, strict=True):
            roles[index] = role
    last = [index for index, role in enumerate(roles) if role == "cell"]
    if len(last) == 1 and "location" not in roles and _are_places(columns[last[0]]):
        roles[last[0]] = "location"
    return tuple(roles)


def _are_places(column: Iterable[str]) -> bool:
    """Return whether texts may be names of places: short, in one or two parts, with capitals, and without digits."""
    values = [_shown(value) for value in column if value.strip()]
    return bool(values) and sum(bool(_PLACE.fullmatch(value)) for value in values) * 10 > 8 * len(values)


def _role_of_form(column: Iterable[str]) -> str:
    """Return whether arguments are dates or what is said below the head; they are cells otherwise."""
    values = [value for value in column if value.strip()]
    if not values:
        return "-"
    dated = sum(len(value) < 60 and any(dates_in(_shown(value))) for value in values)
    if dated * 2 > len(values):
        return "date"
    long = sum(len(value) > _LONG or bool(_LIST.search(value) or _SENTENCE.search(value)) for value in values)
    return "body" if long * 2 > len(values) else "cell"


def _share(values: tuple[str, ...], names: tuple[str, ...]) -> float:
    """Return the share of values whose words are of one of these kinds, and of no other."""
    told = [kinds(_shown(value)) - {"grade"} for value in values if value.strip()]
    return sum(bool(each) and each <= set(names) for each in told) / len(told) if told else 0.0


def _shown(value: str) -> str:
    """Return what an argument prints, on one line."""
    text = re.sub(r"\\(?:href|url)\s*\{[^{}]*\}(?=\s*\{)|\\\\(?:\[[^\]]*\])?|\\newline|~", " ", value[:400])
    return " ".join("".join(span.text for span in latex.decode(text).spans).split())
