"""Find the names that a value may be: styles, views, people, tags, … of the library and of the file itself."""

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from cvrender.errors import CvrenderError
from cvrender.load.library import Library, contract_names, term_languages
from cvrender.load.library.search_path import read
from cvrender.load.library.section_rules import models_of
from cvrender.load.library.styles import DEFAULT_STYLE, find_style
from cvrender.model.annotations import within
from cvrender.model.base import Model, fields_of
from cvrender.model.citations import NO_STYLE
from cvrender.model.contract import Contract
from cvrender.model.convert import DataPath
from cvrender.model.fields import Person
from cvrender.model.kinds import KINDS, SECTIONS, filter_fields
from cvrender.model.profile import Profile
from cvrender.model.style import StyleFile
from cvrender.model.value import Value
from cvrender.model.view import View
from cvrender.run.language.grammar import Expectation
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.outline import Outline
from cvrender.run.language.pieces import TextPiece, pieces
from cvrender.targets import TARGETS

SOURCES: dict[tuple[str, str], str] = {
    ("Choice", "name"): "styles",
    ("StyleFile", "extends"): "styles",
    ("Job", "styles"): "styles",
    ("View", "extends"): "views",
    ("Job", "views"): "views",
    ("ApplicationPart", "view"): "views",
    ("ApplicationPart", "contract"): "contracts",
    ("ApplicationPart", "sections"): "sections",
    ("Citations", "style"): "citations",
    ("DocumentFile", "profile"): "profiles",
    ("Application", "profile"): "profiles",
    ("Job", "profiles"): "profiles",
    ("Job", "targets"): "targets",
    ("Application", "targets"): "targets",
    ("Person", "name"): "people",
    ("Colleague", "name"): "people",
    ("Entry", "tags"): "tags",
    ("Highlight", "tags"): "tags",
    ("SectionRequest", "tags"): "tags",
    ("SectionRequest", "exclude"): "tags",
    ("SectionRequest", "prefer"): "tags",
    ("BulletRequest", "tags"): "tags",
    ("BulletRequest", "exclude"): "tags",
    ("SectionRequest", "pinned"): "ids",
    ("Entry", "id"): "ids",
    ("SectionRequest", "from"): "sections",
    ("SectionRequest", "sort"): "fields",
    ("ColumnRequest", "leave_out"): "fields",
    ("TableColumn", "fields"): "fields",
    ("View", "language"): "languages",
    ("_Head", "language"): "languages",
    ("DocumentFile", "language"): "languages",
    ("Application", "language"): "languages",
    ("Job", "languages"): "languages",
    ("_Head", "include"): "files",
}
"""What the values of a model's field name."""

CLOSED = frozenset({"styles", "views", "contracts", "targets"})
"""The names that all must exist."""


def source_of(place: Expectation) -> str:
    """Return what the value of a place names, or an empty text."""
    if place.model is not None and place.short_field:
        return _source(place.model, place.short_field)
    return _source(place.owner, place.key) if place.owner else ""


def _source(model: type[Model], key: str) -> str:
    return next((source for base in model.__mro__ if (source := SOURCES.get((base.__name__, key)))), "")


def names(source: str, document: OpenDocument, path: DataPath = (), around: Outline | None = None) -> dict[str, str]:
    """Return the names of a source, each with its help; `around` is the outline that `path` is in."""
    if source in _OF_TEXT:
        return dict.fromkeys(getattr(named_in(document), source), "")
    if source == "fields":
        return dict.fromkeys(sorted(_fields(path, around or document.outline)), "")
    if source == "files":
        return dict.fromkeys(sorted(file.name for file in document.path.parent.glob("*.yaml") if file != document.path), "")
    if source == "profiles":
        return dict.fromkeys(_profiles(document.path), "")
    own = _own_views(document) if source == "views" else {}
    return {**(_LIBRARY[source](document.library) if source in _LIBRARY else {}), **own}


