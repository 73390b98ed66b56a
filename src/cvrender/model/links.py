"""Define which links a CV may contain, and write their targets."""

import re

from cvrender.model.expressions import expression

SCHEMES = ("http", "https", "mailto", "tel")
"""The URI schemes allowed in links: web pages, e-mail and telephone."""

TARGET = expression("https?://|mailto:|tel:")
"""Matches the start of a link's target in a profile."""

_NOT_IN_A_URI = r"[^!-~]|[\\^{}<>\"`|]"
"""Matches characters that are not allowed in a URI (RFC 3986) and must be percent-encoded."""

BARE_PERCENT = r"%(?![0-9A-Fa-f]{2})"
"""Matches a percent sign that does not start a percent code."""


def is_allowed(target: str) -> bool:
    """Return whether a target starts with one of SCHEMES in lower case, as in profiles."""
    return bool(TARGET.match(target))


def has_allowed_scheme(target: str) -> bool:
    """Return whether a target starts with one of SCHEMES in any case, as readers of links compare it."""
    return target.partition(":")[0].lower() in SCHEMES and ":" in target


def dialed(number: str) -> str:
    """Return a phone number as links have it: digits without the signs between them (RFC 3966), as the class moderncv does.

    One with words, such as an extension, only loses its spaces.
    """
    digits = without_signs(number)
    return digits if digits.removeprefix("+").isdecimal() else "".join(number.split())


def without_signs(number: str) -> str:
    """Return a text without the signs that stand between the digits of phone numbers."""
    return re.sub(r"[\s().\u2010-\u2013/-]", "", number)


def percent_encode(target: str, also: str = "") -> str:
    """Percent-encode what a URI does not allow, and what the pattern `also` matches."""
    pattern = f"{_NOT_IN_A_URI}|{also}" if also else _NOT_IN_A_URI
    return re.sub(pattern, lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")), target)
