"""Profiles with views that break a rule of a contract, and what is reported then."""

import re
from copy import deepcopy
from functools import cache
from typing import Any

import yaml

from cvrender.errors import Problem
from cvrender.load.library import find_contract
from cvrender.model.contract import ContractRule
from tests.rules.contracts.good_profile import PROFILE, ROOT


@cache
def sections_of(name: str) -> tuple[dict[str, Any], ...]:
    """The sections of a contract's view, as data."""
    data = yaml.safe_load((ROOT / f"src/cvrender/rules/contracts/{name}.yaml").read_text("utf-8"))
    return tuple(data["view"]["sections"])


def named(section: dict[str, Any]) -> str:
    return str(section.get("name") or section["from"])


class Planted:
    """A profile with a view that breaks one rule."""

    def __init__(self, name: str, rule: ContractRule) -> None:
        self.rule = rule
        self.data = deepcopy(PROFILE)
        self.view: dict[str, Any] = {"extends": name}
        self.sections = [dict(section) for section in sections_of(name)]
        self.has_form = bool(find_contract(name).contract.view.form)

    def of_rule(self) -> list[dict[str, Any]]:
        return [section for section in self.sections if named(section) in self.rule.sections]

    def entries(self) -> list[dict[str, Any]]:
        """The entries of the collections that the rule's sections show."""
        return [entry for section in self.of_rule() for entry in self.data[section["from"]]]


def is_of(rule: ContractRule, problem: Problem) -> bool:
    """Whether a Problem reports the breach of a rule of this kind with its level."""
    level = "warning" if rule.rule == "statement" else rule.level
    return problem.severity == level and bool(re.search(SAYS[rule.rule], problem.message))


SAYS = {
    "pages": r"\d+ of \d pages?; \d+ pages? too many",
    "paper": "the paper is not",
    "type-size": r"type of (8\.9|9\.0) pt on page 1",
    "leading": r"lines on page \d are \d\.\d+ × the type apart",
    "lines-per-inch": r"\d\.\d lines per inch",
    "margins": r"left margin of (?:9\.9|10\.\d) mm",
    "order": "comes before",
    "required": "is missing",
    "items": r"\d+ of \d+ entr(y|ies) in .*; \d+ too many",
    "characters": r"of [\d,]+ characters in .*; [\d,]+ too many",
    "words": r"of [\d,]+ words in .*; [\d,]+ too many",
    "newest-first": "begins later",
    "window": r"ended more than \d+ months ago",
    "precision": "lacks the (day|month)",
    "fields": 'lacks "',
    "distinct": 'is in ".*" and in ".*"',
    "types": "do not count|does not count",
    "gaps": r"\d+ months before it are not accounted for",
    "forbid": r"has (a photo|the person's birthdate|a journal metric|a journal impact factor|a citation)",
    "identifier": "has no orcid",
    "statement": "declare when you submit",
}
