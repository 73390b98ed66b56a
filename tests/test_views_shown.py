"""Test what each key of a view shows in PDF, Markdown and Word, with the profiles of the project."""

import re
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest

from cvrender.compose.prepare import prepare
from cvrender.load.library import BUILT_IN, Library
from cvrender.load.merge import with_overlay
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.validate import validate
from cvrender.merge.profile import load_profile
from cvrender.pipeline import compose_request
from cvrender.targets import TARGETS
from cvrender.targets.pdf.read import lines_by_page
from cvrender.verify.making import Composed

ROOT = Path(__file__).parents[1]
READ = ("md", "pdf", "docx")


def with_view(name: str, view: str, style: str = "plain", library: Library = BUILT_IN) -> Composed:
    """A profile with an overlay that has the view."""
    return composed_of(with_views(name, f"v: {view}"), "v", style, library)


def with_views(name: str, views: str) -> LoadedProfile:
    overlay = parse(f"views: {{{views}}}\n".encode(), "overlay.yaml")
    source = with_overlay(load_profile(ROOT / "profiles" / f"{name}.yaml").source, overlay)
    return LoadedProfile(source, validate(source))


def composed_of(
    loaded: LoadedProfile, view: str, style: str = "plain", library: Library = BUILT_IN, targets: Sequence[str] = READ
) -> Composed:
    request = RenderRequest(profile=loaded.source.file, view=view, style=style, library=library, targets=tuple(targets))
    return compose_request(prepare(request, loaded))


def content_of(composed: Composed, target: str) -> bytes:
    return TARGETS[target].make(composed.inputs).artifacts[0].content


def docx_text(content: bytes) -> str:
    body = zipfile.ZipFile(BytesIO(content)).read("word/document.xml").decode()
    body = re.sub(r"</w:p>|<w:tab/>|<w:br/>", " ", body)
    return unescape(re.sub(r"<[^>]+>", "", body))


def read(composed: Composed, target: str) -> str:
    """What stands in a target, on one line and without Markdown's signs."""
    if target == "pdf":
        text = " ".join(line for page in lines_by_page(content_of(composed, "pdf")) for line in page)
    elif target == "docx":
        text = docx_text(content_of(composed, "docx"))
    else:
        text = re.sub(r"[*\\]", "", content_of(composed, "md").decode())
    return " ".join(text.replace("\u00a0", " ").replace("’", "'").split())


