"""Define what formats of bibliographies have in common, and derive what a work's record says in other words.

Derived are types, preprints, acceptance rates and venues without a name.
"""

import re
from typing import Any

from cvrender.formats.table import KEPT, ImportedEntry, SourceReading, keep
from cvrender.formats.values import identifiers

STATUS = {
    "in press": "in-press",
    "in-press": "in-press",
    "forthcoming": "forthcoming",
    "accepted": "accepted",
    "submitted": "submitted",
    "under review": "under-review",
    "revise and resubmit": "revise-and-resubmit",
    "in preparation": "in-preparation",
    "published": "published",
}
"""A work's status by the words for it; the first ones are those that are written."""

_PREPRINT_TYPES = frozenset({"article", "article-journal", "document", "manuscript", "report", "webpage"})
"""Types that sources give preprints."""

_RATE = re.compile(r"\(?\s*(?:acceptance(?: rate| ratio)?|accept(?:ed)? rate|AR)\s*[:=]?\s*(.+?)\s*\)?\.?", re.IGNORECASE)
_COUNTS = re.compile(r"(\d{1,6})\s*(?:/|of|out of)\s*(\d{1,6})")
_PERCENT = re.compile(r"~?(\d{1,2}(?:\.\d+)?)\s*\\?%")
_MEETINGS = re.compile(
    r"\b(proc(?:eedings|\.)|conference|conf\.|symposium|symp\.|workshop|congress|meeting|colloquium)", re.IGNORECASE
)
_JOURNALS = re.compile(r"\b(journal|j\.|transactions|trans\.|letters|annals|review|magazine|bulletin|archives?)\b", re.IGNORECASE)
_SCHOOLS = re.compile(r"(?:the )?(?:university|universit\w+|.* (?:university|institute of technology))\b[^,]*$", re.IGNORECASE)
_SERVERS = re.compile(
    r"(?:bio|med|chem|psy|soc|earth|eng|edu|law|nutri|sport|meta|paleo|agri|africa|ind|eco ?evo)r?xiv(?:[ .:(].*)?|techrxiv.*"
    r"|ssrn(?:\b.*)?|social science research network.*|research square(?:\b.*)?|(?:the )?preprints?\.org.*|osf(?: preprints?)?"
    r"|authorea.*|(?:iacr )?cryptology eprint archive.*|eccc(?:\b.*)?|vixra.*|essoar.*|mpra paper.*|preprint"
    r"|(?:electronic|electron\.) colloq\w*\.? (?:on )?comput\w*\.? complex.*",
    re.IGNORECASE,
)
"""Names of servers of preprints, as venues."""
_PREPRINT_VENUES = re.compile(
    r"(?:arxiv(?:\.org)?(?:\s+(?:e-?prints?|preprint.*))?|corr|computing research repository.*)\W*", re.IGNORECASE
)


def acceptance(note: str) -> Any:
    """Return the acceptance rate of a note that contains nothing else; None for any other note."""
    match = _RATE.fullmatch(note.strip())
    if not match:
        return None
    counts = _COUNTS.search(match[1])
    percent = _PERCENT.search(match[1])
    rest = _PERCENT.sub("", _COUNTS.sub("", match[1]))
    if re.search(r"[A-Za-z]", rest) or not (counts or percent):
        return None
    if not counts:
        return f"{percent[1]}%" if percent else None
    counted = {"accepted": counts[1], "submitted": counts[2]}
    if int(counts[1]) > int(counts[2]) or int(counts[1]) == 0:
        return None
    return {"rate": f"{percent[1]}%", **counted} if percent else counted


def is_server(venue: str) -> bool:
    """Return whether a name is that of a server of preprints other than arXiv."""
    return bool(_SERVERS.fullmatch(venue.strip()))


def is_preprint_venue(venue: str) -> bool:
    """Return whether a name is one of arXiv's."""
    return bool(_PREPRINT_VENUES.fullmatch(venue.strip())) or identifiers.arxiv_in(venue) is not None


def venue_name(entry: ImportedEntry) -> str:
    """Return the name of a work's venue, or "" if it has none."""
    venue = entry.get("venue", {})
    return str(venue.get("name", "") if isinstance(venue, dict) else venue)


def guessed_type(entry: ImportedEntry) -> str:
    """Return the type of a work of which a source tells no more than where it appeared."""
    venue = venue_name(entry)
    if is_preprint_venue(venue) or is_server(venue):
        return "article"
    if _MEETINGS.search(venue):
        return "paper-conference"
    if entry.get("volume") or _JOURNALS.search(venue):
        return "article-journal"
    return "thesis" if _SCHOOLS.match(venue) else "document"


def with_arxiv(record: dict[str, Any], venue: str, volume: str, eprint: str) -> dict[str, Any]:
    """Return a record whose venue is arXiv in whatever words (`CoRR, abs/2101.00001`) with the number under `eprint`."""
    said = str(record.get(venue, ""))
    if not is_preprint_venue(said):
        return record
    number = identifiers.arxiv_in(said) or identifiers.arxiv(record.get(volume, ""))
    if number and identifiers.arxiv(record.get(eprint) or number) == number:
        record[eprint] = number
        record[venue] = "arXiv"
        if identifiers.arxiv(record.get(volume, "")) == number:
            record.pop(volume)
    return record


def complete(entry: ImportedEntry, reading: SourceReading) -> None:
    """Make a publication such as profiles have: no venue without a name, no link that only repeats the DOI."""
    venue = entry.get("venue")
    if isinstance(venue, dict) and "name" not in venue:
        if "short" in venue:
            venue["name"] = venue.pop("short")
        else:
            keep(entry, reading.format, {f"venue-{key}": value for key, value in venue.items()})
            del entry["venue"]
    if isinstance(entry.get("venue"), dict) and set(entry["venue"]) == {"name"}:
        entry["venue"] = entry["venue"]["name"]
    link, number = entry.get("url"), entry.get("doi")
    if link and number and identifiers.is_doi_link(link, number):
        del entry["url"]
    elif link and not number and (doi := identifiers.doi(link)):
        entry["doi"] = doi
        entry.places[("doi",)] = entry.places.get(("url",), entry.place)
        del entry["url"]
    said = entry.get("note")
    if isinstance(said, str) and "acceptance" not in entry and (rate := acceptance(said)):
        entry["acceptance"] = rate
        entry.places[("acceptance",)] = entry.places.get(("note",), entry.place)
        del entry["note"]
    if match := re.fullmatch(r"10\.48550/arxiv\.(.+)", str(entry.get("doi", "")), re.IGNORECASE):
        entry.setdefault("arxiv", match[1])
    if entry.get("type") in _PREPRINT_TYPES and is_server(venue_name(entry) or str(entry.get("publisher", ""))):
        entry["type"] = "article"
        entry.setdefault("genre", "preprint")
    if entry.get("arxiv") and entry.get("type") == "article":
        entry.setdefault("genre", "preprint")
    if entry.get(KEPT) == {}:
        del entry[KEPT]
