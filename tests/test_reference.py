"""docs/profile.md describes each type that a profile has."""

import re

from cvrender.cli.reference import reference
from cvrender.model.kinds import KINDS


def test_each_type_that_a_table_names_has_a_table() -> None:
    lines = [line for text in reference() for line in text.split("\n")]
    taken = {line.split(" | ")[1].removesuffix(" (required)") for line in lines if line.startswith("| `")}
    models = {cell.removeprefix("list of: ") for cell in taken if re.fullmatch(r"(list of: )?[A-Z][A-Za-z]+", cell)}
    described = {line.removeprefix("## ") for line in lines if line.startswith("## ")}
    assert {"CountRequest", "Birthdate", "Location", "Amount", "Grade", "Email", "Page"} <= models & described
    kinds = {kind.model.__name__ for kind in KINDS.values()}  # under the name of their collection, as are the others
    assert models - described - kinds == {"CustomSection", "Entry", "FormLayout", "Owner", "Role", "SectionRequest"}
