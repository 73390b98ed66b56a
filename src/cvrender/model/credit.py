"""Define the roles of contributors in CRediT, ANSI/NISO Z39.104: https://credit.niso.org."""

from typing import Annotated

from cvrender.model.annotations import About, Unprinted, one_of
from cvrender.model.expressions import expression
from cvrender.model.value import replace

CREDIT_ROLES = {
    "conceptualization": "Conceptualization",
    "data-curation": "Data curation",
    "formal-analysis": "Formal analysis",
    "funding-acquisition": "Funding acquisition",
    "investigation": "Investigation",
    "methodology": "Methodology",
    "project-administration": "Project administration",
    "resources": "Resources",
    "software": "Software",
    "supervision": "Supervision",
    "validation": "Validation",
    "visualization": "Visualization",
    "writing-original-draft": "Writing – original draft",
    "writing-review-editing": "Writing – review & editing",
}
"""The names of the roles in the standard, by the words of their addresses."""
_ADDRESS = expression(r"https?://credit\.niso\.org/contributor-roles/([a-z-]+)/?")

_ABOUT = "role of [CRediT](https://credit.niso.org)"
_Role = Annotated[str, replace(one_of(CREDIT_ROLES, '"{}" is not a role of CRediT'), about=_ABOUT)]
CreditRoles = Annotated[
    tuple[_Role, ...],
    Unprinted(),
    About("the roles of CRediT; the option `credit` of the style prints your own", ["conceptualization", "software"]),
]


def credit_role(text: str) -> str:
    """Return the role that an address or a name of the standard is of, or an empty text."""
    if match := _ADDRESS.fullmatch(text.strip().lower()):
        return match[1] if match[1] in CREDIT_ROLES else ""
    plain = "".join(filter(str.isalpha, text.casefold()))
    return next((slug for slug in CREDIT_ROLES if slug.replace("-", "") == plain), "")
