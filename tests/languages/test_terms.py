"""The terms of every language: complete, without English left over, with the value where a label wants it."""

from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.load.library import Library, find_style, find_terms, missing_terms, term_languages
from cvrender.model.dates import PartialDate
from cvrender.model.language import language_tags
from cvrender.text.localize import counted, format_date

PLAIN = find_style("plain")
LANGUAGES = term_languages(PLAIN)
STYLES = ("plain", "classic", "engineer", "homepage", "lab", "moderncv", "proceedings")


def test_there_are_24_languages() -> None:
    assert len({code for code in LANGUAGES if code not in ("en-GB", "pt-PT", "zh-Hant")}) == 24


@pytest.mark.parametrize("style", STYLES)
def test_no_language_lacks_a_term(style: str) -> None:
    found = find_style(style)
    assert {language: terms for language in LANGUAGES if (terms := missing_terms(found, language))} == {}


@pytest.mark.parametrize("language", [code for code in LANGUAGES if not code.startswith("en")])
def test_titles_are_translated(language: str) -> None:
    english, terms = find_terms(PLAIN, "en"), find_terms(PLAIN, language)
    same = [key for key, title in terms.sections.items() if title == english.sections[key]]
    assert len(same) <= 3, same  # Press and Patent are the same word in some languages
    assert terms.sections.keys() == english.sections.keys() and terms.groups.keys() == english.groups.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_its_own(language: str) -> None:
    terms = find_terms(PLAIN, language)
    assert len(set(terms.sections.values())) == len(terms.sections)
    assert len(set(terms.status.values())) == len(terms.status)
    assert all(word.count("{}") <= 1 for label in terms.labels.values() for word in (label.one, label.other))


def test_plurals_follow_the_language() -> None:
    def authors(number: int, language: str) -> str:
        return counted(number, find_terms(PLAIN, language).labels["author_count"], language)

    assert [authors(n, "ru") for n in (21, 23, 25)] == ["21 автор", "23 автора", "25 авторов"]
    assert [authors(n, "pl") for n in (22, 25)] == ["22 autorzy", "25 autorów"]
    assert authors(28, "zh") == "28位作者" and authors(28, "en") == "28 authors"


@pytest.mark.parametrize(
    ("language", "tags"),
    [("de", ("de",)), ("pt-BR", ("pt", "pt-BR")), ("zh-TW", ("zh", "zh-Hant", "zh-Hant-TW")), ("zh-Hans", ("zh",))],
)
def test_a_region_falls_back(language: str, tags: tuple[str, ...]) -> None:
    assert language_tags(language) == tags


def test_traditional_chinese_is_not_simplified() -> None:
    assert find_terms(PLAIN, "zh-TW").sections["publications"] == "著作目錄"
    assert find_terms(PLAIN, "zh-CN").sections["publications"] == "发表论文"
    assert find_terms(PLAIN, "en-GB").labels["advisors"].other == "Supervisors"


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("zh", "2019年7月"),
        ("ja", "2019年7月"),
        ("ko", "2019년 7월"),
        ("de", "Juli 2019"),
        ("vi", "thg 7 2019"),
        ("el", "Ιουλ 2019"),
    ],
)
def test_months_are_written_natively(language: str, shown: str) -> None:
    assert format_date(PartialDate(2019, 7), "abbreviated", language) == shown


@pytest.fixture
def own_style(tmp_path: Path) -> Path:
    folder = tmp_path / "styles" / "own"
    (folder / "terms").mkdir(parents=True)
    (folder / "style.yaml").write_text(
        "about: a test\nextends: classic\nentries: {interest: {title: '{{ label.novel }} {{ text }}'}}\n"
    )
    (folder / "terms" / "en.yaml").write_text("labels:\n  novel: Novel\nsections:\n  news: Latest\n")
    (folder / "terms" / "de.yaml").write_text("sections:\n  news: Neues\n")
    return tmp_path


def test_a_style_overrides_a_term_and_what_it_lacks_is_english(own_style: Path) -> None:
    style = find_style("own", Library((own_style,)))
    assert find_terms(style, "de").sections["news"] == "Neues" and find_terms(style, "fr").sections["news"] == "Actualités"
    assert find_terms(style, "de").labels["novel"].one == "Novel"
    assert missing_terms(style, "de") == ["labels.novel"]


def test_errors_in_terms_are_reported_all_at_once(own_style: Path) -> None:
    terms = own_style / "styles" / "own" / "terms"
    (terms / "en.yaml").write_text("present: ''\nlabels:\n  volume: {one: x}\n")
    (terms / "de.yaml").write_text("presnt: heute\n")
    with pytest.raises(InputError) as error:
        find_terms(find_style("own", Library((own_style,))), "de")
    assert [Path(problem.file).name for problem in error.value.problems] == ["de.yaml", "en.yaml", "en.yaml"]
