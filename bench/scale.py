"""Numbers of publications in, a table out: how long one render takes, and how much memory, from 10 to 10,000.

    python bench/scale.py [target]

Each command runs as a whole process, once to warm up and then RUNS times; the least time counts, which others on the machine
disturb the least.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 3
NUMBERS = (10, 100, 1_000, 10_000)
CVRENDER = str(Path(sys.executable).with_name("cvrender"))
WORDS = (
    "adaptive sparse learning memory graph kernel training inference parallel scheduling tensor neural efficient storage".split()
)
NAMES = ("Wei Chen", "Ana García", "Juan Novák", "Lena Schmidt", "Omar Patel", "Mia Rossi", "Yuki Tanaka", "Ivan Kim")


def profile(number: int) -> str:
    """A profile of so many publications; the same one each time."""
    pick = random.Random(number)
    lines = ["person: {name: Ada Example, emails: [ada@example.org]}", "publications:"]
    for index in range(number):
        authors = ", ".join(["Ada Example", *pick.sample(NAMES, 4)])
        lines += [
            f"  - title: {' '.join(pick.sample(WORDS, 8)).capitalize()} {index}",
            f"    authors: [{authors}]",
            f"    type: {pick.choice(('paper-conference', 'article-journal'))}",
            f"    venue: {{name: Conference on {pick.choice(WORDS)} systems, short: {pick.choice(WORDS)[:4].upper()}}}",
            f"    date: {pick.randint(1960, 2025)}-{pick.randint(1, 12):02d}",
            f"    doi: 10.1000/example.{index}",
        ]
    return "\n".join(lines) + "\n"


def measured(command: list[str]) -> tuple[float, int]:
    """Seconds, and the most memory of the process or one of its own in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, command
    return time.perf_counter() - start, used.ru_maxrss // 1024


def main() -> None:
    target = sys.argv[1] if len(sys.argv) > 1 else "pdf"
    with tempfile.TemporaryDirectory() as folder:
        for number in NUMBERS:
            path = Path(folder) / f"{number}.yaml"
            path.write_text(profile(number), "utf-8")
            command = [CVRENDER, "render", str(path), "--to", target, "--out", folder]
            runs = [measured(command) for _ in range(RUNS + 1)][1:]
            seconds, memory = min(runs)[0], max(run[1] for run in runs)
            print(f"{number:>6} publications to {target} {seconds:7.2f} s {memory:5d} MB", flush=True)


if __name__ == "__main__":
    main()
