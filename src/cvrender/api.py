"""Offer what the commands do to Python programs: CVs, letters, statements, applications, reports and differences."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cvrender.compose.select import Warn
from cvrender.documents.application.render import RenderedApplication, load_application
from cvrender.documents.application.render import render_application as render_loaded
from cvrender.documents.diff.render import render_diff
from cvrender.documents.files import load_document, profile_of
from cvrender.documents.render import render_document
from cvrender.documents.report import render_report as report_on
from cvrender.load.library import BUILT_IN, Library
from cvrender.load.request import LoadedProfile, RenderRequest, RenderResult
from cvrender.model.dates import parse_date
from cvrender.pipeline import run
from cvrender.targets import DEFAULT_TARGETS


def render(  # noqa: PLR0913  (the named options of a public function)
    profile: LoadedProfile,
    *,
    view: str = "full",
    style: str = "",
    language: str = "",
    targets: Iterable[str] = DEFAULT_TARGETS,
    options: Mapping[str, str] | None = None,
    library: Library = BUILT_IN,
    warn: Warn = lambda problem: None,
    **shared: Any,
) -> RenderResult:
    """Make the targets of a profile in a view and style, and check them. Writes no files except to the cache.

    `style` and `language` default to those of the view and the profile. `options` are values for the style's options. `library`
    is the search path for styles and views. `shared` are the settings of `SharedSettings`. Warnings are in the result, and are
    passed to `warn`. Raises InputError for errors in the profile or the request, ToolError if TeX or pandoc fails, and
    ArtifactError if an artifact fails its checks; the errors carry the files that passed and those that failed.
    """
    request = RenderRequest(
        profile=profile.source.file,
        view=view,
        style=style,
        language=language,
        targets=tuple(targets),
        options=tuple((options or {}).items()),
        library=library,
        **shared,
    )
    return report_warnings(run(request, profile), warn)


def report_warnings(result: RenderResult, warn: Warn) -> RenderResult:
    """Pass the warnings of a result to `warn`, and return the result."""
    for problem in result.warnings:
        warn(problem)
    return result


def render_letter(file: str | Path, *, profile: str | Path = "", **settings: Any) -> RenderResult:
    """Make the targets of a letter or a statement, and check them; `settings` are those of `render` but for the view.

    `profile` is a path; without it, the file must name one, relative to its folder. Raises what `render` raises.
    """
    document = load_document(Path(file))
    return render_document(_request(profile_of(document.source, document.content.profile, str(profile)), **settings), document)


def render_application(file: str | Path, *, profile: str | Path = "", **settings: Any) -> RenderedApplication:
    """Make the parts of an application and the whole; `settings` are those of `render` but for the view.

    A part that fails stops nothing else: `artifacts` are what was made, `problems` what is wrong, and `exit_code` is not 0 then.
    Raises InputError for errors in the file of the application or in the profile.
    """
    application = load_application(Path(file))
    path = profile_of(application.source, application.content.profile, str(profile))
    return render_loaded(_request(path, **{"targets": (), **settings}), application)


def render_report(
    profiles: Iterable[str | Path],
    *,
    name: str = "Report",
    view: str = "annual",
    since: str | None = None,
    until: str | None = None,
    **settings: Any,
) -> RenderResult:
    """Report on the people of several profiles, each shared work once; `since` and `until` are dates such as `2025-09`.

    `settings` are those of `render`; its targets may be `csv`, `xlsx` and `bib`, too. Raises what `render` raises, and
    ValueError for another text.
    """
    period = tuple(parse_date(date) if date else None for date in (since, until))
    return report_on(_request(name, view=view, **settings), [Path(path) for path in profiles], (period[0], period[1]))


def diff(old: LoadedProfile, new: LoadedProfile, **settings: Any) -> RenderResult | None:
    """Make the targets of a document that says what was added, changed, moved and removed in a view; None if nothing was.

    `settings` are those of `render`. If something else differs, a warning of the result names it, and there is a result.
    Raises what `render` raises.
    """
    result, differs = render_diff(_request(new.source.file, **settings), old, new)
    return result if differs or any(problem.code == "not-shown" for problem in result.warnings) else None


def _request(
    profile: str,
    *,
    targets: Iterable[str] = DEFAULT_TARGETS,
    options: Mapping[str, str] | None = None,
    library: Library = BUILT_IN,
    **settings: Any,
) -> RenderRequest:
    pairs = tuple((options or {}).items())
    return RenderRequest(profile=profile, targets=tuple(targets), options=pairs, library=library, **settings)