# Of each case: the profile, its view, what is shown in this order, and what is not shown.
CASES = {
    "order and titles": (
        "cong-xie",
        "{sections: [{from: education, title: Schooling}, {from: positions, title: Jobs, intro: 'Two of *them*:'}]}",
        ["Schooling", "Urbana Champaign", "B.S.", "Jobs", "Two of them:", "Bytedance", "Amazon"],
        ["MegaScale", "Non-convex", "Experience"],
    ),
    "where": (
        "cong-xie",
        "{sections: [{from: publications, where: '\"first\" in authorship and year == 2020 and acceptance'}]}",
        ["CSER", "Zeno++"],
        ["MegaScale", "SDP4Bit", "ZenoPS"],
    ),
    "tags and exclude": (
        "cong-xie",
        "{sections: [{from: positions, exclude: internship, title: Work}, {from: positions, tags: internship, title: Before}]}",
        ["Work", "Bytedance", "Before", "Amazon"],
        [],
    ),
    "since and until": (
        "bing-xie",
        "{sections: [{from: news, since: 2023, until: 2024}]}",
        ["ASPLOS'24", "IPDPS'24", "SC'23"],
        ["HPDC'22", "SC'26", "Meta. ", "new position"],
    ),
    "an age": ("bing-xie", "{sections: [{from: service, since: 0 years}]}", ["SC", "2026", "ICPP", "2026"], ["2025"]),
    "limit": ("xiaonan-nie", "{sections: [{from: news, limit: 2}]}", ["SIGMOD 2025", "ICLR 2025"], ["ICDE 2025", "GTC"]),
    "sort and limit": (
        "xiaonan-nie",
        "{sections: [{from: news, sort: date, limit: 1}, {from: news, sort: -date, limit: 1}]}",
        ["SIGMOD 2025 accepted two papers"],
        ["SOSP"],
    ),
    "pinned": (
        "ada-example",
        "{sections: [{from: publications, pinned: forget, limit: 2, group_by: none, sort: date}]}",
        ["Forgetting on Purpose", "Machines Without Moving Parts"],
        ["Waves Back", "Halting"],
    ),
    "groups by year": (
        "cong-xie",
        "{sections: [{from: publications, group_by: year, where: 'year >= 2022'}]}",
        ["2024", "SDP4Bit", "MegaScale", "2022", "SAPipe", "ZenoPS"],
        ["CSER"],
    ),
    "groups with titles": (
        "minjia-zhang",
        "{sections: [{from: talks, group_by: tag, group_titles: {invited: By Invitation, presentation: Papers Read}}]}",
        ["By Invitation", "Papers Read"],
        ["NxMTransformer: Semi"],
    ),
    "groups by employer": (
        "ada-example",
        "{sections: [{from: positions, group_by: employer}]}",
        ["University of Nowhere", "Associate Professor", "Assistant Professor", "Example Labs", "Research Scientist"],
        ["Ministry of Sand", "Atlantis Ferries"],
    ),
    "columns": (
        "cong-xie",
        "{sections: [{from: publications, columns: {leave_out: [acceptance, date]}, limit: 1, group_by: none}, "
        "{from: education, columns: {leave_out: [advisors, grades]}}]}",
        ["SDP4Bit", "Urbana Champaign", "2016"],
        ["25%", "2024", "Koyejo", "Zhihua", "3.96"],
    ),
    "bullets": (
        "cong-xie",
        "{sections: [{from: positions, bullets: {limit: 1}}]}",
        ["Speed up distributed ML systems", "compressing messages"],
        ["foundational", "local SGD", "averaging"],
    ),
    "authors": (
        "cong-xie",
        "{authors: {max: 3}, sections: [{from: publications, where: '\"MegaScale\" in title', number: none}]}",
        ["Ziheng Jiang", "Haibin Lin, …, Cong Xie, … (32 authors)"],
        ["Yinmin", "Shibiao", "Xin Liu"],
    ),
    "authors of one section": (
        "cong-xie",
        "{authors: {max: 3}, sections: [{from: publications, where: '\"MegaScale\" in title', authors: {max: 1}}]}",
        ["…, Cong Xie, … (32 authors)"],
        ["Ziheng", "Xin Liu"],
    ),
    "no item twice": (
        "cong-xie",
        "{sections: [{from: publications, title: First, where: year == 2024}, {from: publications, title: Second, limit: 1}, "
        "{from: publications, title: Again, where: year == 2024, limit: 1, repeat: true}]}",
        ["First", "SDP4Bit", "MegaScale", "Second", "SAPipe", "Again", "SDP4Bit"],
        ["CSER"],
    ),
    "own sections": (
        "ada-example",
        "{sections: [{from: custom, pinned: outreach, title: For Everybody}]}",
        ["For Everybody", "Explains nothing", "Night of the Open Tabs"],
        ["World Domination", "Outreach"],
    ),
    "interests": (
        "cong-xie",
        "{sections: [{from: interests, limit: 2, title: Fields}]}",
        ["Fields", "Large-scale", "Co-design"],
        ["Non-convex"],
    ),
    "public": (
        "ada-example",
        "{sections: [positions]}",
        ["ada@example.org", "Example Labs"],
        ["0199", "at.home", "Ferries", "Sand", "Told the dean"],
    ),
    "application": (
        "ada-example",
        "{privacy: application, sections: [positions]}",
        ["0199", "Example Labs", "Ferries"],
        ["at.home", "Sand", "Told the dean"],
    ),
    "full": (
        "ada-example",
        "{privacy: full, sections: [positions, custom]}",
        ["0199", "at.home", "Told the dean", "Sand", "Ferries", "World Domination"],
        [],
    ),
    "extends": (
        "cong-xie",
        "{extends: publications, authors: {max: 2}}",
        ["Conference Papers", "Journal Articles"],
        ["Amazon Inc.", "Illinois"],
    ),
}


def id_of(case: str) -> str:
    return case.replace(" ", "-")


@cache
def with_all_views(name: str) -> LoadedProfile:
    """A profile with the views of all its cases."""
    return with_views(name, ", ".join(f"{id_of(case)}: {view}" for case, (profile, view, *_) in CASES.items() if profile == name))


