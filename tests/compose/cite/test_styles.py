"""Test finding, stripping and choosing citation styles, and what a style leaves out."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cvrender.api import render
from cvrender.compose.cite.stripped import stripped
from cvrender.errors import InputError
from cvrender.load.library import BUILT_IN, Library
from cvrender.load.library.citation_styles import KIND, UnusableStyle, find_citation_style
from cvrender.load.request import RenderRequest, RenderResult
from cvrender.merge.profile import load_profile
from cvrender.pipeline import run
from cvrender.targets import TARGETS

NS = "{http://purl.org/net/xbiblio/csl}"
INDEPENDENT = """<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>Short</title><id>http://www.zotero.org/styles/short</id></info>
<citation collapse="year" disambiguate-add-year-suffix="true"><layout><text variable="title"/></layout></citation>
<bibliography et-al-min="2" et-al-use-first="1" subsequent-author-substitute="---">
<sort><key variable="title"/></sort>
<layout suffix="."><group delimiter=", "><text variable="citation-number" prefix="["/><names variable="author"/>
<text variable="title" font-style="italic"/><date variable="issued"><date-part name="year"/></date></group></layout>
</bibliography></style>"""
DEPENDENT = """<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0"><info><title>Ours</title>
<link href="http://www.zotero.org/styles/{}" rel="independent-parent"/></info></style>"""
NOTE = """<style xmlns="http://purl.org/net/xbiblio/csl" class="note" version="1.0"><info><title>Note</title><id>n</id></info>
<macro name="people"><choose><if position="first"><names variable="author"/></if>
<else><text value="see above"/></else></choose></macro>
<citation et-al-min="2" et-al-use-first="1"><sort><key variable="title"/></sort><layout delimiter="; " suffix="."><choose>
<if position="ibid near-note" match="any"><text term="ibid"/></if>
<else-if position="subsequent" type="book" match="any"><text macro="people"/><text variable="title" prefix=": "/></else-if>
<else-if position="first" type="book"><text value="never"/></else-if>
<else-if position="first" match="none"><text value="never"/></else-if>
<else-if position="first subsequent" match="any"><text macro="people"/><text variable="title" font-style="italic" prefix=", "/>
<date variable="issued" prefix=" "><date-part name="year"/></date></else-if>
<else><text value="never"/></else></choose></layout></citation></style>"""
PROFILE = """person: {name: Ada Example}
publications:
  - {type: article-journal, title: A Title, authors: [Ada Example, Charles Sample], date: 2020, venue: Journal of Examples,
     volume: 12, doi: 10.5555/1, awards: [Best Paper], status: under-review}
  - {type: book, title: Another Title, authors: [Charles Sample, Ada Example], date: 2021, publisher: Sample Press}
