"""Render profiles of extreme shapes in every style: each gives its files, whatever is long, many, deep or empty.

The shapes are sound profiles, so none may give a failed tool, a failed check or a traceback. `pytest` tries each shape in one
style; the slow tests and `make fuzz` try all styles. `--styles`, `--shapes` and `--targets` choose some of them.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))
from test_scripts import STYLES, Drawn, attempt

ADA = {"name": "Ada Example"}
WORDS = "Ada Maria Lovelace von und zu Example"
LONG = "Rechtsschutzversicherungsgesellschaftenverband"
URL = "https://example.org/" + "a-rather-long-path/" * 12
CONTACTS = {"emails": ["ada@example.org"], "phones": ["+1 555 0100"], "links": ["https://example.org/~ada"]}


def person(**fields: Any) -> dict[str, Any]:
    return {"person": {**ADA, **fields}}


def of(kind: str, *entries: Any) -> dict[str, Any]:
    return {"person": ADA, kind: list(entries)}


def custom(**fields: Any) -> dict[str, Any]:
    return of("custom", {"title": "Other", **fields})


def nested(depth: int, ordered: bool = False) -> str:
    return "\n".join(f"{'   ' * level}{'1.' if ordered else '-'} level {level}" for level in range(depth))


def position(**fields: Any) -> dict[str, Any]:
    return {"title": "Engineer", "organization": "Example Ltd", "start": "2019", "end": "2021", **fields}


SHAPES: dict[str, dict[str, Any]] = {
    "sixty groups of skills": of("skills", *({"name": f"Group {n}", "items": ["one", "two", "three"]} for n in range(60))),
    "a group of 300 skills": of("skills", {"name": "Tools", "items": [f"tool {n}" for n in range(300)]}),
    "a skill of 300 letters": of("skills", {"name": LONG, "items": ["x" * 300]}),
    "120 languages": of("languages", *({"language": f"Language {n}", "level": "fluent"} for n in range(120))),
    "200 interests": of("interests", *({"text": f"Interest {n}"} for n in range(200))),
    "a name of 25 words": person(name=" ".join((WORDS.split() * 4)[:25]), **CONTACTS),
    "a name of 25 words and no contacts": person(name=" ".join((WORDS.split() * 4)[:25])),
    "a name of 25 words on several pages": {
        "person": {"name": " ".join((WORDS.split() * 4)[:25])},
        "skills": [{"name": f"Group {n}", "items": ["one", "two"]} for n in range(120)],
    },
    "a name of one letter": {"person": {"name": "X"}, "bio": "y"},
    "a name with a long word": person(name=f"{LONG} Example", **CONTACTS),
    "nine credentials": person(credentials=["PhD", "MSc", "BSc", "MBA", "PMP", "CISSP", "CEng", "FRSA", "FIET"], **CONTACTS),
    "a headline of 60 words": person(headline=" ".join(["engineer"] * 60), **CONTACTS),
    "a headline of one long word": person(headline=LONG * 3),
    "30 contacts": person(
        links=[f"https://example.org/{n}/profile" for n in range(24)], emails=[f"a{n}@example.org" for n in range(6)]
    ),
    "a long address": person(links=[URL], emails=["a" * 60 + "@" + "example." * 10 + "org"]),
    "nothing but a name": {"person": ADA},
    "empty lists": {"person": ADA, "positions": [], "skills": [], "custom": []},
    "deep lists": custom(text=nested(8)),
    "deep numbered lists": custom(text=nested(8, ordered=True)),
    "a deep list in a bullet": of(
        "positions", position(highlights=[{"text": "top", "highlights": [{"text": "below", "highlights": ["lowest"]}]}])
    ),
    "100 bullets": of("positions", position(highlights=[f"Bullet number {n} says something." for n in range(100)])),
    "a bullet of 1,000 words": of("positions", position(highlights=["many words " * 500])),
    "80 positions": of("positions", *(position(title=f"Engineer {n}") for n in range(80))),
    "a title of 80 words": of("positions", position(title="Engineer of large systems " * 20)),
    "long titles and organizations": of("positions", position(title=LONG * 2, organization=LONG * 2, location=LONG)),
    "a table of twelve columns": custom(columns=[f"Column {n}" for n in range(12)], rows=[[f"cell {n}" for n in range(12)]] * 4),
    "a table of 150 rows": custom(columns=["Year", "Value"], rows=[[f"{n}", "some words"] for n in range(150)]),
    "a table of long words": custom(columns=[LONG, LONG], rows=[[LONG, "1"]]),
    "200 links": custom(text=" ".join(f"[link {n}](https://example.org/{n})" for n in range(200))),
    "a long link in text": custom(text=f"See {URL} for more, or [{LONG * 2}]({URL})."),
    "40 custom sections": of("custom", *({"title": f"Section {n}", "text": "Text."} for n in range(40))),
    "a title of a section of 40 words": custom(title="A rather long title " * 10, text="Text."),
    "150 authors": of(
        "publications",
        {
            "title": "A Study",
            "authors": [*(f"Bob Author{n}" for n in range(150)), "Ada Example"],
            "date": "2021",
            "type": "article-journal",
            "venue": {"name": "Example"},
        },
    ),
    "120 publications": of(
        "publications",
        *(
            {
                "title": f"Study {n}",
                "authors": ["Ada Example"],
                "date": "2021",
                "type": "article-journal",
                "venue": {"name": "Example"},
            }
            for n in range(120)
        ),
    ),
    "a formula as wide as two lines": custom(text="$" + " + ".join(f"x_{{{n}}}" for n in range(60)) + "$"),
    "a letter for each text": {
        "person": {"name": "X", "headline": "x", "location": "x"},
        "bio": "x",
        "positions": [{"title": "x", "organization": "x", "start": "2019", "highlights": ["x"]}],
        "skills": [{"name": "x", "items": ["x"]}],
        "custom": [{"title": "x", "text": "x", "columns": ["x"], "rows": [["x"]]}],
    },
    "a paragraph of 5,000 words": {"person": ADA, "bio": "five thousand words of text " * 1000},
}
TARGETS = ["pdf", "docx", "html"]


def failure(shape: str, style: str, target: str) -> str:
    """Return what is wrong with a shape in a style and a target, or an empty text."""
    return attempt(Drawn(SHAPES[shape], style, [target], shape))


SAMPLE = {
    ("sixty groups of skills", "proceedings"),
    ("120 languages", "folio"),
    ("nine credentials", "corners"),
    ("a name with a long word", "moderncv"),
    ("a name of 25 words on several pages", "corners"),
}


@pytest.mark.parametrize(("shape", "style"), sorted(SAMPLE))
def test_what_was_outside_of_a_page_is_on_it(shape: str, style: str) -> None:
    assert failure(shape, style, "pdf") == ""


@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape_gives_a_file(shape: str) -> None:
    index = list(SHAPES).index(shape)
    assert failure(shape, STYLES[index % len(STYLES)], ["docx", "html"][index % 2]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("target", TARGETS)
def test_every_shape_gives_a_file_in_every_style(style: str, target: str) -> None:
    assert {shape: wrong for shape in SHAPES if (wrong := failure(shape, style, target))} == {}


def try_all() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    for name, values in (("styles", STYLES), ("shapes", list(SHAPES)), ("targets", TARGETS)):
        arguments.add_argument(f"--{name}", default=";".join(values), help="separated by semicolons")
    given = arguments.parse_args()
    tried = failed = 0
    for style in given.styles.split(";"):
        for shape in given.shapes.split(";"):
            for target in given.targets.split(";"):
                tried += 1
                if wrong := failure(shape, style, target):
                    failed += 1
                    print(f"{shape} ({style} {target}): {wrong}", flush=True)
    print(f"{tried:,} shapes: {failed or 'none'} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    try_all()
