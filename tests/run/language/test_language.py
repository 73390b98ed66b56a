"""Completion of YAML that is being typed, help, problems and their fixes, symbols, definitions, new names, dates."""

from pathlib import Path

import pytest

from cvrender.errors import InputError
from cvrender.load.reader import parse
from cvrender.model.base import fields_of
from cvrender.model.kinds import KINDS, CustomSection
from cvrender.model.profile import Profile
from cvrender.run.language.completions import completions
from cvrender.run.language.definition import definition
from cvrender.run.language.fixes import changed, fixes, format_dates
from cvrender.run.language.hover import hover
from cvrender.run.language.open_document import OpenDocument
from cvrender.run.language.problems import problems, span
from cvrender.run.language.rename import rename
from cvrender.run.language.symbols import symbols

HERE = "profiles/ada.yaml"


def opened(text: str, path: str = HERE) -> tuple[OpenDocument, int]:
    """Return the document of a text, and the offset of the sign `¦` in it, which is removed."""
    return OpenDocument(Path(path), text.replace("¦", "")), text.index("¦") if "¦" in text else 0


def offered(text: str, path: str = HERE) -> list[str]:
    return [paths.label for paths in completions(*opened(text, path))]


@pytest.mark.parametrize(
    ("text", "path", "some"),
    [
        ("¦", HERE, {"person", "positions", "style"}),
        ("pers¦", HERE, {"person"}),
        ("person:\n  ¦", HERE, {"name", "emails", "orcid"}),
        ("person: {name: Ada, ¦}", HERE, {"headline"}),
        ("positions:\n  - ¦", HERE, {"organization", "roles"}),
        ("positions:\n  - organization: X\n    ti¦\n  - organization: Y\n", HERE, {"title"}),
        ("positions:\n  - organization: X\n    roles:\n      - ¦", HERE, {"title", "team"}),
        ("publications:\n  - type: ¦", HERE, {"article-journal", "book"}),
        ("publications:\n  - title: [broken\n  - type: art¦\n    title: x", HERE, {"article-journal"}),
        ("style: ¦", HERE, {"classic", "engineer"}),
        ("style: {name: classic, options: {page: ¦}}", HERE, {"a4", "letter"}),
        ("style:\n  name: classic\n  options:\n    ¦", HERE, {"accent", "margin"}),
        ("views:\n  short:\n    extends: ¦", HERE, {"full", "resume", "short"}),
        ("views:\n  short:\n    sections:\n      - {from: ¦", HERE, {"talks", "all"}),
        ("views:\n  short:\n    sections:\n      - from: talks\n        sort: ¦", HERE, {"date", "event"}),
        ("custom:\n  - title: X\n    kind: membership\n    entries:\n      - ¦", HERE, {"organization"}),
        ("talks:\n  - tags: [selected]\n  - tags: [¦]", HERE, {"selected"}),
        ("publications:\n  - authors: [Ada Example]\n  - authors: [¦]", HERE, {"Ada Example", "name"}),
        ("privacy: {references: ¦}", HERE, {"public", "full"}),
        ("extends: ¦", "views/mine.yaml", {"resume"}),
        ("extends: ¦", "styles/mine/style.yaml", {"classic"}),
        ("defaults:\n  ¦", "styles/mine/style.yaml", {"accent"}),
        ("jobs:\n  - targets: [¦]", "cvrender.yaml", {"pdf", "docx"}),
        ("body: x\n¦", "letters/one.yaml", {"subject", "closing"}),
        ("rules:\n  - rule: ¦", "contracts/mine.yaml", {"pages", "order"}),
        ("parts:\n  - contract: ¦", "application.yaml", {"erc"}),
    ],
)
def test_completions_are_what_may_stand_there(text: str, path: str, some: set[str]) -> None:
    assert some <= set(offered(text, path))


def test_completions_leave_out_the_keys_that_are_there() -> None:
    assert "name" not in offered("person:\n  name: Ada\n  ¦\n")
    assert "person" not in offered("person: {name: Ada}\n\n¦")


def test_every_key_of_every_kind_is_offered_with_help() -> None:
    for collection, kind in KINDS.items():
        model = CustomSection if collection == "custom" else kind.model
        offers = completions(*opened(f"person: {{name: Ada}}\n{collection}:\n  - ¦"))
        assert {each.label for each in offers} >= set(fields_of(model)), collection
        assert all(each.help for each in offers if each.kind == "key"), collection
    assert set(offered("¦")) >= set(fields_of(Profile))


