"""Test which identifiers of PubMed are accepted."""

import pytest

from cvrender.model.pubmed import Pmcid, Pmid
from tests.model.test_fields import read, refused


def test_identifiers_are_read() -> None:
    assert read(Pmid, "12345678") == "12345678"
    assert read(Pmcid, " PMC1234567 ") == "PMC1234567"


@pytest.mark.parametrize("text", ["PMC1234567", "12345 678", "<b>", "１２", "PMID 1"])
def test_what_is_not_digits_is_refused_as_pmid(text: str) -> None:
    assert refused(Pmid, text) == f'"{text}" is not a PubMed identifier'


@pytest.mark.parametrize("text", ["1234567", "pmc1234567", "PMC", "PMC1/../x"])
def test_what_does_not_begin_with_pmc_is_refused_as_pmcid(text: str) -> None:
    assert refused(Pmcid, text) == f'"{text}" is not a PubMed Central identifier'
