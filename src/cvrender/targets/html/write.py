"""Document and Style in, HTML out: one file with its stylesheet inside, that asks nothing of the network and runs no script.

Every text becomes `Html` at the leaf, by `write`. A link survives when its target is one of the SCHEMES; any other stays
text. `look` makes the stylesheet, `linked_data` what the page tells search engines, `mathml` its formulas.
"""

import base64
import re
from itertools import groupby
from typing import Any

from cvrender.model.dates import parse_date
from cvrender.model.document import Document, Picture
from cvrender.model.links import BARE_PERCENT, has_allowed_scheme, percent_encode
from cvrender.model.style import Style
from cvrender.model.text import Span, Text
from cvrender.targets.html.linked_data import linked_data
from cvrender.targets.html.mathml import mathml
from cvrender.targets.html.stylesheet import stylesheet
from cvrender.targets.templates import Escaped, leaf, template_environment, template_problems


class Html(Escaped):
    """Text that is HTML already, fit for elements and for quoted attributes."""

    __slots__ = ()


_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_BLANKS = re.compile("[\t-\r\x85\u2028\u2029]")
_NO_CHARACTERS = re.compile("[\0-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_BESIDE = r"(?:&[#\w]+;|[^\s<>&])"  # a character that stands right beside a formula: no line ends between λ and -calculus
_FORMULA = "<math>(?>.*?</math>)"
_JOINED = re.compile(f"{_BESIDE}{{1,20}}{_FORMULA}{_BESIDE}{{0,20}}|{_FORMULA}{_BESIDE}{{1,20}}")
_RIGHT_TO_LEFT = frozenset("ar arc ckb dv fa he ks ku ps sd ug ur yi Arab Hebr".split())


def escape(text: str) -> Html:
    """Any characters as HTML that shows just these; what is no character becomes U+FFFD."""
    text = _NO_CHARACTERS.sub("\ufffd", _BLANKS.sub(" ", text))
    return Html(re.sub("[&<>\"']", lambda match: _SIGNS[match[0]], text))


def url(target: str) -> Html:
    """A link's target for an attribute, percent-encoded where it is no URL; empty when the scheme is none of SCHEMES."""
    return escape(percent_encode(target, also=BARE_PERCENT)) if has_allowed_scheme(target) else Html()


def span(value: Span) -> Html:
    """One span with its marks. A telephone number's blanks are written so that html-validate, too, sees them kept together."""
    made = str(escape(value.text))
    if value.href.lower().startswith("tel:"):
        made = made.replace(" ", "&#32;").replace("-", "&#45;")
    if value.math:
        made = _maths(value.text)
    for on, start, end in (
        (value.code, "<code>", "</code>"),
        (value.italic, "<em>", "</em>"),
        (value.bold, "<strong>", "</strong>"),
    ):
        if on:
            made = start + made + end
    return Html(made)


def _maths(tex: str) -> str:
    try:
        return mathml(tex)
    except ValueError:  # what TeX would not take either stays what was typed
        return f'<span class="math">{escape(tex)}</span>'


def text(value: Text) -> Html:
    """A line or paragraph; neighbours with one target are one link."""
    made = ""
    for target, spans in groupby((item for item in value.spans if item.text), key=lambda item: item.href):
        inside = "".join(span(item) for item in spans)
        address = url(target)
        kind = ' class="nowrap"' if address.lower().startswith("tel:") else ""
        made += f'<a{kind} href="{address}">{inside}</a>' if address else inside
    return Html(_JOINED.sub(r'<span class="nowrap">\g<0></span>', made) if "<math>" in made else made)


def write(value: Any) -> Html:
    """How a template's values become HTML."""
    return leaf(value, Html, text, escape)


def render(document: Document, style: Style) -> str:
    """The whole .html file."""
    language = document.properties.language
    with template_problems():
        template = template_environment(style.templates, write).get_template("html/document.html")
        made = template.render(
            document=document,
            direction="rtl" if _RIGHT_TO_LEFT.intersection(language.split("-")) else "ltr",
            stylesheet=Html(stylesheet(style)),
            linked_data=Html(linked_data(document)),
            time_of=_time,
            icons=style.values["icons"],
            photo=Html(_data(document.header.photo)) if document.header.photo else "",
        )
    return re.sub(r"\n\s*\n", "\n", made).strip("\n") + "\n"


def _data(photo: Picture) -> str:
    """A picture within the file."""
    return f"data:image/{photo.kind};base64,{base64.b64encode(photo.content).decode()}"


def _time(when: str) -> str:
    """An entry's time as HTML's `time` element takes it, which knows single dates, and no year zero."""
    try:
        date = parse_date(when)
    except ValueError:
        return ""
    return str(date) if date.year else ""
