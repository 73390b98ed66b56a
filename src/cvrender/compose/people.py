"""Compose author lists: the owner in bold, marks after names, and the legend of the marks."""

from collections.abc import Iterable, Sequence

from cvrender.model.credit import CREDIT_ROLES
from cvrender.model.fields import AUTHOR_MARKS, Author, Person
from cvrender.model.kinds import Publication
from cvrender.model.name_parts import GROUP
from cvrender.model.names import is_owner
from cvrender.model.terms import Terms
from cvrender.model.text import Span, Text, join, plain_text
from cvrender.text.localize import Wording, counted, signs_around
from cvrender.text.scripts import writes


def author_list(authors: Sequence[Author], et_al: bool, wording: Wording) -> Text:
    """Return `A. Byron, **Ada Lovelace***, C. Babbage et al.`, cut to `most_authors` names, always including the owner.

    A cut list states its length: `A. Byron, …, **Ada Lovelace**, … (28 authors)`.
    """
    visible = visible_indices(authors, wording.owner, wording.most_authors)
    parts: list[Text] = []
    for index, author in enumerate(authors):
        if index in visible:
            parts.append(_author(author, wording))
        elif index == 0 or index - 1 in visible:
            parts.append(plain_text("…"))
    terms, signs = wording.terms, wording.terms.punctuation
    text = join(parts, signs.comma)
    if len(visible) < len(authors):
        text += plain_text(signs.open + counted(len(authors), terms.labels["author_count"], wording.language) + signs.close)
    space = " " if signs.comma.endswith(" ") else ""
    return text + plain_text(f"{space}{terms.et_al}") if et_al else text


def visible_indices(authors: Sequence[Author], names: frozenset[str], most: int | None) -> set[int]:
    """Return the indices to print: the first ones, the last of which give way to the owner, or those of a group, if needed.

    A single name that would be left out between two others, or at an end, is printed: it is as short as its ellipsis.
    """
    if most is None or len(authors) <= most:
        return set(range(len(authors)))
    owners = {index for index, author in enumerate(authors) if is_owner(author, names)}
    behind = {index for index in owners if index >= most}
    visible = owners | set(range(max(most - len(behind), 0)))
    around = {-1, *visible, len(authors)}
    return visible | {index for index in range(len(authors)) if {index - 1, index + 1} <= around}


def shown_names(name: str, native: str | None, language: str, order: str = "") -> tuple[str, str]:
    """Return the name to show first, and the other one or an empty text: the native name first in its own script's language.

    `Li Ming` with `native: 李明` is `Li Ming (李明)` in English and `李明 (Li Ming)` in Chinese. `order` is one of NAME_ORDERS
    of model/view.py, or empty.
    """
    if native and order:
        return {"name-first": (name, native), "native-first": (native, name), "native": (native, ""), "name": (name, "")}[order]
    if native and writes(language, native) and not writes(language, name):
        return native, name
    return name, native or ""


def _name(person: Person, wording: Wording) -> Text:
    """Return a person's name, in bold if it is the owner's, with the name in the other script in parentheses."""
    first, other = shown_names(person.name, person.native, wording.language, wording.name_order)
    signs = wording.terms.punctuation
    shown = f"{first}{signs.open}{other}{signs.close}" if other else first
    return Text((Span(shown, bold=is_owner(person, wording.owner)),))


def _author(author: Author, wording: Wording) -> Text:
    signs = "".join(wording.terms.marks[mark].mark for mark in AUTHOR_MARKS if getattr(author, mark))
    return _name(author, wording) + plain_text(signs)


def people(persons: Sequence[Person], wording: Wording) -> Text:
    """Return people without marks, such as translators, joined as the language does: `A. Byron and **Ada Lovelace**`."""
    before, *signs = signs_around(len(persons), wording.language)
    text = plain_text(before)
    for person, sign in zip(persons, signs, strict=True):
        text += _name(person, wording) + plain_text(sign)
    return text


def legend(authors: Iterable[Author], terms: Terms) -> Text:
    """Return the meaning of the marks that occur in a list: `* equal contribution, † corresponding author`."""
    used = {mark for author in authors for mark in AUTHOR_MARKS if getattr(author, mark)}
    meanings = (f"{terms.marks[mark].mark} {terms.marks[mark].meaning}" for mark in AUTHOR_MARKS if mark in used)
    return plain_text(terms.punctuation.comma.join(meanings))


def own_credit(authors: Iterable[Author], wording: Wording) -> Text:
    """Return the owner's roles in CRediT, in the words of the standard: `CRediT: software, writing – original draft`."""
    own = {role for author in authors if is_owner(author, wording.owner) for role in author.credit}
    names = [name[0].lower() + name[1:] for role, name in CREDIT_ROLES.items() if role in own]
    signs = wording.terms.punctuation
    return plain_text(f"CRediT{signs.colon}{signs.comma.join(names)}" if names else "")


def group_name(name: str, terms: Terms) -> str:
    """Return the name of a collaboration with a word for what it is, unless it has one: `ATLAS Collaboration`."""
    return name if GROUP.search(name) else terms.labels["collaboration"].one.replace("{name}", name)


def signed(work: Publication, wording: Wording) -> Text:
    """Return who signs a work of a collaboration, with the members it names, or the editors of a work without authors."""
    terms = wording.terms
    if not work.collaboration:
        mark = terms.labels["editor_mark"]
        editors = author_list(work.editors, False, wording)
        return editors + plain_text(f" ({mark.other if len(work.editors) > 1 else mark.one})")
    group = group_name(work.collaboration, terms)
    if work.authors:
        return author_list(work.authors, work.et_al, wording) + plain_text(f" ({group})")
    if not work.including:
        return plain_text(group)
    included = author_list(work.including, False, wording)
    return plain_text(f"{group} ({terms.labels['including'].one} ") + included + plain_text(")")
