"""Long lists in, times out: ten times the publications take about ten times as long, not a hundred times."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cvrender.check import check
from cvrender.lint.base import LintContext
from cvrender.lint.publications import twice
from cvrender.pipeline import compose_request, load_profile, make
from cvrender.prepare import prepare
from cvrender.request import LoadedProfile, RenderRequest

FEW, MANY = 250, 2500
TOO_MUCH = 40  # times as long; what goes by the square takes a hundred times as long


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
def test_the_time_grows_with_the_number(name: str, tmp_path: Path) -> None:
    def spent(loaded: LoadedProfile) -> float:
        start = time.process_time()
        WORK[name](loaded)
        return time.process_time() - start

    loaded = profile(tmp_path, FEW)
    few, many = min(spent(loaded), spent(loaded)), spent(profile(tmp_path, MANY))
    assert many / few < TOO_MUCH, f"{few:.2f} s, {many:.2f} s"
