"""Use the playground: its Python here, and the whole page in Chromium, which may ask nobody but the server of the page."""

import importlib.util
import json
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs/playground"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
MISSING = [
    name for name, found in (("node", shutil.which("node")), ("npm", shutil.which("npm")), ("chromium", CHROMIUM)) if not found
]
BIB = "@article{a, title = {Notes on Engines}, author = {Zoë Example}, journal = {Engines}, year = 2020}\n"


def module(name: str) -> ModuleType:
    """A module of docs/playground, which is not a package."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec and spec.loader
    playground = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(playground)
    return playground


@pytest.fixture
def playground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.chdir(tmp_path)
    return module("playground")


@pytest.mark.parametrize("target", ["html", "md", "txt"])
def test_the_first_profile_is_shown_in_each_target(playground: ModuleType, target: str) -> None:
    result = playground.shown(playground.starter(), "classic", target)
    assert "Ada Example" in result["content"]
    assert all(problem["severity"] == "warning" for problem in result["problems"])


def test_an_error_is_told_with_its_line(playground: ModuleType) -> None:
    result = playground.shown("person:\n  nme: Ada\n", "classic", "md")
    assert result["content"] == ""
    assert ("unknown key" in result["problems"][0]["text"], result["problems"][0]["line"]) == (True, 2)


def test_a_file_is_imported(playground: ModuleType) -> None:
    text = playground.imported("../works.bib", BIB.encode())["text"]
    assert "Notes on Engines" in text
    assert playground.shown(text, "classic", "txt")["content"].startswith("Zoë Example")
    assert "unknown-format" not in playground.imported("works.bib", b"")["text"]
    assert playground.imported("works.bib", b"")["problems"]


def test_what_a_browser_lacks_is_told(playground: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    (problem,) = playground.imported("cv.pdf", b"%PDF-1.7\n" + b"x" * 2000)["problems"]
    assert "needs pikepdf, which a browser does not have" in problem["text"]


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=f"{', '.join(MISSING)} not installed")
def test_the_page_works_in_chromium_and_asks_nobody_else(tmp_path: Path) -> None:
    if not (ROOT / "tests/web/node_modules/playwright-core").is_dir():
        pytest.skip("npm ci --prefix tests/web")
    module("build").build(tmp_path / "page")
    (tmp_path / "works.bib").write_text(BIB, "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "page")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/index.html"
    words = ["node", "playground.mjs", CHROMIUM, address, str(tmp_path / "works.bib"), str(tmp_path / "page.png")]
    finished = subprocess.run(words, cwd=ROOT / "tests/web", capture_output=True, text=True, timeout=900)
    server.shutdown()
    assert finished.returncode == 0, finished.stderr
    said = json.loads(finished.stdout)
    assert "Ada Example" in said["first"] and "# Ada Example" in said["markdown"]
    assert "unknown key" in said["wrong"]["problems"] and "has errors" in said["wrong"]["state"]
    assert "Notes on Engines" in said["imported"]
    assert {urlsplit(url).netloc for url in said["asked"] if url.startswith("http")} == {urlsplit(address).netloc}
    assert said["errors"] == []