@pytest.mark.parametrize(
    "text",
    ["person:\n  na¦", "positions:\n  - organization: X\n    hi¦\n", "style: eng¦", "person: {name: Ada}\nstyle: {name: clas¦}"],
)
def test_what_is_inserted_replaces_what_was_typed(text: str) -> None:
    document, offset = opened(text)
    typed = text.split()[-1].partition("¦")[0].rpartition("{")[2]
    fitting = [offer for offer in completions(document, offset) if offer.label.startswith(typed.lower())]
    assert fitting
    for offer in fitting:
        texts = document.text[: offer.start] + offer.insert + document.text[offer.end :]
        assert document.text[offer.start : offer.end] == typed
        assert offer.label in texts


def test_hover_tells_the_declaration() -> None:
    document, offset = opened("positions:\n  - organiza¦tion: X\n")
    explained = hover(document, offset)
    assert explained is not None
    assert "employer" in explained.text and document.text[explained.start : explained.end] == "organization"
    document, offset = opened("style: engin¦eer\n")
    explained = hover(document, offset)
    assert explained is not None and "**engineer**" in explained.text
    assert hover(*opened("# com¦ment\n")) is None


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("person: {name: Ada}\npositons: []\n", "person: {name: Ada}\npositions: []\n"),
        ("person: {nme: Ada}\n", "person: {name: Ada}\n"),
        (
            "person: {name: Ada}\ntalks: [{title: X, date: May 2019}]\n",
            "person: {name: Ada}\ntalks: [{title: X, date: 2019-05}]\n",
        ),
        ("person: {name: Ada}\nstyle: enginer\n", "person: {name: Ada}\nstyle: engineer\n"),
        (
            "person: {name: Ada}\nstyle: {name: classic, options: {acent: '#000000'}}\n",
            "person: {name: Ada}\nstyle: {name: classic, options: {accent: '#000000'}}\n",
        ),
        ("person: {name: Ada}\nbio: Note: this\n", 'person: {name: Ada}\nbio: "Note: this"\n'),
        ("person:\n  name:Ada\n", "person:\n  name: Ada\n"),
        ('person:\n  name: "Ada\nbio: x\n', 'person:\n  name: "Ada"\nbio: x\n'),
        ("person:\n  name: Ada\ninterests: [a, b\nbio: x\n", "person:\n  name: Ada\ninterests: [a, b]\nbio: x\n"),
        ("person: {name: Ada}\nbio: ''\n", "person: {name: Ada}\n"),
        (
            "person: {name: Ada}\ntalks:\n  - title: X\n    private: yes\n",
            "person: {name: Ada}\ntalks:\n  - title: X\n    private: true\n",
        ),
        ("person:\n\u00a0 name: Ada\n", "person:\n  name: Ada\n"),
    ],
)
def test_hints_become_edits(wrong: str, right: str) -> None:
    document = OpenDocument(Path("/nowhere/profiles/ada.yaml"), wrong)
    faults = [changed(wrong, fix.edits) for problem in problems(document) for fix in fixes(document, problem)]
    assert right in faults


def test_a_missing_fact_becomes_a_question_and_is_not_invented() -> None:
    document = OpenDocument(Path(HERE), "person: {name: Ada}\ncertifications:\n  - date: 2020\n")
    (problem,) = problems(document)
    (fix,) = fixes(document, problem)
    assert changed(document.text, fix.edits).splitlines()[-1].strip() == 'title: "[ask: title]"'


def test_warnings_can_be_ignored_where_they_are() -> None:
    document = OpenDocument(Path(HERE), "person: {name: Ada}\nbio: x\ntalks:\n  - {title: TODO, date: 2020}\n")
    warning = next(problem for problem in problems(document) if problem.code == "TEXT-PLACEHOLDER")
    texts = [changed(document.text, fix.edits) for fix in fixes(document, warning)]
    assert any("  # cvrender: ignore=TEXT-PLACEHOLDER\n  - {title" in text for text in texts)


def test_a_problem_is_marked_at_its_key_or_value() -> None:
    document = OpenDocument(Path(HERE), "person: {name: Ada}\ntalks:\n  - titel: X\n  - title: Y\n    date: soon\n")
    marked = [document.text[slice(*span(document, problem))] for problem in problems(document)]
    assert "titel" in marked and "soon" in marked


@pytest.mark.parametrize(
    ("path", "text", "code"),
    [
        ("views/x.yaml", "extends: ful\n", "unknown-view"),
        ("views/x.yaml", "sections: [{from: talks, sort: colour}]\n", "unknown-field"),
        ("styles/x/style.yaml", "about: x\nextends: clasic\n", "unknown-style"),
        ("styles/x/style.yaml", "about: x\nextends: classic\ndefaults: {acent: '#000000'}\n", "unknown-option"),
        ("cvrender.yaml", "jobs: [{profiles: ada, targets: [pfd]}]\n", "unknown-target"),
        ("contracts/x.yaml", "title: X\n", "missing-key"),
        ("letters/x.yaml", "body: x\nsubjet: y\n", "unknown-key"),
        ("application.yaml", "parts: [{contract: ecr}]\n", "unknown-contract"),
    ],
)
def test_problems_of_other_files(path: str, text: str, code: str) -> None:
    assert code in {problem.code for problem in problems(OpenDocument(Path(path), text))}


