"""A Word file that people edited leads to the changes of the profile that they meant; whatever does not is listed."""

import io
import re
import shutil
import subprocess
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("docx")

from docx.oxml import OxmlElement

from cvrender import render, render_letter
from cvrender.cli import main
from cvrender.documents.returned import returned_changes
from cvrender.errors import InputError
from cvrender.merge.apply import applied
from cvrender.merge.profile import load_profile
from cvrender.merge.returned.occurrences import folded
from cvrender.merge.returned.propose import ReturnedChanges
from cvrender.targets.docx.returned import OBJECT, read_returned, resolved
from tests.documents.edited_word import Edit, added, opened, replaced, run_with, saved, tracked
from tests.documents.returned_files import LETTER, PROFILES, STATEMENT, said
from tests.documents.word_edits import EDITS


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("returned")
    for name in ("ada-example.yaml", "ada-example.png"):
        shutil.copy(PROFILES / name, folder)
    return folder / "ada-example.yaml"


@pytest.fixture(scope="module")
def sent(profile: Path) -> bytes:
    return docx_of(profile)


def docx_of(profile: Path) -> bytes:
    return render(load_profile(profile), targets=["docx"], returnable=True)[0].content


def lines(content: bytes) -> list[str]:
    """Return the paragraphs as they are when all tracked changes are accepted."""
    kept = resolved(read_returned(content).paragraphs, lambda change: True)
    texts = (part for item in kept for part in "".join(piece.text for piece in item.pieces).split("\t"))
    words = (" ".join(folded(text.replace(OBJECT, "")).split()).strip(" •:") for text in texts)
    return [text for text in words if text]


def returned(profile: Path, content: bytes, author: str = "") -> ReturnedChanges:
    file = profile.parent / "edited.docx"
    file.write_bytes(content)
    return returned_changes(profile, file, author)


def outcome(profile: Path, sent: bytes, edited: bytes) -> tuple[str, list[str], list[str]]:
    """Return whether all came back, was listed, was lost or is wrong, the proposals, and what is listed."""
    found = returned(profile, edited)
    text = profile.read_text("utf-8")
    copy = profile.parent / "again" / profile.name
    copy.parent.mkdir(exist_ok=True)
    for other in profile.parent.glob("*.*"):
        shutil.copy(other, copy.parent)
    copy.write_text(applied(str(profile), text, found.proposals), "utf-8")
    before, wanted, made = (Counter(lines(content)) for content in (sent, edited, docx_of(copy)))
    messages = [problem.message for problem in found.problems]
    listed = " ".join(folded("\n".join([*messages, *(change.reason for change in found.proposals)])).split())
    missing, extra = wanted - made, made - wanted
    lost = [line for line in missing if not any(word in listed for word in new_words(line, before))]
    invented = [line for line in extra if line not in before and not any(alike(line, other) for other in missing)]
    proposals = [said(change) for change in found.proposals]
    kind = "wrong" if invented else "lost" if lost else "listed" if missing or extra or messages else "exact"
    return kind, proposals, [*messages, *(f"LOST {line}" for line in lost), *(f"WRONG {line}" for line in invented)]


def new_words(line: str, before: Counter[str]) -> list[str]:
    """Return the parts of a line that may be listed: its texts, divided as styles do."""
    return [part for part in re.split(r"\s[•|·-]\s", line) if part not in " ".join(before)] + [line]


def alike(first: str, second: str) -> bool:
    return len(set(first.split()) & set(second.split())) * 2 > len(set(first.split()))


FAST = [(name, edit, wanted) for name, edit, wanted in EDITS if name.endswith((": tracked", "date typed over"))]


def edited(sent: bytes, *edits: Edit) -> bytes:
    document = opened(sent)
    for edit in edits:
        edit(document)
    return saved(document)


@pytest.mark.slow
@pytest.mark.parametrize(("edit", "wanted"), [pytest.param(edit, wanted, id=name) for name, edit, wanted in EDITS])
def test_each_edit_comes_back_or_is_listed(edit: Edit, wanted: list[str], profile: Path, sent: bytes) -> None:
    kind, proposals, listed = outcome(profile, sent, edited(sent, edit))
    assert kind in ("exact", "listed"), listed
    assert all(any(proposal.startswith(want) for proposal in proposals) for want in wanted), (proposals, listed)


def test_many_edits_at_once(profile: Path, sent: bytes) -> None:
    found = returned(profile, edited(sent, *(edit for _, edit, _ in FAST)))
    proposals = sorted(map(said, found.proposals))
    wanted = sorted(want for _, _, wanted in FAST for want in wanted)
    assert len(proposals) == len(wanted) and all(map(str.startswith, proposals, wanted))
    assert found.problems == [] and {change.reason for change in found.proposals} >= {"Bob Adviser"}


def test_nothing_is_proposed_for_a_file_that_nobody_edited(profile: Path, sent: bytes) -> None:
    assert returned(profile, sent) == ReturnedChanges()


@pytest.mark.parametrize("style", ["accent", "proceedings", "sidebar", "plain"])
def test_every_layout_returns(style: str, profile: Path) -> None:
    sent = render(load_profile(profile), style=style, targets=["docx"], returnable=True)[0].content
    assert returned(profile, sent) == ReturnedChanges()
    edits = (replaced("Aug 2024", "Jul 2024"), tracked("ada@example.org", "ada.m@example.org"))
    found = sorted(map(said, returned(profile, edited(sent, *edits)).proposals))
    assert found == ["person.emails[0] = ada.m@example.org", "positions[0].roles[1].end = 2024-07"]


def test_only_the_changes_of_one_author(profile: Path, sent: bytes) -> None:
    other = tracked("Leads a group of five", "Leads a group of six")
    content = edited(sent, other, tracked("on leave in spring 2022", "on leave in autumn 2022"))
    content = with_part(content, "Bob Adviser", "Eve Editor", 2)
    assert [change.reason for change in returned(profile, content).proposals] == ["Eve Editor", "Bob Adviser"]
    assert [change.reason for change in returned(profile, content, "Bob Adviser").proposals] == ["Bob Adviser"]


