"""Propose what is new or now published: what public services know of a person, compared with the profile."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import COLLECTIONS, PERSON, Imported
from cvrender.formats.values.same_work import text_in
from cvrender.load.reader import Source
from cvrender.merge.apply import propose_into
from cvrender.merge.labels import label
from cvrender.merge.match import is_preprint
from cvrender.merge.proposals import PUBLISHED, Proposal, Proposed, propose
from cvrender.merge.sources.published import published_versions, records
from cvrender.merge.sources.questions import Questions
from cvrender.model.identifier_table import RESEARCHER_IDS
from cvrender.model.status import UNPUBLISHED

_PAGES = {
    "orcid": re.compile(r"https?://orcid\.org/([\dX-]{19})"),
    "dblp": re.compile(r"https?://dblp\.(?:org|uni-trier\.de)/pid/([\w-]+/[\w-]+)"),
    "openalex": re.compile(r"https?://(?:www\.)?openalex\.org/(?:authors/)?(A\d+)", re.IGNORECASE),
    "semantic-scholar": re.compile(r"https?://www\.semanticscholar\.org/author/[^/]+/(\d+)"),
}
"""The pages of people at services that list their works, the list with the most facts first but for ORCID's own."""
_ORDER = ("dblp", "openalex", "semantic-scholar", "orcid")
_LATER = frozenset({"doi", "volume", "issue", "page", "number", "pmid", "pmcid", "arxiv"})
"""What a published work gets later."""


def find_updates(source: Source, questions: Questions) -> Proposed:
    """Ask the services of a profile's identifiers; return what is new or now published, and what failed.

    `source` is a profile's file. Nothing but new entries, published versions, and what publishers add later is proposed.
    """
    works = [work if isinstance(work, dict) else {} for work in source.data.get("publications") or ()]
    numbers = [str(work["doi"]).casefold() for work in works if _is_coming(work) and work.get("doi")]
    lists = [imported for text in people(source.data) for imported in questions.identifier(text)]
    files = [*published_versions(works, questions), *(records(numbers, questions) if numbers else ())]
    files += [*_completed(source.data, lists, questions), *lists]
    problems = list(questions.problems)
    if not questions.asked:
        message = "there is nothing to ask for: neither the person nor a preprint has an identifier"
        hint = "add orcid or dblp to person, or a link to your page in OpenAlex"
        problems.append(source.problem((PERSON,), message, hint, severity="warning", code="missing-fact"))
    live = source.values.get(("publications", "from", 0))
    if live:
        problems += [_in_bibliography(work, live[0]) for imported in files for work in _published(imported)]
    proposed = propose_into(source, files)
    problems += {problem.message: problem for problem in proposed.problems if problem.code == "not-imported"}.values()
    proposals = [change for change in proposed.proposals if _is_news(change, works)]
    return Proposed([*proposals, *_appeared(proposed.proposals, works)], problems)


def people(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the identifiers of a profile's person that services list works by, such as `orcid:0000-0002-1825-0097`."""
    person = data.get(PERSON) or {}
    links = person.get("links") or []
    pages = [str(link.get("value") or link.get("url") or "") if isinstance(link, dict) else str(link) for link in links]
    for name in _ORDER:
        typed = str(person.get(name) or "")
        identifier = (RESEARCHER_IDS[name].find(typed) if name in RESEARCHER_IDS and typed else None) or next(
            (match[1] for page in pages if (match := _PAGES[name].match(page))), None
        )
        if identifier:
            yield f"{name}:{identifier}"


def _is_coming(work: Mapping[str, Any]) -> bool:
    """Return whether a work other than a preprint has not appeared."""
    return not is_preprint(work) and work.get("status") in UNPUBLISHED


def _completed(data: Mapping[str, Any], lists: list[Imported], questions: Questions) -> list[Imported]:
    """Return the records of works that are new and have a DOI, but no authors: ORCID names none."""
    new = [change.new for change in propose(data, lists).proposals if change.kind == "entry" and change.path == ("publications",)]
    bare = [work for work in new if not (work.get("authors") or work.get("editors"))]
    return questions.works("doi", [str(work["doi"]).casefold() for work in bare if work.get("doi")])


def _is_news(change: Proposal, works: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a change is a new entry, a spelling of the name in it, or says that a work appeared."""
    if change.kind == "entry":
        return len(change.path) == 1 and change.path[0] in COLLECTIONS and change.path[0] != "interests"
    if change.path == (PERSON, "variants"):
        return change.reason == "in an author list"
    if change.path[:1] != ("publications",):
        return False
    if change.reason.endswith(PUBLISHED):
        return True
    later = {"doi", "arxiv"} if is_preprint(works[int(change.path[1])]) else _LATER
    return change.kind == "field" and change.path[2] in later


def _appeared(changes: list[Proposal], works: Sequence[Mapping[str, Any]]) -> Iterator[Proposal]:
    """Yield the changes of works that were accepted, and have a volume or pages now: their year, and no status."""
    for index, work in enumerate(works):
        of_work = {change.path[2]: change for change in changes if change.path[:2] == ("publications", index)}
        if not _is_coming(work) or not {"volume", "page"} & set(of_work):
            continue
        first = of_work.get("volume") or of_work["page"]
        if (date := of_work.get("date")) and date.kind == "value":
            yield date
        path = ("publications", index, "status")
        yield Proposal("value", path, None, work["status"], label(work), "it has appeared", first.origin)


def _published(imported: Imported) -> Iterator[Mapping[str, Any]]:
    yield from (work for work in imported.data.get("publications", ()) if getattr(work, "preprints", None))


def _in_bibliography(work: Mapping[str, Any], file: str) -> Problem:
    message = f"{label(work)} is published as doi:{text_in(work.get('doi'))}"
    return Problem(message, file, hint="change the bibliography", severity="warning", code="not-imported")
