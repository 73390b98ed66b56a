"""Author lists in one text become the names that they contain."""

import pytest

from cvrender.model.annotations import Invalid
from cvrender.model.typed_names import check_name, names_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann Lee", ["Ann Lee"]),
        ("Ann Lee and Bob Ray", ["Ann Lee", "Bob Ray"]),
        ("Ann Lee, Bob Ray, and Cy Doe", ["Ann Lee", "Bob Ray", "Cy Doe"]),
        ("Ann Lee & Bob Ray", ["Ann Lee", "Bob Ray"]),
        ("Lee, Ann; Ray, Bob", ["Ann Lee", "Bob Ray"]),
        ("Lee, A. and Ray, B.", ["A. Lee", "B. Ray"]),
        ("Ann Lee; Bob", ["Ann Lee", "Bob"]),
        ("Anderson", ["Anderson"]),
    ],
)
def test_the_names_of_an_author_list_in_one_text_are_found(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("**Ann Lee**", "write Ann Lee;"),
        ("*Ann Lee*", "write Ann Lee;"),
        ("__Ann Lee__", "write Ann Lee;"),
        ("Ann Lee*", "write {name: Ann Lee, equal: true}"),
        ("Ann Lee†*", "write {name: Ann Lee, equal: true}"),
        ("Ann Lee Jr.‡", "write {name: Ann Lee Jr., equal: true}"),
    ],
)
def test_marks_that_were_typed_into_a_name_are_told_with_what_to_write(name: str, hint: str) -> None:
    with pytest.raises(Invalid) as raised:
        check_name(name)
    assert raised.value.hint.startswith(hint) and raised.value.code == "bad-name"


@pytest.mark.parametrize("name", ["Ann Lee", "A*STAR", "P!nk", "Ann_Lee", "O’Neil, J.", "*", "李明", "Alp Öz (ed.)"])
def test_other_names_are_accepted(name: str) -> None:
    check_name(name)
