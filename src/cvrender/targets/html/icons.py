"""Write the icons of contacts as masks of CSS, so that each has the colour of its contact."""

from urllib.parse import quote

from cvrender.model.icons import ENTRY_ICONS, ICONS, Stroke, drawing

_SVG = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='#000' stroke-width='1.2' "
    "stroke-linejoin='round'>{}</svg>"
)


def icon_rules() -> str:
    """Return the rules that name the drawing of each icon."""
    return "\n".join(f'.icon-{name} {{ --icon: url("data:image/svg+xml,{_image(name)}"); }}' for name in ICONS)


def entry_icon_rules() -> str:
    """Return the rules that name the drawings before the parts of entries."""
    return "\n".join(f'.{part} {{ --icon: url("data:image/svg+xml,{_image(name)}"); }}' for part, name in ENTRY_ICONS.items())


def _image(name: str) -> str:
    return quote(_SVG.format("".join(map(_drawn, drawing(name)))), safe=" ='/:")


def _drawn(stroke: Stroke) -> str:
    if stroke.shape != "path":
        x, y, radius = stroke.commands[0][1]
        filled = " fill='#000' stroke='none'" if stroke.shape == "dot" else ""
        return f"<circle cx='{x:g}' cy='{y:g}' r='{radius:g}'{filled}/>"
    return f"<path d='{' '.join(command + ' '.join(map('{:g}'.format, numbers)) for command, numbers in stroke.commands)}'/>"
