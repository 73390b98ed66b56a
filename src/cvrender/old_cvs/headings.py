"""Know the usual headings of CVs: those of our terms in every language, and the words of other formats."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from cvrender.errors.synonyms import OTHER_NAMES
from cvrender.formats.lines import BULLETS
from cvrender.load.library import BUILT_IN
from cvrender.load.reader import load
from cvrender.model.kinds import SECTIONS

_WORD = re.compile(r"[^\W\d_]+")
_HOW_LONG = re.compile(r"(?<=\w)(?:\s*[—–:-]\s*\d{1,2} [^\W\d_]+(?: \d{1,2} [^\W\d_]+)?|\s+총?\s?\d{1,2}년(?: ?\d{1,2}개월)?)$")
"""How long all that is below a heading took: `Experience — 4 years 10 months`."""
_NOTE_MARK = re.compile(r"(?<=[^\W\d_]{4})[*†‡§¹²³\d]$")
"""The mark of a footnote: `Selected talks*`."""
_NOT_HEADING = re.compile(
    r"(?:best|outstanding|distinguished|honou?rable) (?:\w+ ){0,3}(?:award|mention|prize|runner-up)|"
    r"(?:no|without|sin|sem|sans|ohne|keine?|senza|geen|ingen|brak|bez|fara|нет|без|немае|отсутству\w*) (?!\.)\w"
)
"""What a work has won, and what says that there is nothing, which does not head a section: `No experience`."""
_EASTERN = re.compile("[\u3040-\u9fff]")
"""Characters of which a heading has few: words are not divided."""
_MARKS = re.compile("[\u0300-\u036f]")
_OUTER = re.compile(
    r"^[\s:.|_#*\\◎※★☆\[\]【】［］《》〈〉＜＞「」『』"
    + BULLETS
    + r"]+|[\s:：.|_#*\\★☆\[\]【】［］《》〈〉＜＞「」『』]+$|\s*※.*$"
)
"""Signs around a heading."""
_NAME_END = re.compile(r"\w{2}(?:公司|集团|集團|大学|大學|学院|學院|株式会社)$")
"""How names of organizations end, which have words of headings, too."""


@cache
def words() -> dict[str, Any]:
    """Return the lists of words by which lines are read."""
    data: dict[str, Any] = load(Path(__file__).parent / "words.yaml").data
    return data


@cache
def column_names() -> dict[str, str]:
    """Return the field that each name of a column, or label, stands for."""
    return {str(name): role for role, names in words()["columns"].items() for name in names}


_OF_WORKS = frozenset(
    "paper-conference article-journal workshop article article-magazine article-newspaper manuscript report chapter book "
    "thesis review-book entry-encyclopedia".split()
)
"""The types of works whose titles as groups are sections of works alone, too; `Events` or `Software` are others."""


@lru_cache(maxsize=1)
def known_headings() -> dict[str, str]:
    """Return the section that each known heading stands for, by the heading in lower case."""
    known: dict[str, str] = {}
    for section, names in words()["headings"].items():
        if section != "custom":
            known.update(dict.fromkeys((plain(name) for name in names), section))
    for _, terms in _terms():
        for section, title in terms.get("sections", {}).items():
            known.setdefault(plain(str(title)), section)
        for kind, title in terms.get("groups", {}).items():
            if kind in _OF_WORKS:
                known.setdefault(plain(str(title)), "publications")
    for section in SECTIONS:
        for name in (section, *OTHER_NAMES.get(section, "").split()):
            known.setdefault(name.replace("_", " "), section)
    known = {**dict.fromkeys(_kept_whole(), "custom"), **known}
    return {**{name.replace(" ", ""): section for name, section in known.items()}, **known}  # also of letters set apart


@cache
def _kept_whole() -> frozenset[str]:
    """Return the headings whose sections are kept whole."""
    return frozenset(map(plain, words()["headings"]["custom"]))


_TOLD = (
    "publications",
    "education",
    "positions",
    "skills",
    "languages",
    "interests",
    "awards",
    "certifications",
    "references",
    "memberships",
)
_OWN = re.compile(
    r"teaching|talk|present|service|grant|funding|project|activit|volunteer|advis|superv|mentor|committee|review|patent|media|press"
)


_CONTACTS = re.compile(r"contact.*|personal (?:data|information|details)|kontakt(?:daten)?|links")
_KEPT_WHOLE = frozenset({"systems", "talks", "service", "grants"})
"""Sections that are kept as a section of the person's own: lines do not tell their fields apart."""


_NUMBER = r"^(?:\(?(?:[\divx]+|[a-z])[.)]|\d{1,2}(?:\.\d)*\s*[.)–-]*) "
"""The number or letter of a heading, in lower case: `a. `."""


def section_of(heading: str) -> str:
    """Return the section in which an import keeps what is below a heading; "" if it is not known."""
    section = _section_of(heading)
    return "custom" if section in _KEPT_WHOLE or plain(heading) in _kept_whole() else section


