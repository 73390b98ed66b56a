"""Find the language of a document: the words of its headings and of its text, and what it declares of itself.

Programs declare the language of their own templates in files of every language, so two headings in one language decide, then the
text.
"""

import re
from collections import Counter
from functools import cache
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from cvrender.formats.base import OldDocument
from cvrender.formats.content import Content
from cvrender.old_cvs.headings import is_usual, titles_by_language, words

_WORD_LANGUAGE = re.compile(rb'<w:lang\b[^>]*?\bw:val="([\w-]+)"')
_ODT_LANGUAGE = re.compile(rb'\bfo:language="(\w+)"(?:\s+fo:country="(\w+)")?')
_HTML_LANGUAGE = re.compile(r"<html\b[^>]*?\blang\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
_BABEL = re.compile(r"\\usepackage\s*\[([^\]]*)\]\s*\{babel\}|\\set(?:default|main)language\s*(?:\[[^\]]*\])?\s*\{(\w+)\}")
_CLASS = re.compile(r"\\documentclass\s*\[([^\]]*)\]")
_SET_LANGUAGE = re.compile(r"\\(?:set\w*lang\w*|selectlanguage)\s*\{(\w+)\}")
_LETTERS = re.compile(r"[^\W\d_]{4,}")
_WORDS = re.compile(r"[^\s\d_.,;:()/|]+")
_TRADITIONAL = frozenset("學經歷專業務國際開發與實習獎證書個簡資訊電話網頁設計語")
"""Characters that simplified Chinese writes otherwise."""
_PART = 2_000_000
"""The bytes of a part of a file that are looked at."""


def declared_language(content: Content, format: str) -> str:
    """Return the language that a file names as its own, as a code that has terms; "" if it names none."""
    if format == "html":
        match = _HTML_LANGUAGE.search(content.text[:20_000])
        return with_terms(match[1]) if match else ""
    if format == "docx":
        codes = _WORD_LANGUAGE.findall(_part(content, "word/document.xml")) or _WORD_LANGUAGE.findall(
            _part(content, "word/styles.xml")
        )
    elif format == "odt":
        codes = [b"-".join(filter(None, pair)) for pair in _ODT_LANGUAGE.findall(_part(content, "styles.xml"))]
    else:
        return ""
    return with_terms(Counter(codes).most_common(1)[0][0].decode()) if codes else ""


def language_of_preamble(preamble: str) -> str:
    """Return the main language of a LaTeX document: the one named as main, or the last that babel gets."""
    names: list[str] = []
    for options, main in _BABEL.findall(preamble):
        names += [main] if main else [part.strip() for part in options.split(",")]
    if not names and "{babel}" in preamble:
        names = [part.strip() for options in _CLASS.findall(preamble) for part in options.split(",")]
    names = names or _SET_LANGUAGE.findall(preamble)  # what a package of the author's own is told
    mains = [name.partition("=")[2].strip() for name in names if re.match(r"main\s*=", name)]
    known = [_tex_names()[name] for name in mains or names if name in _tex_names()]
    return known[-1] if known else ""


def language_of(document: OldDocument) -> str:
    """Return the language of a document; "" if nothing tells it."""
    votes: Counter[str] = Counter()
    for line in document.lines:
        if line.kind == "heading" or len(line.plain) < 60 and is_usual(line.plain):
            votes.update(_languages_of(line.plain))
    best = [code for code, count in votes.items() if count == max(votes.values()) and count > 1]
    declared = document.language
    code = best[0] if len(best) == 1 else language_of_text(" ".join(line.plain for line in document.lines))
    if not code or code == _base(declared):
        return declared
    return code if code in titles_by_language() else ""


def language_of_text(text: str) -> str:
    """Return the language of a text by its script or its most frequent words; "" if these do not tell it."""
    letters = Counter(_script(char) for char in text if char.isalpha())
    if 4 * (east_asian := letters["ja"] + letters["ko"] + letters["zh"]) > letters.total():
        if 10 * letters["ja"] > east_asian:
            return "ja"
        return "ko" if letters["ko"] > letters["zh"] else "zh-Hant" if len(_TRADITIONAL & set(text)) > 2 else "zh"
    said = Counter(_WORDS.findall(text.lower()))
    found = {code: [said[word] for word in str(known).split() if said[word]] for code, known in words()["function_words"].items()}
    (best, counts), (_, others), *_ = sorted(found.items(), key=lambda item: -sum(item[1]))
    is_clear = len(counts) > 2 and sum(counts) > 3 and 4 * sum(counts) > 5 * sum(others) + 3
    return best if is_clear else ""


def _script(char: str) -> str:
    """Return the language whose script alone has a letter; `zh` for characters of all of East Asia."""
    if "\u3041" <= char <= "\u30ff":
        return "ja"
    if "\uac00" <= char <= "\ud7a3" or "\u1100" <= char <= "\u11ff":
        return "ko"
    return "zh" if "\u4e00" <= char <= "\u9fff" else ""


def with_terms(code: str) -> str:
    """Return a code as the one of terms: `pt-BR` is `pt`, `zh-TW` is `zh-Hant`, `en-AU` is `en-GB`; "" without terms."""
    base, _, region = code.partition("-")
    base = base.lower()
    if base == "zh" and re.search(r"(?i)hant|tw|hk|mo", region):
        return "zh-Hant"
    if base == "en":
        return "en" if region.upper() in ("", "US", "CA", "PH") else "en-GB"
    full = f"{base}-{region.upper()}"
    return full if full in titles_by_language() else base if base in titles_by_language() else ""


def _languages_of(heading: str) -> set[str]:
    """Return the languages, without regions, in which a heading is or shares a word of four letters with a title."""
    title = " ".join(heading.strip(" :.|").casefold().split())
    letters = set(_LETTERS.findall(title))
    return {_base(code) for code, (titles, said) in titles_by_language().items() if title in titles or letters & said}


def _base(code: str) -> str:
    return code if code == "zh-Hant" else code.partition("-")[0]


def _part(content: Content, name: str) -> bytes:
    try:
        with ZipFile(BytesIO(content.raw)) as archive, archive.open(name) as stream:
            return stream.read(_PART)
    except (BadZipFile, KeyError, ValueError, OSError, RuntimeError, EOFError, NotImplementedError):
        return b""


def language_of_tex(name: str) -> str:
    """Return the code of a language by its name in babel and polyglossia; "" for any other word."""
    return _tex_names().get(name, "")


@cache
def _tex_names() -> dict[str, str]:
    """Return the languages by their names in babel and polyglossia."""
    return {str(name): str(code) for code, names in words()["tex_languages"].items() for name in names}
