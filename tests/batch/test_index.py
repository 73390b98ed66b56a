"""Build, and read out/index.html: every file is linked, every PDF has a picture, and browsers find nothing wrong with it."""

import io
import json
import os
import re
import shutil
import subprocess
from base64 import b64decode
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from PIL import Image

from cvrender.batch.index import MAX_PICTURES, write_index
from cvrender.cli import main

WEB = Path(__file__).parents[1] / "web"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ada", "bob b"):
        (tmp_path / f"{name}.yaml").write_text(f"person: {{name: {name}}}\nbio: A text.\n", "utf-8")
    (tmp_path / "bad.yaml").write_text("person: {nam: x}\n", "utf-8")
    (tmp_path / "cvrender.yaml").write_text(
        "jobs:\n  - {profiles: [ada.yaml, bob b.yaml, bad.yaml], views: [full, bio], targets: [tex, pdf, md]}\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def build(*options: str) -> str:
    CliRunner().invoke(main, ["build", "--quiet", *options])
    return Path("out/index.html").read_text("utf-8")


def links(page: str) -> list[str]:
    return [unquote(link) for link in re.findall(r'href="([^"]+)"', page)]


def test_every_file_is_linked_by_person(work: Path) -> None:
    page = build()
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["ada", "bad", "bob b"]
    files = {path.relative_to(work / "out").as_posix() for path in (work / "out").rglob("*.*") if path.parent != work / "out"}
    assert len(files) == 12
    assert set(links(page)) == files
    assert page.count("did you mean") == 2
    assert "6 CVs, 2 failed" in page
    assert "(1 page)" in page


def test_each_pdf_has_a_picture_of_its_first_page(work: Path) -> None:
    pictures = re.findall(r'<img src="data:image/png;base64,([^"]+)" alt="First page of ([^"]+)"', build())
    assert {name for _, name in pictures} == {"ada full", "ada bio", "bob b full", "bob b bio"}
    for content, _ in pictures:
        picture = Image.open(io.BytesIO(b64decode(content)))
        assert picture.width == 240
        assert len(picture.convert("L").getcolors() or []) > 3, "it is not blank"


def test_it_is_written_again_when_something_was_built(work: Path) -> None:
    before = build()
    assert build() == before
    (work / "bad.yaml").write_text("person: {name: Mended}\n", "utf-8")
    assert "6 CVs</p>" in build()
    (work / "out/index.html").unlink()
    assert "<h2>bad</h2>" in build()


def test_a_large_index_has_links_only(tmp_path: Path) -> None:
    def entry(number: int) -> dict[str, Any]:
        output = {"file": f"p{number}/x.pdf", "sha256": "0", "pages": 2}
        return {"name": f"p{number} full", "status": "built", "problems": [], "outputs": [output]}

    entries = [entry(number) for number in range(MAX_PICTURES + 1)]
    page = write_index(tmp_path, entries).read_text("utf-8")
    assert len(links(page)) == len(entries)
    assert "<img" not in page


def test_names_and_problems_are_text(tmp_path: Path) -> None:
    file = {"file": f'a/{HOSTILE}".md', "sha256": "0", "pages": 0}
    entries: list[dict[str, Any]] = [
        {"name": f"a {HOSTILE}", "status": "failed", "problems": [HOSTILE], "outputs": [file]},
    ]
    page = write_index(tmp_path, entries).read_text("utf-8")
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 2


def test_a_missing_pdf_has_no_picture(tmp_path: Path) -> None:
    output = {"file": "a/a.pdf", "sha256": "1" * 64, "pages": 1}
    page = write_index(tmp_path, [{"name": "a full", "status": "unchanged", "problems": [], "outputs": [output]}]).read_text(
        "utf-8"
    )
    assert "<img" not in page
    assert links(page) == ["a/a.pdf"]


def test_open_opens_it(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    build("--open")
    assert opened == [(work / "out" / "index.html").as_uri()]


MISSING = not (CHROMIUM and shutil.which("node") and (WEB / "node_modules").is_dir())


@pytest.mark.skipif(MISSING and not os.environ.get("CI"), reason="missing: node, chromium or tests/web/node_modules")
def test_browsers_find_nothing_wrong(work: Path) -> None:
    build()
    command = ["node", "check.mjs", str(work / "out" / "index.html")]
    env = {**os.environ, "CHROMIUM": CHROMIUM}
    done = subprocess.run(command, cwd=WEB, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == []
