"""Describe a build as data for the browser."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cvrender.errors import CvrenderError
from cvrender.load.library import term_languages, view_names
from cvrender.load.reader import Source, parse_path
from cvrender.model.style import Option, Style
from cvrender.rules.lint import lint
from cvrender.run.preview.builds import Build, ShownPages
from cvrender.run.preview.looks import looks
from cvrender.run.preview.places import fields_of
from cvrender.run.preview.request import Workspace
from cvrender.targets import TARGETS
from cvrender.targets.pdf.pictures import Line, page_lines

_CONTEXT = 6
"""The number of lines shown before and after a place in a YAML file."""


def state(build: Build, workspace: Workspace) -> dict[str, Any]:
    """Return the pages, the errors, and what can be chosen."""
    pages, prepared = build.pages, build.prepared
    return {
        "profile": next(name for name, path in workspace.profiles.items() if str(path) == build.request.profile),
        "view": build.request.view,
        "style": prepared.style.name if prepared else build.request.style,
        "language": build.request.language,
        "pages": {"id": pages.id, "sizes": pages.sizes} if pages else None,
        "problems": [problem.as_data() for problem in build.errors],
        "choices": {
            "profile": list(workspace.profiles),
            "view": view_names(prepared.loaded.profile if prepared else None, workspace.library),
            "style": workspace.library.names("styles"),
            "language": term_languages(prepared.style) if prepared else [],
            "look": looks(workspace.library),
            "target": {name: target.about for name, target in TARGETS.items()},
        },
        "options": _options(build, prepared.style) if prepared else [],
        "yaml": _style_yaml(build),
    }


def _options(build: Build, style: Style) -> list[dict[str, Any]]:
    chosen, folder = dict(build.request.options), Path(build.request.profile).parent
    return [
        {
            "name": name,
            "type": option.type,
            "about": option.about,
            "choices": _choices(option, style.values[name], folder),
            "value": chosen.get(name, _text(style.values[name])),
            "changed": name in chosen,
        }
        for name, option in style.options.items()
    ]


def _choices(option: Option, value: str | bool, folder: Path) -> list[str]:
    """Return the values to choose from; of fonts those that need no installation, and the one that is chosen."""
    if option.type != "font":
        return [*option.known]
    from cvrender.fonts.installed import offered_families

    return [*dict.fromkeys((*option.known, *offered_families(folder), str(value)))]


def _text(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _style_yaml(build: Build) -> str:
    """Return the style with its options, to be pasted into a profile."""
    request, prepared = build.request, build.prepared
    if prepared is None:
        return ""
    own = prepared.loaded.profile.style
    options = dict(own.options) if own is not None and own.name == prepared.style.name else {}
    options = {name: _text(value) for name, value in {**options, **dict(request.options)}.items()}
    lines = ["style:", f"  name: {prepared.style.name}"]
    if options:
        lines += ["  options:", *(f"    {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in options.items())]
    language = [f"language: {request.language}"] if request.language else []
    return "\n".join([*language, *lines, ""])


def all_problems(build: Build) -> list[dict[str, Any]]:
    """Return errors, warnings, discrepancies of the PDF, and what the linter finds."""
    problems = list(build.errors)
    if not problems and build.pages and build.prepared:
        composed = build.pages.composed
        problems += composed.warnings
        try:
            problems += composed.checks.check(TARGETS["pdf"], build.pages.output)
        except CvrenderError as error:
            problems += error.problems
        loaded = build.prepared.loaded
        problems += lint(loaded.profile, loaded.source)
    listed = sorted(dict.fromkeys(problems), key=lambda p: (p.severity != "error", p.file, p.line, p.column))
    return [problem.as_data() for problem in listed]


def lines(pages: ShownPages) -> list[list[dict[str, Any]]]:
    """Return the lines of each page with their boxes and their places in the YAML."""
    pages_of_lines = page_lines(pages.pdf)
    composed = pages.composed
    fields = iter(fields_of((line.text for page in pages_of_lines for line in page), composed.inputs.document))
    source = composed.prepared.loaded.source
    return [[_line(line, next(fields), source) for line in page] for page in pages_of_lines]


def _line(line: Line, path: str, source: Source) -> dict[str, Any]:
    file, number, column = source.location(parse_path(path)) if path else ("", 0, 0)
    return {**asdict(line), "path": path, "file": file, "line": number, "column": column}


def excerpt(build: Build, file: str, line: int) -> dict[str, Any] | None:
    """Return the lines around a line of one of the profile's files; None for any other file."""
    known = frozenset((build.request.profile,)) if build.prepared is None else build.prepared.loaded.source.files
    if file not in known:
        return None
    try:
        text = Path(file).read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return None
    first = max(1, line - _CONTEXT)
    return {"file": file, "line": line, "first": first, "text": text[first - 1 : line + _CONTEXT]}


def parser_view(pages: ShownPages) -> dict[str, Any]:
    """Return what a résumé parser extracts from the PDF."""
    from cvrender.rules.inspect.extract import extract

    return asdict(extract(TARGETS["pdf"].read(pages.pdf)))
