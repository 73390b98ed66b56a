"""Write out/index.html: every file of a build, by person, with a picture of each PDF."""

import os
from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files as resources
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cvrender.run.batch.manifest import problems_of
from cvrender.run.write import write
from cvrender.system import cache
from cvrender.targets import TARGETS
from cvrender.targets.base import Artifact

FILE = "index.html"
MAX_PICTURES = 300
"""The largest number of PDFs of which pictures are drawn; a larger index has links only."""

_WIDTH = 240  # pixels of a picture, twice of what is shown
_SUFFIXES = {f".{name}": name for name in TARGETS}


def write_index(folder: Path, entries: Iterable[dict[str, Any]]) -> Path:
    """Write the index of the manifest's entries, and return its path. Raises InputError like `write`."""
    everything = sorted(entries, key=lambda entry: (_person(entry), entry["name"]))
    pdfs = sum(output["file"].endswith(".pdf") for entry in everything for output in entry["outputs"])
    page = "\n".join(_page(folder, everything, with_pictures=pdfs <= MAX_PICTURES))
    return write([Artifact(FILE, f"{page}\n".encode("utf-8", "backslashreplace"))], folder)[0]


def _person(entry: dict[str, Any]) -> str:
    """Return the folder of an entry's files, or the profile's name if there are none."""
    files = [output["file"] for output in entry["outputs"]]
    return str(files[0].partition("/")[0] if files else entry["name"].split(" ")[0])


def _page(folder: Path, entries: list[dict[str, Any]], with_pictures: bool) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>CVs</title>'
    style = resources("cvrender").joinpath("run/batch/index.css").read_text("utf-8")
    yield f"<style>{style}</style>\n</head>\n<body>\n<main>\n<h1>CVs</h1>"
    failed = sum(entry["status"] == "failed" for entry in entries)
    yield f"<p>{len(entries)} CVs{f', {failed} failed' if failed else ''}</p>"
    for person, group in groupby(entries, _person):
        yield f"<h2>{escape(person)}</h2>\n<ul>"
        for entry in group:
            yield f"<li>{''.join(_card(folder, entry, with_pictures))}</li>"
        yield "</ul>"
    yield "</main>\n</body>\n</html>"


def _card(folder: Path, entry: dict[str, Any], with_pictures: bool) -> Iterator[str]:
    """Yield a picture that opens the PDF, the name, and a link to each file."""
    name = entry["name"].partition(" ")[2]
    suffixes = {Path(output["file"]).suffix: output for output in entry["outputs"]}
    outputs = {_SUFFIXES[suffix]: output for suffix, output in suffixes.items() if suffix in _SUFFIXES}
    picture = _picture(folder, outputs["pdf"]) if with_pictures and "pdf" in outputs else b""
    if picture:
        source = f"data:image/png;base64,{b64encode(picture).decode()}"
        yield f'<a href="{_address(outputs["pdf"])}"><img src="{source}" alt="First page of {escape(entry["name"])}"></a>'
    yield f"<h3>{escape(name)}</h3>"
    if entry["status"] == "failed":
        yield f'<p class="failed">failed: {escape("; ".join(map(str, problems_of(entry))))}</p>'
    links = [f'<a href="{_address(output)}">{target}</a>' for target, output in outputs.items()]
    pages = outputs.get("pdf", {}).get("pages", 0)
    length = f" ({pages} page{'s' * (pages > 1)})" if pages else ""
    yield f"<p>{' '.join(links)}{length}</p>"


def _address(output: dict[str, Any]) -> str:
    """Return the address of a file, whose name may not be UTF-8."""
    return quote(os.fsencode(output["file"]))


def _picture(folder: Path, output: dict[str, Any]) -> bytes:
    """Return the picture of a PDF from the cache, or draw it; nothing if the file is missing."""
    from cvrender.targets.pdf.pictures import thumbnail

    key = f"{output['sha256'][:32]}-{_WIDTH}"
    if picture := cache.read("thumbnails", key, ("page.png",)):
        return picture["page.png"]
    try:
        content = thumbnail((folder / output["file"]).read_bytes(), _WIDTH)
    except OSError:
        return b""
    cache.write("thumbnails", key, {"page.png": content})
    return content