"""


def test_every_style_is_independent_and_names_its_licence_and_authors() -> None:
    names = BUILT_IN.names(KIND)
    assert len(names) >= 14
    for name in names:
        style = find_citation_style(name, Path())
        root = ElementTree.fromstring(style.xml)
        assert root.find(f"{NS}info/{NS}author") is not None
        rights = root.find(f"{NS}info/{NS}rights")
        assert rights is not None and "by-sa/3.0" in rights.get("license", "")
        without = ElementTree.fromstring(stripped(style.xml))
        assert not without.findall(f".//{NS}bibliography/{NS}sort")
        assert len([item for item in without.iter() if item.get("variable") in ("citation-number", "year-suffix")]) <= 1
    docs = Path(__file__).parents[3] / "docs" / "citations.md"
    assert [name for name in names if f"| `{name}` |" not in docs.read_text("utf-8")] == []


def test_a_style_is_stripped() -> None:
    style = stripped(INDEPENDENT)
    assert 'et-al-min="2"' in style and 'et-al-min="2"' not in stripped(INDEPENDENT, et_al=False)
    assert not any(word in style for word in ("collapse", "year-suffix", "subsequent-author", "<sort", 'prefix="["'))


def test_a_style_without_a_bibliography_cites_each_work_for_the_first_time(tmp_path: Path) -> None:
    (tmp_path / "note.csl").write_text(NOTE, "utf-8")
    (tmp_path / "ada.yaml").write_text(PROFILE + "citations: {style: note.csl, hidden_owner: warn}\n", "utf-8")
    text = text_of(render(load_profile(tmp_path / "ada.yaml"), targets=["txt"]))
    text = re.sub(r" <[^>]*>", "", text)
    assert "Ada Example et al., A Title 2020." in text and "Charles Sample et al.: Another Title." in text
    assert "never" not in text and "ibid" not in text and "see above" not in text


def test_bluebook_cites_as_in_a_note(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(PROFILE + "citations: bluebook\n", "utf-8")
    text = text_of(render(load_profile(tmp_path / "ada.yaml"), targets=["txt"]))
    assert "Charles Sample & Ada Example, Another Title (2021)." in text


@pytest.mark.parametrize(
    "number", ["10,000,000", "WO 2020/123456", "10-2020-0012345", "EP1234567A1-B2", "2020–7", "MS# 406007-US"]
)
def test_the_number_of_a_patent_is_one_number(number: str, tmp_path: Path) -> None:
    patent = f"patents: [{{title: Reader, authors: [Ada Example], number: '{number}', authority: US, date: 2020}}]"
    (tmp_path / "ada.yaml").write_text(f"person: {{name: Ada Example}}\n{patent}\ncitations: apa\n", "utf-8")
    text = text_of(render(load_profile(tmp_path / "ada.yaml"), targets=["txt"]))
    assert f"Reader (US Patent No. {number})." in text


@pytest.mark.parametrize(
    ("style", "work", "expected"),
    [
        ("ieee", "{type: article, title: A, authors: [Ada Example], url: 'https://a.example.org'}", "[Online]. Available: "),
        ("acm", "{type: article, title: A, authors: [Sample Inc.], date: 2023}", "Sample Inc. 2023. A."),
        ("apa", "{type: book, title: A, authors: [Ada Example], edition: 2nd edition}", "A (2nd ed.)."),
        ("apa", "{type: book, title: A, authors: [Ada Example], edition: Revised edition}", "A (Revised edition)."),
    ],
)
def test_what_pandoc_alone_would_print_otherwise(style: str, work: str, expected: str, tmp_path: Path) -> None:
    """citeproc-js prints each of these; pandoc prints no `[Online]`, `Inc..` and `2nd edition` or `2nd edition eds.`"""
    (tmp_path / "ada.yaml").write_text(f"person: {{name: Ada Example}}\npublications: [{work}]\ncitations: {style}\n", "utf-8")
    text = text_of(render(load_profile(tmp_path / "ada.yaml"), targets=["txt"]))
    assert expected in " ".join(text.split())


def test_words_beside_a_date_of_access_stay_only_in_a_group() -> None:
    group = '<group><term/><group><text term="accessed"/><date variable="accessed"/></group>{}</group>'
    layout = f"<layout>{group}</layout>"
    for beside, is_removed in [('<group><text term="online"/></group>', True), ('<text term="online"/>', False)]:
        style = re.sub(r"<layout suffix.*</layout>", layout.format(beside), INDEPENDENT, flags=re.DOTALL)
        assert ('variable="accessed"' in stripped(style)) != is_removed


def test_authors_that_a_style_leaves_out_follow(tmp_path: Path) -> None:
    (tmp_path / "short.csl").write_text(re.sub(r"<names[^>]*>", "", INDEPENDENT), "utf-8")
    (tmp_path / "ada.yaml").write_text(PROFILE + "citations: short.csl\n", "utf-8")
    text = text_of(render(load_profile(tmp_path / "ada.yaml"), targets=["txt"]))
    assert "Another Title, 2021. Charles Sample, Ada Example" in " ".join(text.split())


def test_dependent_styles(tmp_path: Path) -> None:
    (tmp_path / "ours.csl").write_text(DEPENDENT.format("apa"), "utf-8")
    style = find_citation_style("ours.csl", tmp_path)
    assert style.title == "Ours" and "American Psychological Association" in style.xml and len(style.files) == 2
    (tmp_path / "other.csl").write_text(DEPENDENT.format("short"), "utf-8")
    with pytest.raises(UnusableStyle, match="depends on the style .short."):
        find_citation_style("other.csl", tmp_path)
    (tmp_path / "short.csl").write_text(INDEPENDENT, "utf-8")
    assert find_citation_style("other.csl", tmp_path).xml == INDEPENDENT
    (tmp_path / "citation-styles").mkdir()
    (tmp_path / "citation-styles" / "apa.csl").write_text(INDEPENDENT, "utf-8")
    assert find_citation_style("apa", tmp_path, Library((tmp_path,))).title == "Short"


def test_a_style_that_pandoc_cannot_read_is_an_error_of_the_input(tmp_path: Path) -> None:
    (tmp_path / "short.csl").write_text(INDEPENDENT.replace('<text variable="title" font', "<text font"), "utf-8")
    (tmp_path / "ada.yaml").write_text(PROFILE + "citations: short.csl\n", "utf-8")
    with pytest.raises(InputError, match=r'short\.csl: error: the citation style "short" cannot be read: .*lacks'):
        render(load_profile(tmp_path / "ada.yaml"), targets=["txt"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<style", "is not XML here"),
        ("<html/>", "is not a CSL style"),
        ('<!DOCTYPE style [<!ENTITY a "b">]><style/>', "document type"),
        (INDEPENDENT.replace("layout", "other"), "without a layout for a bibliography or a citation"),
    ],
)
def test_a_broken_style_is_an_error_with_its_place(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "broken.csl").write_text(content, "utf-8")
    (tmp_path / "ada.yaml").write_text(PROFILE + "citations: broken.csl\n", "utf-8")
    with pytest.raises(InputError, match=message) as raised:
        render(load_profile(tmp_path / "ada.yaml"), targets=["txt"])
    (problem,) = raised.value.problems
    assert problem.file.endswith("broken.csl") and problem.line >= 1


def test_errors_are_where_the_style_was_chosen(tmp_path: Path) -> None:
    views = "views: {short: {citations: nothere.csl, sections: [{from: publications, citations: aap}]}}\n"
    (tmp_path / "ada.yaml").write_text(PROFILE + views, "utf-8")
    with pytest.raises(InputError) as raised:
        render(load_profile(tmp_path / "ada.yaml"), view="short", targets=["txt"])
    first, second = raised.value.problems
    assert (first.line, first.path) == (6, "views.short.citations") and "nothere.csl" in first.message
    assert "did you mean" in second.hint and second.path.endswith("sections[0].citations")
    request = RenderRequest(
        profile=str(tmp_path / "ada.yaml"), targets=("txt",), options=(("citations", "../x.csl"),), untrusted=True
    )
    with pytest.raises(InputError, match="only styles by name") as refused:
        run(request)
    assert len(refused.value.problems) == 1


def text_of(result: RenderResult) -> str:
    return result[0].content.decode()


def test_the_nearest_choice_counts(tmp_path: Path) -> None:
    views = """citations: ieee
