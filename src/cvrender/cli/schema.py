"""Run `cvrender schema`."""

import json
from collections.abc import Iterator
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import click

if TYPE_CHECKING:
    from cvrender.model.base import Model


@click.command("schema")
@click.option("--markdown", is_flag=True, help="Print docs/profile.md, a reference of all keys.")
def command(markdown: bool) -> None:
    """Print the JSON Schema of profiles, for editors that complete and check YAML."""
    if markdown:
        click.echo("\n".join(_reference()))
    else:
        from cvrender.model.json_schema import json_schema
        from cvrender.model.profile import Profile

        click.echo(json.dumps(json_schema(Profile), indent=2, ensure_ascii=False))


_INTRODUCTION = """# Profiles

A profile is a YAML mapping. Every key except `person` is optional; keys that begin with `x-` are ignored, for your own use. If a
key takes a mapping, you can write a text instead, which becomes the mapping's main key.

- A *date* is `2016`, `2016-10` or `2016-10-03`; a *range* is `2016/2018`, or `2018/`. Dates keep their precision.
- *Inline Markdown* is `**bold**`, `*italics*`, `` `code` ``, `[text](https://example.org)`, `<https://example.org>` and maths
  such as `$O(n^2)$`.
- A text *per language* is `{en: …, zh: …}`.
- The time of an entry is `date`, or `start` and `end`.
- Entries and contacts with `private: true`, or with a `privacy` level, are hidden from public views (see [views.md](views.md)).

This page is the output of `cvrender schema --markdown`."""


def _reference() -> Iterator[str]:
    """Yield the profile's keys, those of each kind of entry, and those of the mappings in them."""
    from cvrender.model import fields
    from cvrender.model.kinds import KINDS, CustomSection, Entry, Role
    from cvrender.model.profile import Choice, Owner, Profile

    yield _INTRODUCTION
    yield from _keys("The profile", Profile)
    yield from _keys("`person`", Owner)
    yield from _keys("Every entry", Entry)
    for collection, kind in KINDS.items():
        if collection == "custom":
            yield from _keys("`custom`", CustomSection)
            yield from _keys("An entry of a custom section", kind.model, without=Entry)
            continue
        yield from _keys(f"`{collection}`", kind.model, without=Entry)
        if collection == "positions":
            yield from _keys("`roles`", Role, without=Entry)
    parts: list[type[Model]] = [fields.Contact, fields.Person, fields.Author, fields.Venue, fields.Link]
    parts += [fields.Acceptance, fields.Highlight, Choice]
    for part in parts:
        yield from _keys(part.__name__, part)


def _keys(title: str, model: "type[Model]", without: "type[Model] | None" = None) -> Iterator[str]:
    from cvrender.model.base import fields_of

    inherited = fields_of(without) if without else {}
    yield f"\n## {title}\n\n{' '.join((model.__doc__ or '').split())}\n\n| key | takes |\n|---|---|"
    for key, field in fields_of(model).items():
        if key not in inherited:
            yield f"| `{key}` | {_takes(field.type)}{' (required)' if field.required else ''} |"


def _takes(annotation: Any) -> str:
    """Describe the values of a field."""
    from cvrender.model.annotations import Reads
    from cvrender.model.base import Model

    if reader := next((item for item in getattr(annotation, "__metadata__", ()) if isinstance(item, Reads)), None):
        return reader.about
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return annotation.__name__
    if get_origin(annotation) is dict:
        return "mapping"
    if get_origin(annotation) is Literal:
        return ", ".join(f"`{word}`" for word in get_args(annotation))
    parts = [part for part in get_args(annotation) if part not in (NoneType, Ellipsis)]
    if get_origin(annotation) is tuple:
        return f"list of: {_takes(parts[0])}"
    return _takes(parts[0]) if parts else "text"
