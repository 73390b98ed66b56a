"""Read YAMLResume: https://yamlresume.dev/docs/compiler/schema."""

import re
from typing import Any

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import MARKDOWN, PLAIN, PROSE, SINGLE, joined
from cvrender.formats.json_resume import (
    AWARD,
    CERTIFICATE,
    EDUCATION,
    INTEREST,
    LANGUAGE,
    PERSON,
    PROJECT,
    PUBLICATION,
    SKILL,
    WORK,
    finish_custom,
)
from cvrender.formats.resume_values import CV_LANGUAGE, PLACE, PROFILE, SCORE, bullet_lines, finish_times
from cvrender.formats.table import Converter, Each, Row, Table

_KEYS = ("address", "postalCode", "city", "region", "country")
_TEXTS = frozenset({"summary", "description"})


def _bullets(value: Any) -> list[str] | None:
    """Return the items of a text that is a Markdown list, or None."""
    return bullet_lines(str(value)) or None


def _paragraphs(value: Any) -> str:
    """Return a text whose list items are paragraphs."""
    return "\n\n".join(bullet_lines(str(value))) or MARKDOWN.read(value)


BULLETS = Row("summary", "highlights", Converter(_bullets))
ITEMS = Row("summary", "highlights", Converter(lambda value: _bullets(value) or re.split(r"\n\s*\n", MARKDOWN.read(value))))
"""Bullets, or else paragraphs."""
PARAGRAPHS = Converter(_paragraphs)
KEYWORDS = Row("keywords", "note", joined(", "))


def _markdown(table: Table) -> Table:
    """Return a table of JSON Resume whose summaries are Markdown."""
    return tuple(
        Row(row.theirs, row.ours, PARAGRAPHS) if row.theirs in _TEXTS and not isinstance(row.convert, Each) else row
        for row in table
    )


_EDUCATION = (
    Row("degree", "degree", PROSE),
    Row("score", "grades", SCORE),
    Row("courses", "note", joined(", ")),
    *(row for row in _markdown(EDUCATION) if row.theirs not in ("courses", "score", "summary")),
)
_REFERENCE = (
    Row("name", "name", PLAIN),
    Row("relationship", "relation", PROSE),
    Row("email", "emails", SINGLE),
    Row("phone", "phones", SINGLE),
    Row("summary", "note", MARKDOWN),
)

SECTIONS = (
    RecordSection("locale", "person", (Row("language", "/language", CV_LANGUAGE),)),
    RecordSection("content.basics", "person", (Row("headline", "headline", PROSE), Row("summary", "/bio", MARKDOWN), *PERSON)),
    RecordSection("content.location", "person", (Row(_KEYS, "location", PLACE),)),
    RecordSection("content.profiles", "person", PROFILE),
    RecordSection("content.work", "positions", (BULLETS, *_markdown(WORK), KEYWORDS), finish=finish_times),
    RecordSection("content.education", "education", (ITEMS, *_markdown(_EDUCATION)), finish=finish_times),
    RecordSection(
        "content.volunteer", "custom", (BULLETS, *_markdown(WORK), KEYWORDS), title="Volunteering", finish=finish_custom
    ),
    RecordSection("content.awards", "awards", _markdown(AWARD)),
    RecordSection("content.certificates", "certifications", CERTIFICATE),
    RecordSection("content.publications", "publications", _markdown(PUBLICATION)),
    RecordSection("content.skills", "skills", SKILL),
    RecordSection("content.languages", "languages", (*LANGUAGE, Row("keywords", "note", joined(", ")))),
    RecordSection("content.interests", "interests", INTEREST),
    RecordSection("content.references", "references", _REFERENCE),
    RecordSection(
        "content.projects",
        "custom",
        (ITEMS, KEYWORDS, *_markdown(PROJECT)),
        title="Projects",
        finish=finish_custom,
    ),
)


def read(content: Content) -> Imported:
    """Read a résumé."""
    return read_sections(content.yaml, "yamlresume", SECTIONS)


def _detects(content: Content) -> bool:
    if not content.has_key("content"):
        return False
    inner = content.yaml.data.get("content")
    return isinstance(inner, dict) and "basics" in inner


FORMAT = Format("yamlresume", "YAMLResume", _detects, read)
