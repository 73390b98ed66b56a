"""Test each lint rule on a profile with a mistake, and on the same profile without it."""

from collections.abc import Callable

import pytest

from cvrender.load.reader import Source
from cvrender.load.validate import validate
from cvrender.rules.lint import RULES, lint

HEAD = "updated: 2024-06\nperson: {name: Ada King Lovelace, variants: [A. Lovelace]}\n"
WORK = """\
publications:
  - {title: Notes on the Engine, authors: [Ada King Lovelace], type: article-journal, venue: Memoirs, date: 2020}
"""
BULLETS = "positions:\n  - organization: Mill\n    date: 2020\n    highlights:\n"


def bullets(*texts: str) -> str:
    return BULLETS + "".join(f"      - {text!r}\n" if ":" in text else f"      - {text}\n" for text in texts)


def works(*entries: str) -> str:
    return WORK + "".join(f"  - {{{entry}}}\n" for entry in entries)


def by(*authors: str) -> str:
    return works(f"title: B, authors: {list(authors)}, type: article, date: 2020")


def licences(*valid_until: str) -> str:
    entries = ", ".join(f"{{title: A, valid_until: {last}}}" for last in valid_until)
    return f"certifications: [{entries}]\n"


def awards(*dates: int | str | None) -> str:
    entries = (f"{{title: A{number}, date: {date}}}" if date else f"{{title: A{number}}}" for number, date in enumerate(dates))
    return f"awards: [{', '.join(entries)}]\n"


