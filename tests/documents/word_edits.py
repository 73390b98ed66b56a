"""A hundred edits of a Word document with the proposals that they have to lead to; none means that the words are listed."""

from tests.documents.edited_word import (
    Edit,
    added,
    appended,
    deleted,
    deleted_between,
    deleted_tracked,
    font,
    joined,
    moved,
    moved_tracked,
    nothing,
    replaced,
    retyped,
    row_added,
    row_deleted,
    split,
    tracked,
)

_ROLE = "positions[0].roles[0]"
_HELLO = "FRIEND 2021: "
_WORDS: list[tuple[str, str, str]] = [
    ("Raised four grants, of which three exist", "Raised five grants, of which four exist", f"{_ROLE}.highlights[0]"),
    ("Research Scientist", "Senior Research Scientist", "positions[1].title"),
    ("Springfield", "Shelbyville", "positions[1].location"),
    ("A Survey of the Empty Set", "A Study of the Empty Set", "publications[10].title"),
    ("with a year at the Laputa Institute of Levitation", "with two years at the Laputa Institute", "education[0].note"),
    ("Founder and maintainer", "Founder, maintainer and first user", "systems[0].role"),
    ("Explains nothing to everybody, gladly.", "Explains everything to nobody, gladly.", "custom[0].text.paragraph"),
    ("Leads a group of five", "Leads a group of six", f"{_ROLE}.summary"),
    ("on leave in spring 2022", "on leave in autumn 2022", "positions[0].roles[1].note"),
    ("Journal of Undecidable Engineering", "Journal of Decidable Engineering", "publications[3].venue"),
    ("National Foundation for Fiction", "National Foundation for Facts", "grants[0].funder"),
    ("Order of the Open Bracket", "Order of the Closed Bracket", "awards[0].title"),
    ("1 Example Road, Nowhere 00000", "2 Example Road, Nowhere 00001", "person.location"),
    ("ada@example.org", "ada.m@example.org", "person.emails[0]"),
    ("Associate Professor of Imaginary Machines", "Full Professor of Imaginary Machines", "person.headline.en"),
    ("runtimes that wave", "runtimes that wave back", "advising[0].topic"),
]
_DATES: list[tuple[str, str, list[str]]] = [
    ("Jul 2016 – Aug 2020", "Jul 2016 – Sep 2020", ["positions[1].end = 2020-09"]),
    (
        "Sep 2020 – Aug 2024",
        "Oct 2020 – Jul 2024",
        ["positions[0].roles[1].start = 2020-10", "positions[0].roles[1].end = 2024-07"],
    ),
    ("2008–2011", "2007–2011", ["education[1].date = 2007/2011"]),
    ("Sep 2025 – Present", "Sep 2025 – Aug 2026", ["advising[1].end = 2026-08"]),
    ("2012", "2013", ["teaching[1].date = 2013"]),
    ("May 18, 2024", "May 19, 2024", ["custom[0].entries[0].date = 2024-05-19"]),
    ("Feb 14, 2026", "February 15, 2026", ["news[0].date = 2026-02-15"]),
]


def _named(path: str) -> str:
    return path.removesuffix(".paragraph")


