"""Find what may stand at a path of a file: its keys and values with their help, from the declarations of the models."""

from collections.abc import Callable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from cvrender.model.annotations import About, Depends, Reads, Short, about
from cvrender.model.base import Model, fields_of
from cvrender.model.convert import DataPath
from cvrender.model.kinds.base import description
from cvrender.model.profile import Profile
from cvrender.model.style import Option
from cvrender.model.value import Value
from cvrender.model.view import View

OptionsOf = Callable[[DataPath], dict[str, Option]]
"""Find the options of the style that the mapping around a path chooses."""
TextAt = Callable[[DataPath], str]
"""Read the text at a path."""

_OPEN: dict[tuple[type[Model], str], Any] = {(Profile, "views"): dict[str, View]}
"""Types of fields whose declaration leaves them open, because another stage reads them."""


class Expectation(Value, frozen=True, eq=False):
    """What a path takes: its `annotation`, and the `owner` and `key` of the field that it belongs to. `option` is a style's."""

    annotation: Any
    owner: type[Model] | None = None
    key: str = ""
    option: Option | None = None
    options: dict[str, Option] | None = None

    @property
    def about(self) -> About | None:
        """The declaration's description of the field."""
        return about(self.annotation)

    @property
    def reads(self) -> str:
        """The value in words, such as `date or present`."""
        parts = (item.about for item in _items(self.annotation) if isinstance(item, Reads))
        return next((text for text in parts if text != "text"), "")

    @property
    def model(self) -> type[Model] | None:
        """The model of the mapping that may stand here."""
        inner = core(self.annotation)
        return inner if isinstance(inner, type) and issubclass(inner, Model) else None

    @property
    def is_list(self) -> bool:
        """Whether it takes a list."""
        return get_origin(core(self.annotation)) is tuple

    @property
    def short_field(self) -> str:
        """The field for which a text stands instead of the mapping, or an empty text."""
        for item in _items(self.annotation):
            if isinstance(item, Short) and isinstance(expanded := _expanded(item), dict) and len(expanded) == 1:
                return str(next(iter(expanded)))
        return ""

    @property
    def takes_text(self) -> bool:
        """Whether a single text may stand instead of a list."""
        return any(isinstance(item, Short) and isinstance(_expanded(item), list) for item in _items(self.annotation))


def _expanded(short: Short) -> Any:
    try:
        return short.expand("x")
    except (AttributeError, TypeError):  # the short form is not a text
        return None


def _items(annotation: Any) -> Iterator[Any]:
    """Yield what annotations around a type say, the outermost first."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation, *metadata = get_args(annotation)
            yield from metadata
        elif get_origin(annotation) in (Union, UnionType):
            (annotation, *_) = (part for part in get_args(annotation) if part is not NoneType)
        else:
            return


def core(annotation: Any) -> Any:
    """Return a type without what is said of it, and without None."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif get_origin(annotation) in (Union, UnionType):
            (annotation, *_) = (part for part in get_args(annotation) if part is not NoneType)
        else:
            return annotation


class Grammar(Value, frozen=True, eq=False):
    """The declarations of one kind of file, and what finds values on which they depend."""

    root: type[Model]
    text_at: TextAt
    options_of: OptionsOf

    def at(self, path: DataPath) -> Expectation | None:
        """Return what the path takes, or None if nothing may stand there."""
        place: Expectation | None = Expectation(self.root)
        for end, part in enumerate(path, 1):
            place = self._step(place, path[:end], part) if place else None
        return place

    def _step(self, place: Expectation, path: DataPath, part: str | int) -> Expectation | None:
        if place.options is not None:
            option = place.options.get(str(part))
            return Expectation(str, key=str(part), option=option) if option else None
        inner = core(_OPEN.get((place.owner, place.key), place.annotation) if place.owner else place.annotation)
        if isinstance(inner, type) and issubclass(inner, Model):
            return self._field(inner, path, str(part))
        if isinstance(part, int):
            return Expectation(get_args(inner)[0], place.owner, place.key) if get_origin(inner) is tuple else None
        return Expectation(get_args(inner)[1], place.owner) if get_origin(inner) is dict else None

    def _field(self, model: type[Model], path: DataPath, key: str) -> Expectation | None:
        field = fields_of(model).get(key)
        if field is None:
            return None
        if (model.__name__, key) in _OPTIONS:
            return Expectation(field.type, model, key, options=self.options_of(path))
        for item in _items(field.type):
            if isinstance(item, Depends):
                return Expectation(Annotated[item.choose(self.text_at((*path[:-1], item.on))), *_abouts(field.type)], model, key)
        return Expectation(field.type, model, key)


_OPTIONS = {("Choice", "options"), ("StyleFile", "defaults"), ("Job", "options"), ("StyleFile", "fit")}
"""The fields whose keys are options of a style."""


def _abouts(annotation: Any) -> tuple[About, ...]:
    abouts = about(annotation)
    return (abouts,) if abouts else (About("", ""),)


def keys(place: Expectation) -> Iterator[tuple[str, Expectation, bool]]:
    """Yield the keys of the mapping that may stand at a place, what each takes, and whether it is required."""
    if place.options is not None:
        for name, option in place.options.items():
            yield name, Expectation(str, key=name, option=option), False
    elif place.model is not None:
        for key, field in fields_of(place.model).items():
            yield key, Expectation(field.type, place.model, key), field.required
    elif get_origin(inner := core(place.annotation)) is dict:
        for name in choices(Expectation(get_args(inner)[0])):
            yield name, Expectation(get_args(inner)[1], place.owner), False


def choices(place: Expectation) -> list[str]:
    """Return the values of a place that its declaration lists."""
    if place.option is not None:
        return ["true", "false"] if place.option.type == "flag" else list(place.option.known)
    values: list[str] = []
    for item in _items(place.annotation):
        if isinstance(item, Reads):
            values += _enumerated(item.schema)
    inner = core(place.annotation)
    if get_origin(inner) is Literal:
        values += [str(value) for value in get_args(inner)]
    if get_origin(inner) is tuple and not values:
        return choices(Expectation(get_args(inner)[0]))
    return list(dict.fromkeys(values))


def _enumerated(schema: dict[str, Any]) -> list[str]:
    """Return the values that a JSON Schema lists."""
    if schema.get("type") == "boolean":
        return ["true", "false"]
    values = [str(value) for value in schema.get("enum", ()) if value is not None]
    for part in schema.get("anyOf", ()):
        values += _enumerated(part)
    return values


def documentation(place: Expectation) -> str:
    """Return what is known about a place, in Markdown."""
    if place.option is not None:
        return f"{place.option.about}\n\nDefault: `{place.option.default}`"
    said = place.about.text if place.about else ""
    lines = [said[:1].upper() + said[1:] + "." if said and said[-1] not in ".!?" else said]
    if place.reads and not choices(place):
        lines.append(f"Takes: {place.reads}.")
    if listed := choices(place):
        lines.append("One of: " + ", ".join(f"`{value}`" for value in listed[:40]) + ("…" if len(listed) > 40 else "."))
    if place.about and place.about.example not in ("", None):
        lines.append(f"Example: `{place.key}: {place.about.yaml}`" if place.key else f"Example: `{place.about.yaml}`")
    if not said and place.model is not None:
        lines.append(description(place.model))
    return "\n\n".join(line for line in lines if line)
