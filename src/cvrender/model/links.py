"""Define which links a CV may hold, and percent-encode their targets."""

import re

SCHEMES = ("http", "https", "mailto", "tel")
"""The URI schemes of links in a CV: pages, mail and telephones."""

TARGET = re.compile("https?://|mailto:|tel:")
"""How the target of a link begins in a profile."""

_NOT_IN_A_URI = r"[^!-~]|[\\^{}<>\"`|]"
"""Characters that no URI holds (RFC 3986): they are written as percent codes."""

BARE_PERCENT = r"%(?![0-9A-Fa-f]{2})"
"""A percent sign that begins no code."""


def is_allowed(target: str) -> bool:
    """True for a target of one of the SCHEMES, in lower case, as profiles write them."""
    return bool(TARGET.match(target))


def has_allowed_scheme(target: str) -> bool:
    """True for a target of one of the SCHEMES, in whatever case: what counts for a reader of links."""
    return target.partition(":")[0].lower() in SCHEMES and ":" in target


def percent_encode(target: str, also: str = "") -> str:
    """The target with percent codes for what no URI holds, and for what the pattern `also` matches."""
    pattern = f"{_NOT_IN_A_URI}|{also}" if also else _NOT_IN_A_URI
    return re.sub(pattern, lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")), target)
