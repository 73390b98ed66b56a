"""Write a Document as one HTML file that includes its stylesheet, needs no network and runs no script.

Every text is escaped to `Html` by `write`. A link is kept if its scheme is one of SCHEMES; others become text. `stylesheet`
makes the CSS, `linked_data` the data for search engines, `mathml` the formulas.
"""

import base64
import re
from itertools import groupby
from typing import Any

from cvrender.model.dates import parse_date
from cvrender.model.document import Document, Picture
from cvrender.model.links import BARE_PERCENT, has_allowed_scheme, percent_encode
from cvrender.model.scripts import is_right_to_left
from cvrender.model.style import Style
from cvrender.model.text import Span, Text
from cvrender.targets.html.linked_data import linked_data
from cvrender.targets.html.mathml import mathml
from cvrender.targets.html.stylesheet import stylesheet
from cvrender.targets.templates import Escaped, leaf, template_environment, template_problems


class Html(Escaped):
    """Text that is already HTML, for elements and quoted attributes."""

    __slots__ = ()


_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_BLANKS = re.compile("[\t-\r\x85\u2028\u2029]")
_NO_CHARACTERS = re.compile("[\0-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_ADJACENT = r"(?:&[#\w]+;|[^\s<>&])"  # a character next to a formula: no line break between λ and -calculus
_FORMULA = "<math>(?>.*?</math>)"
_JOINED = re.compile(f"{_ADJACENT}{{1,20}}{_FORMULA}{_ADJACENT}{{0,20}}|{_FORMULA}{_ADJACENT}{{1,20}}")


def escape(text: str) -> Html:
    """Escape text as HTML; what is not a character becomes U+FFFD."""
    text = _NO_CHARACTERS.sub("\ufffd", _BLANKS.sub(" ", text))
    return Html(re.sub("[&<>\"']", lambda match: _SIGNS[match[0]], text))


def url(target: str) -> Html:
    """Percent-encode and escape a link's target for an attribute; return an empty text if its scheme is not allowed."""
    return escape(percent_encode(target, also=BARE_PERCENT)) if has_allowed_scheme(target) else Html()


def span(value: Span) -> Html:
    """Write one span with its marks. Spaces in a phone number are character references, so that html-validate accepts them."""
    result = str(escape(value.text))
    if value.href.lower().startswith("tel:"):
        result = result.replace(" ", "&#32;").replace("-", "&#45;")
    if value.math:
        result = _maths(value.text)
    for on, start, end in (
        (value.code, "<code>", "</code>"),
        (value.italic, "<em>", "</em>"),
        (value.bold, "<strong>", "</strong>"),
    ):
        if on:
            result = start + result + end
    return Html(result)


def _maths(tex: str) -> str:
    try:
        return mathml(tex)
    except ValueError:  # not valid TeX
        return f'<span class="math">{escape(tex)}</span>'


def text(value: Text) -> Html:
    """Write a line or paragraph; adjacent spans with the same target become one link."""
    result = ""
    for target, spans in groupby((item for item in value.spans if item.text), key=lambda item: item.href):
        inside = "".join(span(item) for item in spans)
        address = url(target)
        kind = ' class="nowrap"' if address.lower().startswith("tel:") else ""
        result += f'<a{kind} href="{address}">{inside}</a>' if address else inside
    return Html(_JOINED.sub(r'<span class="nowrap">\g<0></span>', result) if "<math>" in result else result)


def write(value: Any) -> Html:
    """Write a value that a template prints."""
    return leaf(value, Html, text, escape)


def render(document: Document, style: Style) -> str:
    """Return the whole .html file."""
    language = document.properties.language
    with template_problems():
        template = template_environment(style.templates, write).get_template("html/document.html")
        html = template.render(
            document=document,
            direction="rtl" if is_right_to_left(language) else "ltr",
            stylesheet=Html(stylesheet(style)),
            linked_data=Html(linked_data(document)),
            time_of=_time,
            icons=style.values["icons"],
            photo=Html(_data(document.header.photo)) if document.header.photo else "",
        )
    return re.sub(r"\n\s*\n", "\n", html).strip("\n") + "\n"


def _data(photo: Picture) -> str:
    """Return an image as a data URL."""
    return f"data:image/{photo.kind};base64,{base64.b64encode(photo.content).decode()}"


def _time(when: str) -> str:
    """Return an entry's time for HTML's `time` element, which accepts only single dates."""
    try:
        date = parse_date(when)
    except ValueError:
        return ""
    return str(date) if date.is_plain else ""
