"""Count the years of dates by the eras of Japan, such as 令和元年."""

from cvrender.model.dates import PartialDate

_ERAS = (
    ((2019, 5, 1), "令和"),
    ((1989, 1, 8), "平成"),
    ((1926, 12, 25), "昭和"),
    ((1912, 7, 30), "大正"),
    ((1873, 1, 1), "明治"),
)
"""The first day of each era, and its name (CLDR, calendar `japanese`). Before 1873 Japan had another calendar with other days."""
_BEGINS = {"明治": 1868}  # the first year, where the first day above is in a later one


def era_year(year: int, day: tuple[int, int, int]) -> str:
    """Return a year by the era of one of its days: `令和元年`, or the year alone, `1870年`, before all eras."""
    name, first = next(((name, _BEGINS.get(name, begin[0])) for begin, name in _ERAS if begin <= day), ("", 1))
    number = year - first + 1
    return f"{name}{'元' if name and number == 1 else number}年"


def era_date(value: PartialDate) -> str:
    """Return a date at its own precision: `平成31年4月30日`. A year or month in which an era ended has both names.

    So 2019 is `平成31年（令和元年）`, and January 1989 `昭和64年（平成元年）1月`.
    """
    first, last = (era_year(value.year, day) for day in (value.first_day(), value.last_day()))
    year = first if first == last else f"{first}（{last}）"
    return year + (f"{value.month}月" if value.month else "") + (f"{value.day}日" if value.day else "")
