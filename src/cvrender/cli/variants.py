"""Run `cvrender variants`."""

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cvrender.cli.arguments import complete, library_of, profile_path, profiles
from cvrender.cli.common import PATH, json_option, print_json, style_path_option, writing
from cvrender.cli.formats import Command

if TYPE_CHECKING:
    from cvrender.load.reader import Source

_SIGNS = {"kept": "+", "without": "-", "private": "p", "dropped": "."}
_MEANING = "+ shown, - left out by name, p withheld by privacy, . not chosen, * reworded by an overlay"


@click.command("variants", cls=Command)
@click.argument("profile", shell_complete=complete(profiles, files=True))
@click.option("--view", "views", multiple=True, help="A view (default: the views of the profile, or those that are built in).")
@click.option("--with", "overlays", multiple=True, type=PATH, help="An overlay; the table has a column for each view with it.")
@click.option("--write", is_flag=True, help="Write into the overlays what they replace (was:), and check says when that changes.")
@click.option("--html", type=click.Path(path_type=Path), help="Write the table as a web page to this file.")
@style_path_option
@json_option
def command(profile: str, views: tuple[str, ...], overlays: tuple[Path, ...], html: Path | None, **shared: Any) -> None:
    """Show what each view does with each entry: shown, left out, withheld by privacy, reworded by an overlay."""
    from cvrender.merge.profile import load_profile
    from cvrender.run.edit.views import view_table

    path, library = profile_path(profile), library_of(shared["style_path"])
    loaded = load_profile(path)
    if shared["write"]:
        _remember(loaded.source, overlays)
        return
    for name in set(views) - set(loaded.profile.views):
        library.find("views", name)  # or it is named in an error
    chosen = views or tuple(loaded.profile.views) or tuple(library.names("views"))
    table = [column for column in view_table(path, library, overlays) if column["name"] in chosen]
    if shared["as_json"]:
        print_json(table)
        return
    rows = _rows(loaded.profile, table)
    if html:
        with writing(html):
            html.write_text(_page([_heading(column) for column in table], rows), "utf-8")
        click.echo(str(html))
        return
    for number, column in enumerate(table, 1):
        click.echo(f"{number:>3}  {_heading(column)}{'  cannot be told: ' + column['problem'] if column['problem'] else ''}")
    click.echo("".join(f"{number:>3}" for number in range(1, len(table) + 1)) + f"  {_MEANING}")
    for signs, label in rows:
        click.echo("".join(f"{sign:>3}" for sign in signs) + f"  {label}")
    for column in table:
        for change in column["reworded"]:
            since = f" (changed since: was {change['was']!r})" if change["was"] not in (None, change["old"]) else ""
            click.echo(f"{_heading(column)}: {change['path']}: {change['old']!r} → {change['new']!r}{since}")


def _remember(source: "Source", overlays: tuple[Path, ...]) -> None:
    """Write into overlays, which are applied one after the other, what they replace."""
    from cvrender.cli.changed_files import replace_file
    from cvrender.load.merge import load_overlay, replaced_by
    from cvrender.load.remembered import remembering

    if not overlays:
        raise click.UsageError("--write requires --with")
    for path in overlays:
        overlay = load_overlay(path)
        changed, replaced = replaced_by(source, overlay)
        text = path.read_bytes().decode("utf-8-sig")
        new = remembering(overlay, text, replaced)
        if new != text:
            replace_file(path, new)
        click.echo(f"{path}: {'remembers what it replaces' if new != text else 'nothing to change'}")
        source = changed


def _heading(column: dict[str, Any]) -> str:
    return f"{column['name']} with {column['overlay']}" if column["overlay"] else str(column["name"])


def _rows(profile: Any, table: list[dict[str, Any]]) -> list[tuple[list[str], str]]:
    """Return a row for each entry: the sign of each column, and what the entry is called."""
    from cvrender.compose.variants import entries_of
    from cvrender.errors import cut
    from cvrender.merge.labels import NAMING

    rows = []
    for path, item in entries_of(profile):
        names = [item] if isinstance(item, str) else [getattr(item, key, "") for key in ("title", "name", *NAMING)]
        label = f"{path}: {cut(next((str(name) for name in names if name), ''), 60)}".rstrip(": ")
        rows.append(([_sign(column, path) for column in table], label))
    return rows


def _sign(column: dict[str, Any], path: str) -> str:
    fate = column["entries"].get(path)
    is_reworded = any(change["path"] == path or change["path"].startswith(f"{path}.") for change in column["reworded"])
    return "*" if is_reworded and fate == "kept" else _SIGNS.get(str(fate), "?")


def _page(headings: list[str], rows: list[tuple[list[str], str]]) -> str:
    """Return the table as a page of its own."""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    lines = [
        f'<tr><th scope="row">{escape(label)}</th>{"".join(f"<td>{escape(sign)}</td>" for sign in signs)}</tr>'
        for signs, label in rows
    ]
    style = "body{font:15px/1.5 sans-serif;margin:2em}td{text-align:center}th{text-align:left}tbody th{font-weight:400}"
    meta = f'<meta charset="utf-8"><title>Variants</title><style>{style}</style>'
    heads = f'<thead><tr><th scope="col">Entry</th>{head}</tr></thead>'
    table = f"<table><caption>{escape(_MEANING)}</caption>{heads}\n<tbody>\n{chr(10).join(lines)}\n</tbody></table>"
    return f'<!DOCTYPE html>\n<html lang="en"><head>{meta}</head><body>\n{table}\n</body></html>\n'
