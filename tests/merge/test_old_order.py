"""The profile of an old CV has a view with its sections in their old order, under their old headings."""

from pathlib import Path
from typing import Any

import yaml

from cvrender.api import render
from cvrender.merge.new_profile import new_profile
from cvrender.merge.profile import load_profile
from cvrender.merge.readers import read_file

OLD = """# Ada Example

## Werkzeuge

Python, TeX

## Berufliche Stationen

2019 – heute: Ingenieurin, Beispiel GmbH

## Glasblasen

- Vasen

## Bildung

2015 – 2019: BSc Physik, Universität Beispielstadt

## Hobbys

Vögel
"""


def profile(folder: Path, *texts: str) -> Any:
    paths = [folder / f"old-{index}.md" for index, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return yaml.safe_load(new_profile([read_file(path) for path in paths]).text)


def test_sections_keep_their_order_and_headings(tmp_path: Path) -> None:
    made = profile(tmp_path, OLD)
    assert made["views"]["full"]["sections"] == [
        {"from": "skills", "title": "Werkzeuge"},
        {"from": "positions", "title": "Berufliche Stationen"},
        "glasblasen",
        {"from": "education", "title": "Bildung"},
        {"from": "interests", "title": "Hobbys"},
        "all",
    ]


def test_a_collection_of_two_headings_has_its_usual_title(tmp_path: Path) -> None:
    more = "\n## Schule\n\n2010 – 2015: Abitur, Gymnasium Beispielstadt\n\n## Bildung\n\n2020: MSc, Universität Beispielstadt\n"
    assert "education" in profile(tmp_path, OLD + more)["views"]["full"]["sections"]


def test_the_view_is_rendered(tmp_path: Path) -> None:
    profile(tmp_path, OLD)
    (tmp_path / "ada.yaml").write_text(new_profile([read_file(tmp_path / "old-0.md")]).text, encoding="utf-8")
    result = render(load_profile(tmp_path / "ada.yaml"), targets=["txt"])
    text = result.artifacts[0].content.decode()
    places = [text.index(title) for title in ("WERKZEUGE", "BERUFLICHE STATIONEN", "GLASBLASEN", "BILDUNG", "HOBBYS")]
    assert places == sorted(places)


def test_files_that_are_joined_have_no_such_view(tmp_path: Path) -> None:
    assert "views" not in profile(tmp_path, OLD, OLD.replace("Glasblasen", "Segeln"))
