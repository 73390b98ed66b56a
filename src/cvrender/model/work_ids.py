"""Define the identifiers of works from which links are made: DOI, arXiv, PubMed and PubMed Central.

The forms of PubMed's are those of https://www.ncbi.nlm.nih.gov/pmc/pmctopmid/. A DOI or an arXiv identifier may be typed
as its link.
"""

import re
from typing import Annotated, Any

from cvrender.model.annotations import Invalid, Reads
from cvrender.model.fields import read_plain


def _shaped(pattern: str, name: str, hint: str) -> Reads:
    """Accept an identifier of a service, which looks like the pattern."""

    def read(value: Any) -> str:
        text = read_plain(value)
        if not re.fullmatch(pattern, text):
            raise Invalid(f'"{text}" is not a {name} identifier', hint, code="bad-identifier")
        return text

    return Reads(read)


def _without(prefix: str) -> Reads:
    """Accept an identifier without what links and citations put before it."""

    def read(value: Any) -> str:
        text = read_plain(value)
        return re.sub(f"^(?:{prefix})", "", text, count=1, flags=re.IGNORECASE).strip() or text

    return Reads(read)


Doi = Annotated[str, _without(r"https?://(?:dx\.)?doi\.org/|doi: *")]
Arxiv = Annotated[str, _without(r"https?://arxiv\.org/(?:abs|pdf)/|arxiv: *")]
Pmid = Annotated[str, _shaped("[0-9]{1,9}", "PubMed", "write its digits only, such as 12345678")]
Pmcid = Annotated[str, _shaped("PMC[0-9]{1,9}", "PubMed Central", "write PMC and its digits, such as PMC1234567")]
