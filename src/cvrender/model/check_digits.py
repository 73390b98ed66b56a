"""Check the digits of identifiers whose last ones follow from the others."""

from cvrender.model.expressions import expression

_OTHER = expression(r"[^0-9X]")
_BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz"
"""The digits of Crockford's base 32 (https://www.crockford.com/base32.html)."""


def _digits(text: str) -> str:
    """Return the digits, and the X that stands for 10, of an identifier with dashes and spaces."""
    return _OTHER.sub("", text.upper())


def mod_11_2(text: str) -> bool:
    """Check an ORCID iD or ISNI by ISO/IEC 7064, MOD 11-2.

    https://support.orcid.org/hc/en-us/articles/360006897674-Structure-of-the-ORCID-Identifier explains it.
    """
    digits = _digits(text)
    return check_character(digits[:-1]) == digits[-1]


def check_character(digits: str) -> str:
    """Return the check character of digits by ISO/IEC 7064, MOD 11-2."""
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    value = (12 - total % 11) % 11
    return "X" if value == 10 else str(value)


def is_isbn(text: str) -> bool:
    """Check an ISBN of 10 digits, or one of 13, which is a GTIN that begins with 978 or 979 (ISO 2108)."""
    digits = _digits(text)
    return digits.startswith(("978", "979")) and is_gtin(digits) if len(digits) == 13 else is_weighted(digits)


def is_gtin(text: str) -> bool:
    """Check a GTIN, the number of a bar code: its digits weigh three and one in turn, the last one weighs one, modulo 10."""
    return sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(reversed(_digits(text)))) % 10 == 0


def is_weighted(text: str) -> bool:
    """Check digits whose weights fall to one, modulo 11: an ISBN of 10 digits or an ISSN (ISO 3297)."""
    digits = _digits(text)
    values = (10 if digit == "X" else int(digit) for digit in digits)
    return sum(value * (len(digits) - place) for place, value in enumerate(values)) % 11 == 0


def is_ror(text: str) -> bool:
    """Check the identifier of an organization at ROR: a number in base 32, and two digits by ISO/IEC 7064, MOD 97-10.

    https://ror.readme.io/docs/identifier explains it.
    """
    number = 0
    for char in text[:-2].lower():
        number = number * 32 + _BASE_32.index(char)
    return (number * 100 + int(text[-2:])) % 97 == 1
