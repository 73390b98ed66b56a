"""Compile the filter language of a view's `where` to a test of entries.

    type in [conference, journal] and year >= 2020 and "first" in authorship
    awards or (acceptance and not venue == arXiv)

The left side of a comparison is a field; a field alone tests whether it is set. The right side is a word or a number; words with
spaces need quotes. A field with several values (tags, awards, the names of a venue) equals a word if one of them does. There are
no calls, attributes or arithmetic, so a filter can only compare.
"""

import re
from collections.abc import Callable, Mapping
from operator import ge, gt, le, lt
from typing import Any

from cvrender.errors import nearest
from cvrender.model.expressions import expression
from cvrender.model.value import Value

MAX_LENGTH = 1000
MAX_NESTING = 40
_TOKEN = expression(
    r"""\s*(?: (?P<sign> <=|>=|==|!=|<|>|[()\[\],]) | "(?P<double>[^"]*)" | '(?P<single>[^']*)'
    | (?P<word>[^\s<>=!()\[\],"']+) )""",
    re.VERBOSE,
)
_ORDERINGS: Mapping[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}

Values = Mapping[str, Any]
Test = Callable[[Values], bool]


class _Token(Value, frozen=True):
    kind: str  # sign, word or quoted
    text: str


def compile_filter(expression: str, fields: frozenset[str]) -> Test:
    """Return a test of an entry's values. Raises ValueError with a message for the author of the filter.

    `fields` are the names of the values, which are None, text, numbers, or sets of these.
    """
    if len(expression) > MAX_LENGTH:
        raise ValueError(f"longer than {MAX_LENGTH} characters")
    tokens = _tokens(expression)
    if sum(token.kind != "quoted" and token.text in ("(", "not") for token in tokens) > MAX_NESTING:
        raise ValueError(f"more than {MAX_NESTING} parentheses and negations")
    parser = _Parser(tokens, fields)
    test = parser.disjunction()
    if parser.rest:
        raise ValueError(f'unexpected "{parser.rest[0].text}"')
    return test


def _tokens(expression: str) -> list[_Token]:
    tokens, start = [], 0
    while expression[start:].strip():
        match = _TOKEN.match(expression, start)
        if not match:
            rest = expression[start:].strip()
            hint = "; to compare, write == or !=" if rest[0] in "=!" else "; missing closing quote" if rest[0] in "\"'" else ""
            raise ValueError(f'unexpected "{rest[:10]}"{hint}')
        kind = str(match.lastgroup)
        tokens.append(_Token("quoted" if kind in ("double", "single") else kind, match[kind]))
        start = match.end()
    return tokens


class _Parser:
    """A recursive-descent parser, as deep as the expression has parentheses and negations."""

    def __init__(self, tokens: list[_Token], fields: frozenset[str]) -> None:
        self.rest = tokens
        self.fields = fields

    def _take(self, *texts: str) -> bool:
        if self.rest and self.rest[0].kind != "quoted" and self.rest[0].text in texts:
            self.rest = self.rest[1:]
            return True
        return False

    def _next(self) -> _Token:
        if not self.rest:
            raise ValueError("unexpected end")
        token, self.rest = self.rest[0], self.rest[1:]
        return token

    def disjunction(self) -> Test:
        tests = [self._conjunction()]
        while self._take("or"):
            tests.append(self._conjunction())
        return tests[0] if len(tests) == 1 else lambda values: any(test(values) for test in tests)

    def _conjunction(self) -> Test:
        tests = [self._negation()]
        while self._take("and"):
            tests.append(self._negation())
        return tests[0] if len(tests) == 1 else lambda values: all(test(values) for test in tests)

    def _negation(self) -> Test:
        if self._take("not"):
            inner = self._negation()
            return lambda values: not inner(values)
        if self._take("("):
            inner = self.disjunction()
            if not self._take(")"):
                raise ValueError('missing ")"')
            return inner
        return self._comparison()

    def _comparison(self) -> Test:
        left = self._next()
        negated = self._take("not")
        if self._take("in"):
            return _negate(self._membership(left), negated)
        if negated:
            raise ValueError('expected "in" after "not"')
        name = self._field(left)
        for sign in ("==", "!="):
            if self._take(sign):
                return _negate(_equality(name, self._word()), sign == "!=")
        for sign, compare in _ORDERINGS.items():
            if self._take(sign):
                return _ordering(name, compare, self._word())
        return lambda values: bool(values[name])

    def _membership(self, left: _Token) -> Test:
        if self._take("["):
            name, words = self._field(left), [self._word()]
            while self._take(","):
                words.append(self._word())
            if not self._take("]"):
                raise ValueError('missing "]"')
            return lambda values: any(_equals(values[name], word) for word in words)
        right = self._field(self._next())
        return lambda values: _contains(values[right], left.text)

    def _field(self, token: _Token) -> str:
        if token.kind != "word":
            raise ValueError(f'expected a field, not "{token.text}"')
        if token.text not in self.fields:
            raise ValueError(f'unknown field "{token.text}"; {nearest(token.text, self.fields)}')
        return token.text

    def _word(self) -> str:
        token = self._next()
        if token.kind == "sign":
            raise ValueError(f'expected a word or a number, not "{token.text}"')
        return token.text


def _negate(test: Test, negated: bool) -> Test:
    return (lambda values: not test(values)) if negated else test


def _equality(name: str, word: str) -> Test:
    return lambda values: _equals(values[name], word)


def _equals(value: Any, word: str) -> bool:
    if isinstance(value, frozenset):
        return any(_equals(item, word) for item in value)
    if isinstance(value, bool):
        return str(value).lower() == word.lower()
    return value is not None and str(value).casefold() == word.casefold()


def _contains(value: Any, word: str) -> bool:
    if isinstance(value, frozenset):
        return _equals(value, word)
    return value is not None and word.casefold() in str(value).casefold()


def _ordering(name: str, compare: Callable[[Any, Any], bool], word: str) -> Test:
    bound = _number(word)
    if bound is None:
        raise ValueError(f'"{word}" is not a number')

    def test(values: Values) -> bool:
        number = _number(values[name])
        return number is not None and compare(number, bound)

    return test


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
