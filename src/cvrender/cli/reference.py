"""Write docs/profile.md: every key of a profile, a view, a style's terms and `fit`, and what the built-in views show."""

from collections.abc import Iterator, Sequence
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from cvrender.load.library import BUILT_IN, find_view
from cvrender.model import counts, style, terms, view, view_parts
from cvrender.model.annotations import Reads, about, within
from cvrender.model.base import Model, fields_of
from cvrender.model.bibliography import Bibliography
from cvrender.model.colleagues import Colleague
from cvrender.model.kinds import KINDS, CustomSection, Entry, Role
from cvrender.model.kinds.base import description
from cvrender.model.profile import Owner, Profile

_VIEW_PARTS = (view_parts.ColumnRequest, view_parts.TableColumn, view_parts.SignatureLine)
_INTRODUCTION = """# Profiles

A profile is a YAML mapping. Every key except `person` is optional; keys that begin with `x-` are ignored, for your own use. Where
one key of a mapping is enough, you can write a text instead, as the tables say: `awards: [Order of the Bracket]`.

- A *date* is `2016`, `2016-10` or `2016-10-03`, `Spring 2023` (or `2023-21`), `ca. 1998` (or `1998~`), an academic year
  (`2023/24`), or a semester such as `WiSe 2022/23`, `SoSe 2023`, `HS 2022`, `Michaelmas 2022` or `2023年度前期`;
  a *range* is `2016/2018`, or `2018/` up to the present. Dates keep their precision.
- *Inline Markdown* is `**bold**`, `*italics*`, `` `code` ``, `[text](https://example.org)`, `<https://example.org>` and maths
  such as `$O(n^2)$`. In texts of several lines, summaries and bullets a line ends after a backslash or two spaces at its end.
- A text *per language* is `{en: …, zh: …}`.
- The time of an entry is `date`, or `start` and `end`. An `end` alone is the date when it was done, a `start` alone is shown
  as it is; what lasts says `end: present`.
- After a blank, `#` begins a comment: put a text such as `"Team #2"` in quotes.
- `publications` is a list, or names a bibliography that is read each time (see [import.md](import.md#a-live-bibliography)).
- Entries and contacts with `private: true`, or with a `privacy` level, are hidden from public views (see [views.md](views.md)).

This page is the output of `cvrender schema --markdown`. Editors read the same from `cvrender schema`."""

_VIEWS = """
## Views

A view says what is shown of a profile: a file `views/NAME.yaml`, or a key of `views` in the profile ([views.md](views.md))."""

_STYLES = """
## Styles

[styles.md](styles.md) explains style.yaml. Two parts of it are listed here."""


def reference() -> Iterator[str]:
    """Yield the lines of the page."""
    yield _INTRODUCTION
    yield from _keys("The profile", Profile)
    yield from _keys("`person`", Owner)
    yield from _keys("`people`", Colleague)
    yield from _keys("Every entry", Entry)
    for collection, kind in KINDS.items():
        if collection == "custom":
            yield from _keys("`custom`", CustomSection)
            yield from _keys("An entry of a custom section", kind.model, without=Entry)
            continue
        yield from _keys(f"`{collection}`", kind.model, without=Entry)
        if collection == "positions":
            yield from _keys("`roles`", Role, without=Entry)
        if collection == "publications":
            yield from _keys("`publications` from a bibliography", Bibliography)
    described: tuple[type[Model], ...] = (Profile, Owner, Entry, CustomSection, Role, *(kind.model for kind in KINDS.values()))
    for part in _parts_of(described):
        yield from _keys(part.__name__, part)
    yield _VIEWS
    yield from _keys("A view", view.View)
    yield from _keys("A section of a view", view.SectionRequest)
    for part in (view.BulletRequest, view.AuthorLimit, *_VIEW_PARTS, counts.CountRequest):
        yield from _keys(part.__name__, part)
    yield from _built_in_views()
    yield _STYLES
    yield from _keys("`fit`", style.FitBounds)
    yield from _keys("Terms", terms.Terms)
    for part in (terms.Punctuation, terms.Label, terms.Mark, terms.LetterWords):
        yield from _keys(part.__name__, part)


def _parts_of(models: Sequence[type[Model]]) -> list[type[Model]]:
    """Return the models of parts of these models, and of their parts, in the order in which they are first used."""
    queue, parts = [*models], list[type[Model]]()
    for model in queue:
        for field in fields_of(model).values():
            for part in within(field.type):
                if isinstance(part, type) and issubclass(part, Model) and part not in queue:
                    queue.append(part)
                    parts.append(part)
    return parts


def _built_in_views() -> Iterator[str]:
    """Yield a table of the built-in views and what they show."""
    yield "\n## The built-in views\n\n| view | what it is | sections |\n|---|---|---|"
    for name in BUILT_IN.names("views"):
        named = find_view(name)
        shown = dict.fromkeys(request.collection for _, request in named.requests)
        yield f"| `{name}` | {named.view.about} | {', '.join(f'`{collection}`' for collection in shown)} |"


def _keys(title: str, model: type[Model], without: type[Model] | None = None) -> Iterator[str]:
    inherited, escaped = fields_of(without) if without else {}, r"\|"
    yield f"\n## {title}\n\n{description(model)}\n\n| key | takes | meaning | example |\n|---|---|---|---|"
    for key, field in fields_of(model).items():
        if key not in inherited:
            described = about(field.type)
            text, example = (described.text, f"`{key}: {described.yaml}`") if described else ("", "")
            cells = (f"`{key}`", _takes(field.type) + " (required)" * field.required, text, example)
            yield f"| {' | '.join(cell.replace('|', escaped) for cell in cells)} |"


def _takes(annotation: Any) -> str:
    """Describe the values of a field."""
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
