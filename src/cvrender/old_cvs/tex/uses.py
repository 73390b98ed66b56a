"""Find what the macros mean that no table explains, by all of their uses: headings, and entries whose arguments are cells.

The code of a class or package is never expanded: it arranges a page. What people give a macro tells more than its code.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from cvrender.formats.values import latex
from cvrender.old_cvs.headings import is_of_contacts, section_of
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.tex.definitions import Definition, group_end
from cvrender.old_cvs.tex.macros import Macro, MacroTables, is_known
from cvrender.old_cvs.when import dates_in

_USE = re.compile(r"(?P<before>\n[ \t]*)?\\(?P<name>[A-Za-z@]{2,})\*?[ \t]*(?:\[[^\[\]]*\])?(?=\s*\{)")
_END_OF_LINE = re.compile(r"[ \t]*(?:\\\\)?[ \t]*(?:\n|$)")
_LIST = re.compile(r"\\(?:item|begin)\b")
_SENTENCE = re.compile(r"(?:\w+\W+){5,}\w{3,}\.\s*$")
_LONG = 150
_MAX_USES = 3_000
_FIELDS = {"title": ("title", "degree"), "organization": ("organization",), "location": ("place",)}
"""The roles of an entry's arguments, and the kinds of words that tell them, in the order in which they are found."""


def macros_by_use(source: str, tables: MacroTables, defined: Mapping[str, Definition]) -> dict[str, Macro]:
    """Return what the macros of a text are that it uses as headings or entries, and that the tables do not explain."""
    used: dict[str, list[list[str]]] = {}
    alone: Counter[str] = Counter()
    certain = {*tables.macros, *tables.ignored, *tables.files, *tables.texts} - tables.foreign
    for name, is_alone, values in _uses(source):
        if name not in certain and (name in defined or not is_known(name)):
            used.setdefault(name, []).append(values)
            alone[name] += is_alone
    found = {}
    for name, uses in used.items():
        number = Counter(map(len, uses)).most_common(1)[0][0]
        same = [values for values in uses if len(values) == number]
        if number == 1 and alone[name] * 2 > len(uses) > 1 and _are_headings([values[0] for values in same]):
            found[name] = Macro("heading", (("heading",),))
        elif number == 2 and sorted(map(_role_of_form, zip(*same, strict=True))) == ["body", "date"]:
            found[name] = Macro("block", (tuple(map(_role_of_form, zip(*same, strict=True))),))
        elif number > 2 and not (name in defined and _LIST.search(defined[name].body)) and (roles := _roles(same)):
            found[name] = Macro("entry", (roles,))
    return found


def _uses(source: str) -> Iterator[tuple[str, bool, list[str]]]:
    """Yield each macro with groups behind it: its name, whether it is alone on its lines, and its arguments."""
    for count, use in enumerate(_USE.finditer(source)):
        if count > _MAX_USES:
            return
        if use["name"] in ("begin", "end"):
            continue
        place = use.end()
        values: list[str] = []
        while len(values) < 9 and (group := re.compile(r"[ \t]*(?:\n[ \t]*)?(?=\{)").match(source, place)):
            place = group_end(source, group.end())
            values.append(source[group.end() + 1 : place - 1])
        if values:
            yield use["name"], bool(use["before"] and _END_OF_LINE.match(source, place)), values


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
    return tuple(roles)


def _role_of_form(column: Iterable[str]) -> str:
    """Return whether arguments are dates or what is said below the head; they are cells otherwise."""
    values = [value for value in column if value.strip()]
    if not values:
        return "cell"
    dated = sum(len(value) < 60 and any(dates_in(_shown(value))) for value in values)
    if dated * 2 > len(values):
        return "date"
    long = sum(len(value) > _LONG or bool(_LIST.search(value) or _SENTENCE.search(value)) for value in values)
    return "body" if long * 2 > len(values) else "cell"


def _share(values: tuple[str, ...], names: tuple[str, ...]) -> float:
    """Return the share of values whose words are of one of these kinds, and of no other."""
    found = [kinds(_shown(value)) - {"grade"} for value in values if value.strip()]
    return sum(bool(each) and each <= set(names) for each in found) / len(found) if found else 0.0


def _shown(value: str) -> str:
    """Return what an argument prints, on one line."""
    text = re.sub(r"\\(?:href|url)\s*\{[^{}]*\}(?=\s*\{)|\\\\(?:\[[^\]]*\])?|\\newline|~", " ", value[:400])
    return " ".join("".join(span.text for span in latex.decode(text).spans).split())
