"""Export generated profiles, import the files and export what was read: nothing that a format holds may change."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from cvrender.cli.export import _prepared, _shown
from cvrender.formats.content import Content
from cvrender.formats.losses import BIBLIOGRAPHIES
from cvrender.formats.writers import FORMATS
from cvrender.merge.readers import read_content

WORDS = some.text("aZé ßŁçö李&%#$_{}~^\\<>\"'`*[]()-–—:;,./?!@+=|0", min_size=1, max_size=25)
TITLES = WORDS.map(lambda text: " ".join(f"On {text} Engines".split()).replace("\\", "\\\\").replace("*", "\\*"))
TITLES = TITLES.map(lambda text: "".join(f"\\{char}" if char in "_`[]<>$" else char for char in text))
NAMES = some.sampled_from(
    ["Ada Example", "Charles Sample", "Anna van der Berg", "Jean-Paul Exemple", "Félix Échantillon", "Li Fan"]
)
DATES = some.sampled_from(["1999", "2020-05", "2021-12-31"])
TYPES = some.sampled_from(["article-journal", "paper-conference", "book", "chapter", "thesis"])
VENUES = some.sampled_from(["Journal of Examples", "Engines & Cards", "Revue d’Exemples", "Notes: A Journal"])
WORKS = some.fixed_dictionaries(
    {
        "title": TITLES,
        "authors": some.lists(NAMES, min_size=1, max_size=4, unique=True),
        "type": TYPES,
        "venue": VENUES,
        "date": DATES,
    },
    optional={
        "volume": some.sampled_from(["12", "IV"]),
        "page": some.sampled_from(["5–9", "e12"]),
        "doi": some.just("10.5555/12"),
    },
)
POSITIONS = some.fixed_dictionaries(
    {"organization": VENUES, "title": some.sampled_from(["Engineer", "Professor"]), "start": DATES},
    optional={"end": some.just("present"), "highlights": some.lists(TITLES, min_size=1, max_size=2)},
)
PROFILES = some.fixed_dictionaries(
    {
        "publications": some.lists(WORKS, min_size=1, max_size=3, unique_by=lambda work: re.sub(r"\W", "", work["title"])),
        "positions": some.lists(POSITIONS, min_size=1, max_size=2),
    }
)
READABLE = [name for name, (importer, _) in FORMATS.items() if importer and name not in ("europass", "jsonld")]
"""The formats with an importer, but Europass, which has one line of text for everything about a work but its title and year, and
schema.org, which has no type for a paper of a conference."""


def exported(data: dict[str, Any], name: str, folder: Path) -> str:
    """The file of a format for a profile."""
    path = folder / "ada.yaml"
    path.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    (content,) = FORMATS[name][1](_shown(_prepared(path, ""), "", [])).values()
    return content


@pytest.mark.slow
@pytest.mark.parametrize("name", READABLE)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=PROFILES)
def test_what_a_format_holds_comes_back(name: str, tmp_path: Path, data: dict[str, Any]) -> None:
    person = {"person": {"name": "Ada Example"}}
    once = exported({**person, **data}, name, tmp_path)
    back = read_content(Content(once.encode(), f"ada.{name}"), FORMATS[name][0]).data
    kept = {key: value for key, value in back.items() if not key.startswith("x-")}
    for work in kept.get("publications", ()):
        work.setdefault("authors", ["Ada Example"])  # JSON Resume has none, and a profile needs them
    again = exported({**person, **kept}, name, tmp_path)
    if name in BIBLIOGRAPHIES:
        assert again == once
    else:  # these do not know the types of works, by which the sections of a CV are grouped
        assert sorted(again.replace(",\n", "\n").splitlines()) == sorted(once.replace(",\n", "\n").splitlines())
