"""Define what a profile knows of other people, for the lists of collaborators that funders ask for."""

from typing import Annotated

from cvrender.model.annotations import About, Reads
from cvrender.model.fields import Flag, OneDate, Person, Plain, short
from cvrender.model.identifier_table import RESEARCHER_IDS
from cvrender.model.kinds.base import Email


class Colleague(Person, frozen=True, kw_only=True):
    """Another person, found in author lists by the name, the native name or a variant. Nothing of it is printed in a CV."""

    affiliation: Annotated[Plain | None, About("where the person works", "University of Nowhere")] = None
    department: Annotated[Plain | None, About("the department", "Department of Computing")] = None
    email: Annotated[Annotated[Email, short("value")] | None, About("the e-mail address", "charles@example.org")] = None
    orcid: Annotated[
        str | None, Reads(RESEARCHER_IDS["orcid"].read, about="identifier"), About("the ORCID iD", "0000-0002-1825-0097")
    ] = None
    last_active: Annotated[
        OneDate | None, About("when you last worked together, if the profile's dates do not say it", "2025-06")
    ] = None
    interacted: Annotated[Flag, About("`false` for a member of a large collaboration with whom you did not work", False)] = True
