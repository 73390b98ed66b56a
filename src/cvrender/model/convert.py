"""Convert plain data to models and report every fault at once.

msgspec's own converter stops at the first error and knows neither short forms nor our messages; its structs are fast to create.
"""

import re
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from cvrender.errors import likely, nearest
from cvrender.model.annotations import Checked, Depends, Reads, Short, about, in_flow_style, text_with_colon, unquoted, within
from cvrender.model.base import Model, example_of, fields_of
from cvrender.model.fields import Author
from cvrender.model.typed_names import names_in
from cvrender.model.value import Coded, replace

_M = TypeVar("_M", bound=Model)
_INVALID: Any = object()
_NO_LIST = "should be a list"
_MAX_SHOWN = 60  # characters of a value that a hint repeats
_MAX_HINTS = 200  # a file with thousands of unknown keys would take minutes

DataPath = tuple[str | int, ...]
"""The location of a value in nested data: keys and indices, such as `("publications", 3, "title")`."""


class Fault(Coded, frozen=True):
    """An error in data; with `at_key` it concerns the key rather than its value."""

    path: DataPath
    message: str
    hint: str = ""
    at_key: bool = False


_Reader = Callable[[Any, list[str | int], list[Fault]], Any]
"""Read the value at a path: return the result or _INVALID, and append to the faults."""


def convert(model: type[_M], data: Any) -> tuple[_M | None, list[Fault]]:
    """Return the data as a model, or None if there are faults, and the faults."""
    faults: list[Fault] = []
    value = _reader(model)(data, [], faults)
    return (None if faults else value), faults


@lru_cache(maxsize=1024)
def _reader(annotation: Any) -> _Reader:
    """Return the reader of a type."""
    if get_origin(annotation) is Annotated:
        return _annotated(*get_args(annotation))
    if get_origin(annotation) in (Union, UnionType):
        (only,) = (part for part in get_args(annotation) if part is not NoneType)
        return _reader(only)
    if get_origin(annotation) is tuple:
        return _list(_reader(get_args(annotation)[0]))
    if get_origin(annotation) is dict:
        return _dict(*map(_reader, get_args(annotation)))
    if get_origin(annotation) is Literal:
        return _choice(get_args(annotation))
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return _mapping(annotation)
    if annotation in (Any, str):
        return lambda value, path, faults: value
    raise TypeError(f"no reader for a field of type {annotation}")


def _annotated(inner: Any, *metadata: Any) -> _Reader:
    reader = next((_custom(item.read) for item in metadata if isinstance(item, Reads)), None) or _reader(inner)
    for item in metadata:
        if isinstance(item, Depends):
            reader = _reader(item.choose(None))
        if isinstance(item, Short):
            reader = _short(item, reader, inner)
        if isinstance(item, Checked):
            reader = _with_check(item.check, reader)
    return reader


def _custom(read: Callable[[Any], Any]) -> _Reader:
    def reader(value: Any, path: list[str | int], faults: list[Fault]) -> Any:
        try:
            return read(value)
        except ValueError as error:
            return _fail(faults, path, str(error), getattr(error, "hint", ""), code=getattr(error, "code", "bad-value"))

    return reader


def _fail(faults: list[Fault], path: Iterable[str | int], message: str, hint: str = "", *, code: str) -> Any:
    """Append a fault of the value at a path, and return _INVALID."""
    faults.append(Fault(tuple(path), message, hint, code=code))
    return _INVALID


def _short(short: Short, inner: _Reader, annotation: Any) -> _Reader:
    model = annotation if isinstance(annotation, type) and issubclass(annotation, Model) else None

    def reader(value: Any, path: list[str | int], faults: list[Fault]) -> Any:
        if short.applies(value) and not (model and isinstance(value, dict) and _misspelt(value, model)):
            return inner(short.expand(value), path, faults)
        if (
            model
            and isinstance(value, dict)
            and (text := text_with_colon(value))
            and not likely(next(iter(value)), fields_of(model))
        ):
            return _fail(faults, path, *unquoted(text), code="quotes-needed")
        return inner(value, path, faults)

    return reader


def _misspelt(value: dict[str, Any], model: type[Model]) -> bool:
    """Return whether a key that could be a code of a language of three letters is most likely a misspelt field."""
    from difflib import get_close_matches

    return any(len(key) > 2 and get_close_matches(key, fields_of(model), n=1, cutoff=0.81) for key in value)


def _with_check(check: Callable[[Any], None], inner: _Reader) -> _Reader:
    checked = _checker(check)

    def reader(value: Any, path: list[str | int], faults: list[Fault]) -> Any:
        before = len(faults)
        converted = inner(value, path, faults)
        return converted if len(faults) > before else checked(converted, path, faults)

    return reader


def _checker(check: Callable[[Any], None]) -> _Reader:
    """Return a reader that returns the value itself, if the check raises nothing."""

    def read(value: Any) -> Any:
        check(value)
        return value

    return _custom(read)


_MODEL_CHECKER = _checker(lambda model: model.check())


def _choice(allowed: tuple[Any, ...]) -> _Reader:
    message = f"should be one of: {', '.join(allowed)}" if len(allowed) > 1 else f"should be {allowed[0]}"

    def reader(value: Any, path: list[str | int], faults: list[Fault]) -> Any:
        return value if value in allowed else _fail(faults, path, message, code="bad-value")

    return reader


def _list(item: _Reader) -> _Reader:
    def reader(value: Any, path: list[str | int], faults: list[Fault]) -> Any:
        if not isinstance(value, list):
            return _fail(faults, path, _NO_LIST, code="bad-type")
        items = []
        for index, part in enumerate(value):
            path.append(index)
            items.append(item(part, path, faults))
            path.pop()
        return tuple(items)

    return reader


