"""Name the palettes: a colour for headings and rules, and one for links.

Each has a contrast of at least 4.5 to 1 on paper, and paper on it, as WCAG 2.2 asks for text (success criterion 1.4.3).
"""

NO_PALETTE = "none"
PALETTES = {
    "black": ("#000000", "#1f3a5f"),
    "slate": ("#3d4a57", "#2f5f8a"),
    "navy": ("#1f3a5f", "#0b5394"),
    "ocean": ("#0b5a7a", "#0b5394"),
    "teal": ("#0a6157", "#0b6a5e"),
    "forest": ("#2b5d34", "#1d6b3a"),
    "olive": ("#5c5a14", "#66640a"),
    "bronze": ("#7a4f12", "#8a5a0a"),
    "rust": ("#a3401a", "#9a3412"),
    "crimson": ("#a3123a", "#9b1c3c"),
    "plum": ("#6b2a5e", "#7a1f6b"),
    "violet": ("#4b3b8f", "#5a3fa8"),
}
"""The options `accent` and `links` by the name of the palette."""


def colors_of(palette: str) -> dict[str, str]:
    """Return the colours that a palette sets, by option."""
    return dict(zip(("accent", "links"), PALETTES[palette], strict=True)) if palette in PALETTES else {}
