"""Define how a profile names a bibliography from which its publications are read."""

from typing import Annotated, Any

import msgspec

from cvrender.model.annotations import About
from cvrender.model.base import Model
from cvrender.model.fields import Plain, Plains


class Bibliography(Model, frozen=True, kw_only=True):
    """Publications that are read from files each time: BibTeX, CSL-JSON or RIS, in the profile's folder."""

    from_: Annotated[Plains, About("the files", "publications.bib")] = msgspec.field(name="from")
    select: Annotated[Plain | None, About("a filter, as of views: which works to take", "year >= 2020")] = None
    add: Annotated[
        dict[str, Any],
        About("fields to add to works, by their key in the file", {"xie2020": {"tags": ["selected"], "awards": ["Best Paper"]}}),
    ] = {}
