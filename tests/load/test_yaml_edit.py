"""Edits of YAML texts: the change and nothing else."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.load.reader import parse
from cvrender.load.yaml_edit import Edits
from cvrender.load.yaml_text import block

TEXT = """\
# at the top
a: 1   # one
b:
  - x   # first
  - {y: 2, z: [3, 4]}   # in braces

  - w: "quoted"
    v: >-
      folded
      text
c: {d: [], e: ''}
f:
- same
- column
# at the end
"""


def edited(path: tuple[str | int, ...], value: Any, how: str = "set") -> list[str]:
    """The lines that go (-) and come (+)."""
    edits = Edits("x.yaml", TEXT)
    getattr(edits, how)(path, value) if how != "remove" else edits.remove(path)
    changed = edits.apply().splitlines()
    old = TEXT.splitlines()
    return [f"-{line}" for line in old if line not in changed] + [f"+{line}" for line in changed if line not in old]


@pytest.mark.parametrize(
    ("path", "value", "lines"),
    [
        (("c", "e"), {"line": 3}, ["-c: {d: [], e: ''}", "+c: {d: [], e: {line: 3}}"]),
        (("a",), "2", ["-a: 1   # one", "+a: 2   # one"]),
        (("b", 0), "y: z", ["-  - x   # first", '+  - "y: z"   # first']),
        (("b", 1, "y"), "5", ["-  - {y: 2, z: [3, 4]}   # in braces", "+  - {y: 5, z: [3, 4]}   # in braces"]),
        (("b", 1, "n"), "5", ["-  - {y: 2, z: [3, 4]}   # in braces", '+  - {y: 2, z: [3, 4], "n": 5}   # in braces']),
        (("b", 2, "w"), 'a "b"', ['-  - w: "quoted"', '+  - w: "a \\"b\\""']),
        (("b", 2, "v"), "short", ["-    v: >-", "-      folded", "-      text", "+    v: short"]),
        (("b", 2, "u"), ["k", "l"], ["+    u: [k, l]"]),
        (("c", "d"), ["k"], ["-c: {d: [], e: ''}", "+c: {d: [k], e: ''}"]),
        (("f",), ["k"], ["-f:", "-- same", "-- column", "+f: [k]"]),
        (("new",), "n", ['+new: "n"']),
    ],
)
def test_a_value_is_set(path: tuple[str | int, ...], value: Any, lines: list[str]) -> None:
    assert edited(path, value) == lines


@pytest.mark.parametrize(
    ("path", "lines"),
    [(("b",), ["+  - k: l"]), (("f",), ["+- k: l"]), (("c", "d"), ["-c: {d: [], e: ''}", "+c: {d: [{k: l}], e: ''}"])],
)
def test_an_item_is_appended(path: tuple[str | int, ...], lines: list[str]) -> None:
    assert edited(path, {"k": "l"}, "append") == lines


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        (("a",), ["-a: 1   # one"]),
        (("b", 1, "y"), ["-  - {y: 2, z: [3, 4]}   # in braces", "+  - {z: [3, 4]}   # in braces"]),
        (("b", 2, "v"), ["-    v: >-", "-      folded", "-      text"]),
    ],
)
def test_a_key_is_removed(path: tuple[str | int, ...], lines: list[str]) -> None:
    assert edited(path, None, "remove") == lines


KEYS = st.sampled_from("abcdef")
LEAF = st.text(st.characters(exclude_categories=["Cs", "Cc", "Co", "Cn"]), max_size=12) | st.sampled_from(
    ["- a", "a: b", "a #b", "", "yes", "3.10", "x" * 130]
)
DATA = st.recursive(LEAF, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=12)
WHOLE = st.dictionaries(KEYS, DATA, min_size=1, max_size=4)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*([path] if path else []), *(place for key, part in inner for place in places(part, (*path, key)))]


@given(data=WHOLE, new=DATA, choice=st.integers(0, 10_000))
def test_any_change_is_made_and_nothing_else(data: dict[str, Any], new: Any, choice: int) -> None:
    text = "\n".join(block(data, 0)) + "\n"
    before = parse(text.encode(), "x.yaml").data
    paths = places(before)
    edits = Edits("x.yaml", text)
    path = paths[choice % len(paths)]
    edits.set(path, new)
    try:
        changed = edits.apply()
    except InputError as error:
        assert "by hand" in str(error)
        return
    assert parse(changed.encode(), "x.yaml").data == edits.wanted()


LISTS = """\
a:
# first
- x: 1
  y: 2

# second
- x: 3
- x: 5 # five
b: [p, q, r]
c:
  - one
  - two
"""


MOVED = "# second\n- x: 3\n- x: 5 # five\n"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda edits: edits.remove(("a", 1)), LISTS.replace("# second\n- x: 3\n", "")),
        (lambda edits: edits.remove(("b", 0)), LISTS.replace("p, ", "")),
        (lambda edits: edits.remove(("b", 2)), LISTS.replace(", r", "")),
        (lambda edits: [edits.remove(("c", 0)), edits.remove(("c", 1))], LISTS.replace("c:\n  - one\n  - two\n", "")),
        (lambda edits: edits.insert(("c",), 1, "mid"), LISTS.replace("  - two", "  - mid\n  - two")),
        (lambda edits: edits.insert(("c",), 2, "end"), f"{LISTS}  - end\n"),
        (lambda edits: edits.insert(("b",), 1, "z"), LISTS.replace("p, ", "p, z, ")),
        (lambda edits: edits.reorder(("b",), (2, 0, 1)), LISTS.replace("p, q, r", "r, p, q")),
        (lambda edits: edits.reorder(("c",), (1, 0)), LISTS.replace("  - one\n  - two\n", "  - two\n  - one\n")),
        (
            lambda edits: edits.reorder(("a",), (0, 2, 1)),
            LISTS.replace(MOVED, "- x: 5 # five\n# second\n- x: 3\n"),
        ),
    ],
)
def test_items_are_removed_inserted_and_moved(change: Callable[[Edits], object], expected: str) -> None:
    edits = Edits("f.yaml", LISTS)
    change(edits)
    assert edits.apply() == expected


def test_items_change_before_they_move() -> None:
    edits = Edits("f.yaml", LISTS)
    edits.set(("b", 0), "P")
    edits.remove(("b", 1))
    edits.reorder(("b",), (2, 1, 0))
    assert edits.apply() == LISTS.replace("[p, q, r]", "[r, P]")


def test_items_do_not_move_in_a_list_that_gets_others() -> None:
    edits = Edits("f.yaml", LISTS)
    edits.insert(("b",), 0, "n")
    edits.reorder(("b",), (2, 1, 0))
    with pytest.raises(InputError, match="cannot be made in this file"):
        edits.apply()


def test_an_item_and_a_key_after_it_are_added_at_once() -> None:
    edits = Edits("x.yaml", "jobs:\n- name: a\n  did:\n  - one\n- name: b\n")
    edits.set(("jobs", 0, "from"), "file")
    edits.append(("jobs", 0, "did"), "two")
    assert edits.apply() == "jobs:\n- name: a\n  did:\n  - one\n  - two\n  from: file\n- name: b\n"
