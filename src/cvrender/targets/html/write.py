"""Write a Document as one HTML file that includes its stylesheet, needs no network and runs no script.

Every text is escaped to `Html` by `write`. A link is kept if its scheme is one of SCHEMES; others become text. `stylesheet`
makes the CSS, `linked_data` the data for search engines, `works` the BibTeX, `times` finds dates, `mathml` writes formulas.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from cvrender.model.document import Attachment, Document
from cvrender.model.links import BARE_PERCENT, has_allowed_scheme, percent_encode
from cvrender.model.style import Style
from cvrender.model.text import LINE_BREAK, Span, Text, plain_text, split_at
from cvrender.model.value import replace
from cvrender.targets.html.icon import icon
from cvrender.targets.html.linked_data import linked_data
from cvrender.targets.html.mathml import mathml
from cvrender.targets.html.page_works import works_of
from cvrender.targets.html.stylesheet import stylesheet
from cvrender.targets.html.times import Times, pattern, times_of
from cvrender.targets.templates import Escaped, leaf, template_environment, template_problems
from cvrender.text.foreign import foreign
from cvrender.text.scripts import FORWARD, has_right_to_left, is_right_to_left
from cvrender.text.ties import TIE, tied


class Html(Escaped):
    """Text that is already HTML, for elements and quoted attributes."""

    __slots__ = ()


_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_MOST_SECTIONS = 8  # a longer page begins with links to its sections
_BLANKS = re.compile("[\t-\r\x85\u2028\u2029]")
_NO_CHARACTERS = re.compile("[\0-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_IDENTIFIER = re.compile("[0-9A-Z -]{4,24}")  # such as an ORCID iD
_RANGE = re.compile(r"(?<![\w–-])\d{1,6}–\d{1,6}(?![\w–-])")  # browsers end lines behind the dash
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


@dataclass(frozen=True)
class Writer:
    """Writes texts of a document in one language; parts in another script are marked with theirs."""

    language: str = ""

    @property
    def right_to_left(self) -> bool:
        """Return whether the document runs from right to left."""
        return is_right_to_left(self.language)

    def __call__(self, value: Any) -> Html:
        """Write a value that a template prints."""
        return leaf(value, Html, escape, self.text)

    def text(self, value: Text, times: Times | None = None, in_contacts: bool = False) -> Html:
        """Write a line or paragraph; adjacent spans with the same target become one link, and printed `times` elements."""
        result = ""
        mixed = self.right_to_left or has_right_to_left(value.plain)
        for number, isolate in value.by_isolate():
            shown = self._linked(isolate, times or {}, in_contacts, mixed)
            result += f"<bdi>{shown}</bdi>" if number else shown
        return Html(_JOINED.sub(r'<span class="nowrap">\g<0></span>', result) if "<math>" in result else result)

    def _linked(self, value: Text, times: Times, in_contacts: bool, mixed: bool) -> str:
        """Write adjacent spans with the same target as one link; in a `mixed` text links have directions."""
        result = ""
        for target, linked in value.by_target():
            inside = "".join(self._in_lines(item, times) for item in linked)
            address = url(target)
            scheme = address.partition(":")[0].lower()
            whole = scheme == "tel" or (in_contacts and _IDENTIFIER.fullmatch("".join(item.text for item in linked)))
            result = f"{result[:-1]}{TIE}" if whole and result.endswith(" ") else result  # a label and its number
            kinds = [*(["nowrap"] if whole else []), *([_CONTACTS.get(scheme, "u-url")] if in_contacts else [])]
            attributes = f' class="{" ".join(kinds)}"' if kinds else ""
            attributes += ' rel="me"' if in_contacts and scheme in ("http", "https") else ""
            attributes += ' dir="ltr"' if mixed and not has_right_to_left("".join(item.text for item in linked)) else ""
            result += f'<a{attributes} href="{address}">{inside}</a>' if address else inside
        return result

    def _in_lines(self, value: Span, times: Times) -> str:
        return "<br>".join(self.span(replace(value, text=line), times) for line in value.text.split(LINE_BREAK))

    def span(self, value: Span, times: Times) -> Html:
        """Write one span with its marks. Spaces in a phone number are character references, as html-validate wants them."""
        if value.math:
            result = _maths(value.text)
        elif value.code:
            result = str(escape(value.text))
        elif value.href.lower().startswith("tel:"):
            result = escape(value.text).replace(" ", "&#32;").replace("-", "&#45;")
        else:
            result = self._with_times(value.text, times) if times else self._with_languages(value.text)
        if element := FORMS.get(value.form):
            result = f"<{element}>{result}</{element}>"
        elif value.form:
            result = f'<span class="{value.form}">{result}</span>'
        for on, element in ((value.code, "code"), (value.italic, "em"), (value.bold, "strong")):
            if on:
                result = f"<{element}>{result}</{element}>"
        return Html(result)

    def _with_times(self, characters: str, times: Times) -> str:
        dates = ((*match.span(), times[match[0]]) for match in pattern(times).finditer(characters))
        return "".join(
            f'<time datetime="{time}">{escape(part)}</time>' if time else self._with_languages(part)
            for part, time in split_at(characters, dates)
        )

    def _with_languages(self, characters: str) -> str:
        words = foreign(characters, self.language) if self.language else ()
        return "".join(
            f'<span lang="{language}">{escape(part)}</span>' if language else self._with_directions(part)
            for part, language in split_at(characters, words)
        )

    def _with_directions(self, characters: str) -> str:
        if not self.right_to_left:
            return _RANGE.sub(r'<span class="nowrap">\g<0></span>', escape(characters))
        runs = ((*match.span(), True) for match in FORWARD.finditer(characters))
        return "".join(
            f'<span class="ltr">{escape(part)}</span>' if is_forward else escape(part)
            for part, is_forward in split_at(characters, runs)
        )


FORMS = {"super": "sup", "sub": "sub"}
"""Elements of raised and lowered characters; small capitals have a class."""
_CONTACTS = {"mailto": "u-email", "tel": "p-tel"}
"""Microformats of contacts by their scheme (https://microformats.org/wiki/h-card)."""

writer = lru_cache(maxsize=32)(Writer)
"""Return the writer of a language, the same one each time: templates are kept for each."""


def _maths(tex: str) -> str:
    try:
        return mathml(tex)
    except ValueError:  # not valid TeX
        return f'<span class="math">{escape(tex)}</span>'


def render(document: Document, style: Style, attachments: Sequence[Attachment] = (), faces: str = "") -> str:
    """Return the whole .html file, with attachments in its linked data."""
    language = document.properties.language
    write = writer(language)
    document = tied(document, dates=False)  # the stylesheet keeps dates together
    works = works_of(document)  # each is taken once, where it is shown first
    with template_problems():
        template = template_environment(style.templates, write).get_template("html/document.html")
        html = template.render(
            document=document,
            options=style.values,
            direction="rtl" if write.right_to_left else "ltr",
            stylesheet=Html(stylesheet(style, document.head, document.foot)),
            linked_data=Html(linked_data(document, attachments)),
            bibtex=style.values["bibtex"],
            contents=len(document.sections) > _MOST_SECTIONS and all(section.title for section in document.sections),
            take_work=lambda source: works.pop(source, None) if source else None,
            lines=lambda source: Html("\n".join(map(escape, source.split("\n")))),
            unlinked=lambda title: write.text(Text(tuple(replace(span, href="") for span in title.spans))),
            timed=partial(_timed, write, str(style.values["dates"])),
            characters=lambda name: write.text(plain_text(name)),
            contact=lambda text: write.text(text, in_contacts=True),
            icons=style.values["icons"],
            image=lambda figure: Html(figure.picture.data_url),
            millimetres=lambda length: Html(f"{length:g}"),
            percent=lambda share: Html(f"{100 * share:.2f}"),
            faces=Html(faces),
            icon=Html(icon(document.header, style)),
            photo=Html(document.header.photo.data_url) if document.header.photo else "",
        )
    return re.sub(r"\n\s*\n", "\n", html).strip("\n") + "\n"


def _timed(write: Writer, form: str, value: Text, when: str, years: bool = False) -> Html:
    """Write a text of an entry with `time` elements for the entry's dates; `years` alone count only where nothing else is."""
    return write.text(value, times_of(when, form, write.language, years) if when else None)
