"""Mend the groups of lines that are entries: what several entries share."""

from dataclasses import replace

from cvrender.formats.lines import OldLine
from cvrender.old_cvs.blocks import EntryLines, has_date, is_prose
from cvrender.old_cvs.fragments import divided
from cvrender.old_cvs.kinds_of_words import kinds

_LONG = 170
"""The characters of a bullet that is a sentence, not the name of an employer."""


def mended(blocks: list[EntryLines], section: str) -> list[EntryLines]:
    """Give entries the employer that is said below their heads, or above a list of them."""
    made = _with_shared(blocks) if section == "education" else blocks
    main = "degree" if section == "education" else "title"
    return [_with_main_below(_with_employer_below(block), main) for block in made]


def _with_main_below(block: EntryLines, kind: str) -> EntryLines:
    """Take the first line below a macro's entry for its degree or title, if it says one, and the head does not."""
    first = block.body[0] if block.body else None
    if first is None or first.kind != "text" or len(first.plain) > _LONG or is_prose(first):
        return block
    if not block.heads or any(line.kind != "entry" or any(cell.role for cell in line.cells) for line in block.heads):
        return block
    if any(kind in part.kinds for part in divided(block.heads)[0]) or kind not in _kinds(first):
        return block
    return EntryLines([*block.heads, first], block.body[1:], block.shares)


def _with_employer_below(block: EntryLines) -> EntryLines:
    """Take the first bullet of a macro's entry for its employer, if it says one, and the head does not."""
    first = block.body[0] if block.body else None
    if first is None or first.kind != "bullet" or len(first.plain) > _LONG or any(line.kind != "entry" for line in block.heads):
        return block
    if any("organization" in part.kinds or part.role == "organization" for part in divided(block.heads)[0]):
        return block
    parts, dates, _ = divided([first])
    names = [part for part in parts if "organization" in part.kinds]
    if not names or dates or any(part.role != "location" and not part.kinds & {"organization", "place"} for part in parts):
        return block
    return EntryLines([*block.heads, replace(first, kind="text")], block.body[1:], block.shares)


def _with_shared(blocks: list[EntryLines]) -> list[EntryLines]:
    """Give an institution that has a line of its own to each of the degrees in the list below it."""
    made: list[EntryLines] = []
    above: OldLine | None = None
    for block in blocks:
        if _is_institution(block):
            made.append(block)
            above = block.heads[0]
        elif above is not None and block.heads and block.heads[0].kind == "bullet":
            if made[-1].heads == [above] and not made[-1].body:
                made.pop()
            made.append(EntryLines([above, *block.heads], block.body, block.shares))
        else:
            above = None
            made.append(block)
    return made


def _is_institution(block: EntryLines) -> bool:
    if len(block.heads) != 1 or block.body or block.heads[0].kind == "bullet" or has_date(block.heads[0]):
        return False
    return "organization" in kinds(block.heads[0].plain) and "degree" not in kinds(block.heads[0].plain)


def _kinds(line: OldLine) -> frozenset[str]:
    parts = [part.kinds for part in divided([line])[0]]
    return frozenset().union(*parts[:3])
