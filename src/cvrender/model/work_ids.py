"""Define the identifiers of works from which links are made: DOI, arXiv, PubMed and PubMed Central.

The forms of PubMed's are those of https://www.ncbi.nlm.nih.gov/pmc/pmctopmid/. A DOI or an arXiv identifier may be typed
as its link.
"""

import re
from collections.abc import Callable
from typing import Annotated, Any

from cvrender.model.annotations import Invalid, Reads
from cvrender.model.fields import read_plain
from cvrender.model.json_schema import TEXT


def _pmid(value: Any) -> str:
    text = read_plain(value)
    if not re.fullmatch("[0-9]{1,9}", text):
        raise Invalid(f'"{text}" is not a PubMed identifier', "write its digits only, such as 12345678")
    return text


def _pmcid(value: Any) -> str:
    text = read_plain(value)
    if not re.fullmatch("PMC[0-9]{1,9}", text):
        raise Invalid(f'"{text}" is not a PubMed Central identifier', "write PMC and its digits, such as PMC1234567")
    return text


def _without(prefix: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        text = read_plain(value)
        return re.sub(f"^(?:{prefix})", "", text, count=1, flags=re.IGNORECASE).strip() or text

    return read


Doi = Annotated[str, Reads(_without(r"https?://(?:dx\.)?doi\.org/|doi: *"), TEXT)]
Arxiv = Annotated[str, Reads(_without(r"https?://arxiv\.org/(?:abs|pdf)/|arxiv: *"), TEXT)]
Pmid = Annotated[str, Reads(_pmid, TEXT)]
Pmcid = Annotated[str, Reads(_pmcid, TEXT)]
