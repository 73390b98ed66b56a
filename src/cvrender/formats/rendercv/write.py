"""Write RenderCV 2: https://docs.rendercv.com/user_guide/yaml_input_structure/.

Education, positions, publications, skills and languages become entries of their types; every other section has the bullets that
its entries read like.
"""

import json
from collections.abc import Iterator
from typing import Any

from cvrender.formats.json_resume import host
from cvrender.formats.shown import Shown, characters, dates_of, day, in_words, line, networks, texts_of, times
from cvrender.model.document import Block, EntryBlock, EntryList, Group, Paragraph, Rows, Section
from cvrender.model.expressions import expression
from cvrender.model.identifier_table import RESEARCHER_IDS
from cvrender.text.formulas import readable


def _site(link: str) -> str:
    return host(link).removeprefix("www.")


_IDENTIFIERS = {RESEARCHER_IDS[key].name: RESEARCHER_IDS[key].page for key in ("orcid", "google_scholar", "github", "linkedin")}
"""Identifiers for which the format has a network, and the addresses of their pages."""
_NETWORKS = {_site(page): name for name, page in _IDENTIFIERS.items() if "?" not in page}
_MARKS = expression(r"\*|\\(?=[!-/:-@\[-`{-~])")
_EMPHASIS = expression(r"(?<!\w)(_{1,3})(?=[^\s_])(.*?[^\s_])\1(?!\w)")
_COMMANDS = expression(r"(?<=#)(?=[^\W\d_])|(?<=\$)(?=\$)|(?<=<)(?=\S)|(?<=\])(?=\()")
_JOINER = "\u2060"
_ENTRY = expression(r"\w+\[\d+\]")
_EXACT = expression(r"\d{4}(-\d\d){0,2}")
_TEXTS = frozenset(
    {"institution", "area", "degree", "company", "position", "title", "journal", "label", "details", "summary", "highlights"}
)
Entry = dict[str, Any]


def write(shown: Shown) -> str:
    """Return a CV; JSON is YAML, and has no type or indentation to mistake."""
    contacts = {name: value for name, value in _contacts(shown).items() if value}
    contacts["sections"] = {}
    for section in shown.document.sections:
        entries = list(_entries(section, shown))
        if entries:
            contacts["sections"][_title(section, contacts["sections"])] = entries
    return _yaml({"cv": contacts})


def _title(section: Section, taken: dict[str, Any]) -> str:
    title = section.title.plain
    return title if title not in taken else f"{title} ({section.id})"


def _contacts(shown: Shown) -> Entry:
    person = shown.person
    links = [link["value"] if isinstance(link, dict) else link for link in person.get("links", ())]
    known = [link for link in links if _site(link) in _NETWORKS and len(link.rstrip("/").split("/")) in (4, 5)]
    others = [link for link in links if link not in known]
    emails = [email["value"] if isinstance(email, dict) else email for email in person.get("emails", ())]
    return {
        "name": person["name"],
        "headline": characters(person.get("headline")),
        "location": characters(person.get("location", {}).get("value")),
        "email": emails[0] if emails else "",
        "website": others[0] if others else "",
        "social_networks": [
            *({"network": network, "username": name} for network, name, _ in networks(person) if network in _IDENTIFIERS),
            *({"network": _NETWORKS[_site(link)], "username": link.rstrip("/").rpartition("/")[2]} for link in known),
        ],
    }


def _entries(section: Section, shown: Shown) -> Iterator[Any]:
    """Yield the entries of a section: by their type if the format has one, else as they read."""
    kind = section.source
    makers = {
        "education": _education,
        "positions": _position,
        "publications": _publication,
        "skills": _skill,
        "languages": _language,
    }
    if kind == "bio":
        yield from (as_markdown(characters(text)) for text in shown.bio.split("\n\n") if text)
    elif kind in makers and kind in shown.entries:
        dates = dict(pair for block in section.blocks for pair in dates_of(block))
        here = {match[0] for source in dates if (match := _ENTRY.match(source))}
        words = {} if shown.language.startswith("en") else dates
        yield from (
            {
                key: as_markdown(value)
                if key in _TEXTS
                else _in_language(value, words.get(source, ""))
                if key == "date"
                else value
                for key, value in written.items()
                if value
            }
            for source, entry in zip(shown.sources[kind], shown.entries[kind], strict=True)
            if source in here or not here
            for written in makers[kind](entry)
        )
    else:
        yield from ({"bullet": as_markdown(text)} for block in section.blocks for text in read_blocks(block) if text)


