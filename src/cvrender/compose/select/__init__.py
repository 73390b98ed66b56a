"""Select what a view shows of a profile: sections in the view's order, in one language, without what is withheld."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cvrender.compose.select.anonymous import Anonymizer, revealing_texts, without_ids
from cvrender.compose.select.choose import Chooser, NotANumber, TooManyEntries
from cvrender.compose.select.group import group_entries, number_entries
from cvrender.compose.select.left_out import left_out, undated
from cvrender.compose.select.redact import in_language, is_shown, public_profile
from cvrender.compose.select.unknown_names import unknown_names
from cvrender.errors import InputError, Problem
from cvrender.load.library import NamedView
from cvrender.model.convert import DataPath
from cvrender.model.counts import METRICS
from cvrender.model.kinds import KINDS, SECTIONS, CustomSection, Interest
from cvrender.model.names import owner_names
from cvrender.model.profile import Profile
from cvrender.model.section_order import names
from cvrender.model.value import replace
from cvrender.model.view import GroupBy, SectionRequest, SelectedEntry, SelectedSection, Selection
from cvrender.model.without_fields import without_fields

Warn = Callable[[Problem], None]
Members = Mapping[str, tuple[str, ...]]
"""The names of the people whose entry it is, by the entry's field in the profile."""

NOBODY: Members = {}


def select(
    profile: Profile,
    named: NamedView,
    groups: Mapping[str, GroupBy],
    warn: Warn = lambda problem: None,
    language: str = "",
    members: Members = NOBODY,
) -> Selection:
    """Select what the view shows. `groups` says how collections are grouped where the view does not.

    `language` is the language to show; by default the view's, else the profile's. `members` are those of a report. The profile in
    the Selection contains nothing that is withheld. Raises InputError if a profile's own view names tags or ids that the profile
    does not have; in a shared view these are warnings, as are filters that match nothing and views that show nothing.
    """
    _report_unknown_names(profile, named, warn)
    selector = _Selector(profile, named, language, members)
    sections: list[SelectedSection] = []
    for index, request in named.requests:
        group_by = request.group_by or ("none" if request.part else groups.get(request.collection, "none"))
        try:
            selected = selector.sections(request, group_by)
        except (NotANumber, TooManyEntries) as error:
            raise InputError([named.problem(("sections", index), str(error), error.hint, code=error.code)]) from None
        if not selected and request.filters and selector.holds(request.collection):
            warn(named.problem(("sections", index), "matches no entries", severity="warning", code="no-entries"))
        for key, message, hint in _without_effect(request, selected, group_by):
            warn(named.problem(("sections", index, *key), message, hint, severity="warning", code="no-effect"))
        sections += [selector.complete(section, request) for section in selected]
    if not sections and any(getattr(profile, name) for name in SECTIONS):
        warn(named.problem((), "view shows nothing of this profile", severity="warning", code="nothing-shown"))
    hidden = [*left_out(selector.shown, selector.available, sections, named), *undated(selector.chooser.undated, sections, named)]
    for problem in (*hidden, *_revealing(profile, selector.shown, sections, selector.language, named)):
        warn(problem)
    shown = replace(selector.shown, **dict.fromkeys(KINDS, ()), views={})
    form = in_language(named.view.form, selector.language, "full")
    orders = (named.view.name_order, named.view.list_name_order)
    order, in_lists = (str(in_language(order, selector.language, "full") or "") for order in orders)
    return Selection(named.name, selector.language, shown, number_entries(sections), _interests(sections), order, in_lists, form)


def _interests(sections: Sequence[SelectedSection]) -> tuple[str, ...]:
    """Return the interests that sections show, each once."""
    entries = (item.entry for section in sections for item in section.entries)
    return tuple(dict.fromkeys(str(entry.text) for entry in entries if isinstance(entry, Interest) and entry.text))


def _revealing(
    profile: Profile, shown: Profile, sections: Sequence[SelectedSection], language: str, named: NamedView
) -> Iterator[Problem]:
    headline = str(shown.person.headline or "")
    for field, word in revealing_texts(profile.person, headline, sections, language) if named.view.anonymous else ():
        message = f'"{word}" in {field} may tell who it is, in the anonymous view "{named.name}"'
        hint = "reword it, or leave it out of the view"
        yield Problem(message, path=field, hint=hint, severity="warning", code="not-anonymous")


