"""Use the preview in headless Chromium, with mouse and keyboard, wide and narrow, light and dark; axe-core looks at it.

Needs node, Chromium, and the packages of tests/web (`npm ci --prefix tests/web`). Where these are missing the tests are
skipped, but not in CI. The screenshots are in the folder of the session.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from cvrender.targets import TARGETS

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
MISSING = [name for name, found in (("node", shutil.which("node")), ("chromium", CHROMIUM)) if not found]
MISSING += [] if (WEB / "node_modules").is_dir() else ["tests/web/node_modules"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING) and not os.environ.get("CI"), reason=f"missing: {', '.join(MISSING)}"),
]


@pytest.fixture(scope="module")
def seen(
    once: Callable[[str, Callable[[Path], object]], Path], preview: Callable[..., AbstractContextManager[Any]]
) -> dict[str, Any]:
    """What a browser saw, in one visit that does everything."""

    def visit(folder: Path) -> None:
        assert not MISSING, f"CI has to install: {', '.join(MISSING)}"
        with preview(folder / "work", "ada") as server:
            finished = subprocess.run(
                ["node", "preview.mjs", server.address, str(server.folder / "profiles/ada.yaml"), str(folder)],
                cwd=WEB,
                env={**os.environ, "CHROMIUM": CHROMIUM},
                capture_output=True,
                text=True,
                timeout=280,
                check=False,
            )
        assert finished.returncode == 0, finished.stderr
        (folder / "seen.json").write_text(json.dumps({**json.loads(finished.stdout), "origin": server.address}), "utf-8")
        (folder / "files.json").write_text(json.dumps({file.name: file.stat().st_size for file in folder.iterdir()}), "utf-8")

    folder = once("preview", visit)
    text: dict[str, Any] = json.loads((folder / "seen.json").read_text("utf-8"))
    text["files"] = json.loads((folder / "files.json").read_text("utf-8"))
    return text


def test_it_loads_without_complaints_and_asks_nobody_else(seen: dict[str, Any]) -> None:
    assert seen["console"] == []
    assert seen["pages"] == 1
    assert seen["sharp"]
    assert seen["profiles"] == ["ada", "bob"]
    origin = urlsplit(seen["origin"])
    others = [address for address in seen["requests"] if urlsplit(address)[:2] != origin[:2] and not address.startswith("blob:")]
    assert len(seen["requests"]) > 20
    assert others == []
    assert "token" not in seen["address"]


def test_axe_finds_nothing_in_any_window(seen: dict[str, Any]) -> None:
    assert seen["axe"] == []
    assert all(
        seen["files"][f"{name}.png"] > 5000 for name in ("light-style", "dark-style", "light-narrow", "dark-narrow", "broken")
    )


def test_an_address_opens_the_page_at_a_field(seen: dict[str, Any]) -> None:
    assert seen["opened"].casefold() == "publications"


def test_a_click_on_a_line_shows_its_yaml(seen: dict[str, Any]) -> None:
    assert seen["place"].startswith("profiles/ada.yaml:7:")
    assert "title: Notes on a Machine" in seen["excerpt"]


def test_style_options_and_view_are_switched_and_copied(seen: dict[str, Any]) -> None:
    assert seen["drawn"] == 300 and seen["looks"] > 10
    assert seen["switched"].endswith("?style=lab")
    assert "set.page=letter" in seen["bio"]
    assert "view=bio" in seen["bio"]
    assert seen["copied"] == 'style:\n  name: lab\n  options:\n    page: "letter"\n'


def test_saving_shows_the_new_page_and_keeps_the_place(seen: dict[str, Any]) -> None:
    assert seen["scrolled"] == 300


def test_broken_yaml_keeps_the_last_good_pages_until_it_is_mended(seen: dict[str, Any]) -> None:
    assert 'did you mean "authors"?' in seen["alert"]
    assert "profiles/ada.yaml:8:5" in seen["alert"]
    assert seen["kept"]
    assert "not valid YAML" in seen["syntax"]
    assert seen["mended"].startswith("1 page, ")


def test_it_is_used_with_the_keyboard_alone(seen: dict[str, Any]) -> None:
    assert seen["order"] == ["skip", "profile", "view", "style", "language", "zoom", "line"]
    assert "bio: A person who writes notes." in seen["keyboard"]
    assert seen["tab"] == "Options"


def test_the_parser_s_view_is_shown(seen: dict[str, Any]) -> None:
    assert "University of Nowhere: Jan 2019 – Present" in seen["parser"]


def test_each_target_is_downloaded(seen: dict[str, Any]) -> None:
    assert seen["downloads"] == {target: f"ada-full-classic.{target}" for target in TARGETS}
    assert all(seen["files"][name] > 100 for name in seen["downloads"].values())
