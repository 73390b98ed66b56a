"""Build requests, and keep the last good pages of each."""

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from threading import RLock

from cvrender.compose.prepare import Prepared
from cvrender.errors import CvrenderError, Problem
from cvrender.load.request import RenderRequest
from cvrender.pipeline import compose_request, load_and_prepare
from cvrender.run.watch import Snapshot, Watchable, request_inputs, snapshot
from cvrender.targets import TARGETS
from cvrender.targets.base import TargetOutput
from cvrender.targets.pdf.pictures import page_sizes
from cvrender.targets.templates import template_environment
from cvrender.verify.making import Composed

MAX_BUILDS = 6
"""The number of requests whose pages are kept, and whose files are watched."""


@dataclass(frozen=True)
class ShownPages:
    """The pages of a PDF. `id` changes with its content; `sizes` are in points."""

    id: str
    pdf: bytes
    sizes: list[tuple[float, float]]
    composed: Composed
    output: TargetOutput


@dataclass
class Build(Watchable):
    """A request, its last good pages if there are any, and the errors of the last attempt."""

    request: RenderRequest
    pages: ShownPages | None = None
    prepared: Prepared | None = None
    errors: tuple[Problem, ...] = ()
    outdated: bool = True

    def has_changed(self, now: Snapshot) -> bool:
        """Return whether an input was saved since the last attempt."""
        return not self.outdated and super().has_changed(now)


class Builds:
    """The builds of the latest requests. It is thread-safe; one build runs at a time."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._builds: OrderedDict[RenderRequest, Build] = OrderedDict()
        self._recent: OrderedDict[str, ShownPages] = OrderedDict()  # a browser asks for pictures after the next build, too

    @property
    def all(self) -> list[Build]:
        """The builds that are kept."""
        with self._lock:
            return list(self._builds.values())

    def get(self, request: RenderRequest) -> Build:
        """Return the build of a request, which is made if something of it has changed."""
        with self._lock:
            build = self._builds.setdefault(request, Build(request))
            self._builds.move_to_end(request)
            while len(self._builds) > MAX_BUILDS:
                self._builds.popitem(last=False)
            if build.outdated:
                self._make(build)
            return build

    def pages(self, identifier: str) -> ShownPages | None:
        """Return pages by their id, if they are still kept."""
        return self._recent.get(identifier)  # without the lock, which a build holds

    def mark_outdated(self, builds: list[Build]) -> None:
        """Mark builds whose inputs have changed."""
        with self._lock:
            for build in builds:
                build.outdated = True

    def _make(self, build: Build) -> None:
        before = snapshot(request_inputs(build.request, build.prepared))
        if build.errors:
            template_environment.cache_clear()  # Jinja2 notices changed templates, but not new ones
        prepared = None
        try:
            prepared = build.prepared = load_and_prepare(build.request)
            build.pages, build.errors = make_pages(prepared), ()
            self._recent[build.pages.id] = build.pages
            self._recent.move_to_end(build.pages.id)
            while len(self._recent) > 2 * MAX_BUILDS:
                self._recent.popitem(last=False)
        except CvrenderError as error:
            build.errors = error.problems
        build.inputs = request_inputs(build.request, prepared)
        build.remember(before)
        build.outdated = False


def make_pages(prepared: Prepared) -> ShownPages:
    """Typeset the pages, without checking them yet. Raises CvrenderError."""
    composed = compose_request(prepared)
    output = TARGETS["pdf"].make(composed.inputs)
    pdf = output.artifacts[0].content
    return ShownPages(hashlib.sha256(pdf).hexdigest()[:16], pdf, page_sizes(pdf), composed, output)
