"""Apply random operations to random profiles: what is not addressed keeps its bytes, and undo of all gives the first file."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.load.reader import parse
from cvrender.run.edit.document import Conflict, EditedProfile

BLOCK = """\
# Of Ada.
person:
  name: Ada Example  # as printed
  emails: [ada@example.org, "b@example.org"]

positions:
  # the first one
  - organization: 'University of Nowhere'
    title: Professor
    start: 2019

  - organization: Example Works   # earlier
    title: Engineer
    x-mine: {a: 1}

  # the last one
  - title: Clerk
    organization: Nowhere & Sons
publications:
- title: Notes on a Machine
  authors:
  - Ada Example
  - name: Bob Sample
    equal: true
  note: >-
    A text that is
    folded.
- title: A second work
  tags: [one, two, three]
# at the end
"""


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path_factory.mktemp("cache")))


def document(folder: Path, text: str, **others: str) -> EditedProfile:
    path = folder / "ada.yaml"
    path.write_bytes(text.encode())
    for name, other in others.items():
        (folder / f"{name}.yaml").write_bytes(other.encode())
    return EditedProfile(path)


def change(document: EditedProfile, op: str, *path: str | int, **more: Any) -> str:
    document.change(document.hash(), {"op": op, "path": [*path], **more})
    return document.profile.read_bytes().decode()


def lines_changed(old: str, new: str) -> tuple[list[str], list[str]]:
    """The lines that only one of two texts has, in order."""
    import difflib

    lines = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    return [line[2:] for line in lines if line[0] == "-"], [line[2:] for line in lines if line[0] == "+"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_each_operation_changes_its_lines_and_no_other(line_end: str, tmp_path: Path) -> None:
    text = BLOCK.replace("\n", line_end)
    cases: list[tuple[tuple[Any, ...], dict[str, Any], tuple[list[str], list[str]]]] = [
        (("set", "positions", 0, "title"), {"value": "Dean"}, (["    title: Professor"], ["    title: Dean"])),
        (("delete", "positions", 0, "start"), {}, (["    start: 2019"], [])),
        (
            ("delete", "person", "emails", 0),
            {},
            (['  emails: [ada@example.org, "b@example.org"]'], ['  emails: ["b@example.org"]']),
        ),
        (("delete", "publications", 0, "authors", 0), {}, (["  - Ada Example"], [])),
        (("insert", "positions", 3), {"value": {"organization": "New"}}, ([], ["", "  - organization: New"])),
    ]
    for arguments, more, wanted in cases:
        assert lines_changed(text, change(document(tmp_path, text), *arguments, **more)) == wanted


def test_a_moved_entry_takes_its_comment_along(tmp_path: Path) -> None:
    moved = change(document(tmp_path, BLOCK), "move", "positions", 2, to=0)
    first, last = moved.index("  # the last one\n  - title: Clerk"), moved.index("  # the first one\n  - organization")
    assert first < last and sorted(moved.splitlines()) == sorted(BLOCK.splitlines())


def test_the_last_item_takes_its_list_along_and_a_copy_has_no_id(tmp_path: Path) -> None:
    text = "person:\n  name: Ada\n  links:\n    - https://example.org\nskills:\n  - id: a\n    name: Weaving\n"
    assert "links" not in change(document(tmp_path, text), "delete", "person", "links", 0)
    source = parse(change(document(tmp_path, text), "duplicate", "skills", 0).encode(), "x").data["skills"]
    assert source == [{"id": "a", "name": "Weaving"}, {"name": "Weaving"}]


def test_an_entry_of_an_included_file_is_changed_there(tmp_path: Path) -> None:
    head = "person: {name: Ada}\ninclude: [more.yaml]\nskills: [{name: One}]\n"
    edited = document(tmp_path, head, more="# mine\nskills:\n  - {name: Two}\n")
    assert change(edited, "set", "skills", 1, "name", value="Three") == head
    assert (tmp_path / "more.yaml").read_text() == "# mine\nskills:\n  - {name: Three}\n"
    edited.undo(edited.hash())
    assert (tmp_path / "more.yaml").read_text() == "# mine\nskills:\n  - {name: Two}\n"


def test_what_another_program_saved_is_not_overwritten_and_can_be_undone(tmp_path: Path) -> None:
    edited = document(tmp_path, BLOCK)
    seen = edited.hash()
    edited.profile.write_text(BLOCK.replace("Clerk", "Head"), "utf-8")
    with pytest.raises(Conflict):
        edited.change(seen, {"op": "set", "path": ["person", "name"], "value": "Eve"})
    assert "Head" in edited.profile.read_text("utf-8") and "Eve" not in edited.profile.read_text("utf-8")
    edited.undo(edited.hash())
    assert edited.profile.read_text("utf-8") == BLOCK


def test_a_broken_file_is_mended_as_text_and_states_are_kept(tmp_path: Path) -> None:
    edited = document(tmp_path, "person: [\n")
    with pytest.raises(InputError):
        change(edited, "set", "person", "name", value="x")
    edited.change(edited.hash(), {"op": "text", "file": "ada.yaml", "text": BLOCK})
    change(edited, "set", "person", "name", value="Eve")
    again = EditedProfile(edited.profile)  # as after a crash
    assert len(again.states()) == 3
    again.restore(again.hash(), again.states()[1]["name"])
    assert edited.profile.read_text("utf-8") == BLOCK


def test_states_of_one_millisecond_keep_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time_ns", lambda: 1_795_721_162_000_000_000)
    edited = document(tmp_path, BLOCK)
    for number in range(12):
        change(edited, "set", "person", "name", value=f"Eve {number}")
    assert len(edited.states()) == 13
    edited.restore(edited.hash(), edited.states()[1]["name"])
    assert "Eve 10" in edited.profile.read_text("utf-8")


def test_only_files_of_the_profile_are_written(tmp_path: Path) -> None:
    edited = document(tmp_path, BLOCK, other="a: b\n")
    for name in ("other.yaml", "../ada.yaml", "/etc/passwd", ""):
        with pytest.raises(InputError):
            edited.change(edited.hash(), {"op": "text", "file": name, "text": "x"})


TEXTS = st.text(st.sampled_from("aé:#-'\"{}[],*&!%@` \n0<>|?~"), max_size=12)
LEAVES = TEXTS | st.booleans()
VALUES = LEAVES | st.lists(LEAVES, max_size=3) | st.dictionaries(st.sampled_from("pqrs"), LEAVES, max_size=3)


def paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [file for key, part in items for file in ((*path, key), *paths(part, (*path, key)))]


def wanted(data: Any, op: str, path: tuple[Any, ...], value: Any, to: int) -> Any:
    """The data after an operation, worked out on its own."""
    if op == "delete":
        for end in range(len(path), 1, -1):
            parent = at(data, path[: end - 1])
            if len(parent) > 1 or isinstance(path[end - 2], int):
                break
        else:
            end = 1
        path = path[:end]
    parent = at(data, path[:-1])
    if op == "set":
        parent[path[-1]] = value
    elif op == "insert":
        parent.insert(path[-1], value)
    elif op == "delete":
        del parent[path[-1]]
    elif op == "duplicate":
        copy = parse_again(parent[path[-1]])
        if isinstance(copy, dict):
            copy.pop("id", None)
        parent.insert(path[-1] + 1, copy)
    else:
        parent.insert(to, parent.pop(path[-1]))
    return data


def parse_again(value: Any) -> Any:
    import copy

    return copy.deepcopy(value)


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        data = data[part]
    return data


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_random_operations_do_what_they_say_and_are_undone_to_the_first_bytes(data: st.DataObject) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        text = data.draw(st.sampled_from([BLOCK, BLOCK.replace("\n", "\r\n"), BLOCK.rstrip("\n"), BLOCK.rpartition("#")[0]]))
        edited, refused = document(Path(folder), text), 0
        for _ in range(data.draw(st.integers(1, 6))):
            now = parse(edited.profile.read_bytes(), "x").data
            path = data.draw(st.sampled_from(paths(now)))
            ops = ["set", "delete", *(["insert", "duplicate", "move"] if isinstance(path[-1], int) else [])]
            op, value = data.draw(st.sampled_from(ops)), data.draw(VALUES)
            to = data.draw(st.integers(0, max(0, len(at(now, path[:-1])) - 1)))
            if op == "delete" and len(now) == 1:
                continue
            before = edited.profile.read_bytes()
            try:
                change(edited, op, *path, value=value, to=to)
            except InputError:
                refused += 1
                assert edited.profile.read_bytes() == before
                continue
            assert parse(edited.profile.read_bytes(), "x").data == wanted(now, op, path, value, to)
        while edited.steps:
            edited.undo(edited.hash())
        assert edited.profile.read_bytes().decode() == text
        assert refused == 0, f"{refused} operations were refused"


@pytest.mark.parametrize("end", ["", "\r\n", "\n"])
def test_text_of_the_browser_keeps_the_line_ends_of_other_lines(end: str, tmp_path: Path) -> None:
    text = f"person:\r\n  name: Ada\n  location: Here\r\nbio: x{end}"
    edited = document(tmp_path, text)
    edited.change(
        edited.hash(),
        {"op": "text", "file": "ada.yaml", "text": text.replace("\r\n", "\n").replace("Here", "There\n  native: A")},
    )
    assert edited.profile.read_bytes().decode() == text.replace("Here", "There\r\n  native: A")
    edited.change(
        edited.hash(),
        {"op": "text", "file": "ada.yaml", "text": edited.profile.read_bytes().decode().replace("\r\n", "\n")},
    )
    assert len(edited.steps) == 1


def test_where_facts_come_from_stays_when_they_are_edited(tmp_path: Path) -> None:
    sourced = BLOCK.replace("    start: 2019\n", "    start: 2019\n    sources: {all: stated, start: 'old-cv.pdf#p2'}\n")
    edited = document(tmp_path, sourced)
    edited.change(edited.hash(), {"op": "set", "path": ["positions", 0, "title"], "value": "Dean"})
    edited.change(edited.hash(), {"op": "move", "path": ["positions", 0], "to": 2})
    entry = next(each for each in parse((tmp_path / "ada.yaml").read_bytes(), "").data["positions"] if each["title"] == "Dean")
    assert entry["sources"] == {"all": "stated", "start": "old-cv.pdf#p2"}
