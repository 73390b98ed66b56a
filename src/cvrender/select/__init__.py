"""Select what a view shows of a profile: sections in the view's order, in one language, without what is withheld."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.library import NamedView
from cvrender.model.base import replace as changed
from cvrender.model.kinds import KINDS, SECTIONS, CustomSection, Interest
from cvrender.model.names import owner_names
from cvrender.model.profile import Profile
from cvrender.model.view import Chosen, ChosenSection, GroupBy, SectionRequest, Selection
from cvrender.select.choose import Chooser
from cvrender.select.group import number, parts
from cvrender.select.prune import without
from cvrender.select.redact import in_language, is_shown, public_profile
from cvrender.select.unknown_names import unknown_names

Warn = Callable[[Problem], None]


def select(profile: Profile, named: NamedView, groups: Mapping[str, GroupBy], warn: Warn = lambda problem: None) -> Selection:
    """Choose what the view shows. `groups` says how collections are parted where the view does not.

    The profile that the Selection carries holds nothing of what is withheld. Raises InputError for tags and entries that a
    profile's own view names and the profile does not have; in a view for many profiles these are warnings, as is a filter
    that matches nothing, or a view that shows nothing.
    """
    _refuse(unknown_names(profile, named), warn)
    selecting = _Selecting(profile, named)
    sections: list[ChosenSection] = []
    for index, request in named.requests:
        made = selecting.sections(request, request.group_by or groups.get(request.collection, "none"))
        if not made and request.filters and getattr(selecting.shown, request.collection):
            warn(named.problem(("sections", index), "chooses nothing from this profile", severity="warning"))
        elif made and request.collection != "custom":
            _warn_of_pinned(request, made[0], index, named, warn)
        sections += [selecting.in_words(section, request) for section in made]
    if not sections and selecting.holds_something():
        warn(named.problem((), "shows nothing of this profile", severity="warning"))
    interests = tuple(str(interest.text) for interest in selecting.shown.of(Interest))
    shown = changed(selecting.shown, **dict.fromkeys(KINDS, ()), views={})
    return Selection(named.name, selecting.language, shown, number(sections), interests)


def _refuse(problems: list[Problem], warn: Warn) -> None:
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise InputError(errors)
    for problem in problems:
        warn(problem)


def _warn_of_pinned(request: SectionRequest, section: ChosenSection, index: int, named: NamedView, warn: Warn) -> None:
    """A pinned entry that the filters leave out, or that is withheld, or stands in an earlier section."""
    there = {chosen.entry.id for part in section.parts for chosen in part.entries}
    for place, identifier in enumerate(request.pinned):
        if identifier not in there:
            message = f'the entry "{identifier}" is pinned, but not among those that the section chooses'
            warn(named.problem(("sections", index, "pinned", place), message, severity="warning"))


class _Selecting:
    """One profile being cut to one view."""

    def __init__(self, profile: Profile, named: NamedView) -> None:
        self.profile = profile
        self.view = named.view
        self.language = named.view.language or profile.language
        self.shown = public_profile(profile, self.language, self.view.privacy)
        self.chooser = Chooser(owner_names(profile.person), self.shown)

    def holds_something(self) -> bool:
        """True when there is anything that sections could be made from."""
        return any(getattr(self.profile, name) for name in SECTIONS)

    def sections(self, request: SectionRequest, group_by: GroupBy) -> list[ChosenSection]:
        """What the request gives: nothing, a section, or a section for each of the person's own."""
        name = request.collection
        value = getattr(self.shown, name)
        if not value:
            return []
        if name == "bio":
            return self._text(request, value)
        if name == "custom":
            return self._custom(request, group_by)
        chosen = self.chooser.choose(self._with_sources(getattr(self.profile, name), value, name), request)
        return [ChosenSection(name, name, parts=parts(chosen, group_by, request.group_titles))] if chosen else []

    def _text(self, request: SectionRequest, value: str) -> list[ChosenSection]:
        """The paragraphs of a text."""
        name = request.collection
        if not self._is_new(name, request):
            return []
        return [ChosenSection(name, name, texts=tuple(value.split("\n\n"))[: request.limit])]

    def _is_new(self, source: str, request: SectionRequest) -> bool:
        """True for what no earlier section shows, or what may be shown again."""
        if source in self.chooser.shown and not request.repeat:
            return False
        self.chooser.shown.add(source)
        return True

    def _with_sources(self, whole: Sequence[Any], shown: Sequence[Any], name: str) -> list[Chosen]:
        """The entries that are shown, each with its place among all of them."""
        places = [index for index, item in enumerate(whole) if is_shown(item, self.view.privacy)]
        return [Chosen(f"{name}[{index}]", entry) for index, entry in zip(places, shown, strict=True)]

    def _custom(self, request: SectionRequest, group_by: GroupBy) -> list[ChosenSection]:
        """The person's own sections; `pinned` names the ones that are wanted, by their ids, in their order."""
        places = [index for index, section in enumerate(self.profile.custom) if is_shown(section, self.view.privacy)]
        found = list(zip(places, self.shown.custom, strict=True))
        if request.pinned:
            found = [pair for identifier in request.pinned for pair in found if pair[1].id == identifier]
        made = (self._custom_section(index, section, request, group_by) for index, section in found)
        return [section for section in made if section.texts or section.parts]

    def _custom_section(self, index: int, section: CustomSection, request: SectionRequest, group_by: GroupBy) -> ChosenSection:
        source = f"custom[{index}]"
        entries = self._with_sources(self.profile.custom[index].entries, section.entries, f"{source}.entries")
        chosen = self.chooser.choose(entries, changed(request, pinned=()))
        texts: tuple[str, ...] = ()
        if section.text and (chosen or not request.filters) and self._is_new(source, request):
            texts = tuple(str(section.text).split("\n\n"))
        made = parts(chosen, group_by, request.group_titles) if chosen else ()
        return ChosenSection("custom", source, str(section.title), texts=texts, parts=made)

    def in_words(self, section: ChosenSection, request: SectionRequest) -> ChosenSection:
        """The section with what the request says of it, in the view's language, and without the fields that it leaves out."""

        def say(text: Any) -> str:
            return str(in_language(text, self.language, "full") or "")

        titles = {key: say(title) for key, title in request.group_titles.items()}
        leave_out = frozenset(request.columns.leave_out if request.columns else ())
        made = []
        for part in section.parts:
            entries = (Chosen(chosen.source, without(chosen.entry, leave_out)) for chosen in part.entries)
            made.append(replace(part, title=titles.get(part.key, ""), entries=tuple(entries)))
        return replace(
            section,
            title=say(request.title) or section.title,
            intro=say(request.intro),
            parts=tuple(made),
            number=request.number,
            drop_last=request.drop_last,
            leave_out=leave_out,
            authors=request.authors or self.view.authors,
        )
