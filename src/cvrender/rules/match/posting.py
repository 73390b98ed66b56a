"""Read a job posting: its sentences, which of them say what is required or desirable, and the documents that it asks for."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from cvrender.errors import InputError, Problem
from cvrender.formats.content import Content, load_content
from cvrender.formats.lines import OldLine
from cvrender.model.value import Record, Value
from cvrender.old_cvs.office.read import read_document
from cvrender.old_cvs.pdf.read import read_pdf
from cvrender.rules.match.posting_words import ENGLISH, asking_words, document_pattern, languages, languages_of, pattern, words

Rank = Literal["must", "should", "mentioned"]
RANKS: tuple[Rank, ...] = ("must", "should", "mentioned")
_BULLET = re.compile(r"^\s*(?:(?:[-*+•‣◦▪–·]|\d{1,2}[.)])\s+|[・●○]\s*|[（(]?[\d０-９一二三四五六七八九十]{1,2}[)）、．]\s*)")
_SENTENCE = re.compile(r"(?:(?<=[.;!?])|(?<=[。！？；।؟؛]))(?<!\b[A-Za-z]\.)(?<!\b[a-z]{2}\.)(?:\s+|(?<=[。！？；]))(?=\S)")
"""Where a sentence ends, but not at an abbreviation such as `z. B.` or `ca.`."""
_LONGEST_HEADING, _LONGEST_JOINED = 8, 16  # words, or characters in a script without spaces
_PARTS = ("must", "should", "other", "employer", "apply")
"""The keys of the words that headings of parts consist of."""


class Sentence(Value, frozen=True):
    """A sentence of a posting with its line. `rank` says how much it asks for what it names.

    `applying` sentences are about the application, and `of_employer` ones about who offers the position.
    """

    text: str
    lines: tuple[tuple[int, int], ...]
    rank: Rank
    applying: bool = False
    of_employer: bool = False
    is_bullet: bool = False

    def line_at(self, place: int) -> int:
        """Return the line of a place in the text. `lines` are where lines begin, with their numbers."""
        return next(number for start, number in reversed(self.lines) if start <= place)


class AskedDocument(Value, frozen=True):
    """A document that a posting asks for, in its own words."""

    document: str
    words: str
    line: int


class Posting(Value, frozen=True):
    """A posting; `stem` names it. `language` is empty if it cannot be told; its words are looked up in `understood` ones."""

    file: str
    stem: str
    sentences: tuple[Sentence, ...]
    documents: tuple[AskedDocument, ...]
    language: str
    understood: tuple[str, ...]


class _Block(Record):
    """A paragraph, a bullet or a heading, with where its lines begin in the text, and their numbers."""

    text: str
    lines: list[tuple[int, int]]
    kind: str


_Line = tuple[int, str, str]
"""A line with its number, and its kind if its format says so."""


def read_posting(path: Path) -> Posting:
    """Read a posting in text, Markdown, HTML, PDF or Word. Raises InputError for what cannot be read or has no text."""
    lines = list(_lines(load_content(path)))
    if not any(text.strip() for _, text, _ in lines):
        raise InputError(
            [Problem("contains no text", str(path), hint="give the posting as text, HTML, PDF or docx", code="cannot-read")]
        )
    language, *others = languages_of([text for _, text, _ in lines])
    understood = tuple(dict.fromkeys((language or _by_its_words(lines), *others, ENGLISH)))
    sentences = tuple(_sentences(_joined(lines, understood), understood))
    return Posting(str(path), path.stem, sentences, tuple(_documents(sentences, understood)), language, understood)


def _by_its_words(lines: list[_Line]) -> str:
    """Return the language whose words for the parts of a posting are there, for want of other words; else English."""
    text = "\n".join(text for _, text, _ in lines)
    return max((ENGLISH, *languages()), key=lambda language: asking_words(text, language))


def _lines(content: Content) -> Iterator[_Line]:
    """Yield the lines of a posting, numbered from 1; in web pages and Word documents these are paragraphs."""
    if content.begins == "pdf":
        yield from ((index, _typed(line), "") for index, line in enumerate(read_pdf(content).lines, 1))
    elif content.begins in ("zip", "html", "xml") or content.file.casefold().endswith((".html", ".htm")):
        kind = {"zip": "odt" if content.file.casefold().endswith(".odt") else "docx"}.get(content.begins, "html")
        yield from ((line.number, line.plain, line.kind) for line in read_document(content, kind).lines if line.plain)
    else:
        yield from ((number, line, "") for number, line in enumerate(content.text.splitlines(), 1))


def _typed(line: OldLine) -> str:
    return f"- {line.plain}" if line.kind == "bullet" else f"# {line.plain}" if line.kind == "heading" else line.plain


def _joined(lines: Iterable[_Line], understood: tuple[str, ...]) -> Iterator[_Block]:
    """Yield paragraphs, bullets and headings; those of text and Markdown are joined from their lines."""
    block: _Block | None = None
    for number, line, known in lines:
        text = line if known else re.sub(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)", "", line).strip()
        kind = known or ("heading" if line.startswith("#") else "bullet" if _BULLET.match(line) else "text")
        text = text if known else _BULLET.sub("", text.lstrip("#")).strip().strip("■◆【】").strip()
        rule = re.fullmatch(r"[=~-]{3,}", text)
        if block and (not text or known or kind != "text" or _is_heading(block, understood) or rule):
            yield block
            block = None
        if not text or rule:
            continue
        if block:
            joint = "" if block.text.endswith("-") or (block.text[-1] >= "\u3000" and text[0] >= "\u3000") else " "
            block.lines.append((len(block.text) + len(joint), number))
            block.text += joint + text
        else:
            block = _Block(text, [(0, number)], kind)
    if block:
        yield block


def _is_heading(block: _Block, understood: tuple[str, ...]) -> bool:
    """Return whether a block is the heading of a part of a posting: it says so, or it is short and is made of words for parts."""
    if block.kind == "heading":
        return True
    text = block.text.rstrip(" :：")
    joined = words(understood[0]).get("ends") == "nowhere"
    long = len(text) > _LONGEST_JOINED if joined else len(text.split()) > _LONGEST_HEADING
    if block.kind == "bullet" or long or text.endswith((".", "!", ";", ",", "。", "，")):
        return False
    return block.text.endswith((":", "：")) or any(_covers(pattern(key, understood), text, joined) for key in _PARTS)


def _covers(known: re.Pattern[str], text: str, joined: bool) -> bool:
    """Return whether the words of a heading, or its characters, are known ones for the most part."""
    size = len if joined else lambda part: len(part.split())
    return 2 * sum(size(match[0]) for match in known.finditer(text)) >= size(text)


def _sentences(blocks: Iterable[_Block], understood: tuple[str, ...]) -> Iterator[Sentence]:
    """Yield the sentences; what they ask for depends on the heading above them, and on their own words."""
    section: Rank = "mentioned"
    applying = listing = employer = False
    for block in blocks:
        if _is_heading(block, understood):
            applying = bool(pattern("apply", understood).search(block.text))
            employer = bool(pattern("employer", understood).search(block.text)) and not applying
            section = "mentioned" if applying or employer else _section(block.text, understood)
            listing = False
            continue
        is_bullet = block.kind == "bullet"
        own_paragraph = not is_bullet and section == "mentioned" and _is_about_us(block.text, understood)
        for text, start in _split(block.text):
            own = bool(pattern("apply", understood).search(text))
            listing = (listing and is_bullet) or (own and text.endswith((":", "：")))
            of_employer = employer or own_paragraph or (not is_bullet and _is_about_us(text, understood))
            starts = [(max(0, place - start), number) for place, number in block.lines if place < start + len(text)]
            lines = tuple(dict(starts).items())
            yield Sentence(text, lines, _rank(text, section, understood), applying or own or listing, of_employer, is_bullet)


def _is_about_us(text: str, understood: tuple[str, ...]) -> bool:
    """Return whether a text is about the employer, and asks for nothing."""
    asks = any(pattern(key, understood).search(text) for key in ("must", "should"))
    return bool(pattern("us", understood).search(text)) and not asks


def _split(text: str) -> Iterator[tuple[str, int]]:
    """Yield the sentences of a text, each with where it begins."""
    place = 0
    for end in _SENTENCE.finditer(text):
        yield text[place : end.start()], place
        place = end.end()
    yield text[place:], place


def _section(heading: str, understood: tuple[str, ...]) -> Rank:
    ranks: tuple[Rank, ...] = ("should", "must")
    return next((rank for rank in ranks if pattern(rank, understood).search(heading)), "mentioned")


def _rank(text: str, section: Rank, understood: tuple[str, ...]) -> Rank:
    """Return what a sentence asks for: what is desirable says so, whatever is required in general."""
    if pattern("should", understood).search(text):
        return "should"
    return "must" if section == "mentioned" and pattern("must", understood).search(text) else section


def _documents(sentences: Iterable[Sentence], understood: tuple[str, ...]) -> Iterator[AskedDocument]:
    """Yield each document that an applicant is asked for, once, in the order of the posting."""
    seen = set[str]()
    for sentence in sentences:
        if not sentence.applying:
            continue
        asked = [
            (match.start(), document, match[0])
            for document in words(ENGLISH)["documents"]
            if document not in seen and (match := document_pattern(document, understood).search(sentence.text))
        ]
        for start, document, said in sorted(asked):
            seen.add(document)
            yield AskedDocument(document, said, sentence.line_at(start))
