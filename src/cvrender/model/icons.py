"""Draw the icons of contacts, once for all targets.

A drawing is a list of strokes on a square of 16 × 16, `y` downwards as in SVG (https://www.w3.org/TR/SVG2/paths.html): paths
of the commands M, L, C and Z with absolute coordinates, `circle x y r`, and `dot x y r` for a filled one.
"""

from typing import NamedTuple
from urllib.parse import urlsplit


class Stroke(NamedTuple):
    """A part of a drawing: `circle` and `dot` have a centre and a radius, a `path` its commands, each with its coordinates."""

    shape: str
    commands: tuple[tuple[str, tuple[float, ...]], ...]


_DRAWINGS = {
    "location": "M 8 15 L 3.8 8 C 2.6 5 4.3 1.2 8 1.2 C 11.7 1.2 13.4 5 12.2 8 Z; circle 8 5.7 1.5",
    "calendar": "M 1.6 3 L 14.4 3 L 14.4 14.4 L 1.6 14.4 Z; M 1.6 6.6 L 14.4 6.6; M 4.8 1 L 4.8 4; M 11.2 1 L 11.2 4",
    "phone": (
        "M 5 1 L 11 1 C 11.7 1 12 1.3 12 2 L 12 14 C 12 14.7 11.7 15 11 15 L 5 15 C 4.3 15 4 14.7 4 14 L 4 2 C 4 1.3 "
        "4.3 1 5 1 Z; M 7 12.7 L 9 12.7"
    ),
    "email": "M 1 3 L 15 3 L 15 13 L 1 13 Z; M 1 3.5 L 8 9.5 L 15 3.5",
    "link": "circle 8 8 6.6; M 8 1.4 C 4.2 4.5 4.2 11.5 8 14.6 C 11.8 11.5 11.8 4.5 8 1.4; M 1.4 8 L 14.6 8",
    "person": "circle 8 5 3.2; M 2 14.8 C 2 8.6 14 8.6 14 14.8 Z",
    "card": (
        "M 1 2.8 L 15 2.8 L 15 13.2 L 1 13.2 Z; circle 5.1 6.6 1.4; M 2.9 11 C 3 8.8 7.2 8.8 7.3 11; M 9.6 6.6 L 12.8 "
        "6.6; M 9.6 9.6 L 12.8 9.6"
    ),
    "bluesky": (
        "M 8 7.2 C 6.6 4.4 3.6 2 2.2 2 C 1 2 1.2 6.3 2 7.6 C 2.8 8.8 4.4 8.8 5.6 8.6 C 3.2 9 2.6 10.4 4 12 C 6 14.2 "
        "7.4 12 8 10.4 C 8.6 12 10 14.2 12 12 C 13.4 10.4 12.8 9 10.4 8.6 C 11.6 8.8 13.2 8.8 14 7.6 C 14.8 6.3 15 2 "
        "13.8 2 C 12.4 2 9.4 4.4 8 7.2 Z"
    ),
    "github": (
        "M 5.6 15 L 5.6 12.6 C 3.2 11.8 2.2 10 2.2 7.6 C 2.2 6.4 2.5 5.5 3.2 4.7 C 2.9 3.6 3 2.3 3.4 1.4 C 4.5 1.4 "
        "5.4 2 6.1 2.6 C 7.3 2.3 8.7 2.3 9.9 2.6 C 10.6 2 11.5 1.4 12.6 1.4 C 13 2.3 13.1 3.6 12.8 4.7 C 13.5 5.5 "
        "13.8 6.4 13.8 7.6 C 13.8 10 12.8 11.8 10.4 12.6 L 10.4 15; M 5.6 13.6 C 4 14 3.2 13.2 2 11.8"
    ),
    "gitlab": ("M 8 14.6 L 1.4 9.3 L 3.8 1.8 L 5.7 6.6 L 10.3 6.6 L 12.2 1.8 L 14.6 9.3 Z; M 5.7 6.6 L 8 14.6 L 10.3 6.6"),
    "google-scholar": ("M 8 2.4 L 15.2 6.2 L 8 10 L 0.8 6.2 Z; M 3.9 8.2 L 3.9 12 C 5.4 13.9 10.6 13.9 12.1 12 L 12.1 8.2"),
    "linkedin": (
        "M 1.5 1.5 L 14.5 1.5 L 14.5 14.5 L 1.5 14.5 Z; M 4.7 7 L 4.7 12; dot 4.7 4.5 0.9; M 7.6 12 L 7.6 7; M 7.6 "
        "9.4 C 7.6 6.2 11.6 6.2 11.6 9.4 L 11.6 12"
    ),
    "mastodon": (
        "M 11.8 12 C 9 13.2 6 12.9 4.6 11.8 C 5 14.4 8 15 10.6 14.2; M 11.8 12 C 13.9 11.2 14.4 9.6 14.4 6.6 C 14.4 "
        "2.6 13 1.4 8 1.4 C 3 1.4 1.6 2.6 1.6 6.6 C 1.6 9.6 2.6 11.2 4.6 11.8; M 4.8 9.4 L 4.8 6 C 4.8 3.8 8 3.8 8 6 "
        "L 8 7.8; M 8 6 C 8 3.8 11.2 3.8 11.2 6 L 11.2 9.4"
    ),
    "orcid": (
        "circle 8 8 6.8; M 5.2 6.7 L 5.2 11.4; dot 5.2 4.7 0.8; M 7.9 4.9 L 9.1 4.9 C 13.2 4.9 13.2 11.3 9.1 11.3 L 7.9 11.3 Z"
    ),
    "stackoverflow": (
        "M 3 9.6 L 3 14.6 L 12.6 14.6 L 12.6 9.6; M 5.2 12 L 10.4 12; M 5.4 9 L 10.5 9.8; M 6.5 5.9 L 11.1 8; M 8.6 3 L 12.3 6.4"
    ),
    "x": "M 1.6 1.8 L 4.8 1.8 L 14.4 14.2 L 11.2 14.2 Z; M 13.8 1.8 L 9 7.2; M 7 9 L 2.2 14.2",
    "youtube": (
        "M 3.4 3 L 12.6 3 C 14.4 3 15.2 3.8 15.2 5.4 L 15.2 10.6 C 15.2 12.2 14.4 13 12.6 13 L 3.4 13 C 1.6 13 0.8 "
        "12.2 0.8 10.6 L 0.8 5.4 C 0.8 3.8 1.6 3 3.4 3 Z; M 6.6 5.6 L 10.6 8 L 6.6 10.4 Z"
    ),
}
_HOSTS = {
    "bsky.app": "bluesky",
    "github.com": "github",
    "gitlab.com": "gitlab",
    "scholar.google.com": "google-scholar",
    "linkedin.com": "linkedin",
    "orcid.org": "orcid",
    "stackoverflow.com": "stackoverflow",
    "twitter.com": "x",
    "x.com": "x",
    "youtube.com": "youtube",
}


