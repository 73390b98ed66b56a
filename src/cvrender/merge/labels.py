"""Name entries and values in messages."""

from collections.abc import Iterable, Mapping
from typing import Any

from cvrender.errors import shorten
from cvrender.formats.values.same_work import text_in

NAMING = ("title", "name", "organization", "institution", "language", "role", "text", "value", "url")
"""The keys that name an entry, the best first."""


def name_of(entry: Mapping[str, Any]) -> str:
    """Return what names an entry: its title, name, organization, …"""
    return next((shown for key in NAMING if (shown := text_in(entry.get(key)))), "")


def label(entry: Mapping[str, Any]) -> str:
    """Return a value for a message: shortened, in quotation marks."""
    return shorten(name_of(entry)) if name_of(entry) else ""


def shown_shortly(value: Any) -> str:
    """Return a value for a message: a text, a name, or a list of names, shortened."""
    if isinstance(value, str):
        return shorten(value)
    if isinstance(value, dict) and text_in(value.get("name")):
        return shorten(text_in(value["name"]))
    if isinstance(value, Iterable):
        return shorten(", ".join(str(part.get("name", part)) if isinstance(part, dict) else str(part) for part in value))
    return str(value)
