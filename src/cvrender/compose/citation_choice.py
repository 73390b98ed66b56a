"""Choose the citation style of each section.

The command line is asked first, then the section, the view, the profile, and the options of the style.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cvrender.errors import Problem
from cvrender.load.library import NamedView
from cvrender.load.library.citation_styles import CitationChoice, UnusableStyle, find_citation_style
from cvrender.load.reader import Source
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.model.citations import CITATIONS, NO_STYLE, Citations
from cvrender.model.convert import DataPath
from cvrender.model.style import Style
from cvrender.model.value import Value
from cvrender.model.view import SelectedSection


class Written(Value, frozen=True):
    """A citation style as someone wrote it, in a file at a path of its data."""

    citations: Citations
    source: Source
    path: DataPath

    def problem(self, message: str, hint: str = "", **more: Any) -> Problem:
        """Return a Problem at the place where the style was chosen."""
        return self.source.problem(self.path, message, hint, **more)


_COMMAND = Source("--set", {}, {}, {})


class CitationChoices:
    """What a request says about citation styles; `problems` name every style that is missing or broken."""

    def __init__(self, request: RenderRequest, loaded: LoadedProfile, view: NamedView, style: Style) -> None:
        self.request, self.profile = request, loaded.source.file
        ordered = dict(request.options).get(CITATIONS)
        own = str(style.values.get(CITATIONS, ""))
        self.first = [Written(Citations(style=ordered), _COMMAND, (CITATIONS,))] if ordered else []
        self.rest = list(_rest(loaded, view))
        self.rest += [Written(Citations(style=own), loaded.source, ("style",))] if own and not ordered else []
        sections = [(index, asked.citations) for index, asked in view.requests]
        writer = view.writer("sections")
        self.sections = [
            Written(chosen, writer.source, (*writer.path, "sections", index, CITATIONS)) for index, chosen in sections if chosen
        ]
        self.choices: dict[Citations, CitationChoice | None] = {}
        self.problems = tuple(dict.fromkeys(problem for written in self.all for problem in self._find(written)))

    @property
    def all(self) -> Sequence[Written]:
        """Every citation style that someone chose."""
        return (*self.first, *self.sections, *self.rest)

    def _find(self, written: Written) -> Iterator[Problem]:
        chosen = written.citations
        if chosen in self.choices or chosen.style == NO_STYLE:
            self.choices.setdefault(chosen, None)
            return
        request = self.request
        try:
            style = find_citation_style(chosen.style, self._folder(written), request.library, untrusted=request.untrusted)
            self.choices[chosen] = CitationChoice(style, chosen.hidden_owner)
        except UnusableStyle as error:
            hint, code = error.hint, error.code
            if error.place:
                yield Problem(str(error), *error.place, hint=hint, code=code)
            else:
                yield written.problem(str(error), hint, code=code)

    def _folder(self, written: Written) -> Path:
        """Return the folder to which the path of a style is relative: that of the file that names it, or of the profile."""
        return Path(self.profile if written.source is _COMMAND else written.source.file).parent

    def choose(self, section: SelectedSection) -> CitationChoice | None:
        """Return the choice for a section; None leaves its wording to the look."""
        own = [section.citations] if section.citations else []
        chosen = [*(written.citations for written in self.first), *own, *(written.citations for written in self.rest)]
        return self.choices[chosen[0]] if chosen else None

    def written(self, name: str) -> Written | None:
        """Return the first place where a style is chosen."""
        styles = ((written, self.choices[written.citations]) for written in self.all)
        return next((written for written, choice in styles if choice and choice.style.name == name), None)

    @property
    def files(self) -> list[str]:
        """The files of the styles."""
        return [file for choice in self.choices.values() if choice for file in choice.style.files]


def _rest(loaded: LoadedProfile, view: NamedView) -> Iterator[Written]:
    if view.view.citations:
        writer = view.writer(CITATIONS)
        yield Written(view.view.citations, writer.source, (*writer.path, CITATIONS))
    if loaded.profile.citations:
        yield Written(loaded.profile.citations, loaded.source, (CITATIONS,))