def _profiles(path: Path) -> list[str]:
    """Return the profiles in the folder `profiles` of this folder or one above it."""
    folder = next((parent / "profiles" for parent in path.parents if (parent / "profiles").is_dir()), None)
    return sorted(file.stem for file in folder.glob("*.yaml")) if folder else []


def _own_views(document: OpenDocument) -> dict[str, str]:
    if document.kind != "profile" or "views:" not in document.text:
        return {}
    views = next((piece.outline for piece in pieces(document.text) if piece.text.startswith("views:")), None)
    return {str(key): views.text("views", key, "about") for key in views.keys(("views",))} if views else {}


def _fields(path: DataPath, outlined: Outline) -> frozenset[str]:
    """Return the fields of the section of a view around a path."""
    for end in range(len(path), 0, -1):
        collection = outlined.text(*path[:end], "from") or outlined.text(*path[:end])
        if models := models_of(collection, {}):
            return filter_fields(*models)
    return filter_fields(*(kind.model for kind in KINDS.values()))


@lru_cache(maxsize=8)
def _styles(library: Library) -> dict[str, str]:
    return {name: _about(library, "styles", name, StyleFile) for name in library.names("styles")}


@lru_cache(maxsize=8)
def _views(library: Library) -> dict[str, str]:
    views = {name: _about(library, "views", name, View) for name in library.names("views")}
    return {**views, **_contracts(library)}


@lru_cache(maxsize=8)
def _contracts(library: Library) -> dict[str, str]:
    return {name: _about(library, "contracts", name, Contract) for name in contract_names(library)}


def _about(library: Library, kind: str, name: str, model: type[Model]) -> str:
    try:
        _, content = read(library.find(kind, name), model)
    except CvrenderError:
        return ""
    return str(getattr(content, "about", None) or getattr(content, "title", None) or "")


_LIBRARY: dict[str, Callable[[Library], dict[str, str]]] = {
    "styles": _styles,
    "views": _views,
    "contracts": _contracts,
    "citations": lambda library: dict.fromkeys([NO_STYLE, *library.names("citation-styles")], ""),
    "targets": lambda library: {name: target.about for name, target in TARGETS.items()},
    "sections": lambda library: dict.fromkeys(["all", *SECTIONS], ""),
    "languages": lambda library: dict.fromkeys(term_languages(find_style(DEFAULT_STYLE, library)), ""),
}

_OF_TEXT = ("people", "tags", "ids")


class Named(Value, frozen=True):
    """The people, tags and ids that a text names, in their order."""

    people: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


def named_in(document: OpenDocument) -> Named:
    """Return what a text names."""
    parts = [_named(piece) for piece in pieces(document.text)]
    return Named(*(tuple(dict.fromkeys(name for each in parts for name in getattr(each, key))) for key in _OF_TEXT))


@lru_cache(maxsize=20_000)
def _named(piece: TextPiece) -> Named:
    names: dict[str, list[str]] = {key: [] for key in _OF_TEXT}
    for node in piece.outline.nodes:
        if node.kind == "scalar" and node.text and (source := source_of_path(node.path)):
            names[source].append(node.text)
    return Named(*map(tuple, names.values()))


def source_of_path(path: DataPath) -> str:
    """Return whether the text at a path of any file names a person, a tag or an id: `people`, `tags`, `ids`, or nothing."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    if key == "name":
        owner = next((part for part in reversed(path[:-1]) if isinstance(part, str)), "")
        return "people" if owner in _people_keys() else ""
    if key in _people_keys():
        return "people" if path[-1] != "person" else ""
    if key in ("tags", "exclude", "prefer"):
        return "tags"
    return "ids" if key in ("id", "pinned") else ""


@cache
def _people_keys() -> frozenset[str]:
    """Return the keys of all kinds of entry whose values are people, and those of the profile."""
    models = [Profile, *(kind.model for kind in KINDS.values())]
    fields = ((key, field.type) for model in models for key, field in fields_of(model).items())
    return frozenset(key for key, annotation in fields if any(_is_person(part) for part in within(annotation))) | {"person"}


def _is_person(part: object) -> bool:
    return isinstance(part, type) and issubclass(part, Person)
