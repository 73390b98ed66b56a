"""Read a file that is to be imported as text, JSON, XML, YAML, zip or PDF, each when it is first asked for.

The file may be hostile: everything that it holds is limited before it is made (`syntax/clean.py`), nothing of it is unpacked to a
disk, and nothing that it names is opened.
"""

import re
import zlib
from functools import cached_property
from io import BytesIO
from lzma import LZMAError
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from cvrender.errors import InputError, Problem, said_by
from cvrender.formats.syntax.clean import LIMITS, clean_values
from cvrender.formats.syntax.encodings import encoding_hint, known_encoding
from cvrender.formats.syntax.json_syntax import read_json
from cvrender.formats.syntax.xml_syntax import XmlElement, read_xml
from cvrender.load.reader import Source, parse
from cvrender.model.identifier_table import RESEARCHER_IDS, WORK_IDS
from cvrender.model.value import replace

MAX_MEMBERS = 2_000
"""How many files an archive, or attachments a PDF, may have."""
_BROKEN_ZIP = (BadZipFile, ValueError, OSError, RuntimeError, EOFError, IndexError, zlib.error, LZMAError)


_BINARY = (
    (b"\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP|II\\*\\0|MM\\0\\*", "is a picture", "import the file that it was made from"),
    (b"\xd0\xcf\x11\xe0", "is a document of Office before 2007, such as .doc", "save it as .docx, and import that"),
    (b"\x1f\x8b|BZh|7z\xbc\xaf|Rar!|\xfd7zXZ", "is a compressed file", "unpack it, and import the files in it"),
)
"""What a file begins with that is neither a text nor a zip, what it is, and the next step."""


