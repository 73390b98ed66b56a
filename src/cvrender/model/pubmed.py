"""Define the identifiers of PubMed and PubMed Central, from which links are made.

Their forms are those of https://www.ncbi.nlm.nih.gov/pmc/pmctopmid/.
"""

import re
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


Pmid = Annotated[str, Reads(_pmid, TEXT)]
Pmcid = Annotated[str, Reads(_pmcid, TEXT)]
