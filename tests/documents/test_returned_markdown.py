"""A Markdown file that people edited leads to the changes of the profile that they meant; whatever does not is listed."""

from pathlib import Path

import pytest

from cvrender import render, render_letter
from cvrender.documents.returned import returned_changes
from cvrender.errors import InputError
from cvrender.merge.profile import load_profile
from tests.documents.returned_files import LETTER, PROFILES, STATEMENT, said

ADA = PROFILES / "ada-example.yaml"
_POINT = "- Raised four grants, of which three exist\n"


@pytest.fixture(scope="module")
def sent() -> str:
    return render(load_profile(ADA), targets=["md"], returnable=True)[0].content.decode()


def edited(sent: str, folder: Path, *edits: tuple[str, str], path: Path = ADA) -> tuple[list[str], list[str]]:
    """Return the proposals for a file with other words, and what is listed."""
    for old, new in edits:
        assert old in sent
        sent = sent.replace(old, new, 1)
    file = folder / "edited.md"
    file.write_text(sent, "utf-8")
    found = returned_changes(path, file)
    return [said(change) for change in found.proposals], [problem.message for problem in found.problems]


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (("", ""), []),
        (("Raised four", "Raised five"), ["positions[0].roles[0].highlights[0] = Raised five grants, of which three exist"]),
        (("Jul 2016 – Aug 2020", "Jul 2016 – Sep 2020"), ["positions[1].end = 2020-09"]),
        ((_POINT, f"{_POINT}- Won nothing\n"), ["positions[0].roles[0].highlights +1 Won nothing"]),
        ((_POINT, ""), ["positions[0].roles[0].highlights[0] removed"]),
        (("+1 555 0100", "+1 555 0101"), ["person.phones[0] = +1 555 0101"]),
        (("git, gdb, chalk", "git, gdb, lldb, chalk"), ["skills[1].items +2 lldb"]),
        (("Example Labs**, Springfield", "Example Labs**, Shelbyville"), ["positions[1].location = Shelbyville"]),
    ],
)
def test_edits_come_back(edit: tuple[str, str], wanted: list[str], sent: str, tmp_path: Path) -> None:
    assert edited(sent, tmp_path, edit) == (wanted, [])


def test_what_no_change_leads_to_is_listed(sent: str, tmp_path: Path) -> None:
    heading, bold, link = ("## Honors", "## Prizes"), ("three exist", "**three** exist"), ("tel:+15550100", "tel:+15550199")
    proposals, listed = edited(sent, tmp_path, heading, bold, link)
    assert proposals == []
    for words in (
        '"three" is bold in the file',
        "link to tel:+15550199 is new",
        "link to tel:+15550100 is gone",
        '"Prizes and Awards"',
    ):
        assert any(words in message for message in listed), words


def test_a_file_of_another_profile_or_without_an_origin_is_refused(sent: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="was made from ada-example.yaml, not from li-fan.yaml"):
        edited(sent, tmp_path, path=PROFILES / "examples" / "li-fan.yaml")
    with pytest.raises(InputError, match="does not say which fields"):
        edited(sent.partition("<!-- cvrender")[0], tmp_path)


def test_a_file_is_refused_if_what_was_sent_is_not_known(sent: str, tmp_path: Path) -> None:
    copy = tmp_path / ADA.name
    copy.write_text(ADA.read_text("utf-8").replace("Raised four", "Raised nine").replace("photo:", "x-photo:"), "utf-8")
    with pytest.raises(InputError, match="what was sent is not known"):
        edited(sent, tmp_path, path=copy)


def test_letters_and_statements_come_back(tmp_path: Path) -> None:
    for text, old, new, wanted in (
        (LETTER, "the position", "this position", "body[0] = I apply for this position."),
        (STATEMENT, "that forgets", "that forgives", "text = "),
    ):
        path = tmp_path / "letter.yaml"
        path.write_text(text.replace("profile: ada-example", f"profile: {ADA}"), "utf-8")
        sent = render_letter(path, targets=["md"], returnable=True)[0].content.decode()
        proposals, listed = edited(sent, tmp_path, (old, new), path=path)
        assert len(proposals) == 1 and proposals[0].startswith(wanted) and not listed
