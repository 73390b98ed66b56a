"""Run the plain bibliographies of the CSL test-suite, whose folder the environment variable CVRENDER_CSL_SUITE names.

The suite (https://github.com/citation-style-language/test-suite, processor-tests/humans) has no licence, so it is not included.
"""

import html
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from cvrender.compose.cite.inlines import to_text
from cvrender.system.process import read_output, run
from cvrender.system.programs import find_pandoc

SUITE = Path(os.environ.get("CVRENDER_CSL_SUITE", "nowhere"))
PART = re.compile(r">>=+ ([A-Z-]+) =+>>\n(.*?)\n<<=+ \1 =+<<", re.DOTALL)
PLAIN = {"MODE", "RESULT", "CSL", "INPUT", "VERSION"}


def fixtures() -> list[tuple[str, dict[str, str]]]:
    """The fixtures that consist of a style, items and a bibliography, without options of a processor."""
    found = []
    for path in sorted(SUITE.glob("*.txt")):
        parts = {match[1]: match[2].strip() for match in PART.finditer(path.read_text("utf-8"))}
        if parts.get("MODE") == "bibliography" and set(parts) <= PLAIN and "csl-entry" in parts["RESULT"]:
            found.append((path.stem, parts))
    return found


def squeezed(text: str) -> str:
    return " ".join(text.split())


def expected(result: str) -> list[str]:
    entries = re.split(r'<div class="csl-entry">', result)[1:]
    return [squeezed(html.unescape(re.sub(r"<[^>]*>", "", entry.replace("<div", " <div")))) for entry in entries]


def alone(node: Any) -> str:
    """The characters of pandoc's own result."""
    if isinstance(node, list):
        return "".join(map(alone, node))
    kind, content = node.get("t"), node.get("c")
    if kind in ("Str", "Space", "SoftBreak"):
        return str(content) if kind == "Str" else " "
    if kind == "Quoted":
        return f"“{alone(content[1])}”" if content[0]["t"] == "DoubleQuote" else f"‘{alone(content[1])}’"
    if kind in ("Link", "Span", "Div"):
        inner = alone(content[1])
        return f" {inner} " if kind != "Link" and any(name.startswith("csl-") for name in content[0][1]) else inner
    return alone(content) if isinstance(content, list) else ""


def worded(parts: dict[str, str], folder: Path) -> list[Any]:
    """The blocks of each entry of the bibliography that pandoc makes."""
    (folder / "style.csl").write_text(parts["CSL"], "utf-8")
    command = [find_pandoc(), "--from=csljson", "--to=json", "--citeproc", "--csl=style.csl", "--output=made.json"]
    finished = run(command, folder, {}, parts["INPUT"].encode())
    content = read_output(folder, "made.json")
    if finished.code or not content:
        return []
    blocks = json.loads(content)["blocks"]
    (folder / "made.json").unlink()
    return [entry["c"][1] for block in blocks if block["t"] == "Div" for entry in block["c"][1] if entry["t"] == "Div"]


@pytest.mark.slow
@pytest.mark.skipif(not SUITE.is_dir(), reason="CVRENDER_CSL_SUITE does not name the folder of the CSL test-suite")
def test_our_text_loses_nothing_of_what_pandoc_makes(tmp_path: Path) -> None:
    files = fixtures()
    assert len(files) > 100
    counts, worse = [0, 0], []
    for name, parts in files:
        entries = worded(parts, tmp_path)
        pandoc = [squeezed(alone(entry)) for entry in entries]
        ours = [to_text([part for block in entry for part in [*block.get("c", []), {"t": "Space"}]]).plain for entry in entries]
        ours = [squeezed(text) for text in ours]
        right = expected(parts["RESULT"])
        counts[0] += pandoc == right
        counts[1] += ours == right
        if pandoc == right != ours:
            worse.append((name, ours, right))
    print(f"{len(files)} plain bibliographies: pandoc alone {counts[0]} equal, ours {counts[1]}")
    assert not worse and counts[1] >= counts[0]
