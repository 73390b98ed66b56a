"""Check JSON-LD against a table of types and properties, and the table against the vocabulary of schema.org."""

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cvrender.cli import main

ROOT = Path(__file__).parents[2]
VOCABULARY = ROOT / "tests/web/node_modules/schema-dts/dist/schema.d.ts"
"""The vocabulary of schema.org as types of TypeScript: an interface for each type, with its properties and what they hold."""

THING = {"name": "Text", "alternateName": "Text", "sameAs": "URL", "url": "URL"}
WORK = {**THING, "author": "Person", "datePublished": "Date", "isPartOf": "CreativeWork"}
PROPERTIES: dict[str, dict[str, str]] = {
    "Person": {
        **THING,
        "honorificPrefix": "Text",
        "honorificSuffix": "Text",
        "jobTitle": "Text",
        "email": "Text",
        "address": "Text",
        "knowsAbout": "Text",
        "worksFor": "Organization",
        "alumniOf": "EducationalOrganization",
        "award": "Text",
    },
    "Organization": THING,
    "EducationalOrganization": THING,
    "CreativeWork": WORK,
    "ScholarlyArticle": WORK,
    "Periodical": {**WORK, "issn": "Text"},
    "Book": {**WORK, "isbn": "Text"},
    "Chapter": WORK,
    "Dataset": {**WORK, "issn": "Text"},
    "Report": WORK,
    "SoftwareSourceCode": WORK,
    "Thesis": WORK,
}
"""The properties that we use of each type, each with the type of its values."""

FORMS = {"Text": r".+", "URL": r"(https?|mailto):\S+", "Date": r"\d{4}(-\d\d(-\d\d)?)?"}


def things(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in JSON-LD, with those within it."""
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from things(item)


def many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def faults(thing: dict[str, Any]) -> Iterator[str]:
    """The properties of a thing that none of its types has, and values of another form than theirs."""
    known: dict[str, str] = {}
    for kind in many(thing["@type"]):
        known |= PROPERTIES[kind]
    for name, values in thing.items():
        if name.startswith("@"):
            continue
        form = known.get(name)
        for value in many(values):
            if form is None:
                yield f"{thing['@type']} has no {name}"
            elif isinstance(value, dict) == (form in FORMS) or (
                form in FORMS and not re.fullmatch(FORMS[form], value, re.DOTALL)
            ):
                yield f"{name}: {value}"


@pytest.mark.parametrize("name", ["ada-example", "minjia-zhang", "examples/livia-exemplar"])
def test_types_have_the_properties_that_are_used(name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["export", f"{ROOT}/profiles/{name}.yaml", "--to", "jsonld", "--out", str(tmp_path)])
    (file,) = tmp_path.rglob("*.jsonld")
    data = json.loads(file.read_text("utf-8"))
    assert result.exit_code == 0
    described = [thing for thing in things(data["@graph"]) if set(thing) != {"@id"}]
    assert len(described) > 20
    assert [fault for thing in described for fault in faults(thing)] == []


def test_a_wrong_property_is_found() -> None:
    assert list(faults({"@type": "CreativeWork", "isbn": "1"})) == ["CreativeWork has no isbn"]
    assert list(faults({"@type": "Book", "isbn": "1", "url": "no address"})) == ["url: no address"]
    assert not list(faults({"@type": ["Report", "Book"], "isbn": "1"}))


@cache
def vocabulary() -> tuple[dict[str, list[str]], dict[str, dict[str, set[str]]]]:
    """The parents of each type of schema.org, and for each the properties that it adds with the types of their values."""
    parents: dict[str, list[str]] = {}
    properties: dict[str, dict[str, set[str]]] = {}
    pattern = r"^(?:export )?interface (\w+?)(Base|Leaf) extends ([\w, <>]+) \{\n(.*?)^\}"
    for name, form, listed, body in re.findall(pattern, VOCABULARY.read_text("utf-8"), re.M | re.S):
        extended = re.findall(r"(\w+)Base\b", listed)
        if form == "Base" or name not in extended:
            parents[name] = extended
            matches = re.findall(r'^ +"(\w+)"\?: SchemaValue<([^,]+),', body, re.M)
            properties[name] = {key: set(types.split(" | ")) for key, types in matches}
    return parents, properties


def with_parents(kind: str) -> set[str]:
    """A type of schema.org with all that it is a kind of. An address is a text."""
    parents = {"URL": ["Text"]} | vocabulary()[0]
    return {kind}.union(*map(with_parents, parents.get(kind, ())))


@pytest.mark.skipif("CI" not in os.environ and not VOCABULARY.exists(), reason="missing: tests/web/node_modules")
@pytest.mark.parametrize("kind", PROPERTIES)
def test_the_table_is_that_of_the_vocabulary(kind: str) -> None:
    known: dict[str, set[str]] = {}
    for one in with_parents(kind):
        known |= vocabulary()[1][one]
    assert len(known) > 10
    assert not sorted(set(PROPERTIES[kind]) - set(known))
    for name, form in PROPERTIES[kind].items():
        assert with_parents(form) & known[name], (kind, name, form)