IN_PDF = {"groups with titles", "columns", "authors of one section", "application"}
"""Of the PDF, which has the same Document as the others, the rest is read with the slow tests."""


@pytest.mark.parametrize("case", CASES)
def test_every_key_reaches_the_reader(case: str) -> None:
    shows_what_is_wanted(case, READ if case in IN_PDF else ("md", "docx"))


@pytest.mark.slow
@pytest.mark.parametrize("case", sorted(CASES.keys() - IN_PDF))
def test_every_key_reaches_the_reader_of_a_pdf(case: str) -> None:
    shows_what_is_wanted(case, ("pdf",))


def shows_what_is_wanted(case: str, targets: Sequence[str]) -> None:
    name, _, shown, absent = CASES[case]
    composed = composed_of(with_all_views(name), id_of(case), targets=targets)
    for target in targets:
        is_shown(read(composed, target), shown, absent, whole=case == "columns")


def is_shown(text: str, shown: list[str], absent: list[str], whole: bool) -> None:
    place = 0
    for words in shown:
        assert words in text[place:], f"{words} is not in {text[place:]}"
        place = text.index(words, place) + len(words)
    body = text if whole else text.partition(shown[0])[2]
    assert not [words for words in absent if words in body]


def once(texts: list[str], text: str) -> list[int]:
    return [text.count(title) for title in texts]


@pytest.mark.slow
@pytest.mark.parametrize("target", READ)
def test_no_publication_stands_twice_in_the_sections_of_the_longest_profile(
    profiles_dir: Path, target: str, same: Callable[[str], str], composed: Callable[..., Composed]
) -> None:
    loaded = load_profile(profiles_dir / "minjia-zhang.yaml")
    document = composed(loaded, "cv")
    sections = [section for section in document.inputs.document.sections if section.id.startswith("publications")]
    assert len(sections) == 4 and len({section.id for section in sections}) == 4
    text = same(read(document, target))
    places = [text.find(same(str(work.title))) for work in loaded.profile.publications]
    assert len(places) > 40 and min(places) >= 0


@pytest.fixture
def same() -> Callable[[str], str]:
    """A text as it is compared: letters and digits only."""
    return lambda text: "".join(re.findall(r"[^\W_]+", text)).casefold()


@pytest.mark.parametrize(
    ("number", "md"),
    [
        ("up", ["1.", "2.", "1.", "2."]),
        ("down", ["2.", "1.", "2.", "1."]),
        ("continuing", ["1.", "2.", "3.", "4."]),
        ("[down, continuing]", ["4.", "3.", "2.", "1."]),
        ("none", []),
    ],
)
def test_numbers_are_those_that_the_view_asks_for(number: str, md: list[str]) -> None:
    sections = [f"{{from: publications, where: year == {year}, limit: 2, number: {number}}}" for year in (2024, 2022)]
    shown = with_view("cong-xie", f"{{sections: [{', '.join(sections)}]}}")
    text = content_of(shown, "md").decode()
    assert [f"{numbers}." for numbers in re.findall(r"^(\d+)\\?\. ", text, re.M)] == md
    lines = [line for page in lines_by_page(content_of(shown, "pdf")) for line in page]
    numbers = [match[1] for line in lines if (match := re.match(r"\[?(\d)[\].]", line))]
    assert numbers == [word[:-1] for word in md]


@pytest.mark.slow
def test_a_section_speaks_the_views_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = (ROOT / "styles" / "plain" / "terms" / "en.yaml").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "styles" / "mine" / "terms").mkdir(parents=True)
    (tmp_path / "styles" / "mine" / "style.yaml").write_text("about: x\nextends: plain\n", "utf-8")
    (tmp_path / "styles" / "mine" / "terms" / "zh.yaml").write_text(terms.replace("Positions", "X"), "utf-8")
    view = "{language: zh, sections: [bio, {from: positions, title: {en: Posts, zh: 职位}, intro: {en: See, zh: 见下}}]}"
    paths = with_view("ada-example", view, "mine", Library((tmp_path,)))
    for target in READ:
        text = read(paths, target)
        assert "这是一份虚构的履历" in text.replace(" ", "") and "职位" in text and "见下" in text and "助理教授" in text
        assert "Posts" not in text and "Assistant Professor" not in text
