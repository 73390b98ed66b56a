"""Split author lists that were typed as one text, and find marks that were typed into names."""

import re
from collections.abc import Iterable

from cvrender.model.annotations import Invalid
from cvrender.model.expressions import expression
from cvrender.model.name_parts import Name, divided

_EMPHASIZED = expression(r"(\*{1,3}|_{1,3})([^*_]*[^*_\s])\1")
_MARKED = expression(r"(.*\w[.)]?)\s*[*†‡§¶✉]+")


def check_name(name: str) -> None:
    """Raise Invalid for a name with signs of emphasis around it or marks behind it: `**Ann Lee**`, `Ann Lee*`."""
    if match := _EMPHASIZED.fullmatch(name):
        hint = f"write {match[2]}; styles emphasize the profile's person, whose other spellings are in person.variants"
        raise Invalid("has signs of emphasis in the name", hint, code="bad-name")
    if match := _MARKED.fullmatch(name):
        hint = f"write {{name: {match[1]}, equal: true}}, or corresponding or student, as the mark means"
        raise Invalid("has a mark behind the name", hint, code="bad-name")


def check_family(family: str | None, names: Iterable[str | None]) -> None:
    """Raise Invalid for a family name with which none of a person's names begins or ends."""
    known = [name for name in names if name]
    if family and not any(divided(name, family) for name in known):
        message = f'"{known[0]}" neither begins nor ends with the family name "{family}"'
        raise Invalid(message, "write the family name as it stands in the name", code="bad-name")


def names_in(text: str) -> list[str]:
    """Return the names of an author list in one text: `Ann Lee and Bob Ray`, `Lee, A.; Ray, B.`, `Ann Lee, Bob Ray`."""
    parts = [part for part in re.split(r"\s*;\s*|,?\s+(?:and|&)\s+", text.strip()) if part]
    if all(" " in name.strip() for part in parts for name in part.split(",")):
        return [name.strip() for part in parts for name in part.split(",")]
    family_first = [part.split(", ") for part in parts]
    return [str(Name(*pair)) if len(pair) == 2 else ", ".join(pair) for pair in family_first]
