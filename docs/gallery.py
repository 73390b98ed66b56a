"""Make docs/images/STYLE.png, the first page of each style, for README and docs/gallery.md."""

from pathlib import Path

import pypdfium2

from cvrender import load_profile, render

ROOT = Path(__file__).resolve().parents[1]
SHOWN = {
    "classic": ("minjia-zhang", "cv"),
    "moderncv": ("cong-xie", "cv"),
    "homepage": ("bing-xie", "cv"),
    "lab": ("xiaonan-nie", "cv"),
    "proceedings": ("lingxiao-ma", "cv"),
    "engineer": ("ada-example", "resume"),
    "sidebar": ("minjia-zhang", "resume"),
}


def main() -> None:
    """Draw all of them."""
    for style, (profile, view) in SHOWN.items():
        loaded = load_profile(ROOT / "profiles" / f"{profile}.yaml")
        pdf = next(made for made in render(loaded, view=view, style=style, targets=["pdf"]) if made.name.endswith(".pdf"))
        document = pypdfium2.PdfDocument(pdf.content)
        picture = document[0].render(scale=1.25).to_pil().quantize(64)
        target = ROOT / "docs" / "images" / f"{style}.png"
        target.parent.mkdir(exist_ok=True)
        picture.save(target, optimize=True)
        print(target.relative_to(ROOT))


if __name__ == "__main__":
    main()
