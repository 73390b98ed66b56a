"""Write raised and lowered characters as Unicode has them, and images as words, for formats of characters only."""

from cvrender.model.document import Document
from cvrender.model.printed_texts import map_parts, map_texts
from cvrender.model.prose_blocks import WorkSample
from cvrender.model.text import Span, Text, join, plain_text
from cvrender.model.value import replace

_PLAIN = "0123456789+-–−=()"
_AS_THEY_ARE = ",;. "
"""Signs between raised numbers, as in `¹,²`."""
_FORMS = {
    "super": str.maketrans(_PLAIN + "in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁱⁿ"),
    "sub": str.maketrans(_PLAIN, "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎"),
}
"""The block "Superscripts and Subscripts" of Unicode, with the three digits of Latin-1."""


def with_raised_characters(document: Document) -> Document:
    """Return the Document with the numbers and signs of raised and lowered spans as characters: `12³` instead of `123`.

    Letters that Unicode lacks in the form stay plain, with all of their span; so do small capitals. A blank separates such a
    span from a word before it if it begins with a digit: `See 1(p3)`. Images of work become their words: `[The mill] Figure 1`.
    """
    return map_texts(map_parts(document, WorkSample, _in_words), _raised)


def _in_words(sample: WorkSample) -> WorkSample:
    return replace(sample, caption=join((plain_text(f"[{sample.picture.alt}]"), sample.caption), " "))


def _raised(text: Text) -> Text:
    if not any(span.form in _FORMS for span in text.spans):
        return text
    parts, before = [], ""
    for span in text.spans:
        part = _in_characters(span)
        if part.form in _FORMS and part.text[:1].isdigit() and before[-1:].isalnum():
            parts.append(plain_text(" "))
        parts.append(Text((part,)))
        before = part.text
    return join(parts)


def _in_characters(span: Span) -> Span:
    table = _FORMS.get(span.form)
    if table is None or span.math or any(ord(char) not in table and char not in _AS_THEY_ARE for char in span.text):
        return span
    return replace(span, text=span.text.translate(table), form="")
