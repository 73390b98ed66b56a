"""Explain keys that have no value in `{…}`, such as those that a comma makes of a text."""

from typing import Any

from cvrender.errors import Problem
from cvrender.load.yaml_mistakes import in_quotes
from cvrender.model.value import replace


class KeysWithoutValue:
    """A key with its value, and the keys without a value behind it, which are mostly the rest of its text: `{a: $1,250,000}`.

    `told` is 1 as soon as a Problem tells of such keys, else 0.
    """

    def __init__(self, key: str = "", value: Any = None, end: Any = None) -> None:
        self.key, self.end, self.told = key, end, 0
        self.text = value if isinstance(value, str) else ""
        self.rest: list[str] = []
        self.problem: Problem | None = None

    def without_value(self, key: str, event: Any, problem: Problem) -> Problem:
        """Return the Problem of this key without a value and of those before it."""
        near = self.end and (event.start_mark.line, event.start_mark.column) == (self.end.line, self.end.column + 1)
        self.end = event.end_mark
        self.rest += [key]
        self.problem = self.problem or problem
        if not self.text:
            hint = f'write "{key}: …", or put a text in quotes: "{{{key}}}"'
            return replace(self.problem, message="a key without a value", hint=hint)
        self.text += f",{'' if near else ' '}{key}"
        message = f'the value of "{self.key}" ends at the comma, so that "{self.rest[0]}" is read as a key'
        hint = f"put a text that contains a comma in quotes: {in_quotes(self.text)}"
        return replace(self.problem, message=message, hint=hint)


def is_nothing(event: Any, end: Any) -> bool:
    """Return whether a value is missing with its colon: it has no characters, and begins where its key ends."""
    return not event.value and (event.start_mark.line, event.start_mark.column) == (end.line, end.column)
