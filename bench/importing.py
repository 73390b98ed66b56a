"""Measure how long a bibliography takes to become a profile, and how that grows with its number of entries."""

import math
from collections.abc import Iterator
from pathlib import Path

from measure import CVRENDER, Size, command
from table import Row

TARGETS = {1_000: 1.5}
MOST = 5_000  # the profile of twice as many would exceed its limit of 8 MB


def rows(size: Size, folder: Path) -> Iterator[Row]:
    took: dict[int, float] = {}
    numbers = sorted({min(number, MOST) for number in size.publications if number >= 1_000} or size.publications)
    for number in numbers:
        (folder / f"{number}.bib").write_text(bibliography(number), "utf-8")
        times = []
        for run in range(min(size.runs, 2 if number > 1_000 else 3)):
            out = folder / f"{number}-{run}.yaml"
            words = [CVRENDER, "import", folder / f"{number}.bib", "--me", "Ada Example", "--out", out]
            times.append(command(words).seconds)
        took[number] = min(times)
        yield Row(f"{number:,} entries of BibTeX to a profile", times, target=TARGETS.get(number))
    least, most = min(took), max(took)
    if least < most:
        power = math.log(took[most] / took[least]) / math.log(most / least)
        yield Row(f"… growth from {least:,} to {most:,}, as a power of the number", [power], "", 1.1)


def bibliography(number: int) -> str:
    """A bibliography with accents, formulas, particles and abstracts."""
    return "\n".join(map(_entry, range(number)))


def _entry(index: int) -> str:
    return f"""@inproceedings{{key{index},
  title = {{Notes on {{GPU}} Engines, Number {index}: A Study of $O(n^{index % 9})$ \\'Etudes}},
  author = {{Example, Ada and Sample{index % 97}, Charles and van der Berg, Jan and M{{\\"u}}ller, J{{\\"o}}rg and others}},
  booktitle = {{Proceedings of the {index % 30}th Conference on Improbable Engines}},
  year = {{{1990 + index % 33}}}, month = jul, pages = {{{index}--{index + 10}}}, doi = {{10.5555/{1_000_000 + index}}},
  keywords = {{engines, notes}}, abstract = {{{"A long abstract. " * 30}}},
}}"""
