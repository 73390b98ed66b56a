"""The commands in, a table of their times out, and the same as data in out/bench.json.

Each command runs as a whole process: once to warm up, then RUNS times; the median counts. Times move with the machine, so
each stands beside the time of a bare Python on the same machine.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 5
ROOT = Path(__file__).resolve().parents[1]
CVRENDER = str(Path(sys.executable).with_name("cvrender"))
LONGEST = "profiles/minjia-zhang.yaml"
WHOLE = "nine pages to tex, pdf, md, docx"


def commands(out: str) -> dict[str, list[str]]:
    render = [CVRENDER, "render", "--out", out]
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "cvrender --version": [CVRENDER, "--version"],
        "cvrender check, nine pages": [CVRENDER, "check", LONGEST],
        "two pages to pdf": [*render, "--to", "pdf", "profiles/bing-xie.yaml"],
        "two pages to tex, pdf, md, docx": [*render, "profiles/bing-xie.yaml"],
        "nine pages to tex": [*render, "--to", "tex", LONGEST],
        "nine pages to pdf": [*render, "--to", "pdf", LONGEST],
        "nine pages to docx": [*render, "--to", "docx", LONGEST],
        WHOLE: [*render, LONGEST],
    }


def seconds(command: list[str]) -> float:
    times = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def verification(whole: float) -> dict[str, float]:
    """What the checks of the longest profile's targets cost: the sum, and its share of the whole command."""
    runs = []
    for _ in range(RUNS):
        command = [sys.executable, str(ROOT / "bench" / "verification.py"), LONGEST]
        spent = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
        runs.append(sum(seconds for target, seconds in spent.items() if target != "render"))
    found = {"of which verification": statistics.median(runs)}
    found["verification, share"] = share = found["of which verification"] / whole
    print(f"{'of which verification':<36} {found['of which verification']:7.3f} s, {share:.1%} (at most 15 %)")
    return found


def main() -> None:
    results = {}
    with tempfile.TemporaryDirectory() as out:
        for name, command in commands(out).items():
            results[name] = seconds(command)
            print(f"{name:<36} {results[name]:7.3f} s", flush=True)
    results |= verification(results[WHOLE])
    target = ROOT / "out" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(results, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
