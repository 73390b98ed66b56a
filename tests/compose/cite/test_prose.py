"""Citations in texts of CVs: their words in each kind of style, and texts that only look like one."""

from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.load.request import RenderRequest
from cvrender.merge.profile import load_profile
from cvrender.pipeline import run
from cvrender.rules.contracts import check_contract

PROFILE = r"""
person: {name: Ada Example}
bio: |
  I study machines [@late; @10.5555/1, p. 5].

  Again [@late, p. 7], but \\[@late] and [@late](https://example.org).
narratives: {plan: "See [@other]."}
custom: [{title: More, text: "As shown [@other, chap. 3]."}]
publications:
  - {id: late, title: A Late Work, authors: [Ada Example, Bob Zed, Carl Who], type: book, date: 2024, publisher: Press}
  - {title: An Early Work, authors: [Zoe Abel], type: book, date: 2020, doi: 10.5555/1}
  - {id: other, title: On Notes, authors: [Ada Example], type: article-journal, venue: Sample, volume: 3, page: 1-20, date: 2024}
  - {id: secret, title: Private, authors: [Ada Example], type: book, date: 2022, private: true}
views:
  v: {extends: full, sections: [bio, plan, custom]}
  blind: {extends: full, anonymous: true, sections: [plan]}
""".replace("\\\\", "\\")


def shown(folder: Path, profile: str = PROFILE, view: str = "v", target: str = "txt", **options: str) -> str:
    (folder / "ada.yaml").write_text(profile, "utf-8")
    request = RenderRequest(profile=str(folder / "ada.yaml"), view=view, targets=(target,), options=tuple(options.items()))
    return run(request)[0].content.decode().replace("\n", " ")


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (
            "none",
            ["machines (Example et al. 2024; Abel 2020, p. 5).", "As shown (Example 2024, chap. 3)."],
        ),
        (
            "apa",
            ["machines (Abel, 2020, p. 5; Example et al., 2024).", "See (Example, 2024)."],
        ),
        ("ieee", ["machines (Example et al. 2024; Abel 2020, p. 5)."]),
        ("oscola", ["A Late Work (Press 2024) 7), but", "See (Ada Example, “On Notes” (2024) 3 Sample 1)."]),
        ("oscola", ["3 Sample 1, chap 3)."]),
        ("bluebook", ["A Late Work 7 (2024)), but"]),
    ],
)
def test_works_are_cited_in_texts(style: str, expected: list[str], tmp_path: Path) -> None:
    text = shown(tmp_path, citations=style)
    for words in (*expected, r"[@late] and @late <https://example.org>."):
        assert words in text


def test_emphasis_and_links_of_a_style_are_kept(tmp_path: Path) -> None:
    text = shown(tmp_path, target="md", citations="oscola")
    assert "*A Late Work*" in text and "<https://doi.org/10.5555/1>" in text


def test_code_stays_code(tmp_path: Path) -> None:
    assert "See [@none]." in shown(tmp_path, PROFILE.replace("See [@other].", "See `[@none]`."))


def test_two_works_of_a_year_are_told_apart(tmp_path: Path) -> None:
    works = PROFILE.replace("authors: [Ada Example, Bob Zed, Carl Who]", "authors: [Ada Example]")
    assert "See (Example 2024, “On Notes”)." in shown(tmp_path, works, citations="apa")


@pytest.mark.parametrize(("key", "hint"), [("lat", 'did you mean "late"?'), ("secret", "available: 10.5555/1, late, other")])
def test_unknown_and_withheld_works_are_errors_with_their_place(key: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        shown(tmp_path, PROFILE.replace("[@late, p. 7]", f"[@{key}, p. 7]"))
    said = f'{tmp_path}/ada.yaml:3:6: error: bio: there is no publication "{key}"; {hint}'
    assert [str(problem) for problem in error.value.problems] == [said]


def test_an_anonymous_view_cites_without_the_name(tmp_path: Path) -> None:
    text = shown(tmp_path, view="blind")
    assert "Example" not in text and "2024)" in text


def test_contracts_count_the_words_of_citations(tmp_path: Path) -> None:
    text = "x" * 1990 + " [@other]"
    profile = PROFILE.replace('plan: "See [@other]."', f'contribution-1: "{text}"').replace("[bio, plan, custom]", "[bio]")
    (tmp_path / "ada.yaml").write_text(profile.replace("sections: [plan]", "sections: [bio]"), "utf-8")
    problems = check_contract(load_profile(tmp_path / "ada.yaml"), "nih-biosketch")
    assert any("2,005 of 2,000 characters" in problem.message for problem in problems)


def test_the_sign_of_a_section_stays(tmp_path: Path) -> None:
    assert "(Press 2024), § 434 Rn. 30), but" in shown(tmp_path, PROFILE.replace("p. 7", "§ 434 Rn. 30"), citations="oscola")


@pytest.mark.parametrize("style", ["bluebook", "oscola", "apa"])
def test_commented_provisions_follow_what_a_style_prints(style: str, tmp_path: Path) -> None:
    work = "{title: Kauf, authors: [Ada Example], type: chapter, venue: Kommentar, section: §§ 433–435 Rn. 12–45, date: 2023}"
    text = shown(tmp_path, f"person: {{name: Ada Example}}\npublications: [{work}]\n", "full", citations=style)
    assert text.count("§§ 433–435 Rn. 12–45") == 1


def test_names_are_in_the_script_of_the_language(tmp_path: Path) -> None:
    people = "[{name: Sora Mihon, native: 見本 空}, {name: Rei Kaku, native: 架空 玲}]"
    work = f"publications: [{{id: one, title: 副作用, authors: {people}, type: book, date: 2024}}]"
    profile = f"person: {{name: Sora Mihon, native: 見本 空}}\nlanguage: LANG\nbio: A[@one].\n{work}\n"
    assert "A（見本、架空 2024）." in shown(tmp_path, profile.replace("LANG", "ja"), "full")
    assert "A(Mihon & Kaku 2024)." in shown(tmp_path, profile.replace("LANG", "en"), "full")
