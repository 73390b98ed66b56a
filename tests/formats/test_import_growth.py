"""Reading takes time in proportion to the length of a file, whatever is repeated in it: else a limit ends the child process."""

import io
import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from cvrender.errors import InputError
from cvrender.formats.content import Content
from cvrender.merge.readers import read_content
from cvrender.system.limited import call
from cvrender.system.process import Limits

ENOUGH = Limits(seconds=600, processor=60, memory=4000)
"""More than reading takes in proportion, on a slow machine, in a copy of this process, which other tests have made large.

What is quadratic took minutes.
"""
LENGTH = 100_000


def linkedin(cell: str) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        archive.writestr("Profile.csv", f'First Name,Last Name,Websites\nAda,Example,"{cell}"\n')
        archive.writestr("Positions.csv", f'Company Name,Description\nW,"{cell}"\n')
    return stream.getvalue()


def csl(**fields: str) -> bytes:
    return json.dumps([{"id": "a", "type": "book", "title": "T", **fields}]).encode()


def bibtex(title: str) -> bytes:
    return f"@book{{a, title={{{title}}}, author={{Ada Example}}}}".encode()


REPEATED = (
    "\n",
    " ",
    "\t",
    "%",
    "@",
    "@a",
    "@a{",
    "{",
    "(",
    "\\(",
    "$",
    "--",
    "`",
    "<!--",
    "<!",
    "<a ",
    "&",
    "[x](",
    "*",
    "_",
    "- ",
    "A:",
)
FILES = {
    "keys": ("{" + ",".join(['"a": 1'] * (LENGTH // 8)) + "}").encode(),
    "cell": linkedin("A" * LENGTH),
    "blanks": linkedin(" " * LENGTH + "x"),
    "bullets": linkedin("•" + " " * LENGTH + "x"),
    "note": csl(note="PMID: a" + " " * LENGTH + "b"),
    "lines": csl(note="\n" * LENGTH + "b"),
    "date": csl(issued="1" * LENGTH),
    **{f"text of {sign!r}": sign.encode() * (LENGTH // len(sign)) for sign in REPEATED},
    **{f"LaTeX of {sign!r}": bibtex(sign * (LENGTH // 2 // len(sign))) for sign in REPEATED if sign not in "{}"},
    **{f"HTML of {sign!r}": csl(title=sign * (LENGTH // 2 // len(sign))) for sign in REPEATED},
}


def read_all(names: list[str]) -> list[str]:
    """Read files, and return the names of those that are data of a format."""
    read = []
    for name in names:
        try:
            read_content(Content(FILES[name], "file"))
        except InputError:
            continue
        read.append(name)
    return read


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_reading_takes_time_in_proportion_to_the_length(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    names = list(FILES)[part::4]
    from test_import_growth import read_all as reader

    assert len(call(ENOUGH, reader, names)) > 3, "some of them are files of a format"