def _dict(key_reader: _Reader, value_reader: _Reader) -> _Reader:
    def reader(value: Any, path: list[str | int], faults: list[Fault]) -> Any:
        if not isinstance(value, dict):
            return _fail(faults, path, "should be a mapping", code="bad-type")
        values = {}
        for key, part in value.items():
            path.append(key)
            before = len(faults)
            name = key_reader(key, path, faults)
            faults[before:] = [
                Fault(fault.path, fault.message, fault.hint, at_key=True, code=fault.code) for fault in faults[before:]
            ]
            values[name] = value_reader(part, path, faults)
            path.pop()
        return values

    return reader


def _mapping(model: type[Model]) -> _Reader:
    table: dict[str, tuple[str, Any]] = {}
    readers: dict[str, _Reader] = {}  # of the keys that were used so far
    depending: dict[str, Depends] = {}
    required: list[str] = []

    def reader(value: Any, path: list[str | int], faults: list[Fault]) -> Any:
        if not isinstance(value, dict):
            return _fail(faults, path, "should be a mapping", _as_mapping(model, value), code="bad-type")
        if not table:  # on first use, because a model may contain itself
            for key, field in fields_of(model).items():
                table[key] = (field.name, field.type)
                depending.update((key, item) for item in getattr(field.type, "__metadata__", ()) if isinstance(item, Depends))
                required.extend([key] if field.required else [])
        values, before, meant = {}, len(faults), set[str]()
        for key, part in value.items():
            known = table.get(key)
            if known is None:
                if not key.startswith("x-"):
                    meant.add(_unknown_key(key, table, path, faults))
            elif part is not None:
                path.append(key)
                count = len(faults)
                name, annotation = known
                if key not in readers:
                    readers[key] = _reader(annotation)
                read = _reader(depending[key].choose(value.get(depending[key].on))) if key in depending else readers[key]
                values[name] = read(part, path, faults)
                if len(faults) > count:
                    wants_list = faults[count].message == _NO_LIST
                    example = (wants_list and _as_list(key, part, annotation, read)) or _example(key, annotation)
                    faults[count:] = [_with_example(fault, path, example) for fault in faults[count:]]
                path.pop()
        for key in (key for key in required if key not in value and key not in meant):  # a misspelt key is one mistake
            _fail(faults, path, f'missing key "{key}"', _example(key, table[key][1]), code="missing-key")
        for key in (key for key in required if value.get(key, "") is None):
            _fail(faults, (*path, key), "should not be empty", code="missing-value")
        return _MODEL_CHECKER(model(**values), path, faults) if len(faults) == before else _INVALID

    return reader


def _as_mapping(model: type[Model], value: Any) -> str:
    """Return a hint for a text where a mapping belongs that needs one key only."""
    key, _, rest = value.partition(" ") if isinstance(value, str) and len(value) <= _MAX_SHOWN else ("", "", "")
    if rest and key in fields_of(model):
        return f'a ":" is missing: write {key}: {rest}'
    needed = [key for key, field in fields_of(model).items() if field.required]
    fits = isinstance(value, str) and 0 < len(value) <= _MAX_SHOWN and len(needed) == 1
    if fits:
        return f"write {in_flow_style({needed[0]: value})}"
    example = {key: part for key, part in example_of(model).items() if isinstance(part, str)}
    return f"write, for example, {in_flow_style(example)}" if example else ""


def _example(key: str, annotation: Any) -> str:
    described = about(annotation)
    return f"write, for example, {key}: {described.yaml}" if described else ""


def _unknown_key(key: str, known: Collection[str], path: list[str | int], faults: list[Fault]) -> str:
    """Append a fault, with a hint if there are not too many faults, and return the key that is meant, or an empty text."""
    if len(faults) >= _MAX_HINTS:
        faults.append(Fault((*path, key), "unknown key", at_key=True, code="unknown-key"))
        return ""
    hint, close = nearest(key, known), likely(key, known)
    if hint.startswith("available") or close == "custom":
        hint = _elsewhere(key, known, hint) or hint
    faults.append(Fault((*path, key), "unknown key", hint, at_key=True, code="unknown-key"))
    return close


def _elsewhere(key: str, known: Collection[str], hint: str) -> str:
    """Return where to write what has no key: a section of one's own, or the note of an entry; else an empty text."""
    title = " ".join(re.split(r"[\s_-]+", key)).strip().capitalize()
    if "custom" in known and title and len(title) <= _MAX_SHOWN:
        return f"write a section of your own: {in_flow_style({'custom': [{'title': title, 'text': '…'}]})[1:-1]}"
    return f'what has no key belongs in "note" or "highlights"; {hint}' if {"note", "highlights"} <= set(known) else ""


def _as_list(key: str, value: Any, annotation: Any, read: _Reader) -> str:
    """Return a hint for a text where a list of such texts belongs, or an empty text."""
    if not isinstance(value, str) or not 0 < len(value) <= _MAX_SHOWN:
        return ""
    faults: list[Fault] = []
    items = names_in(value) if Author in within(annotation) else [value]
    read(items, [], faults)
    return "" if faults else f"write {key}: {in_flow_style(items)}"


def _with_example(fault: Fault, path: list[str | int], example: str) -> Fault:
    """Add an example to a fault of the whole value, such as a text where a list belongs."""
    whole = not fault.hint and fault.path == tuple(path) and fault.message.startswith(("should be a ", "should be text"))
    return replace(fault, hint=example) if whole else fault
