"""Define the identifiers of researchers: how each is written, checked, named and linked.

The check character of ORCID iDs and ISNIs is that of ISO/IEC 7064, MOD 11-2
(https://support.orcid.org/hc/en-us/articles/360006897674-Structure-of-the-ORCID-Identifier).
"""

import re
from functools import partial
from typing import Annotated, Any, NamedTuple

from cvrender.model.annotations import Invalid, Reads


class ResearcherId(NamedTuple):
    """A kind of identifier: its name, its web address, the pattern of an identifier, and an example."""

    name: str
    page: str
    pattern: str
    example: str
    has_check_digit: bool = False

    def link(self, value: str) -> str:
        """Return the web page of an identifier."""
        return self.page + (value.replace(" ", "") if self.has_check_digit else value)


RESEARCHER_IDS = {
    "orcid": ResearcherId("ORCID", "https://orcid.org/", r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]", "0000-0002-1825-0097", True),
    "isni": ResearcherId("ISNI", "https://isni.org/isni/", r"\d{4} ?\d{4} ?\d{4} ?\d{3}[\dX]", "0000 0001 2103 2683", True),
    "scopus": ResearcherId("Scopus", "https://www.scopus.com/authid/detail.uri?authorId=", r"\d{10,11}", "7004212771"),
    "researcherid": ResearcherId(
        "ResearcherID", "https://www.webofscience.com/wos/author/record/", r"[A-Z]{1,3}-\d{4}-\d{4}", "A-1009-2008"
    ),
    "google_scholar": ResearcherId("Google Scholar", "https://scholar.google.com/citations?user=", r"[\w-]{12}", "AbCdEfGhIjKl"),
    "dblp": ResearcherId("DBLP", "https://dblp.org/pid/", r"[\w-]+/[\w-]+", "00/1234"),
    "github": ResearcherId("GitHub", "https://github.com/", r"[A-Za-z\d-]{1,39}", "ada-example"),
    "linkedin": ResearcherId("LinkedIn", "https://www.linkedin.com/in/", r"[\w%-]{3,100}", "ada-example"),
}
"""Every kind of identifier by its key in `person`, in the order in which they are printed."""


def check_character(digits: str) -> str:
    """Return the check character of digits by ISO/IEC 7064, MOD 11-2."""
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    value = (12 - total % 11) % 11
    return "X" if value == 10 else str(value)


def identifier(key: str, value: Any) -> str:
    """Return an identifier; a web page of it is shortened to the identifier. Raises Invalid for what is not one of that kind."""
    kind = RESEARCHER_IDS[key]
    text = str(value).strip().removeprefix(kind.page).rstrip("/")
    if not re.fullmatch(kind.pattern, text, re.ASCII):
        raise Invalid(f'"{value}" is not an identifier of {kind.name}', f"write it like {kind.example}", code="bad-identifier")
    digits = re.sub("[^0-9X]", "", text)
    if kind.has_check_digit and check_character(digits[:-1]) != digits[-1]:
        raise Invalid(
            f'the last character of "{text}" does not match the others', "look for a misspelt digit", code="bad-identifier"
        )
    return text


def id_type(key: str) -> Any:
    """Return the type of a field with that kind of identifier."""
    return Annotated[str | None, Reads(partial(identifier, key), about=f"identifier of {RESEARCHER_IDS[key].name}")]
