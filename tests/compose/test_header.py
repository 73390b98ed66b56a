"""Compose the header: the order of names, checked identifiers, private facts only where they are allowed."""

from collections.abc import Callable

import pytest

from cvrender.model.check_digits import check_character
from cvrender.model.document import Document
from cvrender.model.identifier_table import RESEARCHER_IDS
from cvrender.model.view import NAME_ORDERS

PERSON = """
person:
  name: Xiaoming Zhou
  native: 周晓明
  credentials: [MD, PhD]
  pronouns: he/him
  birthdate: 1985-12-10
  nationality: {value: {en: Nowhere, zh: 无处}, privacy: application}
  orcid: https://orcid.org/0000-0002-1825-0097
references:
- {name: Bob, emails: [bob@example.org, {value: b@example.org, privacy: application}]}
- {name: Eve, public: true, phones: [+1 555 0100, {value: +1 555 0101, private: true}]}
"""


@pytest.mark.parametrize(
    ("order", "language", "names"),
    [
        ("name-first", "en", ("Xiaoming Zhou, MD,\u00a0PhD", "周晓明")),
        ("native-first", "en", ("周晓明", "Xiaoming Zhou, MD,\u00a0PhD")),
        ("name", "en", ("Xiaoming Zhou, MD,\u00a0PhD", "")),
        ("native", "en", ("周晓明, MD,\u00a0PhD", "")),
        ("{en: native, de: name}", "en", ("周晓明, MD,\u00a0PhD", "")),
        ("", "en", ("Xiaoming Zhou, MD,\u00a0PhD", "周晓明")),
    ],
)
def test_names_in_each_order(document_of: Callable[..., Document], order: str, language: str, names: tuple[str, str]) -> None:
    line = f"name_order: {order}, " if order else ""
    document = document_of(f"{PERSON}views: {{v: {{{line}language: {language}, sections: [references]}}}}", view="v")
    header = document.header
    assert document.properties.author == header.names[0] and document.properties.title.startswith(header.names[0])
    assert (header.name, header.native) == names
    hidden = {"name": ("Xiaoming Zhou", ""), "native": ("周晓明", ""), "{en: native, de: name}": ("周晓明", "")}
    assert header.names == hidden.get(order, ("Xiaoming Zhou", "周晓明"))
    assert len(NAME_ORDERS) == 4


TITLES = "person: {name: Ada B. Example, honorific_prefix: Prof. Dr., credentials: [PhD], emails: [a@example.org]}"
SATO = "person: {name: Sato Hanako, native: 佐藤 花子, honorific_prefix: 教授, credentials: [PhD]}"


@pytest.mark.parametrize(
    ("profile", "language", "name", "parts"),
    [
        (TITLES, "de", "Prof.\u00a0Dr. Ada B. Example, PhD", ["Prof.\u00a0Dr. ", "Ada B. Example", ", PhD"]),
        (SATO, "ja", "佐藤 花子\u00a0教授", ["佐藤 花子", "\u00a0教授"]),
        (SATO, "en", "教授 Sato Hanako, PhD", ["教授 ", "Sato Hanako", ", PhD"]),
    ],
)
def test_titles_are_before_the_name_or_behind_one_in_ideographs(
    document_of: Callable[..., Document], profile: str, language: str, name: str, parts: list[str]
) -> None:
    header = document_of(f"language: {language}\n{profile}").header
    assert (header.name, [span.text for span in header.divided_name.spans]) == (name, parts)
    assert {span.form for span in header.divided_name.spans} == {"affix", ""}
    assert "Prof" not in str(header.names) and "教授" not in str(header.names)


def test_many_credentials_may_go_on_in_the_next_line(document_of: Callable[..., Document]) -> None:
    many = "[PhD, MSc, BSc, MBA, PMP, CISSP]"
    assert document_of(f"person: {{name: Ada Example, credentials: {many}}}").header.name == "Ada Example, " + many[1:-1]


@pytest.mark.parametrize(
    ("privacy", "facts", "contacts"),
    [
        ("public", ["he/him", "ORCID 0000-0002-1825-0097"], ["+1 555 0100"]),
        ("application", ["he/him", "ORCID 0000-0002-1825-0097", "Nationality: Nowhere"], ["b@example.org", "+1 555 0100"]),
        (
            "full",
            ["he/him", "ORCID 0000-0002-1825-0097", "Born: Dec 10, 1985", "Nationality: Nowhere"],
            ["bob@example.org, b@example.org", "+1 555 0100, +1 555 0101"],
        ),
    ],
)
def test_what_each_level_shows(document_of: Callable[..., Document], privacy: str, facts: list[str], contacts: list[str]) -> None:
    document = document_of(f"{PERSON}views: {{v: {{privacy: {privacy}, sections: [references]}}}}", view="v")
    assert [contact.text.plain for contact in document.header.contacts] == facts
    (block,) = document.sections[0].blocks
    assert [line.plain for entry in block.entries for line in entry.lines] == contacts  # type: ignore[union-attr]


@pytest.mark.parametrize("key", RESEARCHER_IDS)
def test_every_identifier_has_a_valid_example_with_a_link(problems_of: Callable[[str], list[str]], key: str) -> None:
    kind = RESEARCHER_IDS[key]
    assert problems_of(f"person: {{name: A, {key}: {kind.example!r}}}") == []
    assert kind.link(kind.example).startswith("https://") and " " not in kind.link(kind.example)
    (problems,) = problems_of(f"person: {{name: A, {key}: '?'}}")
    assert f'person.{key}: "?" is not an identifier of {kind.name}; write it like ' in problems


@pytest.mark.parametrize(("key", "wrong"), [("orcid", "0000-0002-1825-0079"), ("isni", "0000 0001 2103 268X")])
def test_a_wrong_check_digit_is_found(problems_of: Callable[[str], list[str]], key: str, wrong: str) -> None:
    (problems,) = problems_of(f"person: {{name: A, {key}: {wrong}}}")
    assert "does not match the others" in problems
    assert check_character("000000021694233") == "X"  # of the ORCID documentation


READ = """
person:
  name: Hanako Kakū
  native: 架空 花子
  reading: かくう はなこ
  gender: 女
  location: {value: 東京都架空区見本町1-2-3, reading: とうきょうとかくうくみほんちょう}
interests: [x]
"""


@pytest.mark.parametrize(
    ("language", "order", "expected"),
    [
        (
            "ja",
            "native-first",
            ["ふりがな：かくう はなこ", "東京都架空区見本町1-2-3（とうきょうとかくうくみほんちょう）", "性別：女"],
        ),
        ("ja", "name", ["東京都架空区見本町1-2-3（とうきょうとかくうくみほんちょう）", "性別：女"]),
        ("en", "name-first", ["東京都架空区見本町1-2-3", "Gender: 女"]),
    ],
)
def test_readings_stand_where_their_script_is_that_of_the_document(
    document_of: Callable[..., Document], language: str, order: str, expected: list[str]
) -> None:
    view = f"views: {{v: {{language: {language}, name_order: {order}, privacy: full, sections: [interests]}}}}"
    header = document_of(READ + view, view="v").header
    assert [contact.text.plain for contact in header.contacts] == expected


def test_the_gender_is_private_unless_the_profile_says_more(document_of: Callable[..., Document]) -> None:
    view = "views: {v: {language: ja, privacy: application, sections: [interests]}}"
    assert not [line for line in document_of(READ + view, view="v").header.contacts if "女" in line.text.plain]
