"""Define what a language code looks like, and what a language falls back to."""

import re

from cvrender.model.expressions import expression

_CODE = expression(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?", re.ASCII)
_TRADITIONAL = frozenset({"TW", "HK", "MO"})
"""Regions that write Chinese in traditional characters (CLDR, likelySubtags)."""


def is_language_code(text: str) -> bool:
    """Return whether a text is a CLDR language code: `en`, `zh-Hant`, `pt-BR`."""
    return bool(_CODE.fullmatch(text))


def language_tags(language: str) -> tuple[str, ...]:
    """Return the tags whose terms apply to a language, the most general first: `zh-TW` gives `zh`, `zh-Hant` and `zh-TW`.

    `zh-Hant` is not a variant of `zh` (simplified characters), so its own file has every term.
    """
    parts = language.split("-")
    if parts[0] == "zh" and "Hans" not in parts and ("Hant" in parts or _TRADITIONAL.intersection(parts)):
        parts[1:2] = ["Hant"] if parts[1] == "Hant" else ["Hant", parts[1]]
    parts = [part for part in parts if part != "Hans"]
    return tuple("-".join(parts[: count + 1]) for count in range(len(parts)))
