"""Word the publications and patents of a Selection by the citation styles that its sections choose."""

from collections.abc import Callable, Iterable, Sequence

from cvrender.compose.cite.engine import CitationEngine
from cvrender.compose.cite.item import FIRST_MARK, OTHERS, SIGNS, Item, Work, item_of
from cvrender.compose.cite.missing import lost, missing, signature
from cvrender.compose.cite.people import in_order, places, with_people
from cvrender.compose.people import author_list, people
from cvrender.errors import Severity
from cvrender.load.library.citation_styles import CitationChoice
from cvrender.model.citations import Cited
from cvrender.model.expressions import expression
from cvrender.model.fields import AUTHOR_MARKS, Author, Person
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.kinds import Patent, Publication
from cvrender.model.names import is_owner
from cvrender.model.text import Text, join, plain_text
from cvrender.model.value import Value, replace
from cvrender.model.view import SelectedEntry, SelectedSection, Selection
from cvrender.system.sandbox import Sandbox
from cvrender.text.localize import Wording, counted
from cvrender.text.markup import inline

_DELIMITER = expression(r"[ \u00a0\u202f]*[,;，；、/·][ \u00a0\u202f]*$")


class Note(Value, frozen=True):
    """Something to report: of an entry with `source`, or of a style as a whole. `code` is the Problem's."""

    message: str
    style: str
    code: str
    source: str = ""
    hint: str = ""
    severity: Severity = "warning"


class _Entry(Value, frozen=True):
    """An entry with its item and text."""

    selected: SelectedEntry
    work: Work
    item: Item
    wording: Wording
    text: Text = Text()
    lacks: tuple[str, ...] = ()


def cite(
    selection: Selection,
    choose: Callable[[SelectedSection], CitationChoice | None],
    wording: Wording,
    sandbox: Sandbox | None = None,
) -> tuple[Selection, list[Note]]:
    """Return the selection with words for each publication and patent, and what is to report. Raises ToolError."""
    notes: list[Note] = []
    sections = list(selection.sections)
    jobs: dict[tuple[CitationChoice, bool], list[int]] = {}
    for index, section in enumerate(sections):
        if choice := choose(section):
            jobs.setdefault((choice, section.authors is None), []).append(index)
    recase = selection.profile.language.partition("-")[0] == "en"
    for (choice, et_al), indices in jobs.items():
        engine = CitationEngine(choice.style, selection.language, et_al, sandbox)
        words: dict[int, Cited] = {}
        entries = [entry for index in indices for entry in _entries(sections[index], wording, recase)]
        if entries:
            words = _Citing(engine, choice, notes).cite(entries)
        for index in indices:
            sections[index] = _with_words(sections[index], words)
    return replace(selection, sections=tuple(sections)), notes


def _entries(section: SelectedSection, wording: Wording, recase: bool) -> Iterable[_Entry]:
    most = section.authors.max if section.authors else None
    own = replace(wording, most_authors=most)
    for selected in section.entries:
        if isinstance(selected.entry, Publication | Patent):
            yield _Entry(selected, selected.entry, item_of(selected.entry, own, recase=recase), own)


def _with_words(section: SelectedSection, words: dict[int, Cited]) -> SelectedSection:
    groups = []
    for group in section.groups:
        entries = tuple(replace(item, cited=words.get(id(item))) for item in group.entries)
        groups.append(replace(group, entries=entries))
    return replace(section, groups=tuple(groups))


