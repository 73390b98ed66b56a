"""Write about the same content as a profile in RenderCV's YAML, and the command that makes a PDF of it.

RenderCV is measured where `rendercv` is on PATH, or where the environment variable RENDERCV names the program.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import yaml


def program() -> str | None:
    """The program, or None where it is not installed."""
    return shutil.which(os.environ.get("RENDERCV", "rendercv"))


NOT_COMPILED = "not compiled"
"""Why there is no comparison: without bytecode, RenderCV takes twice as long, which says nothing of it."""


def is_compiled(program: str) -> bool:
    """Compile the packages of the program's Python, and return whether all of RenderCV is: not every installer does this."""
    python = next((str(path) for name in ("python", "python3") if (path := Path(program).with_name(name)).exists()), "")
    if not python:
        return False
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([python, "-I", "-c", _COMPILE], env=env, capture_output=True, text=True)
    return done.returncode == 0 and done.stdout.strip() == "True"


_COMPILE = """
import compileall, importlib.util, pathlib, sysconfig
compileall.compile_dir(sysconfig.get_path("purelib"), quiet=2)
package = pathlib.Path(importlib.util.find_spec("rendercv").origin).parent
print(all(pathlib.Path(importlib.util.cache_from_source(str(path))).exists() for path in package.rglob("*.py")))
"""


def command(program: str, profile: Path, folder: Path) -> list[str | Path]:
    """Write the profile for RenderCV and return what makes its PDF, and nothing but that."""
    written = folder / f"rendercv-{profile.stem}.yaml"
    written.write_text(converted(profile.read_text("utf-8")), "utf-8")
    nothing_else = ("--dont-generate-markdown", "--dont-generate-html", "--dont-generate-png")
    return [program, "render", written.name, *nothing_else, "--quiet", "--output-folder", folder / "rendercv"]


def converted(profile: str) -> str:
    """RenderCV's YAML of the main sections of a profile, each entry as the kind of entry that RenderCV has for it."""
    data = yaml.load(profile, yaml.BaseLoader)  # noqa: S506  (texts stay texts)
    person = data["person"]
    sections = {
        "About": [data["bio"]] if "bio" in data else [],
        "Interests": [f"- {item}" for item in data.get("interests", ())],
        "News": [_line(item["text"], item) for item in data.get("news", ())],
        "Education": [_school(item) for item in data.get("education", ())],
        "Experience": [_job(item) for item in data.get("positions", ())],
        "Publications": [_work(item, person["name"]) for item in data.get("publications", ())],
        "Awards": [_line(item["title"], item) for item in data.get("awards", ())],
        "Service": [_line(f"{item['role']}, {item['venue']}", item) for item in data.get("service", ())],
    }
    head = {"name": person["name"], "headline": person.get("headline")}
    filled = {name: entries for name, entries in sections.items() if entries}
    return yaml.safe_dump({"cv": {**head, "sections": filled}}, sort_keys=False, allow_unicode=True)


def _line(text: str, item: dict[str, Any]) -> str:
    return f"{text} ({item.get('date', '')})"


def _school(item: dict[str, Any]) -> dict[str, Any]:
    return {"institution": item["institution"], "area": item["field"], "degree": item["degree"], **_times(item)}


def _job(item: dict[str, Any]) -> dict[str, Any]:
    points = [*([item["summary"]] if "summary" in item else []), *item.get("highlights", ())]
    return {"company": item["organization"], "position": item["title"], **_times(item), "highlights": points}


def _times(item: dict[str, Any]) -> dict[str, Any]:
    return {"start_date": item.get("start"), "end_date": item.get("end")}


def _work(item: dict[str, Any], own: str) -> dict[str, Any]:
    names = [author if isinstance(author, str) else author["name"] for author in item["authors"]]
    venue = item.get("venue", item["type"])
    return {
        "title": item["title"],
        "authors": [f"**{name}**" if name == own else name for name in names],
        "journal": venue if isinstance(venue, str) else venue["name"],
        "date": item["date"],
        "doi": item.get("doi"),
    }
