"""Read numbers whose digits are grouped by points, commas, spaces or apostrophes, in the ways of all countries."""

import re
from decimal import Decimal

from cvrender.model.annotations import Invalid
from cvrender.model.expressions import expression

_INDIAN = expression(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")


def read_digits(text: str, decimals: int | None, *, east_asian: bool = False) -> Decimal:
    """Return the value of digits with signs between them, of which the last one may be a decimal sign.

    `decimals` is how many decimals the number may have; None stands for any number of them. In an East Asian number points are
    decimal signs, and commas are not. Raises Invalid, also for `1,234` if it may have three decimals.
    """
    if text.isdigit():
        return Decimal(text)
    signs, groups = re.findall(r"[^0-9]", text), re.split(r"[^0-9]", text)
    whole, rest = (groups[:-1], groups[-1]) if _has_decimals(signs, groups, decimals, east_asian) else (groups, "")
    between = signs[: len(whole) - 1]
    if len(set(between)) > 1 or "٫" in between or not _is_grouped(whole, between):
        raise Invalid(f'"{text}" is not one number')
    if decimals is not None and len(rest) > decimals:
        raise Invalid(f'"{text}" has more decimals than money has')
    return Decimal(f"{''.join(whole)}.{rest}" if rest else "".join(whole))


def _has_decimals(signs: list[str], groups: list[str], decimals: int | None, east_asian: bool) -> bool:
    """Return whether the last sign is a decimal sign. Raises Invalid if it can be both."""
    last = signs[-1]
    if last not in ".,٫" or last in signs[:-1]:
        return False
    if last == "٫" or len(signs) > 1 or (east_asian and last == "."):
        return True
    if len(groups[1]) != 3 or not 1 <= len(groups[0]) <= 3 or groups[0][0] == "0":
        return True
    if not east_asian and decimals != 2:
        short = f"{groups[0]}.{groups[1]}".rstrip("0").rstrip(".")
        hint = f"write {short}, or {''.join(groups)} without a sign"
        raise Invalid(f'the "{last}" in "{last.join(groups)}" can divide thousands or decimals', hint)
    return False


def _is_grouped(groups: list[str], signs: list[str]) -> bool:
    """Return whether digits are in groups of three, or with commas in those of lakh and crore."""
    if not signs:
        return True
    western = len(groups[0]) <= 3 and not groups[0].startswith("0") and all(len(group) == 3 for group in groups[1:])
    return western or bool(signs[0] == "," and _INDIAN.fullmatch(",".join(groups)))
