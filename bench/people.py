"""Generate the profile of a fictional person from a number: the same number gives the same YAML."""

import random
from collections.abc import Iterator

FIRST = "Wei Ana Juan Lena Omar Mia Yuki Ivan Zoë Søren Łucja François Priya Emre Noor Tomás".split()
LAST = "Chen García Novák Schmidt Patel Rossi Tanaka Petrov O’Neill Ångström Kowalska Dubois Iyer Yılmaz Haddad Muñoz".split()
WORDS = "adaptive sparse learned memory graph kernel training inference parallel scheduling tensor neural storage caching".split()
SHAPES = ("{0} {1} for {2} {3}", "Towards {0} {1} of {2} & {3}", "{0} {1} – {2} {3} at 99 % less cost", "On {0}-{1} and {2} {3}")
PLACES = ("Symposium on {} Systems", "Conference on {} Computing", "Workshop on {} Models", "Journal of {} Engineering")
CITIES = ("Springfield", "Erewhon", "Laputa", "São Nada", "Nowhere")


def profile(number: int, publications: int | None = None) -> str:
    """A profile of so many publications; without a number, of 20 to 59, which are one to three pages."""
    pick = random.Random(number)
    name = _name(pick)
    count = pick.randint(20, 59) if publications is None else publications
    lines = [
        f"person: {{name: {name}, headline: {_title(pick)}, emails: [nobody{number}@example.org]}}",
        f"bio: {name} works on {_title(pick).lower()}, and has done so at {pick.choice(CITIES)} for years.",
        f"interests: [{_title(pick)}, {_title(pick)}]",
        *_section("education", _schools(pick)),
        *_section("positions", _jobs(pick)),
        *_section("publications", (_paper(pick, name, index) for index in range(count))),
        *_section("awards", ({"title": "Best Paper Award", "issuer": _venue(pick), "date": _year(pick)} for _ in range(2))),
        *_section("service", ({"role": "Reviewer", "venue": _venue(pick), "date": _year(pick)} for _ in range(6))),
    ]
    return "\n".join(lines) + "\n"


def _section(name: str, entries: Iterator[dict[str, object]]) -> Iterator[str]:
    yield f"{name}:"
    for entry in entries:
        yield from (f"{'  - ' if not index else '    '}{key}: {value}" for index, (key, value) in enumerate(entry.items()))


def _paper(pick: random.Random, name: str, index: int) -> dict[str, object]:
    authors = [name, *(_name(pick) for _ in range(pick.randint(1, 5)))]
    pick.shuffle(authors)
    return {
        "title": f'"{_title(pick)} {index}"',
        "authors": f"[{', '.join(authors)}]",
        "type": pick.choice(("paper-conference", "article-journal")),
        "venue": f"{{name: {_venue(pick)}, short: {pick.choice(WORDS)[:4].upper()}}}",
        "date": f"{_year(pick)}-{pick.randint(1, 12):02d}",
        "doi": f"10.5555/example.{index}",
    }


def _schools(pick: random.Random) -> Iterator[dict[str, object]]:
    for degree, start in (("Ph.D.", 2012), ("B.Sc.", 2008)):
        place = f"University of {pick.choice(CITIES)}"
        yield {"degree": degree, "field": "Computer Science", "institution": place, "start": start, "end": start + 4}


def _jobs(pick: random.Random) -> Iterator[dict[str, object]]:
    for start in (2022, 2019, 2016):
        end = "present" if start == 2022 else start + 3
        points = ", ".join(f'"Made {" ".join(pick.sample(WORDS, 3))} {pick.randint(2, 40)} × faster"' for _ in range(3))
        job = {"organization": f"{pick.choice(CITIES)} Labs", "title": "Research Scientist", "start": start, "end": end}
        yield {**job, "highlights": f"[{points}]"}


def _name(pick: random.Random) -> str:
    return f"{pick.choice(FIRST)} {pick.choice(LAST)}"


def _title(pick: random.Random) -> str:
    return pick.choice(SHAPES).format(*pick.sample(WORDS, 4)).capitalize()


def _venue(pick: random.Random) -> str:
    return pick.choice(PLACES).format(pick.choice(WORDS).capitalize())


def _year(pick: random.Random) -> int:
    return pick.randint(1990, 2025)
