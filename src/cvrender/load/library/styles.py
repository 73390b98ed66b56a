"""Find a style with all that it inherits."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from cvrender.errors import InputError, Problem, nearest
from cvrender.load.library.search_path import BUILT_IN, MOST_PARENTS, Library, read
from cvrender.load.library.views import NamedView
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.base import Model, fields_of
from cvrender.model.convert import DataPath
from cvrender.model.head_and_foot import Placeholder, parse_line
from cvrender.model.kinds import PATTERNS, SECTIONS
from cvrender.model.look import INK, QUIET, Color, Look
from cvrender.model.look_options import with_density
from cvrender.model.page import LINES, PAPER, PageSetup, page_options, sides
from cvrender.model.palettes import colors_of
from cvrender.model.parts import PARTS
from cvrender.model.profile import Choice, Profile
from cvrender.model.style import FitBounds, LatexSettings, Option, Style, StyleFile, millimetres
from cvrender.model.value import replace

DEFAULT_STYLE = "classic"
_POINTS = 72.27 / 25.4  # of a millimetre
_NARROW = 0.38  # of the text size: the width of a character in a foot of narrow letters
_M = TypeVar("_M", bound=Model)

Writers = dict[str, tuple[Source, DataPath]]
"""Who set an option last, and where."""


def find_style(name: str, library: Library = BUILT_IN, children: tuple[str, ...] = ()) -> Style:
    """Find a style by name, with all that it inherits. Raises InputError if there is none, or it has errors.

    Untrusted styles may extend any style, and be extended only by each other. `children` are the styles that extend this one.
    """
    path = library.find("styles", name)
    trusted = library.trusts(path)
    if not trusted:
        from cvrender.load.library.untrusted import wrong_data, wrong_files

        if problems := wrong_files(path.parent):
            raise InputError(problems)
    source, file = read(path, StyleFile)
    children, library = (*children, name), Library(library.folders) if trusted else library
    if file.extends in children:
        raise InputError([source.problem(("extends",), f'"{file.extends}" is this style\'s own child', code="bad-extends")])
    if not file.extends and trusted:
        return _inherit(name, path, source, file, _ROOT)
    if not file.extends:
        raise InputError(
            [
                source.problem(
                    (), "a style that is not trusted extends another one", 'such as "extends: plain"', code="untrusted-style"
                )
            ]
        )
    if not library.find_all("styles", file.extends):
        hint = f"available: {', '.join(library.names('styles'))}"
        raise InputError([source.problem(("extends",), f'there is no style "{file.extends}"', hint, code="unknown-style")])
    if len(children) > MOST_PARENTS:
        raise InputError(
            [source.problem(("extends",), f"is parent number {len(children)}; {MOST_PARENTS} are the most", code="bad-extends")]
        )
    parent = find_style(file.extends, library, children)
    if not trusted and (problems := wrong_data(source, file, parent)):
        raise InputError(problems)
    style = _inherit(name, path, source, file, parent)
    style = style if len(children) > 1 else _with_own_family(style)
    return style if trusted else replace(style, templates=parent.templates)


def _with_own_family(style: Style) -> Style:
    """Return the style with the installed family that it names itself, if there is one."""
    if "font" not in style.options or style.font in style.options["font"].known:
        return style
    from cvrender.fonts.installed import find_family

    return replace(style, installed=find_family(style.font, style.folders[0]))


_ROOT = Style("", "", {}, {}, Look(), {}, dict(PATTERNS), LatexSettings(), FitBounds(), (), parts=PARTS)
"""What a style without a parent begins with: the default pattern of each kind of entry."""


def _inherit(name: str, path: Path, source: Source, file: StyleFile, parent: Style) -> Style:
    for key, option in file.options.items():
        if key in parent.options and option.type != parent.options[key].type:  # templates rely on what its values look like
            raise InputError(
                [source.problem(("options", key, "type"), f"is {parent.options[key].type} in {parent.name}", code="bad-type")]
            )
    options = {**parent.options, **file.options}
    values = {**parent.values, **{key: option.default for key, option in file.options.items()}}
    given = read_options(file.defaults, options, source, ("defaults",))
    values |= given | with_density(given, parent.values)
    look = _look(parent.own_look, file.look, source, options)
    entries = {**parent.entries}
    for kind, pattern in file.entries.items():
        if kind not in entries:
            raise InputError(
                [
                    source.problem(
                        ("entries", kind), "unknown kind of entry", nearest(kind, entries), at_key=True, code="unknown-kind"
                    )
                ]
            )
        entries[kind] = _over(entries[kind], pattern, source.data["entries"][kind])
    latex = _over(parent.latex, file.latex, source.data.get("latex"))
    fit = _over(parent.fit, file.fit, source.data.get("fit"))
    bounds = {key: getattr(file.fit, key) for key in _given(file.fit, source.data.get("fit")) if key in options}
    read_options(bounds, options, source, ("fit",))
    groups, parts = {**parent.groups, **file.groups}, {**parent.parts, **file.parts}
    locations = {**parent.locations, **_locations(file, source)}
    folders, templates = (path.parent, *parent.folders), (path.parent, *parent.templates)
    own = Style(name, file.about, options, values, look, groups, entries, latex, fit, folders, templates, locations, parts=parts)
    return replace(own, own_letters=file.own_letters or parent.own_letters, fixed=_fixed(file, parent, source))


def _fixed(file: StyleFile, parent: Style, source: Source) -> dict[str, str]:
    """Return the options without effect, with the reason of each. Raises InputError for an unknown one."""
    if unknown := [name for name in file.fixed if name not in parent.options]:
        raise InputError(
            source.problem(("fixed", name), "unknown option", nearest(name, parent.options), at_key=True, code="unknown-option")
            for name in unknown
        )
    return {**parent.fixed, **file.fixed}


def _look(parent: Look, child: Look, source: Source, options: dict[str, Option]) -> Look:
    """The parent's look with what the child's says, key by key. Raises InputError for an unknown colour."""
    data = source.data.get("look")
    said = {part: _given(getattr(child, part), data[part]) for part in _given(child, data)}
    known = (INK, QUIET, *(name for name, option in options.items() if option.type == "color"))
    values = {("look", part, key): getattr(getattr(child, part), key) for part, keys in said.items() for key in keys}
    wrong = {path: value.name for path, value in values.items() if isinstance(value, Color) and value.name not in known}
    if wrong:
        raise InputError(
            source.problem(path, f'there is no colour "{name}"', nearest(name, known), code="unknown-color")
            for path, name in wrong.items()
        )
    return replace(parent, **{part: _over(getattr(parent, part), getattr(child, part), data[part]) for part in said})


def _locations(file: StyleFile, source: Source) -> dict[str, Callable[[], Location]]:
    """Return what finds the location of each pattern of the file, for messages about it."""
    places: dict[str, Callable[[], Location]] = {
        text: partial(source.location, ("parts", name)) for name, text in file.parts.items()
    }
    for kind, pattern in file.entries.items():
        for key in _given(pattern, source.data["entries"][kind]):
            value, path = getattr(pattern, key), ("entries", kind, key)
            texts = [(value, path)] if isinstance(value, str) else [(text, (*path, index)) for index, text in enumerate(value)]
            places |= {text: partial(source.location, place) for text, place in texts}
    return places


def _given(node: Model, data: Any) -> list[str]:
    """The attributes of a model that its data set."""
    return [field.name for key, field in fields_of(type(node)).items() if data and data.get(key) is not None]


def _over(parent: _M, child: _M, data: Any) -> _M:
    """The parent with what the child's data set."""
    return replace(parent, **{name: getattr(child, name) for name in _given(child, data)})


