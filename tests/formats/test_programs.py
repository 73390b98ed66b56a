"""Read each export with the program that it is for, or check it against that program's specification."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from cvrender.cli.export import _prepared, _shown
from cvrender.formats.bibtex.values import TITLE
from cvrender.formats.rendercv.write import as_markdown
from cvrender.formats.writers import FORMATS
from cvrender.merge.readers import read_file
from cvrender.model.csl import CSL_TYPES

ROOT = Path(__file__).parents[2]
PROFILES = [*sorted((ROOT / "profiles").glob("*.yaml")), *sorted((ROOT / "profiles/examples").glob("*.yaml"))]

_TEXTS = (
    "id language journalAbbreviation shortTitle abstract annote archive archive_collection archive_location archive-place "
    "authority call-number citation-key citation-label collection-title container-title container-title-short dimensions "
    "division DOI event event-title event-place genre ISBN ISSN jurisdiction keyword medium note original-publisher "
    "original-publisher-place original-title part-title PMCID PMID publisher publisher-place references reviewed-genre "
    "reviewed-title scale source status title title-short URL version volume-title volume-title-short year-suffix"
).split()
_NUMBERS = (
    "chapter-number citation-number collection-number edition first-reference-note-number issue locator number number-of-pages "
    "number-of-volumes page page-first part-number printing-number section supplement-number volume"
).split()
_NAMES = (
    "author chair collection-editor compiler composer container-author contributor curator director editor editorial-director "
    "executive-producer guest host illustrator interviewer narrator organizer original-author performer producer recipient "
    "reviewed-author script-writer series-creator translator"
).split()
_DATES = "accessed available-date event-date issued original-date submitted".split()
_FLAG = {"type": ["string", "number", "boolean"]}
_NUMBER = {"type": ["string", "number"]}
_NAME_PARTS = "family given dropping-particle non-dropping-particle suffix literal".split()
CSL_DATA: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "type": {"enum": CSL_TYPES},
            **dict.fromkeys(_TEXTS, {"type": "string"}),
            **dict.fromkeys(_NUMBERS, _NUMBER),
            **dict.fromkeys(_NAMES, {"type": "array", "items": {"$ref": "#/$defs/name"}}),
            **dict.fromkeys(_DATES, {"$ref": "#/$defs/date"}),
            "categories": {"type": "array", "items": {"type": "string"}},
            "custom": {"type": "object"},
        },
        "required": ["type", "id"],
        "additionalProperties": False,
    },
    "$defs": {
        "name": {
            "type": "object",
            "properties": {
                **dict.fromkeys(_NAME_PARTS, {"type": "string"}),
                **dict.fromkeys(["comma-suffix", "static-ordering", "parse-names"], _FLAG),
            },
            "additionalProperties": False,
        },
        "date": {
            "type": "object",
            "properties": {
                "date-parts": {
                    "type": "array",
                    "items": {"type": "array", "items": _NUMBER, "minItems": 1, "maxItems": 3},
                    "minItems": 1,
                    "maxItems": 2,
                },
                "season": _NUMBER,
                "circa": _FLAG,
                **dict.fromkeys(["literal", "raw"], {"type": "string"}),
            },
            "additionalProperties": False,
        },
    },
}
"""What an item of CSL-JSON may contain, by the specification of CSL 1.0.2, appendices III and IV."""


def exported(path: Path, name: str, view: str = "") -> str:
    """The first file of an export of a view, or of everything public."""
    return next(iter(FORMATS[name][1](_shown(_prepared(path, view), view, [])).values()))


def profile(folder: Path, text: str) -> Path:
    path = folder / "ada.yaml"
    path.write_text(f"person: {{name: Ada Example}}\n{text}", "utf-8")
    return path


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_csl_json_is_valid(path: Path) -> None:
    wrong = [
        f"{list(error.path)}: {error.message}"
        for error in Draft202012Validator(CSL_DATA).iter_errors(json.loads(exported(path, "json")))
    ]
    assert not wrong


def test_an_arxiv_number_is_the_address_where_there_is_no_other(tmp_path: Path) -> None:
    works = """publications:
  - {type: article, title: One, authors: [Ada Example], arxiv: '2101.00001'}
  - {type: article, title: Two, authors: [Ada Example], arxiv: '2101.00002', doi: 10.5555/2}
