"""Look up names of months and languages in CLDR, also for readers of other programs' files."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.localedata import LocaleDataDict, load


class SeparateLocale(Locale):
    """A locale that shares no data with others.

    Babel resolves aliases, as from abbreviations of months that stand alone to the others, in data that languages share:
    once it did so for Hebrew, the months of Polish were Hebrew, too.
    """

    @cached_property
    def _data(self) -> LocaleDataDict:
        return LocaleDataDict(_copied(load(str(self))))


def _copied(data: dict[Any, Any]) -> dict[Any, Any]:
    return {key: _copied(value) if isinstance(value, dict) else value for key, value in data.items()}


def month_numbers(languages: Iterable[str]) -> dict[str, int]:
    """Return the numbers of months by their names and abbreviations in these languages, in lower case and without a full stop.

    A name that means another month in another of the languages is left out.
    """
    numbers_of: dict[str, set[int]] = {}
    for code in languages:
        for names in SeparateLocale(code).months.values():
            for width in ("wide", "abbreviated"):
                for number, name in names[width].items():
                    numbers_of.setdefault(name.casefold().strip("."), set()).add(number)
    return {name: numbers.pop() for name, numbers in numbers_of.items() if len(numbers) == 1}


def english_name(language: str) -> str:
    """Return the English name of a language, given by its code: `zh-Hant` is Traditional Chinese, `deu` is German."""
    code, names = language.replace("-", "_"), SeparateLocale("en").languages
    return str(names.get(code) or names.get(get_global("language_aliases").get(code), language))


def english_country(code: str) -> str:
    """Return the English name of a country, given by its code of ISO 3166-1: `GB` is United Kingdom; other texts stay."""
    return str(SeparateLocale("en").territories.get(code.upper(), code))


def language_name(language: str, shown_in: str) -> str:
    """Return the name of a language in a language, both given by their codes, or an empty text if CLDR has none."""
    try:
        return str(Locale.parse(language, sep="-").get_language_name(shown_in.replace("-", "_")) or "")
    except (UnknownLocaleError, ValueError):
        return ""


_CONTINENTS = ("Africa/", "America/", "Asia/", "Australia/", "Europe/")


def city_names(languages: Iterable[str]) -> frozenset[str]:
    """Return the names of cities after which time zones are named, in lower case."""
    names_of: set[str] = set()
    for code in languages:
        for zone, names in SeparateLocale(code).time_zones.items():
            if str(zone).startswith(_CONTINENTS):
                names_of |= {str(zone).rpartition("/")[2].replace("_", " "), str(names.get("city", ""))}
    return frozenset(name.casefold() for name in names_of if name)


def country_names(languages: Iterable[str]) -> frozenset[str]:
    """Return the names of countries in these languages, in lower case."""
    codes = [(code, SeparateLocale(code).territories) for code in languages]
    others = ("EU", "EZ", "UN", "QO")  # unions
    return frozenset(
        str(name).casefold() for _, names in codes for key, name in names.items() if key.isalpha() and key not in others
    )


def language_names(languages: Iterable[str]) -> frozenset[str]:
    """Return the names of all languages in these languages, in lower case."""
    names = (item for code in languages for item in SeparateLocale(code).languages.items())
    return frozenset(str(name).casefold() for key, name in names if len(key) == 2)
