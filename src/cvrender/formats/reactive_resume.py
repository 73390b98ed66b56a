"""Read the JSON of Reactive Resume, versions 3 to 5.

Its schema: https://github.com/amruthpillai/reactive-resume, `packages/schema`. Texts are HTML. Version 4 writes `summary`, `date`
and `url.href` where version 5 writes `description`, `period` and `website.url`.
"""

from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import HTML, HTML_LINE, PLAIN, PROSE, PROSES, SINGLE, URL, listed
from cvrender.formats.json_resume import finish_custom, finish_publication, with_details
from cvrender.formats.resume_values import PERIOD, PROFILE, SCORE, finish_own_times, prepare_period
from cvrender.formats.table import Converter, Each, ImportedEntry, Rearranged, Row, SourceReading, Table, as_list, look
from cvrender.formats.values import html_text, identifiers

_LAYOUT = ("metadata", "picture", "public", "visibility", "slug", "styleRules")
_DESIGN = frozenset(
    "level id hidden icon iconColor visible columns separateLinks keepTogether startOnNewPage inlineLink size".split()
)
_PAGES = ("website.url", "url.href", "url")


def _bullets(value: Any) -> list[str] | None:
    """The bullets of a text that consists of bullets."""
    bullets = html_text.parts(value) if isinstance(value, str) and html_text.has_tags(value) else None
    return list(bullets.bullets) or None if bullets and not bullets.paragraphs else None


def _page(value: Any) -> str | None:
    """A link; the address of a page is often typed without its scheme, and an empty one stands for none."""
    return identifiers.url(value) if isinstance(value, str) else None


def _described(ours: str) -> Table:
    keys = ("description", "summary")
    bullets = tuple(Row(key, "highlights", Converter(_bullets)) for key in keys) if ours == "summary" else ()
    return (*bullets, *(Row(key, ours, HTML) for key in keys))


def _linked(ours: str = "url") -> Table:
    convert = Converter(_page) if ours == "url" else Converter(lambda value: [_page(value)] if _page(value) else None)
    return tuple(Row(path, ours, convert) for path in _PAGES)


_PLACED = (Row("location", "location", PROSE), *PERIOD)
PERSON: Table = (
    Row("name", "name", PLAIN),
    Row("headline", "headline", PROSE),
    Row("email", "emails", SINGLE),
    Row("phone", "phones", SINGLE),
    Row("location", "location", PROSE),
    Row("birthdate", "birthdate", PLAIN),
    *_linked("links"),
    Row("customFields", "links", Each((Row("link", "value", URL), Row("text", "label", PROSE)))),
)
_ROLE: Table = (Row("position", "title", PROSE), *PERIOD[:2], *_described("summary")[2:])
_TABLES: dict[str, tuple[str, Table]] = {
    "experience": (
        "positions",
        (Row("company", "organization", PROSE), Row("position", "title", PROSE), Row("roles", "roles", Each(_ROLE)), *_PLACED)
        + (*_described("summary"), *_linked()),
    ),
    "education": (
        "education",
        (
            *(Row(key, "institution", PROSE) for key in ("school", "institution")),
            *(Row(key, "degree", PROSE) for key in ("degree", "studyType")),
            Row("area", "field", PROSE),
            *(Row(key, "grades", SCORE) for key in ("grade", "score")),
            *_PLACED,
            *_described("note"),
            *_linked(),
        ),
    ),
    "awards": (
        "awards",
        (Row("title", "title", PROSE), Row("awarder", "issuer", PROSE), *PERIOD, *_described("note"), *_linked()),
    ),
    "certifications": (
        "certifications",
        (*(Row(key, "title", PROSE) for key in ("title", "name")), Row("issuer", "issuer", PROSE), *PERIOD)
        + (*_described("note"), *_linked()),
    ),
    "publications": (
        "publications",
        (*(Row(key, "title", PROSE) for key in ("title", "name")), Row("publisher", "venue.name", PROSE), *PERIOD)
        + (*_described("note"), *_linked()),
    ),
    "skills": (
        "skills",
        (Row("name", "name", PROSE), *(Row(key, "level", PROSE) for key in ("proficiency", "description")))
        + (Row("keywords", "items", PROSES),),
    ),
    "languages": (
        "languages",
        (*(Row(key, "language", PROSE) for key in ("language", "name")),)
        + tuple(Row(key, "level", PROSE) for key in ("fluency", "description")),
    ),
    "interests": ("interests", (Row(("name", "keywords"), "text", Converter(lambda values: with_details(*values))),)),
    "references": (
        "references",
        (Row("name", "name", PLAIN), *(Row(key, "title", HTML_LINE) for key in ("position",)), Row("phone", "phones", SINGLE))
        + (*_described("note"), *_linked()),
    ),
    "volunteer": (
        "custom",
        (
            Row("position", "title", PROSE),
            Row("organization", "organization", PROSE),
            *_PLACED,
            *_described("summary"),
            *_linked(),
        ),
    ),
    "projects": (
        "custom",
        (Row("name", "title", PROSE), Row("description", "summary", HTML), *_described("summary"), *PERIOD)
        + (Row("keywords", "tags", listed(PLAIN)), *_linked("links")),
    ),
    "custom": (
        "custom",
        (
            *(Row(key, "title", PROSE) for key in ("name", "title", "position", "company", "school", "organization", "language")),
            Row("recipient", "note", HTML),
            Row("content", "summary", HTML),
            *_described("summary"),
            *_PLACED,
            Row("keywords", "tags", listed(PLAIN)),
            *_linked("links"),
        ),
    ),
}
"""The collection of each section, and its table."""
_FINISH = {"publications": finish_publication, "custom": finish_custom}