A = "authors: [Ada King Lovelace]"
# The code, what it finds, and what it does not mind.
CASES = [
    (
        "DATE-GAP",
        "positions:\n  - {organization: A, start: 2010, end: 2012}\n  - {organization: B, start: 2014-03}\n",
        "positions: [{organization: A, date: 2010/2012}, {organization: B, start: 2013}]\n",
    ),
    (
        "DATE-OVERLAP",
        "positions: [{organization: A, start: 2010, end: 2014}, {organization: B, date: 2012/}]\n",
        "positions: [{organization: A, start: 2010, end: 2012}, {organization: B, start: 2012}]\n",
    ),
    (
        "DATE-OVERLAP",
        "positions: [{organization: A, start: 2010, end: 2014}, {organization: B, date: 2012/}]\n",
        "positions: [{organization: A, start: 2010, end: 2014}, {organization: B, title: Visiting Scholar, start: 2012}]\n",
    ),
    (
        "DATE-OVERLAP",
        "positions: [{organization: Mill, start: 2010, end: 2016}, {organization: Loom, start: 2012, end: 2018}]\n",
        "positions: [{organization: Mill, start: 2010, end: 2016}, {organization: City Hospital, start: 2012, end: 2018}]\n",
    ),
    (
        "DATE-GAP",
        "positions: [{organization: A, date: 2010/2012}, {organization: B, start: 2016}]\n",
        "awards: [{title: Fellowship, date: 2012/2015}]\npositions: [{organization: A, date: 2010/2012}, "
        "{organization: B, start: 2016}]\n",
    ),
    (
        "DATE-GAP",
        "education: [{degree: B.A., date: 2010}, {degree: J.D., date: 2013/2016}]\n",
        "education: [{degree: B.A., date: 2010}, {degree: J.D., date: 2013}]\n",
    ),
    ("DATE-FUTURE", "memberships: [{organization: A, date: 2030}]\n", "grants: [{title: A, note: pending, start: 2030}]\n"),
    ("WORK-YEAR", works(f"title: B, {A}, type: book"), works(f"title: B, {A}, type: book, status: in-press")),
    (
        "DATE-ORDER",
        "positions:\n  - {organization: A, start: 2010, end: 2014, roles: [{title: X, start: 2009-05, end: 2011}]}\n",
        "positions:\n  - {organization: A, start: 2010, end: 2014, roles: [{title: X, start: 2010-05, end: 2014-12}]}\n",
    ),
    ("TEXT-LIST", "talks:\n- title: A\n  note: |\n    Said:\n    - one\n    - two\n", "bio: |\n  Said:\n  - one\n  - two\n"),
    ("TEXT-LIST", "awards: [{title: A, note: '- one\n\n    - two'}]\n", "narratives:\n  impact: |\n    - one\n    - two\n"),
    ("DATE-FUTURE", "awards: [{title: Medal, date: 2025}]\n", "awards: [{title: Medal, date: 2024}]\n"),
    (
        "DATE-FUTURE",
        works(f"title: B, {A}, type: article, date: 2026"),
        works(f"title: B, {A}, type: article, date: 2026, status: submitted"),
    ),
    (
        "WORK-ID",
        works(f"title: B, {A}, type: book, date: 2019, isbn: 978-0-306-40615-8"),
        works(f"title: B, {A}, type: book, date: 2019, isbn: 978-0-306-40615-7, doi: 10.5555/1"),
    ),
    (
        "WORK-TWICE",
        works(f'title: "Notes on the Engine", {A}, type: article, date: 2019, arxiv: "1901.00001"'),
        works(f'title: "Notes on the Loom", {A}, type: article, date: 2019, arxiv: "1901.00001"'),
    ),
    (
        "WORK-TWICE",
        works(f"title: notes on the ENGINE, {A}, type: article-journal, venue: Memoirs, date: 2021"),
        works(f"title: Notes on the Engine, {A}, type: paper-conference, genre: workshop, venue: Mill, date: 2021"),
    ),
    ("WORK-YEAR", works(f"title: B, {A}, type: article"), works(f"title: B, {A}, type: article, status: revise-and-resubmit")),
    (
        "WORK-VENUE",
        works(f"title: B, {A}, type: paper-conference, date: 2020"),
        works(f"title: B, {A}, type: thesis, date: 2020"),
    ),
    ("DATE-VALID", licences("2024-06-29"), licences("2024-08-30")),
    ("DATE-VALID", licences("2024-08-29"), licences("2023", "2028")),
    ("DATE-MISSING", awards(2010, 2012, 2014, None), awards(2010, 2012, None)),
    ("DATE-MISSING", awards(2010, None, 2012, 2014), awards(2010, 2012, None, None, 2014)),
    ("DATE-SORT", awards(2020, 2018, 2019, 2015, 2014, 2013), awards(2020, 2018, 2018, 2015, "2014/2019", 2013)),
    ("DATE-SORT", awards(2010, 2012, 2011, 2013, 2015, 2019), awards(2010, 2012, 2011, 2013, 2012, 2019)),
    (
        "DATE-SORT",
        works(*(f"title: W{year}, {A}, type: book, date: {year}" for year in (2019, 2018, 2017, 2016, 2021, 2015))),
        works(*(f"title: W{year}, {A}, type: {kind}, date: {year}" for kind in ("book", "map") for year in (2019, 2018, 2017))),
    ),
    ("LEVEL-CEFR", "languages: [{language: German, listening: C7}]\n", "languages: [{language: German, listening: c1}]\n"),
    ("LEVEL-CEFR", "languages: [{language: German, level: good (D1)}]\n", "languages: [{language: Dutch, level: B2+ (B2.1)}]\n"),
    ("TEXT-MARKUP", "bio: See ![the Engine](engine.png).\n", "bio: See !\\[the Engine](https://a.example/engine.png).\n"),
    (
        "TEXT-MARKUP",
        "awards: ['See [@engine, p. 5].']\n",
        "bio: As `[@engine]` and [@ada](https://social.example/@ada) say.\n",
    ),
    ("TEXT-MARKUP", "awards: ['As in [@engine].']\n", "narratives: {impact: 'As in \\[@engine].'}\n"),
    ("TEXT-MARKUP", "awards: [{title: A, note: 'H<sub>2</sub>O'}]\n", "awards: [{title: A, note: 'a < b > c, $x<b>y$'}]\n"),
    ("TEXT-MARKUP", "bio: |\n  One.\n\n  ## Two\n", "bio: |\n  One, in C#.\n\n  \\## Two\n"),
    ("AUTHOR-OWNER", by("C. Babbage"), by("A. Lovelace")),
    ("AUTHOR-OWNER", by("C. Babbage", "D. Lovell"), by("Engine Consortium")),
    ("AUTHOR-OWNER", by("C. Babbage"), works("title: D, authors: [C. Babbage], et_al: true, type: article, date: 2020")),
    (
        "AUTHOR-OWNER",
        by("C. Babbage"),
        works("title: D, authors: [C. Babbage], translators: [A. Lovelace], type: book, publisher: P, date: 2020"),
    ),
    ("AUTHOR-NAME", by("C. Babbage", "Ada Kng Lovelace"), by("Ada Kng Lovelace", "A. Lovelace")),
    ("AUTHOR-NAME", by("Lovelace, Ada King"), by("A. Lovelace")),
    ("AUTHOR-NAME", by("A. K. Lovelace"), by("A. Lovelace", "B. Lovelace")),
    ("AUTHOR-ET-AL", by("A. Lovelace", "et al."), by("A. Lovelace", "Pete Alba")),
    (
        "TITLE-CAPITALS",
        works(f"title: NOTES ON THE ENGINE TWO, {A}, type: article, date: 2020"),
        works(f"title: NASA and ESA TWO, {A}, type: article, date: 2020"),
    ),
    (
        "TEXT-LINK",
        "bio: See www.example.org and be glad.\n",
        "bio: See [this](https://www.example.org/x), Booking.com or <https://github.com/x/y>.\n",
    ),
    ("TEXT-LINK", "bio: Code at github.com/ada/engine today.\n", "bio: The file a/b.com is mine.\n"),
    (
        "LINK-ID",
        "person: {name: Ada King Lovelace, links: [https://orcid.org/0000-0002-1825-0098]}\n",
        "person: {name: Ada King Lovelace, links: [https://orcid.org/0000-0002-1825-0097]}\n",
    ),
    ("LINK-ID", "bio: At [Works](https://ror.org/03yrm5c27).\n", "bio: At [Works](https://ror.org/03yrm5c26).\n"),
    ("TEXT-EMAIL", "bio: Write to ada@example.org soon.\n", "person: {name: Ada King Lovelace, emails: [ada@example.org]}\n"),
    ("TEXT-TWICE", "bio: It is the the best.\n", "bio: She had had enough, and Zhang Zhang knew that that was so.\n"),
    ("TEXT-QUOTES", "bio: It's “good”, and so's she.\n", "bio: It’s “good”, 5\" wide, and `it's` code.\n"),
    ("TEXT-QUOTES", "bio: The king's “looms”.\n", "bio: A'Bear, O'Neil and D’Arcy built “looms”.\n"),
    (
        "BULLET-VERB",
        bullets("Built a mill", "Led a team", "Wrote the notes", "The engine of the year"),
        bullets("Built a mill", "Successfully led it", "Researches looms"),
    ),
    ("BULLET-LONG", bullets("Built " + "a mill and " * 21), bullets("Built " + "a mill and " * 10)),
    (
        "BULLET-END",
        bullets("Built a mill.", "Led a team", "Wrote notes"),
        bullets("Built a mill", "Led a team. Wrote much.", "Wrote notes"),
    ),
    (
        "DATE-GAP",
        "positions: [{organization: A, start: 2008, end: 2010}, {organization: B, start: 2015, end: 2016}]\n",
        "positions: [{organization: A, start: 2008}, {organization: B, start: 2015, end: 2016}]\n",
    ),
    (
        "DATE-END",
        "positions: [{organization: A, start: 2020}]\n",
        "positions: [{organization: A, start: 2020, end: present}]\nawards: [{title: B, start: 2020}]\n",
    ),
    (
        "TEXT-PLACEHOLDER",
        "person: {name: Jane Doe, emails: [ada@example.org]}\n",
        "person: {name: Ada Lovelace, emails: [ada@example.org]}\nbio: Works on …\n",
    ),
    ("TEXT-PLACEHOLDER", "bio: {en: x, de: …}\n", "person: {name: Jane Doe, emails: [jane@example.org]}\nbio: Todos\n"),
    ("IGNORE-UNKNOWN", "bio: x # cvrender: ignore=DATE-GAPS\n", "bio: x # cvrender: ignore=DATE-GAP\n"),
    ("IGNORE-UNKNOWN", "bio: x # cvrender: forget it\n", "bio: x # just a comment\n"),
]


