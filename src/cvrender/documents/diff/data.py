"""Find what changed in the data of two entries, field by field, whether it is printed or not."""

from collections.abc import Iterable, Iterator
from typing import Any

from cvrender.model.annotations import is_printed
from cvrender.model.base import Model, fields_of, leaves
from cvrender.model.dates import DateRange, PartialDate, dates_of
from cvrender.model.expressions import expression
from cvrender.model.fields import Localized
from cvrender.model.value import Value

_WORD = expression(r"[^\W_]+")
_SCHEME = expression(r"\bhttps?://(?:www\.)?")
_NESTED = frozenset({"roles"})
"""Fields that are marked as not printed only because their entries are printed on their own."""


class FieldChange(Value, frozen=True):
    """A changed field by its path within the entry, such as `highlights[2].tags`; None stands for a field that is not there."""

    path: str
    old: Any
    new: Any
    printed: bool


def field_changes(old: Any, new: Any, path: str = "", printed: bool = True) -> Iterator[FieldChange]:
    """Yield the changes from one value of a profile to another: of models and of lists as long as each other, those within."""
    if old == new:
        return
    if isinstance(old, Model) and type(old) is type(new):
        for key, field in fields_of(type(old)).items():
            shown = printed and (is_printed(field.type) or field.name in _NESTED)
            place = f"{path}.{key}" if path else key
            yield from field_changes(getattr(old, field.name), getattr(new, field.name), place, shown)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from field_changes(old.get(key), new.get(key), f"{path}.{key}" if path else str(key), printed)
    elif isinstance(old, Localized) and isinstance(new, Localized):
        yield from field_changes(dict(old.texts), dict(new.texts), path, printed)
    elif _are_alike(old, new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from field_changes(one, other, f"{path}[{index}]", printed)
    else:
        yield FieldChange(path, old, new, printed)


def _are_alike(old: Any, new: Any) -> bool:
    """Return whether these are lists of models, as long as each other."""
    lists = isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new)
    return lists and all(isinstance(item, Model) for item in (*old, *new))


def is_seen(change: FieldChange, before: str, after: str) -> bool:
    """Return whether the printed texts of the entry, before and after, tell a change of its data.

    They do not if only signs or emphasis changed, or if the style prints something else, such as only the year of a date.
    """
    if not change.printed or before == after:
        return False
    if _is_date(change.old) or _is_date(change.new):
        return _is_date_seen(change, before, after)
    old, new = _words(change.old), _words(change.new)
    if old == new:
        return not new  # a mark, which changed what is printed
    gone, come = set(old) - set(new), set(new) - set(old)
    return bool(gone or come) and _contains(_bare(before), gone) and _contains(_bare(after), come)


def _is_date_seen(change: FieldChange, before: str, after: str) -> bool:
    """Return whether the years of both dates are printed, in other lines than before; "present" alone has none."""
    old, new = _years(change.old), _years(change.new)
    printed = all(years or not date for years, date in ((old, change.old), (new, change.new)))
    return printed and _contains(before, old) and _contains(after, new) and _lines_with(old, before) != _lines_with(new, after)


def _contains(text: str, words: Iterable[str]) -> bool:
    return all(word in text for word in words)


def _lines_with(words: Iterable[str], text: str) -> list[str]:
    return [line for line in text.split("\n") if any(word in line for word in words)]


def _years(value: Any) -> list[str]:
    return [f"{date.year:04d}" for date in dates_of(tuple(leaf for _, leaf in leaves(value) if _is_date(leaf)))]


def _is_date(value: Any) -> bool:
    return isinstance(value, PartialDate | DateRange) or (isinstance(value, tuple) and any(map(_is_date, value)))


def _words(value: Any) -> list[str]:
    """Return the letters and digits of each text and number in a value."""
    return [_bare(str(leaf)) for _, leaf in leaves(value) if isinstance(leaf, str | int) and not isinstance(leaf, bool)]


def _bare(text: str) -> str:
    """Return the letters and digits of a text, ignoring case; the scheme of an address is not printed everywhere."""
    return "".join(_WORD.findall(_SCHEME.sub("", text))).casefold()
