"""Define the type of text that is XML already, and write the values of templates as XML."""

from typing import Any

from markupsafe import escape

from cvrender.targets.templates import Escaped, unprintable


class Xml(Escaped):
    """Text that is XML already."""

    __slots__ = ()


def write(value: Any) -> Xml:
    """Write a template's value as XML."""
    if isinstance(value, Xml):
        return value
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise unprintable(value)
    return Xml(escape(str(value)))