def read(content: Content) -> Imported:
    """Read a résumé. Its design, and what only arranges it, is put together as `layout`."""
    source = Rearranged(content.json)
    layout = [{key: source.data.pop(key) for key in _LAYOUT if key in source.data}]
    sections: list[RecordSection] = [RecordSection("~profiles", "person", PROFILE), RecordSection("basics", "person", PERSON)]
    if isinstance(basics := source.data.get("basics"), dict) and isinstance(basics.get("customFields"), list):
        basics["customFields"] = [_bare(field, layout) for field in basics["customFields"] if isinstance(field, dict)]
    named = source.data.pop("sections", None) or {}
    if not isinstance(named, dict):
        source.data["other sections"], named = named, {}
    summary = look(source.data.pop("summary", None), "content") or look(named.pop("summary", None), "content")
    if isinstance(summary, str):
        source.add("~bio", {"text": summary}, ("summary", "content"))
        sections.append(RecordSection("~bio", "person", (Row("text", "/bio", HTML),)))
    for name, section in named.items():
        if name == "custom" and isinstance(section, dict):
            for key, inner in section.items():
                sections.append(_section(source, "custom", inner, ("sections", "custom", key), layout))
        elif isinstance(section, dict):
            sections.append(_section(source, name, section, ("sections", name), layout))
    for index, section in enumerate(as_list(source.data.pop("customSections", None))):
        sections.append(_section(source, str(section.get("type")), section, ("customSections", index), layout))
    source.data["layout"] = layout
    return read_sections(source.source(), "reactive-resume", sections)


def _section(source: Rearranged, name: str, section: Any, path: tuple[Any, ...], layout: list[Any]) -> RecordSection:
    """Add the items of a section to a flat list; return how it is read."""
    layout.append({key: value for key, value in section.items() if key != "items"} if isinstance(section, dict) else section)
    key = f"~{len(source.flat)}" if name != "profiles" else "~profiles"
    for index, item in enumerate(as_list(section.get("items")) if isinstance(section, dict) else ()):
        if isinstance(item, dict):
            source.add(key, _bare(item, layout), (*path, "items", index))
    if name == "profiles":
        return RecordSection("~profiles", "person", ())
    ours, table = _TABLES.get(name, _TABLES["custom"])
    title = str(section.get("title") or section.get("name") or name.title()) if isinstance(section, dict) else name.title()
    known = _FINISH.get(ours, finish_own_times)

    def finish(entry: ImportedEntry, reading: SourceReading) -> None:
        if ours == "custom" and entry.get("summary") and not any(entry.get(part) for part in ("title", "organization")):
            entry["title"] = title  # which an entry needs
        known(entry, reading)

    return RecordSection(key, ours, table, title, before=prepare_period, finish=finish)


def _bare(item: dict[str, Any], layout: list[Any]) -> dict[str, Any]:
    """Return an item without what only arranges it, which is added to `layout`, with labels of links that are their addresses."""
    kept = {key: value for key, value in item.items() if key not in _DESIGN}
    layout.append({key: item[key] for key in (*sorted(_DESIGN), "website", "url") if key in item})
    for key in ("website", "url"):
        if isinstance(kept.get(key), dict):
            kept[key] = {part: value for part, value in kept[key].items() if part in ("url", "href")}
    if "network" in kept:
        kept["url"] = look(kept, "website.url") or look(kept, "url.href") or ""
        kept.pop("website", None)
    return kept


def _detects(content: Content) -> bool:
    data = content.json.data if content.begins == "json" else None
    return isinstance(data, dict) and isinstance(data.get("basics"), dict) and isinstance(data.get("sections"), dict)


FORMAT = Format("reactive-resume", "Reactive Resume", _detects, read)
