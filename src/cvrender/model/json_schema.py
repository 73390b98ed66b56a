"""Describe models as JSON Schema (https://json-schema.org/draft/2020-12), for editors that complete and check YAML."""

import re
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from cvrender.model.annotations import Depends, Reads, Short, about
from cvrender.model.base import Model, fields_of


def json_schema(model: type[Model]) -> dict[str, Any]:
    """Return the JSON Schema of a model, with the models it uses under `$defs`."""
    definitions: dict[str, Any] = {}
    whole = _model(model, definitions)
    return {**whole, "$defs": dict(sorted(definitions.items()))}


def _model(model: type[Model], definitions: dict[str, Any]) -> dict[str, Any]:
    properties, required = {}, []
    for key, field in fields_of(model).items():
        properties[key] = {**_described(field.type), **_of(field.type, definitions), **_default(field)}
        if field.required:
            required.append(key)
    return {
        "title": model.__name__,
        "description": " ".join((model.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        "patternProperties": {"^x-": {}},
        "additionalProperties": False,
    }


def _described(annotation: Any) -> dict[str, Any]:
    """Return the description and the example of a field, for editors to show."""
    described = about(annotation)
    return {"description": described.text, "examples": [_as_json(described.example)]} if described else {}


def _as_json(example: Any) -> Any:
    """Return an example as an editor's YAML reader sees it: what looks like a number is one."""
    if isinstance(example, dict):
        return {key: _as_json(value) for key, value in example.items()}
    if isinstance(example, list):
        return [_as_json(value) for value in example]
    return int(example) if isinstance(example, str) and re.fullmatch("[1-9][0-9]{0,8}", example) else example


def _default(field: msgspec.structs.FieldInfo) -> dict[str, Any]:
    return {"default": field.default} if isinstance(field.default, bool | str) else {}


def _of(annotation: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a type."""
    if get_origin(annotation) is Annotated:
        return _annotated(definitions, *get_args(annotation))
    if get_origin(annotation) in (Union, UnionType):
        (only,) = (part for part in get_args(annotation) if part is not NoneType)
        return {"anyOf": [_of(only, definitions), {"type": "null"}]}
    if get_origin(annotation) is tuple:
        return {"type": "array", "items": _of(get_args(annotation)[0], definitions)}
    if get_origin(annotation) is dict:
        return {"type": "object", "additionalProperties": _of(get_args(annotation)[1], definitions)}
    if get_origin(annotation) is Literal:
        return {"enum": list(get_args(annotation))}
    if isinstance(annotation, type) and issubclass(annotation, Model):
        name = annotation.__name__
        if name not in definitions:
            definitions[name] = {}  # a model may contain itself
            definitions[name] = _model(annotation, definitions)
        return {"$ref": f"#/$defs/{name}"}
    return {}


def _annotated(definitions: dict[str, Any], inner: Any, *metadata: Any) -> dict[str, Any]:
    for item in metadata:
        if isinstance(item, Reads):
            return dict(item.schema)
        if isinstance(item, Depends):
            return {"anyOf": [_of(part, definitions) for part in item.alternatives]}
        if isinstance(item, Short):
            return {"anyOf": [item.schema, _of(inner, definitions)]}
    return _of(inner, definitions)
