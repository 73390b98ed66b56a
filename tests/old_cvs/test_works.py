"""Lists of publications: the format of a list is inferred from all of its items, and what is doubtful stays a text."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.merge.owner import with_owner
from cvrender.merge.readers import read_file
from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.works.lists import is_read, publications
from cvrender.old_cvs.works.people import names_at, people
from cvrender.old_cvs.works.section import PublicationItem, items_of, kind_of, status_of

WORKS = (
    (("Ada", "Example"), ("Bob", "Sample"), "Notes on a General Machine", "Journal of Examples", "12", "2019"),
    (("Cyd", "Proof"), ("Ada", "Example"), "Machines, Waiting and Other Delays", "Annals of Waiting", "3", "2020"),
    (("Ada", "Example"), ("Eve", "Trial"), "How Slow Is Too Slow?", "Proceedings of the Conference on Delay", "7", "2021"),
)
FORMATS = {
    "authors, “title”, venue": "{0[0]} {0[1]}, {1[0]} {1[1]}. “{2}.” *{3}* {4} ({5}).",
    "family first, year in parentheses": "{0[1]}, {0[0]}, & {1[1]}, {1[0]} ({5}). {2}. *{3}*, {4}.",
    "commas alone": "{0[0]} {0[1]} and {1[0]} {1[1]}, {2}, {3}, vol. {4}, {5}",
    "semicolons": "{0[1]}, {0[0]}; {1[1]}, {1[0]}. {2}. {3}, v. {4}, {5}.",
    "title first": "**{2}**. {0[0]} {0[1]}, {1[0]} {1[1]}. {3} {4}, {5}.",
    "title in quotes first": "“{2}”, with {0[0]} {0[1]} and {1[0]} {1[1]}, *{3}*, {5}",
    "year first": "{5}. {0[0]} {0[1]}, {1[0]} {1[1]}. {2}. *{3}* {4}.",
    "a colon": "{0[1]}, {0[0]}; {1[1]}, {1[0]}: {2}. In: {3}, Bd. {4}, {5}.",
    "italic title": "{0[0]} {0[1]}, {1[0]} {1[1]}, *{2}*, {3} {4} ({5})",
    "a label": "[{5}] {0[0]} {0[1]}, {1[0]} {1[1]}. {2}. In {3}, vol. {4}.",
}


def line(text: str) -> PublicationItem:
    return PublicationItem([OldLine((LineCell(text),))], "")


def said(entry: Any) -> tuple[list[str], str, str]:
    return entry["authors"], entry["title"].rstrip("?"), entry["date"]


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
def test_the_format_of_a_list_is_inferred(format: str) -> None:
    for work, entry in zip(WORKS, publications([line(format.format(*work)) for work in WORKS], "Ada Example"), strict=True):
        first, second, title, venue, _, year = work
        assert entry, format.format(*work)
        assert said(entry) == ([" ".join(first), " ".join(second)], title.rstrip("?"), year)
        assert entry["venue"] == venue


@pytest.mark.parametrize(
    "text",
    [
        "Talks about machines at various places, 2019",
        "Machines. Delay. Waiting.",
        "More than forty articles in newspapers since 2011.",
        "Annals of Waiting, Journal of Examples, Machine Letters",
        "Emacs Editor, Sample Visual Studio, Trial/Linux, Git",
    ],
)
def test_a_text_that_is_no_reference_stays_a_text(text: str) -> None:
    assert publications([line(text)], "Ada Example") == [None]


def test_names_are_read_in_each_form() -> None:
    for text in ("Ada B. Sample, Cyd de Proof and Eve Trial-Test", "Sample, Ada B., Cyd de Proof, and Eve Trial-Test"):
        assert people(text) == (["Ada B. Sample", "Cyd de Proof", "Eve Trial-Test"], "")
    assert people("Sample, A., Proof, J-P. et Trial, M. Notes")[0] == ["A. Sample", "J-P. Proof", "M. Trial"]
    assert people("SAMPLE A B, PROOF C, et al. Notes")[0] == ["A B Sample", "C Proof", "~others"]


def test_et_al_is_said() -> None:
    (entry,) = publications([line("Example A, Proof C, et al. On delays. Annals of Waiting. 2019;3(2):1-9.")], "Ada Example")
    assert entry
    assert entry["et_al"] is True
    assert entry["authors"] == ["A Example", "C Proof"]


def test_where_a_list_of_names_ends_is_open_without_a_last_sign() -> None:
    ends = {names.people for names in names_at("Ada Sample, Bob Proof, Quiet Waiting, Nature", 0) if names.form == "given-first"}
    assert ("Ada Sample", "Bob Proof") in ends


def test_headings_within_a_section_say_the_type() -> None:
    lines = [
        OldLine((LineCell(text),), kind=kind)
        for kind, text in (("heading", "Buchkapitel"), ("bullet", "One"), ("text", "**In press**"))
    ]
    lines.append(OldLine((LineCell("Two"),), kind="bullet"))
    items = list(items_of(lines, lambda _: True))
    assert [(item.lines[0].plain, kind_of(item.heading), status_of(item.heading)) for item in items] == [
        ("One", "chapter", ""),
        ("Two", "", "in-press"),
    ]
    assert kind_of("Peer-reviewed journal articles") == "article-journal"


def test_a_name_ends_where_italics_begin() -> None:
    (entry,) = publications([line("Ada Example, Bob Sample *Quiet Machines at Work, Journal of Examples*, 2019")], "Ada Example")
    assert entry
    assert said(entry) == (["Ada Example", "Bob Sample"], "Quiet Machines at Work", "2019")


def test_titles_authors_and_venues_on_lines_of_their_own_are_one_item() -> None:
    texts = [
        part
        for work in WORKS
        for part in (f"“{work[2]}” — {work[5]}", " ".join(work[0]) + ", " + " ".join(work[1]), f"*{work[3]}*")
    ]
    items = items_of([OldLine((LineCell(text),)) for text in texts], partial(is_read, owner="Ada Example"))
    assert [len(item.lines) for item in items] == [3, 3, 3]
    assert [entry and entry["date"] for entry in publications(items, "Ada Example")] == ["2019", "2020", "2021"]


def test_a_year_above_works_is_theirs() -> None:
    lines = [
        OldLine((LineCell(text),))
        for text in ("2021", "Ada Example, Bob Sample, “Notes on a General Machine”, *Annals of Waiting*")
    ]
    (entry,) = publications(items_of(lines, is_read), "Ada Example")
    assert entry
    assert entry["date"] == "2021"


@pytest.mark.parametrize("label", ["**ICML 2020:**", "[ICML’20]", "**[ICML 2020]**"])
def test_a_label_is_the_short_name_of_the_venue_and_the_year(label: str) -> None:
    (entry,) = publications([line(f"{label} Ada Example, Bob Sample, “Notes: a General Machine”")], "Ada Example")
    assert entry
    assert (entry["venue"], entry["date"], entry["title"]) == ("ICML", "2020", "Notes: a General Machine")


def test_a_collaboration_signs_alone() -> None:
    (entry,) = publications(
        [line("NULLITY Collaboration (including Ada Example). “On Delays.” *Annals of Waiting*, 2018.")], "Ada Example"
    )
    assert entry
    assert (entry["collaboration"], entry["including"]) == ("NULLITY Collaboration", ["Ada Example"])
    with_owner({"publications": [entry]}, "Ada Example")
    assert "authors" not in entry


def test_a_linked_title_ends_the_names_and_a_bold_number_says_nothing() -> None:
    text = "**3** Ada Example, B. Sample, C. D. Proof [Quiet Machines at Work](https://example.org/quiet) 2021 Annals of Waiting"
    (entry,) = publications([line(text)], "Ada Example")
    assert entry
    assert said(entry) == (["Ada Example", "B. Sample", "C. D. Proof"], "Quiet Machines at Work", "2021")


def test_a_named_member_of_many_authors_is_one_of_them() -> None:
    (entry,) = publications(
        [line("R. Proof et al. (incl. **A. Example**), *Quiet Machines at Work*, Annals of Waiting, 2021")], "Ada Example"
    )
    assert entry
    assert (entry["authors"], entry["et_al"]) == (["R. Proof", "A. Example"], True)


@pytest.mark.parametrize(
    "text",
    [
        "**Meeting of Machines**, *Springfield*. Example, A., Sample, B. On Delays, 2019.",
        "Example, A., Sample, B. Delays of Machines. Annals. Example, A. (2025). Other Delays. Journal of Examples, 8(3).",
        "Example, Ada. 2021. On Delays. Springfield: Proof Press. Example, Ada. 2016. On Machines. Springfield: Trial Press.",
    ],
)
def test_what_is_left_of_other_works_makes_no_work(text: str) -> None:
    items = [line("{0[1]}, {0[0]}, & {1[1]}, {1[0]} ({5}). {2}. *{3}*, {4}.".format(*work)) for work in WORKS]
    *others, odd = publications([*items, line(text)], "Ada Example")
    assert all(others)
    assert odd is None


def item_lines(*texts: str) -> list[OldLine]:
    return [OldLine((LineCell(text),), number) for number, text in enumerate(texts, 1)]


def test_labels_begin_items_and_broken_lines_are_joined() -> None:
    lines = item_lines(
        "[Example et al., 2015] Ada Example, Bob Sample, and Cyd Proof. Identifi-",
        "cation of delays in high-",
        "dimensional queues. *Annals of Waiting*, 3(2):1–9, 2015.",
        "[Sample and Example, 2016] Bob Sample and Ada Example. Shorter queues for",
        "everybody. *Annals of Waiting*, 4(1):5–8, 2016.",
        "[Proof et al., 2017a] Cyd Proof, Ada Example, and Bob Sample. A last queue. *Nat. Wait.*",
        "14, 2856 (2017).",
    )
    entries = publications(items_of(lines, partial(is_read, owner="Ada Example")), "Ada Example")
    assert [(work["title"], work["date"]) for work in entries if work] == [
        ("Identification of delays in high-dimensional queues", "2015"),
        ("Shorter queues for everybody", "2016"),
        ("A last queue", "2017"),
    ]
    assert all("short" not in dict(work["venue"] if isinstance(work["venue"], dict) else {}) for work in entries if work)


def test_raised_numbers_before_works_are_no_part_of_them() -> None:
    lines = item_lines(
        "1A. Example and B. Sample, “Delays in Cu2O”, Phys. Wait. 14, 2856 (2023).",
        "2B. Sample and A. Example, “Delays in H2O”, Phys. Wait. 15, 17 (2024).",
    )
    entries = publications(items_of(lines, partial(is_read, owner="Ada Example")), "Ada Example")
    assert [work["title"] for work in entries if work] == ["Delays in Cu2O", "Delays in H2O"]


def test_a_section_of_references_lists_works_whatever_its_heading(tmp_path: Path) -> None:
    works = (
        "- Ada Example and Bob Sample. Notes on delays. *Annals of Waiting* 3, 2019.\n"
        "- Cyd Proof and Ada Example. More notes on delays. *Annals of Waiting* 4, 2020.\n"
    )
    (tmp_path / "cv.md").write_text(
        f"# Ada Example\n\n## Education\n\n**PhD in Waiting**, University of Examples, 2010 – 2014\n\n"
        f"## Refereed Abstracts\n\n{works}\n## Invited Talks\n\n{works.replace('Notes', 'Words')}"
    )
    data = read_file(tmp_path / "cv.md").data
    assert [work["title"] for work in data["publications"]] == ["Notes on delays", "More notes on delays"]


def test_the_number_of_a_paper_is_no_year() -> None:
    (entry,) = publications(
        [line("Ada Example and Bob Sample. “Delays of queues”. Example Discussion Paper No. 2031")], "Ada Example"
    )
    assert entry and "date" not in entry


def test_works_that_a_page_says_in_bibtex_are_read_with_its_help(tmp_path: Path) -> None:
    def cited(key: str, title: str, year: int) -> str:
        return (
            f"<pre>@article{{{key}, title = {{{title}}}, author = {{Ada Example and Bob Sample}},"
            f" journal = {{Annals of Waiting}}, year = {{{year}}}, pages = {{1--9}}}}</pre>"
        )

    titles = ("Notes, Tides and Delays", "Shorter, Longer", "On Shorter, Longer")
    (tmp_path / "cv.html").write_text(
        "<!DOCTYPE html><html><body><h1>Ada Example</h1><h2>Education</h2><p><b>PhD</b>, University of Examples, 2010 – 2014</p>"
        "<h2>Publications</h2><ul>"
        f"<li><p>{titles[0]}</p><p>Ada Example‡, Bob Sample; won in 2021</p>{cited('a', titles[0], 2019)}</li>"
        f"<li><p>{titles[1]}</p><p>Sample; Example</p>"
        f"<details><summary>BibTeX</summary>{cited('b', titles[1], 2020)}</details></li>"
        f"<li><p>{titles[2]}</p><p>Example, Sample; 2018</p>{cited('c', titles[2], 2022)}</li>"
        f"<li><p>{titles[2]}</p><p>Sample, Example; 2022</p>{cited('d', titles[2], 2018)}</li>"
        "</ul></body></html>"
    )
    works = read_file(tmp_path / "cv.html").data["publications"]
    assert [(work["title"], str(work["date"]), work["page"]) for work in works] == [
        (titles[0], "2019", "1–9"),
        (titles[1], "2020", "1–9"),
        (titles[2], "2018", "1–9"),
        (titles[2], "2022", "1–9"),
    ]
    assert "2021" in str(works[0])


def test_a_bold_label_and_the_sole_author_in_bold_are_told_apart() -> None:
    texts = (
        "**Annual Meeting of the Example Society 2015: Ada Example**, Bob Sample, “Delays in Plants”",
        "**Letters of Solid Examples 2024: Ada Example**†, Bob Sample, ‘Three Queues, One Delay’, vol. 4, pp. 77–92",
        "**arXiv: Ada Example**, Bob Sample, “Graphs of Queues”, arXiv:1511.02586",
    )
    entries = publications([line(text) for text in texts], "Ada Example")
    assert [entry and (entry["title"], len(entry["authors"])) for entry in entries] == [
        ("Delays in Plants", 2),
        ("Three Queues, One Delay", 2),
        ("Graphs of Queues", 2),
    ]


def test_what_a_work_won_is_no_heading_and_a_rate_no_venue() -> None:
    assert not section_of("Best Paper Award") and section_of("Awards") == "awards"
    (entry,) = publications(
        [line("Ada Example, Bob Sample, “Short Queues”, 2020 (acceptance rate 50/272 = 18.4%)")], "Ada Example"
    )
    assert entry and "venue" not in entry


OWN = {
    "a bracket": "{2} (with {1[0]} {1[1]}), *{3}*, **{4}**(2), 5-9, {5}.",
    "a clause": "[{2}](https://example.org/{5}), with {1[0]} {1[1]}, *{3}*, **{4}**, No. 2, {5}, 335-341.",
}


@pytest.mark.parametrize("format", OWN.values(), ids=OWN)
def test_a_list_that_names_the_others_alone_has_the_owner_as_an_author(format: str) -> None:
    works = [(first, second, title.rstrip("?"), *rest) for first, second, title, *rest in WORKS]
    entries = publications([line(format.format(*work)) for work in works], "Zoe Owner")
    for (_, second, title, venue, volume, year), entry in zip(works, entries, strict=True):
        assert entry and said(entry) == (["Zoe Owner", " ".join(second)], title, year)
        assert (entry["venue"], entry["volume"]) == (venue, volume)


@pytest.mark.parametrize("of", ["", " including **Example, A.**"])
def test_other_authors_are_counted(of: str) -> None:
    (entry,) = publications(
        [line(f"Sample, B., *and 31 other authors{of}* *Quiet Machines at Work*. 2019 Nature 3, 7")], "Ada Example"
    )
    assert entry and entry["title"] == "Quiet Machines at Work"
    assert entry["et_al"] is True and entry["authors"][-1] == ("A. Example" if of else "B. Sample")


def test_initials_behind_family_names_end_at_a_stop() -> None:
    texts = [
        "**Example A.**, Proof C., and Sample B.D.. “Quiet Machines.” In preparation.",
        "Example A.. “Waiting,” *Nature*, 2021.",
    ]
    entries = publications([line(text) for text in texts], "Ada Example")
    assert [entry and (entry["title"], entry["authors"][-1]) for entry in entries] == [
        ("Quiet Machines", "B.D. Sample"),
        ("Waiting", "A. Example"),
    ]


def test_a_month_before_a_reference_is_its_date() -> None:
    (entry,) = publications([line("June 2025, **On Quiet Machines at Work**. Workshop on Waiting, Samplestadt.")], "Ada Example")
    assert entry and (entry["date"], entry["title"]) == ("2025-06", "On Quiet Machines at Work")


@pytest.mark.parametrize(
    "text", ["van der B, R., Sample, C. (2020). *On delays*. Nature, 3, 7.", "and Sample B. “On Delays.” 2020."]
)
def test_what_is_left_of_names_is_no_title(text: str) -> None:
    (entry,) = publications([line(text)], "Ada Example")
    assert entry is None or entry["title"].casefold() == "on delays"


def test_a_title_in_bold_and_lines_below_it_are_a_work() -> None:
    texts = [part for work in WORKS for part in (f"**{work[2]}**", f"Published in {work[3]}, Volume {work[4]}, {work[5]}.")]
    items = items_of([OldLine((LineCell(text),)) for text in texts], is_read)
    assert [entry and (entry["title"], entry["date"]) for entry in publications(items, "Ada Example")] == [
        (work[2], work[5]) for work in WORKS
    ]


def test_a_heading_of_talks_within_works_keeps_them_whole(tmp_path: Path) -> None:
    talk = "Ada Example, Bob Sample, “Notes on a General Machine”, *Annals of Waiting*, 2019."
    (tmp_path / "cv.md").write_text(
        f"# Ada Example\n\n## Publications\n\n### Articles\n\n- {talk}\n\n### Invited talks\n\n- {talk}\n", "utf-8"
    )
    data = read_file(tmp_path / "cv.md").data
    assert len(data["publications"]) == 1 and "talk" in str(data["custom"]).casefold()


def test_a_line_that_begins_in_a_sentence_begins_no_item() -> None:
    texts = ["Ada Example, Bob Sample. Notes on general", "machines at work. *Annals of Waiting*, 2019."]
    (item,) = items_of([OldLine((LineCell(text),)) for text in texts], is_read)
    (entry,) = publications([item], "Ada Example")
    assert entry and entry["title"] == "Notes on general machines at work"


def test_a_symbol_within_an_italic_title_does_not_end_it() -> None:
    (entry,) = publications([line("*Quiet machines of* Z3 *at work* A. Example, B. Sample, Nature 3 (2019) 7")], "Ada Example")
    assert entry and (entry["title"], entry["authors"]) == ("Quiet machines of Z3 at work", ["A. Example", "B. Sample"])


@pytest.mark.parametrize("heading", ["Events", "Software", "Interviews"])
def test_the_title_of_a_group_of_works_is_not_always_a_section_of_works(heading: str) -> None:
    assert section_of(heading) != "publications"


def test_a_title_in_bold_ends_before_its_owner_in_bold() -> None:
    (entry,) = publications(
        [line("**On Quiet Machines at Work in Samplestadt Ada Example**, Bob Sample; *Nature*, 2019")], "Ada Example"
    )
    assert entry and (entry["title"], entry["authors"]) == (
        "On Quiet Machines at Work in Samplestadt",
        ["Ada Example", "Bob Sample"],
    )


def test_a_note_about_signs_belongs_to_no_item() -> None:
    texts = [("bullet", 1, "equal contribution, † corresponding author"), ("text", 1, "*Journal Articles*")]
    texts += [("bullet", 2, f"Ada Example, Bob Sample, “{work[2]}”, *{work[3]}*, {work[5]}") for work in WORKS]
    lines = [OldLine((LineCell(text),), kind=kind, level=level) for kind, level, text in texts]  # type: ignore[arg-type]
    items = items_of(lines, partial(is_read, owner="Ada Example"))
    assert [(len(item.lines), item.heading) for item in items] == [(1, ""), *[(1, "Journal Articles")] * 3]


def test_a_title_goes_on_behind_a_full_line() -> None:
    title = "A long title of a work on quiet machines, which a paragraph of the document\ntells in Samplestadt"
    texts = title.split("\n")
    works = [[*texts, "Ada Example, Bob Sample", "*Nature*, 2019"], [texts[0], "Bob Sample, Ada Example", "*Science*, 2020"]]
    items = [
        PublicationItem([OldLine((LineCell(f"**{text}**" if text in texts else text),)) for text in work], "") for work in works
    ]
    entries = publications(items, "Ada Example")
    assert [entry and entry["title"] for entry in entries] == [title.replace("\n", " "), texts[0]]


def test_lines_of_names_below_titles_begin_items_with_them() -> None:
    texts = []
    for number, (first, second, _, venue, _, year) in enumerate(WORKS):
        more = ["Both did the same."] * (number % 2)
        texts += [f"Delays of order {number}.", f"{' '.join(first)}, {' '.join(second)}.", *more, f"{venue} {year}."]
    lines = [OldLine((LineCell(text),), kind="bullet") for text in texts]
    items = items_of(lines, partial(is_read, owner="Ada Example"))
    assert [item.lines[0].plain for item in items] == [f"Delays of order {number}." for number in range(3)]
    assert publications([line("Ada Example, Bob Sample, Cyd Proof")], "Ada Example") == [None]


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("Ada Example, Bob Sample. On the Delays of Quiet Machines. *EXMPL 2019 Spotlight*", "2019"),
        ("Ada Example, Bob Sample. On the Delays of Quiet Machines. *Proceedings of Waiting (WAIT ’19)*", "2019"),
        ("Ada Example, Bob Sample. On the Delays of Quiet Machines. Annals of Waiting, 2019年. WAIT 2021 Workshop.", "2019"),
    ],
)
def test_the_year_of_a_work_may_stand_in_its_venue(text: str, year: str) -> None:
    (entry,) = publications([line(text)], "Ada Example")
    assert entry and (entry["title"], entry["date"]) == ("On the Delays of Quiet Machines", year)


@pytest.mark.parametrize("heading", ["Capítulos de libros", "研究成果", "Статьи", "Buchbeiträge", "Artykuły naukowe", "연구실적"])
def test_headings_of_works_are_known(heading: str) -> None:
    assert section_of(heading) == "publications"
