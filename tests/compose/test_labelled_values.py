"""Test labelled facts that a pattern names by their labels, and journals whose name is an abbreviation."""

import json
from pathlib import Path
from typing import Any

import pytest

from cvrender.api import render
from cvrender.errors import CvrenderError
from cvrender.load.library import BUILT_IN, Library
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.text.abbreviations import abbreviates

JOURNAL = {"name": "Yale Law Journal", "short": "Yale L.J."}
ARTICLE = {"type": "article-journal", "title": "On Law", "authors": ["Ann Lee"], "venue": JOURNAL, "date": "2019"}
FACTS = {"Impact factor": "39.3", "Beds": "12"}
POSITIONS = [{"organization": "Hospital", "date": "2020", "fields": FACTS}, {"organization": "Other", "date": "2019"}]


def said(style: str, folder: Path | None = None, **fields: Any) -> str:
    source = parse(json.dumps({"person": {"name": "Ada"}, **fields}).encode(), "ada.yaml")
    loaded = LoadedProfile(source, validate(source))
    (artifact,) = render(loaded, style=style, targets=["md"], library=Library((folder,)) if folder else BUILT_IN)
    return artifact.content.decode()


def own_style(folder: Path, pattern: str) -> Path:
    (folder / "styles" / "mine").mkdir(parents=True)
    title = json.dumps(f"{{{{ organization }}}}{pattern}")
    style = f"about: mine\nextends: plain\nentries: {{position: {{title: {title}}}}}\n"
    (folder / "styles" / "mine" / "style.yaml").write_text(style, "utf-8")
    return folder


def test_a_pattern_names_one_labelled_fact_and_rest_keeps_the_others(tmp_path: Path) -> None:
    messages = said("mine", own_style(tmp_path, "{{ fields['Impact factor'] | wrap(' (IF ', ')') }}"), positions=POSITIONS)
    assert "Hospital (IF 39.3)" in messages and "Beds: 12" in messages
    assert messages.count("39.3") == 1 and "Impact factor" not in messages and "Other (" not in messages


def test_all_labelled_facts_but_one_stand_where_a_pattern_names_all(tmp_path: Path) -> None:
    pattern = "{{ fields['Beds'] | wrap(' / ') }}{{ fields | comma | wrap(' [', ']') }}"
    assert "Hospital / 12 [Impact factor: 39.3]" in said("mine", own_style(tmp_path, pattern), positions=POSITIONS)


def test_a_label_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CvrenderError, match="anything but a label in quotation marks"):
        said("mine", own_style(tmp_path, "{{ fields[0] }}"), positions=POSITIONS)


@pytest.mark.parametrize("style", ["classic", "engineer"])
def test_a_journal_is_named_once_if_its_short_name_abbreviates_it(style: str) -> None:
    messages = said(style, publications=[ARTICLE])
    assert messages.count("Yale") == 1 and "Yale Law Journal" in messages
    acronym = said(style, publications=[{**ARTICLE, "venue": {"name": "Journal of Imaginary Engines", "short": "JIE"}}])
    assert "JIE" in acronym and "Journal of Imaginary Engines" in acronym


@pytest.mark.parametrize(
    ("short", "full", "expected"),
    [
        ("Yale L.J.", "Yale Law Journal", True),
        (
            "Proc. Natl. Acad. Sci. U.S.A.",
            "Proceedings of the National Academy of Sciences of the United States of America",
            True,
        ),
        ("Phys. Rev. Lett.", "Physical Review Letters", True),
        ("JIE", "Journal of Imaginary Engines", False),
        ("J. Phys.", "Physical Journal", False),
        ("Harv. L. Rev.", "Yale Law Review", False),
        ("", "Yale Law Journal", False),
    ],
)
def test_an_abbreviation_has_the_words_of_the_name_in_their_order(short: str, full: str, expected: bool) -> None:
    assert abbreviates(short, full) is expected


@pytest.mark.parametrize(("language", "expected"), [("fr", "Heures : 14"), ("ja", "時間数：14"), ("de", "Stunden: 14")])
def test_the_sign_after_a_label_is_that_of_the_language(language: str, expected: str) -> None:
    assert expected in said("classic", language=language, certifications=[{"title": "A", "hours": "14"}]).replace("\u00a0", " ")
