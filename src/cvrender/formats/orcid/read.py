"""Read records and works of ORCID's API 3.0, as JSON and as XML: https://info.orcid.org/documentation/api-tutorials/.

A group is one work or affiliation as several sources state it; the one with the highest display index is the preferred one.
Summaries of works name no authors.
"""

from collections.abc import Iterator
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.orcid.person import PERSON
from cvrender.formats.orcid.tables import (
    AWARD,
    EDUCATION,
    GRANT,
    MEMBERSHIP,
    POSITION,
    REVIEW,
    SERVICE,
    WORK,
    finish_award,
    finish_current,
    finish_person,
    finish_qualification,
    finish_service,
    finish_work,
    orcid_text,
    prepare_work,
)
from cvrender.formats.syntax.xml_syntax import as_source
from cvrender.formats.table import Rearranged, as_list, items_at, look
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath

_KINDS = {
    "employments": "employment",
    "invited-positions": "invited-position",
    "educations": "education",
    "qualifications": "qualification",
    "distinctions": "distinction",
    "memberships": "membership",
    "services": "service",
    "fundings": "funding",
    "works": "work",
    "peer-reviews": "peer-review",
}
"""The lists of a record, and the kind of their summaries."""

SECTIONS = (
    RecordSection("person", "person", PERSON, finish=finish_person),
    RecordSection("employments", "positions", POSITION, finish=finish_current),
    RecordSection("invited-positions", "positions", POSITION, finish=finish_current),
    RecordSection("educations", "education", EDUCATION, finish=finish_current),
    RecordSection("qualifications", "education", EDUCATION, finish=finish_qualification),
    RecordSection("distinctions", "awards", AWARD, finish=finish_award),
    RecordSection("memberships", "memberships", MEMBERSHIP, finish=finish_current),
    RecordSection("services", "service", SERVICE, finish=finish_service),
    RecordSection("fundings", "grants", GRANT),
    RecordSection("works", "publications", WORK, before=prepare_work, finish=finish_work),
    RecordSection("peer-reviews", "service", REVIEW, finish=finish_service),
)
_ROOTS = frozenset({"record", "work", "person", "activities", "activities-summary", *_KINDS})
_ABOUT_THE_ANSWER = ("last-modified-date", "path", "@path", "@schemaLocation")
_LISTS = frozenset(
    "affiliation-group group other-name researcher-url keyword external-identifier external-id contributor "
    "peer-review-group summaries work".split()
) | frozenset(f"{kind}-summary" for kind in _KINDS.values())


def read(content: Content) -> Imported:
    """Read a record, one of its parts, a work or a bulk of works."""
    source = content.json if content.begins == "json" else as_source(content.xml, content.file, _LISTS)
    name = content.xml.name if content.begins == "xml" else _part(source.data)
    return read_sections(_arranged(_as_record(source, name)), "orcid", SECTIONS)


def _part(data: Any) -> str:
    """Return which part of a record a JSON answer is: a list, `activities`, `person`, or "" for anything else."""
    if not isinstance(data, dict) or "orcid-identifier" in data:
        return ""
    groups = [part for key in ("group", "affiliation-group") for part in as_list(data.get(key)) if isinstance(part, dict)]
    keys = {key for part in (data, *groups, *(look(group, "summaries.0") or {} for group in groups)) for key in part}
    keys |= {key for group in groups for inner in as_list(group.get("peer-review-group")) for key in inner}
    for name, kind in _KINDS.items():
        if f"{kind}-summary" in keys:
            return name
    if {"name", "other-names"} <= set(data) or isinstance(look(data, "name.given-names"), dict):
        return "person"
    return "activities" if len(set(_KINDS) & set(data)) > 1 else ""


def _as_record(source: Source, name: str) -> Source:
    """Return an answer that is a part of a record as the record that has only this part."""
    before: tuple[str, ...] = (
        ("person",) if name == "person" else ("activities-summary",) if name.startswith("activities") else ()
    )
    before = ("activities-summary", name) if name in _KINDS else before
    if not before:
        return source
    data = {key: value for key, value in source.data.items() if key not in _ABOUT_THE_ANSWER} if before else source.data
    person = {"person": data.pop("person")} if isinstance(data.get("person"), dict) and name == "activities" else {}
    for key in reversed(before):
        data = {key: data}
    keys, values = (
        {path if path[:1] == ("person",) and person else (*before, *path): place for path, place in table.items()}
        for table in (source.keys, source.values)
    )
    return Source(source.file, {**person, **data}, keys, values)


