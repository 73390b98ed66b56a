"""Show and make proposed changes in the text of a profile; every other character stays as it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cvrender.errors import Problem, shorten
from cvrender.formats.base import CUSTOM, PERSON, Imported
from cvrender.formats.key_order import entry_order, ordered
from cvrender.formats.table import KEPT
from cvrender.load.reader import Source, format_path
from cvrender.load.yaml_edit import Edit, Edits
from cvrender.merge.entry_sources import note_change, with_sources
from cvrender.merge.leftovers import bare, collect
from cvrender.merge.owner import spellings, with_containers, with_owner
from cvrender.merge.proposals import Proposal, Proposed, propose
from cvrender.merge.repair import repair
from cvrender.model.base import fields_of
from cvrender.model.convert import DataPath
from cvrender.model.kinds import KINDS
from cvrender.model.kinds.custom import CustomSection
from cvrender.model.profile import Owner, Profile


@dataclass(frozen=True)
class ProposalDiff:
    """A proposal as lines: where it is, why, and the lines that it takes away and adds."""

    proposal: Proposal
    line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]

    @property
    def title(self) -> str:
        """Return a line that says what changes, for whom, and why."""
        change = self.proposal
        where = f"{change.about}: {change.field}" if change.kind != "entry" and change.about else format_path(change.path)
        origin = ":".join(str(part) for part in change.origin[:2] if part)
        why = "; ".join(part for part in (change.reason, origin) if part)
        return f"{where} ({why})" if why else where

    def as_data(self) -> dict[str, Any]:
        """Return it as data: where it is, what it is about, why, and its lines."""
        change = self.proposal
        return {
            "path": format_path(change.path),
            "line": self.line,
            "kind": change.kind,
            "about": change.about,
            "reason": change.reason,
            "old": change.old,
            "new": change.new,
            "removed": list(self.removed),
            "added": list(self.added),
        }


def propose_into(source: Source, files: Sequence[Imported]) -> Proposed:
    """Compare files with a profile. New entries are valid entries of a profile; what is kept of them goes to `x-import`."""
    with_containers(files, str(source.data[PERSON]["name"]))
    problems = [problem for imported in files if (problem := _without_live_works(source, imported))]
    proposed = propose(source.data, files)
    owner = str(source.data[PERSON]["name"])
    kept: list[Proposal] = []
    problems += proposed.problems
    for change in proposed.proposals:
        if not _is_in_file(source, change):
            message = f"{change.about or change.field} is in an included file, and is not changed there"
            problems.append(Problem(message, *change.origin, severity="warning", code="not-imported"))
        elif change.kind == "entry" and len(change.path) == 1:
            kept += _new_entry(change, owner, problems)
        else:
            kept.append(change)
    kept += _new_spellings(source, kept, owner)
    return Proposed(kept, problems)


def _without_live_works(source: Source, imported: Imported) -> Problem | None:
    """Take works out of an import if the profile's own are read from a bibliography; return a warning."""
    live = source.values.get(("publications", "from", 0))
    if not live or not imported.data.pop("publications", None):
        return None
    hint = "change that file instead"
    return Problem(
        f"publications are read from {live[0]}, and are not imported",
        imported.file,
        hint=hint,
        severity="warning",
        code="not-imported",
    )


def _is_in_file(source: Source, change: Proposal) -> bool:
    """Return whether a change concerns the profile's own file: what exists there, or a new entry or key."""
    if change.kind == "entry":
        return True
    places = (source.values.get(change.path[:end]) for end in range(len(change.path), 0, -1))
    return next((place[0] for place in places if place), source.file) == source.file


