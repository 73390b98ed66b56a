"""Read a job posting: its sentences, which of them say what is required or desirable, and the documents that it asks for."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from cvrender.errors import InputError, Problem
from cvrender.formats.content import Content, load_content
from cvrender.formats.lines import OldLine
from cvrender.load.reader import load
from cvrender.model.value import Record, Value
from cvrender.old_cvs.office.read import read_document
from cvrender.old_cvs.pdf.read import read_pdf

Rank = Literal["must", "should", "mentioned"]
RANKS: tuple[Rank, ...] = ("must", "should", "mentioned")
_BULLET = re.compile(r"^\s*(?:[-*+•‣◦▪–·]|\d{1,2}[.)])\s+")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+(?=\S)")
_LONGEST_HEADING = 8  # words
_PARTS = ("must", "should", "other", "employer", "apply")
"""The keys of the words that headings of parts consist of."""


class Sentence(Value, frozen=True):
    """A sentence of a posting with its line. `rank` says how much it asks for what it names.

    `applying` sentences are about the application, and `of_employer` ones about who offers the position.
    """

    text: str
    line: int
    rank: Rank
    applying: bool = False
    of_employer: bool = False


class AskedDocument(Value, frozen=True):
    """A document that a posting asks for, in its own words."""

    document: str
    words: str
    line: int


class Posting(Value, frozen=True):
    """A posting; `stem` names it. `language` is empty if it cannot be told."""

    file: str
    stem: str
    sentences: tuple[Sentence, ...]
    documents: tuple[AskedDocument, ...]
    language: str = ""


class _Block(Record):
    """A paragraph, a bullet or a heading, with the number of its first line."""

    text: str
    line: int
    kind: str


@lru_cache(maxsize=1)
def words() -> dict[str, dict[str, Any]]:
    """Return the words of postings by language."""
    data: dict[str, dict[str, Any]] = load(Path(__file__).parent / "words.yaml").data
    return data


_SCRIPTS = (("ja", "[\u3040-\u30ff]"), ("ko", "[\uac00-\ud7af]"), ("zh", "[\u4e00-\u9fff]"))
"""Languages that are known by letters that only they have, or that those before them have, too."""
_LEAST_IN_SCRIPT, _LEAST_KNOWN = 0.1, 0.08
"""The share of letters, or of frequent words, from which on a language is known."""


@lru_cache(maxsize=1)
def frequent_words() -> dict[str, frozenset[str]]:
    """Return the most frequent words of each language."""
    data = load(Path(__file__).parent / "languages.yaml").data
    return {language: frozenset(listed) for language, listed in data.items()}


def language_of(text: str) -> str:
    """Return the language of a text by its script or its frequent words, or an empty text."""
    letters = sum(map(str.isalpha, text))
    for language, script in _SCRIPTS:
        if len(re.findall(script, text)) > _LEAST_IN_SCRIPT * letters:
            return language
    said = re.findall(r"[^\s\d_.,;:!?()/'’\"“”।،؛-]+", text.lower())  # a vowel sign of Hindi is not a letter
    shares = {language: sum(word in known for word in said) for language, known in frequent_words().items()}
    best = max(shares, key=lambda language: shares[language])
    return best if shares[best] > _LEAST_KNOWN * len(said) else ""


@lru_cache(maxsize=16)
def pattern(key: str) -> re.Pattern[str]:
    """Return the expression for the words of all languages under a key."""
    listed = [word for language in words().values() for word in language[key]]
    return re.compile(rf"(?<!\w)(?:{'|'.join(listed)})(?!\w)", re.IGNORECASE)


def read_posting(path: Path) -> Posting:
    """Read a posting in text, Markdown, HTML, PDF or Word. Raises InputError for what cannot be read or has no text."""
    content = load_content(path)
    sentences = tuple(_sentences(_blocks(content)))
    if not sentences:
        raise InputError(
            [Problem("contains no text", str(path), hint="give the posting as text, HTML, PDF or docx", code="cannot-read")]
        )
    language = language_of(" ".join(sentence.text for sentence in sentences))
    return Posting(str(path), path.stem, sentences, tuple(_documents(sentences)), language)


def _blocks(content: Content) -> Iterator[_Block]:
    """Yield the blocks of a posting; lines are numbered from 1, in web pages and Word documents paragraphs are."""
    if content.begins == "pdf":
        lines = ((line.number or index, _typed(line)) for index, line in enumerate(read_pdf(content).lines, 1))
        yield from _joined(lines)
    elif content.begins in ("zip", "html", "xml") or content.file.casefold().endswith((".html", ".htm")):
        kind = {"zip": "odt" if content.file.casefold().endswith(".odt") else "docx"}.get(content.begins, "html")
        for line in read_document(content, kind).lines:
            if line.plain:
                yield _Block(line.plain, line.number, line.kind)
    else:
        yield from _joined(enumerate(content.text.splitlines(), 1))


def _typed(line: OldLine) -> str:
    return f"- {line.plain}" if line.kind == "bullet" else f"# {line.plain}" if line.kind == "heading" else line.plain


def _joined(lines: Iterable[tuple[int, str]]) -> Iterator[_Block]:
    """Yield paragraphs, bullets and headings of lines of text or Markdown."""
    block: _Block | None = None
    for number, line in lines:
        text = re.sub(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)", "", line).strip()
        kind = "heading" if line.startswith("#") else "bullet" if _BULLET.match(line) else "text"
        text = _BULLET.sub("", text.lstrip("#")).strip()
        if block and (not text or kind != "text" or _is_heading(block) or re.fullmatch(r"[=~-]{3,}", text)):
            yield block
            block = None
        if not text or re.fullmatch(r"[=~-]{3,}", text):
            continue
        if block:
            block.text += ("" if block.text.endswith("-") else " ") + text
        else:
            block = _Block(text, number, kind)
    if block:
        yield block


def _is_heading(block: _Block) -> bool:
    """Return whether a block is the heading of a part of a posting: it says so, or it is short and is made of words for parts."""
    if block.kind == "heading":
        return True
    text = block.text.rstrip(" :")
    if block.kind == "bullet" or len(text.split()) > _LONGEST_HEADING or text.endswith((".", "!", ";", ",")):
        return False
    return block.text.endswith(":") or any(_covers(pattern(key), text) for key in _PARTS)


def _covers(known: re.Pattern[str], text: str) -> bool:
    """Return whether the words of a heading are known ones for the most part."""
    known_words = sum(len(match[0].split()) for match in known.finditer(text))
    return 2 * known_words >= len(text.split())


def _sentences(blocks: Iterable[_Block]) -> Iterator[Sentence]:
    """Yield the sentences; what they ask for depends on the heading above them, and on their own words."""
    section: Rank = "mentioned"
    applying = listing = employer = False
    for block in blocks:
        if _is_heading(block):
            applying = bool(pattern("apply").search(block.text))
            employer = bool(pattern("employer").search(block.text)) and not applying
            section = "mentioned" if applying or employer else _section(block.text)
            listing = False
            continue
        for text in _SENTENCE.split(block.text):
            own = bool(pattern("apply").search(text))
            listing = (listing and block.kind == "bullet") or (own and text.endswith(":"))
            yield Sentence(text, block.line, _rank(text, section), applying or own or listing, employer)


def _section(heading: str) -> Rank:
    ranks: tuple[Rank, ...] = ("should", "must")
    return next((rank for rank in ranks if pattern(rank).search(heading)), "mentioned")


def _rank(text: str, section: Rank) -> Rank:
    """Return what a sentence asks for: what is desirable says so, whatever is required in general."""
    if pattern("should").search(text):
        return "should"
    return "must" if section == "mentioned" and pattern("must").search(text) else section


def _documents(sentences: Iterable[Sentence]) -> Iterator[AskedDocument]:
    """Yield each document that an applicant is asked for, once, in the order of the posting."""
    seen = set[str]()
    for sentence in sentences:
        if not sentence.applying:
            continue
        asked = [
            (match.start(), document, match[0])
            for document in next(iter(words().values()))["documents"]
            if document not in seen and (match := _document(document).search(sentence.text))
        ]
        for _, document, said in sorted(asked):
            seen.add(document)
            yield AskedDocument(document, said, sentence.line)


@lru_cache(maxsize=64)
def _document(name: str) -> re.Pattern[str]:
    listed = [word for language in words().values() for word in language["documents"][name]]
    return re.compile(rf"(?<!\w)(?:{'|'.join(listed)})(?!\w)", re.IGNORECASE)
