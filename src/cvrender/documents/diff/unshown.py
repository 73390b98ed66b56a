"""List the fields in which two profiles differ and which a view does not show: what it withholds or leaves out."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cvrender.compose.select.redact import in_language, is_shown
from cvrender.documents.diff.compare import Diff
from cvrender.documents.diff.data import FieldChange, field_changes
from cvrender.documents.diff.pairs import Pair, order_kept
from cvrender.documents.diff.parts import HEAD, Compared
from cvrender.errors import Problem
from cvrender.load.reader import Source, parse_path
from cvrender.model.base import fields_of
from cvrender.model.kinds import KINDS
from cvrender.model.profile import Profile
from cvrender.model.value import replace

_MOST_NAMED = 12
_INDEX = re.compile(r"\[\d+\]")


def unshown(old: Compared, new: Compared, diffs: Sequence[Diff], source: Source) -> list[Problem]:
    """Return a warning that names the fields that differ without being among the differences, or nothing."""
    fields = list(dict.fromkeys(_Comparison(old, new, diffs).unshown()))
    if not fields:
        return []
    named = ", ".join(fields[:_MOST_NAMED])
    more = f" and {len(fields) - _MOST_NAMED} more" if len(fields) > _MOST_NAMED else ""
    message = f'differs from the other profile in what view "{new.selection.view}" does not show: {named}{more}'
    return [source.problem(parse_path(fields[0].partition(" ")[0]), message, severity="warning", code="not-shown")]


class _Comparison:
    """The parts of two profiles by their fields: the person, each entry and each other key; and those that were compared."""

    def __init__(self, old: Compared, new: Compared, diffs: Sequence[Diff]) -> None:
        self.old, self.new, self.diffs = old, new, diffs
        self.before, self.after = _values(old.profile), _values(new.profile)
        pairs = (pair for diff in diffs for pair in diff.pairs)
        self.pairs = {
            pair.new.entry.source: pair
            for pair in pairs
            if pair.new.data and pair.new.entry.source in self.after and pair.old.entry.source in self.before
        }
        self.partner = {key: pair.old.entry.source for key, pair in self.pairs.items()}
        self.gone = {part.entry.source for diff in diffs for part in diff.removed}
        self.come = {part.entry.source for diff in diffs for part in diff.added}
        self.partner |= self._equal_ones()

    def _equal_ones(self) -> dict[str, str]:
        """Return for the parts that the view does not show the old ones of the same key, or the equal ones of a list."""
        taken = {*self.partner.values(), *self.gone}
        waiting = {key: value for key, value in self.before.items() if key not in taken}
        partners = {}
        for key, value in self.after.items():
            if key in self.partner or key in self.come:
                continue
            alike = [key, *(other for other in waiting if _collection(other) == _collection(key))] if "[" in key else [key]
            equal = next((other for other in alike if other in waiting and ("[" not in key or waiting[other] == value)), None)
            if equal:
                partners[key] = equal
                del waiting[equal]
        return partners

    def unshown(self) -> Iterator[str]:
        """Yield the fields that differ and are not told."""
        for key, value in self.after.items():
            if key in self.partner:
                yield from self._untold(key, self.before[self.partner[key]], value)
            elif key not in self.come:
                yield key
        yield from (key for key in self.before if key not in self.partner.values() and key not in self.gone)
        moved = {_collection(part.entry.source) for diff in self.diffs for part in diff.moved}
        moved |= {_collection(diff.section.source) for diff in self.diffs for part in diff.moved if not part.entry.source}
        yield from (f"{name} (order)" for name in self._reordered() if name not in moved)

    def _untold(self, key: str, old: Any, new: Any) -> Iterator[str]:
        pair = self.pairs.get(key)
        for change in field_changes(old, new, key):
            if not (self._is_text_told(change) or (pair and self._is_told(change, pair, key))):
                yield change.path

    def _is_text_told(self, change: FieldChange) -> bool:
        """Return whether it is a text or a number of a section that is compared by its paragraphs or rows."""
        if change.path.startswith("metrics"):
            return any(section.metrics for one in (self.old, self.new) for section in one.selection.sections)
        name, texts = change.path.partition(".")[0], ((self.old, change.old), (self.new, change.new))
        if name not in ("bio", "narratives"):
            return False
        return any("\n\n".join(section.texts) == value for one, value in texts for section in one.selection.sections)

    def _is_told(self, change: FieldChange, pair: Pair, key: str) -> bool:
        privacy, language = self.new.view.privacy, self.new.selection.language
        old, new = (in_language(value, language, privacy) for value in (change.old, change.new))
        hidden = [
            tuple(item for item in value if not is_shown(item, privacy)) if isinstance(value, tuple) else ()
            for value in (change.old, change.new)
        ]
        path = _INDEX.sub("", change.path[len(key) + 1 :])
        names = {path, path.rpartition(".")[0]}  # without the language of the text
        told = ((_INDEX.sub("", other.path), other.old or None, other.new or None) for other in pair.changes)
        return hidden[0] == hidden[1] and any(
            name in names and (was, now) == (old or None, new or None) for name, was, now in told
        )

    def _reordered(self) -> Iterator[str]:
        places = {key: index for index, key in enumerate(self.before)}
        for name in dict.fromkeys(_collection(key) for key in self.after if "[" in key):
            numbers = [places[self.partner[key]] for key in self.after if key in self.partner and _collection(key) == name]
            if len(order_kept(numbers)) < len(numbers):
                yield name


def _collection(key: str) -> str:
    """Return the list that contains an entry."""
    return key.rpartition("[")[0]


def _values(profile: Profile) -> dict[str, Any]:
    values: dict[str, Any] = {HEAD: profile.person}
    for key, field in fields_of(type(profile)).items():
        value = getattr(profile, field.name)
        if key not in KINDS:
            values |= {} if key == HEAD else {key: value}
            continue
        for index, item in enumerate(value):
            place = f"{key}[{index}]"
            values[place] = replace(item, entries=()) if key == "custom" else item
            values |= {f"{place}.entries[{number}]": entry for number, entry in enumerate(getattr(item, "entries", ()))}
    return values
