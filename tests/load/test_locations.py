"""Test locations of keys and values: they are those of the file, and are found only for a message."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cvrender.cli import main
from cvrender.load import locations
from cvrender.load.reader import parse

BING = Path(__file__).parents[2] / "profiles" / "bing-xie.yaml"

YAML = """\
person: {name: Ada, emails: [a@b.org,
  c@d.org]}
"o\u0308ffentlich":
  - title: A
    pages: [1, [2]]
"""


def test_locations_are_by_path_and_keys_in_composed_form() -> None:
    source = parse(YAML.encode(), "a.yaml")
    assert source.values == {
        (): ("a.yaml", 1, 1),
        ("person",): ("a.yaml", 1, 9),
        ("person", "name"): ("a.yaml", 1, 16),
        ("person", "emails"): ("a.yaml", 1, 29),
        ("person", "emails", 0): ("a.yaml", 1, 30),
        ("person", "emails", 1): ("a.yaml", 2, 3),
        ("öffentlich",): ("a.yaml", 4, 3),
        ("öffentlich", 0): ("a.yaml", 4, 5),
        ("öffentlich", 0, "title"): ("a.yaml", 4, 12),
        ("öffentlich", 0, "pages"): ("a.yaml", 5, 12),
        ("öffentlich", 0, "pages", 0): ("a.yaml", 5, 13),
        ("öffentlich", 0, "pages", 1): ("a.yaml", 5, 16),
        ("öffentlich", 0, "pages", 1, 0): ("a.yaml", 5, 17),
    }
    assert source.keys["person", "emails"] == ("a.yaml", 1, 21)
    assert set(source.keys) == {path for path in source.values if path and isinstance(path[-1], str)}


TREES = st.recursive(
    st.text("abc é:#", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz", min_size=1), inner, max_size=3),
)


@given(st.dictionaries(st.text("xyz", min_size=1), TREES, min_size=1))
def test_every_value_has_a_location(tree: dict[str, object]) -> None:
    source = parse(yaml.safe_dump(tree, default_style='"', allow_unicode=True).encode(), "a.yaml")

    def paths(value: object, path: tuple[str | int, ...]) -> set[tuple[str | int, ...]]:
        pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        return {path}.union(*(paths(inner, (*path, key)) for key, inner in pairs))

    assert set(source.values) == paths(source.data, ())


@pytest.mark.parametrize("text", [YAML, BING.read_text("utf-8")[:6000].rpartition("\n")[0]], ids=["short", "long"])
def test_the_first_path_has_the_location_that_it_has_among_all(text: str) -> None:
    whole = parse(text.encode(), "a.yaml")
    for path, location in list(whole.values.items())[::7] + [
        (("person", "emails", 0), whole.values.get(("person", "emails", 0)))
    ]:
        source = parse(text.encode(), "a.yaml")
        assert source.values.get(path) == location
        assert source.keys.get(path) == whole.keys.get(path)
        assert "tables" not in vars(source.values._locations), "all locations were found"
    for missing in [("person", "nobody"), ("nothing", 3), ("person", "name", "x"), ("person", 0), ("person", "emails", 9)]:
        source = parse(text.encode(), "a.yaml")
        assert missing not in source.values
        assert source.location(missing) == whole.location(missing)


def test_a_file_without_messages_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("locations were looked for")

    monkeypatch.setattr(locations._Locations, "_events", fail)
    with pytest.raises(SystemExit) as ended:
        main(["render", str(BING), "--to", "md", "--out", str(tmp_path)])
    assert not ended.value.code
