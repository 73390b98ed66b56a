"""Test which words of a name are the family name, and that every user of names agrees."""

from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.merge.profile import load_profile
from cvrender.model.name_parts import Name, divided, parts_of
from cvrender.model.names import normalized_name, parts_of_person

FIRST = {"family_first": True}


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("佐藤 由紀子", Name("佐藤", "由紀子", **FIRST)),
        ("佐藤\u3000由紀子", Name("佐藤", "由紀子", **FIRST)),
        ("高橋 さくら", Name("高橋", "さくら", **FIRST)),
        ("佐藤由紀子", Name("佐藤由紀子", whole=True)),
        ("王 小明", Name("王", "小明", **FIRST)),
        ("김 철수", Name("김", "철수", **FIRST)),
        ("남궁 민수", Name("남궁", "민수", **FIRST)),
        ("존 스미스", Name("존 스미스", whole=True)),
        ("マイケル ジャクソン", Name("マイケル ジャクソン", whole=True)),
        ("ジョン・スミス", Name("ジョン・スミス", whole=True)),
        ("東京大学情報 学部研究室", Name("東京大学情報 学部研究室", whole=True)),
        ("Nguyễn Văn An", Name("Nguyễn", "Văn An", **FIRST)),
        ("Văn An Nguyễn", Name("Nguyễn", "Văn An")),
        ("Mai André", Name("André", "Mai")),
        ("SATO Yukiko", Name("SATO", "Yukiko", **FIRST)),
        ("DE SOUZA Maria", Name("DE SOUZA", "Maria", **FIRST)),
        ("Yukiko SATO", Name("SATO", "Yukiko")),
        ("JA Smith", Name("Smith", "JA")),
        ("Sato Y.", Name("Sato", "Y.")),
        ("Xie C.-B.", Name("Xie", "C.-B.")),
        ("J. R. R. Tolkien", Name("Tolkien", "J. R. R.")),
        ("Jan van der Berg", Name("Berg", "Jan", "van der")),
        ("Jan van der Berg Jr.", Name("Berg", "Jan", "van der", "Jr.")),
        ("Martin Luther King, Jr.", Name("King", "Martin Luther", "", "Jr.")),
        ("ATLAS Collaboration", Name("ATLAS Collaboration", whole=True)),
        ("Plato", Name("Plato")),
    ],
)
def test_the_name_tells_its_parts(name: str, parts: Name) -> None:
    assert parts_of(name) == parts


@pytest.mark.parametrize(
    ("name", "family", "parts"),
    [
        ("Bartók Béla", "Bartók", Name("Bartók", "Béla", **FIRST)),
        ("Gabriel García Márquez", "García Márquez", Name("García Márquez", "Gabriel")),
        ("Jan van der Berg", "van der Berg", Name("Berg", "Jan", "van der")),
        ("佐藤由紀子", "佐藤", Name("佐藤", "由紀子", **FIRST)),
        ("Martin Luther King Jr.", "King", Name("King", "Martin Luther", "", "Jr.")),
        ("Suharto", "Suharto", Name("Suharto", whole=True)),
        ("Kim Kim Young", "Kim", Name("Kim", "Kim Young", **FIRST)),
    ],
)
def test_a_family_name_that_is_known_divides_the_name(name: str, family: str, parts: Name) -> None:
    assert parts_of(name, family) == parts == parts_of(name, variants=(f"{family}, X.",))


def test_a_family_name_is_whole_words_at_an_end_of_the_name() -> None:
    assert divided("Ann Leeson", "Lee") is divided("Leeson Ann", "Lee") is divided("Ann Lee Ray", "Lee") is None
    assert parts_of("Ann Ray", "Lee") == Name("Ray", "Ann")


def test_names_in_ideographs_are_the_same_with_and_without_a_space() -> None:
    assert normalized_name("佐藤 由紀子") == normalized_name("佐藤由紀子") == normalized_name("佐藤\u3000由紀子")
    assert normalized_name("김 철수") == normalized_name("김철수") != normalized_name("김 철")
    assert normalized_name("Ann Lee") != normalized_name("Annlee")


def test_lists_have_the_family_names_of_the_owner_and_of_people(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        """person: {name: Gabriel García Márquez, variants: ["G. García Márquez"], family: García Márquez}
people: [{name: Bartók Béla, family: Bartók}, {name: Ana Lima Reis, variants: ["Lima Reis, A."]}]
publications:
  - {type: book, title: One, date: 2020,
     authors: [G. García Márquez, Bartók Béla, {name: Kodály Zoltán, family: Kodály, equal: true}]}
  - {type: book, title: Two, authors: [Ana Lima Reis, Gabriel García Márquez], editors: [Bartók Béla], date: 2021}
education: [{institution: University of Nowhere, advisors: [Bartók Béla]}]
""",
        "utf-8",
    )
    profile = load_profile(tmp_path / "a.yaml").profile
    first, second = profile.publications
    people = [*first.authors, *second.authors, *second.editors, *profile.education[0].advisors]
    families = [parts_of_person(person).family for person in people]
    assert families == ["García Márquez", "Bartók", "Kodály", "Lima Reis", "García Márquez", "Bartók", "Bartók"]


def test_a_family_name_that_is_not_in_the_name_is_an_error(tmp_path: Path) -> None:
    book = "{type: book, title: T, authors: [{name: Béla Bartók, family: Béla B}]}"
    source = f"person: {{name: Ada Example, family: Lovelace}}\npublications: [{book}]\n"
    (tmp_path / "a.yaml").write_text(source, "utf-8")
    with pytest.raises(InputError) as raised:
        load_profile(tmp_path / "a.yaml")
    first, second = raised.value.problems
    assert first.line == 1 and '"Ada Example" neither begins nor ends with the family name "Lovelace"' in first.message
    assert second.line == 2 and "Béla Bartók" in second.message and "as it stands in the name" in second.hint
