"""Lint a profile: warn about what is valid but probably a mistake.

Each rule has a code, by which a comment in the profile suppresses it (`load/suppressions.py`). docs/rules.md is made from the
table and from the docstrings of the functions in it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from cvrender.errors import Problem, Severity
from cvrender.errors.codes import CODES
from cvrender.load.reader import Source
from cvrender.load.suppressions import UNKNOWN, invalid_comments, suppressed_codes
from cvrender.model.profile import Profile
from cvrender.rules.lint import dates, links, verbs, wording
from cvrender.rules.lint import publications as works
from cvrender.rules.lint.base import Day, LintContext, LintFinding
from cvrender.system.clock import source_date_epoch


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code, the function that yields violations, and its severity."""

    code: str
    find: Callable[[LintContext], Iterator[LintFinding]]
    severity: Severity = "warning"

    @property
    def meaning(self) -> str:
        """The description of what the rule finds: the docstring of its function."""
        return self.find.__doc__ or ""


def _invalid_comments(context: LintContext) -> Iterator[LintFinding]:
    """A comment `# cvrender: …` that suppresses nothing."""
    return iter(())  # `lint` reports them, because they have a line, but no path


RULES = (
    Rule("DATE-GAP", dates.gaps),
    Rule("DATE-OVERLAP", dates.overlaps),
    Rule("DATE-END", dates.without_end),
    Rule("DATE-ORDER", dates.order),
    Rule("DATE-FUTURE", dates.future),
    Rule("DATE-VALID", dates.expired),
    Rule("DATE-MISSING", dates.undated),
    Rule("DATE-SORT", dates.unsorted),
    Rule("WORK-TWICE", works.twice),
    Rule("WORK-YEAR", works.without_year),
    Rule("WORK-VENUE", works.without_venue),
    Rule("WORK-ID", works.identifiers),
    Rule("AUTHOR-OWNER", works.without_owner),
    Rule("AUTHOR-NAME", works.spelling),
    Rule("AUTHOR-ET-AL", works.et_al),
    Rule("TITLE-CAPITALS", works.capitals),
    Rule("TEXT-PLACEHOLDER", wording.left_in),
    Rule("TEXT-LINK", wording.schemes),
    Rule("LINK-ID", links.wrong_digits),
    Rule("TEXT-EMAIL", wording.emails),
    Rule("TEXT-LIST", wording.lists),
    Rule("TEXT-MARKUP", wording.markup),
    Rule("TEXT-TWICE", wording.repetitions),
    Rule("TEXT-QUOTES", wording.quotation_marks),
    Rule("LEVEL-CEFR", wording.levels),
    Rule("BULLET-VERB", verbs.without_verb),
    Rule("BULLET-LONG", wording.long_bullets),
    Rule("BULLET-END", wording.ends),
    Rule(UNKNOWN, _invalid_comments),
)
"""Every rule, in the order of documentation."""

_CODES = frozenset({*(rule.code for rule in RULES), *map(str.upper, CODES)})


def lint(profile: Profile, source: Source) -> list[Problem]:
    """Return what the rules find, except what comments suppress, sorted by line."""
    context = LintContext(profile, today(profile))
    problems = list(invalid_comments(source, _CODES))
    for rule in RULES:
        for finding in rule.find(context):
            if rule.code not in suppressed_codes(source, finding.path):
                problem = source.problem(finding.path, finding.message, finding.hint, severity=rule.severity, code=rule.code)
                problems.append(problem)
    return sorted(problems, key=lambda problem: (problem.file, problem.line, problem.column, problem.message))


def today(profile: Profile) -> Day:
    """Return the profile's date, else SOURCE_DATE_EPOCH, else the current date."""
    if profile.updated:
        return profile.updated.last_day()
    now = source_date_epoch() or date.today()
    return now.year, now.month, now.day
