"""Measure how long `cvrender watch` takes from a saved profile to the new PDF of a short CV."""

import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from measure import CVRENDER, Size
from table import Row

PATIENCE = 30.0
PAUSE = 0.5
"""Seconds: how long a PDF is awaited, and how long is waited before the next save, as a person would who looks at the PDF."""


def rows(size: Size, folder: Path) -> Iterator[Row]:
    profile = folder / "watched.yaml"
    text = size.short.read_text("utf-8")
    profile.write_text(text, "utf-8")
    words = [CVRENDER, "watch", str(profile), "--to", "pdf", "--out", str(folder / "out")]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr and any("waiting" in line for line in process.stderr)  # warnings come first
        (pdf,) = (folder / "out").glob("*/*.pdf")
        values = [_saved(profile, re.sub(r"headline: [^,\n]+", f"headline: Number {run}", text), pdf) for run in range(size.runs)]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
    yield Row("`watch`, two pages: from saving to the new PDF", values, target=0.10)


def _saved(profile: Path, text: str, pdf: Path) -> float:
    """Save a profile as editors do, under another name first; seconds until there is another PDF."""
    time.sleep(PAUSE)
    before = pdf.stat().st_ino, pdf.stat().st_mtime_ns
    other = profile.with_suffix(".tmp")
    other.write_text(text, "utf-8")
    start = time.perf_counter()
    other.replace(profile)
    while (pdf.stat().st_ino, pdf.stat().st_mtime_ns) == before:
        if time.perf_counter() - start > PATIENCE:
            raise RuntimeError(f"{pdf} was not made again")
        time.sleep(0.001)
    return time.perf_counter() - start
