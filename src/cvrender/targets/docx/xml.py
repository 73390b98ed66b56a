"""Define the type of text that is XML already."""

from cvrender.targets.templates import Escaped


class Xml(Escaped):
    """Text that is XML already."""

    __slots__ = ()