"""
    one, two = json.loads(exported(profile(tmp_path, works), "json"))
    assert one["URL"] == "https://arxiv.org/abs/2101.00001" and "URL" not in two
    assert [work["custom"]["arxiv"] for work in (one, two)] == ["2101.00001", "2101.00002"]


WORKS = """publications:
  - {type: article-journal, title: 'DeepSpeed-MoE: More of Everything', authors: [Ada Example], venue: Journal, volume: '4',
     issue: '7', number: '17', page: 1–9, date: 2019-05}
  - {type: report, title: A Resonance at 412 Hz, authors: [Ada Example], publisher: Sample Laboratory, number: TR-1, date: 2018}
  - {type: review, title: On Looms, authors: [Ada Example], venue: Review of Looms, volume: '3', page: 7–8, date: 2017}
  - {type: article-magazine, title: At $M = 13$ TeV, authors: [Ada Example], venue: Loom Weekly, volume: '8',
     issue: '12', page: 3–4, date: 2016}
  - {type: thesis, title: Threads, authors: [Ada Example], publisher: University of Nowhere, genre: Ph.D. thesis, date: 2015}
  - {type: thesis, title: Strands, authors: [Ada Example], publisher: University of Erewhon, date: 2014}
  - {type: book, title: All Looms, authors: [Ada Example], publisher: Sample Press, collection_title: Looms,
     collection_number: '9', edition: '2nd, revised edition', date: 2013}
  - {type: entry-encyclopedia, title: Loom, authors: [Ada Example], venue: Encyclopedia of Looms,
     publisher: Sample Press, page: 5–6, date: 2012}
  - {type: article-journal, title: Kalorimeter für Neugierige, authors: [Ada Example], venue: Zeitschrift, status: in-press}
  - {type: article, title: A Preprint, authors: [Ada Example], arxiv: '2101.00001', date: 2021}
  - {type: article, title: A Note, authors: [Ada Example], venue: Notes on Looms, volume: '3',
     issue: '2', page: 10–11, date: 2011}
  - {type: article, title: On a Server, authors: [Ada Example], venue: bioRxiv, date: 2010}
  - {type: dataset, title: All Threads, authors: [Ada Example], venue: Store of Data, volume: '4',
     publisher: Sample Press, date: 2009}
  - {type: document, title: A Leaflet, authors: [Ada Example], publisher: Loom Museum, date: 2008}