views:
  mixed: {sections: [{from: publications, where: type == book, citations: none}, publications]}
  short: {citations: apa, sections: [publications]}
"""
    (tmp_path / "ada.yaml").write_text(PROFILE + views, "utf-8")
    loaded = load_profile(tmp_path / "ada.yaml")
    mixed = text_of(render(loaded, view="mixed", targets=["txt"]))
    assert "A. Example and C. Sample, “A Title,” Journal of Examples, vol. 12, 2020" in " ".join(mixed.split())
    assert "Charles Sample, Ada Example, Another Title" in " ".join(mixed.split())
    short = render(loaded, view="short", targets=["txt"])
    assert "Example, A., & Sample, C. (2020). A Title" in text_of(short)
    assert "(Under review) Best Paper" in " ".join(text_of(short).split())
    given = text_of(render(loaded, view="short", targets=["txt"], options={"citations": "ieee"}))
    assert "A. Example and C. Sample" in given


def test_a_short_name_of_a_journal_is_its_name(tmp_path: Path) -> None:
    source = PROFILE.replace("venue: Journal of Examples", "venue: {name: Journal of Examples, short: J. Ex.}")
    (tmp_path / "ada.yaml").write_text(source + "citations: ieee\n", "utf-8")
    result = render(load_profile(tmp_path / "ada.yaml"), targets=["txt"])
    assert "J. Ex." in text_of(result) and [problem for problem in result.warnings if "venue" in problem.message] == []


def test_what_a_style_leaves_out_is_listed_once(tmp_path: Path) -> None:
    (tmp_path / "short.csl").write_text(INDEPENDENT, "utf-8")
    (tmp_path / "ada.yaml").write_text(PROFILE + "citations: short.csl\n", "utf-8")
    result = render(load_profile(tmp_path / "ada.yaml"), targets=["txt"])
    (warning,) = result.warnings
    assert 'the citation style "short" leaves out publisher of book (1), venue of article-journal (1), ' in warning.message
    assert warning.line == 6 and warning.path == "citations"
    assert "Charles Sample, Ada Example, Another Title, 2021." in text_of(result)


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_every_target_prints_a_citation_style(target: str, tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(PROFILE + "citations: apa\n", "utf-8")
    assert render(load_profile(tmp_path / "ada.yaml"), targets=[target]).artifacts
