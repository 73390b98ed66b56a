"""Lint a profile: warn about what is valid but probably a mistake.

Each rule has a code, by which a comment in the profile suppresses it (see `suppressions`). docs/rules.md is made from the table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from cvrender.errors import Problem, Severity
from cvrender.lint import dates, verbs, wording
from cvrender.lint import publications as works
from cvrender.lint.base import Day, LintContext, LintFinding
from cvrender.lint.suppressions import UNKNOWN, invalid_comments, suppressed_codes
from cvrender.load.reader import Source
from cvrender.model.profile import Profile
from cvrender.tools.clock import source_date_epoch


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code, severity, description, and the function that yields violations."""

    code: str
    severity: Severity
    meaning: str
    find: Callable[[LintContext], Iterator[LintFinding]]


def _nothing(context: LintContext) -> Iterator[LintFinding]:
    return iter(())


RULES = (
    Rule(
        "DATE-GAP",
        "warning",
        "A gap of more than six months between positions or studies, unless an award or a custom entry covers it.",
        dates.gaps,
    ),
    Rule(
        "DATE-OVERLAP",
        "warning",
        "Positions that overlap by more than three months, unless one contains the other or is usual next to another.",
        dates.overlaps,
    ),
    Rule(
        "DATE-ORDER",
        "warning",
        "A role outside the time at its employer. (A range that ends before it begins is an error.)",
        dates.order,
    ),
    Rule(
        "DATE-FUTURE",
        "warning",
        "A date after the profile's `updated`, or after today if it has none. Grants, talks and the like may be planned.",
        dates.future,
    ),
    Rule(
        "WORK-TWICE", "warning", "The same work twice, such as a preprint and its paper: one entry can contain both.", works.twice
    ),
    Rule("WORK-YEAR", "warning", "A published work without a date.", works.without_year),
    Rule("WORK-VENUE", "warning", "A paper without its proceedings, or an article without its journal.", works.without_venue),
    Rule("AUTHOR-OWNER", "warning", "An author list without the profile's owner.", works.without_owner),
    Rule(
        "AUTHOR-NAME",
        "warning",
        "An author who looks like the owner, in a spelling that is not among the variants.",
        works.spelling,
    ),
    Rule("AUTHOR-ET-AL", "warning", "`et al.` as an author; use the key `et_al` instead.", works.et_al),
    Rule("TITLE-CAPITALS", "warning", "A title in capitals.", works.capitals),
    Rule("TEXT-LINK", "warning", "A web address without scheme in a text, which does not become a link.", wording.schemes),
    Rule("TEXT-EMAIL", "warning", "An e-mail address in a text, where views cannot withhold it.", wording.emails),
    Rule("TEXT-LIST", "warning", "A Markdown list or table in a field that is one line or paragraph.", wording.lists),
    Rule("TEXT-TWICE", "warning", "A repeated word, as in “the the”.", wording.repetitions),
    Rule("TEXT-QUOTES", "warning", "Both straight and curly quotation marks in a profile.", wording.quotation_marks),
    Rule("BULLET-VERB", "warning", "A bullet without a verb among bullets with verbs (English only).", verbs.without_verb),
    Rule("BULLET-LONG", "warning", "A bullet of more than sixty words.", wording.long_bullets),
    Rule("BULLET-END", "warning", "Bullets of a section that end differently, with and without full stop.", wording.ends),
    Rule(UNKNOWN, "warning", "A comment `# cvrender: …` that suppresses no rule.", _nothing),
)
"""Every rule, in the order of documentation."""

CODES = frozenset(rule.code for rule in RULES)


def lint(profile: Profile, source: Source) -> list[Problem]:
    """Return what the rules find, except what comments suppress, sorted by line."""
    context = LintContext(profile, _today(profile))
    problems = list(invalid_comments(source, CODES))
    for rule in RULES:
        for finding in rule.find(context):
            if rule.code not in suppressed_codes(source, finding.path):
                message = f"{rule.code}: {finding.message}"
                problems.append(source.problem(finding.path, message, finding.hint, severity=rule.severity))
    return sorted(problems, key=lambda problem: (problem.file, problem.line, problem.column, problem.message))


def _today(profile: Profile) -> Day:
    """Return the profile's date, else SOURCE_DATE_EPOCH, else the current date."""
    if profile.updated:
        return profile.updated.last_day()
    now = source_date_epoch() or date.today()
    return now.year, now.month, now.day
