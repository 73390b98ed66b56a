"""Test where pages end: a list does not continue on the next page with a single short entry."""

import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.merge.profile import load_profile
from cvrender.model.document import EntryBlock, EntryList
from cvrender.model.measures import FEWEST_LINES
from cvrender.model.text import plain_text
from cvrender.targets.pdf.read import lines_by_page

ROOT = Path(__file__).parents[1]
KINDS = {  # of sections: what each contains, one of its entries, and the height of that in lines
    "award": ("kind: award, entries: [{}]", "{{title: Prize {0}, date: {1}}}", 1),
    "rows": ("rows: [{}]", "[Row {0}, Some words]", 1),
    "position": ("kind: position, entries: [{}]", "{{organization: Works {0}, title: Engineer, date: {1}}}", 2),
}


def profile() -> str:
    """Return a profile of many sections, so that pages end at many places of a list; each entry says how many are left."""
    sections = []
    for part, kind in enumerate(list(KINDS) * 8):
        content, entry, _ = KINDS[kind]
        entries = ", ".join(entry.format(f"{kind}{left}left", 2000 - left) for left in range(6 + part % 5, 0, -1))
        sections.append(f"  - {{id: s{part}, title: Part {part}, {content.format(entries)}}}")
    view = "views: {v: {extends: full, balance: false}}"
    return "\n".join(["person: {name: Ada Example}", view, "custom:", *sections, ""])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "options"),
    [("classic", {}), ("homepage", {}), ("proceedings", {}), ("moderncv", {}), ("moderncv", {"variant": "banking"})],
)
def test_the_last_short_entries_of_a_list_are_on_one_page(tmp_path: Path, style: str, options: dict[str, str]) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(profile(), "utf-8")
    [artifacts] = render(load_profile(path), view="v", style=style, targets=["pdf"], options=options)
    ends = []
    for page in lines_by_page(artifacts.content)[1:]:
        kind, left = re.findall(r"(award|rows|position)(\d+)left", " ".join(page))[0]
        ends.append(int(left) * KINDS[kind][2])
    assert len(ends) > 3 and min(ends) >= FEWEST_LINES


@pytest.mark.slow
@pytest.mark.parametrize("style", ["classic", "moderncv"])
def test_a_table_does_not_continue_with_its_last_row_alone(tmp_path: Path, style: str) -> None:
    def rows_on(page: int, count: int) -> int:
        path = tmp_path / "ada.yaml"
        rows = ", ".join(f"[Row {number}, Words]" for number in range(count))
        path.write_text(
            f"person: {{name: Ada Example}}\nviews: {{v: {{extends: full, balance: false}}}}\n"
            f"custom: [{{title: Part, columns: [One, Two], rows: [{rows}]}}]\n",
            "utf-8",
        )
        [artifacts] = render(load_profile(path), view="v", style=style, targets=["pdf"])
        return sum(line.startswith("Row") for line in lines_by_page(artifacts.content)[page])

    assert rows_on(1, rows_on(0, 90) + 1) == 2


def entries(*heights: int) -> EntryList:
    text = plain_text("word " * 10)
    return EntryList(tuple(EntryBlock("award", text, lines=(text,) * (height - 1)) for height in heights))


@pytest.mark.parametrize(
    ("heights", "end"), [((1,) * 7, 3), ((2,) * 7, 5), ((1, 1, 3), 1), ((2, 3), 1), ((1, 5), 2), ((1, 1), 0), ((), 0)]
)
def test_the_end_of_a_list_has_at_most_four_lines(heights: tuple[int, ...], end: int) -> None:
    assert entries(*heights).end == end


@pytest.mark.slow
def test_a_short_last_page_becomes_one_page_fewer_or_a_fuller_page(tmp_path: Path) -> None:
    def pages(count: int, balance: bool) -> list[int]:
        path = tmp_path / "ada.yaml"
        prizes = ", ".join(f"{{title: Prize {number}, date: {1900 + number}}}" for number in range(count))
        view = f"views: {{v: {{extends: full, balance: {str(balance).lower()}}}}}"
        talks = "talks: [{title: One, date: 2020}, {title: Two, date: 2021}, {title: Three, date: 2022}]"
        path.write_text(f"person: {{name: Ada Example}}\n{view}\nawards: [{prizes}]\n{talks}\n", "utf-8")
        artifacts = render(load_profile(path), view="v", style="classic", targets=["pdf"])
        lines = [len(page) for page in lines_by_page(artifacts[0].content)]
        assert bool(artifacts.warnings) == balance or (balance and len(lines) > 1)
        return lines

    counts = range(36, 80)
    short = next(count for count in counts if len(pages(count, False)) == 2)
    assert pages(short, False)[-1] < 11 and len(pages(short, True)) == 1
    longer = next(count for count in range(short, 80) if len(pages(count, True)) == 2)
    filled = pages(longer, True)
    assert filled[-1] >= 11 and filled[0] >= 0.7 * pages(longer, False)[0]


