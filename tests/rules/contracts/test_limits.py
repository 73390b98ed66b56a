"""Check that contracts accept what is just within their limits, and random profiles without a fault."""

import random
from pathlib import Path
from typing import Any

import pytest

from cvrender.load.library import contract_names, find_contract
from cvrender.model.contract import ContractRule
from cvrender.rules.contracts import FIND
from tests.rules.contracts.good_profile import NARRATIVES, ON_PAGES, PROFILE, check
from tests.rules.contracts.planted import Planted, is_of

COUNTS = {"items", "characters", "words"}
EVERY = [
    (name, rule) for name in contract_names() for rule in find_contract(name).contract.rules if rule.rule in COUNTS and rule.most
]
HARMLESS = (
    "I measure the impact factors of climate.",
    "My work on the index of a book was in the first quarter of 2020.",
    "The court cited the law; we read 500 times as many records.",
    "Ich untersuche Faktoren. J’étudie les facteurs. Estudio los factores.",
    "A model with 3 layers, h = 0.1 mm and a Q1 of 4 is enough (see figure).",
    "私は様式を研究する。",
)
"""Sentences that are near to what contracts forbid."""


def without_pages(patch: pytest.MonkeyPatch) -> None:
    for rule in ON_PAGES:
        patch.setitem(FIND, rule, lambda rule, measured: iter(()))


def filled(planted: Planted, count: int) -> None:
    """Give the rule's sections together as many entries, characters or words as `count`."""
    rule, narratives = planted.rule, planted.data["narratives"]
    if rule.rule == "items":
        (section,) = (section for section in planted.of_rule() if section["from"] not in NARRATIVES)
        first = planted.data[section["from"]][-1]
        tags = [section.get("tags", "x"), "related"]
        named = "note" if section["from"] == "service" else "title"
        planted.data[section["from"]] = [{**first, named: f"Entry {number}", "tags": tags} for number in range(count)]
        for key in ("limit", "prefer", "where", "exclude"):
            section.pop(key, None)
    for number, name in enumerate(rule.sections):
        if name in narratives and (rule.rule == "items" or number):
            del narratives[name]
        elif name in narratives:
            narratives[name] = "x" * count if rule.rule == "characters" else " ".join(["word"] * count)


@pytest.mark.parametrize(
    ("name", "rule"), [pytest.param(name, rule, id=f"{name}-{rule.rule}-{index}") for index, (name, rule) in enumerate(EVERY)]
)
def test_the_limit_itself_is_within_it(name: str, rule: ContractRule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_pages(monkeypatch)
    for more in (0, 1):
        planted = Planted(name, rule)
        filled(planted, int(rule.most or 0) + more)
        planted.view["sections"] = planted.sections
        problems = check(tmp_path, name, planted.data, planted.view)
        limits = [problem for problem in problems if is_of(rule, problem) and " 1 too many" in problem.message]
        assert bool(limits) == bool(more), problems


def any_profile(seed: int) -> dict[str, Any]:
    """A profile without a fault, with other texts, numbers and order than the good one."""
    chance = random.Random(seed)
    data = {**PROFILE, "narratives": {}}
    for name in NARRATIVES:
        data["narratives"][name] = " ".join(chance.choices(HARMLESS, k=chance.randint(1, 3)))
    for name in ("education", "positions", "publications", "awards", "grants", "service", "teaching"):
        data[name] = chance.sample(PROFILE[name], len(PROFILE[name]))
    works = data["publications"]
    for work in works:
        work |= {"title": chance.choice(HARMLESS)[:-1] + f" {chance.randint(1, 99)}"}
    data["awards"] = [{"title": f"Medal {number}", "date": str(2010 + number)} for number in range(chance.randint(1, 9))]
    data["person"] = {
        **PROFILE["person"],
        "name": chance.choice(("Vera Vorlage", "Řehoř Žák", "José María de la Ó", "山田 花子")),
    }
    return data


@pytest.mark.slow
@pytest.mark.parametrize("name", contract_names())
def test_random_profiles_without_a_fault_break_no_rule(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_pages(monkeypatch)
    for seed in range(9):
        problems = check(tmp_path, name, any_profile(seed))
        assert [problem for problem in problems if "declare" not in problem.message and problem.code != "left-out"] == [], seed
