"""Define the type of text that is LaTeX already."""

from cvrender.targets.templates import Escaped


class Latex(Escaped):
    """Text that is LaTeX already."""

    __slots__ = ()
