"""Tell what may be the name of a person, and divide it from titles and degrees."""

import re
from functools import cache
from typing import Any

from cvrender.old_cvs.headings import has_stem, is_of_contacts, plain, section_of, words
from cvrender.old_cvs.kinds_of_words import is_place, kinds, natural_languages
from cvrender.old_cvs.personal import label_of

WORD = r"(?:(?:[^\W\d_a-zß-ÿ]\.-?){2,4}|(?:[^\W\d_]['’])?[^\W\d_a-zß-ÿ](?:[^\W\d_]|['’–-](?=\w))*\.?)"
_PARTICLE = r"(?:d[aeiou]s?|d['’]|della?|del|du|von|van|der|den|ten|ter|zu|zur|y|e|i|la|le|los|al|el|bin|ibn|ben|of)"
_NAME = re.compile(rf"{WORD}(?:[ \t]+(?:{_PARTICLE}[ \t]+){{0,2}}(?:\([\w.]+\)|[\"“”'][\w.]+[\"“”']|{WORD})){{1,5}}")
CJK = re.compile(r"[\u3400-\u9fff\uac00-\ud7af]{2,4}|[\u3400-\u9fff]{1,2}[ \u3000][\u3400-\u9fff]{1,3}")
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


_OF_ONE_SCRIPT = re.compile(r"[A-Za-zÀ-ɏ.'’-]+(?: [A-Za-zÀ-ɏ.'’-]+)*|[㐀-鿿가-힯]+(?: [㐀-鿿가-힯]+)*")
"""Words in one script."""
_OF = frozenset("of de di do da des von van – -".split())
"""Words between what a text says that it is, and the name."""
_LICENCE = re.compile(
    r"(?i)(?:driv\w+ licen|permis (?:de conduire|[a-e]\b)|führerschein|fahrerlaubnis|rijbewijs|patente (?:di guida|[a-e]\b)|"
    r"carnet de conducir|permiso de condu|prawo jazdy|körkort|kørekort|førerkort|řidičsk|vodičsk|ehliyet|водительск)"
)


def names_other(text: str) -> bool:
    """Return whether a text is not a name: a heading, a label, an organization, or one word in lower case."""
    return bool(
        section_of(text)
        or has_stem(text)
        or is_of_contacts(text)
        or plain(text) in _nothing()
        or kinds(text) & {"organization", "degree"}
        or re.fullmatch(r"[a-z]+|.*[\d@:/?\[\]{}=].*", text)
        or _LICENCE.match(text)
    )


def is_likely(text: str) -> bool:
    """Return whether a text looks like a name, and has no words of headings, jobs, organizations, languages or places."""
    return (
        may_be_name(text)
        and not natural_languages() & set(text.casefold().split())
        and not (is_place(text.title()) and ("," in text or len(text.split()) != 2 or is_place(text.split()[0].title())))
    )


def may_be_name(text: str) -> bool:
    """Return whether a text is worded as a name, though languages and places may be called so, too."""
    bare, _, _ = name_parts(text)
    if not (_NAME.fullmatch(bare) or CJK.fullmatch(bare) or _RTL.fullmatch(bare)) or len(bare) > 50:
        return False
    if re.search("[\u3040-\u9fff\uac00-\ud7af]", bare) and not CJK.fullmatch(bare):
        return False
    if (
        section_of(text)
        or has_stem(text)
        or any(is_of_contacts(" ".join(text.split()[:count])) for count in (1, 2, len(text)))
        or plain(text) in _nothing()
        or _nothing() & set(plain(text).split())
        or _LICENCE.match(text)
        or is_label(text)
    ):
        return False
    return not kinds(in_title_case(bare) if bare.isupper() else bare)


def in_title_case(text: str) -> str:
    """Return words that begin with capitals, also those with a Turkish İ."""
    return text.title().replace("i\u0307", "i")


@cache
def name_labels() -> dict[str, str]:
    """Return the labels of a name, with what each names."""
    return {plain(str(word)): key for key in ("last", "first", "whole") for word in words()["name_labels"][key]}


def is_label(text: str) -> bool:
    """Return whether a text is a label, or two of them, also one with its letters set apart."""
    parts = (text, text.replace(" ", "")) if text else ()
    return any(plain(part) in name_labels() or bool(label_of(part)) for part in parts) or (
        " " in text and all(plain(part) in name_labels() or bool(label_of(part)) for part in text.split())
    )


@cache
def _nothing() -> frozenset[str]:
    return frozenset(plain(str(word)) for word in words()["left_out"])


def without_title(text: str) -> str:
    """Return a text without words at its ends that say what it is, as in “Lebenslauf Ada Example”."""
    said = text.split()
    begin = next((count for count in range(min(len(said), 4), 0, -1) if plain(" ".join(said[:count])) in _nothing()), 0)
    said = said[begin + (0 < begin < len(said) and said[begin] in _OF) :]
    end = next((count for count in range(min(len(said) - 1, 3), 0, -1) if plain(" ".join(said[-count:])) in _nothing()), 0)
    return " ".join(said[: len(said) - end])


def is_of_name(mail: str, name: str) -> bool:
    """Return whether an e-mail address has a word of a name."""
    return bool(overlap(name, mail.partition("@")[0]))


def overlap(name: str, user: str) -> int:
    """Return how many words of a name an e-mail address, or another text, has."""
    if name and ord(name[0]) > 0x3000:
        return 2 * (name.replace(" ", "") in user.replace(" ", ""))
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


def take_native(person: dict[str, Any]) -> None:
    """Take the name in the person's own script, which stands next to the same in Latin letters, for the native one."""
    first, _, rest = str(person.get("headline", "")).partition(", ")
    names = dict.fromkeys(filter(None, [str(person.get("name", "")), *_OF_ONE_SCRIPT.findall(first)]))
    latin = [name for name in names if name[:1].isascii() and is_likely(name)]
    native = [name for name in names if CJK.fullmatch(name) and is_likely(name)]
    if len(names) == 2 and latin and native and any(is_of_name(mail, latin[0]) for mail in map(str, person.get("emails", ()))):
        person.update({"name": latin[0], "native": native[0], "headline": rest})
        if not rest:
            del person["headline"]
