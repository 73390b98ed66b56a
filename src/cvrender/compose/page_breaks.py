"""Move the page break of a first entry before its heading, so that no heading is alone at the foot of a page."""

from cvrender.model.document import Block, EntryBlock, EntryList, Group, Rows
from cvrender.model.value import replace


def before_headings(blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], bool]:
    """Return the blocks of a section, and whether the section begins a page because its first entry does.

    A role that begins a page, and is the first of its employer, takes the employer with it. The first entry below the heading of
    a later group begins no page: the heading stays with it.
    """
    results, begins = [], False
    for index, block in enumerate(map(_with_roles, blocks)):
        changed, first = _without_first(block) if index == 0 or isinstance(block, Group) else (block, False)
        results.append(changed)
        begins = begins or (first and index == 0)
    return tuple(results), begins


def _with_roles(block: Block) -> Block:
    if isinstance(block, Group):
        return replace(block, blocks=tuple(map(_with_roles, block.blocks)))
    if not isinstance(block, EntryList) or not any(role.new_page for entry in block.entries for role in entry.entries[:1]):
        return block
    return replace(block, entries=tuple(map(_with_its_employer, block.entries)))


def _with_its_employer(entry: EntryBlock) -> EntryBlock:
    if not entry.entries or not entry.entries[0].new_page:
        return entry
    return replace(entry, new_page=True, entries=(replace(entry.entries[0], new_page=False), *entry.entries[1:]))


def _without_first(block: Block) -> tuple[Block, bool]:
    """Return a block whose first entry or row begins no page, and whether it did."""
    if isinstance(block, Group) and block.blocks:
        first, begins = _without_first(block.blocks[0])
        return replace(block, blocks=(first, *block.blocks[1:])), begins
    if isinstance(block, EntryList) and block.entries and block.entries[0].new_page:
        return replace(block, entries=(replace(block.entries[0], new_page=False), *block.entries[1:])), True
    if isinstance(block, Rows) and block.rows and block.rows[0].new_page:
        return replace(block, rows=(replace(block.rows[0], new_page=False), *block.rows[1:])), True
    return block, False
