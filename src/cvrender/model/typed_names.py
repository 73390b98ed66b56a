"""Split author lists that were typed as one text."""

import re


def names_in(text: str) -> list[str]:
    """Return the names of an author list in one text: `Ann Lee and Bob Ray`, `Lee, A.; Ray, B.`, `Ann Lee, Bob Ray`."""
    parts = [part for part in re.split(r"\s*;\s*|,?\s+(?:and|&)\s+", text.strip()) if part]
    if all(" " in name.strip() for part in parts for name in part.split(",")):
        return [name.strip() for part in parts for name in part.split(",")]
    family_first = [part.split(", ") for part in parts]
    return [f"{pair[1]} {pair[0]}" if len(pair) == 2 else ", ".join(pair) for pair in family_first]
