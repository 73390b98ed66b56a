"""Read sums of money as people write them: `€1.2 million`, `500k USD`, `1,5 Mio. EUR`, `CHF 1'250'000.–`, `₹2.5 crore`.

What can be read in two ways, or not at all, is never guessed.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from math import prod
from unicodedata import digit, normalize

from cvrender.model.annotations import Invalid
from cvrender.model.expressions import expression
from cvrender.model.grouped_digits import read_digits
from cvrender.model.money_words import (
    BY_LANGUAGE,
    CODES,
    CURRENCIES,
    EAST_ASIAN,
    LANGUAGES,
    NAMES,
    OF,
    PREFIXES,
    SCALES,
    THREE_DECIMALS,
    key,
    may_be,
)
from cvrender.model.value import Value

_NUMBER = expression(r"(?:(?<![a-z])[.,])?[0-9]+(?:[.,' ٫][0-9]+)*(?:[.,]-+)?")
"""Digits with signs between them; a sign before them belongs to them, except behind abbreviations such as `Rs.`."""
_HINT = 'write one sum with its currency, such as $500,000 or €1.2 million, and anything else in "note"'


class Money(Value, frozen=True):
    """A sum of money, and the code of its currency (ISO 4217), or its sign or name if several currencies have it."""

    number: Decimal
    currency: str = ""


class _Token(Value, frozen=True):
    """A piece of a text: digits, a currency, a factor such as a million, or else a word that is not understood."""

    digits: str = ""
    currency: str = ""
    scale: int = 0
    is_east_asian: bool = False
    word: str = ""


def read_money(text: str, currency: str = "", language: str = "en") -> Money:
    """Return the sum that a text states. `currency` is what is known besides; `language` is that of words such as `mil`.

    Raises Invalid if the text has no number or more than one sum, words that are not understood, or a number such as
    `1,234 million`, whose comma can mean two things.
    """
    try:
        return _read(_normal(text), currency, language)
    except Invalid as error:
        message = f'"{text}" is not understood as a sum of money: {error.message}'
        raise Invalid(message, error.hint or _HINT, code="bad-amount") from None


def _normal(text: str) -> str:
    """Return a text with one kind of digits, spaces, dashes and apostrophes."""
    for kind, signs in (("-", "‐‑‒–—―−"), ("'", "’‘ʼ´`′٬"), (",", "،")):
        text = re.sub(f"[{signs}]", kind, text)
    text = "".join(str(digit(char)) if char.isdigit() else char for char in normalize("NFKC", text))
    return " ".join(text.split()).rstrip(".;")


def _read(text: str, currency: str, language: str) -> Money:
    tokens = list(_tokens(text, language))
    code = _one_currency([token.currency for token in tokens if token.currency], currency)
    if LANGUAGES.get(code, language) != language:
        return _read(text, currency, LANGUAGES[code])
    numbers = [index for index, token in enumerate(tokens) if token.digits]
    if not numbers:
        raise Invalid("it has no number in digits")
    unknown = [token.word for token in tokens if token.word]
    if unknown and len(numbers) > 1:
        raise Invalid("it has more than one number")
    if unknown:
        raise Invalid(f'"{" ".join(unknown)}" is not known as a number or a currency')
    if any(token.currency for token in tokens[numbers[0] : numbers[-1]]):
        raise Invalid("it states two sums")
    scales = [[token for token in tokens[a + 1 : b] if token.scale] for a, b in pairwise([-1, *numbers, len(tokens)])]
    if scales[0] and (len(numbers) > 1 or scales[1]):
        raise Invalid("it states two sums")
    parts = [_part(tokens[at].digits, scales[0] + own, code) for at, own in zip(numbers, scales[1:], strict=True)]
    return Money(_total(parts), code)


def _tokens(text: str, language: str) -> Iterator[_Token]:
    """Yield the pieces of a text in order."""
    end = 0
    for match in _NUMBER.finditer(text):
        yield from _words(text[end : match.start()], language)
        yield _Token(digits=match[0])
        end = match.end()
    yield from _words(text[end:], language)


def _words(text: str, language: str) -> Iterator[_Token]:
    """Yield the scales and currencies of words; what stays are words that are not understood."""
    words = text.replace("d'", "d' ").split()
    for index, word in enumerate(words):
        if name := NAMES.get(" ".join(map(key, words[index:]))):
            yield _Token(currency=name)
            return
        if word not in OF or not _code("".join(words[index + 1 : index + 2])):
            yield from _word(word, language) or [_Token(word=word)]


def _word(word: str, language: str) -> list[_Token]:
    """Return what a word means, or nothing: a scale, a currency, or both in one, such as `TEUR`, `k$` and `万円`."""
    if scale := _scale(word, language):
        return [_Token(scale=scale, is_east_asian=key(word) in EAST_ASIAN)]
    if code := _code(word):
        return [_Token(currency=code)]
    for size in range(len(word) - 1, 0, -1):
        head, tail = word[:size], word[size:]
        first = (PREFIXES if head.isascii() else EAST_ASIAN | SCALES).get(key(head))
        if first and (rest := _word(tail, language)) and (rest[0].currency or not head.isascii()):
            return [_Token(scale=first, is_east_asian=key(head) in EAST_ASIAN), *rest]
        if (code := _code(head)) and (scale := _scale(tail, language)):
            return [_Token(currency=code), _Token(scale=scale)]
    return []


def _scale(word: str, language: str) -> int:
    word = key(word)
    if meanings := BY_LANGUAGE.get(word):
        return meanings.get(language.partition("-")[0], meanings.get("", 0))
    return SCALES.get(word) or EAST_ASIAN.get(word) or 0


def _code(word: str) -> str:
    return CURRENCIES.get(key(word)) or (word if word in CODES else "")


def _one_currency(codes: list[str], known: str) -> str:
    """Return the currency, the code rather than its sign. Raises Invalid if there are two."""
    currencies = list(dict.fromkeys([*codes, *([_code(known) or known] if known else [])]))
    for code in currencies:
        if all(may_be(other, code) for other in currencies):
            return code
    if currencies:
        raise Invalid(f"it names two currencies, {currencies[0]} and {currencies[1]}")
    return ""


def _part(digits: str, scales: list[_Token], currency: str) -> tuple[Decimal, _Token]:
    """Return a number, and the product of the scales behind it. Raises Invalid."""
    east_asian = any(token.is_east_asian for token in scales)
    decimals = None if scales else 3 if currency in THREE_DECIMALS else 2
    number = read_digits(re.sub(r"[.,]-+$", "", digits), decimals, east_asian=east_asian)
    return number, _Token(scale=prod(token.scale for token in scales), is_east_asian=east_asian)


def _total(parts: list[tuple[Decimal, _Token]]) -> Decimal:
    """Return the sum of parts such as `2 crore 50 lakh`; each is less than one of the part before it. Raises Invalid."""
    for (_, before), (number, factor) in pairwise(parts):
        is_part = number * factor.scale < before.scale and (factor.scale > 1 or before.is_east_asian)
        if not is_part:
            raise Invalid("it states two sums")
    return sum((number * factor.scale for number, factor in parts), Decimal(0))
