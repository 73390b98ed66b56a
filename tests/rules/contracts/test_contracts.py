"""Check each contract with a profile that fulfils it, and each of its rules with a planted fault."""

from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from cvrender.cli.contracts import say
from cvrender.errors import Problem
from cvrender.load.library import contract_names, find_contract
from cvrender.model.contract import PARAMETERS, ContractRule
from cvrender.rules.contracts import FIND
from tests.rules.contracts.good_profile import NARRATIVES, ON_PAGES, PROFILE, check
from tests.rules.contracts.planted import SAYS, Planted, is_of, named

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs/contracts.md"
TABLE = "| contract | rule | planted | caught |\n|---|---|---|---|\n"


def longer(planted: Planted) -> None:
    planted.data["custom"] = [{"id": "filler", "title": "More", "text": "\n\n".join(["What else there is to say. " * 20] * 60)}]
    planted.sections.append({"from": "filler"})


def page(**given: str) -> Callable[[Planted], None]:
    def plant(planted: Planted) -> None:
        planted.view["page"] = given
        longer(planted)  # lines whose distance can be measured

    return plant


def other_paper(planted: Planted) -> None:
    planted.view["page"] = {"size": "letter" if planted.rule.size == "a4" else "a4"}


def reverse(planted: Planted) -> None:
    planted.sections.reverse()


def leave_out(planted: Planted) -> None:
    if planted.has_form:  # whose boxes name the section
        del planted.data[planted.of_rule()[0]["from"]]
        return
    planted.sections = [section for section in planted.sections if named(section) != planted.rule.sections[0]]


def more_entries(planted: Planted) -> None:
    (section,) = (section for section in planted.of_rule() if section["from"] not in NARRATIVES)
    first = next(entry for entry in reversed(planted.data[section["from"]]))
    copies = [
        {**first, "title": f"Another {number}", "tags": [section.get("tags", "x")]}
        for number in range(int(planted.rule.most or 0) + 1)
    ]
    if section["from"] == "service":
        copies = [{**first, "note": copy["title"], "tags": copy["tags"]} for copy in copies]
    planted.data[section["from"]] += copies
    for key in ("limit", "prefer", "where"):
        section.pop(key, None)


def longer_text(planted: Planted) -> None:
    size = int(planted.rule.most or 0)
    word = "words " if planted.rule.rule == "words" else "x"
    planted.data["narratives"][planted.rule.sections[0]] = word * (size + 1)


def oldest_first(planted: Planted) -> None:
    for section in planted.of_rule():
        section["sort"] = "start"


def long_ago(planted: Planted) -> None:
    for section in planted.of_rule():
        section.pop("since", None)
    planted.data["positions"].append({"organization": "Old Board", "start": "2010-01", "end": "2012-01", "tags": ["outside"]})
    planted.data["publications"].append({**planted.data["publications"][0], "title": "Old", "date": "2012", "tags": ["selected"]})


def vague(planted: Planted) -> None:
    for entry in planted.entries():
        entry["start"] = entry["start"][:4]


def without_field(planted: Planted) -> None:
    name = planted.rule.fields[0]
    for entry in planted.entries():
        for key in ("date", "start", "end") if name == "date" else (name,):
            entry.pop(key, None)


def twice(planted: Planted) -> None:
    section = planted.of_rule()[0]
    for other in planted.of_rule()[1:]:
        keep = {"name": named(other), "title": other["title"], "repeat": True}
        other.clear()
        other.update({**section, **keep})


def any_type(planted: Planted) -> None:
    for section in planted.of_rule():
        for key in ("where", "prefer"):
            section.pop(key, None)


def gap(planted: Planted) -> None:
    planted.data["positions"][1]["end"] = "2018-12-31"


def forbidden(planted: Planted) -> None:
    what, person = planted.rule.what[0], planted.data["person"]
    if what == "photo":
        person["photo"] = "vera.png"
        planted.view["style"] = {"name": "classic", "options": {"photo": True}}
    elif what == "birthdate":
        person["birthdate"] = {"value": "1985-12-10", "privacy": "public"}
    elif what in ("metrics", "impact-factors"):
        planted.data["narratives"] = dict.fromkeys(NARRATIVES, "In a journal with an impact factor of 9.")
        planted.data["positions"][0]["summary"] = "My h-index is 40."
        planted.data["publications"][0]["note"] = "impact factor 9"
        planted.data["publications"] = [{**work, "note": "impact factor 9"} for work in planted.data["publications"]]
    elif what == "citations":
        planted.data["narratives"][planted.rule.sections[0]] = "As I have shown (Vorlage, 2020)."
    else:
        raise AssertionError(f"nothing plants {what}")


def no_identifier(planted: Planted) -> None:
    planted.data["person"].pop("orcid")


def nothing(planted: Planted) -> None:
    """A statement is always reported."""


