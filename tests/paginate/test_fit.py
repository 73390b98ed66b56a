"""Test fitting to a number of pages: the loosest setting that fits, what is left out, and the message when nothing fits."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cvrender.cli import main
from cvrender.compose import stages
from cvrender.compose.prepare import Prepared, prepare
from cvrender.compose.select import select
from cvrender.errors import ArtifactError, InputError, Problem
from cvrender.load.library import Library, find_style
from cvrender.load.reader import Source, parse
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.validate import validate
from cvrender.merge.profile import load_profile
from cvrender.model.document import Document, EntryList
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.model.view import Selection
from cvrender.paginate import fit as fitting
from cvrender.paginate.fit import Fitted, fit, saving, settings
from cvrender.pipeline import compose_request, load_and_prepare
from cvrender.targets import TARGETS
from cvrender.targets.pdf.engine.program import find_engine
from cvrender.targets.pdf.read import lines_by_page
from cvrender.targets.pdf.typesetter import typeset_source
from cvrender.targets.tex.source import tex_source
from cvrender.verify.making import Composed
from tests.conftest import ROOT


def steps(style: Style) -> list[tuple[float, float, float]]:
    return [
        (float(str(s.values["spacing"])), float(str(s.values["size"])[:-2]), float(str(s.values["margin"]).split()[0][:-2]))
        for s in settings(style)
    ]


def styled(**options: str) -> Style:
    plain = find_style("plain")
    return replace(plain, values={**plain.values, "spacing": "1", "size": "12pt", "margin": "20mm", **options})


# The ladder


def test_spacing_type_and_margins_shrink_together() -> None:
    style = styled()
    style = replace(style, fit=replace(style.fit, spacing="0.8", size="10pt", margin="16mm"))
    assert steps(style) == [
        *[(1, 12, 20), (0.98, 11.8, 19.6), (0.96, 11.6, 19.2), (0.94, 11.4, 18.8), (0.92, 11.2, 18.4), (0.9, 11, 18)],
        *[(0.88, 10.8, 17.6), (0.86, 10.6, 17.2), (0.84, 10.4, 16.8), (0.82, 10.2, 16.4), (0.8, 10, 16)],
        *[(0.8, 10, 16)] * 2,  # the sides last
    ]


@pytest.mark.parametrize("unit", ["2cm", "0.787402in", "56.9055pt", "20mm"])
def test_margins_in_any_unit_shrink_in_millimetres(unit: str) -> None:
    margins = [str(style.values["margin"]) for style in settings(styled(margin=unit, spacing="0.5", size="10pt"))]
    both = [(20 - step, 20) for step in range(1, 7)] + [(14, 20 - step) for step in range(1, 4)]
    assert margins == [unit, *(f"{end}mm {side}mm {end}mm {side}mm" for end, side in both)]


def test_each_side_shrinks_until_the_bound_or_half_of_that_after_the_others() -> None:
    margins = [str(style.values["margin"]) for style in settings(styled(margin="16mm 15mm 10mm", size="10pt", spacing="0.5"))]
    assert margins == ["16mm 15mm 10mm", "15mm 15mm 10mm 15mm", "14mm 15mm 10mm 15mm", "14mm 14.5mm 10mm 14.5mm"]


def test_the_engineer_becomes_very_dense() -> None:
    spacing, size, margin = steps(find_style("engineer"))[-1]
    assert (spacing, size, margin) == (0.1, 9.5, 12.7)


def test_what_is_tighter_than_the_bounds_stays_as_it_is() -> None:
    assert steps(styled(spacing="0.3", size="10pt", margin="10mm")) == [(0.3, 10, 10)]


@pytest.mark.parametrize("name", ["plain", "classic", "engineer", "homepage", "lab", "moderncv", "proceedings"])
def test_every_style_gets_tighter_step_by_step_within_its_bounds(name: str) -> None:
    style = find_style(name)
    ladder = settings(style)
    assert len(ladder) >= 2 and ladder[0] == style
    for before, after in zip(ladder, ladder[1:], strict=False):
        assert {key for key in after.values if after.values[key] != before.values[key]} <= {"spacing", "size", "margin"}
        assert saving(before, after) > 0
    assert float(str(ladder[-1].values["spacing"])) >= min(float(style.fit.spacing), float(str(style.values["spacing"])))


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ("{size: 8pt}", "3:13: error: fit.size: should be at least 9pt"),
        ("{spacing: little}", "3:16: error: fit.spacing: should be a number"),
        (
            "{margin: 1}",
            "3:15: error: fit.margin: should be a length such as 22mm or 0.9in, or two to four (top, right, bottom, left)",
        ),
    ],
)
def test_a_style_whose_bounds_are_wrong_is_refused(tmp_path: Path, monkeypatch: Any, bounds: str, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "styles" / "mine").mkdir(parents=True)
    (tmp_path / "styles" / "mine" / "style.yaml").write_text(f"about: x\nextends: plain\nfit: {bounds}\n", "utf-8")
    with pytest.raises(InputError) as caught:
        find_style("mine", Library((Path(),)))
    assert str(caught.value) == f"styles/mine/style.yaml:{said}"


# The search, with pages that are only counted


class Counted(NamedTuple):
    """Pages that are nothing but their lines."""

    lines: list[list[str]]
    document: Any = None
    style: Any = None
    prepared: Any = None
    file: tuple[str, bytes] = ("ada.pdf", b"")

    @property
    def count(self) -> int:  # type: ignore[override]
        return len(self.lines)

    @property
    def last(self) -> list[str]:
        return self.lines[-1]


def fake(pages: int) -> Counted:
    return Counted([["line"]] * pages)


@given(st.integers(1, 40), st.integers(0, 45), st.integers(0, 45))
def test_searching_from_a_guess_agrees_with_trying_each(count: int, fits_from: int, guess: int) -> None:
    tries: list[int] = []

    def make(step: int) -> Counted:
        tries.append(step)
        return fake(1 if step >= fits_from else 2)

    first = fitting._first_fit(count, 1, make, lambda result: guess)
    assert (first[0] if first else None) == next((step for step in range(count) if step >= fits_from), None)
    assert first is None or first[1] == fake(1)
    assert len(tries) == len(set(tries)) <= 2 + 2 * count.bit_length()
    assert len(tries) <= 3 + 2 * abs(guess - fits_from) or abs(guess - fits_from) > 1


def selected(yaml: str, view: str, style: str = "plain") -> Prepared:
    source: Source = parse(f"person: {{name: Ada}}\n{yaml}\nviews: {{v: {view}}}\n".encode(), "ada.yaml")
    return prepare(RenderRequest(profile="ada.yaml", view="v", style=style), LoadedProfile(source, validate(source)))


def selection_of(prepared: Prepared) -> Selection:
    return select(prepared.loaded.profile, prepared.view, {})


def entries_of(document: Document) -> list[str]:
    return re.findall(r"source='((?:talks|awards|interests|custom)\[\d+\](?:\.entries\[\d+\])?)'", repr(document))


def fitted(
    prepared: Prepared, room: int, tighter: Callable[[Style], int] = lambda style: 0, limit: tuple[int, int] = (1, 1)
) -> Fitted:
    """Fit to one page, or to pages in a limit, with room for so many entries, and what `tighter` says a setting has room for."""

    def typeset(document: Document, style: Style) -> Counted:
        return fake(-(-len(set(entries_of(document))) // (room + tighter(style))))

    compose = partial(stages.composed, prepared)
    trouble = lambda message, hint: Problem(message, hint=hint, code="page-count")  # noqa: E731
    return fit(selection_of(prepared), prepared.style, limit, compose, typeset, trouble)


LONG = "talks: [{title: t0}, {title: t1}, {title: t2}, {title: t3}]\nawards: [{title: a0}, {title: a1}]\ninterests: [i0, i1, i2]"


@pytest.mark.parametrize(
    ("sections", "room", "dropped"),
    [
        ("[{from: talks, drop_last: true}, awards]", 6, []),
        ("[{from: talks, drop_last: true}, awards]", 5, ["talks[3]"]),
        ("[{from: talks, drop_last: true}, awards]", 3, ["talks[3]", "talks[2]", "talks[1]"]),
        ("[{from: talks, drop_last: true}, awards]", 2, None),  # the last item of a section stays
        ("[talks, {from: awards, drop_last: true}]", 5, ["awards[1]"]),
        ("[{from: talks, drop_last: true}, {from: awards, drop_last: true}]", 3, ["talks[3]", "talks[2]", "talks[1]"]),
        (
            "[{from: talks, drop_last: true}, {from: awards, drop_last: true}]",
            2,
            ["talks[3]", "talks[2]", "talks[1]", "awards[1]"],
        ),
        ("[{from: talks, sort: -title, drop_last: true}]", 3, ["talks[0]"]),
        ("[{from: talks, where: '\"t\" in title', group_by: role, limit: 3, drop_last: true}]", 2, ["talks[2]"]),
        ("[talks]", 3, None),
        ("[talks, awards]", 3, None),
    ],
)
def test_only_last_items_of_sections_that_allow_it_are_left_out(sections: str, room: int, dropped: list[str] | None) -> None:
    prepared = selected(LONG, f"{{pages: 1, sections: {sections}}}")
    if dropped is None:
        with pytest.raises(ArtifactError):
            fitted(prepared, room)
        return
    result = fitted(prepared, room)
    assert list(result.dropped) == dropped
    assert result.style == prepared.style  # as loose as it was, since tighter settings do not help here
    left = {selected.source for section in result.selection.sections for group in section.groups for selected in group.entries}
    assert not left & set(dropped) and left


@pytest.mark.parametrize(("entries", "dropped"), [(4, 0), (5, 0), (6, 1), (9, 4)])
def test_nothing_is_dropped_that_the_tightest_setting_has_room_for(entries: int, dropped: int) -> None:
    yaml = "talks: [" + ", ".join(f"{{title: t{index}}}" for index in range(entries)) + "]"
    prepared = selected(yaml, "{pages: 1, sections: [{from: talks, drop_last: true}]}")
    ladder = [one.values for one in settings(prepared.style)]
    result = fitted(
        prepared, 2, lambda style: (1, 3)[style.values == ladder[-1]] if style.values in ladder[len(ladder) // 2 :] else 0
    )
    assert len(result.dropped) == dropped
    assert result.style.values == ladder[-1]


def test_a_style_that_drops_nothing_takes_more_pages() -> None:
    prepared = selected(LONG, "{pages: 1, sections: [{from: talks, drop_last: true}, awards]}")
    style = replace(prepared.style, fit=replace(prepared.style.fit, drops=False))
    prepared = replace(prepared, style=style)
    result = fitted(prepared, 2)
    assert result.dropped == () and result.pages and result.pages.count == 3
    assert fitted(prepared, 6).pages == fake(1)


def test_a_view_of_more_pages_takes_them_before_anything_is_dropped_or_set_tightly() -> None:
    prepared = selected(LONG, "{pages: 1-3, sections: [{from: talks, drop_last: true}, awards]}", "engineer")
    assert prepared.view.view.pages == (1, 3)
    tight = lambda style: 9 if style.spacing < 0.45 else 1 if style.spacing < 0.7 else 0  # noqa: E731
    for room, count, dropped in ((6, 1, 0), (5, 1, 0), (4, 2, 0), (2, 2, 0), (1, 3, 0)):
        result = fitted(prepared, room, tight, (1, 3))
        assert result.pages and (result.pages.count, len(result.dropped)) == (count, dropped), room
        assert result.style.spacing >= 0.45
    assert fitted(prepared, 1, tight, (1, 2)).style.spacing < 0.45
    result = fitted(prepared, 2, limit=(1, 2))
    assert result.pages and result.pages.count == 2 and len(result.dropped) == 2


@pytest.mark.parametrize(("pages", "said"), [("3-2", "ends before it begins"), ("0", "at least 1"), ("2-x", "a whole number")])
def test_numbers_of_pages_that_make_no_sense_are_refused(pages: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        selected(LONG, f"{{pages: {pages}, sections: [talks]}}")


def test_interests_may_be_left_out_too() -> None:
    prepared = selected(LONG, "{pages: 1, sections: [{from: interests, drop_last: true}, awards]}", "lab")
    result = fitted(prepared, 3)
    assert result.dropped == ("interests[2]", "interests[1]")
    shown = [[selected.source for group in section.groups for selected in group.entries] for section in result.selection.sections]
    assert shown == [["interests[0]"], ["awards[0]", "awards[1]"]]
    with pytest.raises(ArtifactError):
        fitted(prepared, 2)


@pytest.mark.parametrize(
    ("number", "starts"), [("down", [3, 2]), ("[down, continuing]", [5, 2]), ("up", [1, 1]), ("continuing", [1, 4])]
)
def test_what_is_left_is_numbered_without_a_gap(number: str, starts: list[int]) -> None:
    first = f"{{from: talks, limit: 4, number: {number}, drop_last: true}}"
    yaml = "talks: [" + ", ".join(f"{{title: t{index}}}" for index in range(6)) + "]"
    result = fitted(selected(yaml, f"{{pages: 1, sections: [{first}, {{from: talks, number: {number}}}]}}"), 5)
    assert [section.groups[0].start for section in result.selection.sections] == starts


def test_the_sections_with_the_most_lines_are_named() -> None:
    prepared = selected(LONG, "{pages: 1, sections: [talks, awards, interests]}")
    compose = partial(stages.composed, prepared)
    pages = [["Ada", "Talks", "a", "b", "c", "HONORS AND AWARDS", "d", "e"], ["f", "Research Interests", "g"]]
    trouble = lambda m, h: Problem(m, hint=h, code="page-count")  # noqa: E731
    with pytest.raises(ArtifactError) as caught:
        fit(selection_of(prepared), prepared.style, (1, 1), compose, lambda *_: Counted(pages), trouble)
    assert str(caught.value) == (
        'error: 3 lines too long for 1 page in the tightest setting; add "limit" or "drop_last" to one of the longest sections: '
        "Talks (4 lines), Honors and Awards (4 lines), Research Interests (2 lines)"
    )


# With TeX


def many(count: int, view: str) -> LoadedProfile:
    awards = "\n".join(f"- {{title: Prize number {index}, date: {2000 + index}}}" for index in range(count))
    source = parse(f"person: {{name: Ada}}\nawards:\n{awards}\nviews: {{v: {view}}}\n".encode(), "ada.yaml")
    return LoadedProfile(source, validate(source))


def pages_of(composed: Composed) -> int:
    return len(lines_by_page(TARGETS["pdf"].make(composed.inputs).artifacts[0].content))


@pytest.mark.slow
def test_the_best_fit_is_the_loosest_and_halving_finds_what_trying_each_finds(composed: Callable[..., Composed]) -> None:
    loaded = many(55, "{pages: 1, sections: [awards]}")
    result = composed(loaded, "v", "plain", options=(("margin", "16mm"), ("spacing", "0.7")))
    ladder = settings(result.prepared.style)
    assert len(ladder) == 7

    def pages(style: Style) -> int:
        document = stages.composed(result.prepared, selection_of(result.prepared), style)
        return len(lines_by_page(typeset_source(tex_source(document, style, "cv"), "", find_engine("embedded")).pdf))

    fits = [pages(style) <= 1 for style in ladder]
    assert fits == sorted(fits) and True in fits and False in fits, "choose another number of awards"
    assert result.inputs.style == ladder[fits.index(True)]
    assert pages_of(result) == 1 and result.warnings == ()


@pytest.mark.slow
def test_what_is_left_out_is_named_with_its_place(composed: Callable[..., Composed]) -> None:
    loaded = many(70, "{pages: 1, sections: [{from: awards, number: down, drop_last: true}]}")
    document = composed(loaded, "v", "plain", options=(("margin", "14mm"), ("spacing", "0.6")))
    (left,) = document.inputs.document.sections[0].blocks
    assert isinstance(left, EntryList) and 40 < len(left.entries) < 70 and left.start == len(left.entries)
    assert pages_of(document) == 1
    assert [str(problem) for problem in document.warnings] == [
        f'ada.yaml:{index + 3}:3: warning: awards[{index}]: dropped: dropped so that view "v" fits on 1 page'
        for index in range(69, len(left.entries) - 1, -1)
    ]
    text = TARGETS["md"].make(document.inputs).artifacts[0].content.decode()
    assert text.count("Prize number") == len(left.entries)


def test_what_does_not_fit_is_an_error_with_exit_code_4(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    prizes = "".join(f"- {{title: Prize {index}}}\n" for index in range(150))
    (tmp_path / "ada.yaml").write_text(
        f"person: {{name: Ada}}\nviews:\n  v:\n    extends: resume\n    pages: 1\n    sections: [awards]\nawards:\n{prizes}",
        "utf-8",
    )
    result = CliRunner().invoke(main, ["render", "ada.yaml", "--view", "v", "--to", "md,pdf", "--set", "margin=14mm"])
    assert result.exit_code == 4 and result.stdout == f"{Path('out/ada/ada-v-classic.md')}\n"
    assert result.stderr.startswith(f"failed files are in {Path('out/.failed/ada')}\nada.yaml:5:12: error: views.v.pages: ")
    assert "lines too long for 1 page in the tightest setting" in result.stderr
    assert "one of the longest sections: Honors and Awards (15" in result.stderr
    failed = tmp_path / "out" / ".failed" / "ada"
    assert len(lines_by_page((failed / "ada-v-classic.pdf").read_bytes())) > 1
    assert "too long for 1 page" in (failed / "ada-v-classic.pdf.txt").read_text("utf-8")
    assert sorted(path.name for path in (tmp_path / "out" / "ada").iterdir()) == ["ada-v-classic.md"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minjia-zhang", "cong-xie"])
def test_a_resume_of_a_long_profile_is_three_pages_at_most_and_shows_all(
    profiles_dir: Path, name: str, composed: Callable[..., Composed], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = composed(load_profile(profiles_dir / f"{name}.yaml"), "resume")
    monkeypatch.setattr("cvrender.targets.pdf.typesetter.typeset", None)
    assert pages_of(document) <= 3
    assert not [problem for problem in document.warnings if problem.code == "dropped"]


def test_no_pages_no_search(composed: Callable[..., Composed], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvrender.paginate.stages.fit", None)
    document = composed(many(3, "{sections: [awards]}"), "v", "plain")
    assert document.inputs.style == document.prepared.style and document.inputs.pages is None


@pytest.mark.parametrize("name", ["sidebar", "duo", "portfolio", "mosaic"])
def test_the_narrow_column_has_the_same_sections_in_every_setting(name: str) -> None:
    request = RenderRequest(
        profile=str(ROOT / "profiles" / "examples" / "omar-prototype.yaml"), view="one-page", style=name, targets=("pdf",)
    )
    inputs = compose_request(load_and_prepare(request)).inputs
    assert inputs.pages and inputs.pages.document.sections == inputs.document.sections