def icon_of(kind: str, href: str) -> str:
    """Return the name of a contact's icon: that of a known site, else one for the `kind` of ContactLine."""
    if kind not in ("link", "fact"):
        return kind
    address = urlsplit(href)
    parts = (address.hostname or "").split(".")
    known = next((_HOSTS[site] for first in range(len(parts)) if (site := ".".join(parts[first:])) in _HOSTS), "")
    if known or kind == "fact":
        return known or ("card" if href else "person")
    return "mastodon" if address.path.startswith("/@") else "link"


def drawing(name: str) -> tuple[Stroke, ...]:
    """Return the strokes of an icon."""
    return tuple(_stroke(text.split()) for text in _DRAWINGS[name].split(";"))


def _stroke(words: list[str]) -> Stroke:
    if words[0] in ("circle", "dot"):
        return Stroke(words[0], (("", tuple(map(float, words[1:]))),))
    commands: list[tuple[str, tuple[float, ...]]] = []
    for word in words:
        commands = (
            [*commands, (word, ())] if word.isalpha() else [*commands[:-1], (commands[-1][0], (*commands[-1][1], float(word)))]
        )
    return Stroke("path", tuple(commands))


ENTRY_ICONS = {"date": "calendar", "place": "location"}
"""The icons before parts of entries, by the name of the part."""
ICONS = tuple(name for name in _DRAWINGS if name != "calendar")
"""The names of the icons of contacts."""
