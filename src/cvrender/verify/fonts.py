"""A PDF in, fonts that another machine would lack or could not read out."""

from collections.abc import Iterator

from cvrender.verify.base import Evidence, Finding


def check(evidence: Evidence) -> Iterator[Finding]:
    """Every font is in the file, and says which characters its glyphs are."""
    from cvrender.read.pdf import structure

    for font in structure(evidence.content).fonts:
        if not font.embedded:
            yield Finding(f"the font {font.name} is not in the file", hint="another machine would show another one")
        if not font.readable:
            yield Finding(f"the font {font.name} does not say what its glyphs are (ToUnicode), so nobody can copy the text")