def _in_language(date: str, words: str) -> str:
    """Return a date that is not exact in the words of the view's language, if there are any."""
    return words if words and not _EXACT.fullmatch(date) else date


def read_blocks(block: Block) -> Iterator[str]:
    """Yield what the entries, rows and paragraphs of a block read like."""
    match block:
        case Paragraph():
            yield readable(block.text)
        case Group():
            yield from (text for inner in block.blocks for text in read_blocks(inner))
        case Rows():
            yield from (f"{readable(row.label)}{row.colon if row.label else ''}{readable(row.text)}" for row in block.rows)
        case EntryList():
            yield from map(_whole, block.entries)


def _whole(entry: EntryBlock) -> str:
    texts = (entry.label, entry.title, entry.date, *entry.lines, *entry.summary, *(bullet.text for bullet in entry.bullets))
    return ", ".join(readable(text).rstrip(",") for text in texts if text)


def as_markdown(value: Any) -> Any:
    """Return a text, or each of a list, as RenderCV prints it.

    A backslash is before the signs of Markdown. What RenderCV hands on to Typst as a command, formula or label, and the brackets
    of links, have a joiner of no width within, and a backtick is a modifier letter: behind a backslash Typst takes it for code.
    """
    if not isinstance(value, str):
        return list(map(as_markdown, value))
    marked = _EMPHASIS.sub(lambda match: match[0].replace("_", r"\_"), _MARKS.sub(r"\\\g<0>", value))
    return _COMMANDS.sub(_JOINER, marked).replace("`", "\u02cb")


def _times(entry: Entry) -> Entry:
    start, end = times(entry)
    if not start or not end:
        return {"date": in_words(start)}
    first, last = day(start), day(end)
    if end != "present" and first > last:  # as RenderCV compares them, a year is its first day
        return {"date": f"{first} – {last}"}
    return {"start_date": first, "end_date": "present" if end == "present" else last}


def _education(entry: Entry) -> Iterator[Entry]:
    area = line(entry, "field") or line(entry, "degree")
    degree = line(entry, "degree") if entry.get("field") else ""
    yield {
        "institution": line(entry, "institution") or "–",
        "area": area or "–",
        "degree": degree,
        "location": line(entry, "location"),
        **_times(entry),
        "highlights": texts_of(entry.get("highlights")),
    }


def _position(entry: Entry) -> Iterator[Entry]:
    for role in entry.get("roles") or [entry]:
        yield {
            "company": line(entry, "organization"),
            "position": line(role, "title") or "–",
            "location": line(entry, "location"),
            **_times(role if times(role)[0] else entry),
            "summary": line(role, "summary"),
            "highlights": texts_of(role.get("highlights")),
        }


def _publication(entry: Entry) -> Iterator[Entry]:
    venue = entry.get("venue") or {}
    people = entry.get("authors") or entry.get("editors") or ()
    authors = [person["name"] if isinstance(person, dict) else person for person in people] or [line(entry, "collaboration")]
    journal = characters(venue.get("name"))
    yield {
        "title": line(entry, "title"),
        "authors": authors,
        "journal": journal,
        "doi": entry.get("doi"),
        "date": in_words(times(entry)[0]),
    }


def _skill(entry: Entry) -> Iterator[Entry]:
    yield {"label": line(entry, "name"), "details": ", ".join(texts_of(entry.get("items"))) or line(entry, "level") or "–"}


def _language(entry: Entry) -> Iterator[Entry]:
    yield {"label": line(entry, "language"), "details": line(entry, "level") or "–"}


def _yaml(value: Any, indent: str = "") -> str:
    """Return data as YAML in blocks, with every text as a JSON string."""
    lines = []
    for key, item in value.items() if isinstance(value, dict) else [("-", item) for item in value]:
        name = key if key == "-" else f"{json.dumps(key, ensure_ascii=False)}:" if not key.isidentifier() else f"{key}:"
        if isinstance(item, dict | list) and item:
            inner = _yaml(item, f"{indent}  ")
            lines.append(f"{indent}- {inner.lstrip()}" if key == "-" else f"{indent}{name}\n{inner}")
        else:
            lines.append(f"{indent}{name} {json.dumps(item, ensure_ascii=False)}\n")
    return "".join(lines)
