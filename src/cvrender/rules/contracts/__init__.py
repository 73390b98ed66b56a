"""Check what a view shows against a contract: the rules of a funder or a university.

A rule is data (`model/contract.py`); the table says what measures it. A breach is a Problem at its place in the profile.
"""

from cvrender.compose.prepare import prepare
from cvrender.compose.select import Warn
from cvrender.compose.stages import composed, ignore, selected, with_citations
from cvrender.errors import Problem
from cvrender.load.library import BUILT_IN, Library, NamedContract, find_contract
from cvrender.load.reader import parse_path
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.model.contract import ContractRule
from cvrender.model.value import replace
from cvrender.pipeline import run
from cvrender.rules.contracts import content, limits, page, times
from cvrender.rules.contracts.base import Breach, Find, Measured
from cvrender.rules.contracts.not_shown import not_shown
from cvrender.rules.lint import today
from cvrender.rules.lint.base import Day
from cvrender.text.formatted import keep

FIND: dict[str, Find] = {
    "pages": page.pages,
    "paper": page.paper,
    "type-size": page.type_size,
    "leading": page.leading,
    "lines-per-inch": page.lines_per_inch,
    "margins": page.margins,
    "order": limits.order,
    "required": limits.required,
    "items": limits.items,
    "characters": limits.characters,
    "words": limits.words,
    "newest-first": times.newest_first,
    "window": times.window,
    "precision": times.precision,
    "fields": times.fields,
    "distinct": limits.distinct,
    "types": limits.types,
    "gaps": times.gaps,
    "forbid": content.forbid,
    "identifier": content.identifier,
    "statement": content.statement,
}
"""What measures each rule."""

_ADVICE = ContractRule(rule="statement", level="warning")


def check_contract(
    loaded: LoadedProfile, name: str, view: str = "", as_of: Day | None = None, library: Library = BUILT_IN, language: str = ""
) -> list[Problem]:
    """Return the breaches of a contract by its own view, or by another `view`, sorted by line, and what the view leaves out.

    `as_of` is the day of the submission; by default that of `lint.today`. Raises InputError if the
    profile or the contract has errors, and ToolError if TeX fails.
    """
    named = find_contract(name, library)
    warned: list[Problem] = []
    request = RenderRequest(profile=loaded.source.file, view=view or name, library=library, language=language)
    measured = measure(loaded, named, as_of or today(loaded.profile), request, warned.append)
    problems = [problem for problem in warned if problem.code == "left-out"]
    problems += [
        _problem(breach, rule, measured, loaded) for rule in named.contract.rules for breach in FIND[rule.rule](rule, measured)
    ]
    problems += [_problem(breach, _ADVICE, measured, loaded) for breach in not_shown(measured, library)]
    keep()
    return sorted(dict.fromkeys(problems), key=lambda problem: (problem.file, problem.line, problem.column))


def measure(
    loaded: LoadedProfile,
    named: NamedContract,
    as_of: Day,
    request: RenderRequest,
    warn: Warn = ignore,
) -> Measured:
    """Select and compose what the view of a request shows, for the rules of a contract. Raises InputError."""
    request = replace(request, targets=("pdf",))
    prepared = prepare(request, loaded)
    selection = with_citations(prepared, selected(prepared, warn))
    document = composed(prepared, selection)
    return Measured(named, prepared.view, loaded.profile, selection, document, as_of, lambda: run(request, loaded)[0].content)


def _problem(breach: Breach, rule: ContractRule, measured: Measured, loaded: LoadedProfile) -> Problem:
    said = f" ({rule.because})" if rule.because else ""
    message = f"{measured.named.name}: {breach.message}{said}"
    severity = "warning" if rule.rule == "statement" else rule.level
    source = loaded.source
    if not breach.source:
        return Problem(message, source.file, hint=breach.hint, severity=severity, code="contract-breached")
    return source.problem(parse_path(breach.source), message, breach.hint, severity=severity, code="contract-breached")
