"""Report on several people as one group, in a period: each shared work once, all members in bold, with numbers."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from cvrender.compose import wording_of
from cvrender.compose.prepare import Prepared, prepare
from cvrender.compose.select import Warn
from cvrender.compose.stages import cited, composed, selected
from cvrender.documents.report.merge import MergedProfiles, merge
from cvrender.documents.report.table import COLUMNS, csv_table, rows_of, xlsx_table
from cvrender.errors import MAX_PROBLEMS, Problem, first_problems
from cvrender.formats.bibliographies import write_bibtex
from cvrender.formats.shown import shown
from cvrender.formats.spreadsheets import MOST_IN_CELL
from cvrender.load.library import NamedView, find_view
from cvrender.load.reader import parse_path
from cvrender.load.request import RenderRequest, RenderResult
from cvrender.merge.profile import load_profile
from cvrender.model.dates import DateRange, PartialDate, newest, oldest
from cvrender.model.document import ContactLine, Document
from cvrender.model.kinds import SECTIONS
from cvrender.model.text import plain_text
from cvrender.model.value import replace
from cvrender.model.view import Selection
from cvrender.pipeline import compose_request
from cvrender.targets import TARGETS
from cvrender.targets.base import Artifact
from cvrender.text.localize import format_when
from cvrender.verify.making import make

TABLES = ("csv", "xlsx", "bib")
"""What a report is written as besides the targets."""

Period = tuple[PartialDate | None, PartialDate | None]
"""The first and the last date; without one, there is no limit."""


def render_report(request: RenderRequest, paths: Sequence[Path], period: Period = (None, None)) -> RenderResult:
    """Make a report of the profiles at `paths` in the request's view. Raises what `render` raises.

    The request's `profile` is the name of the group; its targets may be those of `TABLES`, too. The period applies to every
    section of the view that states none of its own.
    """
    loaded = [load_profile(path, overlays=request.overlays, untrusted=request.untrusted) for path in paths]
    group = merge(request.profile, loaded, find_view(request.view, library=request.library).view.privacy)
    targets = tuple(name for name in request.targets if name in TARGETS)
    prepared = prepare(replace(request, targets=targets), group.loaded)
    whole = prepared.view
    prepared = replace(prepared, view=_within(whole, period))
    warnings: list[Problem] = []
    selection = selected(prepared, warnings.append)
    warnings = [problem for problem in warnings if problem.code != "left-out"]  # a report is of a period
    warnings += [*group.problems, *_uncertain(selection, group, period), *_undated(prepared, whole, selection, group, period)]
    artifacts: list[Artifact] = []
    if targets:
        people = [one.profile.person.name for one in loaded]
        composed = compose_request(prepared, change=lambda document: _headed(document, people, period, selection, prepared))
        result = make(composed, targets)
        artifacts += result
        warnings += [problem for problem in result.warnings if problem not in warnings and problem.code != "left-out"]
    artifacts += _tables(request.targets, selection, prepared, warnings.append)
    return RenderResult(tuple(artifacts), tuple(problem for problem in warnings if problem.code != "no-entries"))


def _within(named: NamedView, period: Period) -> NamedView:
    """Limit the sections of a view to a period."""
    since, until = period
    sections = tuple(
        request
        if request.collection == SECTIONS[0] or request.omit
        else replace(request, since=request.since or since, until=request.until or until)
        for request in named.view.sections or ()
    )
    return replace(named, view=replace(named.view, sections=sections))


def _headed(document: Document, people: list[str], period: Period, selection: Selection, prepared: Prepared) -> Document:
    """Give a document the title of a report: the name of the group, the period, and the members."""
    terms = prepared.terms(selection.language)
    wording = wording_of(selection, prepared.style, terms)
    title = terms.labels["report"].one
    when = format_when((DateRange(period[0], period[1]),), wording) if any(period) else ""
    name = document.header.name
    headline = terms.punctuation.comma.join(part for part in (title if title != name else "", when) if part)
    contacts = tuple(ContactLine("fact", plain_text(name), "person") for name in people)
    return replace(
        document,
        header=replace(document.header, headline=plain_text(headline), contacts=contacts),
        properties=replace(document.properties, title=" – ".join(part for part in (name, headline) if part)),
    )


def _uncertain(selection: Selection, group: MergedProfiles, period: Period) -> Iterator[Problem]:
    """Yield warnings for entries whose date is not exact enough to tell whether it is in the period."""
    first = period[0].first_day() if period[0] else (0, 0, 0)
    last = period[1].last_day() if period[1] else (9999, 12, 31)
    problems = []
    for item in (item for section in selection.sections for item in section.entries):
        dates = item.entry.span
        ranges = any(isinstance(date, DateRange) for date in dates)
        if dates and not ranges and not (first <= oldest(dates) and newest(dates) <= last):
            message = f'"{dates[0]}" does not tell whether it is in the period; the report lists it'
            hint = "write the month"
            path = (*parse_path(item.source), "date")
            problems.append(group.loaded.source.problem(path, message, hint, severity="warning", code="doubtful"))
    yield from first_problems(problems)


def _undated(
    prepared: Prepared, named: NamedView, selection: Selection, group: MergedProfiles, period: Period
) -> Iterator[Problem]:
    """Yield warnings for entries without a date, of which nothing tells whether they are in the period; `named` has none."""
    if not any(period):
        return
    everything = selected(prepared, view=named)
    listed = {item.source for section in selection.sections for item in section.entries}
    entries = {item.source: item for section in everything.sections for item in section.entries}
    undated = [item for source, item in entries.items() if source not in listed and not item.entry.span]
    for item in first_problems(undated):
        message = "has no date, so nothing tells whether it is in the period; the report leaves it out"
        yield group.loaded.source.problem(parse_path(item.source), message, 'add "date"', severity="warning", code="left-out")
    if (rest := len(undated) - MAX_PROBLEMS) > 0:
        message = f"{rest} more entries have no date, so the report leaves them out"
        yield Problem(message, prepared.loaded.source.file, severity="warning", code="left-out")


def _tables(names: Sequence[str], selection: Selection, prepared: Prepared, warn: Warn) -> Iterator[Artifact]:
    """Yield the entries as tables, and the works as a bibliography."""
    rows = rows_of(selection) if {"csv", "xlsx"} & set(names) else []
    if "csv" in names:
        yield Artifact(f"{prepared.stem}.csv", csv_table(rows).encode("utf-8-sig"))  # without the mark, Excel takes it for cp1252
    if "xlsx" in names:
        title = prepared.terms(selection.language).labels["report"].one
        yield Artifact(f"{prepared.stem}.xlsx", xlsx_table(rows, title))
        for row in rows:
            for name, cell in zip(COLUMNS, row, strict=True):
                if len(cell) > MOST_IN_CELL:
                    message = f"is longer than the {MOST_IN_CELL:,} characters of a spreadsheet's cell, and cut there"
                    path = (*parse_path(row[-1]), name)
                    warn(prepared.loaded.source.problem(path, message, "use csv", severity="warning", code="too-large"))
    if "bib" in names:
        plain = cited(prepared, selection)
        document = composed(prepared, plain)
        yield Artifact(f"{prepared.stem}.bib", write_bibtex(shown(selection, document).works).encode())
