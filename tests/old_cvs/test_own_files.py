"""Files of ours without attached data come back, in a sample of styles, targets and languages."""

import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from cvrender.api import render
from cvrender.formats.content import Content
from cvrender.formats.registry import read_data
from cvrender.merge.profile import load_profile
from cvrender.merge.readers import read_file
from cvrender.text.markup import inline

PROFILES = Path(__file__).parents[2] / "profiles"
LOOKS = ("classic", "sidebar")
TARGETS = ("pdf", "docx", "html")
LANGUAGES = ("en", "de", "fr", "ru", "tr", "ja", "zh", "ar")
NAMES = ("ada-example", "helen-specimen", "jonas-beispiel")


def letters(value: Any) -> str:
    value = value.get("en") or next(iter(value.values())) if isinstance(value, dict) else value or ""
    return "".join(char for char in unicodedata.normalize("NFKD", inline(str(value)).plain.casefold()) if char.isalnum())


def entries(data: Mapping[str, Any], section: str) -> list[str]:
    """What each job or degree says, as letters: where, what and in which year it began."""
    said = []
    for entry in data.get(section, ()):
        for role in entry.get("roles") or (entry,):
            both = {**entry, **role}
            parts = [letters(both.get(key)) for key in ("organization", "institution", "title", "degree", "field")]
            said.append("|".join([*filter(None, parts), str(both.get("start") or both.get("date", ""))[:4]]))
    return said


def share(wanted: Iterable[str], got: Iterable[str]) -> float:
    """The share of texts whose parts all stand in one of the others."""
    wanted, got = list(wanted), list(got)
    found = sum(any(all(part in other for part in text.split("|")) for other in got) for text in wanted)
    return found / len(wanted) if wanted else 1.0


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_files_come_back(tmp_path: Path, name: str, language: str) -> None:
    profile = load_profile(next(PROFILES.glob(f"**/{name}.yaml")))
    number = NAMES.index(name) + LANGUAGES.index(language)
    style, target = LOOKS[number % 2], TARGETS[number // 2 % 3]
    (attached,) = render(profile, view="full", style="classic", language=language, targets=["html"], attach=True).artifacts
    wanted = read_data(Content(attached.content, attached.name), "attached").data
    (made,) = render(profile, view="full", style=style, language=language, targets=[target]).artifacts
    path = tmp_path / made.name
    path.write_bytes(made.content)
    got = read_file(path).data
    assert letters(got["person"]["name"]) == letters(wanted["person"]["name"])
    assert set(map(str, wanted["person"]["emails"])) & set(map(str, got["person"]["emails"]))
    jobs = [*entries(wanted, "positions"), *entries(wanted, "education")]
    assert share(jobs, [*entries(got, "positions"), *entries(got, "education")]) >= 0.8
    titles = [letters(work["title"]) for work in wanted.get("publications", ()) if "$" not in work["title"]]  # maths is shown
    assert share(titles, [letters(work["title"]) for work in got.get("publications", ())]) >= 0.6
