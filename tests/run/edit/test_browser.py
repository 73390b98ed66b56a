"""Edit a CV in headless Chromium, with mouse and keyboard, wide and narrow, light and dark; axe-core looks at it.

Needs node, Chromium, the packages of tests/web and the page (`make edit`). Where these are missing the tests are skipped, but
not in CI.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from cvrender.load.reader import parse
from cvrender.model.base import fields_of
from cvrender.model.kinds import KINDS, CustomSection
from cvrender.model.profile import Owner
from cvrender.run.edit.app import is_built

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
MISSING = [
    name for name, found in (("node", shutil.which("node")), ("chromium", CHROMIUM), ("make edit", is_built())) if not found
]
MISSING += [] if (WEB / "node_modules").is_dir() else ["tests/web/node_modules"]
KINDS_SET = os.environ.get("CVRENDER_EDIT_KINDS", ",".join(KINDS)).split(",")
"""The kinds whose fields are set in the browser, which takes some seconds each."""
PROFILE = """\
# Of Ada.
person: {name: Ada Example, emails: [ada@example.org]} # hers
positions:
  # the first one
  - organization: 'University of Nowhere'
    title: Professor  # since then
    start: 2019-01
publications:
  # on machines
  - title: Notes on a Machine
    authors: [Ada Example, Bob Sample]
    type: article
    date: 2020

  - title: A second work
    authors: [Ada Example]
    type: article
    date: 2018
x-own: {a: 1}
"""
# the profile ends
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING) and not os.environ.get("CI"), reason=f"missing: {', '.join(MISSING)}"),
]


@pytest.fixture(scope="module")
def seen(once: Callable[[str, Callable[[Path], object]], Path], edit: Callable[..., Any], installed: Path) -> dict[str, Any]:
    """What a browser saw of the editor of an installed wheel, in one visit that does everything."""

    def visit(folder: Path) -> None:
        assert not MISSING, f"CI has to install: {', '.join(MISSING)}"
        with edit(folder / "work", text=PROFILE, program=(str(installed / "python"), "-m", "cvrender")) as editor:
            finished = subprocess.run(
                ["node", "edit.mjs", editor.address, str(editor.file), str(folder)],
                cwd=WEB,
                env={**os.environ, "CHROMIUM": CHROMIUM, "KINDS": ",".join(KINDS_SET)},
                capture_output=True,
                text=True,
                timeout=900,
                check=False,
            )
        assert finished.returncode == 0, finished.stderr
        (folder / "seen.json").write_text(json.dumps({**json.loads(finished.stdout), "origin": editor.address}), "utf-8")

    text: dict[str, Any] = json.loads((once("edit", visit) / "seen.json").read_text("utf-8"))
    return text


def test_it_asks_nobody_else_and_says_nothing_in_the_console(seen: dict[str, Any]) -> None:
    host = urlsplit(seen["origin"]).netloc
    assert [url for url in seen["requests"] if urlsplit(url).netloc not in (host, "")] == []
    known = ("409", "422", "Applying inline style")  # the last is Chromium's own editing of what is selected in CodeMirror
    assert [line for line in seen["console"] if not any(words in line for words in known)] == []


def test_a_person_begins_a_cv_without_yaml(seen: dict[str, Any]) -> None:
    assert seen["begun"] == "grace-example" and seen["pages"] >= 2
    assert seen["grace"].count("Prize for a Study of Looms") == 40


def test_a_picture_is_cut_before_it_is_the_photo(seen: dict[str, Any]) -> None:
    assert seen["photo"] == [0, 0, 0, 200, 0, 0, 0, 200], "width and height"


def test_ticks_and_a_look_make_a_view_of_ones_own(seen: dict[str, Any]) -> None:
    assert not seen["ticked"], "an answer to an earlier tick changes no later one"
    assert seen["tried"], "what is tried is not saved"
    view = parse(seen["view"].encode(), "x").data["views"]["post"]
    assert view["without"] == ["a-second-work", "positions"] and view["style"]["options"] == {"page": "letter"}


def test_three_fields_and_a_move_change_their_lines_and_no_other(seen: dict[str, Any]) -> None:
    wanted = PROFILE.replace("Ada Example, emails", "Ada B. Example, emails").replace("Professor", "Dean")
    works = PROFILE.partition("publications:\n")[2].partition("x-own")[0]
    first, _, second = works.partition("\n\n")
    first += "\n"
    moved = f"{second}\n{first.replace('a Machine', 'Looms')}"
    assert seen["edited"] == wanted.replace(f"{first}\n{second}", moved)


def test_undo_of_all_gives_the_first_file(seen: dict[str, Any]) -> None:
    assert seen["undone"] == PROFILE


def test_a_line_opens_its_field_and_a_field_marks_its_line(seen: dict[str, Any]) -> None:
    assert "Notes on Looms" in seen["marked"]


def test_a_conflict_shows_both_sides_and_overwrites_nothing(seen: dict[str, Any]) -> None:
    assert seen["sides"] == ["Ada Outside", "Ada Example Junior"]
    assert "Ada Outside" in seen["kept"]
    assert "Ada Elsewhere" in seen["theirs"]


def test_a_broken_file_is_mended_in_the_yaml(seen: dict[str, Any]) -> None:
    assert seen["broken"].startswith("2:")


def test_the_first_key_leads_to_the_form(seen: dict[str, Any]) -> None:
    assert seen["keys"] == "person.name"


def test_keys_alone_lead_from_nothing_to_a_pdf(seen: dict[str, Any]) -> None:
    assert seen["download"] == ["eve-of-keys-full-classic.pdf", "%PDF-"]
    assert seen["right"] == 0, "a kind without a required field is right, too"
    assert seen["menu"] == [0, "Download …"], "Escape closes a menu, and gives the focus back"


def test_a_download_that_cannot_be_made_tells_why(seen: dict[str, Any]) -> None:
    words, outline = seen["refused"]
    assert "soon" in words and outline == 1
    assert seen["led"] == "positions[1].start", "a problem above the pages leads to its field"


def test_axe_finds_nothing_and_nothing_is_too_wide(seen: dict[str, Any]) -> None:
    assert seen["axe"] == []
    assert seen["direction"] == "rtl"


def test_every_field_of_a_kind_is_set_in_the_form_and_read_back(seen: dict[str, Any]) -> None:
    data = parse(seen["all"].encode(), "x").data
    missing = []
    for name in KINDS_SET:
        kind = KINDS[name]
        model = CustomSection if name == "custom" else kind.model
        entry = data[name][-1]
        missing += [f"{name}.{key}" for key in fields_of(model) if key not in entry]
    missing += [f"person.{key}" for key in fields_of(Owner) if key not in data["person"]]
    assert missing == []
