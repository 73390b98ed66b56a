"""Read the lines of an old CV without the reader that is measured: pdftotext, pandoc, or the source without its commands."""

import re
import subprocess
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

import pypandoc

_WORD = re.compile(r"[^\W\d_]{4,}")
_COMMENT = re.compile(r"(?m)(?<!\\)%.*$|^#\+\w.*$")
_SOURCE = re.compile(
    r"\\(?:begin|end|usepackage|documentclass|(?:re)?new\w+|def|set\w+)\s*\*?(?:\[[^]]*\])*(?:\{[^{}]*\})*|\\[a-zA-Z@]+\*?"
)
_ACCENT = re.compile(r"""\\(?:['`^"~=.]|[cvuHk](?=[\s{]))\s*\{?\\?([A-Za-z])\}?""")
_FEWEST = 3
"""Lines of fewer words are headings, labels and ornaments, which a profile need not say."""


def words_of(text: str) -> list[str]:
    """Return the words of at least four letters, in lower case and without accents."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(char for char in folded if not unicodedata.combining(char)))


def source_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file that say something."""
    for line in _text(path).splitlines():
        for part in re.split(r"\s{3,}|\|", line):
            if len(words_of(part)) >= _FEWEST:
                yield part.strip()


def _text(path: Path) -> str:
    kind = path.suffix.lower()
    if kind == ".pdf":
        return _output("pdftotext", "-layout", str(path), "-")
    if kind in (".docx", ".odt", ".html", ".htm"):
        plain = ("-f", kind[1:].replace("htm", "html").replace("htmll", "html"), "-t", "plain", "--wrap=none")
        return _output(pypandoc.get_pandoc_path(), *plain, str(path))
    text = path.read_text("utf-8", "replace")
    _, begins, body = text.partition("\\begin{document}")
    return _SOURCE.sub(" ", _ACCENT.sub(r"\1", _COMMENT.sub("", body if begins else text)))


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, check=True, timeout=60).stdout.decode("utf-8", "replace")


def lost(lines: Iterable[str], *said: str) -> list[str]:
    """Return the lines of which less than 70 % of the words are in what was said."""
    said = tuple(text.replace("\\n", " ") for text in said)  # the end of a line, as YAML writes it in quotation marks
    known = {word for text in said for word in words_of(text)}
    blob = "\n".join(said).casefold()
    found = []
    for line in lines:
        words = words_of(line)
        if sum(word in known or word in blob for word in words) < 0.7 * len(words):
            found.append(line)
    return found
