"""A name in, a Style with all that it inherits out, and its Terms in a language."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from cvrender.errors import InputError, Problem, nearest
from cvrender.library.places import MOST_PARENTS, find, names, places, read
from cvrender.library.strangers import wrong_data, wrong_files
from cvrender.library.views import NamedView
from cvrender.load import Path_, Place, Source, load
from cvrender.model.fields import Node
from cvrender.model.profile import Choice, Profile
from cvrender.model.style import EntryPattern, Option, Style, StyleFile, Terms
from cvrender.validate import problems_of

_N = TypeVar("_N", bound=Node)


def find_style(name: str, more: Sequence[Path] = ()) -> Style:
    """A style by name, with all that it inherits. Raises InputError when there is none, or it has errors.

    Those of the folders `more` are not trusted: they may extend any, and be extended only by each other.
    """
    return _style(name, (), more)


def _style(name: str, children: tuple[str, ...], more: Sequence[Path]) -> Style:
    path = find("styles", name, more)
    trusted = path.parents[1] in places("styles")
    if not trusted and (problems := wrong_files(path.parent)):
        raise InputError(problems)
    source, file = read(path, StyleFile)
    children, more = (*children, name), () if trusted else more
    if file.extends in children:
        raise InputError([source.problem(("extends",), f'"{file.extends}" is this style\'s own child')])
    if not file.extends and trusted:
        return _inherit(name, path, source, file, Style("", "", {}, {}, {}, {}, file.latex, file.fit, ()))
    if not file.extends:
        raise InputError([source.problem((), "a style that is not trusted extends another one", 'such as "extends: plain"')])
    if file.extends not in names("styles", more):
        hint = f"there are: {', '.join(names('styles', more))}"
        raise InputError([source.problem(("extends",), f'there is no style "{file.extends}"', hint)])
    if len(children) > MOST_PARENTS:
        raise InputError([source.problem(("extends",), f"is parent number {len(children)}; {MOST_PARENTS} are the most")])
    parent = _style(file.extends, children, more)
    if not trusted and (problems := wrong_data(source, file, parent)):
        raise InputError(problems)
    made = _inherit(name, path, source, file, parent)
    return made if trusted else replace(made, templates=parent.templates)


def _inherit(name: str, path: Path, source: Source, file: StyleFile, parent: Style) -> Style:
    for key, option in file.options.items():
        if key in parent.options and option.type != parent.options[key].type:  # templates rely on what its values look like
            raise InputError([source.problem(("options", key, "type"), f"is {parent.options[key].type} in {parent.name}")])
    options = {**parent.options, **file.options}
    values = {**parent.values, **{key: option.default for key, option in file.options.items()}}
    values |= read_options(file.defaults, options, source, ("defaults",))
    entries = {**parent.entries}
    for kind, pattern in file.entries.items():
        if parent.entries and kind not in parent.entries:
            raise InputError([source.problem(("entries", kind), "unknown kind of entry", nearest(kind, entries), at_key=True)])
        entries[kind] = _merge(entries.get(kind, EntryPattern()), pattern)
    latex = _merge(parent.latex, file.latex)
    groups = {**parent.groups, **file.groups}
    fit = _merge(parent.fit, file.fit)
    read_options({key: getattr(file.fit, key) for key in file.fit.model_fields_set}, options, source, ("fit",))
    positions = {**parent.places, **_places(file, source)}
    folders, templates = (path.parent, *parent.folders), (path.parent, *parent.templates)
    return Style(name, file.about, options, values, groups, entries, latex, fit, folders, templates, positions)


def _places(file: StyleFile, source: Source) -> dict[str, Place]:
    """Where each pattern of the file stands, for messages about it."""
    found: dict[str, Place] = {}
    for kind, pattern in file.entries.items():
        for key in pattern.model_fields_set:
            value, path = getattr(pattern, key), ("entries", kind, key)
            texts = [(value, path)] if isinstance(value, str) else [(text, (*path, index)) for index, text in enumerate(value)]
            found |= {text: source.values[place] for text, place in texts if place in source.values}
    return found


def _merge(parent: _N, child: _N) -> _N:
    return parent.model_copy(update={key: getattr(child, key) for key in child.model_fields_set})


def read_options(given: dict[str, Any], options: dict[str, Option], source: Source, path: Path_) -> dict[str, str | bool]:
    """Values for a style's options, checked. Raises InputError with every one that is unknown or does not fit."""
    problems, values = [], {}
    for key, value in given.items():
        if key not in options:
            problems.append(source.problem((*path, key), "unknown option", nearest(key, options), at_key=True))
            continue
        try:
            values[key] = options[key].read(value)
        except ValueError as error:
            problems.append(source.problem((*path, key), str(error)))
    if problems:
        raise InputError(problems)
    return values


def with_options(style: Style, given: dict[str, Any], source: Source, path: Path_) -> Style:
    """The style with other values for its options. Raises InputError as `read_options` does."""
    return replace(style, values={**style.values, **read_options(given, style.options, source, path)})


def chosen_style(
    profile: Profile,
    source: Source,
    named: NamedView,
    name: str | None,
    options: Mapping[str, str],
    more: Sequence[Path] = (),
) -> Style:
    """The style that was asked for, else the view's, else the profile's. Options of these two hold for their own style only."""
    writer = named.writer("style")
    own: tuple[Choice | None, Source, Path_] = (profile.style, source, ("style",))
    views: tuple[Choice | None, Source, Path_] = (named.view.style, writer.source, (*writer.path, "style"))
    choices = [own, views]
    for choice, written, path in choices:
        if choice and choice.name not in names("styles", more):
            hint = nearest(choice.name, names("styles", more))
            raise InputError([written.problem((*path, "name"), f'there is no style "{choice.name}"', hint)])
    style = find_style(name or next((choice.name for choice, _, _ in reversed(choices) if choice), "classic"), more)
    for choice, written, path in choices:
        if choice and choice.name == style.name:
            style = with_options(style, choice.options, written, (*path, "options"))
    return with_options(style, dict(options), Source("--set", {}, {}, {}), ())


@lru_cache(maxsize=16)
def _terms(paths: tuple[Path, ...], stamps: tuple[tuple[str, int], ...]) -> Terms:
    """The words of the first file, and over them what each further file says otherwise; `stamps` tell when one changed."""
    words: dict[str, Any] = {}
    for path in paths:
        source = load(path)
        for key, value in source.data.items():
            old = words.get(key)
            words[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
        try:
            terms = Terms.model_validate(words)
        except ValidationError as error:
            raise InputError(problems_of(error, source, Terms)) from None
    return terms


def find_terms(style: Style, language: str) -> Terms:
    """The style's words in a language, its own over its parents' and a region's over the language's.

    Raises InputError when the style does not speak it.
    """
    tags = dict.fromkeys((language.partition("-")[0], language))
    paths = [folder / f"terms/{tag}.yaml" for tag in tags for folder in reversed(style.folders)]
    found = tuple(path for path in paths if path.is_file())
    if found:
        return _terms(found, tuple((str(path.absolute()), path.stat().st_mtime_ns) for path in found))
    known = sorted({path.stem for folder in style.folders for path in folder.glob("terms/*.yaml")})
    message = f'the style "{style.name}" has no words for the language "{language}"'
    raise InputError([Problem(message, hint=f"it speaks: {', '.join(known)}")])
