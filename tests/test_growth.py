"""Count the work that long lists are: twice the publications take twice the calls, and no more."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cvrender.check import check
from cvrender.lint.base import LintContext
from cvrender.lint.publications import twice
from cvrender.pipeline import compose_request, load_profile, make
from cvrender.prepare import prepare
from cvrender.request import LoadedProfile, RenderRequest

FEW = 100
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


@pytest.mark.parametrize("name", WORK)
def test_the_time_grows_with_the_number(name: str, tmp_path: Path, calls_in: Callable[[Callable[[], object]], int]) -> None:
    few, many = profile(tmp_path, FEW), profile(tmp_path, 2 * FEW)
    WORK[name](few)  # what is imported and made once
    calls = [calls_in(lambda: WORK[name](loaded)) for loaded in (few, many)]  # noqa: B023
    assert calls[0] > FEW
    print("G", name, calls, calls[1] / calls[0])
    assert calls[1] < TOO_MUCH * calls[0]
