"""Read records and works of ORCID's API 3.0, as JSON and as XML: https://info.orcid.org/documentation/api-tutorials/.

A group is one work or affiliation as several sources state it; the one with the highest display index is the preferred one.
Summaries of works name no authors.
"""

from collections.abc import Iterator
from typing import Any

from cvrender.importers.base import Format, Imported, RecordSection, read_sections
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
    orcid_text,
    prepare_work,
)
from cvrender.importers.rearrange import Rearranged, as_list
from cvrender.importers.syntax.xml_syntax import as_source
from cvrender.importers.table import items_at, look
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
_LISTS = frozenset(
    "affiliation-group group other-name researcher-url keyword external-identifier external-id contributor "
    "peer-review-group summaries work".split()
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
        for path, summaries in _groups(data, name, kind):
            if kind == "peer-review":
                made.add(name, _reviews([each for _, each in summaries]), path)
            else:
                made.add(name, *_preferred(summaries))
    for path, work in _full_works(data):
        made.add("works", work, path)
    return made.source()


def _groups(data: Any, name: str, kind: str) -> Iterator[tuple[DataPath, list[tuple[DataPath, dict[str, Any]]]]]:
    """Yield the path of each group of a list, and its summaries with their paths, and take these out of the group."""
    container = look(data, f"activities-summary.{name}")
    if not isinstance(container, dict):
        return
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
            for place, summary in items_at(holder.pop(f"{kind}-summary", None), (*at, f"{kind}-summary"))
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
    name = next((found for each in summaries if (found := orcid_text(look(each, "convening-organization.name")))), None)
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
        return content.xml.name in ("record", "work") and content.xml.namespace.startswith("http://www.orcid.org/ns/")
    data = content.json.data if content.begins == "json" else None
    if not isinstance(data, dict):
        return False
    if "orcid-identifier" in data or isinstance(look(data, "bulk.0.work"), dict):
        return True
    return isinstance(data.get("title"), dict) and "type" in data and bool({"put-code", "external-ids"} & set(data))


FORMAT = Format("orcid", "ORCID", _detects, read)
