"""Define how a profile, view or section chooses a citation style, and an entry that is worded by one."""

from typing import Annotated, Literal

from cvrender.model.annotations import About
from cvrender.model.base import Model
from cvrender.model.expressions import expression
from cvrender.model.fields import Plain, short
from cvrender.model.text import Text
from cvrender.model.value import Value

CITATIONS = "citations"
"""The key in a profile, view or section, and the option of styles, that names a citation style."""
NO_STYLE = "none"
"""The name for the look's own wording, where a profile or view names a citation style."""
CITATION = expression(r"(?<![\\`])\[(@[^\s;,\]]+[^\]]*)\](?!\()")
"""One or more works: `[@one]`, `[@one, p. 5; @two]`; not behind a backslash or a backquote, nor before the address of a link."""


class Citations(Model, frozen=True, kw_only=True):
    """A citation style for publications and patents. A text is its `style`."""

    style: Annotated[
        Plain,
        About("a name that `cvrender citations` lists, the path of a .csl file, or `none` for the look's own wording", "apa"),
    ]
    hidden_owner: Annotated[
        Literal["name", "warn"],
        About("what to do where the style's “et al.” hides the profile's person: print the name, or only warn", "warn"),
    ] = "name"


def is_path(name: str) -> bool:
    """Return whether this names a file instead of a style of the library."""
    return name.endswith(".csl") or "/" in name or "\\" in name


ChosenCitations = Annotated[Citations, short("style")]


class Cited(Value, frozen=True):
    """An entry in the words of a citation style.

    `fields` are the fields of the entry that the style is responsible for. `extra` is what the style leaves out, but a reader
    must know: the status of an unpublished work, the number of authors of a cut list, the owner as an editor.
    """

    text: Text
    fields: frozenset[str]
    extra: Text = Text()
