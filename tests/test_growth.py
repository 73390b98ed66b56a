"""Count the work that long lists are: twice the input takes twice the calls, and no more."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from cvrender.compose.prepare import prepare
from cvrender.errors import InputError
from cvrender.load.reader import UNTRUSTED_LIMITS, parse
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.validate import validate
from cvrender.merge.profile import load_profile
from cvrender.model.document import EntryBlock, EntryList
from cvrender.model.text import plain_text
from cvrender.pipeline import compose_request
from cvrender.rules.check import check
from cvrender.rules.lint.base import LintContext
from cvrender.rules.lint.publications import twice
from cvrender.targets.docx.directions import marks
from cvrender.text.bidi import isolated_levels
from cvrender.text.markup import _parse
from cvrender.verify.making import make

FEW = 60
TOO_MUCH = 2.2  # times as many calls; what goes by the square makes four times as many


def profile(folder: Path, number: int) -> LoadedProfile:
    """So many publications, alike in what they say and with links of their own."""
    lines = ["person: {name: Ada Example}", "publications:"]
    for index in range(number):
        lines += [
            f"  - title: On sparse graphs number{index} kind{index * 7919 % 1009}",
            "    authors: [Ada Example, Wei Chen]",
            "    type: paper-conference",
            f"    date: {1960 + index % 60}",
            f"    doi: 10.1000/example.{index}",
            f"    links: [{{label: Code, url: https://example.org/code/{index}}}]",
        ]
    path = folder / f"ada{number}.yaml"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return load_profile(path)


def checked(loaded: LoadedProfile) -> None:
    check(loaded, lambda problem: None)


def compared(loaded: LoadedProfile) -> None:
    assert list(twice(LintContext(loaded.profile, (2026, 1, 1)))) == []


def written(target: str) -> Callable[[LoadedProfile], None]:
    def work(loaded: LoadedProfile) -> None:
        request = RenderRequest(profile=loaded.source.file, targets=(target,))
        assert not make(compose_request(prepare(request, loaded)), [target]).warnings

    return work


WORK: dict[str, Callable[[LoadedProfile], None]] = {
    "check": checked,
    "works that look the same": compared,
    **{target: written(target) for target in ("tex", "txt")},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WORK)
def test_the_time_grows_with_the_number(name: str, tmp_path: Path, calls_in: Callable[[Callable[[], object]], int]) -> None:
    few, many = profile(tmp_path, FEW), profile(tmp_path, 2 * FEW)
    WORK[name](few)  # what is imported and made once
    calls = [calls_in(lambda: WORK[name](loaded)) for loaded in (few, many)]  # noqa: B023
    assert calls[0] > FEW
    assert calls[1] < TOO_MUCH * calls[0]


def test_the_end_of_a_list_is_found_from_its_end(calls_in: Callable[[Callable[[], object]], int]) -> None:
    entries = [EntryList((EntryBlock("award", plain_text("Medal")),) * number) for number in (10, 1_000)]
    assert [part.end for part in entries] == [6, 996]
    assert calls_in(lambda: entries[0].end) == calls_in(lambda: entries[1].end)


def test_directions_in_word_take_time_in_proportion_to_the_length(calls_in: Callable[[Callable[[], object]], int]) -> None:
    texts = ["שלום +1 555 0100 עולם " * number for number in (20, 40)]
    leveled = [(text, isolated_levels([(False, text)], True)) for text in texts]
    calls = [calls_in(lambda: marks(text, levels, True)) for text, levels in leveled]  # noqa: B023
    assert calls[1] < TOO_MUCH * calls[0]


# Lists that meet other lists: both are doubled, so what takes the product of their lengths takes four times as many calls


def words(number: int, begin: str = "t") -> str:
    return ", ".join(f"{begin}{index}" for index in range(number))


def mapping(names: str, value: str) -> str:
    return names.replace(",", f": {value},") + f": {value}"


def news(number: int, more: str = "") -> str:
    return "news:\n" + "".join(f"- {{date: 2020, text: a, id: i{index}, tags: [t{index}]{more}}}\n" for index in range(number))


def view(keys: str, number: int = 1, collection: str = "news") -> str:
    return f"views: {{full: {{sections: [{', '.join([f'{{from: {collection}{keys}}}'] * number)}]}}}}\n"


def custom(number: int) -> str:
    return "custom:\n" + "".join(f"- {{id: c{i}, title: T{i}, entries: [{{title: x}}]}}\n" for i in range(number))


PRODUCTS: dict[str, Callable[[int], str]] = {
    "tags": lambda n: news(n) + view(f", tags: [{words(n)}]"),
    "unknown tags": lambda n: news(n) + view(f", tags: [{words(n, 'tt')}]"),
    "exclude": lambda n: news(n) + view(f", exclude: [{words(n - 1)}]"),
    "pinned": lambda n: news(n) + view(f", pinned: [{words(n, 'i')}]"),
    "pinned custom sections": lambda n: custom(n) + view(f", pinned: [{words(n, 'c')}]", collection="custom"),
    "the same section pinned again": lambda n: custom(n) + view(f", pinned: [{', '.join(['c0'] * n)}]", collection="custom"),
    "groups": lambda n: news(n) + view(", group_by: tag"),
    "titles of groups": lambda n: news(n) + view(f", group_by: tag, group_titles: {{{mapping(words(n), 'x')}}}"),
    "titles of types": lambda n: (
        "publications: [{title: T, type: book, date: 2020, authors: [A]}]\n"
        + view(f", group_by: type, group_titles: {{{mapping(words(n), 'x')}}}", collection="publications")
    ),
    "fields to leave out": lambda n: news(n) + view(f", columns: {{leave_out: [{words(n)}]}}"),
    "bullets": lambda n: (
        news(1, f", highlights: [{', '.join(f'{{text: b, tags: [t{i}]}}' for i in range(n))}]")
        + view(f", bullets: {{exclude: [{words(n - 1)}], tags: [{words(n)}]}}")
    ),
    "tags of one entry": lambda n: (
        f"news: [{{date: 2020, text: a, tags: [{words(n)}]}}]\n" + view(f", exclude: [{words(n, 'tt')}]")
    ),
    "sections": lambda n: news(n) + view(", repeat: true", n),
    "filters": lambda n: news(n) + view(f", repeat: true, where: '{' or '.join(['year > 2030'] * 40)}'", n),
    "orders": lambda n: news(n) + view(", repeat: true, limit: 1, sort: text", n),
    "ages": lambda n: news(n) + view(", repeat: true, since: 5 years", n),
    "sections of all": lambda n: news(n) + view("", n, "all"),
    "views": lambda n: news(n) + f"views: {{full: {{sections: [news]}}, {mapping(words(n, 'v'), '{sections: [talks]}')}}}\n",
    "unknown keys": lambda n: "".join(f"{word}: x\n" for word in words(n).split(", ")),
    "unknown sections": lambda n: f"privacy: {{{mapping(words(n), 'public')}}}\n",
    "names of the owner": lambda n: (
        f"publications: [{{title: T, type: book, date: 2020, authors: [{words(n, 'A. B')}]}}]\nx-a: [{words(n)}]\n"
    ),
    "entries with one author each": lambda n: (
        "publications:\n" + "".join(f"- {{title: T{i}, type: book, date: 2020, authors: [A{i}]}}\n" for i in range(n))
    ),
}
SOME = 120
MADE = ("pinned custom sections", "groups", "entries with one author each")
"""Of these the Markdown is made, too."""


def untrusted(number: int, name: str) -> Callable[[], None]:
    """The work on an untrusted profile of that size, without the process of its own."""
    raw = f"person: {{name: Ada Example}}\n{PRODUCTS[name](number)}".encode()

    def work() -> None:
        try:
            source = parse(raw, "ada.yaml", UNTRUSTED_LIMITS)
            request = RenderRequest(profile="ada.yaml", targets=("md",), untrusted=True)
            composed = compose_request(prepare(request, LoadedProfile(source, validate(source))))
            if name in MADE:
                make(composed, ["md"])
        except InputError as error:
            assert error.problems

    return work


@pytest.mark.slow
@pytest.mark.parametrize("name", PRODUCTS)
def test_two_lists_do_not_multiply(name: str, calls_in: Callable[[Callable[[], object]], int]) -> None:
    untrusted(SOME // 4, name)()  # what is imported and made once
    calls = [calls_in(untrusted(number, name)) for number in (SOME, 2 * SOME)]
    assert calls[0] > SOME
    assert calls[1] < TOO_MUCH * calls[0]


SIGNS_TOGETHER = [
    "*",
    "_",
    "`",
    "[",
    "]",
    "(",
    "<",
    ">",
    "\\",
    "$",
    "a",
    " ",
    "**",
    "](",
    "](http://a",
    "$x$",
    "<http://a>",
    "``",
    "![",
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SIGNS_TOGETHER)), ids=SIGNS_TOGETHER)
def test_markdown_takes_time_in_proportion_to_its_length(number: int, calls_in: Callable[[Callable[[], object]], int]) -> None:
    for second in ["", *SIGNS_TOGETHER[number:]]:  # in the other order the same text begins with the second
        unit = SIGNS_TOGETHER[number] + second
        calls = [calls_in(partial(_parse.__wrapped__, (unit * length)[:length])) for length in (500, 1_000)]
        assert calls[1] < max(3 * calls[0], 25_000), unit  # with few calls, a longer text may begin something else
        assert calls[1] < 150 * 1_000, unit
