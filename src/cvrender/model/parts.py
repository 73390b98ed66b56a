"""Define the named parts of patterns, which a style changes one by one."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from cvrender.model.annotations import Invalid, Reads
from cvrender.model.expressions import expression
from cvrender.model.pattern import EntryPattern
from cvrender.model.value import replace

PARTS = {
    "stands_alone": "{{ kind in ['book', 'collection', 'periodical', 'classic'] }}",
    "styled_title": "{{ title | italic if stands_alone else title | quoted }}",
    "results": "{{ grades | comma | wrap(label.grades ~ ': ') if in_figures else grades | comma }}",
    "container": "{{ venue | wrap(label.within ~ ' ') }}",
    "elsewhere": "{{ also | semicolon | wrap(label.also ~ ' ') }}",
    "credits": "{{ [container_editors | wrap(label.container_editors ~ ' '), editors | wrap(label.editors ~ ' '), "
    "translators | wrap(label.translators ~ ' ')] | comma }}",
    "report": "{{ number }}",
    "imprint": "{{ [edition, [collection_title, collection_number] | spaced, volume | wrap(label.volume ~ ' '), "
    "issue | wrap(label.issue ~ ' '), section, page | wrap(label.page ~ ' '), report, "
    "[publisher_place, publisher] | join(': ')] | comma }}",
}
"""The parts that every style begins with. Parts may contain other parts."""

MOST_PARTS, LONGEST = 100, 4_000
"""The maximum number of parts of a style, and of characters of a text with its parts."""

_ONE = expression(r"\s*\{\{(?P<inner>(?:(?!\{\{|\}\}|\{%|%\}).)*)\}\}\s*", re.DOTALL)
_CODE = expression(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_TOKEN = expression(
    r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(?P<before>[.|]\s*)?(?P<name>[A-Za-z_]\w*)(?P<after>\s*(?:\(|=(?!=)))?""", re.DOTALL
)
"""A string, or a name: an attribute or a filter has a sign before it, a variable or an argument that is set has one after it."""


def _part(value: Any) -> str:
    if not isinstance(value, str):
        raise Invalid("should be a pattern (a text)", code="bad-type")
    if not _ONE.fullmatch(value):
        raise Invalid("should be a single expression", "such as {{ title | bold }}", code="bad-pattern")
    return value


def _name(value: Any) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", str(value)) or value in _RESERVED:
        raise Invalid(f'"{value}" is not a name for a part', "use small letters, digits and _", code="bad-name")
    return str(value)


_RESERVED = frozenset("and or not in is if else true false none set rest label".split())

PartText = Annotated[str, Reads(_part, about="pattern")]
PartName = Annotated[str, Reads(_name, {"type": "string"})]


def with_parts(pattern: EntryPattern, parts: Mapping[str, str]) -> EntryPattern:
    """Return a pattern whose texts contain the parts that they name."""
    known = tuple(sorted(parts.items()))
    texts = {name: expanded(getattr(pattern, name), known) for name in ("label", "title", "date", "summary")}
    lines = tuple(expanded(line, known) for line in pattern.lines)
    return replace(pattern, **texts, lines=lines)


@lru_cache(maxsize=1024)
def expanded(text: str, parts: tuple[tuple[str, str], ...], inside: tuple[str, ...] = ()) -> str:
    """Return a text with each part in place of its name, in brackets.

    Within a part its own name is a value. So a part may say `{{ identifiers }}` in another way, and parts cannot recur.
    """
    known = {name: part for name, part in parts if name not in inside}

    def replaced(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in known or match["before"] or match["after"]:
            return match[0]
        whole = _ONE.fullmatch(expanded(known[name], parts, (*inside, name)))
        return f"({whole['inner'].strip()})" if whole else match[0]

    written = _CODE.sub(lambda code: _TOKEN.sub(replaced, code[0]), text)
    return written if len(written) <= LONGEST else text


def parts_of(text: str, parts: Mapping[str, str]) -> dict[str, str]:
    """Return the parts that a text names, and those within them, innermost first."""
    used: dict[str, str] = {}
    for name in _names(text):
        if name in parts and name not in used:
            rest = {key: part for key, part in parts.items() if key != name}
            used |= {**parts_of(parts[name], rest), name: parts[name]}
    return used


def _names(text: str) -> list[str]:
    tokens = (token for code in _CODE.finditer(text) for token in _TOKEN.finditer(code[0]))
    return [token["name"] for token in tokens if token["name"] and not token["before"] and not token["after"]]
