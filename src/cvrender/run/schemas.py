"""Make the JSON Schemas of the kinds of YAML file."""

from importlib import import_module
from typing import Any

from cvrender.model.renamed import VERSIONS

FILES = {
    "profile": ("model.profile", "Profile"),
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


def schema_of(file: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file. That of a profile describes its views, too."""
    from cvrender.model.json_schema import json_schema

    module, name = FILES[file]
    schema = json_schema(getattr(import_module(f"cvrender.{module}"), name))
    if file == "profile":
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
    if file == "terms":  # a file has what differs from a more general one
        for part in (schema, *schema["$defs"].values()):
            part.pop("required", None)
    address = f"urn:cvrender:schema:{file}:{VERSIONS[file]}"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": address, **schema}
