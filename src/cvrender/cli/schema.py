"""Run `cvrender schema`."""

import json

import click

from cvrender.cli.common import print_json
from cvrender.run.schemas import FILES, schema_of


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
        print_json(schema_of(file))


def schema_text(file: str) -> str:
    """Return the JSON Schema of a kind of file, as JSON."""
    return json.dumps(schema_of(file), indent=2, ensure_ascii=False)
