"""List the sources of each entry, and what kind they are."""

from typing import Literal

from cvrender.errors import cut
from cvrender.load.reader import format_path
from cvrender.load.request import LoadedProfile
from cvrender.merge.labels import NAMING
from cvrender.model.convert import DataPath
from cvrender.model.sources import NOT, STATED, is_register
from cvrender.model.value import Value
from cvrender.rules.ledger.facts import FactEntry, fact_entries

Standing = Literal["none", "stated", "imported", "confirmed", "contradicted"]
"""How well the facts of an entry are known: the person says so, a file, a register; `contradicted` if a source denies them."""


class EntrySources(Value, frozen=True):
    """An entry with its name, how well it is known, its sources, and the fields without one."""

    path: DataPath
    label: str
    standing: Standing
    sources: str
    missing: tuple[str, ...] = ()

    def as_data(self) -> dict[str, object]:
        """Return it as a dictionary, for `--json`."""
        data = {"path": format_path(self.path), "label": self.label, "standing": self.standing, "sources": self.sources}
        return {**data, "missing": list(self.missing)}


def entry_sources(loaded: LoadedProfile) -> list[EntrySources]:
    """Return the sources of all entries that hold facts, the person first."""
    listed = []
    for entry in fact_entries(loaded.profile):
        if entry.own_facts:
            fields = dict.fromkeys(fact.field for fact in entry.own_facts)
            missing = tuple(field for field in fields if entry.ledger and not entry.ledger.of(field))
            listed.append(EntrySources(entry.path, _label(entry), _standing(entry), str(entry.ledger), missing))
    return listed


def _standing(entry: FactEntry) -> Standing:
    names = [name for _, each in entry.ledger.fields for name in each]
    if any(name.startswith(NOT) for name in names):
        return "contradicted"
    if any(map(is_register, names)):
        return "confirmed"
    if any(name != STATED for name in names):
        return "imported"
    return "stated" if names else "none"


def _label(entry: FactEntry) -> str:
    texts = {fact.field: fact.text for fact in reversed(entry.facts) if not fact.is_number}
    return cut(next((texts[key] for key in ("title", "name", *NAMING) if key in texts), ""), 50)
