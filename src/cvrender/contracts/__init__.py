"""Check what a view shows against a contract: the rules of a funder or a university.

A rule is data (`model/contract.py`); the table says what measures it. A breach is a Problem at its place in the profile.
"""

from cvrender.compose.formatted import keep
from cvrender.contracts import content, limits, page, times
from cvrender.contracts.base import Breach, Find, Measured
from cvrender.errors import Problem
from cvrender.library import BUILT_IN, Library, NamedContract, find_contract
from cvrender.lint import today
from cvrender.lint.base import Day
from cvrender.load.reader import parse_path
from cvrender.model.contract import ContractRule
from cvrender.pipeline import compose_in, run
from cvrender.prepare import prepare
from cvrender.request import LoadedProfile, RenderRequest
from cvrender.select import select

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


def check_contract(
    loaded: LoadedProfile, name: str, view: str = "", as_of: Day | None = None, library: Library = BUILT_IN, language: str = ""
) -> list[Problem]:
    """Return the breaches of a contract by its own view, or by another `view`, sorted by line.

    `as_of` is the day of the submission; by default that of `lint.today`. Raises InputError if the
    profile or the contract has errors, and ToolError if TeX fails.
    """
    found = find_contract(name, library)
    measured = measure(loaded, found, view or name, as_of or today(loaded.profile), library, language)
    problems = [
        _problem(breach, rule, measured, loaded) for rule in found.contract.rules for breach in FIND[rule.rule](rule, measured)
    ]
    keep()
    return sorted(dict.fromkeys(problems), key=lambda problem: (problem.file, problem.line, problem.column))


def measure(
    loaded: LoadedProfile, found: NamedContract, view: str, as_of: Day, library: Library = BUILT_IN, language: str = ""
) -> Measured:
    """Select and compose what a view shows, for the rules of a contract. Raises InputError."""
    request = RenderRequest(profile=loaded.source.file, view=view, library=library, language=language, targets=("pdf",))
    prepared = prepare(request, loaded)
    selection = select(loaded.profile, prepared.view, prepared.style.groups, language=language)
    document = compose_in(prepared, selection, prepared.style)
    return Measured(found, loaded.profile, selection, document, as_of, lambda: run(request, loaded)[0].content)


def _problem(breach: Breach, rule: ContractRule, measured: Measured, loaded: LoadedProfile) -> Problem:
    said = f" ({rule.because})" if rule.because else ""
    message = f"{measured.found.name}: {breach.message}{said}"
    severity = "warning" if rule.rule == "statement" else rule.level
    source = loaded.source
    if not breach.source:
        return Problem(message, source.file, hint=breach.hint, severity=severity, code="contract-breached")
    return source.problem(parse_path(breach.source), message, breach.hint, severity=severity, code="contract-breached")
