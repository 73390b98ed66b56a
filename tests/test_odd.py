"""Render sound profiles of odd contents: addresses and feet in other scripts, very many years, wide tables, deep lists."""

import json
from pathlib import Path

import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.merge.profile import load_profile
from cvrender.targets.pdf.read import lines_by_page

ODD = """\
person:
  name: Ada Example
  emails: [ünï@example.org]
  links: ["https://例え.example/é?q=ü", "https://xn--nxasmq6b.example/%C3%A9"]
page: {margin: {bottom: 60mm}, foot: "第 {page} 页，共 {pages} 页 · Стр."}
bio: See <https://xn--nxasmq6b.example/%C3%A9> and [here](https://例え.example/パス).
service:
  - {role: Reviewer, venue: Journal of Examples, date: [YEARS]}
custom:
  - {title: Wide, columns: [COLUMNS], rows: [[CELLS]]}
  - {title: Many, entries: [ENTRIES]}
"""
YEARS = range(1950, 2025, 2)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The artifacts of a profile by their target; rendering them checks that all its texts and links are there."""
    profile = (
        ODD.replace("YEARS", ", ".join(map(str, YEARS)))
        .replace("COLUMNS", ", ".join(f"Column {number}" for number in range(1, 13)))
        .replace("CELLS", ", ".join(f"value {number}" for number in range(1, 13)))
        .replace("ENTRIES", ", ".join(f"{{title: Entry {number}}}" for number in range(60)))
    )
    (path := tmp_path_factory.mktemp("odd") / "odd.yaml").write_text(profile, "utf-8")
    artifacts = render(load_profile(path), targets=["tex", "pdf", "md", "docx", "html", "txt"])
    return {artifact.name.rpartition(".")[2]: artifact.content for artifact in artifacts}


def test_all_targets_are_made(odd: dict[str, bytes]) -> None:
    assert {"tex", "pdf", "md", "docx", "html", "txt"} <= odd.keys()


def test_a_list_of_many_years_goes_on_in_lines_below_the_headline(odd: dict[str, bytes]) -> None:
    lines = lines_by_page(odd["pdf"])[0]
    start = lines.index("Reviewer: Journal of Examples")
    listed = " ".join(lines[start + 1 : start + 4])
    assert listed.startswith(", ".join(map(str, YEARS)))


def test_a_foot_has_characters_that_the_main_font_lacks(odd: dict[str, bytes]) -> None:
    import pypdfium2

    with pypdfium2.PdfDocument(odd["pdf"]) as document:
        text = document[1].get_textpage().get_text_range()
    assert "第2页，共2页·Стр." in "".join(text.split())


def test_a_foot_that_is_longer_than_a_line_is_an_error(tmp_path: Path) -> None:
    profile = tmp_path / "ada.yaml"
    profile.write_text(f'person: {{name: Ada Example}}\npage: {{foot: "{{page}} {"of a long text " * 20}"}}\n', "utf-8")
    with pytest.raises(
        InputError, match=r"ada.yaml:2:14: error: page.foot: has \d+ characters, which do not fit on a line; shorten it"
    ):
        render(load_profile(profile), targets=["pdf"])


def test_moderncv_sets_deep_lists_and_pages_without_margins(tmp_path: Path) -> None:
    text = "\n\n".join(["Of.", "\n".join(f"{'  ' * depth}- level {depth}" for depth in range(12)), "Words of a bio. " * 40])
    profile = {"person": {"name": "Ada Example"}, "page": {"margin": "0mm"}, "bio": text}
    (tmp_path / "ada.yaml").write_text(json.dumps(profile), "utf-8")
    assert render(load_profile(tmp_path / "ada.yaml"), style="moderncv", targets=["pdf"])


def test_a_heading_in_a_band_has_several_lines(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(
        f"person: {{name: Ada Example}}\ncustom: [{{title: {'Long ' * 30}, text: Words.}}]\n", "utf-8"
    )
    assert render(load_profile(tmp_path / "ada.yaml"), style="lab", targets=["pdf"])
