"""Test where a page begins: before the heading of the first entry, and never below it."""

from cvrender.compose.page_breaks import before_headings
from cvrender.model.document import EntryBlock, EntryList, Group, LabelRow, Rows
from cvrender.model.text import Text, plain_text
from cvrender.model.value import replace

ENTRY = EntryBlock(kind="award", title=plain_text("A Prize"))
FIRST = replace(ENTRY, new_page=True)


def test_the_first_entry_begins_the_page_with_its_heading() -> None:
    blocks, begins = before_headings((EntryList((FIRST, FIRST)),))
    assert begins and blocks == (EntryList((ENTRY, FIRST)),)
    row = LabelRow(plain_text("Label"), Text(), new_page=True)
    assert before_headings((Rows((row,)),)) == ((Rows((replace(row, new_page=False),)),), True)
    assert before_headings((EntryList((ENTRY, FIRST)),)) == ((EntryList((ENTRY, FIRST)),), False)


def test_the_heading_of_a_group_stays_with_its_first_entry() -> None:
    group = Group(plain_text("Books"), (EntryList((FIRST,)),))
    blocks, begins = before_headings((group, group))
    assert begins and all(isinstance(block, Group) and block.blocks == (EntryList((ENTRY,)),) for block in blocks)
    assert not before_headings((EntryList((ENTRY,)), group))[1]


def test_a_first_role_takes_its_employer_with_it() -> None:
    employer = replace(ENTRY, entries=(FIRST, ENTRY))
    blocks, begins = before_headings((EntryList((ENTRY, employer)),))
    assert not begins and blocks == (EntryList((ENTRY, replace(employer, new_page=True, entries=(ENTRY, ENTRY)))),)