def read_options(
    given: Mapping[str, Any], options: Mapping[str, Option], source: Source, path: DataPath, keys: Mapping[str, DataPath] = {}
) -> dict[str, str | bool]:
    """Return values for a style's options, checked. Raises InputError with every one that is unknown or not valid.

    `keys` are those below `path` that set an option of another name. A palette also gives the values of its colours.
    """
    problems, values = [], {}
    for name, value in given.items():
        place = (*path, *keys.get(name, (name,)))
        if name not in options:
            problems.append(source.problem(place, "unknown option", nearest(name, options), at_key=True, code="unknown-option"))
            continue
        try:
            values[name] = options[name].read(value)
        except ValueError as error:
            problems.append(source.problem(place, str(error), code="bad-option"))
    if problems:
        raise InputError(problems)
    palettes = [str(value) for name, value in values.items() if options[name].type == "palette"]
    return {**{name: color for palette in palettes for name, color in colors_of(palette).items() if name in options}, **values}


def with_options(
    style: Style, given: Mapping[str, Any], source: Source, path: DataPath, keys: Mapping[str, DataPath] = {}
) -> Style:
    """Return the style with other values for its options. Raises InputError as `read_options` does."""
    values = read_options(given, style.options, source, path, keys)
    if fixed := [name for name in given if name in style.fixed and values[name] != style.values[name]]:
        places = {name: (*path, *keys.get(name, (name,))) for name in fixed}
        raise InputError(
            source.problem(place, f'has no effect in "{style.name}": {style.fixed[name]}', at_key=True, code="fixed-option")
            for name, place in places.items()
        )
    values |= with_density(values, style.values)
    return replace(style, values={**style.values, **values}, chosen=style.chosen | values.keys())


