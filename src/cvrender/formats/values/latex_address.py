"""Read the address of a page that is typed in LaTeX."""

import re

_TILDE = re.compile(r"\$\s*\\sim\s*\$|\{?\\(?:textasciitilde|sim|~)(?:\s*\{\s*\})?\}?")


def address(source: str) -> str:
    """Return the address of a page that is typed in LaTeX, in which `~` is not a space."""
    inner = re.sub(r"^\\(?:url|path|nolinkurl)\s*\{(.*)\}$", r"\1", source.strip())
    return re.sub(r"\\([%#&_$~{}])", r"\1", _TILDE.sub("~", inner)).replace("{", "").replace("}", "").strip()
