"""Define what all kinds of entry share, and register kinds as they are declared."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from cvrender.model.annotations import About, Invalid, Unprinted, is_printed
from cvrender.model.base import Model, example_of, extended, fields_of
from cvrender.model.fields import (
    ONE,
    Contact,
    Flag,
    Highlight,
    Highlights,
    LabelledFields,
    Level,
    Links,
    Plain,
    Prose,
    Timed,
    Url,
    short,
    short_prose,
)
from cvrender.model.identifier_table import work_fields
from cvrender.model.image_files import Images
from cvrender.model.pattern import EntryPattern
from cvrender.model.sources import Ledger, Sources
from cvrender.model.value import Value


class Email(Contact, frozen=True, kw_only=True):
    """An e-mail address."""

    value: Annotated[Plain, About("the e-mail address", "ada@example.org")]

    def check(self) -> None:
        """Reject what is not an address."""
        Contact.check(self)
        name, at, host = self.value.partition("@")
        if not (name and at and "." in host) or any(char.isspace() for char in self.value):
            raise Invalid(f'"{self.value}" is not an e-mail address', code="bad-email")


class Page(Contact, frozen=True, kw_only=True):
    """A web page: homepage, code, list of publications."""

    value: Annotated[Url, About("the full address of the page", "https://example.org/~ada")]


Emails = tuple[Annotated[Email, short("value")], ...]
Pages = tuple[Annotated[Page, short("value")], ...]

LogoFile = Annotated[
    Plain | None,
    Unprinted(),
    About("a PNG or JPEG in the profile's folder; shown if the option `logos` of the style is set", "logos/works.png"),
]


class Entry(Timed, frozen=True, kw_only=True):
    """The fields that every entry may have. A `private` entry is not shown by public views."""

    takes_text: ClassVar[bool] = True  # whether a text stands for the only key that is required

    id: Annotated[
        Plain | None, Unprinted(), About("a name for this entry, for `where: id == …`, `pinned` and overlays", "engine-paper")
    ] = None
    tags: Annotated[tuple[Plain, ...], Unprinted(), About("words by which views choose entries", ["selected"])] = ()
    note: Annotated[Prose | None, About("what else to say", "joint work with the Example Group")] = None
    fields: Annotated[LabelledFields, About("facts that no key fits, by their labels", {"Impact factor": "39.3"})] = ()
    links: Annotated[
        Links, About("links with a label, such as code or slides", [{"url": "https://example.org/code", "label": "Code"}])
    ] = ()
    keep: Annotated[Flag, Unprinted(), About("show it on one page if it fits on one", True)] = False
    break_: Annotated[Literal["before"] | None, Unprinted(), About("`before`: begin a page with it", "before")] = msgspec.field(
        name="break", default=None
    )
    url: Annotated[Url | None, About("the page of the entry; styles may link the title to it", "https://example.org/engine")] = (
        None
    )
    images: Images = ()
    sources: Sources = Ledger()
    highlights: Annotated[Highlights, About("bullets: what was done and achieved", ["Cut the cost of a run by half"])] = ()

    def shown_field(self, name: str, privacy: Level) -> Any:
        """Return the value of a field without what the entry withholds from views of that privacy; parts may withhold more."""
        return getattr(self, name)

    def bullets(self) -> Iterator[Highlight]:
        """Yield its bullets, each before those below it."""
        yield from _with_nested(self.highlights)

    def require(self, *names: str) -> None:
        """Raise Invalid unless at least one of the fields is set."""
        if not any(getattr(self, name) for name in names):
            raise Invalid(f"needs at least one of: {', '.join(names)}", code="missing-key")


def _with_nested(bullets: Iterable[Highlight]) -> Iterator[Highlight]:
    for bullet in bullets:
        yield bullet
        yield from _with_nested(bullet.highlights)


class Kind(Value, frozen=True):
    """A kind of entry: the name used by patterns, the collection in a profile, the model and the default pattern.

    `entries` is the type of the profile's list of entries. A kind without a collection is part of another kind's entries.
    """

    name: str
    collection: str
    model: type[Entry]
    pattern: EntryPattern
    entries: Any


class ListAbout(About):
    """Describe a list of entries of a kind, with an example of one entry, when it is asked for."""

    def __init__(self, model: type[Model]) -> None:
        self.model = model

    @cached_property
    def text(self) -> str:  # type: ignore[override]
        """The description of the entries."""
        return description(self.model)

    @cached_property
    def example(self) -> list[Any]:
        """An example of one entry."""
        unprinted = frozenset(field.name for field in fields_of(self.model).values() if not is_printed(field.type))
        return [example_of(self.model, skip=unprinted)]


KINDS: dict[str, Kind] = {}
"""Every kind with a collection, by collection, in the order of an academic CV."""

PATTERNS: dict[str, EntryPattern] = {}
"""The default pattern of every kind, by name."""

_E = TypeVar("_E", bound=type[Entry])


def main_key(model: type[Entry]) -> str:
    """Return the key that a text stands for: the only one that is required, or an empty text."""
    required = [] if not model.takes_text else [key for key, field in fields_of(model).items() if field.required]
    return required[0] if len(required) == 1 else ""


def description(model: type[Model]) -> str:
    """Return what the documentation says of a model: its docstring, and of an entry what a text stands for."""
    said = " ".join((model.__doc__ or "").split())
    key = main_key(model) if issubclass(model, Entry) else ""
    return f"{said} A text is its `{key}`." if key else said


def kind(name: str, collection: str = "", **pattern: Any) -> Callable[[_E], _E]:
    """Declare a kind of entry: its name, collection and default pattern. An entry of one required key may be a text.

    The kind gets a field for each identifier that it may have.
    """

    def declare(model: _E) -> _E:
        if identifiers := work_fields(name):
            model = extended(model.__name__, model, identifiers)
        key, listed = main_key(model), ListAbout(model)
        item: Any = Annotated[model, short_prose(key)] if key else model
        entries = Annotated[tuple[item, ...], ONE, listed] if key else Annotated[tuple[item, ...], listed]
        declared = Kind(name, collection, model, EntryPattern(**pattern), entries)
        PATTERNS[name] = declared.pattern
        if collection:
            KINDS[collection] = declared
        return model

    return declare
