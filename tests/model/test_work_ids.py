"""Test which identifiers of works are accepted."""

import pytest

from cvrender.model.work_ids import Arxiv, Doi, Pmcid, Pmid
from tests.model.test_fields import read, refused


def test_identifiers_are_read() -> None:
    assert read(Pmid, "12345678") == "12345678"
    assert read(Pmcid, " PMC1234567 ") == "PMC1234567"


@pytest.mark.parametrize(
    "text", ["10.5555/a(1)b", "https://doi.org/10.5555/a(1)b", "http://dx.doi.org/10.5555/a(1)b", "doi: 10.5555/a(1)b"]
)
def test_a_doi_may_be_typed_as_its_link(text: str) -> None:
    assert read(Doi, text) == "10.5555/a(1)b"


@pytest.mark.parametrize("text", ["2101.00001v2", "https://arxiv.org/abs/2101.00001v2", "arXiv:2101.00001v2"])
def test_an_arxiv_identifier_may_be_typed_as_its_link(text: str) -> None:
    assert read(Arxiv, text) == "2101.00001v2"


@pytest.mark.parametrize("text", ["PMC1234567", "12345 678", "<b>", "１２", "PMID 1"])
def test_what_is_not_digits_is_refused_as_pmid(text: str) -> None:
    assert refused(Pmid, text) == f'"{text}" is not a PubMed identifier'


@pytest.mark.parametrize("text", ["1234567", "pmc1234567", "PMC", "PMC1/../x"])
def test_what_does_not_begin_with_pmc_is_refused_as_pmcid(text: str) -> None:
    assert refused(Pmcid, text) == f'"{text}" is not a PubMed Central identifier'
