"""Find a view with all that it inherits: a profile's own first, then those of the library.

A view may extend the next one of its own name: a profile's `full` the library's `full`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cvrender.errors import InputError, Problem, Severity, nearest
from cvrender.library.search_path import BUILT_IN, MOST_PARENTS, Library, read
from cvrender.library.section_rules import wrong
from cvrender.load.reader import Source
from cvrender.model.base import fields_of
from cvrender.model.base import replace as changed
from cvrender.model.convert import DataPath
from cvrender.model.profile import Profile
from cvrender.model.view import SectionRequest, View, requests
from cvrender.validate import as_model

_NAME = re.compile(r"[^\W_][\w.-]*")


@dataclass(frozen=True)
class NamedView:
    """A view with all that it inherits. `source` and `path` say where it was written; `own` ones stand in a profile.

    `written` holds for each key that is inherited the view that says it; `parents` are the views that it extends, nearest first.
    """

    name: str
    view: View
    source: Source
    path: DataPath = ()
    own: bool = False
    written: Mapping[str, "NamedView"] = field(default_factory=dict)
    parents: tuple["NamedView", ...] = ()

    def writer(self, key: str) -> "NamedView":
        """The view in which that key is written: this one, or the one it was inherited from."""
        return self.written.get(key, self)

    @property
    def files(self) -> list[str]:
        """The files that it was read from: its own, and those of the views that it extends."""
        return list(dict.fromkeys(view.source.file for view in (self, *self.parents)))

    @property
    def given(self) -> list[str]:
        """The keys that the view sets itself."""
        data = self.source.data
        for key in self.path:
            data = data[key]
        return [field.name for key, field in fields_of(View).items() if data.get(key) is not None]

    @property
    def requests(self) -> list[tuple[int, SectionRequest]]:
        """What each section asks for, with its place in the view's `sections`."""
        return requests(self.view)

    def problem(self, path: DataPath, message: str, hint: str = "", *, severity: Severity = "error") -> Problem:
        """A Problem at a place within the view, or within the view that this part was inherited from."""
        at = self.writer(str(path[0])) if path else self
        return at.source.problem((*at.path, *path), message, hint, severity=severity)


def view_names(profile: Profile | None = None, library: Library = BUILT_IN) -> list[str]:
    """The views that can be asked for: those of the library, and the profile's own."""
    return sorted({*library.names("views"), *(profile.views if profile else ())})


def find_view(name: str, profile: Profile | None = None, source: Source | None = None, library: Library = BUILT_IN) -> NamedView:
    """A view by name. Raises InputError when there is none, or it has errors; `source` is the profile's file."""
    named = _Finder(profile, source, library).find(name)
    problems = []
    for index, request in named.requests:
        for path, message, hint in wrong(request):
            problems.append(named.problem(("sections", index, *path), message, hint))
    if problems:
        raise InputError(problems)
    if named.view.sections is None:
        raise InputError([named.problem((), "has no sections", "list them, or extend a view that does")])
    return named


class _Finder:
    """Looks for views of one profile, or for those of the library only."""

    def __init__(self, profile: Profile | None, source: Source | None, library: Library) -> None:
        self.library = library
        self.views: dict[str, Any] = profile.views if profile and source else {}
        self.source = source
        self.known = view_names(profile, library)

    def find(self, name: str) -> NamedView:
        named = self._written(name, 0)
        if named is None:
            raise InputError([Problem(f'there is no view "{name}"', hint=nearest(name, self.known))])
        return self._whole(named, ((name, 0),))

    def _written(self, name: str, layer: int) -> NamedView | None:
        """The view as it is written in the first place that has one of that name, or in the second, or in the third."""
        if self.source and name in self.views:
            if layer == 0:
                return _own(name, self.views[name], self.source)
            layer -= 1
        files = self.library.every("views", name)
        if layer >= len(files):
            return None
        source, view = read(files[layer], View)
        return NamedView(name, view, source)

    def _whole(self, named: NamedView, children: tuple[tuple[str, int], ...]) -> NamedView:
        """A child says only what differs; its sections, where it has some, stand instead of its parent's."""
        name = named.view.extends
        if not name:
            return named
        place = (name, children[-1][1] + 1 if name == named.name else 0)
        if place in children:
            raise InputError([named.problem(("extends",), f'"{name}" extends this view itself')])
        if len(children) > MOST_PARENTS:
            raise InputError([named.problem(("extends",), f"is parent number {len(children)}; {MOST_PARENTS} are the most")])
        parent = self._written(*place)
        if parent is None:
            if name == named.name:
                raise InputError([named.problem(("extends",), f'there is no other view "{name}" that this one could extend')])
            raise InputError([named.problem(("extends",), f'there is no view "{name}"', nearest(name, self.known))])
        parent = self._whole(parent, (*children, place))
        says = {key: getattr(named.view, key) for key in named.given}
        written = {key: parent.writer(key) for key in (*parent.given, *parent.written) if key not in says}
        view = changed(parent.view, **says)
        return replace(named, view=view, written=written, parents=(parent, *parent.parents))


def _own(name: str, data: Any, source: Source) -> NamedView:
    """A view that stands in a profile."""
    path: DataPath = ("views", name)
    if not _NAME.fullmatch(name):
        hint = 'files are called after it: write it with letters, digits, "-", "_" and "."'
        raise InputError([source.problem(path, "is no name for a view", hint, at_key=True)])
    return NamedView(name, as_model(source, View, path), source, path, own=True)