class _Citing:
    """Words entries in one style."""

    def __init__(self, engine: CitationEngine, choice: CitationChoice, notes: list[Note]) -> None:
        self.engine, self.choice, self.notes = engine, choice, notes
        self.name = engine.style.name
        self.whole = CitationEngine(engine.style, engine.language, et_al=False, sandbox=engine.sandbox)

    def cite(self, entries: Sequence[_Entry]) -> dict[int, Cited]:
        """Return the words of each entry, by the identity of the selected entry."""
        texts = self._word(self.engine, entries)
        worded = [
            replace(entry, text=text, lacks=tuple(missing(entry.item, text))) for entry, text in zip(entries, texts, strict=True)
        ]
        self._report(worded)
        worded = self._with_everyone(worded)
        hidden = {id(entry): owner for entry in worded if (owner := _hidden_owner(entry))}
        names = self._names_of_hidden([(entry, *hidden[id(entry)]) for entry in worded if id(entry) in hidden])
        for entry in (entry for entry in worded if not entry.text):
            message = f'the citation style "{self.name}" prints nothing of this; the look words it'
            self.notes.append(Note(message, self.name, "not-cited", entry.selected.source))
        return {id(entry.selected): self._cited(entry, names.get(id(entry), {})) for entry in worded if entry.text}

    def _word(self, engine: CitationEngine, entries: Sequence[_Entry]) -> list[Text]:
        """Return the words of the style, with family names before given names where the profile has them so."""
        texts = engine.word([entry.item.data for entry in entries])
        return [in_order(text, entry.item.names) for text, entry in zip(texts, entries, strict=True)]

    def _with_everyone(self, entries: Sequence[_Entry]) -> list[_Entry]:
        """Return the entries with all authors where the style hides the owner and nobody else: no “et al.” would be true."""
        if self.choice.hidden_owner == "warn":
            return list(entries)
        alone = [index for index, entry in enumerate(entries) if (owner := _hidden_owner(entry)) and _hides_one(entry, owner[0])]
        results = list(entries)
        for index, text in zip(alone, self._word(self.whole, [entries[index] for index in alone]), strict=True):
            results[index] = replace(entries[index], text=text)
        return results

    def _report(self, entries: Sequence[_Entry]) -> None:
        """Report what the style leaves out, once, and what was lost, where it is."""
        lacking = [(entry.item, variable) for entry in entries for variable in entry.lacks]
        if not lacking:
            return
        gone = lost(lacking, self.engine.word)
        counts: dict[tuple[str, str], int] = {}
        for entry in entries:
            for variable in entry.lacks:
                kind, field = str(entry.item.data["type"]), entry.item.fields[variable]
                if signature(entry.item, variable) in gone:
                    value = entry.item.texts.get(variable, variable).translate(SIGNS)
                    message = f'lost by the citation style "{self.name}": "{value}"'
                    source = f"{entry.selected.source}.{field}"
                    self.notes.append(Note(message, self.name, "text-missing", source, "choose another style", "error"))
                elif not (
                    _is_printed_behind(field, variable)
                    or _is_shortened(entry, field)
                    or field in WORK_IDS
                    and not WORK_IDS[field].printed
                ):
                    counts[field, kind] = counts.get((field, kind), 0) + 1
        if counts:
            listed = ", ".join(f"{field} of {kind} ({count})" for (field, kind), count in sorted(counts.items()))
            self.notes.append(Note(f'the citation style "{self.name}" leaves out {listed}', self.name, "style-omits"))

    def _names_of_hidden(self, hidden: Sequence[tuple[_Entry, str, int]]) -> dict[int, dict[int, Text]]:
        """Return the owner's name in the style's words to insert in each entry whose “et al.” hides it, with its position."""
        if self.choice.hidden_owner == "warn":
            for entry, _, _ in hidden:
                self._report_hidden(entry, "write hidden_owner: name")
            return {}
        probes = []
        for entry, variable, mark in hidden:
            people = entry.item.data[variable]
            own = next(name for name in people if chr(mark) in "".join(name.values()))
            first = next((name for name in people if name is not own), own)
            probes.append({**entry.item.data, variable: [first, own, first]})
        insertions: dict[int, dict[int, Text]] = {}
        for (entry, variable, mark), worded in zip(hidden, self.whole.word(probes), strict=True):
            insertions[id(entry)] = _insertion(entry, variable, mark, in_order(worded, entry.item.names))
            if not insertions[id(entry)]:
                self._report_hidden(entry, "choose another style, or write authors: {max: 5} in the view")
        return insertions

    def _report_hidden(self, entry: _Entry, hint: str) -> None:
        message = f'the citation style "{self.name}" hides the profile\'s person behind “et al.”'
        self.notes.append(Note(message, self.name, "owner-hidden", entry.selected.source, hint))

    def _cited(self, entry: _Entry, inserted: dict[int, Text]) -> Cited:
        """Return the text without marks, with the owner in bold, and what the style must not hide."""
        item = entry.item
        own = {index for index, person in enumerate(item.persons) if is_owner(person, entry.wording.owner)}
        signs = {index: sign for index, person in enumerate(item.persons) if (sign := _signs(entry, person))}
        names = places(entry.text.plain, item.names, frozenset(own | set(signs)))
        behind = {place.end: plain_text(signs[place.mark]) for place in names if place.mark in signs}
        inserted = {end: behind.get(end, Text()) + inserted.get(end, Text()) for end in behind.keys() | inserted.keys()}
        text = with_people(entry.text, [place for place in names if place.mark in own], inserted)
        printed = frozenset(item.fields[variable] for variable in item.fields if variable not in entry.lacks)
        fields = frozenset({*(field.partition(".")[0] for field in item.fields.values()), "date", "status", "venue", "authors"})
        if "url" not in printed:
            fields -= {"url"}
        return Cited(text, fields, self._extra(entry, own))

    def _extra(self, entry: _Entry, own: set[int]) -> Text:
        """Return what a reader must know although the style does not print it."""
        wording, work, signs = entry.wording, entry.work, entry.wording.terms.punctuation
        parts = []
        if "status" in entry.lacks:
            parts.append(plain_text(entry.item.texts["status"]))
        if entry.item.shortened:
            parts.append(plain_text(counted(entry.item.shortened, wording.terms.labels["author_count"], wording.language)))
        venue = getattr(work, "venue", None)
        parts.append(inline(str((venue and venue.note) or "")))
        for variable in entry.lacks:
            if {ord(mark) - FIRST_MARK for mark in entry.item.marks.get(variable, ())} & own:
                field = entry.item.fields[variable]
                credited = getattr(work, field)
                has_marks = all(isinstance(person, Author) for person in credited)
                names = author_list(credited, False, wording) if has_marks else people(credited, wording)
                label = "" if field == "authors" else f"{wording.terms.labels[field].one} "
                parts.append(plain_text(label) + names)
        return join(parts, signs.comma)


