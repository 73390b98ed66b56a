"""Find breaches of the rules about content: what must not be there, identifiers, and declarations."""

from collections.abc import Iterator

from cvrender.model.contract import ContractRule
from cvrender.model.printed_texts import texts_of
from cvrender.model.text import Text
from cvrender.rules.contracts.base import Breach, Measured
from cvrender.rules.contracts.phrases import PHRASES, find_phrase

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
            yield from _phrases(what, rule, measured)


def _phrases(what: str, rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    for text, source in _texts(rule, measured):
        if words := find_phrase(what, text.plain):
            yield Breach(f'has {PHRASES[what]}: "{words}"', source, "leave it out")


def _texts(rule: ContractRule, measured: Measured) -> Iterator[tuple[Text, str]]:
    """Yield the texts of the rule's sections, or else of the whole document, each with its field."""
    if not rule.sections:
        yield from measured.document.texts
        return
    sources = {section.source for section in measured.sections(rule.sections)}
    for part in measured.printed:
        if part.source in sources:
            yield from ((text, source or part.source) for text, source in texts_of((part,)))


def identifier(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Identifiers of the person that are missing. Their check digits are checked when the profile is read."""
    for what in rule.what:
        if not getattr(measured.selection.profile.person, what):
            yield Breach(f"the person has no {what}", "person", f'add "{what}"')


def statement(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Declarations that the person has to make; they are always reported."""
    yield Breach(f"declare when you submit: {rule.text}")
