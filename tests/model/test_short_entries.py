"""An entry of which one key is required may be a text, as docs/profile.md says."""

import pytest

from cvrender.model.convert import convert
from cvrender.model.kinds import KINDS
from cvrender.model.kinds.base import description, main_key
from cvrender.model.profile import Profile

TEXTS = {name: main_key(kind.model) for name, kind in KINDS.items() if name != "custom"}


def test_most_kinds_take_a_text() -> None:
    assert TEXTS["awards"] == "title" and TEXTS["skills"] == TEXTS["systems"] == "name" and TEXTS["news"] == "text"
    assert {name for name, key in TEXTS.items() if not key} == {
        *("education", "publications", "patents", "talks", "teaching", "service", "press")
    }


@pytest.mark.parametrize("collection", [name for name, key in TEXTS.items() if key])
@pytest.mark.parametrize("value", [["One", "Two"], "One", [{"en": "One", "de": "Eins"}]])
def test_a_text_is_an_entry(collection: str, value: object) -> None:
    profile, faults = convert(Profile, {"person": {"name": "Ann Lee"}, collection: value})
    if not isinstance(value[0], str) and collection in ("advising", "references"):  # names are the same in every language
        return
    assert profile and not faults
    first = getattr(profile, collection)[0]
    assert str(getattr(first, TEXTS[collection])).startswith(("One", "Localized"))
    assert f"A text is its `{TEXTS[collection]}`." in description(KINDS[collection].model)


@pytest.mark.parametrize("collection", [name for name, key in TEXTS.items() if not key])
def test_other_kinds_say_what_an_entry_is(collection: str) -> None:
    _, faults = convert(Profile, {"person": {"name": "Ann Lee"}, collection: ["One"]})
    assert [fault.message for fault in faults] == ["should be a mapping"]
    assert faults[0].hint.startswith("write")


def test_a_role_may_be_a_text() -> None:
    data = {"person": {"name": "Ann Lee"}, "positions": [{"organization": "Mill", "roles": ["Miller"]}]}
    profile, _ = convert(Profile, data)
    assert profile and profile.positions[0].roles[0].title == "Miller"


def test_a_misspelt_key_of_three_letters_is_not_a_language() -> None:
    news = [{"dat": "2020", "tex": "a"}, {"en": "a", "fil": "b"}]
    _, faults = convert(Profile, {"person": {"name": "Ada"}, "news": news})
    assert [fault.path for fault in faults] == [("news", 0, "dat"), ("news", 0, "tex")]