@pytest.fixture(scope="module")
def codes(source_of: Callable[[str], Source]) -> Callable[[str], set[str]]:
    def find(yaml: str) -> set[str]:
        source = source_of(yaml if yaml.startswith("person") else HEAD + yaml)
        return {problem.code for problem in lint(validate(source), source)}

    return find


@pytest.mark.parametrize(("code", "wrong", "right"), CASES)
def test_each_rule_finds_what_is_wrong_and_minds_nothing_that_is_right(
    code: str, wrong: str, right: str, codes: Callable[[str], set[str]]
) -> None:
    assert code in codes(wrong)
    assert code not in codes(right)


def test_every_rule_is_tried() -> None:
    codes = [rule.code for rule in RULES]
    assert {code for code, _, _ in CASES} == set(codes)
    assert len(codes) == len(set(codes))


def test_a_finding_has_its_place_its_code_and_what_to_do(source_of: Callable[[str], Source]) -> None:
    source = source_of(HEAD + "\nbio: fine\nawards:\n  - {title: Medal, date: 2030}\n")
    (problem,) = lint(validate(source), source)
    assert str(problem).startswith('ada.yaml:6:5: warning: awards[0]: DATE-FUTURE: 2030 is after "updated" (2024-06); ')


def test_a_range_that_ends_before_it_begins_is_an_error_that_nothing_silences(problems_of: Callable[[str], list[str]]) -> None:
    said = problems_of(
        "person: {name: A}\npositions:\n  - {organization: B, start: 2012, end: 2010} # cvrender: ignore=DATE-ORDER\n"
    )
    assert len(said) == 1
    assert "ends (2010) before it begins (2012)" in said[0]


