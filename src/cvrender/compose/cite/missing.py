"""Find what a worded entry lacks, and tell what the style leaves out from what was lost.

The style leaves a variable out if it does not print a plain value in its place either: such a value is tried once for each
combination of type and variables. If the style prints that, the true value was lost on the way, which is an error.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cvrender.compose.cite.item import LAST_MARK, MARKS, SIGNS, Item
from cvrender.model.expressions import expression
from cvrender.model.text import Text

_DIGITS = expression(r"\d+")
_PROBE_WORD, _PROBE_NUMBER, _PROBE_YEAR = "Qzwxv", "7919", "1517"
_PROBE_MARK = chr(LAST_MARK - len(SIGNS))
_PLACES = ("DOI", "URL", "PMID", "PMCID")
"""Variables that a style may print as the target of a link only."""

Signature = tuple[str, frozenset[str], str]


def missing(item: Item, text: Text) -> Iterator[str]:
    """Yield the variables of an item whose values are not in its text."""
    plain = folded(text.plain)
    numbers = set(_DIGITS.findall(text.plain))
    targets = "".join(span.href for span in text.spans).casefold()
    marks = set(MARKS.findall(text.plain))
    for variable, value in item.texts.items():
        if variable in _PLACES and value.casefold() in targets:
            continue
        if not _holds(value, plain, numbers):
            yield variable
    for variable, own in item.marks.items():
        if own and not marks & own:
            yield variable


def _holds(value: str, plain: str, numbers: set[str]) -> bool:
    """Return whether a text contains a value, or the first number in it: styles shorten pages and word editions."""
    if folded(value) in plain:
        return True
    match = _DIGITS.search(value)
    return bool(match and len(value) < 24 and match[0].lstrip("0") in {number.lstrip("0") for number in numbers})


def folded(text: str) -> str:
    """Return the letters and digits of a text, without case and marks."""
    return "".join(char for char in text.casefold() if char.isalnum())


def signature(item: Item, variable: str) -> Signature:
    """Return what decides whether a style prints a variable of an item."""
    return str(item.data["type"]), frozenset(item.data), variable


def lost(lacking: Sequence[tuple[Item, str]], word: Callable[[Sequence[Any]], Sequence[Text]]) -> set[Signature]:
    """Return the signatures of missing variables that the style does print with another value; `word` words items."""
    probes = {signature(item, variable): _probe(item, variable) for item, variable in lacking}
    texts = word(list(probes.values()))
    shown = (_PROBE_WORD.casefold(), _PROBE_NUMBER, _PROBE_YEAR, _PROBE_MARK)
    plain = (text.plain + "".join(span.href for span in text.spans) for text in texts)
    return {key for key, text in zip(probes, plain, strict=True) if any(probe in text.casefold() for probe in shown)}


def _probe(item: Item, variable: str) -> dict[str, Any]:
    """Return an item with a plain value for one variable, which no other value resembles."""
    value: Any = _PROBE_NUMBER if re.fullmatch(r"[\d–-]+", item.texts.get(variable, "")) else _PROBE_WORD
    if variable == "issued":
        value = {"date-parts": [[_PROBE_YEAR]]}
    elif variable in item.marks:
        value = [{"family": f"{_PROBE_WORD}{_PROBE_MARK}", "given": "A."}]
    return {**item.data, variable: value}
