"""Give away what was made: an application as one PDF, and the whole folder of profiles as a ZIP file."""

from pathlib import Path

from cvrender.errors import ArtifactError, InputError, Problem
from cvrender.load.library import Library
from cvrender.load.reader import TRUSTED_LIMITS
from cvrender.load.request import RenderRequest
from cvrender.load.yaml_edit import data_of
from cvrender.system.zip_file import zipped

MOST_BYTES = 100_000_000
"""The size of all files of a folder that is given as a ZIP file."""


def folder_zip(folder: Path) -> bytes:
    """Return the files of a folder and below it, without hidden ones and links. Raises InputError if they are too large."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    shown = [path for path in files if not any(part.startswith(".") for part in path.relative_to(folder).parts)]
    shown = [path for path in shown if path.resolve().is_relative_to(folder.resolve())]
    if sum(path.stat().st_size for path in shown) > MOST_BYTES:
        raise InputError([Problem("is larger than 100 MB", str(folder), hint="copy the folder yourself", code="too-large")])
    return zipped({path.relative_to(folder).as_posix(): path.read_bytes() for path in shown})


def applications(folder: Path) -> dict[str, Path]:
    """Return the applications next to the folder of profiles, and in `applications` there, by the names of their files."""
    places = (folder.parent.glob("*.yaml"), (folder.parent / "applications").glob("*.yaml"))
    return {path.stem: path for place in places for path in sorted(place) if _is_application(path)}


def _is_application(path: Path) -> bool:
    try:
        if not path.is_file() or path.stat().st_size > TRUSTED_LIMITS.bytes:
            return False
        data = data_of(path.read_text("utf-8"), str(path))
    except (OSError, ValueError, InputError):
        return False
    return isinstance(data, dict) and isinstance(data.get("parts"), list)


def application_pdf(file: Path, profile: Path, library: Library) -> tuple[str, bytes]:
    """Return the name and content of an application's PDF. Raises CvrenderError if a part of it cannot be made."""
    from cvrender.documents.application.render import load_application, render_application

    rendered = render_application(RenderRequest(profile=str(profile), targets=("pdf",), library=library), load_application(file))
    errors = [problem for problem in rendered.problems if problem.severity == "error"]
    if errors or not rendered.artifacts:
        raise ArtifactError(errors)
    return rendered.artifacts[-1].name, rendered.artifacts[-1].content
