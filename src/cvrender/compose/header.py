"""Compose the header: the name, the headline, and the ways to reach the person."""

from collections.abc import Iterator, Sequence

from cvrender.compose.people import shown_names
from cvrender.compose.values import contact_text, with_label
from cvrender.model.document import ContactLine, Header
from cvrender.model.fields import Contact
from cvrender.model.identifier_table import RESEARCHER_IDS
from cvrender.model.name_parts import is_east_asian, parts_of
from cvrender.model.profile import Owner
from cvrender.model.prose_blocks import Picture
from cvrender.model.text import Span, Text, plain_text
from cvrender.text.localize import Wording, format_date
from cvrender.text.markup import inline
from cvrender.text.scripts import writes

NO_BREAK = "\u00a0"
"""A space that keeps titles and credentials together."""
_TOGETHER = 24
"""How many characters of credentials stay on one line; more of them may go on in the next one."""


def header(person: Owner, name_order: str, wording: Wording, photo: Picture | None) -> Header:
    """Return the header. `name_order` is one of NAME_ORDERS of model/view.py, or empty for the usual order of the language."""
    first, second = shown_names(person.name, person.native, wording.language, name_order)
    before, after = _titles(person, first)
    reading = _reading(person, (first, second), wording)
    contacts = tuple(line for line in (*reading, *_contacts(person, wording)) if line.text)
    headline = inline(str(person.headline or ""))
    name, native = (name if name in (first, second) else "" for name in (person.name, person.native or ""))
    given = _given_names(person, first) if wording.options.get("name_split") else ""
    names, honorifics = (name or native, native if name else ""), (person.honorific_prefix or "", ", ".join(person.credentials))
    if second and first != person.name:  # credentials follow the name in Latin letters
        second += _credentials(person.credentials)
    else:
        after += _credentials(person.credentials)
    return Header(f"{before}{first}{after}", second, headline, contacts, photo, names, given, honorifics, before, after)


def _given_names(person: Owner, printed: str) -> str:
    """Return the given names at the beginning of a name that has a family name after them."""
    given = f"{parts_of(person.name or printed, person.family).given} "
    return given if given.strip() and printed.startswith(given) else ""


def _titles(person: Owner, name: str) -> tuple[str, str]:
    """Return the titles before and behind the name that is printed first: they follow a name in Han, kana or Hangul."""
    title = " ".join((person.honorific_prefix or "").split()).replace(" ", NO_BREAK)
    if not title:
        return "", ""
    return ("", f"{NO_BREAK}{title}") if is_east_asian(name) else (f"{title} ", "")


def _credentials(all_of_them: Sequence[str]) -> str:
    """Return what follows a name: each of the credentials after a comma."""
    space = NO_BREAK if len(", ".join(all_of_them)) <= _TOGETHER else " "
    return "".join(f",{space if index else ' '}{item}" for index, item in enumerate(all_of_them))


def _reading(person: Owner, printed: tuple[str, str], wording: Wording) -> Iterator[ContactLine]:
    """Yield how the name is read, where it is printed in the script of the document's language."""
    if person.reading and any(writes(wording.language, name) for name in printed):
        label = wording.terms.labels["name_reading"].one + wording.terms.punctuation.colon
        yield ContactLine("fact", plain_text(label + person.reading), "person.reading")


def _contacts(person: Owner, wording: Wording) -> Iterator[ContactLine]:
    signs = wording.terms.punctuation
    if person.pronouns:
        yield ContactLine("fact", inline(str(person.pronouns)), "person.pronouns")
    if person.location:
        label, place = person.location.label, str(person.location.value)
        if person.location.reading and writes(wording.language, place):
            place += f"{signs.open}{person.location.reading}{signs.close}"
        yield ContactLine("location", with_label(inline(place), label, signs), "person.location")
    for kind, field, scheme in (("phone", "phones", "tel:"), ("email", "emails", "mailto:"), ("link", "links", "")):
        items: tuple[Contact, ...] = getattr(person, field)
        for index, contact in enumerate(items):
            yield ContactLine(kind, contact_text(contact, scheme, signs), f"person.{field}[{index}]")
    for key, identifier in RESEARCHER_IDS.items():
        if value := getattr(person, key):
            link = Span(value, href=identifier.link(value))
            yield ContactLine("fact", Text((Span(f"{identifier.name} "), link)), f"person.{key}")
    labels = wording.terms.labels
    if person.birthdate:
        born = format_date(person.birthdate.value, wording.dates, wording.language)
        yield ContactLine("fact", plain_text(f"{labels['birthdate'].one}{signs.colon}{born}"), "person.birthdate")
    for key in ("birthplace", "nationality", "gender"):
        if fact := getattr(person, key):
            text = plain_text(f"{labels[key].one}{signs.colon}") + inline(str(fact.value))
            yield ContactLine("fact", text, f"person.{key}")
