"""Pages in, html-validate, axe-core and Chromium asked about them: no error in any style, colour scheme or width; and paper.

Needs node, Chromium, and the packages of tests/web (`npm ci --prefix tests/web`). Where these are missing the tests are
skipped, but not in CI.
"""

import json
import os
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from cvrender.library import BUILT_IN, find_style
from cvrender.model.document import Document
from cvrender.model.text import Span, Text
from cvrender.pipeline import Composed, load_profile
from cvrender.targets.html import write as html

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
MISSING = [name for name, found in (("node", shutil.which("node")), ("chromium", CHROMIUM)) if not found]
MISSING += [] if (WEB / "node_modules").is_dir() else ["tests/web/node_modules"]
LETTER = (612, 792)
PALE = {"accent": "#ffe9a8", "links": "#9fe8d0", "page": "letter", "spacing": "1.3", "size": "12pt"}

pytestmark = pytest.mark.skipif(bool(MISSING) and not os.environ.get("CI"), reason=f"missing: {', '.join(MISSING)}")


@pytest.fixture(scope="module")
def pages(
    tmp_path_factory: pytest.TempPathFactory, profiles_dir: Path, rich: Document, composed: Callable[..., Composed]
) -> dict[str, Path]:
    """The shortest and the longest profile, and in every style the Document that has everything."""
    folder = tmp_path_factory.mktemp("pages")
    made = {}
    for name in ("bing-xie", "minjia-zhang"):
        inputs = composed(load_profile(profiles_dir / f"{name}.yaml"), targets=("html",)).inputs
        made[name] = html.render(inputs.document, inputs.style)
    for name in BUILT_IN.names("styles"):
        made[f"rich-{name}"] = html.render(rich, find_style(name))
    plain = find_style("plain")
    made["pale"] = html.render(rich, replace(plain, values={**plain.values, **PALE}))
    return {name: _written(folder / f"{name}.html", source) for name, source in made.items()}


def _written(path: Path, source: str) -> Path:
    path.write_text(source, "utf-8")
    return path


@pytest.fixture(scope="module")
def problems(pages: dict[str, Path]) -> list[dict[str, str]]:
    return check(*pages.values())


def check(*paths: Path) -> list[dict[str, str]]:
    """What is wrong with the pages, one mapping each; they are printed beside themselves."""
    assert not MISSING, f"CI has to install: {', '.join(MISSING)}"
    found = subprocess.run(
        ["node", "check.mjs", *map(str, paths)],
        cwd=WEB,
        env={**os.environ, "CHROMIUM": CHROMIUM},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return [json.loads(line) for line in found.stdout.splitlines()]


def test_nobody_finds_an_error(problems: list[dict[str, str]]) -> None:
    assert problems == []


def test_the_checks_can_fail(tmp_path: Path) -> None:
    page = """<!doctype html><html><head><title>x</title><style>p { color: #999; background: #fff; width: 2000px }</style></head>
<body><p>grey<p><img src="http://127.0.0.1:9/x.png"></body></html>"""
    found = check(_written(tmp_path / "bad.html", page))
    assert {problem["check"] for problem in found} == {"html-validate", "axe", "width", "network", "console"}
    axe = " ".join(problem["message"] for problem in found if problem["check"] == "axe")
    assert "color-contrast" in axe
    assert "html-has-lang" in axe


@pytest.mark.usefixtures("problems")
def test_it_prints_on_the_page_of_the_style_and_loses_nothing(
    pages: dict[str, Path], rich: Document, leaves: Callable[[Document], list[Text]]
) -> None:
    with pypdfium2.PdfDocument(f"{pages['pale']}.pdf") as printed:
        assert [tuple(round(side) for side in page.get_size()) for page in printed] == [LETTER] * len(printed)
        shown = _letters("".join(page.get_textpage().get_text_range() for page in printed))
    for leaf in leaves(rich):
        for span in leaf.spans:
            assert _letters(span.text) in shown


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text)).casefold()


def test_hostile_text_stays_text_in_a_browser(tmp_path: Path, rich: Document) -> None:
    hostile = "\"><img src=http://127.0.0.1:9/x><script>console.log('run')</script></title></style></script>"
    header = replace(rich.header, name=hostile, headline=Text((Span(hostile, href=f"https://example.org/{hostile}"),)))
    document = replace(rich, header=header, properties=replace(rich.properties, title="Hostile", subject=hostile))
    found = check(_written(tmp_path / "hostile.html", html.render(document, find_style("classic"))))
    assert [problem for problem in found if problem["check"] in ("console", "network")] == []
