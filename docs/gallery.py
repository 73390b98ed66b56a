"""Make the pictures of README and docs/gallery.md: the first page of each style, and of each profile in profiles/examples."""

from pathlib import Path

import pypdfium2

from cvrender import load_profile, render

ROOT = Path(__file__).resolve().parents[1]
STYLES = {
    "classic": ("minjia-zhang", "cv"),
    "moderncv": ("cong-xie", "cv"),
    "homepage": ("bing-xie", "cv"),
    "lab": ("xiaonan-nie", "cv"),
    "proceedings": ("lingxiao-ma", "cv"),
    "engineer": ("ada-example", "resume"),
    "sidebar": ("minjia-zhang", "resume"),
    "corners": ("minjia-zhang", "resume"),
    "banner": ("ada-example", "resume"),
    "portfolio": ("ada-example", "resume"),
    "ivy": ("lingxiao-ma", "resume"),
    "folio": ("examples/livia-exemplar", "full"),
    "duo": ("minjia-zhang", "resume"),
    "passport": ("ada-example", "resume"),
    "form": ("ada-example", "dfg"),
    "dossier": ("ada-example", "us-dossier"),
    "accent": ("minjia-zhang", "resume"),
    "timeline": ("bing-xie", "full"),
    "margin": ("minjia-zhang", "resume"),
    "mosaic": ("examples/omar-prototype", "one-page"),
}
"""Each style with a profile and its view."""
_WIDTH = 744  # pixels of each picture
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
    for style, (profile, view) in STYLES.items():
        draw(style, f"{profile}.yaml", view, style)
    for profile, view in EXAMPLES.items():
        draw(profile, f"examples/{profile}.yaml", view)


def draw(name: str, profile: str, view: str, style: str = "") -> None:
    """Draw the first page of a view as docs/images/NAME.png; without a style, in that of the view."""
    pdf = render(load_profile(ROOT / "profiles" / profile), view=view, style=style, targets=["pdf"])[0]
    with pypdfium2.PdfDocument(pdf.content) as document:
        page = document[0]
        picture = page.render(scale=_WIDTH / page.get_width()).to_pil().quantize(64)
    target = ROOT / "docs" / "images" / f"{name}.png"
    target.parent.mkdir(exist_ok=True)
    picture.save(target, optimize=True)
    print(target.relative_to(ROOT))


if __name__ == "__main__":
    main()
