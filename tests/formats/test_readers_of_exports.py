"""Read exports with the programs that they are for and that come from elsewhere: biber, pyld and RenderCV.

`.ci/run` installs all of them; where one is absent, its tests are skipped.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from pyld import jsonld

from cvrender.cli.export import _prepared, _shown
from cvrender.formats.shown import characters
from cvrender.formats.writers import FORMATS
from cvrender.merge.readers import read_file

ROOT = Path(__file__).parents[2]
PROFILES = [*sorted((ROOT / "profiles").glob("*.yaml")), *sorted((ROOT / "profiles/examples").glob("*.yaml"))]
every_profile = pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
BLTX = "{http://biblatex-biber.sourceforge.net/biblatexml}"
SCHEMA = "https://schema.org/"
UNKNOWN = frozenset({"awards", "links", "pmid", "pmcid"})
"""Fields that biblatex has not; they are in the file for other readers."""
RENDERCV = ROOT / "build/rendercv/bin/rendercv"
"""Where `make rendercv` installs it."""


def exported(path: Path, name: str) -> str:
    """The first file of an export of everything public."""
    return next(iter(FORMATS[name][1](_shown(_prepared(path, ""), "", [])).values()))


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("biber"), reason="no biber on this machine")
@every_profile
def test_biber_reads_every_field_of_biblatex(path: Path, tmp_path: Path) -> None:
    """What biber writes of the works that it read is what was exported, field by field."""
    (tmp_path / "works.bib").write_text(exported(path, "biblatex"), "utf-8")
    command = ["biber", "--tool", "--output-file", "back.bib", "works.bib"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and "ERROR" not in run.stdout and "WARN" not in run.stdout, run.stdout
    before, after = (works_in(tmp_path / name) for name in ("works.bib", "back.bib"))
    assert before == after and before


LISTS = """publications:
  - {type: book, title: Threads, authors: [Ada Example], publisher: Thread and Needle Press, publisher_place: Erewhon and Nowhere,
     date: 2020}
  - {type: article-journal, title: Weights, authors: [Ada Example], venue: Journal, number: '0042', date: 2021}
patents: [{title: A Loom, authors: [Ada Example], number: NW 42, authority: Office of Looms and Threads, date: 2022}]
"""


@pytest.mark.skipif(not shutil.which("biber"), reason="no biber on this machine")
def test_biber_takes_a_publisher_for_one_and_an_office_for_no_person(tmp_path: Path) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(f"person: {{name: Ada Example}}\n{LISTS}", "utf-8")
    (tmp_path / "works.bib").write_text(exported(path, "biblatex"), "utf-8")
    command = ["biber", "--tool", "--output-format", "biblatexml", "--output-file", "back.xml", "works.bib"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    read = ElementTree.parse(tmp_path / "back.xml")
    (holder,) = (name for names in read.iter(f"{BLTX}names") if names.get("type") == "holder" for name in names)
    assert " ".join("".join(holder.itertext()).split()) == "Office of Looms and Threads"
    for field, text in (("publisher", "Thread and Needle Press"), ("location", "Erewhon and Nowhere"), ("eid", "0042")):
        (element,) = read.iter(f"{BLTX}{field}")
        assert "".join(element.itertext()).strip() == text


def works_in(path: Path) -> list[dict[str, Any]]:
    """The works in a file, without fields that biblatex does not have; an article number that is `eid` is the page."""
    works = [work for works in read_file(path).data.values() for work in works]
    fields = [{key: value for key, value in work.items() if key not in UNKNOWN} for work in works]
    eids = set(re.findall(r"(?im)^\s*eid = \{(.*)\},?$", path.read_text("utf-8")))
    return [{"page" if key == "number" and value in eids else key: value for key, value in work.items()} for work in fields]


def vocabulary(url: str, options: dict[str, Any]) -> dict[str, Any]:
    """The context of schema.org as it concerns names; the address is asked for, but no network."""
    assert url.rstrip("/") == SCHEMA.rstrip("/")
    return {"contextUrl": None, "documentUrl": url, "document": {"@context": {"@vocab": SCHEMA}}}


def statements(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Each text in JSON-LD with the names of the properties that lead to it, as they stand there."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            for name, inner in item.items():
                if name not in ("@context", "@graph"):
                    yield from statements(inner, place if name == "@value" else f"{place} {name.removeprefix(SCHEMA)}")
                elif name == "@graph":
                    yield from statements(inner, place)
        else:
            yield place, str(item).removeprefix(SCHEMA).removeprefix("base:/")


@every_profile
def test_a_reader_of_json_ld_has_every_value(path: Path) -> None:
    data = json.loads(exported(path, "jsonld"))
    expanded = jsonld.expand(data, {"documentLoader": vocabulary, "base": "base:/"})
    assert sorted(statements(expanded)) == sorted(statements(data))
    assert len(expanded) == len(data["@graph"])


def texts(value: Any) -> Iterator[str]:
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(item)
    if isinstance(value, str):
        yield value


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text))


@pytest.mark.slow
@pytest.mark.skipif(not RENDERCV.exists(), reason="RenderCV is not installed: make rendercv")
@every_profile
def test_rendercv_sets_every_text(path: Path, tmp_path: Path) -> None:
    """It validates the export and writes Typst; its PDF needs packages that Typst loads from the network."""
    text = exported(path, "rendercv")
    (tmp_path / "cv.yaml").write_text(text, "utf-8")
    command = [RENDERCV, "render", "cv.yaml", *(f"--dont-generate-{kind}" for kind in ("pdf", "png", "html", "markdown"))]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    (source,) = tmp_path.rglob("*.typ")
    sections = yaml.safe_load(text)["cv"]["sections"]
    missing = {word for part in texts(sections) for word in words(characters(part))} - words(source.read_text("utf-8"))
    assert not missing - {"present"}
