"""Test composing Documents: the header, sections, marks and legends, roles, rows, numbers, and values that break nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.load.library import BUILT_IN, Library, find_style
from cvrender.model.document import Document, EntryBlock, EntryList, Group, LabelRow, Paragraph, Rows, Section
from cvrender.model.text import Span, Text, plain_text
from cvrender.model.value import Value
from cvrender.text.markup import inline

DocumentOf = Callable[..., Document]


def section(document: Document, name: str) -> Section:
    (shown,) = (section for section in document.sections if section.id == name)
    return shown


def all_of(kind: type, value: Any) -> Iterator[Any]:
    if isinstance(value, kind):
        yield value
    if isinstance(value, tuple):
        for item in value:
            yield from all_of(kind, item)
    elif isinstance(value, Value):
        for name in value.__struct_fields__:
            yield from all_of(kind, getattr(value, name))


def plains(value: Any) -> list[str]:
    return [text.plain for text in all_of(Text, value) if text]


def entry(document: Document) -> EntryBlock:
    """The first entry of the last section."""
    return next(all_of(EntryBlock, document.sections[-1]))


# The header and what the file says of itself


def test_the_header_has_the_name_and_each_contact_with_its_link(document_of: DocumentOf) -> None:
    header = document_of(
        """\
person:
  name: Ada Lovelace
  native: 艾达
  headline: "Countess, *analyst*"
  location: {value: London, label: home}
  phones: ["+44 20 1", {value: +44 30 2, label: office}]
  emails: [ada@example.org, {value: a@b.org, label: "*work*"}]
  links: [https://www.example.org/ada/, {value: "https://github.com/ada", label: Code}, "mailto:x@y.org"]
"""
    ).header
    assert (header.name, header.native, header.headline.plain) == ("Ada Lovelace", "艾达", "Countess, analyst")
    assert [(c.kind, c.source, c.text.plain, c.text.spans[0].href) for c in header.contacts] == [
        ("location", "person.location", "London (home)", ""),
        ("phone", "person.phones[0]", "+44 20 1", "tel:+44201"),
        ("phone", "person.phones[1]", "+44 30 2 (office)", "tel:+44302"),
        ("email", "person.emails[0]", "ada@example.org", "mailto:ada@example.org"),
        ("email", "person.emails[1]", "a@b.org (work)", "mailto:a@b.org"),
        ("link", "person.links[0]", "www.example.org/ada", "https://www.example.org/ada/"),
        ("link", "person.links[1]", "Code", "https://github.com/ada"),
        ("link", "person.links[2]", "x@y.org", "mailto:x@y.org"),
    ]


def test_the_file_says_whose_it_is_and_takes_no_time_from_the_clock(document_of: DocumentOf) -> None:
    yaml = "interests: ['*Engines*', Chess]\nupdated: 2024-05\nperson: {name: Ada, headline: '**Countess**'}"
    properties = document_of(yaml).properties
    assert (properties.title, properties.author, properties.subject) == ("Ada – Curriculum Vitae", "Ada", "Countess")
    assert (properties.keywords, properties.language, properties.modified) == (("Engines", "Chess"), "en", "2024-05")
    assert document_of("person: {name: Ada}").properties.modified == ""


# Sections


def test_a_section_without_data_is_not_there(document_of: DocumentOf) -> None:
    assert document_of("awards: []\nnews: [{text: a, private: true}]\ncustom: [{title: Empty}]").sections == ()


def test_sections_have_their_titles_and_ids_that_no_other_has(document_of: DocumentOf) -> None:
    yaml = """\
bio: "one\\n\\ntwo *three*"
interests: [a, "*b*"]
talks: [{title: t}]
custom: [{title: "My *own*", text: x}, {title: Other, entries: [{title: y}]}]
views:
  twice: {sections: [talks, {from: talks, repeat: true, title: Again}, custom, bio, interests]}
"""
    sections = document_of(yaml, view="twice").sections
    assert [s.title.plain for s in sections] == ["Talks", "Again", "My own", "Other", "Biography", "Research Interests"]
    ids = [s.id for s in sections]
    assert len(set(ids)) == len(ids) and ids[0] == "talks" and ids[-2:] == ["bio", "interests"]
    assert sections[-2].blocks == (
        Paragraph(plain_text("one"), source="bio"),
        Paragraph(inline("two *three*"), source="bio"),
    )
    assert plains(sections[-1].blocks) == ["a, b"]


def test_publications_stand_under_their_types_and_numbers_go_by_the_option(document_of: DocumentOf) -> None:
    yaml = """\
publications:
  - {title: A, authors: [X], type: article, date: 2019}
  - {title: B, authors: [X], type: paper-conference, date: 2018}
  - {title: C, authors: [X], type: dance, date: 2018}
""".replace("dance", "performance")
    blocks = section(document_of(yaml), "publications").blocks
    assert [block.title.plain for block in blocks if isinstance(block, Group)] == [
        "Conference Papers",
        "Preprints",
        "Performances",
    ]
    assert {found.marker for found in all_of(EntryList, blocks)} == {"number"}
    assert {found.marker for found in all_of(EntryList, document_of(yaml, numbering="false").sections)} == {"none"}


# Author lists

WORKS = """\
person: {name: Bin Li, native: 李斌, variants: [B. Li]}
publications:
  - {title: P, authors: [Bin Lin, {name: B. Li, equal: true}, {name: Xu, equal: true}], et_al: true, type: article, date: 2019}
patents: [{title: Q, authors: [Bin Li, Robin Li], date: 2018}]
grants: [{title: G, investigators: [{name: 李斌, corresponding: true}, Wang]}]
"""


@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
def test_the_owner_alone_is_bold_in_every_list(document_of: DocumentOf, style: str) -> None:
    people = ["Bin Lin", "B. Li", "Bin Li", "Robin Li", "李斌", "Wang", "Xu"]
    document = document_of(WORKS, style)
    bold = {span.text for text in all_of(Text, document.sections) for span in text.spans if span.bold}
    assert {name for name in people if name in bold} == {"B. Li", "Bin Li", "李斌"}
    assert not [text for text in bold if any(name in text for name in ("Bin Lin", "Robin", "Wang", "Xu"))]
    assert any("Xu* et al." in text for text in plains(document.sections))


@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
@pytest.mark.parametrize("where", ["section", "entry"])
def test_a_legend_stands_where_its_marks_do_and_nowhere_else(document_of: DocumentOf, style: str, where: str) -> None:
    document = document_of(WORKS, style, legend=where)
    meanings = {name: [m for m in ("equal", "corresponding", "student") if m in " ".join(plains(section(document, name)))]
                for name in ("publications", "patents", "grants")}  # fmt: skip
    assert meanings == {"publications": ["equal"], "patents": [], "grants": ["corresponding"]}
    legends = [block for block in all_of(Paragraph, document.sections) if block.kind == "legend"]
    assert len(legends) == (2 if where == "section" else 0)


# Entries


def test_a_position_holds_its_roles_and_bullets_hold_bullets(document_of: DocumentOf) -> None:
    yaml = """\
positions:
  - organization: Engines Ltd
    start: 1840
    end: present
    roles:
      - {title: Analyst, start: 1842, end: 1843, highlights: [a]}
      - {title: Translator, private: true, highlights: [b]}
      - {title: Advisor, highlights: [{text: c, highlights: [d]}]}
"""
    position = entry(document_of(yaml))
    assert (position.kind, position.date.plain, position.when) == ("position", "1840 – Present", "1840/present")
    analyst, advisor = position.entries
    assert (analyst.kind, analyst.title.plain, analyst.date.plain, analyst.source) == (
        "role", "Analyst", "1842–1843", "positions[0].roles[0]",
    )  # fmt: skip
    assert advisor.title.plain == "Advisor" and plains(advisor.bullets) == ["c", "d"]
    assert not analyst.is_simple and entry(document_of("awards: [{title: a}]")).is_simple


def test_a_workshop_paper_says_so_with_a_heading_and_without(document_of: DocumentOf) -> None:
    work = "{title: A, authors: [X], type: paper-conference, genre: workshop, venue: V, date: 2019}"
    other = "{title: B, authors: [X], type: book, date: 2019}"
    for style in BUILT_IN.names("styles"):
        for works in (work, f"{work}, {other}"):
            assert "workshop" in " ".join(plains(document_of(f"publications: [{works}]", style))).lower(), (style, works)


def test_a_workshop_paper_says_so_in_the_language_of_the_view(document_of: DocumentOf) -> None:
    work = "{title: A, authors: [X], type: paper-conference, genre: workshop, venue: V, date: 2019}"
    for style in BUILT_IN.names("styles"):
        for venue in ("venue: V", "venue: A Conference with a Long Name"):
            yaml = f"views: {{v: {{sections: [publications], language: zh}}}}\npublications: [{work.replace('venue: V', venue)}]"
            shown = " ".join(plains(document_of(yaml, style, "v").sections))
            assert "研讨会" in shown and "workshop" not in shown, (style, venue)


def test_the_owner_is_bold_among_people_who_are_not_authors(document_of: DocumentOf) -> None:
    yaml = """\
person: {name: Bin Li}
publications:
  - {title: P, authors: [Xu], translators: [Wang, Bin Li], container_editors: [Bin Li, Robin Li], type: chapter, venue: V,
     date: 2019}
"""
    title = entry(document_of(yaml)).title
    assert "translated by Wang and Bin Li" in title.plain and "edited by Bin Li and Robin Li" in title.plain
    assert [span.text for span in title.spans if span.bold] == ["Bin Li", "Bin Li"]


def test_rows_have_a_label_and_keep_their_bullets(document_of: DocumentOf) -> None:
    yaml = "skills: [{name: Languages, items: [C, '**Ada**'], level: fluent, highlights: [a, {text: b, highlights: [c]}]}]"
    (block,) = section(document_of(yaml), "skills").blocks
    assert isinstance(block, Rows)
    (row,) = block.rows
    assert (row.label.plain, row.text.plain, plains(row.bullets)) == ("Languages", "C, Ada (fluent)", ["a", "b", "c"])
    assert row.source == "skills[0]" and Span("Ada", bold=True) in row.text.spans


@pytest.mark.parametrize(
    ("form", "range_", "shown"),
    [
        ("abbreviated", "en-dash", "May 2016 – Jun 1, 2018"),
        ("long", "hyphen", "May 2016 - June 1, 2018"),
        ("numeric", "en-dash", "05/2016 – 06/01/2018"),
        ("iso", "hyphen", "2016-05 - 2018-06-01"),
    ],
)
def test_dates_are_written_as_the_style_is_told(document_of: DocumentOf, form: str, range_: str, shown: str) -> None:
    document = document_of("awards: [{title: a, start: 2016-05, end: 2018-06-01}]", dates=form, range=range_)
    assert entry(document).date.plain == shown


def test_links_doi_and_arxiv_go_where_they_should(document_of: DocumentOf) -> None:
    yaml = """\
publications:
  - title: "On *engines*, $O(n)$ and `code`"
    authors: [X]
    type: article
    doi: 10.1000/a_(b)<c>
    arxiv: 2101.00001
    url: https://example.org/p?a=1&b=%20#c
    links: [{url: "https://example.org/code", label: Code}, "https://example.org/data/"]
"""
    for style in BUILT_IN.names("styles"):
        spans = [span for text in all_of(Text, document_of(yaml, style).sections) for span in text.spans]
        targets = {span.text: span.href for span in spans if span.href}
        assert targets["doi:10.1000/a_(b)<c>"] == "https://doi.org/10.1000/a_(b)<c>"
        assert targets["arXiv:2101.00001"] == "https://arxiv.org/abs/2101.00001"
        assert targets["Code"] == "https://example.org/code" and targets["example.org/data"] == "https://example.org/data/"
        assert "https://example.org/p?a=1&b=%20#c" in targets.values()
        assert Span("O(n)", math=True) in [Span(s.text, math=s.math) for s in spans]


# Hostile values


@settings(max_examples=30)
@given(
    st.text(
        st.sampled_from("a *_`[]()<>\\${}%#!&~|\"':/.,;-{}") | st.characters(exclude_categories=["C", "Zl", "Zp", "Zs"]),
        min_size=1,
    )
)
def test_no_value_breaks_a_styles_patterns(source_of: Any, document_of: DocumentOf, text: str) -> None:
    text = text.strip()
    if not text:
        return
    quoted = "'" + text.replace("'", "''") + "'"
    yaml = f"""\
person: {{name: Ada}}
publications: [{{title: {quoted}, authors: [{quoted}], type: article, number: {quoted}, venue: {{name: {quoted}, short: b}}}}]
awards: [{{title: a, note: {quoted}}}]
skills: [{{name: {quoted}, items: [{quoted}, {quoted}]}}]
"""
    prose = inline(text).plain
    for style in ("plain", "classic"):
        document = document_of(yaml, style, punctuation="typed")
        work, award = (next(all_of(EntryBlock, section(document, name))) for name in ("publications", "awards"))
        shown = " ".join(plains(work))
        assert f"“{prose}”" in shown and shown.count(text) >= 2 and prose in shown.replace(f"“{prose}”", "")
        assert award.title.plain == (f"a, {prose}" if prose else "a")
        row = next(all_of(LabelRow, section(document, "skills")))
        assert (row.label.plain, row.text.plain) == (prose, f"{prose}, {prose}" if prose else "")


def test_a_style_with_a_wrong_pattern_is_an_input_error(
    document_of: DocumentOf, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "styles" / "mine").mkdir(parents=True)
    file = tmp_path / "styles" / "mine" / "style.yaml"
    for yaml, data, said in [
        (
            "entries: {award: {title: '{{ ttle }}'}}",
            "awards: [{title: a}]",
            'unknown field "ttle"; did you mean "title"?',
        ),
        ("entries: {interest: {title: '{{ x }}'}}", "interests: [a]", 'unknown field "x"; available: date, end, '),
        (
            "entries: {award: {bullets: [title]}}",
            "awards: [{title: a}]",
            '"title" is not a list, so it cannot be used for bullets',
        ),
        (
            "entries: {award: {bullets: [__slots__]}}",
            "awards: [{title: a}]",
            '"__slots__" is not a list, so it cannot be used for bullets',
        ),
        (
            "entries: {award: {title: '{% for a in title %}{% endfor %}'}}",
            "awards: [{title: a}]",
            '"for" is not allowed in a pattern',
        ),
    ]:
        file.write_text(f"about: x\nextends: plain\n{yaml}", "utf-8")
        with pytest.raises(InputError) as caught:
            document_of(data, "mine", library=Library((Path(),)))
        assert said in str(caught.value)
        assert str(caught.value).startswith("styles/mine/style.yaml:3:")


def test_every_kind_of_entry_has_a_pattern_in_every_style() -> None:
    kinds = [set(find_style(name).entries) for name in BUILT_IN.names("styles")]
    assert len(kinds) >= 2 and all(found == kinds[0] for found in kinds) and len(kinds[0]) >= 20


@pytest.mark.parametrize("number", ["-", "<script>alert(1)</script>", "none", "tel:1", "０１２", "1" * 61])
def test_what_nobody_can_dial_is_no_link(number: str, document_of: DocumentOf) -> None:
    document = document_of(f"person: {{name: Ada, phones: ['{number}', '+1 (555) 01-00 ext. 5', '+1 (555) 01-00']}}")
    links = [contact.text.spans[0].href for contact in document.header.contacts]
    assert links == ["", "tel:+1(555)01-00ext.5", "tel:+15550100"]


def test_the_year_after_a_venue_of_the_same_year_is_left_out_and_no_year_within_a_text(document_of: DocumentOf) -> None:
    texts = plains(
        document_of(
            "person: {name: Ada}\n"
            "custom: [{title: Texts, entries: [{title: from 2015 2015 2015 to 2016}]}]\n"
            "publications: [{title: Looms, type: paper-conference, authors: [Ada], venue: {name: PLDI 2024}, date: 2024}]\n",
            "classic",
        )
    )
    assert "from 2015 2015 2015 to 2016" in texts
    (paper,) = (text for text in texts if "PLDI" in text)
    assert paper.count("2024") == 1


@pytest.mark.parametrize(
    ("language", "number", "shown"),
    [
        ("ja", "7123456", "特許第7123456号"),
        ("ja", "10,123,456", "特許第10,123,456号"),
        ("ja", "特願2023-123456", "特願2023-123456"),
        ("ja", "20230123456", "20230123456"),
        ("ko", "1234567", "특허 제1234567호"),
        ("en", "7123456", "7123456"),
    ],
)
def test_the_number_of_a_granted_patent_has_the_words_of_the_language(
    document_of: Callable[..., Document], language: str, number: str, shown: str
) -> None:
    author = "{name: Hanako Kakū, native: 架空花子}"
    patent = f"patents: [{{title: X, authors: [{author}], number: '{number}'}}]\n"
    view = f"views: {{v: {{language: {language}, list_name_order: native, sections: [patents]}}}}"
    document = document_of(f"person: {{name: Ada Lovelace}}\n{patent}{view}", view="v")
    (texts,) = document.sections[0].blocks
    assert isinstance(texts, EntryList)
    title = texts.entries[0].title.plain
    assert title.startswith("架空花子") and "Hanako" not in title
    assert title.endswith(shown) and title[: -len(shown)].endswith(("、", ", "))
