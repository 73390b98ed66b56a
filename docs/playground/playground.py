"""Check, render and import in a browser: what the page calls, in Python that runs there (Pyodide).

PDFs and Word documents are made by TeX and pandoc, and read by libraries that are not built for browsers.
"""

from pathlib import Path
from typing import Any

from cvrender.errors import CvrenderError, Problem
from cvrender.load.library import Library
from cvrender.load.request import LoadedProfile, RenderRequest

TARGETS = ("html", "md", "txt")
PROFILE = Path("profiles/my-cv.yaml")
_LIBRARY = Library()


def looks() -> list[str]:
    """Return the names of the styles."""
    return _LIBRARY.names("styles")


def starter() -> str:
    """Return the profile that the page begins with."""
    from importlib.resources import files

    return files("cvrender.cli").joinpath("starters/computer-science.yaml").read_text("utf-8")


def shown(text: str, style: str, target: str) -> dict[str, Any]:
    """Return the CV of a text in a style and target, and the problems of the profile; without a CV if it has errors."""
    from cvrender.merge.profile import profile_of_text
    from cvrender.pipeline import run
    from cvrender.rules.lint import lint

    problems: list[Problem] = []
    content = ""
    try:
        loaded: LoadedProfile = profile_of_text(text, PROFILE)
        problems += lint(loaded.profile, loaded.source)
        made = run(RenderRequest(profile=str(PROFILE), style=style, targets=(target,)), loaded)
        content = made[0].content.decode()
        problems += made.warnings
    except CvrenderError as error:
        problems += error.problems
    except ImportError as error:
        problems.append(_not_here(error))
    return {"content": content, "problems": [_line(problem) for problem in dict.fromkeys(problems)]}


def imported(name: str, content: bytes) -> dict[str, Any]:
    """Return the profile of a file of another program as text, and the problems; an empty text if it cannot be read."""
    from cvrender.formats.content import load_content
    from cvrender.merge.new_profile import new_profile
    from cvrender.merge.readers import read_content

    path = Path("imported") / Path(name).name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bytes(content))
    try:
        new = new_profile([read_content(load_content(path))])
    except CvrenderError as error:
        return {"text": "", "problems": [_line(problem) for problem in error.problems]}
    except ImportError as error:
        return {"text": "", "problems": [_line(_not_here(error))]}
    return {"text": new.text, "problems": [_line(problem) for problem in new.problems]}


def _not_here(error: ImportError) -> Problem:
    hint = "install cvrender on your computer for this"
    return Problem(f"needs {error.name or error}, which a browser does not have", hint=hint, code="tool-missing")


def _line(problem: Problem) -> dict[str, Any]:
    return {"text": str(problem), "line": problem.line, "severity": problem.severity}
