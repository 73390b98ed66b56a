"""Run `cvrender new-letter`."""

import json
import re
import shlex
from datetime import UTC, datetime
from pathlib import Path

import click

from cvrender.cli.arguments import complete, flatten, profiles
from cvrender.cli.common import Languages, json_option, print_json, write_new, writing
from cvrender.cli.formats import Command
from cvrender.errors import InputError, Problem

_STARTER = Path(__file__).parent / "starters" / "letters" / "letter.txt"
_TEXTS = _STARTER.with_name("texts.yaml")
_SCHEMA = "letter.schema.json"


@click.command("new-letter", cls=Command)
@click.argument("name")
@click.option("--lang", "--language", "languages", type=Languages(), multiple=True, help="Its language (default: en).")
@click.option(
    "--profile", default="ada-example", help="The profile of the sender.", shell_complete=complete(profiles, files=True)
)
@json_option
def command(name: str, languages: tuple[list[str], ...], profile: str, as_json: bool) -> None:
    """Create the letter letters/NAME.yaml, with explanatory comments, and a JSON Schema next to it for editors."""
    from cvrender.cli.schema import schema_text
    from cvrender.documents.letter_formats import find_format
    from cvrender.load.library import find_style, find_terms
    from cvrender.load.reader import Source
    from cvrender.system.clock import source_date_epoch

    if not re.fullmatch(r"[^\W_][\w.-]*", name):
        hint = "use letters, digits, hyphens and underscores, such as example-university"
        raise InputError([Problem(f'"{name}" is not a file name', hint=hint, code="bad-name")])
    language = next(iter(flatten(languages)), "en")
    path = Path("letters") / f"{name.removesuffix('.yaml')}.yaml"
    words = find_terms(find_style("plain"), language).letter
    text = _STARTER.read_text("utf-8").format(
        file=shlex.quote(str(path)),
        profile=json.dumps(profile, ensure_ascii=False),
        language=language,
        format=find_format(None, language, Source("", {}, {}, {}))[0],
        date=(source_date_epoch() or datetime.now(UTC)).strftime("%Y-%m-%d"),
        salutation=json.dumps(words.salutation, ensure_ascii=False),
        closing=json.dumps(words.closing, ensure_ascii=False),
        **_texts(language),
    )
    write_new(path, f"# yaml-language-server: $schema={_SCHEMA}\n{text}", "choose another name, or edit it")
    with writing(path):
        path.with_name(_SCHEMA).write_text(schema_text("letter") + "\n", "utf-8")
    if as_json:
        print_json({"file": str(path)})
    else:
        click.echo(f"{path}\nEdit it, then run: cvrender letter {shlex.quote(str(path))}")


def _texts(language: str) -> dict[str, str]:
    """Return what the body says, in the language or that of which it is a region, else in English."""
    from cvrender.load.reader import load
    from cvrender.model.language import language_tags

    known = load(_TEXTS).data
    texts = next(known[tag] for tag in (*reversed(language_tags(language)), "en") if tag in known)
    points = (
        "**{}** {}".format(head if head[-1] in ":：" else f"{head}:", text) for head, text in map(_divided, texts["points"])
    )
    opening = f"{texts['apply']} {texts['now']} "
    wide = str.maketrans({sign: f"{sign}\0" for sign in "。："})  # no space follows these
    return {
        **texts,
        "opening": opening.translate(wide).replace("\0 ", "").replace("\0", ""),
        "points": "\n".join(f"  - {point}" for point in points),
    }


def _divided(point: str) -> tuple[str, str]:
    head, _, text = point.partition("|")
    return head, text
