"""Compose the end of a CV that is signed: place and date, the signature or room for it, and the name."""

from cvrender.model.dates import PartialDate
from cvrender.model.document import Block, Section
from cvrender.model.prose_blocks import Figure, Lines, Picture
from cvrender.model.text import Text, plain_text
from cvrender.model.value import Value, replace
from cvrender.text.localize import Wording, format_date

WIDTH = 45.0  # millimetres
_SOURCE = "view.signature"


class Signature(Value, frozen=True):
    """What a view asks for; `picture` is None where the CV is signed by hand."""

    place: str = ""
    date: PartialDate | None = None
    picture: Picture | None = None


def signature_section(signature: Signature, name: str, wording: Wording) -> Section:
    """Return a section without a heading, which pages keep together."""
    words = wording.terms
    date = format_date(signature.date, wording.long_dates, wording.language) if signature.date else ""
    dated = words.letter.dated.format(place=signature.place, date=date) if signature.place and date else signature.place or date
    blocks: list[Block] = [Lines((plain_text(dated),), "date", _SOURCE, before=1.5)] if dated else []
    if signature.picture:
        picture = replace(signature.picture, alt=words.documents["signature"].format(name=name))
        blocks.append(Figure(picture, "signature", WIDTH, source=_SOURCE))
    blocks.append(Lines((plain_text(name),), "signature", _SOURCE, before=0.2 if signature.picture else 2.5))
    return Section("signature", Text(), tuple(blocks), _SOURCE, keep_together=True)
