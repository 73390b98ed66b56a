"""Compile regular expressions when they are first used.

Compiling a class of many characters takes milliseconds, and a command uses only some expressions of the modules that it imports.
"""

import re
from typing import Any, AnyStr, Generic, cast


class _Expression(Generic[AnyStr]):
    """Stand for a compiled expression; its methods are found on first use and kept."""

    def __init__(self, pattern: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # copying and pickling ask for more than a Pattern has
            raise AttributeError(name)
        attribute = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, attribute)
        return attribute


def expression(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return an expression with the methods of a compiled one. A mistake in it raises re.error when it is used.

    It cannot be an argument of the functions of `re`.
    """
    return cast("re.Pattern[AnyStr]", _Expression(pattern, flags))
