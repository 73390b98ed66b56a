"""Build the example people of `profiles/examples/`: every target of their own views, and `check`, without a warning."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cvrender.api import render
from cvrender.load.reader import parse
from cvrender.load.validate import as_model, validate
from cvrender.merge.profile import load_profile
from cvrender.model.application import Application
from cvrender.rules.check import check
from cvrender.targets import TARGETS
from cvrender.targets.pdf.read import lines_by_page

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "profiles" / "examples").glob("*.yaml"))
VIEWS = {
    "hanako-kaku": {"en": "form"},
    "helen-specimen": {"cv": "classic"},
    "jonas-beispiel": {"lebenslauf": "moderncv"},
    "li-fan": {"en": "lab", "zh": "lab"},
    "livia-exemplar": {"cv": "ivy"},
    "omar-prototype": {"one-page": "engineer"},
}
"""The own views of each example, with the style of each."""

Pages = Callable[[str, str], list[list[str]]]


@pytest.fixture(scope="module")
def pages() -> Pages:
    """The lines of each page of a PDF: `pages("li-fan", "zh")`; all targets are built without a warning."""

    @cache
    def get(name: str, view: str) -> list[list[str]]:
        loaded, warnings = load_profile(next(path for path in EXAMPLES if path.stem == name)), []
        artifacts = render(loaded, view=view, targets=TARGETS, warn=lambda problem: warnings.append(str(problem)))
        assert not warnings
        named = {
            Path(item.name).suffix: item for item in artifacts if item.name.startswith(f"{name}-{view}-{VIEWS[name][view]}.")
        }
        assert set(named) == {f".{target}" for target in TARGETS}
        return [list(page) for page in lines_by_page(named[".pdf"].content)]

    return get


def test_the_examples_are_these() -> None:
    assert {path.stem: set(load_profile(path).profile.views) for path in EXAMPLES} == {
        name: set(views) for name, views in VIEWS.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", VIEWS)
def test_every_target_is_built_without_a_warning(name: str, pages: Pages) -> None:
    said: list[str] = []
    check(load_profile(next(path for path in EXAMPLES if path.stem == name)), lambda problem: said.append(str(problem)))
    assert not said
    assert all(pages(name, view) for view in VIEWS[name])


@pytest.mark.slow
@pytest.mark.parametrize(("view", "most"), [("rirekisho", 2), ("shokumu-keirekisho", 2)])
def test_the_forms_of_japan_keep_their_pages_in_every_target(view: str, most: int) -> None:
    loaded, warnings = load_profile(next(path for path in EXAMPLES if path.stem == "hanako-kaku")), []
    artifacts = render(loaded, view=view, targets=TARGETS, warn=lambda problem: warnings.append(problem.code))
    assert set(warnings) == {"left-out"}
    (pdf,) = (item.content for item in artifacts if item.name.endswith(".pdf"))
    pages = lines_by_page(pdf)
    assert len(pages) == most
    assert "架空 花子" in "\n".join(pages[0]) and "以上" in "\n".join(line for page in pages for line in page)


@pytest.mark.slow
def test_the_resume_has_one_page_and_contacts_are_in_one_piece(pages: Pages) -> None:
    [lines] = pages("omar-prototype", "one-page")
    assert any(line.endswith("GitHub omar-prototype-example") for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "view", "first", "last"),
    [
        ("jonas-beispiel", "lebenslauf", "Aufgaben in der Kollaboration", "Redaktion interner Berichte"),
        ("helen-specimen", "cv", "Electrophysiology at a hospital", "Extraction of leads"),
    ],
)
def test_a_short_table_stays_on_one_page(pages: Pages, name: str, view: str, first: str, last: str) -> None:
    [page] = [page for page in pages(name, view) if any(line.startswith(first) for line in page)]
    assert any(line.startswith(last) for line in page)


@pytest.mark.slow
def test_what_is_private_is_shown_only_to_those_who_may_see_it(pages: Pages) -> None:
    text = " ".join(line for page in pages("jonas-beispiel", "lebenslauf") for line in page)
    assert "Staatsangehörigkeit: Nirgendland" in text
    assert "1988" not in text
    text = " ".join(line for page in pages("helen-specimen", "cv") for line in page)
    assert "Marcus Placeholder" in text
    assert "555 0111" not in text and "marcus.placeholder" not in text


def test_the_documentation_names_each_example_and_its_parts_are_valid() -> None:
    page = (ROOT / "docs" / "examples.md").read_text("utf-8")
    for name, views in VIEWS.items():
        (row,) = [line for line in page.splitlines() if line.startswith("|") and f"`{name}.yaml`" in line]
        assert all(f"`{word}`" in row for word in (*views, *views.values()))
    parts = re.findall(r"(?ms)^```yaml\n(.*?)^```$", page)
    assert len(parts) >= 10
    for part in parts:
        if "\nparts:" in part:
            as_model(parse(part.encode(), "application.yaml"), Application)
        else:
            validate(parse((part if "person:" in part else f"person: {{name: Ada Example}}\n{part}").encode(), "part.yaml"))
