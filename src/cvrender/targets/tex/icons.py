"""Write the icons of contacts as drawings of TikZ."""

from collections.abc import Iterable

from cvrender.model.document import ContactLine
from cvrender.model.icons import ENTRY_ICONS, Stroke, drawing
from cvrender.targets.tex.texts import Latex


def icon_drawings(contacts: Iterable[ContactLine], in_entries: bool) -> list[tuple[Latex, Latex]]:
    """Return the icons that contacts, and perhaps entries, need, each once, with what draws it; a unit is a sixteenth of the
    icon, `y` downwards.
    """
    names = dict.fromkeys((*(contact.icon for contact in contacts), *(ENTRY_ICONS.values() if in_entries else ())))
    return [(Latex(name), Latex(" ".join(map(_drawn, drawing(name))))) for name in names]


def _drawn(stroke: Stroke) -> str:
    if stroke.shape != "path":
        x, y, radius = stroke.commands[0][1]
        return rf"\{'fill' if stroke.shape == 'dot' else 'draw'} ({x:g},{y:g}) circle ({radius:g});"
    parts = []
    for command, numbers in stroke.commands:
        points = [f"({x:g},{y:g})" for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        parts.append({"M": "{}", "L": "-- {}", "C": ".. controls {} and {} .. {}", "Z": "-- cycle"}[command].format(*points))
    return rf"\draw {' '.join(parts)};"