def test_the_last_short_entries_of_word_stay_on_one_page() -> None:
    [artifacts] = render(load_profile(ROOT / "profiles/lingxiao-ma.yaml"), view="resume", style="classic", targets=["docx"])
    word = zipfile.ZipFile(BytesIO(artifacts.content)).read("word/document.xml").decode()
    kept = [
        "<w:keepNext" in paragraph for paragraph in word.split("<w:p>") if "Short Entry" in paragraph or "ShortEntry" in paragraph
    ]
    assert kept[-5:] == [False, True, True, True, False]


@pytest.mark.slow
def test_balance_leaves_what_the_profile_sets_as_it_is(tmp_path: Path) -> None:
    prizes = ", ".join(f"{{title: Prize {number}, date: {1900 + number}}}" for number in range(52))

    def changed(page: str) -> list[str]:
        path = tmp_path / "ada.yaml"
        path.write_text(f"person: {{name: Ada Example}}\npage: {page}\nawards: [{prizes}]\n", "utf-8")
        artifacts = render(load_profile(path), view="full", style="classic", targets=["pdf"])
        return [
            name for warning in artifacts.warnings for name in ("spacing", "leading", "size", "margin") if name in warning.message
        ]

    assert changed("{}") == ["spacing", "leading", "size", "margin"]
    assert changed("{margin: 22mm, text: 10pt}") == ["spacing", "leading"]
    assert changed("{margin: 22mm, spacing: 1, leading: 1, text: 10pt}") == []


@pytest.mark.parametrize(
    "style", ["classic", pytest.param("moderncv", marks=pytest.mark.slow), pytest.param("corners", marks=pytest.mark.slow)]
)
def test_only_the_last_page_is_short(tmp_path: Path, style: str) -> None:
    path = tmp_path / "ada.yaml"
    prize = "{title: Prize, date: 2019}"
    sections = (
        f"  - {{title: Part {part}, kind: award, entries: [{', '.join([prize] * size)}]}}"
        for part, size in enumerate([2, 2, 3, 2, 1, 2, 2, 3, 3, 2] * 16)
    )
    view = "views: {v: {extends: full, balance: false}}"
    path.write_text("\n".join(["person: {name: Ada Example}", view, "custom:", *sections, ""]), "utf-8")
    [artifacts] = render(load_profile(path), view="v", style=style, targets=["pdf"])
    prizes = [" ".join(page).count("Prize") for page in lines_by_page(artifacts.content)]
    assert len(prizes) > 9 and min(prizes[:-1]) > 0.8 * max(prizes)


def kept_profile(folder: Path, more: str) -> Path:
    """Write a profile of long entries, of which each says more."""
    entries = "".join(
        f"  - {{organization: Works {job}, title: Engineer, start: {2000 - job}, {more} highlights: ["
        f"{', '.join(f'Item {job} {item} of the list' for item in range(5 + job % 4))}]}}\n"
        for job in range(12)
    )
    path = folder / "ada.yaml"
    path.write_text(
        f"person: {{name: Ada Example}}\nviews: {{v: {{extends: full, balance: false}}}}\npositions:\n{entries}", "utf-8"
    )
    return path


@pytest.mark.slow
@pytest.mark.parametrize("style", ["classic", "moderncv", "ivy", "timeline"])
def test_an_entry_with_keep_is_on_one_page(tmp_path: Path, style: str) -> None:
    def divided(more: str) -> int:
        [artifacts] = render(load_profile(kept_profile(tmp_path, more)), view="v", style=style, targets=["pdf"])
        pages = [" ".join(page) for page in lines_by_page(artifacts.content)]
        assert sum(page.count("Works") for page in pages) == 12
        return sum(len({number for number, page in enumerate(pages) if f"Item {job} " in page}) > 1 for job in range(12))

    assert divided("") > 0 and divided("keep: true,") == 0


@pytest.mark.parametrize("style", ["classic", pytest.param("moderncv", marks=pytest.mark.slow)])
def test_a_page_ends_before_an_entry_or_row_with_break(tmp_path: Path, style: str) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(
        "person: {name: Ada Example}\nviews: {v: {extends: full, sections: [positions, {from: skills, keep: true}, awards]}}\n"
        "positions: [{organization: A Works, date: 2020}, {organization: B Works, date: 2019, break: before}]\n"
        "skills: [{name: One, items: [x]}, {name: Two, items: [y], break: before}]\n"
        "awards: [{title: Prize, date: 2020}]\n",
        "utf-8",
    )
    pdf, word, page = (one.content for one in render(load_profile(path), view="v", style=style, targets=["pdf", "docx", "html"]))
    pages = [" ".join(page) for page in lines_by_page(pdf)]
    assert "A Works" in pages[0] and "B Works" in pages[1] and "One" in pages[1] and "Two" in pages[2] and "Prize" in pages[2]
    assert zipfile.ZipFile(BytesIO(word)).read("word/document.xml").decode().count("<w:pageBreakBefore") == 2
    assert b"new-page" in page and b"together" in page


def test_break_takes_only_before(tmp_path: Path) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text("person: {name: Ada}\nawards: [{title: Prize, break: after}]\n", "utf-8")
    with pytest.raises(InputError, match="break"):
        render(load_profile(path), view="full", style="classic", targets=["md"])
