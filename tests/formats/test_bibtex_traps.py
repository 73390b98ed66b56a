"""Test what other readers of bibliographies get wrong: each is read right, or is a Problem with its line."""

from collections.abc import Callable
from typing import Any

import pytest

from cvrender.formats.base import Imported
from cvrender.merge.new_profile import new_profile

Work = Callable[..., dict[str, Any]]
Read = Callable[..., Imported]


def entry(fields: str, kind: str = "inproceedings") -> str:
    return f"@{kind}{{key,\n  title = {{A Title}},\n  author = {{Ada Example}},\n  {fields}\n}}\n"


def with_authors(authors: str, more: str = "") -> str:
    return f"@article{{key, title = {{A Title}}, year = 2020,\n author = {{{authors}}}{more}\n}}"


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("GPU Sharing in Clouds: A Survey", "GPU Sharing in Clouds: A Survey"),
        ("{GPU} Sharing for {Deep Learning}", "GPU Sharing for Deep Learning"),
        (r"H\textsubscript{2}O", "H₂O"),
        (r"C\# and F\#", "C# and F#"),
        (r"\'Etude on na\"{\i}ve G\"odel", "Étude on naïve Gödel"),
        (r"On \emph{Engines} and \textbf{notes}", "On *Engines* and **notes**"),
        (r"The $O(n)$ bound", "The $O(n)$ bound"),
        ("Pages 1--10 --- a ``study''", "Pages 1–10 — a “study”"),
        (r"50\% of R\&D_x", "50% of R&D_x"),
        (r"See \url{https://example.org/a_b}", "See <https://example.org/a_b>"),
        ("Two\n   lines~tied", "Two lines tied"),
    ],
)
def test_titles_stay_as_typed(typed: str, title: str, work_of: Work) -> None:
    work = work_of(f"@article{{key, title = {{{typed}}}, author = {{Ada Example}}, year = 2020}}")
    assert work["title"].replace("\u00a0", " ") == title


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Xie, Cong and Minjia Zhang", ["Cong Xie", "Minjia Zhang"]),
        ("van der Berg, Jan", ["Jan van der Berg"]),
        ("Jan van der Berg", ["Jan van der Berg"]),
        ("King, Jr, Martin Luther", ["Martin Luther King Jr"]),
        ("{The ATLAS Collaboration} and Ada Example", ["The ATLAS Collaboration", "Ada Example"]),
        ("{Barnes and Noble} and Ada Example", ["Barnes and Noble", "Ada Example"]),
        ("given=Hans, family=Beer, prefix=de, useprefix=true", ["Hans de Beer"]),
        (r"Ho{\'e}, \AA{}se", ["Åse Hoé"]),
        ("Ada Example\n  and\n Charles Sample", ["Ada Example", "Charles Sample"]),
        ("Anderson, Brandy", ["Brandy Anderson"]),
    ],
)
def test_names_follow_the_rule_of_bibtex(typed: str, names: list[str], work_of: Work) -> None:
    assert work_of(with_authors(typed))["authors"] == names


def test_and_others_is_not_an_author(work_of: Work) -> None:
    work = work_of(with_authors("Xie, Cong and others"))
    assert (work["authors"], work["et_al"]) == (["Cong Xie"], True)


@pytest.mark.parametrize(
    ("typed", "note", "marks"),
    [
        (r"Cong Xie* and Ada Example*", "equal contribution", "equal"),
        (r"Xie, Cong\textsuperscript{*} and Example, Ada\textsuperscript{*}", "* equal contribution", "equal"),
        (r"Cong Xie$^*$ and Ada Example$^*$", "$^*$ contributed equally", "equal"),
        (r"Xie$^\dagger$, Cong and Example$^\dagger$, Ada", r"$^\dagger$Equal contribution", "equal"),
        (r"Cong Xie\thanks{equal contribution} and Ada Example\thanks{equal contribution}", "", "equal"),
        (r"Cong Xie† and Ada Example†", "† corresponding authors", "corresponding"),
    ],
)
def test_marks_behind_names_become_data(typed: str, note: str, marks: str, work_of: Work) -> None:
    work = work_of(with_authors(typed, f", note = {{{note}}}"))
    assert work["authors"] == [{"name": "Cong Xie", marks: True}, {"name": "Ada Example", marks: True}]
    assert "note" not in work or not note.lower().endswith("equal contribution")