EDITS: list[tuple[str, Edit, list[str]]] = [
    ("saved without a change", nothing, []),
    *((f"{old[:18]}: typed over", replaced(old, new), [f"{_named(path)} = {new}"]) for old, new, path in _WORDS),
    *((f"{old[:18]}: tracked", tracked(old, new), [f"{_named(path)} = {new}"]) for old, new, path in _WORDS),
    *((f"{old}: date typed over", replaced(old, new), wanted) for old, new, wanted in _DATES),
    *((f"{old}: date tracked", tracked(old, new), wanted) for old, new, wanted in _DATES),
]
_B0, _B1 = f"{_ROLE}.highlights", "positions[1].highlights"
EDITS += [
    ("name corrected", replaced("Félix Échantillon‡", "Felix Echantillon‡"), []),
    (
        "name added to authors",
        replaced(" Félix Échantillon‡, ", " Félix Échantillon‡, New Author, "),
        ["publications[4].authors +1 New Author"],
    ),
    (
        "name added, tracked",
        tracked(" Félix Échantillon‡, ", " Félix Échantillon‡, New Author, "),
        ["publications[4].authors +1 New Author"],
    ),
    ("author taken out", replaced(", Bob Sample, “Towards", ", “Towards"), ["publications[8].authors[1] removed"]),
    (
        "advisor renamed",
        replaced("Bob Sample and Chiyo Template", "Rob Sample and Chiyo Template"),
        ["education[0].advisors[0] = Rob Sample"],
    ),
    ("advisor added", replaced("Advisor: Eve Placeholder", "Advisor: Eve Placeholder and Nora Neu"), []),
    (
        "typed at the end",
        appended("Raised four grants", ", all of them small"),
        [f"{_B0}[0] = Raised four grants, of which three exist, all of them small"],
    ),
    ("typed at the end of a date line", appended("Assistant Professor, Old", " (on leave)"), []),
    ("bullet added", added("Raised four", "Won nothing at all"), [f"{_B0} +1 Won nothing at all"]),
    ("bullet added, tracked", added("Raised four", "Won nothing at all", True), [f"{_B0} +1 Won nothing at all"]),
    ("last bullet added", added("Proved the", "Did more, too"), [f"{_B1} +3 Did more, too"]),
    (
        "first bullet of a role",
        added("A public lecture", "A first point", like="Nobody lost"),
        ["custom[0].entries[0].highlights +0 A first point"],
    ),
    ("bullet with signs of Markdown", added("Raised four", "Wrote *all* of a_b"), [f"{_B0} +1 Wrote \\*all\\* of a_b"]),
    ("bullet deleted", deleted("Raised four"), [f"{_B0}[0] removed"]),
    ("bullet deleted, tracked", deleted_tracked("Raised four"), [f"{_B0}[0] removed"]),
    ("only bullet deleted", deleted("Reprinted on"), ["publications[1].highlights[0] removed"]),
    ("nested bullet deleted", deleted("met every week"), [f"{_B0}[1].highlights[0] removed"]),
    ("bullet split", split("Raised four", "grants, "), [f"{_B0}[0] = Raised four grants,", f"{_B0} +1 of which three exist"]),
    ("bullets joined", joined("met every", "decided once"), []),
    ("bullets moved", moved("Cut the bill", "met it"), [f"{_B1} order 0 2 1"]),
    ("bullet moved, tracked", moved_tracked("Cut the bill", "met it"), [f"{_B1} order 0 2 1"]),
    (
        "bullet retyped by a script",
        retyped("Raised four", "Raised nine grants, of which three exist"),
        [f"{_B0}[0] = Raised nine grants, of which three exist"],
    ),
    (
        "headline retyped by a script",
        retyped("Teaching Assistant", "Teaching Assistant, Indiscreet Mathematics\t2012"),
        ["teaching[1].title = Indiscreet Mathematics"],
    ),
    ("summary deleted", deleted("Kept data"), ["positions[1].summary removed"]),
    ("summary deleted, tracked", deleted_tracked("Kept data"), ["positions[1].summary removed"]),
    ("note deleted", deleted("on leave in spring"), ["positions[0].roles[1].note removed"]),
    ("entry deleted", deleted_between("Example Labs, Springfield", "Proved the"), ["positions[1] removed"]),
    ("award deleted", deleted("Order of the Open"), ["awards[0] removed"]),
    ("award deleted, tracked", deleted_tracked("Order of the Open"), ["awards[0] removed"]),
    ("paper deleted", deleted("The Unwritten Paper"), ["publications[9] removed"]),
    ("service added", added("Committee on Committees", "Member: Board of Boards, University of Nowhere\t2025"), ["service +4"]),
    (
        "service added, tracked",
        added("Committee on Committees", "Member: Board of Boards, University of Nowhere\t2025", True),
        ["service +4"],
    ),
    (
        "award added",
        added("Outstanding Reader", "Golden Comma, 2 of 9, Academy of Nowhere, Nowhere\t2024", like="Order of the"),
        [],
    ),
    ("entry added that is like nothing", added("Fellow, Society", "Something else entirely"), []),
    ("entries moved", moved("Rests, concert", "Exhibitions and"), ["exhibitions order 1 0"]),
    (
        "awards moved",
        moved("Outstanding Reader", "Honors and"),
        [],
    ),
    ("table row added", row_added("Doing nothing", ["Doing something", "nobody", "1"]), ["custom[2].rows +1"]),
    ("table row deleted", row_deleted("Waiting"), ["custom[2].rows[1] removed"]),
    ("cell changed", replaced("principal investigator", "co-investigator"), ["custom[2].rows[0][1] = co-investigator"]),
    ("heading changed", replaced("Honors and Awards", "Prizes"), []),
    ("group heading changed", replaced("Conference Papers", "Papers at Conferences"), []),
    ("label changed", replaced("Committee: ", "Examiners: "), []),
    ("font changed", font("Raised four"), []),
    ("no-break space", replaced("Raised four grants", "Raised four\u00a0grants"), []),
    ("straight quotation marks", replaced("“C:\\temp”", '"C:\\temp"'), []),
    (
        "smart quotation marks added",
        replaced("three exist", "three “exist”"),
        [f"{_B0}[0] = Raised four grants, of which three “exist”"],
    ),
    (
        "autocorrected ellipsis",
        replaced("three exist", "three exist…"),
        [f"{_B0}[0] = Raised four grants, of which three exist…"],
    ),
    (
        "paragraph of a biography changed",
        replaced("Before that she spent four years", "Before that she spent five years"),
        ["bio.en"],
    ),
    ("paragraph of a biography added", added("Before that she", "She has a cat."), ["bio.en"]),
    ("paragraph of a biography deleted", deleted("Before that she"), ["bio.en"]),
    ("skill added", replaced("git, gdb, chalk", "git, gdb, lldb, chalk"), ["skills[1].items +2 lldb"]),
    ("skill removed", replaced("git, gdb, chalk", "git, chalk"), ["skills[1].items[1] removed"]),
    ("level changed", replaced("fluent, read and written", "native, read and written"), ["languages[1].level = native"]),
    ("interest added", appended("Imaginary storage systems, ", ", Slow computers"), ["interests +3 Slow computers"]),
    ("telephone changed", replaced("+1 555 0100", "+1 555 0101"), ["person.phones[0] = +1 555 0101"]),
    ("contact deleted", replaced("she/her", ""), ["person.pronouns removed"]),
    ("own name changed", replaced("Ada M. Example, Ph.D.", "Ada N. Example, Ph.D."), ["person.name = Ada N. Example"]),
    ("amount changed", replaced("$1,000,000", "$2,000,000"), ["grants[0].amount = $2,000,000"]),
    ("pages changed", replaced("pp. 12–27", "pp. 12–28"), ["publications[1].page = 12–28"]),
    ("date within a work", replaced("Atlantis, Mar 2021", "Atlantis, Apr 2021"), ["publications[4].date = 2021-04"]),
    (
        "two fields of a line",
        replaced("Court of Nowhere, 00-000", "Court of Somewhere, 00-001"),
        ["cases[0].authority = Court of Somewhere", "cases[0].number = 00-001"],
    ),
    (
        "text typed between places",
        replaced(" 2010", "x") if False else appended("Nobody lost a tab", " of theirs"),
        ["custom[0].entries[0].highlights[0] = Nobody lost a tab of theirs"],
    ),
]
