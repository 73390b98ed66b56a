"""Replace placeholders such as `{person.name}` and `{position.title}` in the texts of letters and statements.

A placeholder is a path in what the document may see of the profile: `person`, or the first entry of a collection by the name of
its kind (`position`, `education`, `publication`, …), which is the current one in the usual order; a number chooses from a list,
as in `{person.emails.1}`.
"""

import re
from collections.abc import Callable
from typing import Any

from cvrender.errors import InputError, Problem, nearest
from cvrender.load.reader import Source
from cvrender.model.base import Model, field_names
from cvrender.model.convert import DataPath
from cvrender.model.dates import DateRange, PartialDate
from cvrender.model.expressions import expression
from cvrender.model.fields import Localized
from cvrender.model.kinds import KINDS
from cvrender.model.profile import Profile
from cvrender.text.localize import Wording, format_date, format_when

_PLACEHOLDER = expression(r"\{([a-z_]+(?:\.[A-Za-z0-9_-]+)+)\}")
_MARKDOWN = expression(r"([\\*_`\[\]<$])")


def as_markdown(text: str) -> str:
    """Return Markdown that shows a text as it is."""
    return _MARKDOWN.sub(r"\\\1", text)


class PlaceholderValues:
    """The values of a profile in one language, without what the document must not show.

    `source` is the document's file, of which the texts are at `base`.
    """

    def __init__(self, profile: Profile, entries: Callable[[str], tuple[Any, ...]], wording: Wording, source: Source) -> None:
        self.wording, self.source = wording, source
        self.problems: list[Problem] = []
        self._roots: dict[str, Any] = {"person": profile.person}
        self._entries = entries

    def fill(self, text: str, path: DataPath, *, markdown: bool = True) -> str:
        """Return a text with values for its placeholders; one that has none becomes a Problem at the path."""
        return _PLACEHOLDER.sub(lambda match: self._value(match[1], path, markdown), text)

    def check(self) -> None:
        """Raise InputError with every placeholder that has no value."""
        if self.problems:
            raise InputError(self.problems)

    def _value(self, name: str, path: DataPath, markdown: bool) -> str:
        try:
            value = self._shown(self._find(name), name)
        except _UnknownError as error:
            code = "missing-fact" if error.is_empty else "unknown-name"
            self.problems.append(self.source.problem(path, str(error), error.hint, code=code))
            return ""
        return as_markdown(value) if markdown else value

    def _find(self, name: str) -> Any:
        root, *rest = name.split(".")
        value = self._root(root, name)
        for part in rest:
            value = _part(value, part, name)
        return value

    def _root(self, root: str, name: str) -> Any:
        if root in self._roots:
            return self._roots[root]
        kinds = {kind.name: collection for collection, kind in KINDS.items() if collection != "custom"}
        if root not in kinds:
            raise _UnknownError(f'"{{{name}}}" is not a placeholder', nearest(root, ["person", *kinds]))
        entries = self._entries(kinds[root])
        if not entries:
            raise _UnknownError(f'"{{{name}}}" has no value: the profile shows no {kinds[root]}', is_empty=True)
        return entries[0]

    def _shown(self, value: Any, name: str) -> str:
        if isinstance(value, PartialDate):
            return format_date(value, self.wording.long_dates, self.wording.language)
        if isinstance(value, DateRange):
            return format_when((value,), self.wording)
        if isinstance(value, Localized):
            return value.choose(self.wording.language)
        if isinstance(value, str | int) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, Model):
            inner = next((getattr(value, key) for key in ("value", "name", "title") if hasattr(value, key)), None)
            if isinstance(inner, str | Localized):
                return self._shown(inner, name)
            raise _UnknownError(f'"{{{name}}}" is not a text', f"write one of its fields: {', '.join(field_names(type(value)))}")
        if value in (None, ()):
            raise _UnknownError(f'"{{{name}}}" has no value', is_empty=True)
        if isinstance(value, tuple) and len(value) == 1:
            return self._shown(value[0], name)
        raise _UnknownError(f'"{{{name}}}" is a list', f"write {{{name}.1}} for its first item")


class _UnknownError(Exception):
    """A placeholder has no value; `is_empty` is whether it could have one."""

    def __init__(self, message: str, hint: str = "", is_empty: bool = False) -> None:
        super().__init__(message)
        self.hint = hint
        self.is_empty = is_empty


def _part(value: Any, part: str, name: str) -> Any:
    """Return a field of an entry, or an item of a list by its number."""
    if isinstance(value, tuple):
        if not re.fullmatch("[1-9][0-9]?", part) or int(part) > len(value):
            raise _UnknownError(f'"{{{name}}}" has no value: "{part}" is not a number from 1 to {len(value)}', is_empty=True)
        return value[int(part) - 1]
    if not isinstance(value, Model):
        raise _UnknownError(f'"{{{name}}}" is not a placeholder: there is nothing below "{part}"')
    if part not in field_names(type(value)):
        raise _UnknownError(f'"{{{name}}}" is not a placeholder', nearest(part, field_names(type(value))))
    field = getattr(value, part)
    roles = getattr(value, "roles", ())
    return _part(roles[0], part, name) if field is None and roles and part in field_names(type(roles[0])) else field