def _new_entry(change: Proposal, owner: str, problems: list[Problem]) -> Iterator[Proposal]:
    """Yield a new entry as it will be in the file, and what is kept of it."""
    collection = str(change.path[0])
    data: dict[str, Any] = {PERSON: {"name": owner}, collection: [change.new]}
    with_owner(data, owner)
    problems += repair(data)
    kept = collect(data)
    for entry in bare(data).get(collection, ()):
        model = CustomSection if collection == CUSTOM else KINDS[collection].model
        new = ordered(entry, entry_order(list(fields_of(model)))) if isinstance(entry, dict) else entry
        yield with_sources(Proposal("entry", change.path, new, about=change.about, reason=change.reason, origin=change.origin))
    for name, parts in kept.items():
        for part in parts:
            yield Proposal("item", (KEPT, name), part, about=change.about, reason="not understood", origin=change.origin)


def _new_spellings(source: Source, changes: Sequence[Proposal], owner: str) -> Iterator[Proposal]:
    """Yield spellings of the owner's name in new author lists."""
    person = source.data[PERSON]
    variants = person.get("variants") or []
    known = {owner, person.get("native"), *(variants if isinstance(variants, list) else [variants])}
    works = [change.new for change in changes if change.kind == "entry" and change.path == ("publications",)]
    for name in spellings({"publications": works}, owner):
        if name not in known:
            yield Proposal("item", (PERSON, "variants"), name, about=PERSON, reason="in an author list")


def usual_order(path: DataPath) -> list[str]:
    """Return the usual order of the keys of the mapping at a path of a profile."""
    if not path:
        return [key for key in fields_of(Profile) if key not in KINDS and key != "views"] + [*KINDS, "views", KEPT]
    if path == (PERSON,):
        return list(fields_of(Owner))
    if len(path) == 2 and path[0] in KINDS and path[0] != CUSTOM:
        return entry_order(list(fields_of(KINDS[str(path[0])].model)))
    return []


def add_to(edits: Edits, change: Proposal) -> None:
    """Add a proposal to the edits of a file."""
    if change.at is not None:
        edits.insert(change.path, change.at, change.new)
    elif change.kind == "order":
        edits.reorder(change.path, change.new)
    elif change.kind in ("entry", "item"):
        edits.append(change.path, change.new)
    elif change.new is None:
        edits.remove(change.path)
    else:
        edits.set(change.path, change.new)


def differences(file: str, text: str, proposals: Sequence[Proposal]) -> list[ProposalDiff]:
    """Return what each proposal changes in the text, in the order of the proposals."""
    edits = Edits(file, text, usual_order)
    diffs = []
    for change in proposals:
        alone = edits.without_changes()
        add_to(alone, change)
        diffs += [_difference(text, edit, change) for edit in alone.edits()]
    return diffs


def _difference(text: str, edit: Edit, change: Proposal) -> ProposalDiff:
    """Return the lines that an edit touches, before and after, without those that stay."""
    begin = text.rfind("\n", 0, edit.start) + 1
    end = text.find("\n", edit.end)
    end = len(text) if end < 0 else end
    before = text[begin:end].split("\n")
    after = (text[begin : edit.start] + edit.new + text[edit.end : end]).split("\n")
    first = next((i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), min(len(before), len(after)))
    before, after = before[first:], after[first:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return ProposalDiff(change, text.count("\n", 0, begin) + 1 + first, tuple(before), tuple(after))


def applied(file: str, text: str, proposals: Sequence[Proposal]) -> str:
    """Return the text with the proposals made. Raises InputError if that is not possible without changing anything else."""
    edits = Edits(file, text, usual_order)
    for change in proposals:
        add_to(edits, change)
    for change in proposals:
        note_change(edits, change)
    return edits.apply()


def shown_value(value: Any) -> str:
    """Return a value on one line, for a list of choices."""
    if isinstance(value, Mapping):
        names = [str(value[key]) for key in ("title", "name", "text", "value", "url", "of") if isinstance(value.get(key), str)]
        return " ".join(names[:1] + [str(value[key]) for key in ("date", "doi") if key in value]) or shorten(value, 200)
    if isinstance(value, list):
        return ", ".join(map(shown_value, value))
    return "nothing" if value is None else str(value)
