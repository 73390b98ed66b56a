"""Test a style before it is shared: the example in every language and target, its page ends and its colours."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from cvrender.errors import CvrenderError, Problem
from cvrender.load.library import Library, find_style, term_languages
from cvrender.load.request import RenderRequest, RenderResult
from cvrender.merge.profile import load_profile
from cvrender.model.style import Style
from cvrender.model.value import Value
from cvrender.pipeline import run
from cvrender.targets import TARGETS
from cvrender.targets.html.stylesheet import contrast
from cvrender.targets.pdf.metrics import measure

_MOST_EMPTY = 25 / 25.4 * 72
"""How much room may stay empty at the foot of a page that is not the last one, in points."""
_READABLE = 4.5  # WCAG 2.2, success criterion 1.4.3
_PAPER = "#ffffff"


class GateResult(Value, frozen=True):
    """The result for one language, or for the style as a whole (an empty language): what is wrong, and what was made."""

    language: str
    problems: tuple[Problem, ...]
    rendered: RenderResult | None = None


def gate(name: str, example: Path, library: Library, languages: Sequence[str] = ()) -> Iterator[GateResult]:
    """Yield the result for the style itself and for each language; all languages if none are named.

    Every artifact is checked as `render` does with `thorough`: nothing is lost, the order of reading, the tags of PDF/UA, the
    rules of Open XML. Pale colours are warnings. Raises InputError if the style or the example has errors.
    """
    style = find_style(name, library)
    yield GateResult("", tuple(_pale(style)))
    profile = load_profile(example)
    for language in languages or term_languages(style):
        request = RenderRequest(
            profile=str(example), style=name, language=language, targets=tuple(TARGETS), library=library, thorough=True
        )
        try:
            result = run(request, profile)
        except CvrenderError as error:
            yield GateResult(language, tuple(error.problems))
            continue
        pdf = next((artifact.content for artifact in result if artifact.name.endswith(".pdf")), b"")
        yield GateResult(language, tuple(_holes(pdf) if pdf else ()), result)


def _pale(style: Style) -> Iterator[Problem]:
    """Yield the colours that are hard to read on white paper."""
    for name, option in style.options.items():
        value = str(style.values[name])
        if option.type == "color" and (ratio := contrast(f"#{value.lstrip('#')}", _PAPER)) < _READABLE:
            hint = f"use a darker colour; text needs {_READABLE} to 1"
            yield Problem(
                f"{name}: {value} has a contrast of {ratio:.1f} to 1 on white", hint=hint, severity="warning", code="pale-color"
            )


def _holes(pdf: bytes) -> Iterator[Problem]:
    """Yield the pages, apart from the last one, that have much empty room at the foot."""
    pages = measure(pdf)
    least = min((page.margins[2] for page in pages), default=0)
    for number, page in enumerate(pages[:-1], 1):
        if (empty := page.margins[2] - least) > _MOST_EMPTY:
            yield Problem(f"page {number} ends {empty / 72 * 25.4:.0f} mm above the foot", code="empty-foot")