def _section_of(heading: str) -> str:
    title = plain(heading)
    known = known_headings()
    if title in known:
        return known[title]
    if _NOT_HEADING.match(title):
        return ""
    bare = re.sub(
        rf"{_NUMBER}|\s*\(.*\)|^(?:selected|relevant|recent|current|previous|prior|past|earlier|other|further|additional|key|main|my|"
        r"professional|academic|full) (?:and )?",
        "",
        title,
    ).strip()
    if bare in known:
        return known[bare]
    pieces = [part.strip() for part in re.split(r"\band\b|\bund\b|\bet\b|\by\b|\be\b|[,/]", title) if part.strip()]
    parts = [known[piece] for piece in pieces if piece in known]
    if len(parts) == len(pieces) and {"education"} <= set(parts) <= {"education", "certifications"}:
        return "education"
    if len(pieces) > 1 and _is_education(pieces[0]) and not any(map(_is_of_career, pieces[1:])):
        return "education"
    if set(parts) == {"certifications"} and _by_stems(title) == ["education"]:
        return "education"
    if parts and all(part == parts[0] for part in parts):
        return parts[0]
    if _OWN.search(title) or len(title) > 60:
        return "custom" if parts else ""
    if title not in known and (meant := _mistyped(title)):
        return meant
    words_said = [word for word in _WORD.findall(title) if word not in _group_words()]
    told = [name for name in _TOLD if any(known.get(word) == name for word in words_said)] or _by_stems(title)
    return told[0] if len(told) == 1 else "custom" if parts else ""


@lru_cache(maxsize=4096)
def _mistyped(title: str) -> str:
    """Return the section of a long heading that is known but for one letter: `Experience professionelle`."""
    if not 10 < len(title) < 50:
        return ""
    near = [name for name in known_headings() if abs(len(name) - len(title)) < 2 and name[:2] == title[:2] and name != title]
    found = {known_headings()[name] for name in near if _differs_little(name, title)}
    return next(iter(found)) if len(found) == 1 else ""


