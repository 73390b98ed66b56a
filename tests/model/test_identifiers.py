"""Test which identifiers are accepted, and that each works everywhere from its row alone."""

import pytest

from cvrender.model.annotations import Invalid
from cvrender.model.check_digits import is_gtin, is_isbn, is_ror, is_weighted, mod_11_2
from cvrender.model.identifier_table import WORK_IDS, work_fields


def refused(key: str, text: str) -> str:
    with pytest.raises(Invalid) as error:
        WORK_IDS[key].read(text)
    return error.value.message


@pytest.mark.parametrize("key", WORK_IDS)
def test_each_example_is_read_also_as_a_link_and_after_its_label(key: str) -> None:
    row = WORK_IDS[key]
    for typed in (row.example, row.link(row.example), row.label + row.example):
        assert not typed or row.read(typed) == row.find(typed) == row.example, typed
    assert row.fault(row.example) is None
    assert not row.page or row.link(row.example).startswith("https://") and " " not in row.link(row.example)
    assert row.fault("?") and row.find("?") is None
    assert any(key == name for kind in ("publication", "patent") for name, *_ in work_fields(kind))


@pytest.mark.parametrize(
    ("key", "typed", "expected"),
    [
        ("doi", "https://doi.org/10.5555/a(1)b", "10.5555/a(1)b"),
        ("doi", "http://dx.doi.org/10.5555/a(1)b", "10.5555/a(1)b"),
        ("doi", "doi: 10.5555/a(1)b", "10.5555/a(1)b"),
        ("arxiv", "https://arxiv.org/abs/2101.00001v2", "2101.00001v2"),
        ("arxiv", "arXiv:2101.00001v2", "2101.00001v2"),
        ("arxiv", "hep-th/9901001 [hep-th]", "hep-th/9901001"),
        ("pmid", "PMID: 12345678", "12345678"),
        ("pmcid", " PMC1234567 ", "PMC1234567"),
        ("pmcid", "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/", "PMC1234567"),
        ("mathscinet", "MR1234567 (99a:12345)", "1234567"),
        ("ssrn", "https://papers.ssrn.com/sol3/papers.cfm?abstract_id=1234567", "1234567"),
        ("nct", "https://clinicaltrials.gov/ct2/show/NCT01234567", "NCT01234567"),
        ("publication_number", "https://patents.google.com/patent/US10000000B2/en", "US10000000B2"),
        ("issn", "0000-006X", "0000-006X"),
    ],
)
def test_an_identifier_may_be_typed_as_its_link_or_as_it_is_cited(key: str, typed: str, expected: str) -> None:
    assert WORK_IDS[key].read(typed) == expected


@pytest.mark.parametrize(
    ("key", "text"),
    [
        *(("pmid", text) for text in ("PMC1234567", "12345 678", "<b>", "１２")),
        *(("pmcid", text) for text in ("1234567", "pmc1234567", "PMC", "PMC1/../x")),
        ("hal", "hal"),
        *(
            ("doi", text)
            for text in ("to come", "10.5555/a}b", "10.5555/a\\b", '10.5555/a"b', "10.1/a}, note = {\\input{x}}, x = {")
        ),
        *(("arxiv", text) for text in ("2101", "2101.00001}, x = {")),
        *(("isbn", text) for text in ("978", "978-0-306-40615-7}, x = {")),
        ("handle", "2027/a}b"),
        ("urn", "urn:nbn:de}"),
        ("bibcode", "2019ApJ"),
        ("urn", "nbn:de:1"),
        ("publication_number", "10,000,000"),
    ],
)
def test_what_is_not_written_like_an_identifier_is_refused(key: str, text: str) -> None:
    assert refused(key, text) == f'"{text}" is not an identifier of {WORK_IDS[key].name}'


VALID = ["9780306406157", "0306406152", "080442957X", "979-10-90636-07-1"]


@pytest.mark.parametrize("number", VALID)
def test_one_wrong_digit_of_an_isbn_is_found(number: str) -> None:
    assert is_isbn(number)
    for index, char in enumerate(number):
        others = (number[:index] + digit + number[index + 1 :] for digit in "0123456789" if char.isdigit() and digit != char)
        assert not any(map(is_isbn, others))


def test_check_digits() -> None:
    assert is_gtin("4006381333931") and is_gtin("73513537") and not is_isbn("4006381333931")
    assert is_weighted("03785955") and not is_weighted("03785954")
    assert is_ror("03yrm5c26") and not is_ror("03yrm5c62") and not is_ror("03yrm5d26")
    assert mod_11_2("0000 0001 2103 2683") and not mod_11_2("0000 0001 2103 2684")
    assert refused("issn", "0378-5954") == 'the last character of "0378-5954" does not match the others'
    assert WORK_IDS["isbn"].read("978-0-306-40615-8") == "978-0-306-40615-8"
    assert (fault := WORK_IDS["isbn"].fault("978-0-306-40615-8")) and "does not match" in fault.message
