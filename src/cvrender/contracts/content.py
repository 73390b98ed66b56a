"""Find breaches of the rules about content: what must not be there, identifiers, and declarations."""

import re
from collections.abc import Iterator, Mapping

from cvrender.contracts.base import Breach, Measured
from cvrender.expressions import expression
from cvrender.model.contract import ContractRule
from cvrender.model.document import Section
from cvrender.model.printed_texts import texts_of

_PATTERNS: Mapping[str, tuple[str, str]] = {
    "metrics": (
        r"\b(?:journal )?impact factors?\b|\bh[- ]?index\b|\bi10[- ]?index\b|\bJIF\b|\bcitation counts?\b|\bcited [\d,]+ times\b"
        r"|\b[\d,.]+ citations\b",
        "a journal metric or a count of citations",
    ),
    "citations": (
        r"\((?:[^()]*,? )?(?:19|20)\d\d[a-z]?\)|\[\d+(?:[,–-] ?\d+)*\]|\b10\.\d{4,9}/\S+|\bPMID:? ?\d+",
        "a citation",
    ),
    "links": (r"https?://\S+|\bwww\.\S+", "a link"),
}
_COMPILED = {name: expression(pattern, re.IGNORECASE) for name, (pattern, _) in _PATTERNS.items()}
_PERSONAL = {
    "birthdate": "birthdate",
    "nationality": "nationality",
    "pronouns": "pronouns",
    "address": "location",
    "phone": "phones",
}


def forbid(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Things that the rule forbids: a photo, personal facts, metrics, citations, links."""
    for what in rule.what:
        if what == "photo":
            if measured.document.header.photo:
                yield Breach("the document has a photo", "person.photo", 'use "--set photo=false"')
        elif what in _PERSONAL:
            field = _PERSONAL[what]
            if getattr(measured.selection.profile.person, field):
                yield Breach(f"the document has the person's {what}", f"person.{field}", "make it private")
        else:
            yield from _patterns(what, rule, measured)


def _patterns(what: str, rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    for section in _printed(rule, measured):
        for text, source in texts_of((section,)):
            if match := _COMPILED[what].search(text.plain):
                yield Breach(f'has {_PATTERNS[what][1]}: "{match[0]}"', source or section.source, "leave it out")


def _printed(rule: ContractRule, measured: Measured) -> list[Section]:
    sources = {section.source for section in measured.sections(rule.sections)}
    return [section for section in measured.document.sections if section.source in sources]


def identifier(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Identifiers of the person that are missing. Their check digits are checked when the profile is read."""
    for what in rule.what:
        if not getattr(measured.selection.profile.person, what):
            yield Breach(f"the person has no {what}", "person", f'add "{what}"')


def statement(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Declarations that the person has to make; they are always reported."""
    yield Breach(f"declare when you submit: {rule.text}")
