"""Find breaches of the rules about what a document contains and how much: sections, entries, characters and words."""

from collections.abc import Callable, Iterator, Sequence

from cvrender.model.contract import ContractRule
from cvrender.model.expressions import expression
from cvrender.model.kinds import Publication
from cvrender.model.section_order import requests
from cvrender.model.view import SelectedSection
from cvrender.rules.contracts.base import Breach, Measured, many, name_of

_BULLET = expression(r"(?m)^[ \t]*[-*+•–] ")
_NUMBERED = expression(r"(?:^|(?<=[\s;,:(]))\(?(\d{1,2}[.)]|[ivx]{1,5}[.)]|[a-z]\))(?=\s)")
_NUMERALS = (
    tuple(str(number) for number in range(1, 100)),
    tuple("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv".split()),
    tuple("abcdefghijklmnopqrstuvwxyz"),
)
"""How people count the items of a list within a text."""


def required(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Sections that have to be there and are not."""
    shown = {name_of(section) for section in measured.selection.sections}
    for name in rule.sections:
        if name not in shown:
            yield Breach(f'section "{name}" is missing', hint=_source_of(name, measured))


def _source_of(name: str, measured: Measured) -> str:
    """Return a hint on what fills a section: the collection or narrative from which the view takes it."""
    if name in measured.named.contract.narratives:
        return f'write it as "{name}" under "narratives"'
    taken = {request.name or request.collection: request for _, request in requests(measured.named.contract.view)}
    if (request := taken.get(name)) is None:
        return f'add entries to "{name}" that the view shows'
    if request.tags:
        return f'give entries of "{request.collection}" the tag "{request.tags[0]}"'
    return f'add entries to "{request.collection}" that the view shows'


def order(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Sections in another order than the rule's."""
    shown = [name for section in measured.selection.sections if (name := name_of(section)) in rule.sections]
    wanted = [name for name in rule.sections if name in shown]
    for section, expected in zip(dict.fromkeys(shown), wanted, strict=True):
        if section != expected:
            yield Breach(f'section "{section}" comes before "{expected}"', hint=f"the order is {', '.join(wanted)}")
            return


def items(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """More entries than the rule allows, at the first one that is too many. Items of a list in a text count, too."""
    places = [place for section in measured.sections(rule.sections) for place in _items_of(section)]
    most = int(rule.most or 0)
    if len(places) > most:
        message = f"{len(places)} of {many(most, 'entry').replace('entrys', 'entries')} in {_names(rule)}"
        yield Breach(f"{message}; {len(places) - most} too many", places[most], "show fewer, such as with tags")


def _items_of(section: SelectedSection) -> Iterator[str]:
    """Yield the field of each entry, and that of the section for each item of a list in its texts."""
    yield from (item.source for item in section.entries)
    if not section.source.startswith("narratives."):
        return
    text = "\n".join(section.texts)
    marks = [match[1][:-1] for match in _NUMBERED.finditer(text)]
    yield from [section.source] * max(len(_BULLET.findall(text)), *(_counted(marks, numerals) for numerals in _NUMERALS))


def _counted(marks: Sequence[str], numerals: Sequence[str]) -> int:
    """Return how many numerals, from the first one, stand in their order among the marks; 0 for one alone."""
    rest = iter(marks)
    number = next((index for index, numeral in enumerate(numerals) if numeral not in rest), len(numerals))
    return number if number > 1 else 0


def characters(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """More characters than the rule allows; spaces count, and a line end counts as one."""
    return _amount(rule, measured, "character", len)


def words(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """More words than the rule allows; words are what spaces divide."""
    return _amount(rule, measured, "word", lambda text: len(text.split()))


def _amount(rule: ContractRule, measured: Measured, noun: str, count: Callable[[str], int]) -> Iterator[Breach]:
    sections, most = measured.sections(rule.sections), int(rule.most or 0)
    total = sum(count(measured.text(section)) for section in sections)
    if total > most:
        message = f"{total:,} of {many(most, noun)} in {_names(rule)}; {total - most:,} too many"
        yield Breach(message, sections[-1].source, "shorten it")


def _names(rule: ContractRule) -> str:
    return ", ".join(f'"{name}"' for name in rule.sections)


def distinct(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Entries that several of the sections show."""
    seen: dict[str, str] = {}
    for section in measured.sections(rule.sections):
        for item in section.entries:
            if first := seen.get(item.source):
                yield Breach(f'is in "{first}" and in "{name_of(section)}"', item.source, "name it in one of them")
            seen.setdefault(item.source, name_of(section))


def types(rule: ContractRule, measured: Measured) -> Iterator[Breach]:
    """Publications of types that do not count in these sections, or that are not peer-reviewed."""
    for item in measured.entries(rule.sections):
        entry = item.entry
        if not isinstance(entry, Publication):
            continue
        if entry.peer_reviewed is False and "not-peer-reviewed" in rule.without:
            yield Breach(f"is not peer-reviewed, and does not count in {_names(rule)}", item.source)
        elif entry.group in rule.without and not entry.peer_reviewed:
            hint = 'show it elsewhere, or write "peer_reviewed: true" if it was'
            yield Breach(f"works of the type {entry.group} do not count in {_names(rule)}", item.source, hint)
