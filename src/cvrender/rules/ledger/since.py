"""Find the facts that an edit added or changed.

Entries are compared with what they were before, wherever they stood and in whatever order; a fact that only moved to another
field of its entry, or was divided at a comma, is not new.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence

from cvrender.errors import Problem, shorten
from cvrender.load.request import LoadedProfile
from cvrender.merge.labels import NAMING
from cvrender.model.sources import STATED, Ledger
from cvrender.model.value import Value
from cvrender.rules.ledger.facts import Fact, FactEntry, fact_entries, numbers, same_number

_FREQUENT = 40
"""Texts that more entries have do not tell which entry is meant."""
_SAME_ID = 1000
_NAMES = frozenset((*NAMING, "degree", "doi", "arxiv"))
_DATE = re.compile(r"\d{4}(-\d\d)?")
_PARTS = re.compile(r"\s*[,;:()|/–—]\s*|\s-\s")


class ChangedFact(Value, frozen=True):
    """A fact that is new in its entry, what it was before, if it is known, and whether a source was added for it."""

    fact: Fact
    before: str
    has_new_source: bool


def changed_facts(old: LoadedProfile, new: LoadedProfile) -> list[ChangedFact]:
    """Return the facts of the new profile that the old one does not have at the same entry, in the order of the entries."""
    before, after = fact_entries(old.profile), fact_entries(new.profile)
    partner = _partners(before, after)
    changes: list[ChangedFact] = []
    for index, entry in enumerate(after):
        was = before[partner[index]] if index in partner else None
        changes += _changes(was, entry)
    return list({(change.fact.path, change.fact.text): change for change in changes}.values())


def problems_since(old: LoadedProfile, new: LoadedProfile, revision: str, *, sourced: bool = False) -> list[Problem]:
    """Return a warning for each fact that was added or changed since a revision.

    With `sourced` it is an error for each of them for which no source was added.
    """
    problems = []
    for change in changed_facts(old, new):
        if sourced and change.has_new_source:
            continue
        what = f"{shorten(change.fact.text)} is new since {revision}"
        if change.before:
            what = f"{shorten(change.before)} became {shorten(change.fact.text)} since {revision}"
        if sourced:
            hint = f"write in sources of the entry where it is from, such as {{{change.fact.field}: stated}}"
            problems.append(new.source.problem(change.fact.path, f"{what}, without a source", hint, code="no-source"))
        else:
            problems.append(new.source.problem(change.fact.path, what, severity="warning", code="changed-fact"))
    return problems


def newly_stated(old: LoadedProfile | None, new: LoadedProfile) -> list[Problem]:
    """Return an error for each source `stated` that the old profile, if there is one, does not have at the same entry."""
    before, after = fact_entries(old.profile) if old else [], fact_entries(new.profile)
    partner = _partners(before, after)
    problems = []
    for index, entry in enumerate(after):
        was = before[partner[index]].ledger if index in partner else Ledger()
        if any(STATED in names and STATED not in was.of(field) for field, names in entry.ledger.fields):
            message = "only the person may write that a fact is stated"
            hint = "leave it out, and ask the person to write it; or name the file or register that says it"
            problems.append(new.source.problem((*entry.path, "sources"), message, hint, code="not-stated"))
    return problems


def _changes(was: FactEntry | None, entry: FactEntry) -> list[ChangedFact]:
    known = _Known(was)
    changes = []
    for fact in entry.facts if was else entry.own_facts:
        if known.has(fact):
            continue
        sources = entry.ledger.of(fact.field)
        is_new = bool(sources) and (was is None or not set(sources) <= set(was.ledger.of(fact.field)))
        changes.append(ChangedFact(fact, known.same_field(fact), is_new))
    return changes


class _Known:
    """The facts of an entry as it was."""

    def __init__(self, entry: FactEntry | None) -> None:
        self.facts = entry.facts if entry else ()
        self.prose = f" {' '.join(map(plain, entry.prose))} " if entry else ""
        self.texts = {plain(fact.text) for fact in self.facts}
        self.parts = self.texts | {plain(part) for fact in self.facts for part in _PARTS.split(fact.text) if part}
        self.numbers = {same_number(number) for fact in self.facts for number in numbers(fact.text)}

    def has(self, fact: Fact) -> bool:
        if fact.is_number:
            return same_number(fact.text) in self.numbers
        text = plain(fact.text)
        if text in self.parts or _DATE.fullmatch(text) and any(known.startswith(f"{text}-") for known in self.texts):
            return True  # a date may lose its day or month
        if numbers(fact.text) and f" {text} " in self.prose:
            return True  # a number was taken out of a sentence
        parts = [plain(part) for part in _PARTS.split(fact.text) if part.strip()]
        return len(parts) > 1 and all(part in self.parts for part in parts)

    def same_field(self, fact: Fact) -> str:
        """Return the only other value of the field, or an empty text."""
        alike = [other.text for other in self.facts if other.field == fact.field and other.is_number == fact.is_number]
        return alike[0] if len(alike) == 1 else ""


def plain(text: str) -> str:
    """Return a text for comparison: letters and digits in lower case, without signs of Markdown and schemes of addresses."""
    text = re.sub(r"^(?:https?://)?(?:www\.)?|/$", "", text.strip()) if "://" in text else text
    folded = unicodedata.normalize("NFKC", text).casefold().replace("\\", "")
    return " ".join(re.sub(r"[^\w\s%+#.&@/~-]", " ", folded.replace("_", " ")).replace(" .", ".").split()).strip(".")


def _partners(before: Sequence[FactEntry], after: Sequence[FactEntry]) -> dict[int, int]:
    """Return for each new entry the index of the old one that it was, if there is one: the most alike first."""
    places: dict[str, set[int]] = defaultdict(set)
    for index, entry in enumerate(before):
        for text in _telling(entry):
            places[text].add(index)
    pairs = []
    for index, entry in enumerate(after):
        shared: Counter[int] = Counter()
        for text, weight in _telling(entry).items():
            alike = places.get(text, ())
            if len(alike) <= _FREQUENT:
                shared.update(dict.fromkeys(alike, weight))
        pairs += [
            (score + _SAME_ID * _is_same(before[other], entry), -abs(index - other), index, other)
            for other, score in shared.items()
            if _may_be(before[other], entry)
        ]
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, index, other in sorted(pairs, reverse=True):
        if index not in matched and other not in taken:
            matched[index] = other
            taken.add(other)
    return matched


def _telling(entry: FactEntry) -> dict[str, int]:
    """Return the texts by which an entry is found, with their weight."""
    weights: dict[str, int] = {}
    for fact in entry.facts:
        if not fact.is_number:
            weights |= dict.fromkeys((plain(part) for part in _PARTS.split(fact.text) if part.strip() and part != fact.text), 1)
    for fact in entry.facts:
        if not fact.is_number:
            text = plain(fact.text)
            weights[text] = max(weights.get(text, 0), 4 if fact.field in _NAMES else 1)
    if entry.id:
        weights[f"id {entry.id}"] = 4
    if entry.path == ("person",):
        weights["the person"] = 4
    return weights


def _is_same(old: FactEntry, new: FactEntry) -> bool:
    return bool(new.id) and old.id == new.id and old.section == new.section


def _may_be(old: FactEntry, new: FactEntry) -> bool:
    """Return whether one may have been the other: both are a person, or neither; a role stays a part or becomes an entry."""
    return (old.section == "person") == (new.section == "person")
