"""Ask html-validate, axe-core and Chromium about pages: no error in any style, colour scheme or width, and none on paper.

The index of a build is among the pages.

Needs node, Chromium, and the packages of tests/web (`npm ci --prefix tests/web`). Where these are missing the tests are
skipped, but not in CI.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from cvrender.errors import Problem
from cvrender.load.library import BUILT_IN, find_style
from cvrender.model.document import Document, LabelRow, Rows, Section, Table
from cvrender.model.text import Span, Text, plain_text
from cvrender.model.value import replace
from cvrender.run.batch.index import write_index
from cvrender.targets.html import write as html

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
MISSING = [name for name, found in (("node", shutil.which("node")), ("chromium", CHROMIUM)) if not found]
MISSING += [] if (WEB / "node_modules").is_dir() else ["tests/web/node_modules"]
LETTER = (612, 792)
PALE = {"accent": "#ffe9a8", "links": "#9fe8d0", "page": "letter", "spacing": "1.3", "size": "12pt"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING) and not os.environ.get("CI"), reason=f"missing: {', '.join(MISSING)}"),
]


BAD = f"""<!doctype html><html><head><title>x</title><style>p {{ color: #999; background: #fff; width: 2000px }}
li {{ display: inline }} li::before {{ content: ""; display: inline-block; width: 9px; height: 9px }}</style></head>
<body><ul class="contacts"><li>{"x" * 300}</ul><p>grey<p><img src="http://127.0.0.1:9/x.png"></body></html>"""
HOSTILE = "\"><img src=http://127.0.0.1:9/x><script>console.log('run')</script></title></style></script>"
TABLE = Table(
    tuple(map(plain_text, ("Experiment", "Role", "Number"))),
    (tuple(map(plain_text, ("Doing nothing", "principal investigator", "12"))),),
)
"""Hardly narrow enough for the narrowest of screens."""
WIDE_TABLE = Table(
    tuple(map(plain_text, ("Sprache", "Hören", "Lesen", "An Gesprächen teilnehmen", "Zusammenhängendes Sprechen", "Schreiben"))),
    (tuple(map(plain_text, ("Französisch", "B2", "B2", "B1", "B1", "A2"))),),
)

SKILLS = Rows((LabelRow(plain_text("Tools"), Text((Span("Looms", form="tag"), Span(", 4/5"))), share=80),))


@pytest.fixture(scope="session")
def folder(
    once: Callable[[str, Callable[[Path], object]], Path],
    rendered: Callable[[str, str], Any],
    rich: Document,
) -> Path:
    """Pages, what they print as, and what is wrong with them: all are looked at by one browser.

    There is the longest profile, the Document that has everything in every style, an index, and a page full of errors.
    """

    def fill(folder: Path) -> None:
        made = {"bad": BAD, "hostile": html.render(hostile(rich), find_style("classic"))}
        longest = rendered("minjia-zhang", "classic").files
        made["minjia-zhang"] = longest["minjia-zhang-full-classic.html"].decode()
        made["index"] = index(folder, longest["minjia-zhang-full-classic.pdf"])
        for name in BUILT_IN.names("styles"):
            made[f"rich-{name}"] = html.render(rich, find_style(name))
        for name, table, style in (("table", TABLE, "engineer"), ("wide-table", WIDE_TABLE, "passport")):
            made[name] = html.render(replace(rich, sections=(Section("results", "Results", (table,)),)), find_style(style))
        plain = find_style("plain")
        made["pale"] = html.render(rich, replace(plain, values={**plain.values, **PALE}))
        options = {"tags": True, "levels": "bars", "underline": True, "list_mark": "square", "heading_mark": "band"}
        made["options"] = html.render(
            replace(rich, sections=(Section("skills", plain_text("Skills"), (SKILLS,)),)),
            replace(plain, values={**plain.values, **options}),
        )
        for name, page in made.items():
            (folder / f"{name}.html").write_text(page, "utf-8")
        (folder / "problems.json").write_text(json.dumps(check(folder)), "utf-8")

    return once("pages", fill)


def hostile(document: Document) -> Document:
    header = replace(document.header, name=HOSTILE, headline=Text((Span(HOSTILE, href=f"https://example.org/{HOSTILE}"),)))
    return replace(document, header=header, properties=replace(document.properties, title="Hostile", subject=HOSTILE))


def index(folder: Path, pdf: bytes) -> str:
    """The index of a build with a picture, a file without one, and a failure."""
    (folder / "cv.pdf").write_bytes(pdf)
    files = [{"file": "cv.pdf", "sha256": hashlib.sha256(pdf).hexdigest(), "pages": 9}, {"file": "cv.md", "sha256": "0"}]
    built = {"name": "ada full", "status": "built", "problems": [], "outputs": files}
    problem = asdict(Problem('did you mean "name"?', "bad.yaml", 1, 10, code="unknown-key"))
    failed = {"name": "bad bio", "status": "failed", "problems": [problem], "outputs": []}
    return write_index(folder, [built, {**built, "name": "bob b full", "outputs": files[1:]}, failed]).read_text("utf-8")


def check(folder: Path) -> list[dict[str, str]]:
    """What is wrong with the pages of a folder, one mapping each; the escaped texts are printed next to them."""
    assert not MISSING, f"CI has to install: {', '.join(MISSING)}"
    found = subprocess.run(
        ["node", "check.mjs", *map(str, sorted(folder.glob("*.html"))), "--print", str(folder / "pale.html")],
        cwd=WEB,
        env={**os.environ, "CHROMIUM": CHROMIUM},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return [json.loads(line) for line in found.stdout.splitlines()]


@pytest.fixture
def problems(folder: Path) -> dict[str, list[dict[str, str]]]:
    """What is wrong with each page, by its name."""
    found: dict[str, list[dict[str, str]]] = {page.stem: [] for page in folder.glob("*.html")}
    for problem in json.loads((folder / "problems.json").read_text("utf-8")):
        found[Path(problem["file"]).stem].append(problem)
    return found


def test_nobody_finds_an_error(problems: dict[str, list[dict[str, str]]]) -> None:
    assert len(problems) >= 12
    assert {name: found for name, found in problems.items() if found and name not in ("bad", "hostile")} == {}


def test_the_checks_can_fail(problems: dict[str, list[dict[str, str]]]) -> None:
    found = problems["bad"]
    assert {problem["check"] for problem in found} == {"html-validate", "axe", "width", "network", "console", "icon"}
    axe = " ".join(problem["message"] for problem in found if problem["check"] == "axe")
    assert "color-contrast" in axe
    assert "html-has-lang" in axe
    windows = {problem["message"].partition(" px")[0] for problem in found if problem["check"] == "axe"}
    assert windows == {"light, 1200", "dark, 1200", "light, 320"}


def test_it_prints_on_the_page_of_the_style_and_loses_nothing(
    folder: Path, rich: Document, leaves: Callable[[Document], list[Text]]
) -> None:
    with pypdfium2.PdfDocument(folder / "pale.html.pdf") as printed:
        assert [tuple(round(side) for side in page.get_size()) for page in printed] == [LETTER] * len(printed)
        shown = _letters("".join(page.get_textpage().get_text_range() for page in printed))
    for leaf in leaves(rich):
        for span in leaf.spans:
            assert _letters(span.text) in shown


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text)).casefold()


def test_hostile_text_stays_text_in_a_browser(problems: dict[str, list[dict[str, str]]]) -> None:
    assert [problem for problem in problems["hostile"] if problem["check"] in ("console", "network")] == []
