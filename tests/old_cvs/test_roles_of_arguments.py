"""Check that the words of all entries of a section tell the order in which an author gives the arguments of a macro."""

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.tex.roles import with_checked_roles


def _entry(title: str, organization: str, location: str) -> OldLine:
    cells = LineCell(title, "title"), LineCell(organization, "organization"), LineCell(location, "location")
    return OldLine((*cells, LineCell("2019", "date")), kind="entry")


def _roles(line: OldLine) -> dict[str, str]:
    return {cell.role: cell.text for cell in line.cells}


def test_arguments_in_another_order_get_the_roles_that_their_words_have() -> None:
    lines = [_entry("Example University", "Prague, Czechia", "Research Assistant"), _entry("Acme", "Brno", "Software Engineer")]
    assert [_roles(line)["title"] for line in with_checked_roles(lines)] == ["Research Assistant", "Software Engineer"]
    assert [_roles(line)["organization"] for line in with_checked_roles(lines)] == ["Example University", "Acme"]


def test_the_order_of_the_class_stays_where_words_do_not_tell_another() -> None:
    lines = [_entry("Software Engineer", "Acme", "Brno"), _entry("Helper", "Zeta Works", "Zlín")]
    assert with_checked_roles(lines) == lines


def test_each_section_has_its_own_order() -> None:
    heading = OldLine((LineCell("Education"),), kind="heading")
    lines = [
        _entry("Software Engineer", "Acme", "Brno"),
        heading,
        _entry("Example University", "Prague, Czechia", "PhD, Physics"),
    ]
    assert _roles(with_checked_roles(lines)[0])["title"] == "Software Engineer"
    assert _roles(with_checked_roles(lines)[2])["title"] == "PhD, Physics"
