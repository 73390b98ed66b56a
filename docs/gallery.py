"""Make the pictures of README and docs/gallery.md, at twice the size: the first page of each style and each example by field."""

from pathlib import Path

import pypdfium2

from cvrender import load_profile, render

ROOT = Path(__file__).resolve().parents[1]
STYLES = {
    "classic": ("elena-marlow", "full"),
    "moderncv": ("priya-raman", "full"),
    "homepage": ("elena-marlow", "full"),
    "lab": ("elena-marlow", "full"),
    "proceedings": ("priya-raman", "full"),
    "engineer": ("daniel-osei", "resume"),
    "sidebar": ("priya-raman", "full"),
    "corners": ("daniel-osei", "resume"),
    "banner": ("mateo-ferrand", "resume"),
    "portfolio": ("sofia-lindgren", "full"),
    "ivy": ("clara-whitmore", "resume"),
    "folio": ("clara-whitmore", "full"),
    "duo": ("daniel-osei", "resume"),
    "passport": ("mateo-ferrand", "full"),
    "form": ("priya-raman", "full"),
    "dossier": ("elena-marlow", "full"),
    "accent": ("daniel-osei", "resume"),
    "timeline": ("elena-marlow", "full"),
    "margin": ("clara-whitmore", "full"),
    "mosaic": ("sofia-lindgren", "full", "photo=true"),
}
"""Each style with a profile of profiles/gallery, its view and options."""
_WIDTH = 1190  # pixels of each picture: two for each point of A4
EXAMPLES = {
    "helen-specimen": "cv",
    "livia-exemplar": "cv",
    "omar-prototype": "one-page",
    "jonas-beispiel": "lebenslauf",
    "li-fan": "zh",
}
"""Each example with its view, which has a style of its own."""


def main() -> None:
    """Draw all of them."""
    for style, (profile, view, *options) in STYLES.items():
        draw(style, f"gallery/{profile}.yaml", view, style, dict(option.split("=") for option in options))
    for profile, view in EXAMPLES.items():
        draw(profile, f"examples/{profile}.yaml", view)


def command(style: str) -> str:
    """Return the command that makes the picture of a style, as docs/gallery.md tells it."""
    profile, view, *options = STYLES[style]
    return " ".join(
        [
            f"cvrender render profiles/gallery/{profile}.yaml --view {view} --style {style}",
            *(f"--set {option}" for option in options),
        ]
    )


def draw(name: str, profile: str, view: str, style: str = "", options: dict[str, str] | None = None) -> None:
    """Draw the first page of a view as docs/images/NAME.png; without a style, in that of the view."""
    pdf = render(load_profile(ROOT / "profiles" / profile), view=view, style=style, targets=["pdf"], options=options or {})[0]
    with pypdfium2.PdfDocument(pdf.content) as document:
        page = document[0]
        picture = page.render(scale=_WIDTH / page.get_width()).to_pil().quantize(64)
    target = ROOT / "docs" / "images" / f"{name}.png"
    target.parent.mkdir(exist_ok=True)
    picture.save(target, optimize=True)
    print(target.relative_to(ROOT))


if __name__ == "__main__":
    main()