"""
PRINTED = [
    "{DeepSpeed-MoE}: More of everything",
    "{\\em Journal}, 4(7):1--9, May 2019",
    "A resonance at 412 {Hz}",
    "Report TR-1, Sample Laboratory, 2018",
    "{\\em Review of Looms}, 3:7--8, 2017",
    "At {$M = 13$} {TeV}",
    "{\\em Loom Weekly}, 8(12):3--4, 2016",
    "{\\em Threads}",
    "{Ph.D}. thesis, University of Nowhere, 2015",
    "Thesis, University of Erewhon, 2014",
    "{\\em All Looms}",
    "Number~9 in Looms. Sample Press, 2nd, revised edition, 2013",
    "In {\\em Encyclopedia of Looms}, pages 5--6. Sample Press, 2012",
    "Kalorimeter für {Neugierige}",
    "{\\em Zeitschrift}. in press",
    "A preprint. arXiv:2101.00001, 2021",
    "{\\em Notes on Looms}, 3(2):10--11, 2011",
    "On a server. bioRxiv, 2010",
    "All threads. Store of Data, 4, Sample Press, 2009",
    "A leaflet. Loom Museum, 2008",
]


def printed_by_bibtex(folder: Path, content: str) -> tuple[str, str]:
    """What BibTeX makes of works with its style `plain`, in one line, and what it says about them."""
    (folder / "works.bib").write_text(content, "utf-8")
    (folder / "works.aux").write_text("\\citation{*}\n\\bibdata{works}\n\\bibstyle{plain}\n", "utf-8")
    run = subprocess.run(["bibtex", "works"], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    text = (folder / "works.bbl").read_text("utf-8")
    return " ".join(text.replace("\\newblock", "").split()), run.stdout


@pytest.mark.skipif(not shutil.which("bibtex"), reason="no BibTeX on this machine")
def test_bibtex_prints_what_a_work_has(tmp_path: Path) -> None:
    text, said = printed_by_bibtex(tmp_path, exported(profile(tmp_path, WORKS), "bib"))
    missing = [part for part in PRINTED if part not in text]
    assert not missing, text
    warnings = [line.removeprefix("Warning--") for line in said.splitlines() if line.startswith("Warning--")]
    assert [line.split()[:2] for line in warnings] == [["entry", "type"], ["empty", "year"]], said  # @dataset is printed as misc


@pytest.mark.skipif(not shutil.which("bibtex"), reason="no BibTeX on this machine")
@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_bibtex_reads_every_profile(path: Path, tmp_path: Path) -> None:
    content = exported(path, "bib")
    text, said = printed_by_bibtex(tmp_path, content)
    assert text.count("\\bibitem") == content.count("\n@") + 1
    assert "empty institution" not in said and "empty school" not in said and "empty journal" not in said


@pytest.mark.parametrize("name", ["bib", "biblatex"])
def test_types_and_numbers_come_back_from_bibtex(name: str, tmp_path: Path) -> None:
    (tmp_path / "works.bib").write_text(exported(profile(tmp_path, WORKS), name), "utf-8")
    back = read_file(tmp_path / "works.bib").data["publications"]
    kinds = "article-journal report review article-magazine thesis thesis book entry-encyclopedia article-journal article".split()
    assert [work["type"] for work in back] == [*kinds, "article", "article", "dataset", "document"]
    keys = ("venue", "volume", "issue", "page", "publisher")
    assert [[work.get(key) for key in keys] for work in back[10:]] == [
        ["Notes on Looms", "3", "2", "10–11", None],
        ["bioRxiv", None, None, None, None],
        ["Store of Data", "4", None, None, "Sample Press"],
        [None, None, None, None, "Loom Museum"],
    ]
    assert (back[0]["issue"], back[0]["number"]) == ("7", "17") and back[0]["date"] == "2019-05"
    assert [work.get("genre") for work in back[:9]] == [None, None, None, None, "Ph.D. thesis", None, None, None, None]
    assert (back[6]["collection_number"], back[6]["edition"]) == ("9", "2nd, revised edition") and "number" not in back[6]
    assert back[8]["status"] == "in-press" and "note" not in back[8]
    assert not any("x-import" in work for work in back)


@pytest.mark.parametrize(
    ("title", "latex"),
    [
        ("Cross-System Analysis of I/O in the US", "Cross-System Analysis of {I/O} in the {US}"),
        ("Fall of empires: breaking Byzantine-tolerant training", "Fall of empires: breaking {Byzantine-tolerant} training"),
        ("“Look Up!” Guides to a Ceiling", "“{Look} Up!” {Guides} to a Ceiling"),
        ("A Sky for *Il Cielo* and C++", "A Sky for \\emph{Il Cielo} and {C++}"),
        ("Sorting in $O(n)$", "Sorting in {$O(n)$}"),
        ("量词与 GPU", "量词与 {GPU}"),
    ],
)
def test_capitals_that_a_style_would_lower_are_in_braces(title: str, latex: str) -> None:
    assert TITLE.write and TITLE.write(title) == (latex, None)
    assert TITLE.read((latex, None)) == title


_TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
_LIST: dict[str, Any] = {"type": "array", "items": _TEXT}
_EXACT = {"type": "string", "pattern": r"^\d{4}(-(0[1-9]|1[0-2])(-\d\d)?)?$"}
_END = {"anyOf": [_EXACT, {"const": "present"}]}
_ANY_DATE = {"anyOf": [_EXACT, {"type": "string", "not": {"pattern": r"^\d{4}-\d\d(-\d\d)?$"}}]}
_TIMES = {"date": _ANY_DATE, "start_date": _EXACT, "end_date": _END, "location": _TEXT, "summary": _TEXT, "highlights": _LIST}


def _entry_of(required: dict[str, Any], **others: Any) -> dict[str, Any]:
    return {"type": "object", "properties": required | others, "required": list(required), "additionalProperties": False}


_ENTRIES = [
    _TEXT,
    _entry_of({"institution": _TEXT, "area": _TEXT}, degree=_TEXT, **_TIMES),
    _entry_of({"company": _TEXT, "position": _TEXT}, **_TIMES),
    _entry_of({"title": _TEXT, "authors": _LIST}, journal=_TEXT, date=_ANY_DATE, doi={"type": "string", "pattern": r"\b10\..*"}),
    _entry_of({"label": _TEXT, "details": _TEXT}),
    _entry_of({"bullet": _TEXT}),
]
_NETWORK = _entry_of({"network": {"enum": ["LinkedIn", "GitHub", "ORCID", "Google Scholar"]}, "username": _TEXT})
_SECTIONS = {"type": "object", "additionalProperties": {"anyOf": [{"type": "array", "items": kind} for kind in _ENTRIES]}}
_CV = _entry_of(
    {"name": _TEXT, "sections": _SECTIONS},
    headline=_TEXT,
    location=_TEXT,
    email=_TEXT,
    website={"type": "string", "pattern": "^https?://"},
    social_networks={"type": "array", "items": _NETWORK},
)
RENDERCV = _entry_of({"cv": _CV})
"""What RenderCV 2 takes of what we write: sections with entries of one type, and exact dates for a beginning and an end.

