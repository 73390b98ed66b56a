"""Publications that are read from a bibliography each time: their values, their errors, and what may be read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cvrender import load_profile, render
from cvrender.compose.prepare import prepare
from cvrender.errors import InputError
from cvrender.formats.bibliographies import WRITERS
from cvrender.load.request import LoadedProfile, RenderRequest

BIB = """\
@inproceedings{a, title={Notes on Engines}, author={Ada Example and Charles Sample}, booktitle={CIE}, year=2019,
  keywords={early}, abstract={Long}}
@article{b, title={Other Notes}, author={A. Example}, journal={Journal of Machines}, year=2021}
@misc{c, title={Without Authors}, year=2022}
"""
Load = Callable[..., LoadedProfile]


@pytest.fixture
def loaded(tmp_path: Path) -> Load:
    """Load a profile with these publications, next to `pubs.bib`."""

    def load(spec: str, bib: str = BIB, **options: bool) -> LoadedProfile:
        (tmp_path / "pubs.bib").write_text(bib, "utf-8")
        (tmp_path / "ada.yaml").write_text(
            f"person: {{name: Ada Example, variants: [A. Example]}}\npublications: {spec}\n", "utf-8"
        )
        return load_profile(tmp_path / "ada.yaml", **options)

    return load


def titles(loaded: LoadedProfile) -> list[str]:
    return [str(work.title) for work in loaded.profile.publications]


def test_works_are_those_of_the_file(loaded: Load) -> None:
    profile = loaded("{from: pubs.bib}")
    assert titles(profile) == ["Notes on Engines", "Other Notes", "Without Authors"]
    last = profile.profile.publications[-1]
    assert ([author.name for author in last.authors], last.et_al) == (["Ada Example"], True)
    (artifact,) = render(profile, targets=["md"])
    assert "Other Notes" in artifact.content.decode() and "Long" not in artifact.content.decode()


@pytest.mark.parametrize(
    ("select", "chosen"),
    [
        ("year >= 2020", ["Other Notes", "Without Authors"]),
        ("early in tags", ["Notes on Engines"]),
        ("tags == early", ["Notes on Engines"]),
        ('"last" in authorship', []),
        ("authorship == first", ["Notes on Engines", "Other Notes", "Without Authors"]),
    ],
)
def test_a_filter_selects(select: str, chosen: list[str], loaded: Load) -> None:
    assert titles(loaded(f"{{from: pubs.bib, select: '{select}'}}")) == chosen


def test_fields_are_added_by_key(loaded: Load) -> None:
    profile = loaded(
        "{from: pubs.bib, select: year < 2020, add: {a: {tags: [selected], awards: Best Paper, venue: {name: CIE, short: C}}}}"
    )
    (work,) = profile.profile.publications
    assert (work.tags, work.awards, work.venue.short) == (("early", "selected"), ("Best Paper",), "C")


@pytest.mark.parametrize("suffix", ["json", "ris"])
def test_other_formats_are_read_too(suffix: str, loaded: Load, tmp_path: Path) -> None:
    (tmp_path / f"more.{suffix}").write_text(WRITERS[suffix](loaded("{from: pubs.bib}").source.data), "utf-8")
    assert titles(loaded(f"{{from: more.{suffix}}}")) == ["Notes on Engines", "Other Notes", "Without Authors"]


def test_several_files_are_one_list(loaded: Load, tmp_path: Path) -> None:
    (tmp_path / "more.bib").write_text("@book{z, title={A Book}, author={Ada Example}, year=2000}", "utf-8")
    assert titles(loaded("{from: [more.bib, pubs.bib]}"))[:2] == ["A Book", "Notes on Engines"]


@pytest.mark.parametrize(
    ("spec", "bib", "message"),
    [
        ("{from: pubs.bib}", BIB + "@misc{d, title={Never closed\n", "pubs.bib:5:16: error: this brace is never closed"),
        ("{from: pubs.bib}", BIB + "@misc{a, title={Twice}, author={X Y}}", "pubs.bib:5:7: error: duplicate key a"),
        (
            "{from: pubs.bib}",
            BIB + "@misc{d, title={Other Notes}, year=2021}\n@misc{e, title={Other Notes}, year=2021}",
            "pubs.bib:6:1: error: ",
        ),
        ("{from: none.bib}", BIB, 'ada.yaml:2:22: error: publications.from: "none.bib" not found in the profile\'s folder'),
        ("{from: pubs.txt}", BIB, 'ada.yaml:2:22: error: publications.from: "pubs.txt" is not a bibliography'),
        ("{from: ../pubs.bib}", BIB, "is not in the profile's folder"),
        ("{from: /etc/passwd.bib}", BIB, "is not in the profile's folder"),
        ("{frm: pubs.bib}", BIB, 'ada.yaml:2:16: error: publications.frm: unknown key; did you mean "from"?'),
        (
            "{from: pubs.bib, add: {aa: {tags: [x]}}}",
            BIB,
            'error: publications.add.aa: no work has the key "aa"; did you mean "a"?',
        ),
        (
            "{from: pubs.bib, add: {a: {tgs: [x]}}}",
            BIB,
            'ada.yaml:2:42: error: publications[0].tgs: unknown key; did you mean "tags"?',
        ),
        ("{from: pubs.bib, select: 'yeer > 3'}", BIB, "ada.yaml:2:40: error: publications.select: "),
    ],
)
def test_errors_have_the_line_of_their_file(spec: str, bib: str, message: str, loaded: Load) -> None:
    with pytest.raises(InputError) as caught:
        loaded(spec, bib)
    assert message in str(caught.value)


def test_no_link_is_followed(loaded: Load, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.txt").write_text(BIB, "utf-8")
    (tmp_path / "link.bib").symlink_to(tmp_path / "elsewhere.txt")
    with pytest.raises(InputError, match="cannot be read|not found"):
        loaded("{from: link.bib}")


def test_an_untrusted_profile_has_the_limits_of_untrusted_files(loaded: Load) -> None:
    long = BIB.replace("Other Notes", "Other Notes" * 3000)
    assert len(titles(loaded("{from: pubs.bib}", long))) == 3
    with pytest.raises(InputError, match="characters"):
        loaded("{from: pubs.bib}", long, untrusted=True)
    with pytest.raises(InputError, match="larger than 1 MB"):
        loaded("{from: pubs.bib}", BIB + "%" * 1_000_001, untrusted=True)


def test_the_file_is_an_input_of_the_cv(loaded: Load, tmp_path: Path) -> None:
    for spec in ("{from: pubs.bib}", "{from: pubs.bib, select: year < 1900}"):
        profile = loaded(spec)
        assert str(tmp_path / "pubs.bib") in prepare(RenderRequest(profile=profile.source.file), profile).inputs
