"""Plant faults that no single rule is about in every contract to which they apply, and count those that are found."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from cvrender.errors import Problem
from cvrender.load.library import contract_names, find_contract
from cvrender.rules.contracts import FIND
from tests.rules.contracts.good_profile import ON_PAGES, PROFILE, check

Data = dict[str, Any]
Plant = Callable[[Data, str], None]

BREAK = {"reason": "Parental leave", "start": "2019-01-01", "end": "2019-12-31"}


def tagged(tag: str) -> Plant:
    """More works with a tag than a section shows."""

    def plant(data: Data, contract: str) -> None:
        data["publications"] += [{**data["publications"][0], "title": f"Tagged {number}", "tags": [tag]} for number in range(12)]

    return plant


def misspelt(data: Data, contract: str) -> None:
    name = find_contract(contract).contract.narratives[0]
    data["narratives"][name[:-2] + name[-1]] = data["narratives"].pop(name)


def surplus(data: Data, contract: str) -> None:
    name = find_contract(contract).contract.narratives[-1]
    base = name.rpartition("-")[0] if name[-1].isdigit() else name
    data["narratives"][f"{base}-7"] = "More."


def hidden_break(data: Data, contract: str) -> None:
    data["breaks"] = [BREAK]


def gap_with_hidden_break(data: Data, contract: str) -> None:
    data["positions"][1]["end"] = "2018-12-31"
    data["breaks"] = [{**BREAK, "private": True}]


def in_texts(text: str) -> Plant:
    def plant(data: Data, contract: str) -> None:
        data["narratives"] = dict.fromkeys(data["narratives"], f"It is so: {text}.")
        data["publications"] = [{**work, "note": text} for work in data["publications"]]

    return plant


def listed(data: Data, contract: str) -> None:
    data["narratives"]["synergistic-activities"] = "\n".join(f"- activity {number}" for number in range(6))


def numbered(data: Data, contract: str) -> None:
    data["narratives"]["synergistic-activities"] = " ".join(f"({number}) I led one;" for number in range(1, 7))


def in_roman(data: Data, contract: str) -> None:
    data["narratives"]["synergistic-activities"] = "\n".join(f"{mark}. I led one" for mark in "i ii iii iv v vi".split())


def lettered(data: Data, contract: str) -> None:
    data["narratives"]["synergistic-activities"] = " ".join(f"{mark}) I led one;" for mark in "abcdef")


def no_supervisor(data: Data, contract: str) -> None:
    data["education"][0].pop("advisors")


def year_only(data: Data, contract: str) -> None:
    data["education"][0]["start"] = "2012"


def headline(data: Data, contract: str) -> None:
    data["person"]["headline"] = "Engineer, h-index 40"


METRIC_CONTRACTS = ("cruk", "dfg", "msca-pf", "r4ri", "snsf")
WITH_BREAKS = ("cruk", "dfg", "erc", "msca-pf", "snsf")
WITH_TEXTS = tuple(name for name in contract_names() if find_contract(name).contract.narratives)
METRICS = (
    "IF 64.8",
    "Impact-Faktor 8",
    "über 500-mal zitiert",
    "1.2k citations",
    "a Q1 journal",
    "CiteScore 9",
    "indice h de 28",
)
CITED = ("PMC1234567", "arXiv:2001.01234", "Smith et al. 2020", "Sample and Example, 2020", "[3]")

FAULTS: list[tuple[str, str, Plant, str]] = [
    *((name, "12 works are `selected`", tagged("selected"), "12 entries have the tag") for name in ("erc", "aei-cva", "snsf")),
    *((name, "12 works are `selected`", tagged("selected"), "12 entries") for name in ("nih-biosketch", "nsf-biosketch")),
    ("dfg", "12 works of category A", tagged("category-a"), '12 entries have the tag "category-a"'),
    *((name, "a misspelt narrative", misspelt, "the contract has no text") for name in WITH_TEXTS),
    *((name, "a surplus narrative", surplus, "the contract has no text") for name in WITH_TEXTS),
    *((name, "a break that its privacy hides", hidden_break, "is not shown for its privacy") for name in WITH_BREAKS),
    ("msca-pf", "a gap with a hidden break", gap_with_hidden_break, "months before it are not accounted for"),
    *((name, f"“{text}”", in_texts(text), "has a journal metric") for name in METRIC_CONTRACTS for text in METRICS),
    *(
        (name, "“h-index 40” in the headline", headline, "has a journal metric")
        for name in METRIC_CONTRACTS
        if name != "dfg"  # its form has no headline
    ),
    *(("erc", f"“{text}”", in_texts(text), "has a journal impact factor") for text in ("IF 64.8", "Impact-Faktor 8", "JIF 3")),
    *(("nih-biosketch", f"“{text}”", in_texts(text), "has a citation") for text in CITED),
    ("nsf-synergistic", "six bullets in the text", listed, "7 of 5 entries"),
    ("nsf-synergistic", "(1) to (6) in the text", numbered, "7 of 5 entries"),
    ("nsf-synergistic", "i. to vi. in the text", in_roman, "7 of 5 entries"),
    ("nsf-synergistic", "a) to f) in the text", lettered, "7 of 5 entries"),
    *((name, "no supervisor", no_supervisor, 'lacks "advisors"') for name in ("dfg", "erc")),
    *((name, "a degree with the year only", year_only, "lacks the") for name in ("dfg", "erc", "msca-pf", "nih-biosketch")),
]


def faults_of(folder: Path, contract: str, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    for rule in ON_PAGES:  # these need a PDF
        monkeypatch.setitem(FIND, rule, lambda rule, measured: iter(()))
    data = deepcopy(PROFILE)
    plant(data, contract)
    return check(folder, contract, data)


@pytest.mark.parametrize(("contract", "fault", "plant", "said"), FAULTS, ids=[f"{row[0]}-{row[1]}" for row in FAULTS])
def test_a_planted_fault_is_found(
    contract: str, fault: str, plant: Plant, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = faults_of(tmp_path, contract, plant, monkeypatch)
    codes = [problem.code for problem in problems if said in problem.message]
    assert "contract-breached" in codes, "\n".join(map(str, problems))


@pytest.mark.parametrize("contract", [*METRIC_CONTRACTS, "erc"])
def test_impact_factors_of_other_things_are_no_fault(contract: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = faults_of(tmp_path, contract, in_texts("impact factors of climate on harvests"), monkeypatch)
    assert not [problem for problem in problems if "journal" in problem.message]


def test_a_text_that_a_view_of_ones_own_shows_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(data: Data, contract: str) -> None:
        data["narratives"]["contribution-6"] = "More."
        data["views"] = {"own": {"sections": ["contribution-6"]}}

    assert not [problem for problem in faults_of(tmp_path, "nih-biosketch", plant, monkeypatch) if "no text" in problem.message]
