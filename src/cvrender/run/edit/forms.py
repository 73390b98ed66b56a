"""Describe the models of a profile as data, from which the page makes its forms."""

import copy
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.formats.key_order import entry_order
from cvrender.load.yaml_edit import data_of
from cvrender.model.annotations import Reads, is_printed, within
from cvrender.model.base import Model, fields_of
from cvrender.model.convert import convert
from cvrender.model.json_schema import json_schema
from cvrender.model.kinds import KINDS
from cvrender.model.names import normalized_name, owner_names
from cvrender.model.profile import Owner, Profile

_MAIN = ("date", "start", "end", "highlights", "volume", "issue", "page", "doi", "pmid")
"""Fields that are always shown, of whatever model."""
_RARE = (
    *("native", "reading", "variants", "photo_alt", "original_title", "translators", "container_editors"),
    *("genre", "also", "publisher_place", "handle", "publication_number"),
)
"""Fields that are shown when they are set, or under “more”."""


@lru_cache(16)
def forms(language: str = "en") -> dict[str, Any]:
    """Return the JSON Schema of profiles with descriptions in a language, and with what forms need besides.

    `x-reads` says how a field reads its value (`date`, `link`), `x-main` which fields of a model are always shown, and
    `x-model` which model the entries of a collection have. `labels` has the labels of fields, and `choices` those of the values
    that fields offer, the usual ones first. What a language does not have is in English: a label then is the key in words.
    """
    described, help_texts = copy.deepcopy(_english()), _words("help", language)
    for model in (described, *described["$defs"].values()):
        for schema in model.get("properties", {}).values():
            said = schema.get("description", "")
            schema["description"] = help_texts.get(said, said)
    return described | {"labels": _words("labels", language), "choices": _words("choices", language) or _words("choices", "en")}


@lru_cache(1)
def _english() -> dict[str, Any]:
    described = json_schema(Profile)
    for model in set(_models(Profile)):
        own = described if model is Profile else described["$defs"].get(model.__name__)
        if own is None:
            continue
        for key, field in fields_of(model).items():
            reads = next((part.about for part in within(field.type) if isinstance(part, Reads)), "")
            own["properties"][key] |= {"x-reads": reads}
        own["x-main"] = _main(model)
        if "highlights" in fields_of(model):
            order = entry_order(list(fields_of(model)))
            own["properties"] = {key: own["properties"][key] for key in order if key in own["properties"]}
    for name, kind in KINDS.items():
        described["properties"][name] |= {"x-model": "CustomSection" if name == "custom" else kind.model.__name__}
    for model_schema in (described, *described["$defs"].values()):
        for schema in model_schema.get("properties", {}).values():
            schema["description"] = re.sub(r" \(see \[[^]]*\]\([^)]*\)\)", "", schema.get("description", ""))
    _offer_collections(described["$defs"]["CustomSection"]["properties"]["kind"])
    return described


def _offer_collections(schema: dict[str, Any]) -> None:
    """Offer the names of collections only, of which the page has the titles, and not those of kinds, which mean the same."""
    for part in (schema, *schema.get("anyOf", ())):
        if "enum" in part:
            part["enum"] = [name for name in part["enum"] if name in KINDS]


def _models(annotation: Any) -> Iterator[type[Model]]:
    """Yield the models that a type consists of; each may be there several times."""
    waiting, known = [annotation], set()
    while waiting:
        for part in within(waiting.pop()):
            if isinstance(part, type) and issubclass(part, Model) and part not in known:
                known.add(part)
                waiting += [field.type for field in fields_of(part).values()]
                yield part


def _main(model: type[Model]) -> list[str]:
    """Return the fields that a form always shows: those that are required, and the printed ones of the model itself."""
    base = next((other for other in model.__mro__[1:] if other.__name__ != model.__name__), object)
    inherited = getattr(base, "__struct_fields__", ())
    if model.__name__ == "Owner":
        inherited = ()
    fields = fields_of(model).items()
    own = [key for key, field in fields if field.name not in inherited and key not in _RARE and is_printed(field.type)][:12]
    return [key for key, field in fields if field.required or key in own or key in _MAIN]


def _words(what: str, language: str) -> dict[str, Any]:
    file = files("cvrender").joinpath("run/edit", what, f"{language}.yaml")
    known = re.fullmatch("[a-z]{2,3}", language) and file.is_file()
    return dict(data_of(file.read_text("utf-8"), str(file))) if known else {}


def reading_of(model: str, key: str, value: str) -> dict[str, str]:
    """Return how the field of a model reads a text: as what, or what is wrong with it and what to write instead.

    Raises InputError for a field that does not exist.
    """
    known = {each.__name__: each for each in _models(Profile)}
    field = fields_of(known[model]).get(key) if model in known else None
    if field is None:
        raise InputError([Problem(f'there is no field "{key}"', code="unknown-key")])
    converted, faults = convert(field.type, value)
    if faults:
        return {"problem": faults[0].message, "hint": faults[0].hint}
    parts = converted if isinstance(converted, tuple) else (converted,)
    return {"reading": ", ".join(map(str, parts))}


def own_names(data: Any) -> list[str]:
    """Return the names in lists of authors that mean the person, as they are spelled."""
    person = data.get("person") if isinstance(data, dict) else None
    owner = convert(Owner, person)[0] if isinstance(person, dict) else None
    if owner is None:
        return []
    names = owner_names(owner)
    return sorted(name for name in set(_authors(data)) if normalized_name(name) in names)


def _authors(data: Any) -> Iterator[str]:
    for entries in data.values():
        for entry in entries if isinstance(entries, list) else ():
            authors = entry.get("authors") if isinstance(entry, dict) else None
            for author in authors if isinstance(authors, list) else ():
                name = author.get("name") if isinstance(author, dict) else author
                if isinstance(name, str):
                    yield name