PLANT: dict[str, tuple[str, Callable[[Planted], None]]] = {
    "pages": ("a long text", longer),
    "paper": ("the other paper", other_paper),
    "type-size": ("`page: {text: 9pt}`", page(text="9pt")),
    "leading": ("`page: {leading: 0.9}`", page(leading="0.9")),
    "lines-per-inch": ("`page: {text: 9pt, leading: 0.9}`", page(text="9pt", leading="0.9")),
    "margins": ("`page: {margin: 10mm}`", page(margin="10mm")),
    "order": ("sections in reverse order", reverse),
    "required": ("a view without the section", leave_out),
    "items": ("one entry too many", more_entries),
    "characters": ("one character too many", longer_text),
    "words": ("one word too many", longer_text),
    "newest-first": ("`sort: start`", oldest_first),
    "window": ("an entry that ended in 2012", long_ago),
    "precision": ("dates with the year only", vague),
    "fields": ("an entry without the field", without_field),
    "distinct": ("one entry in two sections", twice),
    "types": ("a preprint", any_type),
    "gaps": ("a year without position", gap),
    "forbid": ("what is forbidden", forbidden),
    "identifier": ("no ORCID iD", no_identifier),
    "statement": ("nothing: it is always reported", nothing),
}


def caught(folder: Path, name: str, rule: ContractRule) -> tuple[str, list[Problem]]:
    """Return what was planted to break a rule, and what is reported besides what a good profile gets."""
    what, plant = PLANT[rule.rule]
    planted = Planted(name, rule)
    plant(planted)
    planted.view["sections"] = planted.sections
    return what, check(folder, name, planted.data, planted.view)


EVERY = [(name, rule) for name in contract_names() for rule in find_contract(name).contract.rules]


def slow(rule: ContractRule) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if rule.rule in ON_PAGES else []


def test_every_rule_can_be_measured_and_is_documented() -> None:
    assert set(FIND) == set(PARAMETERS) == set(PLANT) == set(SAYS)
    documented = DOCS.read_text("utf-8")
    assert not [name for name in (*PARAMETERS, *contract_names()) if f"| `{name}` |" not in documented]


@pytest.mark.parametrize("name", contract_names())
def test_the_docs_say_how_old_and_how_sure_the_rules_are(name: str) -> None:
    contract = find_contract(name).contract
    measured = [rule for rule in contract.rules if rule.rule != "statement"]
    sure = sum(rule.level == "error" for rule in measured)
    end = f"| {contract.effective} | {contract.verified} | {sure} of {len(measured)} |"
    assert [line for line in DOCS.read_text("utf-8").splitlines() if line.startswith(f"| `{name}` |") and line.endswith(end)], end


@pytest.mark.slow
@pytest.mark.parametrize("name", contract_names())
def test_a_good_profile_breaks_no_rule(name: str, tmp_path: Path) -> None:
    problems = check(tmp_path, name, PROFILE)
    assert [problem for problem in problems if "declare" not in problem.message and problem.code != "left-out"] == []


LANGUAGES = {
    "aei-cva": ("es",),
    "dfg": ("de", "fr"),
    "europass": ("de", "fr", "ar"),
    "fapesp": ("pt", "es"),
    "fwf": ("de", "fr"),
    "horizon-participant": ("de", "fr"),
    "kakenhi": ("ja", "fr"),
    "snsf": ("de", "fr", "it"),
    "tri-agency": ("fr",),
    "un-p11": ("fr", "es"),
}
"""The languages besides English that funders take, or in which a form may be filled."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), [(name, language) for name, taken in LANGUAGES.items() for language in taken])
def test_a_good_profile_breaks_no_rule_in_another_language(name: str, language: str, tmp_path: Path) -> None:
    problems = check(tmp_path, name, PROFILE, language=language)
    assert [problem for problem in problems if "declare" not in problem.message and problem.code != "left-out"] == []


@pytest.mark.parametrize(
    ("name", "rule"),
    [pytest.param(name, rule, id=f"{name}-{rule.rule}-{index}", marks=slow(rule)) for index, (name, rule) in enumerate(EVERY)],
)
def test_a_planted_fault_is_caught(
    name: str, rule: ContractRule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if rule.rule not in ON_PAGES:  # the other rules need no PDF
        for other in ON_PAGES:
            monkeypatch.setitem(FIND, other, lambda rule, measured: iter(()))
    what, problems = caught(tmp_path, name, rule)
    planted = [problem for problem in problems if is_of(rule, problem)]
    assert planted, f"{what} was planted, and reported is:\n" + "\n".join(map(str, problems))
    said = planted[0].message.removeprefix(f"{name}: ").replace("|", "\\|")
    place = f"`{planted[0].path}`: " if planted[0].path else ""
    start = f"| `{name}` | {say(rule).replace('|', ' ')} | "
    row = f"{start}{what} | {place}{said} |"
    if request.config.getoption("--update"):
        _write_row(start, row)
    assert row in DOCS.read_text("utf-8").splitlines(), "run with --update"


def _write_row(start: str, row: str) -> None:
    """Put a row into the table of the docs, in the order of the contracts' rules, instead of the row that begins like it."""
    with FileLock(DOCS.with_suffix(".lock")):
        head, mark, table = DOCS.read_text("utf-8").partition(TABLE)
        rows = [line for line in table.splitlines() if line and not line.startswith(start)] + [row]
        starts = [f"| `{name}` | {say(rule)} | " for name, rule in EVERY]
        rows = [line for begin in starts for line in rows if line.startswith(begin)]
        DOCS.write_text(head + mark + "\n".join(rows) + "\n", "utf-8")
    DOCS.with_suffix(".lock").unlink(missing_ok=True)
