"""`cvrender schema`: nothing in, the JSON Schema of profiles out, for editors; or the same for people, as Markdown."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import click


@click.command("schema")
@click.option("--markdown", is_flag=True, help="For people: every key with what it takes.")
def command(markdown: bool) -> None:
    """Print the JSON Schema of profiles, for editors that complete and check YAML."""
    from cvrender.model.profile import Profile

    if markdown:
        click.echo("\n".join(_reference()))
    else:
        click.echo(json.dumps(Profile.model_json_schema(), indent=2, ensure_ascii=False))


_WORDS = {
    "_plain": "text",
    "_prose": "text, with inline Markdown, once or per language",
    "_url": "link",
    "_flag": "`true` or `false`",
    "_date": "date",
    "_end": "date or `present`",
    "_when": "date, range, or list of these",
    "_language": "language (`en`, `zh`, `pt-BR`)",
    "read_type": "[CSL type](https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types)",
    "_level": "`public`, `application` or `full`",
}
_INTRODUCTION = """# Profiles

Made by `cvrender schema --markdown`. A profile is a YAML mapping; every key but `person` may be left out, and keys that begin
with `x-` are the author's own. Where a key takes a mapping, a bare text stands for its first key.

- A *date* is `2016`, `2016-10` or `2016-10-03`; a *range* is `2016/2018`, or open: `2018/`. Nothing is made more exact.
- *Inline Markdown* is `**bold**`, `*italics*`, `` `code` ``, `[text](https://example.org)`, `<https://example.org>` and maths
  such as `$O(n^2)$`.
- A text *per language* is `{en: …, zh: …}`.
- An entry's time is `date`, or `start` and `end`.
- What is `private: true`, or has a `privacy` of its own, is shown by no public view (see [views.md](views.md))."""


def _reference() -> Iterator[str]:
    """The profile's own keys, then those of each kind of entry, then the mappings that these are made of."""
    from cvrender.model import fields
    from cvrender.model.collections import KINDS, entry_model
    from cvrender.model.entries import CustomSection, Entry, Role
    from cvrender.model.profile import Choice, Owner, Profile

    yield _INTRODUCTION
    yield from _keys("The profile", Profile)
    yield from _keys("`person`", Owner)
    yield from _keys("Every entry", Entry)
    for collection in KINDS:
        model = CustomSection if collection == "custom" else entry_model(collection)
        yield from _keys(f"`{collection}`", model, without=frozenset(Entry.model_fields))
        if collection == "custom":
            yield from _keys("An entry of a custom section", entry_model(collection), without=frozenset(Entry.model_fields))
        if collection == "positions":
            yield from _keys("`roles`", Role, without=frozenset(Entry.model_fields))
    parts: tuple[type[fields.Node], ...] = (fields.Contact, fields.Person, fields.Author, fields.Venue, fields.Link)
    parts += (fields.Acceptance, fields.Highlight, Choice)
    for part in parts:
        yield from _keys(part.__name__, part)


def _keys(title: str, model: Any, without: frozenset[str] = frozenset()) -> Iterator[str]:
    yield f"\n## {title}\n\n{' '.join((model.__doc__ or '').split())}\n\n| key | takes |\n|---|---|"
    for name, field in model.model_fields.items():
        if name not in without:
            needed = " (needed)" if field.is_required() else ""
            yield f"| `{field.alias or name}` | {_takes(field.annotation, field.metadata)}{needed} |"


def _takes(annotation: Any, metadata: Any = ()) -> str:
    """What a field takes, in words."""
    from cvrender.model.annotations import Reads
    from cvrender.model.fields import Node

    reader = next((item for item in (*metadata, *getattr(annotation, "__metadata__", ())) if isinstance(item, Reads)), None)
    if reader:
        return _WORDS.get(reader.read.__name__, "text")
    if isinstance(annotation, type) and issubclass(annotation, Node):
        return annotation.__name__
    parts = [part for part in get_args(annotation) if part not in (type(None), Ellipsis)]
    origin = getattr(annotation, "__origin__", None)
    if origin is tuple:
        return f"list of: {_takes(parts[0])}"
    if origin is dict:
        return "mapping"
    if parts and all(isinstance(part, str) for part in parts):
        return ", ".join(f"`{part}`" for part in parts)
    return _takes(parts[0]) if parts else {int: "whole number"}.get(annotation, "text")
