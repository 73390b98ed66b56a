"""Define the type of text that is XML already, and write the values of templates as XML."""

from typing import Any

from markupsafe import escape

from cvrender.targets.templates import Escaped, leaf


class Xml(Escaped):
    """Text that is XML already."""

    __slots__ = ()


def write(value: Any) -> Xml:
    """Write a template's value as XML."""
    return leaf(value, Xml, lambda plain: Xml(escape(plain)))
