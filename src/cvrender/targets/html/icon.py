"""Draw the initials of a person as the icon of a page."""

from html import escape
from urllib.parse import quote

from cvrender.model.document import Header
from cvrender.model.style import Style
from cvrender.targets.html.stylesheet import PAPER, legible

_FACE = "system-ui,sans-serif"


def icon(header: Header, style: Style) -> str:
    """Return an SVG as a `data:` URL: the initials of the first and the last name, white on the accent of the style."""
    words = [word for word in (header.names[0] or header.name).split() if word[0].isalpha()]
    initials = "".join(word[0] for word in (words[0], *words[1:][-1:])).upper()[:2] if words else ""
    ground = legible(style.colors["accent"], PAPER)  # white on it has the contrast that it has on white
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="{ground}"/>'
        f'<text x="16" y="21.5" fill="#fff" font-family="{_FACE}" font-size="15" text-anchor="middle">{escape(initials)}</text>'
        "</svg>"
    )
    return f"data:image/svg+xml,{quote(svg, safe='/:=,-. ')}".replace(" ", "%20")
