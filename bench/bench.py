"""Measure how long things take, and print a table; out/bench.json has the same as data.

    python bench/bench.py [--quick] [--only GROUP] [--markdown FILE] [--against CHECKOUT]

Everything runs as whole processes, twice to warm up and then some times; the median counts. What is compared runs in turn. A
target that is missed is a "no" in the table and no failure, for another machine has other times.
"""

import argparse
import compileall
import json
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import citing
import engine
import importing
import many
import modules
import one_cv
import people
import sandbox
import scale
import service
import stages
import table
import typing_yaml
import watching
from measure import ROOT, Size

GROUPS = {
    "cv": one_cv.rows,
    "stages": stages.rows,
    "modules": modules.rows,
    "tex": engine.rows,
    "sandbox": sandbox.rows,
    "watch": watching.rows,
    "build": many.rows,
    "scale": scale.rows,
    "import": importing.rows,
    "cite": citing.rows,
    "service": service.rows,
    "editor": typing_yaml.rows,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="everything once, on tiny profiles: to see that it works")
    parser.add_argument("--only", choices=GROUPS, help="one part of the table")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="put the table between the two marks of this file")
    parser.add_argument("--json", type=Path, default=ROOT / "out" / "bench.json", help="where the data go", metavar="FILE")
    parser.add_argument(
        "--against",
        type=lambda text: Path(text).resolve(),
        metavar="CHECKOUT",
        help="compare the commands with those of another checkout's .venv",
    )
    wanted = parser.parse_args()
    rows: list[table.Row] = []
    for checkout in filter(None, (ROOT, wanted.against)):
        _install(checkout)
    machine, load = _machine(), _load()
    print(f"{machine}\n\n{table.head()}", flush=True)
    for name in [wanted.only] if wanted.only else GROUPS:
        with tempfile.TemporaryDirectory(prefix="cvrender-bench-") as folder:
            size = replace(_tiny(Path(folder)) if wanted.quick else Size(), against=wanted.against)
            for row in GROUPS[name](size, Path(folder)):
                rows.append(row)
                print(table.line(row.cells()), flush=True)
    load = f"Load {load} at the beginning, {_load()} at the end."
    print(f"\n{load}")
    machine = f"{machine} {load}"
    wanted.json.parent.mkdir(parents=True, exist_ok=True)
    data = {"machine": machine, "rows": [row.data() for row in rows]}
    wanted.json.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", "utf-8")
    if wanted.markdown:
        table.put(wanted.markdown, table.markdown(machine, rows))


def _install(checkout: Path) -> None:
    """Compile the templates and modules of a checkout, as installing its package does."""
    folder = checkout / "build" / "templates"
    if (checkout / "hatch_build.py").is_file():
        code = "import sys, pathlib as p; from cvrender.run.compile_styles import compile_styles"
        code += "; compile_styles(*map(p.Path, sys.argv[1:]))"
        python = checkout / ".venv" / "bin" / "python"
        words = [str(python if python.is_file() else sys.executable), "-c", code, str(checkout / "styles"), str(folder)]
        subprocess.run(words, check=True, env={**os.environ, "PYTHONPATH": str(checkout / "src")})
    for compiled in (checkout / "src", folder):
        compileall.compile_dir(compiled, quiet=1)


def _tiny(folder: Path) -> Size:
    profile = folder / "tiny.yaml"
    profile.write_text(people.profile(0, 2), "utf-8")
    return Size(1, False, profile, profile, works=2, sandboxed=("pdf,docx",), publications=(1, 2, 3), requests=2)


def _machine() -> str:
    """The machine in a line: what the times depend on."""
    try:
        facts = Path("/proc/cpuinfo").read_text("utf-8").split("model name", 1)[1].split("\n", 1)[0].lstrip("\t: ")
    except (OSError, IndexError):
        facts = platform.machine()
    return f"{os.cpu_count()} processors ({facts}), {platform.system()}, Python {platform.python_version()}."


def _load() -> str:
    """How many processes wanted a processor in the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    main()