def test_annotations_of_biblatex_become_marks_and_the_owner(read_text: Read) -> None:
    imported = read_text(with_authors("Cong Xie and Ada Example", ", author+an = {1=equal;2=self,equal,corresponding}"))
    assert imported.data["publications"][0]["authors"] == [
        {"name": "Cong Xie", "equal": True},
        {"name": "Ada Example", "equal": True, "corresponding": True},
    ]
    assert imported.owners == ["Ada Example"]


@pytest.mark.parametrize(
    "typed",
    [r"\textbf{Ada Example}", r"\textbf{Example, Ada}", "**Ada Example**", r"{\bf Ada Example}", r"\underline{Ada Example}"],
)
def test_a_highlighted_name_is_the_owner(typed: str, read_text: Read) -> None:
    imported = read_text(with_authors(f"Cong Xie and {typed}"))
    assert imported.data["publications"][0]["authors"] == ["Cong Xie", "Ada Example"]
    assert imported.owners == ["Ada Example"]


def test_a_missing_comma_costs_nothing_and_is_told(read_text: Read) -> None:
    imported = read_text("@article{key,\n  author = {Ada Example}\n  title = {A Title},\n  year = 2020\n}\n")
    (problem,) = imported.problems
    assert (problem.line, problem.column, problem.severity) == (3, 3, "warning")
    assert (imported.data["publications"][0]["authors"], imported.data["publications"][0]["title"]) == (
        ["Ada Example"],
        "A Title",
    )


def test_strings_and_their_joins_are_resolved(work_of: Work) -> None:
    assert work_of('@string{osdi = "OSDI"}\n' + entry('booktitle = osdi # " 2020", year = 2020'))["venue"] == "OSDI 2020"


def test_an_unknown_string_is_told(read_text: Read) -> None:
    imported = read_text(entry("booktitle = osdi, year = 2020"))
    assert [(problem.line, "osdi" in problem.message) for problem in imported.problems] == [(4, True)]


def test_crossref_gives_venue_and_publisher(read_text: Read) -> None:
    imported = read_text(
        "@inproceedings{a, title={A}, author={Ada Example}, crossref={p}}\n"
        "@proceedings{p, title={Proceedings of CIE}, publisher={Press}, year=2019, editor={Mary Third}}"
    )
    (work,) = imported.data["publications"]
    assert (work["venue"], work["publisher"], work["date"], work["title"]) == ("Proceedings of CIE", "Press", "2019", "A")


def test_a_crossref_to_nothing_is_told(read_text: Read) -> None:
    (problem,) = read_text(entry("crossref = {nothing}, booktitle={X}, year=2020")).problems
    assert problem.line == 4 and "nothing" in problem.message