SILENT = [
    "awards:\n  - {title: Medal, date: 2030} # cvrender: ignore=DATE-FUTURE\n",
    "awards:\n  # cvrender: ignore=DATE-FUTURE\n  - {title: Medal, date: 2030}\n",
    "awards:\n  # cvrender: ignore=WORK-YEAR, DATE-FUTURE\n  # because it will be so\n\n  - {title: Medal, date: 2030}\n",
    "awards:\n  - title: Medal # cvrender: ignore=date-future\n    date: 2030\n",
    "awards: # cvrender: ignore=DATE-FUTURE\n  - title: Medal\n    date: 2030\n",
]


@pytest.mark.parametrize("yaml", SILENT)
def test_a_comment_on_the_line_or_above_it_silences_a_rule(yaml: str, codes: Callable[[str], set[str]]) -> None:
    assert "DATE-FUTURE" not in codes(yaml)
    assert "DATE-FUTURE" in codes(yaml.replace("FUTURE", "GAP").replace("future", "gap"))


def test_a_comment_silences_its_entry_only_and_one_on_a_key_all_of_the_section(codes: Callable[[str], set[str]]) -> None:
    awards = "awards:\n  - {title: A, date: 2030} # cvrender: ignore=DATE-FUTURE\n  - {title: B, date: 2031}\n"
    assert "DATE-FUTURE" in codes(awards)
    assert "DATE-FUTURE" not in codes(awards.replace("awards:", "awards: # cvrender: ignore=DATE-FUTURE"))


def test_the_whole_file_is_silenced_from_its_top(problems_of: Callable[[str], list[str]]) -> None:
    from cvrender.load.reader import parse

    text = "# cvrender: ignore=DATE-FUTURE\n\nperson: {name: Ada}\nupdated: 2024\nawards: [{title: A, date: 2030}]\n"
    for yaml, expected in ((text, 0), (text.replace("ignore", "ignored"), 2)):
        source = parse(yaml.encode(), "ada.yaml")
        assert len(lint(validate(source), source)) == expected


def test_an_included_file_has_comments_of_its_own(tmp_path: object) -> None:
    from pathlib import Path

    from cvrender.merge.profile import load_profile

    folder = Path(str(tmp_path))
    (folder / "a.yaml").write_text("person: {name: Ada}\nupdated: 2024\ninclude: [b.yaml]\n", "utf-8")
    for comment, expected in (("# cvrender: ignore=DATE-FUTURE", 0), ("", 1)):
        (folder / "b.yaml").write_text(f"awards:\n  - {{title: A, date: 2030}} {comment}\n", "utf-8")
        loaded = load_profile(folder / "a.yaml")
        assert len(lint(loaded.profile, loaded.source)) == expected
