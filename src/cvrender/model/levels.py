"""Read a level as a share of the highest one: a level of the CEFR, or a share that is written as such.

The six levels of the Common European Framework of Reference for Languages are those of
https://www.coe.int/en/web/common-european-framework-reference-languages/level-descriptions.
"""

from cvrender.model.expressions import expression

_CEFR = expression(r"\b([ABC])([12])(?![\w.])")
_FRACTION = expression(r"(?<![\d./])(\d{1,3})\s*/\s*(\d{1,3})(?![\d./])")
_PERCENT = expression(r"(?<![\d.])(\d{1,3})\s*%")


def share_of(level: str) -> int:
    """Return a level in per cent of the highest one, or 0 if it states no single share: words are not made into figures."""
    shares = [100 * ("ABC".index(match[1]) * 2 + int(match[2])) / 6 for match in _CEFR.finditer(level)]
    shares += [100 * int(match[1]) / int(match[2]) for match in _FRACTION.finditer(level) if int(match[2])]
    shares += [float(match[1]) for match in _PERCENT.finditer(level)]
    return round(shares[0]) if len(set(shares)) == 1 and 0 < shares[0] <= 100 else 0
