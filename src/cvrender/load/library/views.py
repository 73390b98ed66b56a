"""Find a view and everything it inherits: first in the profile, then in the library, then among the contracts.

A view may extend the next one of the same name: a profile's `full` extends the library's `full`.
"""

from collections.abc import Mapping
from typing import Any

from cvrender.errors import InputError, Problem, Severity, first_problems, nearest
from cvrender.load.library.search_path import BUILT_IN, MOST_PARENTS, Library, read
from cvrender.load.library.section_rules import check_sections, models_of
from cvrender.load.reader import Source
from cvrender.load.validate import as_model
from cvrender.model.base import fields_of
from cvrender.model.convert import DataPath
from cvrender.model.expressions import expression
from cvrender.model.kinds import filter_fields
from cvrender.model.profile import Profile
from cvrender.model.section_order import requests
from cvrender.model.value import Value, field, replace
from cvrender.model.view import SectionRequest, View

_NAME = expression(r"[^\W_][\w.-]*")


class NamedView(Value, frozen=True):
    """A view with everything it inherits. `source` and `path` are its location; `own` views are part of a profile.

    `inherited` maps each inherited key to the view that sets it; `parents` are the views it extends, nearest first.
    `customs` are the kinds of the profile's custom sections by id; those of narratives are empty.
    """

    name: str
    view: View
    source: Source
    path: DataPath = ()
    own: bool = False
    inherited: Mapping[str, "NamedView"] = field(default_factory=dict)
    parents: tuple["NamedView", ...] = ()
    customs: Mapping[str, str] = field(default_factory=dict)

    def writer(self, key: str) -> "NamedView":
        """Return the view that sets a key: this one, or the one it is inherited from."""
        return self.inherited.get(key, self)

    @property
    def sources(self) -> list[Source]:
        """The sources of the view and of its parents."""
        return [view.source for view in (self, *self.parents)]

    @property
    def files(self) -> list[str]:
        """The files it was read from, including those of its parents."""
        return list(dict.fromkeys(source.file for source in self.sources))

    @property
    def own_keys(self) -> list[str]:
        """The keys that the view itself sets."""
        data = self.source.data
        for key in self.path:
            data = data[key]
        return [field.name for key, field in fields_of(View).items() if data.get(key) is not None]

    @property
    def requests(self) -> list[tuple[int, SectionRequest]]:
        """The requested sections, each with its index in the view's `sections`."""
        return requests(self.view)

    def filter_fields(self, collection: str) -> frozenset[str]:
        """Return the names that `where` and `sort` know for a section."""
        return filter_fields(*models_of(collection, self.customs))

    def problem(self, path: DataPath, message: str, hint: str = "", *, code: str, severity: Severity = "error") -> Problem:
        """Return a Problem at a path within the view, or within the view that the key is inherited from."""
        view = self.writer(str(path[0])) if path else self
        return view.source.problem((*view.path, *path), message, hint, severity=severity, code=code)


def view_names(profile: Profile | None = None, library: Library = BUILT_IN) -> list[str]:
    """Return the names of all views, those of the library and the profile's own."""
    return sorted({*library.names("views"), *(profile.views if profile else ())})


def find_view(name: str, profile: Profile | None = None, source: Source | None = None, library: Library = BUILT_IN) -> NamedView:
    """Find a view by name; `source` is the profile's file. Raises InputError if there is none or it has errors."""
    named = _Finder(profile, source, library).find(name)
    faults = first_problems(check_sections(named.view, named.customs))
    if problems := [named.problem(fault.path, fault.message, fault.hint, code=fault.code) for fault in faults]:
        raise InputError(problems)
    if named.view.sections is None:
        raise InputError([named.problem((), "view has no sections", "list some, or extend another view", code="missing-key")])
    return named


class _Finder:
    """Finds views of a profile and a library, or of a library only."""

    def __init__(self, profile: Profile | None, source: Source | None, library: Library) -> None:
        self.library = library
        self.profile = profile
        self.views: dict[str, Any] = profile.views if profile and source else {}
        self.source = source
        self.customs = _customs(profile) if profile else {}

    @property
    def known(self) -> list[str]:
        return view_names(self.profile, self.library)

    def find(self, name: str) -> NamedView:
        named = self._read(name, 0)
        if named is None:
            raise InputError([Problem(f'view "{name}" not found', hint=nearest(name, self.known), code="unknown-view")])
        return replace(self._inherit(named, ((name, 0),)), customs=self.customs)

    def _read(self, name: str, layer: int) -> NamedView | None:
        """Read the view of that name in the first place (`layer` 0) that has one, or in the second, and so on."""
        if self.source and name in self.views:
            if layer == 0:
                return _own(name, self.source)
            layer -= 1
        files = self.library.find_all("views", name)
        if layer < len(files):
            source, view = read(files[layer], View)
            return NamedView(name, view, source)
        return self._of_contract(name) if layer == len(files) else None

    def _of_contract(self, name: str) -> NamedView | None:
        """Return the view of the contract of that name; the narratives that the profile lacks are empty."""
        from cvrender.load.library.contracts import contract_names, find_contract

        if name not in contract_names(self.library):
            return None
        named = find_contract(name, self.library)
        self.customs = {**dict.fromkeys(named.contract.narratives, ""), **self.customs}
        about = named.contract.view.about or named.contract.title
        return NamedView(name, replace(named.contract.view, about=about), named.source, ("view",))

    def _inherit(self, named: NamedView, children: tuple[tuple[str, int], ...]) -> NamedView:
        """Add what a view inherits: it sets only what differs from its parent, and its `sections` replace the parent's."""
        name = named.view.extends
        if not name:
            return named
        layer = (name, children[-1][1] + 1 if name == named.name else 0)
        if layer in children:
            raise InputError(
                [named.problem(("extends",), f'circular inheritance: "{name}" extends this view', code="bad-extends")]
            )
        if len(children) > MOST_PARENTS:
            raise InputError([named.problem(("extends",), f"inheritance exceeds {MOST_PARENTS} levels", code="bad-extends")])
        parent = self._read(*layer)
        if parent is None:
            if name == named.name:
                raise InputError([named.problem(("extends",), f'no other view "{name}" to extend', code="unknown-view")])
            raise InputError(
                [named.problem(("extends",), f'view "{name}" not found', nearest(name, self.known), code="unknown-view")]
            )
        parent = self._inherit(parent, (*children, layer))
        own = {key: getattr(named.view, key) for key in named.own_keys}
        inherited = {key: parent.writer(key) for key in (*parent.own_keys, *parent.inherited) if key not in own}
        view = replace(parent.view, **own)
        return replace(named, view=view, inherited=inherited, parents=(parent, *parent.parents))


def _customs(profile: Profile) -> dict[str, str]:
    """Return the kinds of the profile's custom sections by id; narratives, which have no entries, have an empty kind."""
    sections = {section.id: section.kind for section in profile.custom if section.id}
    return {**dict.fromkeys(profile.narratives, ""), **sections}


def _own(name: str, source: Source) -> NamedView:
    """Return a view of a profile."""
    path: DataPath = ("views", name)
    if not _NAME.fullmatch(name):
        raise InputError(
            [source.problem(path, "not a valid view name", 'use letters, digits, "-", "_" and "."', at_key=True, code="bad-name")]
        )
    return NamedView(name, as_model(source, View, path), source, path, own=True)
