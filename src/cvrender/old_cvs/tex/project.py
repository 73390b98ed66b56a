"""Find the main file of a LaTeX project, and the files that it reads: those in its folder or its zip, and no others."""

import re
from io import BytesIO
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from cvrender.formats.content import Content
from cvrender.formats.syntax.clean import LIMITS
from cvrender.formats.syntax.encodings import known_encoding

MAX_FILES = 200
_LETTER = re.compile(r"cover.?letter|motivation|statement", re.IGNORECASE)
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_ASSIGNED = re.compile(
    r"\\[a-z]+(?:penalty|tolerance|badness|demerits|skip|indent) ?= ?-?[\d.]+ ?(?:pt|em|ex|cm|mm|in)?(?![\w.])"
)
"""A number or length that is set, which LaTeX does not print: `\\hyphenpenalty=1000`."""


def is_project(content: Content) -> bool:
    """Return whether a file is LaTeX source of a document, or a zip with such a file."""
    if content.begins == "zip":
        return any(name.endswith(".tex") for name in content.members) and "word/document.xml" not in content.members.values()
    if content.begins not in ("text", "json") or content.file.casefold().endswith(".org"):
        return False
    more = (
        r"|[A-Za-z]+\*?[ \t]*[\[{]" if content.file.casefold().endswith(".tex") else ""
    )  # a part, or options and what has the rest
    return bool(re.search(rf"^[^%\n]*\\(?:documentclass|documentstyle|begin\{{document\}}{more})", content.text, re.MULTILINE))


class Project:
    """The files of a project. `main` is the name of its main file, `file` what it is called in messages."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.read_files = 0
        self.main = self._main() if content.begins == "zip" else Path(content.file).name
        self.folder = PurePosixPath(self.main).parent if content.begins == "zip" else PurePosixPath(".")
        self.file = f"{content.file}/{self.main}" if content.begins == "zip" else content.file

    def source(self) -> str:
        """Return the text of the main file."""
        return (self.read(PurePosixPath(self.main).name) or "") if self.content.begins == "zip" else self.content.text

    def read(self, name: str, *endings: str) -> str | None:
        """Return the text of a file of the project, with one of the endings if it has none itself; None for any other file."""
        self.read_files += 1
        if self.read_files > MAX_FILES or "\0" in name:
            return None
        wanted = PurePosixPath(name.strip())
        if wanted.is_absolute() or ".." in wanted.parts:
            return None
        above = self.folder if self.content.begins == "zip" else PurePosixPath(Path(self.content.file).resolve().parent)
        whole = range(1, len(wanted.parts))  # `cv/jobs.tex`, if LaTeX is run above the folder `cv`
        within = [PurePosixPath(*wanted.parts[count:]) for count in whole if wanted.parts[:count] == above.parts[-count:]]
        for path in (wanted, *within):
            for ending in ("", *endings):
                if (raw := self._bytes(f"{path}{ending}")) is not None:
                    return _text(raw)
        return None

    def _bytes(self, name: str) -> bytes | None:
        if self.content.begins == "zip":
            with ZipFile(BytesIO(self.content.raw)) as archive:
                path = str(self.folder / name)
                if path not in archive.namelist() or archive.getinfo(path).file_size > LIMITS.bytes:
                    return None
                with archive.open(path) as stream:
                    return stream.read(LIMITS.bytes)
        folder = Path(self.content.file).resolve().parent
        file = (folder / name).resolve()
        if not file.is_relative_to(folder) or not file.is_file() or file.stat().st_size > LIMITS.bytes:
            return None
        return file.read_bytes()

    def _main(self) -> str:
        """Return the file of a zip that is most likely the CV: a whole document, and not the letter that goes with it."""
        best, main = -1, ""
        with ZipFile(BytesIO(self.content.raw)) as archive:
            for name in archive.namelist()[: MAX_FILES * 20]:
                if not name.endswith(".tex") or archive.getinfo(name).file_size > LIMITS.bytes or "__MACOSX" in name:
                    continue
                with archive.open(name) as stream:
                    text = stream.read(LIMITS.bytes).decode("utf-8", "replace")
                stem = PurePosixPath(name).stem.casefold()
                score = 8 * ("\\documentclass" in text and "\\begin{document}" in text) + 4 * (not _LETTER.search(name))
                score += 2 * (stem in ("main", "cv", "resume")) + ("/" not in name)
                if score > best:
                    best, main = score, name
        return main


def _text(raw: bytes) -> str:
    """Return the characters of a file, which is UTF-8 or, if it is older, in the encoding that it declares, or of Windows."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode(known_encoding(raw) or "cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def without_comments(source: str) -> str:
    """Return the text without comments and settings of numbers; lines stay where they are."""
    return "\n".join(_ASSIGNED.sub("", _COMMENT.sub(r"\1", line)) for line in source.split("\n"))


_PART = re.compile(r"\s*\\documentclass\s*\[([^\[\]{}]+)\]\s*\{subfiles\}")
_BEGIN = "\\begin{document}"
READS = re.compile(r"\\(?:input|include|subfile)\s*(?:\{\s*([^{}#\\]+?)\s*\}|([\w./-]+))")


def whole_source(project: Project) -> tuple[str, str]:
    """Return the main file with the files that its preamble reads, each on one line, and the file that has its body.

    A file may have nothing but settings, and read the document itself.
    """
    source, file = without_comments(project.source()), project.file
    if match := _PART.match(source):  # its settings are those of the document that it is a part of
        settings = without_comments(project.read(match[1].strip(), ".tex") or "").partition(_BEGIN)[0].replace("\n", " ")
        source = settings + source[match.end() :]
    for _ in range(_MAX_WITHIN):
        preamble, begin, body = source.partition(_BEGIN)
        pieces: list[str] = []
        place = 0
        for match in READS.finditer(preamble):
            name = match[1] or match[2]
            text = without_comments(project.read(name, ".tex") or "")
            if _BEGIN in text and not begin:
                source = " ".join((*pieces, preamble[place : match.start()])).replace("\n", " ")
                source, file = source + text, name if name.endswith(".tex") else f"{name}.tex"
                break
            if begin and text:
                pieces += [preamble[place : match.start()], text.replace("\n", " ")]
                place = match.end()
        else:
            if not place:
                return source, file
            source = "".join((*pieces, preamble[place:], begin, body))
    return source, file


_MAX_WITHIN = 4
"""How deep files that a preamble reads may read others."""
