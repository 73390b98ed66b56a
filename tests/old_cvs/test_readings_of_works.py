"""Readings of references: marks of names, words that stand for a year, dates on lines of their own, and what breaks off."""

import pytest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.works.lists import publications
from cvrender.old_cvs.works.people import people
from cvrender.old_cvs.works.section import PublicationItem


def item(*texts: str) -> PublicationItem:
    return PublicationItem([OldLine((LineCell(text),)) for text in texts], "")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Sample S.†, **Example A.B.C.D.E.**† & Proof R.\\* 2016.", ["S. Sample†", "A.B.C.D.E. Example†", "R. Proof*"]),
        ("N’sample, G., & Example, A. (2020).", ["G. N’sample", "A. Example"]),
        ("J.-C Sample and A. Example, “Notes”", ["J.-C Sample", "A. Example"]),
        ("Cyd Sample3 , Ada Example and Tsz On Li.", ["Cyd Sample", "Ada Example", "Tsz On Li"]),
        ("山本 みどり，森 太郎，アダ・エグザンプル．題名", ["山本 みどり", "森 太郎", "アダ・エグザンプル"]),
        ("홍길동, 김철수, “제목”", ["홍길동", "김철수"]),
    ],
)
def test_names_are_read(text: str, names: list[str]) -> None:
    assert people(LineCell(text).plain)[0] == names


def test_a_number_may_stand_right_before_a_name() -> None:
    (entry,) = publications(
        [item("16.Sample L.T., **Example A.** & Proof R.H. 2014. Notes on machines. *Nature* 9:21-26.")], "Ada Example"
    )
    assert entry and (entry["authors"][0], entry["title"]) == ("L.T. Sample", "Notes on machines")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Sample, B. & Example, A. 2017. Notes on machines. Annals of Waiting, In Press.", ""),
        ("Sample, B. & Example, A. (in review). Notes on machines. *Annals of Waiting*.", "in-review"),
        ("Sample, B. & Example, A. Notes on machines. *Annals of Waiting*, in revision.", "under-review"),
    ],
)
def test_how_far_a_work_is_belongs_to_no_title(text: str, status: str) -> None:
    (entry,) = publications([item(text)], "Ada Example")
    assert entry and entry["title"] == "Notes on machines"
    assert not status or entry["status"] == status


@pytest.mark.parametrize("when", ["Feb. 2026.", "2026年2月．"])
def test_a_date_may_stand_below_the_venue(when: str) -> None:
    (entry,) = publications(
        [item("Bob Sample, Ada Example.", "**Notes on Machines.**", "Annals of Waiting,", when)], "Ada Example"
    )
    assert (
        entry
        and (entry["date"], entry["venue"]) == ("2026-02", {"name": "Annals of Waiting"})
        or entry["venue"] == "Annals of Waiting"
    )


@pytest.mark.parametrize(
    "texts",
    [
        ("**Quiet Machines and Their Delays EXMPL’21** B. Sample, A. Example", "Annals of Waiting, 2021"),
        ("**Quiet Machines: A Platform for**", "Annals of Waiting (IF=6.5)", "A. Example, B. Sample 2024"),
        ("[C02 Sample, L., Example, A. (2024, July). Notes. In 2024 Conference on Delay.",),
        ("**EXMPL 2026**", "Samplestadt, May 2026"),
    ],
)
def test_what_breaks_off_or_says_more_is_no_title(texts: tuple[str, ...]) -> None:
    (entry,) = publications([item(*texts)], "Ada Example")
    assert entry is None


def test_a_reference_of_lattes_goes_on_over_lines() -> None:
    texts = (
        "PROOF, CYD ; **EXAMPLE, ADA** . On Quiet Machines and Their",
        "Delays. ANNALS OF WAITING , v. 34, p.",
        "38-42, 2024.",
        "Citações: 2",
    )
    (entry,) = publications([item(*texts)], "Ada Example")
    assert entry and (entry["title"], entry["date"]) == ("On Quiet Machines and Their Delays", "2024")
    assert (entry["authors"], entry["volume"], entry["page"]) == (["Cyd Proof", "Ada Example"], "34", "38–42")