RenderCV itself reads the exports in test_readers_of_exports.py, where it is installed.
"""
TYPST_BREAKS = r"`|<(?=[^\s\u2060])|#(?=[^\W\d_])"
"""What RenderCV hands on to Typst, where it begins code, a label or a command."""


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_rendercv_takes_every_profile(path: Path) -> None:
    text = exported(path, "rendercv")
    cv = yaml.safe_load(text)
    wrong = [f"{error.json_path}: {error.message}" for error in Draft202012Validator(RENDERCV).iter_errors(cv)]
    assert not wrong
    entries = [entry for section in cv["cv"]["sections"].values() for entry in section if isinstance(entry, dict)]
    assert not [entry for entry in entries if entry.get("start_date", "") > entry.get("end_date", "a")]
    assert not re.findall(TYPST_BREAKS, text)


POSITIONS = """positions:
  - {organization: One, title: Weaver, date: Spring 2023}
  - {organization: Two, title: Weaver, start: 2020-05, end: 2020}
  - {organization: Three, title: Weaver, date: ca. 1998}
  - {organization: Four, title: Weaver, start: Fall 2010, end: 2012-03}
"""


def test_seasons_and_uncertain_years_are_words_for_rendercv(tmp_path: Path) -> None:
    paths = exported(profile(tmp_path, POSITIONS), "rendercv")
    dates = [
        {key: value for key, value in entry.items() if "date" in key}
        for entry in yaml.safe_load(paths)["cv"]["sections"]["Experience"]
    ]
    assert sorted(map(str, dates)) == sorted(
        map(
            str,
            [
                {"date": "Spring 2023"},
                {"date": "2020-05 – 2020"},
                {"date": "ca. 1998"},
                {"start_date": "2010", "end_date": "2012-03"},
            ],
        )
    )
    (tmp_path / "cv.yaml").write_text(paths, "utf-8")
    back = {entry["organization"]: entry for entry in read_file(tmp_path / "cv.yaml").data["positions"]}
    assert back["One"]["date"] == "2023-21" and back["Three"]["date"] == "1998~"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("press ` or ^", "press \u02cb or ^"),
        ("<0.3 % and a < b", "<\u20600.3 % and a < b"),
        ("#include, C# and #1", "#\u2060include, C# and #1"),
        ("2 * 3, snake_case and _ alone", r"2 \* 3, snake_case and _ alone"),
        ("the method __init__ of [a](b)", "the method \\_\\_init\\_\\_ of [a]\u2060(b)"),
        (r"C:\temp and \[x]", r"C:\temp and \\[x]"),
    ],
)
def test_signs_are_printed_by_rendercv_as_they_are(text: str, written: str) -> None:
    assert as_markdown(text) == written


SECTIONS = """views:
  two:
    sections:
      - {from: publications, title: Papers, where: "type == 'paper-conference'"}
      - {from: skills, where: "name == 'Looms'"}
      - {from: publications, title: Books, where: "type == 'book'"}
      - {from: skills, title: More, where: "name == 'Threads'"}
publications:
  - {type: book, title: A Book, authors: [Ada Example], date: 2020}
  - {type: paper-conference, title: A Paper, authors: [Ada Example], venue: Conference, date: 2021}
skills: [{name: Looms, items: [one]}, {name: Threads, items: [two]}]
"""


def test_each_section_of_a_view_has_its_own_entries_for_rendercv(tmp_path: Path) -> None:
    sections = yaml.safe_load(exported(profile(tmp_path, SECTIONS), "rendercv", "two"))["cv"]["sections"]
    assert [[entry.get("title") or entry["label"] for entry in section] for section in sections.values()] == [
        ["A Paper"],
        ["Looms"],
        ["A Book"],
        ["Threads"],
    ]


def test_a_season_is_in_the_language_of_the_view_for_rendercv(tmp_path: Path) -> None:
    path = profile(tmp_path, f"language: de\n{POSITIONS}")
    (section,) = yaml.safe_load(exported(path, "rendercv"))["cv"]["sections"].values()
    assert {entry["company"]: entry.get("date") for entry in section}["One"] == "Frühling 2023"
