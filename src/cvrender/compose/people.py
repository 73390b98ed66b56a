"""Compose author lists: the owner in bold, marks after names, and the legend of the marks."""

import re
from collections.abc import Iterable, Sequence

from cvrender.model.fields import AUTHOR_MARKS, Author
from cvrender.model.kinds import Publication
from cvrender.model.names import is_owner
from cvrender.model.style import Terms
from cvrender.model.text import Span, Text, join, plain_text

_GROUP = re.compile(r"(?i)collaboration|consortium|group|team|network|project|合作组")
"""Names of collaborations that say so themselves."""


def marks_of(authors: Iterable[Author]) -> set[str]:
    """Return the marks that occur in a list."""
    return {mark for author in authors for mark in AUTHOR_MARKS if getattr(author, mark)}


def author_list(authors: Sequence[Author], et_al: bool, names: frozenset[str], terms: Terms, most: int | None = None) -> Text:
    """Return `A. Byron, **Ada Lovelace***, C. Babbage et al.`, cut to `most` names, always including the owner.

    A cut list states its length: `A. Byron, …, **Ada Lovelace**, … (28 authors)`.
    """
    visible = visible_indices(authors, names, most)
    parts: list[Text] = []
    for index, author in enumerate(authors):
        if index in visible:
            parts.append(_author(author, names, terms))
        elif index == 0 or index - 1 in visible:
            parts.append(plain_text("…"))
    text = join(parts, ", ")
    if len(visible) < len(authors):
        text += plain_text(f" ({len(authors)} {terms.labels['author_count'].other})")
    return text + plain_text(f" {terms.et_al}") if et_al else text


def visible_indices(authors: Sequence[Author], names: frozenset[str], most: int | None) -> set[int]:
    """Return the indices to print: the first ones, the last of which gives way to the owner if needed.

    A single name that would be left out between two others, or at an end, is printed: it is as short as its ellipsis.
    """
    if most is None or len(authors) <= most:
        return set(range(len(authors)))
    owner = next((index for index, author in enumerate(authors) if is_owner(author, names)), 0)
    visible = set(range(most)) if owner < most else {*range(most - 1), owner}
    around = {-1, *visible, len(authors)}
    return visible | {index for index in range(len(authors)) if {index - 1, index + 1} <= around}


def _author(author: Author, names: frozenset[str], terms: Terms) -> Text:
    name = f"{author.name} ({author.native})" if author.native else author.name
    signs = "".join(terms.marks[mark].mark for mark in AUTHOR_MARKS if getattr(author, mark))
    return Text((Span(name, bold=is_owner(author, names)),)) + plain_text(signs)


def legend(marks: set[str], terms: Terms) -> Text:
    """Return the meaning of marks: `* equal contribution, † corresponding author`."""
    return plain_text(
        ", ".join(f"{terms.marks[mark].mark} {terms.marks[mark].meaning}" for mark in AUTHOR_MARKS if mark in marks)
    )


def signed(work: Publication, names: frozenset[str], terms: Terms, most: int | None = None) -> Text:
    """Return who signs a work of a collaboration, with the members it names, or the editors of a work without authors."""
    if not work.collaboration:
        mark = terms.labels["editor_mark"]
        editors = author_list(work.editors, False, names, terms, most)
        return editors + plain_text(f" ({mark.other if len(work.editors) > 1 else mark.one})")
    group = work.collaboration
    if not _GROUP.search(group):
        group = terms.labels["collaboration"].one.replace("{name}", group)
    if work.authors:
        return author_list(work.authors, work.et_al, names, terms, most) + plain_text(f" ({group})")
    if not work.including:
        return plain_text(group)
    included = author_list(work.including, False, names, terms, most)
    return plain_text(f"{group} ({terms.labels['including'].one} ") + included + plain_text(")")