def _arranged(source: Source) -> Source:
    """Return the record with a flat list for each kind, and everything else as it is."""
    arranged = Rearranged(source)
    data = arranged.data
    if "orcid-identifier" in data and isinstance(data.get("person"), dict):
        data["person"]["orcid-identifier"] = data.pop("orcid-identifier")
    for name, kind in _KINDS.items():
        for path, summaries in _groups(data, name, kind):
            if kind == "peer-review":
                arranged.add(name, _reviews([each for _, each in summaries]), path)
            else:
                arranged.add(name, *_preferred(summaries))
    for path, work in _full_works(data):
        arranged.add("works", work, path)
    return arranged.source()


def _groups(data: Any, name: str, kind: str) -> Iterator[tuple[DataPath, list[tuple[DataPath, dict[str, Any]]]]]:
    """Yield the path of each group of a list, and its summaries with their paths, and take these out of the group."""
    container = look(data, f"activities-summary.{name}")
    if isinstance(container, list):  # of a program's own: groups, or summaries without groups
        has_groups = any(isinstance(part, dict) and ("summaries" in part or f"{kind}-summary" in part) for part in container)
        container = data["activities-summary"][name] = {"group" if has_groups else f"{kind}-summary": container}
    if not isinstance(container, dict):
        return
    for path, summary in items_at(container.pop(f"{kind}-summary", None), ("activities-summary", name, f"{kind}-summary")):
        yield path, [(path, summary if isinstance(summary, dict) else {"": summary})]  # API 2 has no groups of affiliations
    key = "affiliation-group" if "affiliation-group" in container else "group"
    for path, group in items_at(container.get(key), ("activities-summary", name, key)):
        if not isinstance(group, dict):
            continue
        if kind != "peer-review":
            group.pop("external-ids", None)  # they repeat those of the summaries
        holders = [(path, group)]
        for inner in ("summaries", "peer-review-group"):
            holders += items_at(group.pop(inner, None), (*path, inner))
        summaries = [
            (place, summary)
            for at, holder in holders
            if isinstance(holder, dict)
            for key in (f"{kind}-summary", "summary")
            for place, summary in items_at(holder.pop(key, None), (*at, key))
            if isinstance(summary, dict)
        ]
        if summaries:
            yield path, summaries


def _preferred(summaries: list[tuple[DataPath, dict[str, Any]]]) -> tuple[dict[str, Any], DataPath]:
    """Return the preferred summary of a group, with the others under `other-sources`, and its path."""
    path, best = max(summaries, key=lambda item: _display_index(item[1]))
    others = [each for _, each in summaries if each is not best]
    return {**best, "other-sources": others} if others else best, path


def _display_index(summary: dict[str, Any]) -> int:
    said = str(summary.get("display-index", summary.get("@display-index", "")))
    return int(said) if said.lstrip("-").isdigit() else 0


def _reviews(summaries: list[dict[str, Any]]) -> dict[str, Any]:
    """Return one record for a journal or publisher that was reviewed for: the organization, the years, and how many reviews."""
    first = summaries[0]
    years = sorted({str(orcid_text(look(each, "completion-date.year"))) for each in summaries} - {"None"})
    name = next(
        (organization for each in summaries if (organization := orcid_text(look(each, "convening-organization.name")))), None
    )
    return {
        "role": orcid_text(first.get("reviewer-role")) or "reviewer",
        "venue": name or orcid_text(first.get("review-group-id")),
        "years": years,
        "count": len(summaries),
        "reviews": summaries,
    }


def _full_works(data: dict[str, Any]) -> Iterator[tuple[DataPath, Any]]:
    """Yield works that are given whole: one of them, or a bulk."""
    for index, part in enumerate(as_list(data.get("bulk"))):
        if isinstance(part, dict) and isinstance(part.get("work"), dict):
            yield ("bulk", index, "work"), part.pop("work")
    if isinstance(data.get("works"), list):
        for index, work in enumerate(data.pop("works")):
            yield ("works", index), work
    if isinstance(data.get("title"), dict) and "type" in data:
        work = {key: data.pop(key) for key in list(data)}
        yield (), work


def _detects(content: Content) -> bool:
    if content.begins == "xml":
        return content.xml.name in _ROOTS and content.xml.namespace.startswith("http://www.orcid.org/ns/")
    data = content.json.data if content.begins == "json" else None
    if not isinstance(data, dict):
        return False
    if "orcid-identifier" in data or isinstance(look(data, "bulk.0.work"), dict) or _part(data):
        return True
    return isinstance(data.get("title"), dict) and "type" in data and bool({"put-code", "external-ids"} & set(data))


FORMAT = Format("orcid", "ORCID", _detects, read)