def _with_page(style: Style, page: PageSetup, source: Source, path: DataPath) -> Style:
    """Return the style with the settings of a page. Raises InputError with every setting that is not valid."""
    options = page_options(page, str(style.values["margin"]))
    values = {name: value for name, (value, _) in options.items()}
    return with_options(style, values, source, path, {name: key for name, (_, key) in options.items()})


def choose_style(
    profile: Profile, source: Source, named: NamedView, name: str, given: Source, library: Library = BUILT_IN
) -> Style:
    """The style that was asked for by name, else the view's, else the profile's, else the default one.

    `given` are options that were asked for. Those of the view and the profile are for their own style only; a `page` is for every
    style.
    """
    writer = named.writer("style")
    own: tuple[Choice | None, Source, DataPath] = (profile.style, source, ("style",))
    views: tuple[Choice | None, Source, DataPath] = (named.view.style, writer.source, (*writer.path, "style"))
    choices = [own, views]
    for choice, written, path in choices:
        if choice and not library.find_all("styles", choice.name):
            hint = nearest(choice.name, library.names("styles"))
            raise InputError([written.problem((*path, "name"), f'there is no style "{choice.name}"', hint, code="unknown-style")])
    style = find_style(name or next((choice.name for choice, _, _ in reversed(choices) if choice), DEFAULT_STYLE), library)
    pages: tuple[tuple[PageSetup | None, Source, DataPath], ...] = (
        (profile.page, source, ("page",)),
        (named.view.page, named.writer("page").source, (*named.writer("page").path, "page")),
    )
    writers: Writers = {}
    for (choice, written, path), (page, page_source, page_path) in zip(choices, pages, strict=True):
        if page:
            style = _with_page(style, page, page_source, page_path)
            writers |= {name: (page_source, (*page_path, name)) for name in LINES if getattr(page, name) is not None}
        if choice and choice.name == style.name:
            style = with_options(style, choice.options, written, (*path, "options"))
            writers |= {name: (written, (*path, "options", name)) for name in choice.options}
    writers |= {name: (given, (name,)) for name in given.data}
    style = with_options(style, given.data, given, ())
    _check_lines(style, profile, writers)
    _check_sections(style, profile, writers)
    return _with_family(style, Path(source.file).parent, writers)


def _problem(name: str, style: Style, writers: Writers, message: str, hint: str, *, code: str) -> Problem:
    """Return a Problem at the place that sets an option: in the style itself, unless something changed it."""
    source, path = writers.get(name, (Source(str(style.folders[0] / "style.yaml"), {}, {}, {}), ("defaults", name)))
    return source.problem(path, message, hint, code=code)


def _with_family(style: Style, folder: Path, writers: Writers) -> Style:
    """Return the style with the installed family that its option `font` names, if that is not one of the built-in values.

    `folder` is the profile's. Raises InputError if there is no such family.
    """
    option = style.options.get("font")
    if option is None or style.font in option.known:
        return replace(style, installed=None)
    from cvrender.fonts.installed import find_family, nearest_family

    if family := find_family(style.font, folder):
        return replace(style, installed=family)
    hint = f"use {', '.join(option.known)}, or put its files into the folder fonts next to the profile"
    if near := nearest_family(style.font, (*option.known,), folder):
        hint = f'did you mean "{near}"?'
    raise InputError([_problem("font", style, writers, f'font family "{style.font}" not found', hint, code="unknown-font")])


def _check_lines(style: Style, profile: Profile, writers: Writers) -> None:
    """Raise InputError for a head or foot that shows a date which the profile does not have, or is longer than a line."""
    _, right, _, left = map(millimetres, sides(str(style.values["margin"])))
    points = (PAPER.get(str(style.values["page"]), PAPER["a4"])[0] - left - right) * _POINTS
    problems = []
    for name in LINES:
        line = parse_line(str(style.values[name]))
        if profile.updated is None and Placeholder.UPDATED in line:
            message, hint = "shows {updated}, but the profile has no such date", 'add "updated: 2026-11-30" to it'
            problems.append(_problem(name, style, writers, message, hint, code="missing-key"))
        length = sum(len(part) if isinstance(part, str) else 1 for part in line)
        if length * style.text_size * _NARROW > points:
            message = f"has {length} characters, which do not fit on a line"
            problems.append(_problem(name, style, writers, message, "shorten it", code="bad-option"))
    if problems:
        raise InputError(problems)


def _check_sections(style: Style, profile: Profile, writers: Writers) -> None:
    """Raise InputError for sections in a column at the side that neither the profile nor any other can have."""
    known = (*SECTIONS, *(section.id for section in profile.custom if section.id))
    if unknown := [name for name in style.aside if name not in known]:
        messages = ((f'unknown section "{name}"', nearest(name, known)) for name in unknown)
        raise InputError(_problem("sidebar", style, writers, message, hint, code="unknown-section") for message, hint in messages)