class Content:
    """A file's bytes, and what they are. `file` is its name in messages; if `sandboxed`, programs read it in a sandbox."""

    def __init__(self, raw: bytes, file: str, sandboxed: bool = False) -> None:
        self.raw = raw
        self.file = file
        self.sandboxed = sandboxed
        self.encoding = ""

    def problem(self, message: str, hint: str = "", *, code: str = "cannot-read") -> InputError:
        """Make an error about the whole file."""
        return InputError([Problem(message, self.file, hint=hint, code=code)])

    @cached_property
    def text(self) -> str:
        """Decode the characters, and make every end of a line that of Unix where the file has only those of old Macs.

        The encoding is UTF-8, UTF-16 with a byte order mark, or else the declared or likely one. Raises InputError for others.
        """
        text = self._decoded()
        return text.replace("\r", "\n") if "\n" not in text[:20_000] and "\r" in text else text

    def _decoded(self) -> str:
        if self.raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return self.raw.decode("utf-16", "replace").removeprefix("\ufeff")
        try:
            return self.raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            is_binary = any(re.match(begins, self.raw, re.DOTALL) for begins, _, _ in _BINARY)
            is_tex = b"\\documentclass" in self.raw[:20_000]  # whose encoding was latin1 as a rule, before 2018
            if encoding := "" if is_binary else known_encoding(self.raw) or ("cp1252" if is_tex else ""):
                self.encoding = encoding
                return self.raw.decode(encoding, "replace")
            for begins, what, advice in _BINARY:
                if re.match(begins, self.raw, re.DOTALL):
                    raise self.problem(what, advice) from None
            before = self.raw[: error.start].decode("utf-8", "replace")
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            hint = encoding_hint(self.raw)
            raise InputError([Problem("is not UTF-8 text", self.file, line, column, hint=hint, code="not-utf-8")]) from None

    @cached_property
    def begins(self) -> str:
        """Return what the file begins with: `zip`, `office` (before 2007), `pdf`, `html`, `xml`, `json` or `text`."""
        head = self.raw[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
        if self.raw.startswith(b"PK\x03\x04"):
            return "zip"
        if self.raw.startswith(b"\xd0\xcf\x11\xe0"):
            return "office"
        if b"%PDF-" in self.raw[:1024]:
            return "pdf"
        if re.match(rb"<!doctype html|<html", head, re.IGNORECASE):
            return "html"
        if head.startswith(b"<") or self.raw[:4] in (b"\xff\xfe<\0", b"\xfe\xff\0<"):
            return "xml"
        return "json" if re.match(rb"\{\s*[\"}]|\[", head) else "text"

    @cached_property
    def json(self) -> Source:
        """Read the file as JSON. Raises InputError where it is broken."""
        return read_json(self.text, self.file)

    def key_of_records(self, *keys: str) -> str:
        """Return which of the keys the JSON has; "" if it has none, and so is a record or a list of them itself."""
        return next((key for key in keys if key in self.json.data), "")

    def first_record(self, *keys: str) -> dict[str, Any]:
        """Return the JSON, or the first record of the list that it is, or has under one of the keys; {} if there is none."""
        data = self.json.data if self.begins == "json" else None
        records = next((data[key] for key in keys if data.get(key)), data) if isinstance(data, dict) else data
        first = records[0] if isinstance(records, list) and records else records
        return first if isinstance(first, dict) else {}

    @cached_property
    def mislabelled(self) -> str:
        """Return the encoding that XML declares although it is in UTF-8; "" if it declares what it is."""
        return _mislabelled(self.raw)

    @cached_property
    def xml(self) -> XmlElement:
        """Read the file as XML. Raises InputError where it is broken."""
        return read_xml(self.raw, self.file, "utf-8" if self.mislabelled else None)

    def has_key(self, key: str) -> bool:
        """Return whether a line of the text begins with that key, as in YAML."""
        return self.begins == "text" and bool(re.search(rf"^{key}:", self.text[:200_000], re.MULTILINE))

    @cached_property
    def yaml(self) -> Source:
        """Read the file as YAML. Raises InputError where it is broken."""
        source = parse(self.raw, self.file)
        return replace(source, data=clean_values(source.data))

    @cached_property
    def yaml_keys(self) -> list[str]:
        """Return the keys of a text that is a YAML mapping; none for any other text. Raises InputError for broken YAML."""
        begins = re.search(r"^(?![ \t]*(?:#|---|%|$)).+", self.text[:200_000], re.MULTILINE) if self.begins == "text" else None
        if not begins or not re.match(r"[\"']?[\w$@-][^:\n]{0,60}:(?:\s|$)", begins[0]):
            return []
        named = self.file.casefold().endswith((".yaml", ".yml"))
        try:
            data = self.yaml.data
        except InputError:
            if named:
                raise
            return []
        return [str(key) for key in data] if isinstance(data, dict) and (named or len(data) > 1) else []

    @property
    def doubts(self) -> tuple[Problem, ...]:
        """Warnings about texts that YAML cuts or changes, if the file was read as YAML, and about a guessed encoding."""
        problems = self.yaml.cut_texts if "yaml" in vars(self) else ()
        if "xml" in vars(self) and self.mislabelled:
            message = f"declares the encoding {self.mislabelled}, but is UTF-8, and is read as that"
            problems = (*problems, Problem(message, self.file, 1, severity="warning", code="not-utf-8"))
        if not self.encoding:
            return problems
        message = f"is not UTF-8 text, and is read as {self.encoding}"
        hint = "look at letters with accents; if they are wrong, save it as UTF-8"
        return (*problems, Problem(message, self.file, hint=hint, severity="warning", code="not-utf-8"))

    # archives

    @cached_property
    def members(self) -> dict[str, str]:
        """List the files of a zip by their name without folders, in lower case; the first of two counts. Nothing is unpacked."""
        if self.begins != "zip":
            return {}
        try:
            with ZipFile(BytesIO(self.raw)) as archive:
                names = archive.namelist()
        except _BROKEN_ZIP as error:
            raise self.problem(f"is a zip file that cannot be read: {error}") from None
        if len(names) > MAX_MEMBERS:
            raise self.problem(f"contains more than {MAX_MEMBERS:,} files", code="too-large")
        texts: dict[str, str] = {}
        for name in names:
            texts.setdefault(re.split(r"[/\\]", name)[-1].lower(), name)
        return texts

    def member(self, name: str) -> bytes:
        """Return the content of a member, by its name in lower case. Raises InputError if it is too large or broken."""
        try:
            with ZipFile(BytesIO(self.raw)) as archive, archive.open(self.members[name]) as stream:
                content = stream.read(LIMITS.bytes + 1)
        except _BROKEN_ZIP as error:
            raise self.problem(f'contains the file "{name}", which cannot be read: {error}') from None
        self._count(len(content), name)
        return content

    @cached_property
    def attachments(self) -> list[bytes]:
        """Read the files that a PDF carries, those that are not too large to be read."""
        if self.begins != "pdf":
            return []
        import pikepdf

        try:
            with pikepdf.open(BytesIO(self.raw)) as pdf:
                streams = [pdf.attachments[name].obj.EF.F for name in list(pdf.attachments)[:MAX_MEMBERS]]
                return [content for stream in streams if (content := self._unpacked(stream)) is not None]
        except pikepdf.PasswordError:
            raise self.problem("is a PDF that needs a password", "save it without a password") from None
        except pikepdf.PdfError as error:
            raise self.problem(f"is a PDF that cannot be read: {said_by(error)}") from None
        except (ValueError, TypeError, KeyError, AttributeError, RuntimeError, RecursionError):
            raise self.problem("is a PDF whose attachments cannot be read") from None

    def _unpacked(self, stream: Any) -> bytes | None:
        """Return the content of a stream, and limit what the PDF library unpacks."""
        raw = bytes(stream.read_raw_bytes())
        filters = str(stream.get("/Filter", ""))
        if not filters or filters == "[]":
            content = raw
        elif re.fullmatch(r"\[?[^/]*/FlateDecode[^/]*\]?", filters) and "/DecodeParms" not in stream:
            try:
                content = zlib.decompressobj().decompress(raw, LIMITS.bytes + 1)
            except zlib.error:
                return None
        else:
            return None
        self._count(len(content), "an attachment")
        return content

    def _count(self, size: int, name: str) -> None:
        """Count what is unpacked together."""
        self.unpacked = getattr(self, "unpacked", 0) + size
        if self.unpacked > LIMITS.bytes:
            raise self.problem(
                f"contains more than {LIMITS.bytes // 1_000_000} MB when it is unpacked ({name})", code="too-large"
            )


def _mislabelled(raw: bytes) -> str:
    """Return the encoding of one byte for each letter that XML in UTF-8 declares by mistake; "" if it is none."""
    match = re.match(rb"""<\?xml[^>]*encoding=["'](iso-8859-1|latin1|windows-1252)["']""", raw, re.IGNORECASE)
    if not match or raw.isascii():
        return ""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return match[1].decode()


def _meant(name: str) -> str:
    """Return a hint for what is typed instead of a file: an address, a DOI, an iD."""
    if re.match(r"https?:/", name):
        return "download it, and import the file"
    if re.fullmatch(rf"(?:doi:)?{WORK_IDS['doi'].pattern}", name, re.IGNORECASE):
        return "download its BibTeX, and import that"
    if re.fullmatch(rf"(?:orcid:)?{RESEARCHER_IDS['orcid'].pattern}", name, re.IGNORECASE):
        return "download the record from ORCID, and import that"
    return ""


def load_content(path: Path) -> Content:
    """Read a file. Raises InputError for what is not a regular file, cannot be read, or is too large."""
    file = str(path)
    try:
        if path.is_dir():
            raise InputError([Problem("is a directory", file, hint="name the files in it", code="cannot-read")])
        if path.exists() and not path.is_file():
            raise InputError([Problem("is not a regular file", file, code="cannot-read")])
        with path.open("rb") as stream:
            raw = stream.read(LIMITS.bytes + 1)
    except FileNotFoundError:
        raise InputError([Problem("file not found", file, hint=_meant(file), code="file-not-found")]) from None
    except (OSError, ValueError) as error:
        raise InputError(
            [Problem(f"cannot be read: {getattr(error, 'strerror', None) or error}", file, code="cannot-read")]
        ) from None
    if len(raw) > LIMITS.bytes:
        raise InputError([Problem(f"is larger than {LIMITS.bytes // 1_000_000} MB", file, code="too-large")])
    return Content(raw, file)
