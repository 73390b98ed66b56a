"""Build, and read out/index.html: every file is linked, and every PDF has a picture.

What browsers find wrong with it is in tests/targets/html/test_browser.py.
"""

import contextlib
import io
import re
import shutil
from base64 import b64decode
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from PIL import Image

from cvrender.cli import main
from cvrender.errors import Problem
from cvrender.run.batch.index import MAX_PICTURES, write_index

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two profiles and a broken one, built once."""
    folder = tmp_path_factory.mktemp("built")
    for name in ("ada", "bob b"):
        (folder / f"{name}.yaml").write_text(f"person: {{name: {name}}}\nbio: A text.\n", "utf-8")
    (folder / "bad.yaml").write_text("person: {nam: x}\n", "utf-8")
    (folder / "cvrender.yaml").write_text(
        "jobs:\n  - {profiles: [ada.yaml, bob b.yaml, bad.yaml], views: [full, bio], targets: [tex, pdf, md]}\n", "utf-8"
    )
    with contextlib.chdir(folder):
        build()
    return folder


@pytest.fixture
def work(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, to build in it again."""
    shutil.copytree(built, tmp_path / "work")
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def build(*options: str) -> str:
    CliRunner().invoke(main, ["build", "--quiet", *options])
    return Path("out/index.html").read_text("utf-8")


def links(page: str) -> list[str]:
    return [unquote(link) for link in re.findall(r'href="([^"]+)"', page)]


def test_every_file_is_linked_by_person(built: Path) -> None:
    page = (built / "out/index.html").read_text("utf-8")
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["ada", "bad", "bob b"]
    files = {path.relative_to(built / "out").as_posix() for path in (built / "out").rglob("*.*") if path.parent != built / "out"}
    assert len(files) == 12
    assert set(links(page)) == files
    assert page.count("did you mean") == 2
    assert "6 CVs, 2 failed" in page
    assert "(1 page)" in page


def test_each_pdf_has_a_picture_of_its_first_page(built: Path) -> None:
    page = (built / "out/index.html").read_text("utf-8")
    pictures = re.findall(r'<img src="data:image/png;base64,([^"]+)" alt="First page of ([^"]+)"', page)
    assert {name for _, name in pictures} == {"ada full", "ada bio", "bob b full", "bob b bio"}
    for content, _ in pictures:
        picture = Image.open(io.BytesIO(b64decode(content)))
        assert picture.width == 240
        assert len(picture.convert("L").getcolors() or []) > 3, "it is not blank"


def test_it_is_written_again_when_something_was_built(built: Path, work: Path) -> None:
    assert build() == (built / "out/index.html").read_text("utf-8")
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
        {
            "name": f"a {HOSTILE}",
            "status": "failed",
            "problems": [Problem(HOSTILE, code="bad-value").as_data()],
            "outputs": [file],
        },
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


def test_a_name_that_is_not_utf_8_has_a_link(tmp_path: Path) -> None:
    output = {"file": "caf\udce9/a.md", "sha256": "1" * 64, "pages": 0}
    page = write_index(tmp_path, [{"name": "caf\udce9 full", "status": "built", "problems": [], "outputs": [output]}])
    assert 'href="caf%E9/a.md"' in page.read_text("utf-8")
