"""Write JSON Resume 1.0: https://jsonresume.org/schema."""

import json
from typing import Any

from cvrender.formats.resume_values import NETWORKS
from cvrender.formats.shown import Shown, characters, day, line, networks, texts_of, times

_SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
Entry = dict[str, Any]


def write(shown: Shown) -> str:
    """Return a résumé with the collections that the format has sections for."""
    resume = {
        "$schema": _SCHEMA,
        "basics": _basics(shown),
        "work": [work for entry in shown.entries.get("positions", ()) for work in _works(entry)],
        "volunteer": [_service(entry) for name in ("service", "memberships") for entry in shown.entries.get(name, ())],
        "education": [_education(entry) for entry in shown.entries.get("education", ())],
        "awards": [_award(entry) for entry in shown.entries.get("awards", ())],
        "certificates": [_certificate(entry) for entry in shown.entries.get("certifications", ())],
        "publications": [_publication(entry) for entry in shown.entries.get("publications", ())],
        "skills": [_skill(entry) for entry in shown.entries.get("skills", ())],
        "languages": [_language(entry) for entry in shown.entries.get("languages", ())],
        "interests": [{"name": characters(interest)} for interest in shown.interests],
        "references": [_reference(entry) for entry in shown.entries.get("references", ())],
        "projects": [_project(entry) for name in ("systems", "custom") for entry in shown.entries.get(name, ())],
    }
    return json.dumps(_known(resume), ensure_ascii=False, indent=2) + "\n"


def _known(value: Any) -> Any:
    """Return data without what is empty."""
    if isinstance(value, dict):
        return {key: part for key, item in value.items() if (part := _known(item)) not in ("", [], {}, None)}
    return [_known(item) for item in value] if isinstance(value, list) else value


def _basics(shown: Shown) -> Entry:
    person = shown.person
    links = [_link(link) for link in person.get("links", ())]
    known = {form.partition("://")[2].partition("/")[0]: name for name, form in NETWORKS.items()}
    profiles = [(known.get(host(link["value"]), ""), link["value"]) for link in links]
    page = next((address for network, address in profiles if not network), "")
    return {
        "name": person["name"],
        "label": characters(person.get("headline")),
        "email": next((_link(email)["value"] for email in person.get("emails", ())), ""),
        "phone": next((_link(phone)["value"] for phone in person.get("phones", ())), ""),
        "url": page,
        "summary": "\n\n".join(characters(text) for text in shown.bio.split("\n\n") if text),
        "location": {"address": characters(person.get("location", {}).get("value"))},
        "profiles": [
            *({"network": network, "username": name, "url": url} for network, name, url in networks(person)),
            *({"network": network or host(url), "url": url} for network, url in profiles if url != page),
        ],
    }


def host(address: str) -> str:
    """Return the host of an address."""
    return address.partition("://")[2].partition("/")[0]


def _link(link: Any) -> Entry:
    return link if isinstance(link, dict) else {"value": link}


def _times(entry: Entry) -> Entry:
    start, end = times(entry)
    return {"startDate": day(start), "endDate": "" if end == "present" else day(end or start)}


def _works(entry: Entry) -> list[Entry]:
    roles = entry.get("roles") or [entry]
    return [
        {
            "name": characters(entry.get("organization")),
            "position": line(role, "title"),
            "location": line(entry, "location"),
            "url": entry.get("url"),
            **_times(role if times(role)[0] else entry),
            "summary": line(role, "summary"),
            "highlights": texts_of(role.get("highlights")),
            "description": line(role, "note"),
        }
        for role in roles
    ]


def _service(entry: Entry) -> Entry:
    venue = entry.get("venue") or entry.get("event") or {}
    named = venue.get("name", "") if isinstance(venue, dict) else venue
    name = line(entry, "organization") or characters(named)
    return {
        "organization": name,
        "position": line(entry, "role", "title"),
        **_times(entry),
        "highlights": texts_of(entry.get("highlights")),
    }


def _education(entry: Entry) -> Entry:
    grades = entry.get("grades") or [""]
    grade = grades[0] if isinstance(grades[0], str) else line(grades[0], "value")
    return {
        "institution": line(entry, "institution"),
        "studyType": line(entry, "degree"),
        "area": line(entry, "field"),
        "url": entry.get("url"),
        **_times(entry),
        "score": characters(grade),
        "courses": texts_of(entry.get("highlights")),
    }


def _date(entry: Entry) -> str:
    return day(times(entry)[0])


def _award(entry: Entry) -> Entry:
    return {"title": line(entry, "title"), "awarder": line(entry, "issuer"), "date": _date(entry), "summary": line(entry, "note")}


def _certificate(entry: Entry) -> Entry:
    return {"name": line(entry, "title"), "issuer": line(entry, "issuer"), "date": _date(entry), "url": entry.get("url")}


def _publication(entry: Entry) -> Entry:
    venue = entry.get("venue") or {}
    address = entry.get("url") or (f"https://doi.org/{entry['doi']}" if entry.get("doi") else "")
    publisher = line(entry, "publisher") or characters(venue.get("name"))
    return {
        "name": line(entry, "title"),
        "publisher": publisher,
        "releaseDate": _date(entry),
        "url": address,
        "summary": line(entry, "note"),
    }


def _skill(entry: Entry) -> Entry:
    return {"name": line(entry, "name"), "level": line(entry, "level"), "keywords": texts_of(entry.get("items"))}


def _language(entry: Entry) -> Entry:
    return {"language": line(entry, "language"), "fluency": line(entry, "level")}


def _reference(entry: Entry) -> Entry:
    return {"name": line(entry, "name"), "reference": line(entry, "note")}


def _project(entry: Entry) -> Entry:
    return {
        "name": line(entry, "name", "title", separator=": "),
        "entity": line(entry, "organization"),
        "description": line(entry, "summary", "note"),
        "highlights": texts_of(entry.get("highlights")),
        **_times(entry),
        "url": entry.get("url"),
    }