def test_a_file_that_another_one_includes_needs_no_person(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text("person: {name: Ada}\ninclude: [talks.yaml]\n")
    text = "talks: [{title: X, date: 2020}]\n"
    (tmp_path / "talks.yaml").write_text(text)
    assert problems(OpenDocument(tmp_path / "talks.yaml", text)) == []
    assert problems(OpenDocument(tmp_path / "other.yaml", text))[0].code == "missing-key"


def test_symbols_name_sections_and_entries() -> None:
    sections = symbols(
        OpenDocument(
            Path(HERE), "person: {name: Ada}\npositions:\n  - organization: X\n    roles: [{title: Y}]\ntalks: [{title: Z}]\n"
        )
    )
    assert [each.name for each in sections] == ["person", "positions", "talks"]
    (position,) = sections[1].children
    assert (position.name, sections[1].detail) == ("X", "1")
    assert [each.name for each in position.children] == ["roles"]
    assert sections[2].children[0].name == "Z"


def test_definition_finds_views_styles_entries_and_people(tmp_path: Path) -> None:
    text = (
        "people: [{name: Bob Sample}]\npublications:\n  - {id: one, title: X, authors: [Bob Sample]}\n"
        "views:\n  a: {extends: full}\n  b: {extends: a, sections: [{from: publications, pinned: one}]}\n"
    )
    document = OpenDocument(tmp_path / "ada.yaml", text)
    person = definition(document, text.index("[Bob") + 2)
    entry = definition(document, text.index("pinned: one") + 9)
    own = definition(document, text.index("extends: a") + 9)
    built_in = definition(document, text.index("full") + 1)
    assert person and text[person.start : person.end] == "Bob Sample" and person.start < 25
    assert entry and entry.start == text.index("one")
    assert own and own.start == text.index("a: {")
    assert built_in and built_in.path.name == "full.yaml"
    assert definition(document, text.index("title")) is None


def test_rename_changes_a_person_everywhere_and_nothing_else() -> None:
    text = "publications:\n  - title: Bob\n    authors: [Bob, {name: 'Bob', equal: true}]\nteaching: [{title: Bob}]\n"
    view = OpenDocument(Path("views/x.yaml"), "sections: [{from: talks, tags: [selected]}]\n")
    document = OpenDocument(Path(HERE), text)
    edits = rename(document, text.index("[Bob") + 1, "Bob C. Sample", [view])
    assert list(edits) == [Path(HERE)]
    assert changed(text, edits[Path(HERE)]) == text.replace("[Bob,", "[Bob C. Sample,").replace("'Bob'", "'Bob C. Sample'")


def test_rename_changes_a_tag_in_other_files() -> None:
    document = OpenDocument(Path(HERE), "talks:\n  - tags: [selected, old]\n    highlights: [{text: x, tags: [selected]}]\n")
    view = OpenDocument(Path("views/x.yaml"), "sections: [{from: talks, tags: selected, exclude: [selected]}]\n")
    edits = rename(document, document.text.index("selected"), "best", [view])
    assert changed(document.text, edits[document.path]) == document.text.replace("selected", "best")
    assert changed(view.text, edits[view.path]) == view.text.replace("selected", "best")


@pytest.mark.parametrize(("new", "offset"), [("two", 0), ("", 0), ("x", 5)])
def test_rename_refuses_what_is_taken_empty_or_no_name(new: str, offset: int) -> None:
    text = "talks: [{id: one, title: X}, {id: two, title: Y}]\n"
    with pytest.raises(InputError):
        rename(OpenDocument(Path(HERE), text), text.index("one") + offset, new)


def test_dates_are_written_in_edtf_and_mean_the_same() -> None:
    text = (
        "person: {name: Ada}\nupdated: May 2019\n"
        "talks:\n  - {title: May 2019, date: Spring 2023}\n  - {title: X, date: 2018–2020}\n"
        "positions:\n  - {organization: Y, start: ca. 1998, end: present}\n  - {organization: Z, date: 2018/present}\n"
    )
    document = OpenDocument(Path(HERE), text)
    written = changed(text, format_dates(document))
    assert parse(written.encode(), "")
    for old, new in [
        ("updated: May 2019", "updated: 2019-05"),
        ("Spring 2023", "2023-21"),
        ("2018–2020", "2018/2020"),
        ("ca. 1998", "1998~"),
    ]:
        text = text.replace(old, new)
    assert written == text
    assert format_dates(OpenDocument(Path(HERE), written)) == []
