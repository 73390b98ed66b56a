"""Run `cvrender schema`."""

import json
from importlib import import_module
from typing import Any

import click

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
    "build": ("run.batch.plan", "BuildFile"),
}
"""The kinds of YAML file that have a schema, with the module and the name of their models, which are imported on first use."""


@click.command("schema")
@click.option("--for", "file", type=click.Choice(list(FILES)), default="profile", show_default=True, help="The kind of file.")
@click.option("--markdown", is_flag=True, help="Print docs/profile.md, a reference of all keys.")
def command(file: str, markdown: bool) -> None:
    """Print the JSON Schema of a kind of YAML file, for editors that complete and check YAML.

    A profile is in profiles/, a view in views/, a style in styles/NAME/style.yaml, its terms in styles/NAME/terms/; build is
    cvrender.yaml.
    """
    if markdown:
        from cvrender.cli.reference import reference

        click.echo("\n".join(reference()))
    else:
        click.echo(schema_text(file))


def schema_text(file: str) -> str:
    """Return the JSON Schema of a kind of file, as JSON."""
    return json.dumps(schema_of(file), indent=2, ensure_ascii=False)


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
