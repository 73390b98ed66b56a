"""Find the name of the person: by its label, by what looks like a name at the top, or by the signature."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.headings import has_stem, is_of_contacts, plain, section_of, words
from cvrender.old_cvs.kinds_of_words import is_place, kinds, natural_languages

_WORD = r"(?:[^\W\d_]['’])?[^\W\d_a-zß-ÿ](?:[^\W\d_]|['’–-](?=\w))*\.?"
_PARTICLE = r"(?:d[aeiou]s?|d['’]|della?|del|du|von|van|der|den|ten|ter|zu|zur|y|e|i|la|le|los|al|el|bin|ibn|ben|of)"
_NAME = re.compile(rf"{_WORD}(?:[ \t]+(?:{_PARTICLE}[ \t]+){{0,2}}(?:\([\w.]+\)|[\"“”'][\w.]+[\"“”']|{_WORD})){{1,5}}")
_CJK = re.compile(r"[\u3400-\u9fff\uac00-\ud7af]{2,4}|[\u3400-\u9fff]{1,2}[ \u3000][\u3400-\u9fff]{1,3}")
_RTL = re.compile(r"[\u0590-\u06ff]+(?: [\u0590-\u06ff]+){1,3}")
_TITLES = re.compile(
    r"(?:(?:univ\.?-?|ao\.?|apl\.?|assoc\.?|assistant|associate)\s*)*(?:(?:prof|dr|ing|dipl|mag|priv|doz|habil|mgr|phdr|rndr|mudr|bc|mr|mrs|ms|sr|sra|herr|frau|"
    r"professor|doctor|doktor|ir|drs|dott|dott\.ssa|docent|doc)(?:\.(?:-?\s*(?:ing|inf|med|rer|nat|phil|sc|iur|h\.?\s?c)\.?)*|(?=\s))\s*)+",
    re.IGNORECASE,
)
_DEGREES = re.compile(
    r"(?:,\s*|\s+)(?P<all>(?:(?:Ph\.?\s?D|M\.?D|M\.?Sc|M\.?S|M\.?A|M\.?Eng|M\.?B\.?A|MPH|B\.?Sc|B\.?A|B\.?Eng|D\.?Phil|J\.?D|LL\.?M|CFA|PMP|RN|FRCP|"
    r"MRCP|Dr\.?|P\.?E|CPA|CSc|DSc|Dipl\.-\w+\.?)\b\.?(?:,\s*|\s+|$)?)+)$"
)


_USER = re.compile(r"([A-Za-z]{3,})[._]([A-Za-z]{3,})\d*")
"""An e-mail address that says the name."""
_BOTH = re.compile(rf"({_CJK.pattern}|[\uac00-\ud7af](?: [\uac00-\ud7af]){{1,3}})\s+[/|]?\s*(?=[A-Za-z(])")
"""A name in Chinese, Japanese or Korean before the same in Latin letters."""
_CAPITALS = re.compile(r"(?:[^\W\d_a-zß-ÿ][^\W\d_a-zß-ÿ'’-]*\.?(?: |$)){2,5}$")
"""Words in capitals at the end of a line."""


@cache
def _labels() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(plain(str(word)) for word in words()["name_labels"][key]) for key in ("whole", "first", "last"))


def name_of(
    lines: Sequence[OldLine], mails: Sequence[str], given: str = "", *, within: bool = False
) -> tuple[str, tuple[OldLine, ...]]:
    """Return the name that the lines before the first section say, and the lines that say nothing else; "" if none does.

    `given` is what the look of a line, or its macro, says that the name is. E-mail addresses tell which name is the person's;
    `within` the text, only a line with words of an address is.
    """
    if (labelled := _labelled(lines) or _labelled([OldLine((LineCell(given),))])) and not within:
        return labelled
    if within:
        said = (line.plain for line in lines if is_likely(line.plain) and len(line.plain.split()) > 1)
        return next((text for text in said if any(_overlap(text, mail.partition("@")[0]) > 1 for mail in mails)), ""), ()
    if len(given.split()) == 1 and lines and re.fullmatch(_WORD, lines[0].plain) and is_likely(f"{given} {lines[0].plain}"):
        given = f"{given} {lines[0].plain}"
        lines = lines[1:]
    given = _without_title(given)
    candidates = [*((text, ()) for text, _ in _candidates([OldLine((LineCell(given),))])), *_candidates(lines[:40])]
    candidates = [(text, used) for text, used in candidates if is_likely(text)]
    users = [mail.partition("@")[0] for mail in mails]
    told = [(max((_overlap(text, user) for user in users), default=0), text, used) for text, used in candidates]
    most = max((number for number, _, _ in told), default=0)
    named = next((match for user in users if (match := _USER.fullmatch(user))), None)
    is_line = any(used and len(text.split()) > 1 for text, used in candidates[:1])
    if candidates and (most or named is None or is_line):
        return next((text, used) for number, text, used in told if number == most)
    if named:
        return f"{named[1]} {named[2]}".title(), ()
    return ("" if names_other(given) or given.islower() else given), ()


def names_other(text: str) -> bool:
    """Return whether a text is not a name: a heading, a label, an organization, or one word in lower case."""
    return bool(
        section_of(text)
        or has_stem(text)
        or is_of_contacts(text)
        or plain(text) in _nothing()
        or kinds(text) & {"organization", "degree"}
        or re.fullmatch(r"[a-z]+|.*[\d@:/].*", text)
    )


def _labelled(lines: Sequence[OldLine]) -> tuple[str, tuple[OldLine, ...]] | None:
    """Return the name behind a label; first and family names of two lines are joined."""
    parts: dict[str, tuple[str, OldLine]] = {}
    for line in lines:
        cells = [cell.plain for cell in line.cells]
        label, text = (*re.split(r"\s*[:：]\s*", cells[0], maxsplit=1), "")[:2] if cells else ("", "")
        text = text.strip() or (cells[1] if len(cells) == 2 else "")
        whole, first, last = _labels()
        key = "whole" if plain(label) in whole else "first" if plain(label) in first else "last" if plain(label) in last else ""
        text = re.split(r"\s*[(|*]", text)[0].strip()
        if key and 1 < len(text) < 60 and not re.search(r"[\d@]", text):
            parts.setdefault(key, (" ".join(text.split()), line))
    if {"whole", "first"} <= set(parts) and "last" not in parts and len(parts["whole"][0].split()) == 1:
        parts["last"] = parts["whole"]  # as `Name` and `Vorname`
    if "whole" in parts and not {"first", "last"} <= set(parts):
        text, line = parts["whole"]
        return text.replace(",", ""), (line,)
    if {"first", "last"} <= set(parts):
        return f"{parts['first'][0]} {parts['last'][0]}", (parts["first"][1], parts["last"][1])
    return None


def _candidates(lines: Sequence[OldLine]) -> Iterator[tuple[str, tuple[OldLine, ...]]]:
    """Yield what may be a name: whole lines, or two lines of one word each, and cells and parts of lines."""
    texts = [line for line in lines if line.kind in ("text", "heading", "bullet", "person", "row") and line.cells]
    for index, line in enumerate(texts):
        following = texts[index + 1] if index + 1 < len(texts) else None
        if following and index < 6 and all(re.fullmatch(_WORD, one.plain) for one in (line, following)):
            yield f"{line.plain} {following.plain}", (line, following)
        yield _without_title(line.plain), (line,)
        if index < 6 and (both := _BOTH.match(line.plain)):
            yield re.sub(r"(?<=[\uac00-\ud7af]) ", "", both[1]), ()
        for cell in line.cells:
            if len(line.cells) > 1:
                yield cell.plain, ()
            parts = re.split(r"\s*[|•·–—,(]\s*(?=\s|\w)|\s+[|•·–—-]\s+", cell.plain)
            if len(parts) > 1 and index < 6:
                yield from ((part, ()) for part in parts)
            words = cell.plain.split()
            known = [count for count in range(1, min(4, len(words))) if is_of_contacts(" ".join(words[:count]))]
            if known and index < 12:
                yield " ".join(words[known[-1] :]), (line,)
            if index < 6 and (capitals := _CAPITALS.search(cell.plain)) and not cell.plain.isupper():
                yield capitals[0].strip(), ()


def _without_title(text: str) -> str:
    """Return a text without words at its beginning that say what it is, as in “Lebenslauf Ada Example”."""
    words = text.split()
    ends = (count for count in range(min(len(words), 4), 0, -1) if plain(" ".join(words[:count])) in _nothing())
    return " ".join(words[next(ends, 0) :])


def is_likely(text: str) -> bool:
    """Return whether a text looks like a name, and has no words of headings, jobs, organizations or places."""
    bare, _, _ = name_parts(text)
    if not (_NAME.fullmatch(bare) or _CJK.fullmatch(bare) or _RTL.fullmatch(bare)) or len(bare) > 50:
        return False
    if (
        section_of(text)
        or has_stem(text)
        or any(is_of_contacts(" ".join(text.split()[:count])) for count in (1, 2, len(text)))
        or is_place(text.title())
        and ("," in text or len(text.split()) != 2 or is_place(text.split()[0].title()))
        or natural_languages() & set(plain(text).split())
        or plain(text) in _nothing()
    ):
        return False
    return not kinds(bare.title() if bare.isupper() else bare)


@cache
def _nothing() -> frozenset[str]:
    return frozenset(plain(str(word)) for word in words()["left_out"])


def is_of_any(name: str, mails: Sequence[str]) -> bool:
    """Return whether one of the e-mail addresses has a word of a name, or there are none."""
    return not mails or any(is_of_name(mail, name) for mail in mails)


def is_of_name(mail: str, name: str) -> bool:
    """Return whether an e-mail address has a word of a name."""
    return bool(_overlap(name, mail.partition("@")[0]))


def _overlap(name: str, user: str) -> int:
    """Return how many words of a name an e-mail address has."""
    user = re.sub(r"[^a-z]", "", plain(user))
    said = [word for word in plain(name).replace("-", " ").split() if len(word) > 2]
    return sum(word in user or len(user) > 2 and user in word for word in said)


def name_parts(text: str) -> tuple[str, str, list[str]]:
    """Return a name without titles before it and degrees behind it, and both."""
    text = " ".join(text.split())
    before = _TITLES.match(text)
    title = (
        before[0].strip()
        if before and "." in before[0] or before and before[0].strip().casefold() in ("dr", "prof", "professor")
        else ""
    )
    bare = text[len(before[0]) if title and before else 0 :].strip()
    behind = _DEGREES.search(bare)
    degrees = [part.strip() for part in re.split(r",\s*|\s+(?=[A-Z])", behind["all"]) if part.strip()] if behind else []
    bare = bare[: behind.start()].strip(" ,") if behind else bare
    return (bare, title, degrees) if bare else (text, "", [])
