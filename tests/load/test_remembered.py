"""Test what an overlay remembers of the values that it replaces, and what is said when they have changed."""

from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.load.merge import replaced_by
from cvrender.load.reader import parse
from cvrender.load.remembered import remembering
from cvrender.run.schemas import schema_of

PROFILE = """\
person: {name: Ada Example, headline: Works on looms}
interests: [looms, numbers]
positions:
  - {id: mill, organization: Mill, start: 2019, roles: [{id: head, title: Head, start: 2019}]}
publications:
  - {id: looms, title: On Looms, authors: [Ada Example], type: article, date: 2020, note: first}
memberships: [{organization: Society, date: 2020}]
"""
OVERLAY = """\
# for one post
person: {headline: Candidate}   # short
interests:
  - engines
positions:
  - id: mill
    roles:
      - id: head   # of the mill
        title: Director
publications:
  - {id: looms, note: submitted}
  - {title: New, authors: [Ada Example], type: article, date: 2022}
memberships:
"""


def remembered(overlay: str, profile: str = PROFILE) -> str:
    source = parse(overlay.encode(), "post.yaml")
    return remembering(source, overlay, replaced_by(parse(profile.encode(), "ada.yaml"), source)[1])


def warnings(overlay: str, profile: str) -> list[str]:
    merged, _ = replaced_by(parse(profile.encode(), "ada.yaml"), parse(overlay.encode(), "post.yaml"))
    return [f"{problem.line}:{problem.column} {problem.path}: {problem.message}" for problem in merged.cut_texts]


def test_what_an_overlay_replaces_is_written_and_nothing_else_changes() -> None:
    written = remembered(OVERLAY)
    assert parse(written.encode(), "post.yaml").data == {
        "person": {"headline": "Candidate", "was": {"headline": "Works on looms"}},
        "interests": ["engines"],
        "positions": [{"id": "mill", "roles": [{"id": "head", "title": "Director", "was": {"title": "Head"}}]}],
        "publications": [
            {"id": "looms", "note": "submitted", "was": {"note": "first"}},
            {"title": "New", "authors": ["Ada Example"], "type": "article", "date": "2022"},
        ],
        "memberships": None,
        "was": {"interests": ["looms", "numbers"], "memberships": [{"organization": "Society", "date": "2020"}]},
    }
    assert "# for one post\n" in written and "# of the mill\n" in written and "  # short\n" in written
    assert remembered(written) == written
    assert warnings(written, PROFILE) == []


def test_a_merged_profile_does_not_hold_what_is_remembered() -> None:
    profile = parse(PROFILE.encode(), "ada.yaml")
    plain, _ = replaced_by(profile, parse(OVERLAY.encode(), "post.yaml"))
    merged, _ = replaced_by(profile, parse(remembered(OVERLAY).encode(), "post.yaml"))
    assert merged.data == plain.data


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "Works on looms",
            "Works on engines",
            "person.was.headline: what this replaces has changed: it is “Works on engines” now",
        ),
        ("looms, numbers", "looms", "was.interests: what this replaces has changed: it is “looms” now"),
        ("note: first", "note: second", "publications[0].was.note: what this replaces has changed: it is “second” now"),
        (", note: first", "", "publications[0].was.note: the profile has no note any longer, which was “first”"),
        ("id: looms", "id: other", "publications[0].was.note: the profile has no such entry any longer, so the overlay adds one"),
        ("title: Head,", "title: Chief,", "roles[0].was.title: what this replaces has changed: it is “Chief” now"),
        ("{organization: Society, ", "{organization: Club, ", "it is “organization: Club, date: 2020” now"),
        (
            "headline: Works on looms",
            "headline: {en: Works on looms, de: Weberin}",
            "person.was.headline: what this replaces has changed: it is “en: Works on looms, de: Weberin” now",
        ),
    ],
)
def test_what_has_changed_since_is_said_at_its_place(old: str, new: str, said: str) -> None:
    written = remembered(OVERLAY)
    (warning,) = warnings(written, PROFILE.replace(old, new))
    assert said in warning
    line, column = map(int, warning.partition(" ")[0].split(":"))
    assert "was" in "".join(written.splitlines()[max(0, line - 3) : line]) and column > 1


def test_what_has_changed_is_written_anew_and_what_is_gone_is_removed() -> None:
    other = PROFILE.replace("Works on looms", "Works on engines").replace(", note: first", "")
    written = remembered(remembered(OVERLAY), other)
    assert warnings(written, other) == []
    assert parse(written.encode(), "post.yaml").data["publications"][0] == {"id": "looms", "note": "submitted"}


def test_a_remembered_key_that_the_overlay_does_not_change_is_an_error() -> None:
    overlay = parse(b"person: {headline: New, was: {headlin: Old}}", "post.yaml")
    with pytest.raises(InputError) as error:
        replaced_by(parse(PROFILE.encode(), "ada.yaml"), overlay)
    (problem,) = error.value.problems
    assert str(problem).startswith('post.yaml:1:31: error: person.was.headlin: remembers "headlin", which the overlay does not')
    assert problem.hint == 'did you mean "headline"?'


def test_a_mapping_that_became_one_is_changed_key_by_key() -> None:
    overlay = "person: {headline: {en: New}, was: {headline: Old}}"
    profile = PROFILE.replace("headline: Works on looms", "headline: {en: Works}")
    (warning,) = warnings(overlay, profile)
    assert "the profile has a mapping here now" in warning


def test_the_commands_write_and_warn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ada.yaml").write_text(PROFILE, "utf-8")
    Path("post.yaml").write_text(OVERLAY, "utf-8")

    def call(*words: str) -> Result:
        return CliRunner().invoke(main, [words[0], "ada.yaml", *words[1:]])

    assert "--write requires --with" in call("variants", "--write").output
    assert call("variants", "--with", "post.yaml", "--write").output == "post.yaml: remembers what it replaces\n"
    assert call("variants", "--with", "post.yaml", "--write").output == "post.yaml: nothing to change\n"
    assert "outdated-overlay" not in call("check", "--with", "post.yaml").output
    Path("ada.yaml").write_text(PROFILE.replace("looms}", "engines}"), "utf-8")
    checked = call("check", "--with", "post.yaml")
    place = "post.yaml:2:47: warning: person.was.headline: outdated-overlay: what this replaces has changed"
    assert place in checked.output and checked.exit_code == 0
    assert "outdated-overlay" in call("render", "--with", "post.yaml", "--to", "md", "--out", "out").output
    assert "(changed since: was 'Works on looms')" in call("variants", "--with", "post.yaml").output


def test_the_schema_of_overlays_knows_what_they_remember() -> None:
    validator = jsonschema.Draft202012Validator(schema_of("overlay"))
    assert not list(validator.iter_errors({"person": {"headline": "New", "was": {"headline": "Old"}}, "was": {"bio": "Old"}}))
    assert list(validator.iter_errors({"person": {"headlin": "New"}}))
    assert list(jsonschema.Draft202012Validator(schema_of("profile")).iter_errors({"person": {"name": "A", "was": {}}}))
