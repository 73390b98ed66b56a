"""Define the file of a statement: longer prose with headings, citations, figures and notes."""

import re
from typing import Annotated, Any, Literal

from cvrender.model.annotations import About, Invalid, Reads
from cvrender.model.fields import Plain, Privacy, Prose, read_plain
from cvrender.model.image_files import ImageFile
from cvrender.model.letter import DocumentFile, Millimetres
from cvrender.model.terms import STATEMENTS


def _name(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", value):
        raise Invalid("is not a name", "write it with letters, digits, - and _", code="bad-name")
    return value


FigureName = Annotated[str, Reads(_name, {"type": "string"})]


class FigureFile(ImageFile, frozen=True, kw_only=True):
    """A picture of a statement; `![](name)` in the text shows it."""

    width: Annotated[Millimetres, About("its width", "120mm")] = 120.0


class Statement(DocumentFile, frozen=True, kw_only=True):
    """A statement. Its text has headings (`##`), citations of the profile's works (`[@id]`), notes (`[^1]`) and figures."""

    kind: Annotated[Literal[("statement", *STATEMENTS)], About("the kind of statement", "research-statement")] = "statement"  # type: ignore[valid-type]
    privacy: Annotated[Privacy, About("which of the contacts it shows", "public")] = "public"
    title: Annotated[Prose | None, About("the title, if not that of its kind", "Research Plan")] = None
    text: Annotated[Plain, Reads(read_plain), About("the text, in Markdown", "I built it [@engine-paper].")]
    figures: Annotated[
        dict[FigureName, FigureFile], About("the pictures by name", {"mill": {"file": "mill.png", "alt": "The mill"}})
    ] = {}
    references: Annotated[
        Literal["numbered", "author-date"] | None,
        About("how works are cited; by default as the citation style does, or by numbers", "author-date"),
    ] = None
