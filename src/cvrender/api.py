"""Offer what the commands for letters, statements, applications, reports and differences do to Python programs."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cvrender.application.render import RenderedApplication, load_application
from cvrender.application.render import render_application as render_loaded
from cvrender.documents.files import load_document, profile_of
from cvrender.library import BUILT_IN, Library
from cvrender.model.dates import parse_date
from cvrender.pipeline import RenderResult, render_diff
from cvrender.render_document import render_document
from cvrender.report import render_report as report_on
from cvrender.request import LoadedProfile, RenderRequest
from cvrender.targets import DEFAULT_TARGETS


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

    `settings` are those of `render`; its targets may be `csv` and `bib`, too. Raises what `render` raises, and ValueError for
    another text.
    """
    period = tuple(parse_date(date) if date else None for date in (since, until))
    return report_on(_request(name, view=view, **settings), [Path(path) for path in profiles], (period[0], period[1]))


def diff(old: LoadedProfile, new: LoadedProfile, **settings: Any) -> RenderResult | None:
    """Make the targets of a document that says what was added, changed and removed in a view; None if nothing was.

    `settings` are those of `render`. Raises what `render` raises.
    """
    result, differs = render_diff(_request(new.source.file, **settings), old, new)
    return result if differs else None


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
