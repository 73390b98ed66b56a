"""Test that no format changes which words of a name are the family name, or the order of what cannot be divided."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.formats.values.names import bibtex_form, bibtex_name, parts_in, person_of
from cvrender.merge.profile import load_profile
from cvrender.model.name_parts import Name, is_east_asian

PEOPLE: list[Any] = [
    "佐藤 由紀子",
    "谢聪",
    {"name": "李明", "family": "李"},
    "김 철수",
    {"name": "Bartók Béla", "family": "Bartók"},
    "Nguyễn Văn An",
    {"name": "Gabriel García Márquez", "family": "García Márquez"},
    "Jan van der Berg",
    "Martin Luther King Jr.",
    "SATO Yukiko",
    "マイケル ジャクソン",
    "Ada Example",
]
SOURCE: dict[str, Any] = {
    "person": {"name": "佐藤 由紀子", "emails": ["sato@example.org"]},
    "publications": [{"type": "book", "title": "A Title", "authors": PEOPLE, "date": "2020"}],
}


def exported(folder: Path, kind: str, source: dict[str, Any] = SOURCE) -> str:
    (folder / "a.yaml").write_text(json.dumps(source), "utf-8")
    result = CliRunner().invoke(main, ["export", str(folder / "a.yaml"), "--to", kind, "--out", str(folder / "out")])
    assert result.exit_code == 0, result.output
    return next(path for path in (folder / "out").rglob("*") if path.is_file()).read_text("utf-8")


def test_csl_json_has_the_parts(tmp_path: Path) -> None:
    authors = json.loads(exported(tmp_path, "json"))[0]["author"]
    assert authors[:5] == [
        {"given": "由紀子", "family": "佐藤"},
        {"literal": "谢聪"},
        {"given": "明", "family": "李"},
        {"given": "철수", "family": "김"},
        {"given": "Béla", "family": "Bartók", "static-ordering": True},
    ]
    assert authors[6:9] == [
        {"given": "Gabriel", "family": "García Márquez"},
        {"given": "Jan", "non-dropping-particle": "van der", "family": "Berg"},
        {"given": "Martin Luther", "family": "King", "suffix": "Jr."},
    ]
    assert authors[10] == {"literal": "マイケル ジャクソン"}


def test_ris_and_bibtex_have_the_family_name_first_or_the_whole_name(tmp_path: Path) -> None:
    names = [line.removeprefix("AU  - ") for line in exported(tmp_path, "ris").splitlines() if line.startswith("AU")]
    assert names[:8] == [
        "佐藤, 由紀子",
        "谢聪",
        "李, 明",
        "김, 철수",
        "Bartók, Béla",
        "Nguyễn, Văn An",
        "García Márquez, Gabriel",
        "van der Berg, Jan",
    ]
    assert [bibtex_form(person) for person in PEOPLE[:7:2]] == [
        "{佐藤 由紀子}",
        "李明",
        "Bartók, Béla",
        "García Márquez, Gabriel",
    ]
    for person in PEOPLE:
        read, own = bibtex_name(bibtex_form(person)), parts_in(person)
        if own.whole or is_east_asian(person_name(person)):
            assert str(read) == person_name(person)
        else:
            assert (read.given, read.last, read.suffix) == (own.given, own.last, own.suffix)


def person_name(person: Any) -> str:
    return str(person["name"] if isinstance(person, dict) else person)


@pytest.mark.parametrize("kind", ["bib", "json", "ris", "biblatex"])
def test_names_are_the_same_after_a_round_trip(kind: str, tmp_path: Path) -> None:
    text = exported(tmp_path, kind)
    (tmp_path / f"back.{'bib' if kind == 'biblatex' else kind}").write_text(text, "utf-8")
    file = next(tmp_path.glob("back.*"))
    result = CliRunner().invoke(main, ["import", str(file), "--out", str(tmp_path / "back.yaml"), "--me", "Ada Example"])
    assert result.exit_code == 0, result.output
    back = load_profile(tmp_path / "back.yaml").profile.publications[0].authors
    for person, read in zip(PEOPLE, back, strict=True):
        own, again = parts_in(person), parts_in({"name": read.name, "family": read.family})
        assert read.name.replace(" ", "") in (person_name(person).replace(" ", ""), f"{own.given} {own.family}".replace(" ", ""))
        assert (again.given, again.last) == (own.given, own.last) or kind in ("bib", "biblatex") and str(again) == read.name


def test_a_card_and_a_resume_have_the_name_as_it_is(tmp_path: Path) -> None:
    card = exported(tmp_path, "vcard").splitlines()
    assert "FN:佐藤 由紀子" in card and "N:佐藤;由紀子;;;" in card
    for folder, kind in (("r", "jsonresume"), ("l", "jsonld")):
        (tmp_path / folder).mkdir()
        text = exported(tmp_path / folder, kind)
        assert "佐藤 由紀子" in text and "由紀子佐藤" not in text and "由紀子 佐藤" not in text


@pytest.mark.parametrize(
    ("parts", "person"),
    [
        (Name("佐藤", "由紀子"), {"name": "佐藤由紀子", "family": "佐藤"}),
        (Name("García Márquez", "Gabriel"), {"name": "Gabriel García Márquez", "family": "García Márquez"}),
        (Name("Bartók", "Béla", family_first=True), {"name": "Bartók Béla", "family": "Bartók"}),
        (Name("Bartók", "Béla"), "Béla Bartók"),
        (Name("de la Cruz", "Maria"), "Maria de la Cruz"),
        (Name("van der Berg", "Jan", "", "Jr."), "Jan van der Berg Jr."),
        (Name("ATLAS Collaboration", whole=True), "ATLAS Collaboration"),
        (Name("Sato Y", ""), "Sato Y"),
        (Name("Nguyễn", "Văn An"), "Văn An Nguyễn"),
        (Name("An", "Nguyễn Văn"), {"name": "Nguyễn Văn An", "family": "An"}),
    ],
)
def test_an_imported_name_keeps_its_family_name(parts: Name, person: Any) -> None:
    assert person_of(parts) == person
    read = parts_in(person)
    assert not parts.given or (read.given, read.last) == (parts.given, parts.last)