def test_both_entries_of_one_key_are_kept_and_it_is_told(read_text: Read) -> None:
    imported = read_text("@misc{a, title={A}, author={Ada Example}}\n@misc{a, title={B}, author={Ada Example}}")
    assert [work["title"] for work in imported.data["publications"]] == ["A", "B"]
    assert [problem.line for problem in imported.problems] == [2]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("eprint = {2101.00001}, archivePrefix = {arXiv}", {"arxiv": "2101.00001"}),
        ("eprint = {2101.00001}, eprinttype = {arxiv}", {"arxiv": "2101.00001"}),
        ("howpublished = {arXiv:2101.00001}", {"arxiv": "2101.00001"}),
        ("journal = {arXiv preprint arXiv:2101.00001}", {"arxiv": "2101.00001", "venue": "arXiv"}),
        ("journal = {CoRR}, volume = {abs/2101.00001}", {"arxiv": "2101.00001", "venue": "arXiv"}),
        ("doi = {https://doi.org/10.5555/1.2}", {"doi": "10.5555/1.2"}),
        ("pubstate = {inpress}", {"status": "in-press"}),
        ("date = {2020-01~}", {"date": "2020-01~"}),
        ("date = {2020-21}", {"date": "2020-21"}),
        ("year = 2020, month = {Spring}", {"date": "2020-21"}),
        ("editor = {Mary Third and Bo Yé}", {"editors": ["Mary Third", "Bo Yé"], "authors": ["Ada Example"]}),
        ("translator = {Third, Mary}", {"translators": ["Mary Third"]}),
        ("series = {Notes on {Engines}}, edition = {2}", {"collection_title": "Notes on Engines", "edition": "2nd edition"}),
        ("edition = {Third}, address = {Nowhere}", {"edition": "Third edition", "publisher_place": "Nowhere"}),
        ("pmid = {12345678}, pmcid = {1234567}", {"pmid": "12345678", "pmcid": "PMC1234567"}),
        ("date = {2019-12-30/2020-01-02}", {"date": "2019-12-30/2020-01-02"}),
        ("year = 2020, month = jan", {"date": "2020-01"}),
        ("year = 2020, month = {January}", {"date": "2020-01"}),
        ('year = 2020, month = jan # "~12"', {"date": "2020-01-12"}),
        ("addendum = {Best paper}, note = {Invited}", {"note": "Invited; Best paper"}),
        ("howpublished = {Blog}", {"publisher": "Blog"}),
        ("pages = {1--10}", {"page": "1–10"}),
        ("pages = {e12345}", {"page": "e12345"}),
        ("keywords = {a, b c}", {"tags": ["a", "b c"]}),
        ("groups = {a;b}, selected = {true}", {"tags": ["a", "b", "selected"]}),
        ("award = {Best Paper}", {"awards": ["Best Paper"]}),
        ("code = {https://example.org/x}", {"links": [{"url": "https://example.org/x", "label": "code"}]}),
        ("note = {Acceptance rate: 20\\% (50/250)}", {"acceptance": {"rate": "20%", "accepted": "50", "submitted": "250"}}),
        ("eventtitle = {CIE}, venue = {Nowhere}", {"venue": {"name": "CIE", "location": "Nowhere"}}),
    ],
)
def test_fields(fields: str, expected: dict[str, Any], work_of: Work) -> None:
    work = work_of(entry(fields, "misc"))
    assert {key: work.get(key) for key in expected} == expected


@pytest.mark.parametrize(("kind", "field"), [("book", "editors"), ("incollection", "container_editors")])
def test_editors_are_those_of_the_work_or_of_the_book_in_which_it_appeared(kind: str, field: str, work_of: Work) -> None:
    work = work_of(entry("editor = {Mary Third and others}, booktitle = {Engines}, year = 2020", kind))
    assert work[field] == ["Mary Third"]
    assert work["x-import"]["bibtex"]["editor"] == "Mary Third and others"


def test_a_book_that_has_only_editors_gets_no_author(read_text: Read) -> None:
    file = read_text("@book{key, title = {A Title}, editor = {Ada Example}, year = 2020}")
    assert new_profile([file], "Ada Example").data["publications"] == [
        {"id": "key", "title": "A Title", "editors": ["Ada Example"], "type": "book", "date": "2020", "sources": "x.bib#l1"}
    ]


def test_a_year_that_is_none_is_told_and_kept(read_text: Read) -> None:
    imported = read_text(entry("year = {n.d.}"))
    (work,) = imported.data["publications"]
    assert "date" not in work and work["x-import"]["bibtex"]["year"] == "n.d."
    assert [problem.line for problem in imported.problems] == [4]


def test_line_numbers_are_those_of_the_file(read_text: Read) -> None:
    imported = read_text("\n\n" + entry("year = {2020},\n  doi = {nonsense}"))
    assert [(problem.file, problem.line, problem.column) for problem in imported.problems] == [("x.bib", 7, 10)]


@pytest.mark.parametrize(
    "text",
    [
        "@article{a, title = {never closed, year = 2020\n\n@misc{b, title={B}, author={Ada Example}}",
        "@article{a, title = {A} year\n}\n@misc{b, title={B}, author={Ada Example}}",
        "@article{a, = }\n@misc{b, title={B}, author={Ada Example}}",
        "@article{a, title = {A}}}, author}\n@misc{b, title={B}, author={Ada Example}}",
    ],
)
def test_a_broken_entry_does_not_cost_the_next_one(text: str, read_text: Read) -> None:
    imported = read_text(text)
    assert imported.data["publications"][-1]["title"] == "B"
    assert imported.problems or len(imported.data["publications"]) == 2


def test_windows_line_ends_and_latin_accents(read_text: Read) -> None:
    imported = read_text(entry("booktitle = {CIE},\r\n year = 2020").replace("\n", "\r\n"))
    assert imported.data["publications"][0]["venue"] == "CIE"
