"""Find what a person most likely meant to show to a funder, and the view of the contract does not show.

These checks belong to every contract; they need no rule, and warn.
"""

from collections.abc import Iterator

from cvrender.compose.select.redact import is_shown
from cvrender.errors import nearest
from cvrender.load.library import Library, contract_names, find_contract
from cvrender.model.kinds import KINDS
from cvrender.model.view import SectionRequest
from cvrender.rules.contracts.base import Breach, Measured


def not_shown(measured: Measured, library: Library) -> Iterator[Breach]:
    """Yield what the view does not show although the profile has it for this contract."""
    shown = {item.source for section in measured.selection.sections for item in section.entries}
    for _, request in measured.view.requests:
        yield from _more_tagged(request, measured, shown)
    yield from _narratives(measured, library)
    yield from _hidden_breaks(measured)


def _more_tagged(request: SectionRequest, measured: Measured, shown: set[str]) -> Iterator[Breach]:
    """More entries with the tags of a section than it shows."""
    tags = set(request.prefer or request.tags)
    if not tags or not request.limit or request.collection not in KINDS:
        return
    entries = enumerate(getattr(measured.profile, request.collection))
    tagged = [
        f"{request.collection}[{index}]"
        for index, entry in entries
        if is_shown(entry, measured.view.view.privacy)
        and not tags.isdisjoint(entry.tags)
        and set(request.exclude).isdisjoint(entry.tags)
    ]
    hidden = [source for source in tagged if source not in shown]
    if len(tagged) > request.limit and hidden:
        names = ", ".join(f'"{tag}"' for tag in sorted(tags))
        message = f'{len(tagged)} entries have the tag {names}, and "{request.name or request.collection}" shows {request.limit}'
        yield Breach(message, hidden[0], f"remove the tag from {len(tagged) - request.limit}")


def _narratives(measured: Measured, library: Library) -> Iterator[Breach]:
    """Texts with a name that is nearly one of the contract's, or is numbered or begins like them."""
    own = measured.named.contract.narratives
    views = repr(measured.profile.views)  # raw data
    beginnings = {name.rpartition("-")[0] for name in own if name.rpartition("-")[2].isdigit()}
    beginnings |= {name.partition("-")[0] for name in own if len({other.partition("-")[0] for other in own}) == 1}
    others = [name for name in measured.profile.narratives if name not in own and repr(name) not in views]
    alike = [name for name in others if nearest(name, own) or any(name.startswith(f"{first}-") for first in beginnings if first)]
    listed = contract_names(library) if alike else ()
    known = {name for other in listed for name in find_contract(other, library).contract.narratives}
    for name in alike:
        if name not in known:
            message = f'the contract has no text "{name}", so it is not shown'
            yield Breach(message, f"narratives.{name}", f"its texts are {', '.join(own)}")


def _hidden_breaks(measured: Measured) -> Iterator[Breach]:
    """Breaks that the view would show, or that count, but for their privacy."""
    contract = measured.named.contract
    is_asked_for = any(request.collection == "breaks" for _, request in measured.view.requests)
    if not is_asked_for and not contract.net_academic_age:
        return
    counts = ", but counts in the net academic age" if contract.net_academic_age else ""
    for index, pause in enumerate(measured.profile.breaks):
        if not is_shown(pause, measured.view.view.privacy):
            hint = f'write "privacy: {measured.view.view.privacy}" in it if the funder may know'
            yield Breach(f"is not shown for its privacy{counts}", f"breaks[{index}]", hint)