def with_part(content: bytes, old: str, new: str, count: int) -> bytes:
    """Return a file with other characters in its text, so often."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(stream, "w") as made:
        for name in archive.namelist():
            part = archive.read(name)
            made.writestr(name, part.replace(old.encode(), new.encode(), count) if name == "word/document.xml" else part)
    return stream.getvalue()


def changed(profile: Path, folder: Path, old: str, new: str) -> Path:
    """Return a copy of a profile in another folder, with a change."""
    copy = folder / profile.name
    shutil.copy(profile.with_suffix(".png"), folder)
    copy.write_text(profile.read_text("utf-8").replace(old, new), "utf-8")
    return copy


def committed(folder: Path) -> None:
    """Commit all files of a folder."""
    name = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for command in (["init", "-q"], ["add", "."], [*name, "commit", "-q", "-m", "x"]):
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)


def test_what_both_sides_changed_is_listed_with_three_values(profile: Path, sent: bytes, tmp_path: Path) -> None:
    changed(profile, tmp_path, "", "")
    committed(tmp_path)
    now = changed(profile, tmp_path, "Leads a group of five", "Leads a group of nine")
    now.write_text(now.read_text("utf-8").replace("awards:\n", "awards:\n  - {title: Newest, date: 2026}\n"), "utf-8")
    edits = (replaced("Leads a group of five", "Leads a group of six"), replaced("Order of the Open", "Order of the Closed"))
    found = returned(now, edited(sent, *edits))
    assert list(map(said, found.proposals)) == ["awards[1].title = Order of the Closed Bracket"]
    (problem,) = found.problems
    assert all(words in problem.message for words in ("a group of five", "a group of nine", "a group of six"))


def test_without_the_revision_only_tracked_changes_count(profile: Path, sent: bytes, tmp_path: Path) -> None:
    now = changed(profile, tmp_path, "Leads a group of five", "Leads a group of nine")
    found = returned(now, edited(sent, tracked("on leave in spring 2022", "on leave in autumn 2022")))
    assert list(map(said, found.proposals)) == ["positions[0].roles[1].note = on leave in autumn 2022"]
    assert [problem.code for problem in found.problems] == ["doubtful", "doubtful"]
    assert "git does not know" in found.problems[0].message and "a group of five" in found.problems[1].message


def test_texts_of_an_overlay_are_not_proposed_for_the_profile(profile: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "role.yaml"
    overlay.write_text("person: {headline: Candidate}\n", "utf-8")
    loaded = load_profile(profile, overlays=[overlay])
    sent = render(loaded, targets=["docx"], returnable=True)[0].content
    edit = (replaced("Candidate", "Applicant"), tracked("Leads a group of five", "Leads a group of six"))
    file = tmp_path / "edited.docx"
    file.write_bytes(edited(sent, *edit))
    without, given = returned_changes(profile, file), returned_changes(profile, file, overlays=[overlay])
    assert [change.path[-1] for change in without.proposals] == [change.path[-1] for change in given.proposals] == ["summary"]
    assert [problem.code for problem in without.problems] == ["doubtful", "doubtful"]
    (problem,) = given.problems
    assert '"Applicant" (sent: "Candidate") fits no field' in problem.message and f"{overlay}:1" in problem.hint


def test_words_that_became_bold_or_upright_are_listed(profile: Path, sent: bytes) -> None:
    document = opened(sent)
    run_with(document, "Raised four").get_or_add_rPr().append(OxmlElement("w:b"))
    italic = next(item for item in run_with(document, "imaginary storage").get_or_add_rPr() if item.tag.endswith("}i"))
    italic.getparent().remove(italic)
    replaced("three exist", "four exist")(document)
    found = returned(profile, saved(document))
    assert [problem.message.partition(" in the file")[0] for problem in found.problems] == [
        '"imaginary storage" is no longer italic',
        '"Raised four grants, of which" is bold',
        '"exist" is bold',
    ]
    assert [problem.path for problem in found.problems] == ["bio", *["positions[0].roles[0].highlights[0]"] * 2]


def test_comments_are_listed_with_what_they_are_about(profile: Path, sent: bytes) -> None:
    document = opened(sent)
    paragraph = next(item for item in document.paragraphs if "Raised four" in item.text)
    document.add_comment(paragraph.runs, text="Which four?", author="Bob Adviser", initials="BA")
    words = 'comment of Bob Adviser on "Raised four grants, of which three exist": "Which four?"'
    assert returned(profile, saved(document)).comments == [(("positions", 0, "roles", 0, "highlights", 0), words)]
    (profile.parent / "commented.docx").write_bytes(saved(document))
    command = ["update", str(profile), "--from", str(profile.parent / "commented.docx")]
    listed, written = (CliRunner().invoke(main, [*command, *options]).output for options in ((), ("--comments",)))
    assert words in listed and "# comment" not in listed
    assert f"+          # {words}\n           - Raised four grants" in written and "not-imported" not in written


@pytest.mark.parametrize("content", [b"no zip", b"", b"PK\x03\x04broken"])
def test_other_files_are_refused(content: bytes, profile: Path) -> None:
    with pytest.raises(InputError, match=r"Word document|fields its texts come from"):
        returned(profile, content)


def test_a_file_without_the_list_of_fields_is_refused(profile: Path) -> None:
    with pytest.raises(InputError, match="does not say which fields its texts come from") as error:
        returned(profile, render(load_profile(profile), targets=["docx"])[0].content)
    assert "--returnable" in str(error.value)


def test_a_letter_comes_back(profile: Path) -> None:
    letter = profile.parent / "letter.yaml"
    letter.write_text(LETTER, "utf-8")
    sent = render_letter(letter, targets=["docx"], returnable=True)[0].content
    edits = (tracked("position", "post"), replaced("Search", "Hiring"), added("happy to visit", "Truly."))
    found = returned(letter, edited(sent, *edits, replaced("ada@example.org", "ada@example.com")))
    assert list(map(said, found.proposals)) == ["to[0] = Hiring Committee", "body[0] = I apply for the post.", "body +2 Truly."]
    assert "comes from person.emails[0] of the profile" in found.problems[0].message


def test_a_statement_comes_back_with_several_changes_of_one_text(profile: Path) -> None:
    statement = profile.parent / "statement.yaml"
    statement.write_text(STATEMENT, "utf-8")
    sent = render_letter(statement, targets=["docx"], returnable=True)[0].content
    edits = (tracked("storage", "memory"), replaced("less is", "little is"), added("My work", "Truly."))
    found = returned(statement, edited(sent, *edits))
    text = STATEMENT.replace("storage", "memory").replace("less is", "little is").replace("forgets.\n", "forgets.\n\n  Truly.\n")
    assert applied(str(statement), STATEMENT, found.proposals) == text and found.problems == []


def test_the_command_shows_a_diff_and_changes_only_with_apply(profile: Path, sent: bytes, tmp_path: Path) -> None:
    now = changed(profile, tmp_path, "", "")
    (tmp_path / "e.docx").write_bytes(edited(sent, tracked("Leads a group of five", "Leads a group of six")))
    result = CliRunner().invoke(main, ["update", str(now), "--from", str(tmp_path / "e.docx")])
    assert "+        summary: Leads a group of six;" in result.output and "Bob Adviser" in result.output
    assert now.read_text("utf-8") == profile.read_text("utf-8")
    CliRunner().invoke(main, ["update", str(now), "--from", str(tmp_path / "e.docx"), "--apply"])
    assert "Leads a group of six;" in now.read_text("utf-8")
