"""Read records and works of ORCID's API 3.0, as JSON and as XML: https://info.orcid.org/documentation/api-tutorials/.

A group is one work or affiliation as several sources state it; the one with the highest display index is the preferred one.
Summaries of works name no authors.
"""

from collections.abc import Iterator
from typing import Any

from cvrender.importers.base import Format, Imported, Section, read_sections
from cvrender.importers.content import Content
from cvrender.importers.orcid_tables import (
    AWARD,
    EDUCATION,
    GRANT,
    MEMBERSHIP,
    PERSON,
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
    prepare_work,
    text_of,
)
from cvrender.importers.rearrange import Rearranged, as_list
from cvrender.importers.syntax.xml_syntax import as_source
from cvrender.importers.table import look
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
}
"""The lists of a record, and the kind of their summaries."""

SECTIONS = (
    Section("person", "person", PERSON, finish=finish_person),
    Section("employments", "positions", POSITION, finish=finish_current),
    Section("invited-positions", "positions", POSITION, finish=finish_current),
    Section("educations", "education", EDUCATION, finish=finish_current),
    Section("qualifications", "education", EDUCATION, finish=finish_qualification),
    Section("distinctions", "awards", AWARD, finish=finish_award),
    Section("memberships", "memberships", MEMBERSHIP, finish=finish_current),
    Section("services", "service", SERVICE, finish=finish_service),
    Section("fundings", "grants", GRANT),
    Section("works", "publications", WORK, before=prepare_work, finish=finish_work),
    Section("peer-reviews", "service", REVIEW, finish=finish_service),
)
_LISTS = frozenset(
    "affiliation-group group other-name researcher-url keyword external-identifier external-id contributor "
    "peer-review-group summaries peer-review-summary work".split()
) | frozenset(f"{kind}-summary" for kind in _KINDS.values())


def read(content: Content) -> Imported:
    """Read a record, a work or a bulk of works."""
    source = content.json if content.begins == "json" else as_source(content.xml, content.file, _LISTS)
    return read_sections(_arranged(source), "orcid", SECTIONS)


def _arranged(source: Source) -> Source:
    """Return the record with a flat list for each kind, and everything else as it is."""
    made = Rearranged(source)
    data = made.data
    if "orcid-identifier" in data and isinstance(data.get("person"), dict):
        data["person"]["orcid-identifier"] = data.pop("orcid-identifier")
    for name, kind in _KINDS.items():
        for path, summary in _preferred(look(data, f"activities-summary.{name}"), kind, ("activities-summary", name)):
            made.add(name, summary, path)
    for path, review in _reviews(look(data, "activities-summary.peer-reviews"), ("activities-summary", "peer-reviews")):
        made.add("peer-reviews", review, path)
    for path, work in _full_works(data):
        made.add("works", work, path)
    return made.source()


def _preferred(container: Any, kind: str, base: DataPath) -> Iterator[tuple[DataPath, Any]]:
    """Yield the preferred summary of each group, with the others under `other-sources`, and take them out of the groups."""
    if not isinstance(container, dict):
        return
    key = "affiliation-group" if "affiliation-group" in container else "group"
    for index, group in enumerate(as_list(container.get(key))):
        if not isinstance(group, dict):
            continue
        group.pop("external-ids", None)  # they repeat those of the summaries
        found: list[tuple[DataPath, Any]] = []
        for number, part in enumerate(as_list(group.pop("summaries", None))):
            if isinstance(part, dict):
                summaries = as_list(part.get(f"{kind}-summary"))
                found += [((*base, key, index, "summaries", number, f"{kind}-summary"), each) for each in summaries]
        for number, each in enumerate(as_list(group.pop(f"{kind}-summary", None))):
            found.append(((*base, key, index, f"{kind}-summary", number), each))
        found = [(path, each) for path, each in found if isinstance(each, dict)]
        if found:
            path, best = max(found, key=lambda item: _display_index(item[1]))
            others = [each for _, each in found if each is not best]
            yield path, {**best, "other-sources": others} if others else best


def _display_index(summary: dict[str, Any]) -> int:
    said = str(summary.get("display-index", summary.get("@display-index", "")))
    return int(said) if said.lstrip("-").isdigit() else 0


def _reviews(container: Any, base: DataPath) -> Iterator[tuple[DataPath, Any]]:
    """Yield one record for each journal or publisher that was reviewed for: the organization, the years, and how many reviews."""
    if not isinstance(container, dict):
        return
    for index, group in enumerate(as_list(container.get("group"))):
        if not isinstance(group, dict):
            continue
        summaries = as_list(group.pop("peer-review-summary", None))
        for part in as_list(group.pop("peer-review-group", None)):
            summaries += as_list(part.get("peer-review-summary")) if isinstance(part, dict) else []
        summaries = [each for each in summaries if isinstance(each, dict)]
        if not summaries:
            continue
        years = sorted({str(text_of(look(each, "completion-date.year"))) for each in summaries} - {"None"})
        name = next((found for each in summaries if (found := text_of(look(each, "convening-organization.name")))), None)
        first = summaries[0]
        group_id = text_of(first.get("review-group-id"))
        role = text_of(first.get("reviewer-role")) or "reviewer"
        made = {"role": role, "venue": name or group_id, "years": years, "count": len(summaries), "reviews": summaries}
        yield (*base, "group", index), made


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
        return content.xml.name in ("record", "work") and content.xml.namespace.startswith("http://www.orcid.org/ns/")
    data = content.json.data if content.begins == "json" else None
    if not isinstance(data, dict):
        return False
    if "orcid-identifier" in data or isinstance(look(data, "bulk.0.work"), dict):
        return True
    return isinstance(data.get("title"), dict) and "type" in data and bool({"put-code", "external-ids"} & set(data))


FORMAT = Format("orcid", "ORCID", _detects, read)
