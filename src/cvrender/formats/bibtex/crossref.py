"""Let entries of a bibliography inherit from those that they name by `crossref` or `xdata`.

Biblatex's manual, appendix B, says what is inherited under which name: the title of a book is the book title of its parts.
BibTeX's own rule, which gives every missing field under its own name, differs only there.
"""

from itertools import compress

from cvrender.errors import Problem
from cvrender.formats.bibtex.syntax import BibtexFile, BibtexValue, Block

_PARTS = frozenset("inproceedings conference incollection inbook suppbook inreference".split())
_NEVER = frozenset(
    "crossref xref xdata ids key keywords groups title subtitle shorttitle sorttitle label author+an abstract "
    "file url doi pages".split()
)
_RENAMED = {"title": "booktitle", "subtitle": "booksubtitle", "shorttitle": "shortbooktitle"}
MAX_STEPS = 5
"""How many entries may inherit from each other, one behind the other."""
_SETTINGS = ("control", "ieeetranbstctl", "settings")
"""Types of entries that set how BibTeX styles print: those of REVTeX, IEEEtran and achemso."""


def with_inherited(file: BibtexFile) -> tuple[list[Block], list[Block]]:
    """Return the works with what they inherit, and the other entries: settings, and what only others refer to.

    Unknown names become Problems.
    """
    known: dict[str, Block] = {}
    for block in file.entries:
        known.setdefault(block.key.casefold(), block)
    parents: dict[int, Block] = {}
    complete = [_complete(block, known, parents, file, MAX_STEPS) for block in file.entries]
    is_alone = [block.type in _SETTINGS or id(block) in parents and _is_container(block) for block in file.entries]
    return [block for block, alone in zip(complete, is_alone, strict=True) if not alone], list(compress(file.entries, is_alone))


def _is_container(block: Block) -> bool:
    """Return whether an entry exists only for its parts: a volume without authors of its own, or data to inherit."""
    return (
        block.type == "xdata"
        or "author" not in block.fields
        and block.type in ("proceedings", "mvproceedings", "collection", "mvcollection", "book", "periodical")
    )


def _complete(block: Block, known: dict[str, Block], parents: dict[int, Block], file: BibtexFile, steps: int) -> Block:
    fields = dict(block.fields)
    for name in ("xdata", "crossref"):
        if name not in block.fields:
            continue
        for key in block.fields[name].text.split(","):
            parent = known.get(key.strip().casefold())
            if parent is None or parent is block:
                message = f'{block.key or "an entry"} refers to "{key.strip()}", which is not in the file'
                file.problems.append(Problem(message, *block.fields[name].place, severity="warning", code="unknown-name"))
                continue
            parents[id(parent)] = parent
            inner = _complete(parent, known, parents, file, steps - 1) if steps else parent
            for field, value in _inherited(block, inner, name):
                fields.setdefault(field, value)
    return Block(block.type, block.key, block.place, block.key_place, fields)


def _inherited(block: Block, parent: Block, by: str) -> list[tuple[str, BibtexValue]]:
    if by == "xdata":
        return [(name, value) for name, value in parent.fields.items() if name not in ("crossref", "xdata", "ids")]
    passed = [(name, value) for name, value in parent.fields.items() if name not in _NEVER]
    if block.type in _PARTS:
        passed += [(_RENAMED[name], value) for name, value in parent.fields.items() if name in _RENAMED]
    return passed
