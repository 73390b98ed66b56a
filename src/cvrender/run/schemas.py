"""Make the JSON Schemas of the kinds of YAML file."""

from importlib import import_module
from typing import Any

from cvrender.load.remembered import WAS
from cvrender.model.renamed import VERSIONS

FILES = {
    "profile": ("model.profile", "Profile"),
    "overlay": ("model.profile", "Profile"),
    "view": ("model.view", "View"),
    "style": ("model.style", "StyleFile"),
    "terms": ("model.terms", "Terms"),
    "contract": ("model.contract", "Contract"),
    "letter": ("model.letter", "Letter"),
    "statement": ("model.statement", "Statement"),
    "application": ("model.application", "Application"),
    "applications": ("model.application", "ApplicationLog"),
    "build": ("run.batch.plan", "BuildFile"),
}
"""The kinds of YAML file that have a schema, with the module and the name of their models, which are imported on first use."""


_REMEMBERED = {
    "description": "what the keys of this mapping replace: the values that they had in the profile, which check compares with it",
    "type": "object",
    "examples": [{"headline": "Engineer"}],
}
"""What each mapping of an overlay may have."""


def schema_of(file: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file. That of a profile describes its views, too."""
    from cvrender.model.json_schema import json_schema

    module, name = FILES[file]
    schema = json_schema(getattr(import_module(f"cvrender.{module}"), name))
    if file in ("profile", "overlay"):
        from cvrender.model.bibliography import Bibliography
        from cvrender.model.view import View

        view, bibliography = json_schema(View), json_schema(Bibliography)
        definitions = {
            **view.pop("$defs"),
            **bibliography.pop("$defs"),
            **schema["$defs"],
            "View": view,
            "Bibliography": bibliography,
        }
        works = schema["properties"]["publications"]
        either = [{key: works.pop(key) for key in ("type", "items")}, {"$ref": "#/$defs/Bibliography"}]
        works["anyOf"] = either
        schema["properties"]["views"]["additionalProperties"] = {"$ref": "#/$defs/View"}
        schema["$defs"] = dict(sorted(definitions.items()))
    parts = (schema, *schema["$defs"].values())
    if file in ("terms", "overlay"):  # a file has what differs from a more general one, or from a profile
        for part in parts:
            part.pop("required", None)
    if file == "overlay":
        for part in parts:
            part.get("properties", {})[WAS] = _REMEMBERED
    address = f"urn:cvrender:schema:{file}:{VERSIONS[file]}"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": address, **schema}
