"""Author lists in one text become the names that they contain."""

import pytest

from cvrender.model.typed_names import names_in


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
