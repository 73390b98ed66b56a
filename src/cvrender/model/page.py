"""Define the page of a profile or a view: settings that hold for every style."""

from typing import Annotated, Any

from cvrender.model.annotations import About, Reads, Short
from cvrender.model.base import Model
from cvrender.model.fields import Plain, read_plain

SIDES = ("top", "right", "bottom", "left")
"""The sides of a page, in the order of CSS."""
PAPER = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and height of each kind of paper, in millimetres."""


def _line(value: Any) -> str:
    return "" if value == "" else read_plain(value)


RunningLine = Annotated[str, Reads(_line, {"type": "string"})]
"""The head or foot of pages; an empty one is none."""


class Margins(Model, frozen=True, kw_only=True):
    """The margins of a page; a side that is left out keeps the style's. A text is the margin of all sides."""

    top: Annotated[Plain | None, About("the margin above the text", "25mm")] = None
    right: Annotated[Plain | None, About("the margin on the right", "20mm")] = None
    bottom: Annotated[Plain | None, About("the margin below the text", "0.9in")] = None
    left: Annotated[Plain | None, About("the margin on the left", "20mm")] = None


def _all_sides(text: str) -> dict[str, str]:
    return dict(zip(SIDES, sides(text), strict=True))


class PageSetup(Model, frozen=True, kw_only=True):
    """The page in every style; what is left out is the style's. `--set` changes the same options for one run."""

    size: Annotated[Plain | None, About("the paper: `a4` or `letter` (the option `page`)", "letter")] = None
    margin: Annotated[
        Annotated[Margins, Short(_all_sides)] | None,
        About("the margins: one length, two to four as in CSS, or sides by name", {"top": "25mm", "left": "20mm"}),
    ] = None
    text: Annotated[Plain | None, About("the size of the text, from 9pt to 12pt (the option `size`)", "10.5pt")] = None
    leading: Annotated[Plain | None, About("a factor for the distance of lines", "1.1")] = None
    head: Annotated[
        RunningLine | None,
        About("the head of each page but the first, with the placeholders of `foot`", "{name} · {page} of {pages}"),
    ] = None
    foot: Annotated[
        RunningLine | None,
        About("the foot of each page but the first, with `{name}`, `{page}`, `{pages}`, `{updated}`", "updated {updated}"),
    ] = None
    spacing: Annotated[Plain | None, About("a factor for the white space between entries", "0.8")] = None


OPTIONS = {"size": "page", "text": "size", "leading": "leading", "head": "head", "foot": "foot", "spacing": "spacing"}
"""The keys of a page with the options of a style that they set; the margins are set by side."""

LINES = ("head", "foot")
"""The options that are lines with placeholders."""


def sides(margin: str) -> tuple[str, str, str, str]:
    """Return the margins of the four sides, from one to four lengths as CSS has them (top, right, bottom, left)."""
    lengths = margin.split()
    top = lengths[0] if lengths else ""
    right = lengths[1] if len(lengths) > 1 else top
    bottom = lengths[2] if len(lengths) > 2 else top
    return top, right, bottom, lengths[3] if len(lengths) > 3 else right


def joined(margins: tuple[str, str, str, str] | list[str]) -> str:
    """Return the margins of four sides as one text, shortened to one length where all are equal."""
    return margins[0] if len(set(margins)) == 1 else " ".join(margins)


def page_options(page: PageSetup, margin: str) -> dict[str, tuple[Any, tuple[str, ...]]]:
    """Return the style's options that a page sets, each with its value and the key of the page; `margin` is the style's own."""
    given: dict[str, tuple[Any, tuple[str, ...]]] = {
        option: (getattr(page, key), (key,)) for key, option in OPTIONS.items() if getattr(page, key) is not None
    }
    if page.margin:
        own = [getattr(page.margin, side) or old for side, old in zip(SIDES, sides(margin), strict=True)]
        given["margin"] = (joined(own), ("margin",))
    return given