def _report_unknown_names(profile: Profile, named: NamedView, warn: Warn) -> None:
    problems = unknown_names(profile, named)
    if errors := [problem for problem in problems if problem.severity == "error"]:
        raise InputError(errors)
    for problem in problems:
        warn(problem)


def _without_effect(
    request: SectionRequest, selected: Sequence[SelectedSection], group_by: GroupBy
) -> Iterator[tuple[DataPath, str, str]]:
    """Yield the keys that change nothing, each with a message and a hint.

    These are pinned entries that filters leave out, that are withheld or that an earlier section shows, and titles of groups
    where nothing is grouped.
    """
    if selected and request.collection != "custom":
        ids = {item.entry.id for item in selected[0].entries}
        for position, identifier in enumerate(request.pinned):
            if identifier not in ids:
                yield ("pinned", position), f'pinned entry "{identifier}" does not match the section', ""
    if selected and request.group_titles and group_by == "none":
        yield ("group_titles",), '"group_titles" is of no use without groups', 'add "group_by", such as "type"'


class _Selector:
    """Selects the sections of one view from one profile.

    `available` are the entries that the view may show, by collection, without custom sections.
    """

    def __init__(self, profile: Profile, named: NamedView, language: str, members: Members = NOBODY) -> None:
        self.profile = profile
        self.members = members
        self.view = named.view
        self.language = language or named.view.language or profile.language
        self.shown = public_profile(profile, self.language, self.view.privacy)
        if self.view.anonymous:
            anonymizer = Anonymizer(profile.person)
            self.shown = anonymizer.profile(self.shown)
            self.profile = replace(profile, narratives=anonymizer.value(profile.narratives))
        self.without = frozenset(self.view.without)
        self.chooser = Chooser(owner_names(self.shown.person), self.shown, named.filter_fields, self.language)
        self.named = frozenset(names(named.view))
        shown = ((name, getattr(self.shown, name)) for name in KINDS if name != "custom")
        self.available = {name: self._with_sources(getattr(profile, name), value, name) for name, value in shown if value}

    def holds(self, name: str) -> bool:
        """Return whether the view may show something of a collection or custom section."""
        if name in self.without:
            return False
        return bool(getattr(self.shown, name, ()) or any(section.id == name for section in self.shown.custom))

    def sections(self, request: SectionRequest, group_by: GroupBy) -> list[SelectedSection]:
        """Return the sections of a request: none, one, or one for each custom section."""
        name = request.collection
        if name in self.without:
            return []
        if name in self.profile.narratives and name not in (section.id for section in self.profile.custom):
            return self._narrative(name, request)
        if name == "custom" or name not in SECTIONS:
            return self._custom(request, group_by)
        if name == "bio":
            paragraphs = tuple(str(self.shown.bio or "").split("\n\n"))[: request.limit]
            return [SelectedSection(name, name, texts=paragraphs)] if self.shown.bio and self._is_new(name, request) else []
        entries = self.chooser.choose(self.available[name], request) if name in self.available else []
        if request.counts:
            return self._counts(SelectedSection(name, name), entries, request)
        return [SelectedSection(name, name, groups=group_entries(entries, group_by, request.group_titles))] if entries else []

    def _counts(
        self, section: SelectedSection, entries: Sequence[SelectedEntry], request: SectionRequest
    ) -> list[SelectedSection]:
        """Return numbers of entries instead of the entries. A table without rows, such as of the people of a CV, is left out."""
        from cvrender.compose.select.count import count

        counted = (count(entries, wanted, self.chooser.owner) for wanted in request.counts if wanted.rows != METRICS)
        tables = tuple(table for table in counted if table.rows)
        metrics = self.shown.metrics if any(wanted.rows == METRICS for wanted in request.counts) else ()
        return [replace(section, counts=tables, metrics=metrics)] if tables or metrics else []

    def _narrative(self, name: str, request: SectionRequest) -> list[SelectedSection]:
        source = f"narratives.{name}"
        paragraphs = tuple(str(in_language(self.profile.narratives[name], self.language, "full")).split("\n\n"))[: request.limit]
        title = name.replace("-", " ").capitalize()
        return [SelectedSection("custom", source, title, texts=paragraphs)] if self._is_new(source, request) else []

    def _is_new(self, source: str, request: SectionRequest) -> bool:
        """Return whether no earlier section shows this, or it may be repeated; record that it is shown."""
        if source in self.chooser.shown and not request.repeat:
            return False
        self.chooser.shown.add(source)
        return True

    def _with_sources(self, whole: Sequence[Any], shown: Sequence[Any], name: str) -> list[SelectedEntry]:
        """Return the visible entries, each with its field in the profile."""
        indices = [index for index, item in enumerate(whole) if is_shown(item, self.view.privacy)]
        sources = (f"{name}[{index}]" for index in indices)
        pairs = zip(sources, shown, strict=True)
        chosen = ((source, entry) for source, entry in pairs if entry.id not in self.without)
        return [SelectedEntry(source, entry, people=self.members.get(source, ())) for source, entry in chosen]

    def _custom(self, request: SectionRequest, group_by: GroupBy) -> list[SelectedSection]:
        """Return the custom section that the request names, or all that no request of the view names.

        For `from: custom`, `pinned` are ids of sections, which are shown in that order and without the others.
        """
        if not self.shown.custom:
            return []
        indices = [index for index, section in enumerate(self.profile.custom) if is_shown(section, self.view.privacy)]
        sections = zip(indices, self.shown.custom, strict=True)
        pairs = [pair for pair in sections if pair[1].id not in self.without]
        if request.collection != "custom":
            pairs = [pair for pair in pairs if pair[1].id == request.collection]
        elif request.pinned:
            by_id = {pair[1].id: pair for pair in pairs}
            pairs = [by_id[identifier] for identifier in dict.fromkeys(request.pinned) if identifier in by_id]
            request = replace(request, pinned=())
        else:
            pairs = [pair for pair in pairs if pair[1].id not in self.named]
        selected = (self._custom_section(index, section, request, group_by) for index, section in pairs)
        return [section for section in selected if section is not None]

    def _custom_section(
        self, index: int, section: CustomSection, request: SectionRequest, group_by: GroupBy
    ) -> SelectedSection | None:
        source = f"custom[{index}]"
        entries = self._with_sources(self.profile.custom[index].entries, section.entries, f"{source}.entries")
        selected = self.chooser.choose(entries, request)
        groups = group_entries(selected, group_by, request.group_titles) if selected else ()
        result = SelectedSection("custom", source, str(section.title), groups=groups, kind=section.kind, id=section.id or "")
        if request.counts:
            return next(iter(self._counts(replace(result, groups=()), selected, request)), None)
        has_content = section.text or section.highlights or section.rows
        if has_content and (selected or not request.filters) and self._is_new(source, request):
            return replace(
                result,
                texts=tuple(str(section.text or "").split("\n\n")),
                bullets=section.highlights,
                columns=tuple(map(str, section.columns)),
                rows=tuple(tuple(map(str, row)) for row in section.rows),
            )
        return result if selected else None

    def complete(self, section: SelectedSection, request: SectionRequest) -> SelectedSection:
        """Add what the request says about the section, in the view's language, and remove the fields that it leaves out."""

        def localized(text: Any) -> str:
            return str(in_language(text, self.language, "full") or "")

        section = without_ids(section) if self.view.anonymous else section
        titles = {key: localized(title) for key, title in request.group_titles.items()}
        leave_out = frozenset(request.columns.leave_out if request.columns else ())
        groups = []
        for group in section.groups:
            entries = (replace(item, entry=without_fields(item.entry, leave_out)) for item in group.entries)
            groups.append(replace(group, title=titles.get(group.key, ""), entries=tuple(entries)))
        return replace(
            section,
            name=request.name or section.id or section.source.removeprefix("narratives."),
            title=localized(request.title) or section.title,
            intro=localized(request.intro),
            part=localized(request.part),
            groups=tuple(groups),
            number=request.number,
            drop_last=request.drop_last,
            new_page=request.new_page or request.break_ == "before",
            keep_together=request.keep_together or request.keep,
            leave_out=leave_out,
            table=tuple((localized(column.heading), column.fields) for column in request.table),
            authors=request.authors or self.view.authors,
            citations=request.citations,
        )
