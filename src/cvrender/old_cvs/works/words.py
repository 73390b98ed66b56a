"""Word what stands between the parts of a reference as English does, by our terms of every language.

Titles in quotation marks and what is in italics stay as they are.
"""

import re
from collections.abc import Iterator
from functools import cache

from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import said_in_terms
from cvrender.old_cvs.works.item import ReferenceText, item_of
from cvrender.old_cvs.works.tails import WORDS, month_of

_QUOTED = re.compile(r"“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』|《[^》]*》")
_UNSPACED = "[々\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_SIGNS = {"、": ", ", "，": ", ", "،": ", ", "；": "; ", "؛": "; ", "：": ": ", "（": " (", "）": ") ", "。": ". "}
_ANY = f"[{''.join(_SIGNS)}]"
_SIGN = re.compile(rf"(?<!{_UNSPACED})\s?({_ANY})\1?|({_ANY})\2?(?!{_UNSPACED}|{_ANY})")
_NUMBERS = {"volume": "vol.", "issue": "no.", "page": "pp."}
_STATUSES = ("in-preparation", "submitted", "under-review", "accepted", "in-press", "forthcoming")
_VALUE = r"((?:[A-Z] )?[A-Za-z]{0,2}\d[\w.]*(?:\s?[-–]\s?\w+)?)"
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_BEGIN, _END = r"(?:(?<=[,;:(（、，،；：؛\n])|(?<=[,;:،؛] )|^)", r"(?=\s*(?:[.,;)）、，،；؛\n]|$))"


def in_english(item: ReferenceText) -> ReferenceText:
    """Return a reference with English words for dates, numbers of volumes and the like, and with the signs of English."""
    if item.text.isascii():
        return item
    for found in (_dates, _words, _signs):
        kept = [match.span() for match in _QUOTED.finditer(item.text)] + item.runs("italic")
        spans: list[Span] = []
        place = 0
        for begin, end, text in found(item):
            if begin >= place and not any(low < end and begin < high for low, high in kept):
                spans += [*item.cut(place, begin).spans, replace(item.span_at(begin), text=text)]
                place = end
        item = item_of([*spans, *item.cut(place, len(item.text)).spans]) if place else item
    return item


def _dates(item: ReferenceText) -> Iterator[tuple[int, int, str]]:
    for date in dates_in(item.text):
        year, *rest = date.fields.get("date", "").split("-")
        is_known = any(map(month_of, re.findall(r"[^\W\d_]+", item.text[date.begin : date.end])))
        if rest and rest[0] in _MONTH_NUMBERS and not is_known:
            day = f"{int(rest[1])} " if len(rest) > 1 else ""
            yield date.begin, date.end, f"{day}{_MONTHS[int(rest[0]) - 1]} {year}"


_MONTH_NUMBERS = [f"{number:02}" for number in range(1, 13)]


def _words(item: ReferenceText) -> Iterator[tuple[int, int, str]]:
    for match in _pattern().finditer(item.text):
        name = str(match.lastgroup)
        kind, _, key = name.rstrip("0123456789").replace("_", "-").partition("-")
        first = match.re.groupindex[name] + 1
        value = match[first] if kind in ("number", "group", "native") else ""
        if kind != "within" or item.span_at(match.end()).italic or item.text[match.end() - 1] == "\n":
            words = {"within": "in ", "others": " et al.", "editors": " (eds.)", "including": " (including "}
            words |= {"number": f"{_NUMBERS.get(key)} {value}", "group": f"{value} Collaboration"}
            words |= {"native": f"{match[first + 1]} ({value})"} if kind == "native" else {}
            yield *match.span(), words.get(kind) or key.replace("-", " ")


def _signs(item: ReferenceText) -> Iterator[tuple[int, int, str]]:
    for match in _SIGN.finditer(item.text):
        yield (
            *match.span(),
            _SIGNS[match[0].strip()[0]].rstrip(" " * (item.text[match.end() : match.end() + 1] in "、，；,;.)）")),
        )


@cache
def _pattern() -> re.Pattern[str]:
    """Return the words of all languages; each group is named by what it means."""
    parts = [
        rf"(?P<others>(?<=[A-Za-zÀ-ž*†‡§)])\s?(?:{_any('et_al')})){_END}",
        *(rf"(?P<status_{key.replace('-', '_')}>{_BEGIN}(?:{_any(key, 'status')})){_END}" for key in _STATUSES),
        rf"(?P<within>{_BEGIN}(?:{'|'.join(_before('within'))})\s?)",
        rf"(?P<editors>\s?[(（](?:{_any('editor_mark')})[)）])",
        rf"(?P<native>({_UNSPACED}{{1,5}}(?:[ ・\u3000]{_UNSPACED}{{1,6}})?)\s?[(（]([A-Z][A-Za-zÀ-ž’' -]{{3,40}})[)）])",
        rf"(?P<including>\s?[(（](?:{_any('including')})\s)",
    ]
    for key in _NUMBERS:
        for index, form in enumerate(form for form in said_in_terms(key) if not re.fullmatch(WORDS[key], form)):
            before, _, after = (form if "{}" in form else f"{form} {{}}").partition("{}")
            begin = "" if re.match(_UNSPACED, before) else _BEGIN if before else r"(?<!\w)"
            parts.append(rf"(?P<number_{key}{index}>{begin}{_spaced(before)}{_VALUE}{_spaced(after)})")
    for index, form in enumerate(said_in_terms("collaboration")):
        before, after = form.split("{name}")
        parts.append(
            rf"(?P<group{index}>{_BEGIN * bool(before)}{_spaced(before)}([A-Z][A-Za-z-]+){_spaced(after)})(?=\s?[,(（、，،])"
        )
    return re.compile("|".join(parts))


def _any(key: str, part: str = "labels") -> str:
    return "|".join(map(re.escape, sorted(said_in_terms(key, part), key=len, reverse=True)))


def _spaced(text: str) -> str:
    return re.escape(text).replace(r"\ ", r"\s?")


def _before(key: str) -> list[str]:
    """Return the words that stand before a value, as patterns."""
    forms = {form.partition("{}")[0].strip() for form in said_in_terms(key) if not form.startswith("{}")}
    return [
        re.escape(form) + r"(?!\w)" * (not re.search(rf"[:：]$|{_UNSPACED}$", form))
        for form in sorted(forms, key=len, reverse=True)
    ]
