"""An artefact in, what somebody sees of it who has only the file out: its text in reading order, its links, its properties.

Each kind of file has one reader here. `verify` holds what they read against the Document; `cvrender inspect` shows it.
"""

from importlib import import_module

from cvrender.read.base import Reading

READERS = {
    "tex": "cvrender.read.tex",
    "pdf": "cvrender.read.pdf",
    "md": "cvrender.read.markdown",
    "docx": "cvrender.read.docx",
    "html": "cvrender.read.html",
    "txt": "cvrender.read.text",
}
"""Which module reads what; each has a function `read(content: bytes) -> Reading` and is imported when it is first needed."""


def read(target: str, content: bytes) -> Reading:
    """Read an artefact of that target. Raises ValueError for what is no file of its kind."""
    made: Reading = import_module(READERS[target]).read(content)
    return made
