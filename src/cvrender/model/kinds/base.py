"""Define what all kinds of entry share, and register kinds as they are declared."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from cvrender.model.annotations import Invalid, Short, Unprinted
from cvrender.model.fields import ONE, Contact, Highlights, Links, Plain, Prose, Timed, Url, short
from cvrender.model.pattern import EntryPattern


class Email(Contact, frozen=True, kw_only=True):
    """An e-mail address."""

    def check(self) -> None:
        """Reject what is not an address."""
        name, at, host = self.value.partition("@")
        if not (name and at and "." in host) or any(char.isspace() for char in self.value):
            raise Invalid(f'"{self.value}" is not an e-mail address')


class Page(Contact, frozen=True, kw_only=True):
    """A web page: homepage, code, list of publications."""

    value: Url


Emails = tuple[Annotated[Email, short("value")], ...]
Pages = tuple[Annotated[Page, short("value")], ...]


class Entry(Timed, frozen=True, kw_only=True):
    """The fields that every entry may have. A `private` entry is not shown by public views."""

    id: Annotated[Plain, Unprinted()] | None = None
    tags: Annotated[tuple[Plain, ...], Unprinted()] = ()
    note: Prose | None = None
    links: Links = ()
    url: Url | None = None
    highlights: Highlights = ()

    def require(self, *names: str) -> None:
        """Raise Invalid unless at least one of the fields is set."""
        if not any(getattr(self, name) for name in names):
            raise Invalid(f"needs at least one of: {', '.join(names)}")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entry: the name used by patterns, the collection in a profile, the model and the default pattern.

    `short` accepts a text for an entry. A kind without a collection is part of another kind's entries.
    """

    name: str
    collection: str
    model: type[Entry]
    pattern: EntryPattern
    short: Short | None = None

    @property
    def entries(self) -> Any:
        """The type of the profile's list of entries."""
        item: Any = Annotated[self.model, self.short] if self.short else self.model
        return Annotated[tuple[item, ...], ONE] if self.short else tuple[item, ...]


KINDS: dict[str, Kind] = {}
"""Every kind with a collection, by collection, in the order of an academic CV."""

PATTERNS: dict[str, EntryPattern] = {}
"""The default pattern of every kind, by name."""

_E = TypeVar("_E", bound=type[Entry])


def kind(name: str, collection: str = "", short: Short | None = None, **pattern: Any) -> Callable[[_E], _E]:
    """Declare a kind of entry: its name, collection and default pattern."""

    def declare(model: _E) -> _E:
        made = Kind(name, collection, model, EntryPattern(**pattern), short)
        PATTERNS[name] = made.pattern
        if collection:
            KINDS[collection] = made
        return model

    return declare
