"""A profile that fulfils every contract, and its check."""

import json
from pathlib import Path
from typing import Any

from cvrender.errors import Problem
from cvrender.load.library import contract_names, find_contract
from cvrender.merge.profile import load_profile
from cvrender.rules.contracts import check_contract

ROOT = Path(__file__).parents[3]
AS_OF = (2026, 11, 22)
ON_PAGES = {"pages", "paper", "type-size", "leading", "lines-per-inch", "margins"}
"""The rules that are measured in the PDF."""

NARRATIVES = sorted({name for contract in contract_names() for name in find_contract(contract).contract.narratives})
PROFILE: dict[str, Any] = {
    "updated": "2026-11-01",
    "person": {"name": "Vera Vorlage", "orcid": "0000-0002-1825-0097", "emails": ["vera@example.org"]},
    "bio": "Vera Vorlage studies templates.",
    "education": [
        {
            "institution": "University of Nowhere",
            "location": "Nowhere, Noland",
            "degree": "PhD",
            "start": "2012-10-01",
            "end": "2016-03-31",
            "advisors": ["Ada Example"],
        },
        {"institution": "University of Nowhere", "degree": "MSc", "start": "2010-10-01", "end": "2012-09-30"},
    ],
    "positions": [
        {"organization": "Institute of Samples", "title": "Group leader", "start": "2020-01-01", "end": "present"},
        {"organization": "Example Works", "title": "Postdoc", "start": "2016-04-01", "end": "2019-12-31"},
        {"organization": "Sample Board", "title": "Adviser", "start": "2024-01-01", "end": "2025-12-31", "tags": ["outside"]},
    ],
    "publications": [
        {"title": f"Paper {number}", "authors": ["Vera Vorlage"], "type": "article-journal", "venue": "Journal of Examples"}
        | {"date": f"20{10 + number}", "tags": ["related"] if number > 12 else []}
        for number in range(8, 16)
    ]
    + [
        {
            "title": "A Preprint",
            "authors": ["Vera Vorlage"],
            "type": "article",
            "venue": "arXiv",
            "date": "2026",
            "tags": ["category-b"],
        }
    ],
    "teaching": [{"role": "Lecturer", "title": "Templates", "date": "2022"}],
    "service": [{"role": "Chair", "venue": "Conference of Examples", "date": "2023", "tags": ["synergistic"]}],
    "languages": [{"language": "English", "level": "C2"}],
    "awards": [{"title": "Medal of Examples", "date": "2021"}],
    "grants": [
        {"title": title, "funder": "NEF", "role": "PI", "amount": "€1", "overlap": "None.", "effort": "10%"}
        | {"start": start, "end": end, "status": status}
        for title, start, end, status in (
            ("Templates for All", "2024", "2026", "active"),
            ("Templates for More", "2027", "2029", "pending"),
        )
    ],
    "references": [{"name": "Ada Example", "organization": "University of Nowhere"}],
    "narratives": dict.fromkeys(NARRATIVES, "I made templates that others use."),
}


def check(folder: Path, name: str, data: dict[str, Any], view: dict[str, Any] | None = None, language: str = "") -> list[Problem]:
    if view:
        data = {**data, "views": {"planted": view}}
    path = folder / "vera.yaml"
    path.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    (folder / "vera.png").write_bytes((ROOT / "profiles/ada-example.png").read_bytes())
    return check_contract(load_profile(path), name, "planted" if view else "", AS_OF, language=language)
