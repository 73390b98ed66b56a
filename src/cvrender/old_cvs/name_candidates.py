"""Find the name of the person: weigh by several signs all that may be a name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.headings import is_of_contacts, plain, words
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.person_name import (
    CJK,
    WORD,
    in_title_case,
    is_likely,
    may_be_name,
    name_labels,
    names_other,
    overlap,
    without_title,
)
from cvrender.old_cvs.personal import label_of
from cvrender.old_cvs.works.people import PARTICLES

_USER = re.compile(r"([A-Za-z]{3,})[._]([A-Za-z]{3,})\d*")
"""An e-mail address that says the name."""
_BOTH = re.compile(rf"({CJK.pattern}|[\uac00-\ud7af](?: [\uac00-\ud7af]){{1,3}})\s+[/|]?\s*(?=[A-Za-z(])")
"""A name in Chinese, Japanese or Korean before the same in Latin letters."""
_LATIN_FIRST = re.compile(rf"([A-Za-zÀ-ɏ.'’-]+(?: [A-Za-zÀ-ɏ.'’-]+){{1,3}})\s+[/|(（]?\s*(?:{CJK.pattern})\s*[)）]?$")
_CAPITALS = re.compile(r"(?:[^\W\d_a-zß-ÿ][^\W\d_a-zß-ÿ'’-]*\.?(?: |$)){2,5}$")
"""Words in capitals at the end of a line."""
_FAMILY_FIRST = re.compile(r"([^\W\d_]{2,}(?: [^\W\d_]{2,}){0,2}), ([^\W\d_]{3,}(?: [^\W\d_]{3,}){0,2})\.?")
"""A name in capitals that begins with the family name: `EXAMPLE SAMPLE, ADA`."""
_PARTS = re.compile(r"\s*[|•■·,(](?=\s|\w)\s*|\s+[|•■·–—-]\s+|[,\s]+(?=\d)")
_SAID = re.compile(rf"{WORD}(?: {WORD}){{1,4}}(?=[ .,]|$)")
"""Words that begin with capitals in a sentence."""
_SENTENCE_END = re.compile(r"(?<=\w\w\w)\. ")
_GREETING = re.compile(
    r"(?i)^(?:(?:hello|hi|hey|hallo|guten tag|salut|bonjour|hola|olá|oi|ciao|cześć|ahoj|szia|hej|moi|merhaba|selam|привет|"
    r"привіт|здравствуйте|γεια(?: σας)?)(?: there| everyone)?\W+)?(?:i['’ ]?a?m|my name is|this is|the name['’]s|ich bin|"
    r"mein name ist|ich heiße|je suis|je m['’]appelle|moi c['’]est|soy|me llamo|mi nombre es|(?:eu )?sou(?: [oa])?|"
    r"(?:eu )?me chamo|meu nome é|(?:io )?sono|mi chiamo|ik ben|mijn naam is|jestem|nazywam się|jsem|jmenuji se|som|"
    r"volám sa|jag heter|jag är|jeg er|jeg hedder|olen|nimeni on|ben|benim adım|adım|меня зовут|мене звати|я|με λένε|"
    r"είμαι(?: ο| η)?|nama saya|"
    r"saya|tôi là|ja sam|moje ime je|zovem se|sunt|mă numesc)\s+(?=[^\W\d_])"
)
"""What a sentence begins with that says the name: `Hello, I'm Ada Example`."""
_LAST = re.compile(rf"({WORD}(?: {WORD}){{1,3}}|{CJK.pattern}) ?(?:vagyok\b|と申します|です。|입니다)")
"""What a sentence ends with that says the name: `Example Ada vagyok`."""
_OF_CODE = re.compile(r"""(?i)[^"']*\bname\b["']?\s*[:=]\s*["'](?P<text>[^"']+)["'].*""")
"""A name in a program or in JSON."""
_PROGRAMS = re.compile(
    r"(?i)\b(?:user|usuario|usuário|utilisateur|utente|benutzer|windows|office|microsoft|admin\w*|lenovo|asus|acer|dell|hp|"
    r"pc|home|author|unknown|template|word|docs|wps|python|canva|index|portfolio|website|page)\b"
)
"""Words of what programs say who wrote a file, and of titles of pages."""
_LABEL = re.compile(r"(?P<label>[^:：]{1,40}?)\s*[:：]\s*(?P<text>.*)|(?P<cjk>[\u3040-\u9fff] ?[\u3040-\u9fff]) (?P<said>.+)")
"""A label with a colon, or one of two characters."""
_HEAD, _LEAST, _LEAST_WITHIN, _OF_ADDRESS = 40, 1.4, 3.0, 2.6
"""How many lines are the head; what a name needs there, and elsewhere; what a name is worth that only an address says."""
_CONFIRMED = 1.6
"""What a name needs elsewhere if no other is found: a word of an address."""


@dataclass(frozen=True)
class NameSigns:
    """What tells the name besides the lines: names in e-mail addresses and links, and what is said around the text.

    `given` is what the look of a line, or its macro, says that the name is. `told` are the name of the file, its properties,
    and headers of pages, `folders` the names of those in which it is.
    """

    users: Sequence[str] = ()
    given: str = ""
    told: Sequence[str] = ()
    folders: Sequence[str] = ()


@dataclass(frozen=True)
class _Candidate:
    """What may be the name, the lines that say nothing else, and what its place and look are worth."""

    text: str
    lines: tuple[OldLine, ...] = ()
    worth: float = 0.0


def _is_told(each: "_Candidate", signs: NameSigns) -> bool:
    """Return whether words that might be a name in capitals stand in an address, or in what the file says: `Ada example`."""
    text = in_title_case(each.text)
    is_in_capitals = sum(word.islower() and word not in PARTICLES for word in each.text.split()) < 2
    return is_in_capitals and may_be_name(text) and any(overlap(text, said) > 1 for said in (*signs.users, *signs.told))


def _told_names(signs: NameSigns, head: Sequence[OldLine]) -> Iterator[_Candidate]:
    """Yield names that the file says besides its lines: worth more if an address or the letters of a line say the same."""
    lines = ["".join(filter(str.isalpha, line.plain.casefold())) for line in head[:_HEAD]]
    for told in signs.told:
        for part in re.split(r"\s+[|•·–—:-]\s+|: |\s*[｜丨]\s*", re.sub(r"[_+.\d]+|(?<=\w)-(?=\w)", " ", told)):
            family, comma, given = without_title(part.strip()).partition(", ")
            text = f"{given} {family}" if comma else family
            if not is_likely(text) or _PROGRAMS.search(text) or (CJK.fullmatch(text) and not _has_surname(text)):
                continue
            letters = "".join(filter(str.isalpha, text.casefold()))
            shared = max((overlap(text, user) for user in signs.users), default=0)
            yield _Candidate(text, (), 0.5 + 1.6 * min(shared, 2) + 3.0 * any(letters in line for line in lines))


def find_name(head: Sequence[OldLine], others: Sequence[OldLine], signs: NameSigns) -> tuple[str, tuple[OldLine, ...]]:
    """Return the name, and the lines that say nothing else; "" if none is found.

    `head` are the lines before the first section, `others` those of the sections.
    """
    given_text = without_title(signs.given)
    given = OldLine((LineCell(given_text.title() if given_text.islower() and " " in given_text else given_text),))
    if labelled := _labelled([*head, *others[:30], given]):
        return labelled
    if head and re.fullmatch(WORD, given.plain) and re.fullmatch(WORD, head[0].plain):
        given, head = OldLine((LineCell(f"{given.plain} {head[0].plain}"),)), head[1:]
    found = [_Candidate(each.text, (), 5.6 + each.worth) for each in _candidates([given]) if signs.given]
    found += [_Candidate(each.text, each.lines, 3.0 + each.worth) for each in _candidates(head[:_HEAD])]
    weighed = [
        (_weight(each, signs), each) for each in found if (is_likely(each.text) or _is_word(each) or _is_told(each, signs))
    ]
    weighed = [(weight, each) for weight, each in weighed if weight >= _LEAST]
    told = [(each.worth, each) for each in _told_names(signs, head)]
    within = [(_weight(each, signs), each) for each in _within(others) if is_likely(each.text)]
    least = _LEAST_WITHIN if weighed else _CONFIRMED
    weighed += [(weight, each) for weight, each in (*within, *(told if not weighed else ())) if weight >= least]
    best = max(weighed, key=lambda pair: pair[0], default=(0.0, _Candidate("")))
    if best[0] < _OF_ADDRESS and (match := next(filter(None, map(_USER.fullmatch, signs.users)), None)):
        return f"{match[1]} {match[2]}".title(), ()
    if not best[1].text and signs.given and not names_other(signs.given) and not signs.given.islower():
        return given.plain, ()
    if not best[1].text:
        return _last_resort(told, head)
    same = (each.lines for _, each in weighed if each.text.casefold() == best[1].text.casefold() and each.lines)
    return best[1].text, next(same, ())


def _last_resort(told: Sequence[tuple[float, _Candidate]], head: Sequence[OldLine]) -> tuple[str, tuple[OldLine, ...]]:
    """Return a name that only the file says, or the first line if it is one in small letters."""
    if told:
        return max(told, key=lambda pair: pair[0])[1].text, ()
    for line in head[:1]:
        text = in_title_case(re.split(r"\s+(?:\w\.|\d)|[,|(]", line.plain)[0])
        if is_likely(text) and len(text.split()) > 1:
            return text, (line,)
    return "", ()


def _weight(candidate: _Candidate, signs: NameSigns) -> float:
    """Return what a candidate is worth: its place and look, and how much the addresses and the file say the same."""
    users = (user for user in signs.users if plain(user) != plain(candidate.text))  # else it names a user
    shared = max((overlap(candidate.text, user) for user in users), default=0)
    told = max((overlap(candidate.text, text) for text in (*signs.told, *signs.folders)), default=0)
    number = len(candidate.text.split())
    is_alone = number == 1 and not CJK.fullmatch(candidate.text)
    is_eastern = bool(re.match("[\u3400-\u9fff\uac00-\ud7af]", candidate.text))
    surname = (1.0 if _has_surname(candidate.text) else -1.5) * is_eastern
    is_heading = any(line.kind == "heading" for line in candidate.lines) and shared + told > 0
    return candidate.worth + 0.4 * is_heading + 1.6 * min(shared, 2) + 0.8 * min(told, 3) - 2.5 * is_alone + surname


def _is_word(candidate: _Candidate) -> bool:
    return bool(re.fullmatch(WORD, candidate.text)) and not names_other(candidate.text)


def _candidates(lines: Sequence[OldLine]) -> Iterator[_Candidate]:
    """Yield what may be a name: whole lines, or two lines of one name, and cells and parts of lines."""
    texts = [line for line in lines if line.kind in ("text", "heading", "bullet", "person", "row") and line.cells]
    for index, line in enumerate(texts):
        place = _size(line) - 0.15 * min(index, 14)
        following = texts[index + 1] if index + 1 < len(texts) else line
        if index < 8 and following is not line and (joined := _joined(line, following)):
            is_sure = not index and (re.fullmatch(WORD, line.plain) or len(joined) < 8)  # else other signs have to say it, too
            yield _Candidate(joined, (line, following), place + (0.5 if is_sure else -0.3))
        bare = _GREETING.sub("", without_title(line.plain))
        if bare != line.plain and index < 12 and (sentence := _SAID.match(bare)):
            yield _Candidate(_SENTENCE_END.split(sentence[0])[0], (), place + 0.5)
        if last := _LAST.match(line.plain):
            yield _Candidate(last[1], (), place + 0.5)
        begin = line.plain.partition(" ")[0]
        if index < 3 and CJK.fullmatch(begin) and _has_surname(begin) and re.match(r"\S{2,3} .*[\d·|/男女남]", line.plain):
            yield _Candidate(begin, (), place)
        if (both := _FAMILY_FIRST.fullmatch(bare)) and both[1].isupper() and "degree" not in kinds(both[2]):
            yield _Candidate(f"{both[2]} {both[1]}", (line,), place + 0.6)
        if bare[:1].islower() and (line.look.size > 1.3 or index < 2) and len(bare.split()) < 4:
            bare = " ".join(word.capitalize() if word.islower() else word for word in bare.split())
        yield _Candidate(bare, (line,), place)
        if index < 6 and (both := _BOTH.match(line.plain)):
            yield _Candidate(re.sub(r"(?<=[\uac00-\ud7af]) ", "", both[1]), (), place)
        if index < 6 and (both := _LATIN_FIRST.match(line.plain)):
            yield _Candidate(both[1], (), place)
        for first, second in zip(line.cells, line.cells[1:], strict=False) if index < 6 else ():
            yield _Candidate(f"{first.plain} {second.plain}", (), place - 0.9)
        for cell in line.cells:
            for _, run in groupby(cell.spans, key=lambda span: (span.bold, span.italic)) if index < 6 else ():
                yield _Candidate("".join(span.text for span in run).strip(), (), place - 0.8)
            yield from (_Candidate(part, (), place - 0.8) for part in _parts(cell.plain, len(line.cells) > 1, index < 6))
            said = cell.plain.split()
            known = [count for count in range(1, min(4, len(said))) if is_of_contacts(" ".join(said[:count]))]
            if known and index < 12:
                yield _Candidate(" ".join(said[known[-1] :]), (line,), place)


def _size(line: OldLine) -> float:
    return min(3.2, max(0.0, 2.5 * (line.look.size - 1)))


def _parts(text: str, is_cell: bool, is_first: bool) -> Iterator[str]:
    """Yield what may be a name within a line: its cell, parts of this, and the words in capitals at its end."""
    if is_cell:
        yield text.strip(" ,;|")
    parts = _PARTS.split(text)
    if len(parts) > 1 and is_first:
        yield from parts
    if is_first and (capitals := _CAPITALS.search(text)) and not text.isupper():
        yield capitals[0].strip()


def _joined(line: OldLine, following: OldLine) -> str:
    """Return the name of two lines: one word each, or one more word that looks alike and is large."""
    first, second = line.plain, following.plain
    if re.fullmatch(WORD, first) and re.fullmatch(WORD, second) and min(len(first), len(second)) > 2:
        return f"{first} {second}"
    if all(re.fullmatch(r"[\u3400-\u9fff]{1,3}", text) for text in (first, second)):
        return f"{first} {second}"
    is_large = line.look.size == following.look.size > 1.3 and len(second.split()) < 3 + (len(first.split()) == 1)
    return f"{first} {second}" if is_large and is_likely(f"{first} {second}") else ""


def _within(lines: Sequence[OldLine]) -> Iterator[_Candidate]:
    """Yield what may be the name elsewhere: whole lines, the signature, and words of the first sentences."""
    shown = [line for line in lines if line.kind != "break" and line.cells]
    for index, line in enumerate(shown[:300]):
        is_last = index == len(shown) - 1 and line.kind == "text"
        if len(line.plain) < 60:
            is_large = index < 4 and line.look.size > 1.3
            is_signed = is_last and len(line.plain.split()) < 5
            yield _Candidate(without_title(line.plain), (), _size(line) + 3.0 * is_signed + 1.2 * is_large)
        elif index < 8:
            said = (match[0] for match in _SAID.finditer(line.plain[:200]))
            yield from (_Candidate(_SENTENCE_END.split(text)[0], (), 0.0) for text in said)


@cache
def _family_first() -> frozenset[str]:
    return frozenset(plain(str(word)) for word in words()["family_first"])


def _with_colon(text: str) -> str:
    """Return a text with a colon behind a label of a name that it begins with: `Ime i prezime Ada Example`."""
    said = text.split()
    counts = range(min(4, len(said) - 2), 0, -1)
    count = next((count for count in counts if name_labels().get(plain(" ".join(said[:count]))) == "whole"), 0)
    is_name = count and said[count - 1][-1].isalpha() and is_likely(" ".join(said[count:]))
    return f"{' '.join(said[:count])}: {' '.join(said[count:])}" if is_name else text


def _labelled(lines: Sequence[OldLine]) -> tuple[str, tuple[OldLine, ...]] | None:
    """Return the name behind a label; first and family names of two lines are joined."""
    parts: dict[str, tuple[str, OldLine]] = {}
    for line, following in zip(lines, [*lines[1:], OldLine(())], strict=True):
        if (code := _OF_CODE.fullmatch(line.plain)) and may_be_name(code["text"]):
            parts.setdefault("whole", (code["text"], line))
        if name_labels().get(plain(line.plain.replace(" ", ""))) == "whole" and may_be_name(following.plain):
            parts.setdefault("whole", (following.plain, following))  # below its label
        for index, cell in enumerate(line.cells):
            match = _LABEL.fullmatch(_with_colon(cell.plain))
            label, text = ((match["label"] or match["cjk"]), match["text"] or match["said"]) if match else (cell.plain, "")
            text = text or (line.cells[index + 1].plain if index + 1 < len(line.cells) else "")
            key = name_labels().get(plain(re.sub(r"\s*\(.*?\)$|[\[［【]|[\]］】]", "", label))) or name_labels().get(
                plain(label), ""
            )
            text = re.split(r"\s*[(|*/]|\s+(?=[^\s:：]{1,8}[:：])", text)[0].strip(" .")
            if plain(label) in _family_first() and len(text.split()) == 2 and "," not in text:
                text = " ".join(reversed(text.split()))
            if (
                key
                and 1 < len(text) < 60
                and not re.search(r"[\d@:：?\[\]]", text)
                and plain(text) not in name_labels()
                and not label_of(text)
            ):
                parts.setdefault(key, (" ".join(text.split()), line))
    if {"whole", "first"} <= set(parts) and "last" not in parts:
        parts["last"] = parts["whole"]  # as `Name` and `Vorname`
    if {"whole", "last"} <= set(parts) and "first" not in parts and " " not in parts["whole"][0]:
        parts["first"] = parts["whole"]  # as `Surname` and `Name`
    if "whole" in parts and not {"first", "last"} <= set(parts):
        text, line = parts["whole"]
        return " ".join(part.strip() for part in reversed(text.split(",", 1))), (line,)
    if {"first", "last"} <= set(parts):
        return f"{parts['first'][0]} {parts['last'][0]}", (parts["first"][1], parts["last"][1])
    return None


def _has_surname(text: str) -> bool:
    """Return whether a name in Chinese or Korean begins with a usual surname, or is divided as Japanese ones are."""
    return text[0] in str(words()["surnames"]) or " " in text