def _hidden_owner(entry: _Entry) -> tuple[str, int] | None:
    """Return the variable and mark of the owner, if the style prints others of the same role, but not the owner."""
    own = {chr(FIRST_MARK + index) for index, person in enumerate(entry.item.persons) if is_owner(person, entry.wording.owner)}
    printed = {char for char in entry.text.plain if ord(char) >= FIRST_MARK}
    if not own or own & printed:
        return None
    own_marks = ((variable, marks & own) for variable, marks in entry.item.marks.items() if variable not in entry.lacks)
    return next(((variable, ord(min(mine))) for variable, mine in own_marks if mine), None)


def _is_printed_behind(field: str, variable: str) -> bool:
    """Return whether this is printed behind the entry, or is a short form of a name that the style prints."""
    return (field, variable) in (("url", "URL"), ("status", "status")) or field == "venue.short"


def _is_shortened(entry: _Entry, field: str) -> bool:
    """Return whether the style prints the short name of a venue in place of its name."""
    printed = {entry.item.fields[variable] for variable in entry.item.fields if variable not in entry.lacks}
    return field == "venue" and "venue.short" in printed


def _hides_one(entry: _Entry, variable: str) -> bool:
    """Return whether one person of a role is not printed."""
    marks = entry.item.marks[variable]
    return OTHERS not in entry.item.data[variable] and len(marks - set(entry.text.plain)) == 1


def _signs(entry: _Entry, person: Person) -> str:
    """Return the signs that follow a name, such as that of equal contribution."""
    marks = entry.wording.terms.marks
    return "".join(marks[mark].mark for mark in AUTHOR_MARKS if getattr(person, mark, False))


def _insertion(entry: _Entry, variable: str, mark: int, probe: Text) -> dict[int, Text]:
    """Return where the owner's name belongs: after the last printed person that precedes the owner.

    `probe` is the entry with three names, of which the second one is the owner's.
    """
    item, own = entry.item, mark - FIRST_MARK
    worded = places(probe.plain, item.names, frozenset({own}))
    people = ("".join(person.values()) for person in item.data[variable])
    marks = [next((char for char in person if ord(char) >= FIRST_MARK), "") for person in people]
    at = marks.index(chr(mark))
    printed = places(entry.text.plain, item.names, frozenset(ord(char) - FIRST_MARK for char in marks[:at] if char))
    if not printed or not worded:
        return {}
    name = plain_text(probe.plain[worded[0].start : worded[0].end].replace(chr(mark), "")).marked(bold=True)
    last = printed[-1]
    delimiter = _delimiter(probe.plain[: worded[0].start]) or entry.wording.terms.punctuation.comma
    gap = delimiter if marks.index(chr(FIRST_MARK + last.mark)) == at - 1 else f"{delimiter}…{delimiter}"
    return {last.end: plain_text(gap) + name + plain_text(_signs(entry, item.persons[own]))}


def _delimiter(before: str) -> str:
    """Return the signs between names at the end of a text before a name, such as a semicolon; none if they are words."""
    match = _DELIMITER.search(before)
    return match[0] if match else ""
