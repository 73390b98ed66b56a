"""A profile in, warnings out: what is no error, and yet most likely not meant.

Each rule has a code, by which a comment in the profile silences it (see `silence`). docs/rules.md is made from the table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from cvrender.errors import Problem, Severity
from cvrender.lint import dates, verbs, wording
from cvrender.lint import publications as works
from cvrender.lint.base import Day, Finding, Subject
from cvrender.lint.suppressions import UNKNOWN, mistakes, silenced
from cvrender.load.reader import Source
from cvrender.model.profile import Profile
from cvrender.tools.clock import source_date_epoch


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its code, how much it weighs, what it means, and what finds it."""

    code: str
    severity: Severity
    meaning: str
    find: Callable[[Subject], Iterator[Finding]]


def _nothing(subject: Subject) -> Iterator[Finding]:
    return iter(())


RULES = (
    Rule("DATE-GAP", "warning", "More than six months between positions or studies of which nothing is said.", dates.gaps),
    Rule(
        "DATE-OVERLAP",
        "warning",
        "Two positions side by side for more than three months, neither within the other.",
        dates.overlaps,
    ),
    Rule(
        "DATE-ORDER",
        "warning",
        "A role outside of the time at its employer. (A range that ends before it begins is an error.)",
        dates.order,
    ),
    Rule("DATE-FUTURE", "warning", "A date after the profile's `updated`, or after today where it has none.", dates.future),
    Rule("WORK-TWICE", "warning", "The same work twice, as a preprint and its paper: one entry can say both.", works.twice),
    Rule("WORK-YEAR", "warning", "A published work without a date.", works.without_year),
    Rule("WORK-VENUE", "warning", "A paper without its proceedings, an article without its journal.", works.without_venue),
    Rule("AUTHOR-OWNER", "warning", "An author list in which the profile's owner is not.", works.without_owner),
    Rule("AUTHOR-NAME", "warning", "An author who looks like the owner, spelt in a way that no variant knows.", works.spelling),
    Rule("AUTHOR-ET-AL", "warning", "`et al.` typed as an author; the work has a flag for it.", works.et_al),
    Rule("TITLE-CAPITALS", "warning", "A title all in capitals.", works.capitals),
    Rule("TEXT-LINK", "warning", "An address in a text without its scheme, which is no link.", wording.schemes),
    Rule("TEXT-EMAIL", "warning", "An e-mail address in a text, where no view can withhold it.", wording.emails),
    Rule("TEXT-TWICE", "warning", "A word typed twice, as in “the the”.", wording.repetitions),
    Rule("TEXT-QUOTES", "warning", "Straight and curly quotation marks in one profile.", wording.quotation_marks),
    Rule("BULLET-VERB", "warning", "A bullet without a verb among bullets that have one (English only).", verbs.without_verb),
    Rule("BULLET-LONG", "warning", "A bullet of more than sixty words.", wording.long_bullets),
    Rule("BULLET-END", "warning", "Bullets of one section of which some end with a full stop and some do not.", wording.ends),
    Rule(UNKNOWN, "warning", "A comment `# cvrender: …` that silences no rule.", _nothing),
)
"""Every rule, in the order in which they are listed."""

CODES = frozenset(rule.code for rule in RULES)


def lint(profile: Profile, source: Source) -> list[Problem]:
    """What the rules find in a profile, without what its comments silence, sorted by line."""
    subject = Subject(profile, _today(profile))
    problems = list(mistakes(source, CODES))
    for rule in RULES:
        for found in rule.find(subject):
            if rule.code not in silenced(source, found.path):
                message = f"{rule.code}: {found.message}"
                problems.append(source.problem(found.path, message, found.hint, severity=rule.severity))
    return sorted(problems, key=lambda problem: (problem.file, problem.line, problem.column, problem.message))


def _today(profile: Profile) -> Day:
    """The day the profile was brought up to date, else SOURCE_DATE_EPOCH, else the clock's."""
    if profile.updated:
        return profile.updated.last_day()
    now = source_date_epoch() or date.today()
    return now.year, now.month, now.day