def _differs_little(one: str, other: str) -> bool:
    """Return whether a letter more, less, or another one is all that two texts differ by."""
    first = next((index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[first + (len(one) >= len(other)) :] == other[first + (len(other) >= len(one)) :]


@cache
def _group_words() -> frozenset[str]:
    """Return the titles of groups of works: `Software` is a heading alone, but tells nothing within another."""
    return frozenset(plain(title) for _, title in group_titles()) - {"publications"}


def _is_education(piece: str) -> bool:
    return known_headings().get(piece) == "education" or _by_stems(piece) == ["education"]


def _is_of_career(piece: str) -> bool:
    """Return whether a part of a heading names what is read otherwise than degrees."""
    sections = {known_headings().get(piece, ""), *_by_stems(piece)}
    return bool(sections - {"", "education", "certifications", "custom"})


@cache
def _stems() -> dict[str, re.Pattern[str]]:
    """Return what finds the words of each section in headings."""
    return {
        section: re.compile("|".join(_stem(str(stem)) for stem in stems), re.IGNORECASE)
        for section, stems in words()["stems"].items()
    }


def _stem(stem: str) -> str:
    core = re.escape(plain(stem.strip("*")))
    if ord(core.replace("\\", "")[0]) > 0x3000:
        return core  # words are not divided
    return ("" if stem.startswith("*") else r"(?<!\w)") + core + ("" if stem.endswith("*") else r"(?!\w)")


def has_stem(text: str) -> bool:
    """Return whether a text has a word of headings."""
    return not _NAME_END.search(plain(text)) and any(pattern.search(plain(text)) for pattern in _stems().values())


def is_own(heading: str) -> bool:
    """Return whether a heading is of a section of the person's own, such as teaching, service or events."""
    return section_of(heading) in ("", "custom") and len(heading.split()) < 7 and bool(_stems()["own"].search(plain(heading)))


def _by_stems(title: str) -> list[str]:
    """Return the sections whose words a short title has; none if it has words of other sections."""
    if len(title.split()) > 6 or len(_EASTERN.findall(title)) > 12 or _NAME_END.search(title):
        return []
    sections = [section for section, pattern in _stems().items() if pattern.search(title)]
    if set(sections) == {"education", "certifications"}:
        return ["education"]
    return [] if "own" in sections else sections


@cache
def _below() -> re.Pattern[str]:
    terms = (form.replace("{}", "").strip(" :：") for key in ("advisors", "mentors", "committee") for form in said_in_terms(key))
    terms = (form for form in terms if not re.fullmatch("(?i)mentor(?:s|en)?|direc\\w*|promotor\\w*", form))  # jobs, too
    known = sorted(map(str, [*words()["below"], *terms]), key=len, reverse=True)
    one = "|".join(re.escape(plain(word.rstrip("*"))) + r"\w*" * word.endswith("*") for word in known)
    before = "key|main|major|selected|notable|principales?|wichtige"
    between = r" and |\s?/\s?| et | y | e | und "
    return re.compile(rf"(?:(?:{before}) )?(?:{one})(?:(?:{between})(?:{one}))?")


def is_label_below(text: str) -> bool:
    """Return whether a text is a label of what is said below the head of a job or degree: `Responsibilities`."""
    return len(text) < 60 and bool(_below().fullmatch(plain(text)))


def is_of_contacts(heading: str) -> bool:
    """Return whether a heading stands before contacts."""
    return bool(_CONTACTS.fullmatch(plain(heading))) or plain(heading) in _contacts()


@cache
def _contacts() -> frozenset[str]:
    return frozenset(plain(str(name)) for name in words()["contacts"])


def is_of_both(heading: str) -> bool:
    """Return whether a heading names positions and education: `Positions and Education`."""
    parts = re.split(rf"(?<!\w)(?:{'|'.join(_AND)})(?!\w)|,", plain(heading))
    if plain(heading) in {plain(str(name)) for name in words()["both"]}:
        return True
    if plain(heading) in known_headings():
        return False
    sections = {_section_of(word.strip()) for word in parts if word.strip()}
    return sections == {"positions", "education"} or set(_by_stems(plain(heading))) == {"positions", "education"}


_AND = frozenset("& / and und et y e i og och en ve a и і та ja és".split())
"""Words for "and" between two of a heading."""


def is_usual(heading: str) -> bool:
    """Return whether a text is a heading that many CVs have."""
    if _NOT_HEADING.match(plain(heading)):
        return False
    heading = re.sub(rf"(?i){_NUMBER}|(?<=\w)\s*[(（][^()（）]*[)）]$", "", heading.strip())
    if plain(heading) in known_headings():
        return True
    is_short = len([word for word in heading.casefold().split() if word not in _AND]) < 4 and not re.search(
        r"[、，。；;]|[:：].", heading.strip()
    )
    return is_short and len(_by_stems(plain(heading))) == 1


@lru_cache(maxsize=1)
def present_words() -> tuple[str, ...]:
    """Return the words of our terms for the end of what still lasts, and others."""
    ours = (terms["present"] for _, terms in _terms() if "present" in terms)
    return tuple(dict.fromkeys(str(word) for word in (*ours, *words()["present"])))


def personal_terms() -> Iterator[tuple[str, str]]:
    """Yield the labels of our terms for what is private, with the field that each names."""
    for _, terms in _terms():
        for key in ("birthdate", "birthplace", "nationality"):
            if label := terms.get("labels", {}).get(key):
                yield key, str(label)


def said_in_terms(key: str, part: str = "labels") -> tuple[str, ...]:
    """Return what our terms of every language say for a key, for one and for several."""
    found = [terms.get(key) or terms.get(part, {}).get(key, ()) for _, terms in _terms()]
    forms = (form for each in found for form in ((each,) if isinstance(each, str) else each.values() if each else ()))
    return tuple(dict.fromkeys(map(str, forms)))


@cache
def titles_by_language() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the titles of sections of our terms, and their words of four letters or more, by language."""
    collected: dict[str, set[str]] = {}
    for name, terms in _terms():
        said = [*terms.get("sections", {}).values(), *terms.get("groups", {}).values()]
        collected.setdefault(name, set()).update(str(title).casefold() for title in said)
    return {
        name: (frozenset(titles), frozenset(word for title in titles for word in _WORD.findall(title) if len(word) > 3))
        for name, titles in collected.items()
    }


@cache
def title_in(language: str, collection: str) -> str:
    """Return the title of a collection in our terms of a language; "" if they have none."""
    return str(dict(_terms()).get(language, {}).get("sections", {}).get(collection, ""))


@lru_cache(maxsize=1)
def term_languages() -> tuple[str, ...]:
    """Return the languages that have terms, as CLDR writes them."""
    return tuple(dict.fromkeys(name.replace("-", "_") for name, _ in _terms()))


@lru_cache(maxsize=1)
def _terms() -> tuple[tuple[str, dict[str, Any]], ...]:
    folders = BUILT_IN.trusted_folders("styles")
    return tuple((path.stem, load(path).data) for folder in folders for path in sorted(folder.glob("*/terms/*.yaml")))


def group_titles() -> list[tuple[str, str]]:
    """Return the types of works with their titles as headings, in every language."""
    return [(kind, str(title)) for _, terms in _terms() for kind, title in terms.get("groups", {}).items()]


def plain(heading: str) -> str:
    """Return a heading for comparison: in lower case, without accents and a colon, with `and` for `&`."""
    said = " ".join(_OUTER.sub("", heading).casefold().replace("&", " and ").replace("’", "'").split())
    said = _NOTE_MARK.sub("", _HOW_LONG.sub("", said))
    said = re.sub("(?<=[\u3040-\u9fff]) (?=[\u3040-\u9fff])", "", said)
    if re.fullmatch(r"(?:[\w'] ){3,}\w", said):
        said = said.replace(" ", "")  # letters that are set apart
    return without_marks(said)


def without_marks(text: str) -> str:
    """Return a text without its accents, as it is often typed."""
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", text)))
