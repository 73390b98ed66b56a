"""Define the words and signs of a language."""

import re
from typing import Annotated, Any

from cvrender.model.annotations import About, Invalid, Reads, Short, one_of
from cvrender.model.base import Model
from cvrender.model.csl import CSL_TYPES
from cvrender.model.dates import SEASONS
from cvrender.model.fields import AUTHOR_MARKS, Plain, read_plain
from cvrender.model.kinds import SectionName
from cvrender.model.semesters import TRANSLATED
from cvrender.model.status import STATUSES

FALLBACK = "en"
"""The language of terms that a language's own file lacks."""


def _sign(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 9:
        raise Invalid("should be a sign, with the spaces around it", 'such as ", "')
    return value


Sign = Annotated[str, Reads(_sign)]


class Punctuation(Model, frozen=True, kw_only=True):
    """What the signs of patterns become in a language, with the spaces around them."""

    comma: Annotated[Sign, About("between the items of a list", ", ")]
    semicolon: Annotated[Sign, About("between longer items", "; ")]
    colon: Annotated[Sign, About("after a label", ": ")]
    open: Annotated[Sign, About("before what is in parentheses", " (")]
    close: Annotated[Sign, About("after what is in parentheses", ")")]
    open_quote: Annotated[Sign, About("before the title of a work", "“")]
    close_quote: Annotated[Sign, About("after the title of a work", "”")]


_SIGNS = {"comma": ", ", "semicolon": "; ", "colon": ": ", "open": " (", "close": ")", "open_quote": "“", "close_quote": "”"}


class Mark(Model, frozen=True, kw_only=True):
    """A mark behind a name in an author list, and what it means."""

    mark: Annotated[Plain, About("the sign behind a name", "*")]
    meaning: Annotated[Plain, About("what it means", "equal contribution")]


class Label(Model, frozen=True, kw_only=True):
    """A word before a value, for one and for several: `Advisor`, `Advisors`.

    `few` and `many` are CLDR's plural categories, for a word after a number. `{}` is where the value goes.
    """

    one: Annotated[Plain, About("before one value", "Advisor")]
    other: Annotated[Plain, About("before several values", "Advisors")]
    few: Annotated[Plain | None, About("after a number of CLDR's plural category few", "автора")] = None
    many: Annotated[Plain | None, About("after a number of CLDR's plural category many", "авторов")] = None

    def counted(self, number: int, category: str) -> str:
        """Return a number with the word that its plural category asks for: `28 authors`."""
        word = getattr(self, category, None) or self.other
        return word.replace("{}", str(number)) if "{}" in word else f"{number} {word}"


def _pattern(value: Any, *names: str) -> str:
    """Return a text with these placeholders and no others. Raises Invalid."""
    text = read_plain(value)
    wrong = [name for name in re.findall(r"\{([^{}]*)\}", text) if name not in names]
    if wrong:
        raise Invalid(f'"{{{wrong[0]}}}" is not a placeholder', f"available: {', '.join(f'{{{name}}}' for name in names)}")
    return text


Dated = Annotated[str, Reads(lambda value: _pattern(value, "place", "date"))]
SubjectLine = Annotated[str, Reads(lambda value: _pattern(value, "subject"))]
ReferenceLine = Annotated[str, Reads(lambda value: _pattern(value, "reference"))]
ClosingLine = Annotated[str, Reads(lambda value: _pattern(value, "salutation"))]
_ONE_WORD = Short(lambda word: {"one": word, "other": word})


class LetterWords(Model, frozen=True, kw_only=True):
    """The words of a letter in a language."""

    salutation: Annotated[Plain, About("the salutation, unless the letter gives one", "Dear Sir or Madam,")]
    closing: Annotated[ClosingLine, About("the words before the signature; {salutation} is that of the letter", "Sincerely,")]
    closing_to_person: Annotated[
        ClosingLine | None, About("the same in a letter that gives its own salutation", "Yours sincerely,")
    ] = None
    closings: Annotated[
        dict[str, ClosingLine], About("the words before the signature that belong to a salutation", {"前略": "草々"})
    ] = {}
    dated: Annotated[Dated, About("the date with the place", "{place}, {date}")]
    subject: Annotated[SubjectLine, About("the line with the subject", "Re: {subject}")]
    reference: Annotated[ReferenceLine, About("the line with the reference", "Reference: {reference}")]
    enclosures: Annotated[
        Annotated[Label, _ONE_WORD], About("the label of the enclosures", {"one": "Enclosure", "other": "Enclosures"})
    ]


STATEMENTS = ("research-statement", "teaching-statement", "diversity-statement", "narrative")
"""The kinds of statement."""
_PARTS = ("notes", "references", "signature", "letter", "application", "contents")
DocumentWord = Annotated[str, one_of((*_PARTS, *STATEMENTS), "unknown key")]

GroupKey = Annotated[str, one_of((*CSL_TYPES, "workshop", "ongoing", "undated"), "unknown key")]
StatusKey = Annotated[str, one_of(STATUSES, "unknown key")]
SeasonKey = Annotated[str, one_of(SEASONS, "unknown key")]
SemesterKey = Annotated[str, one_of(TRANSLATED, "unknown key")]
MarkKey = Annotated[str, one_of(AUTHOR_MARKS, "unknown key")]


class Terms(Model, frozen=True, kw_only=True):
    """A language's words for what a profile holds as data.

    `labels` are words before the values of fields, and others that patterns mention (`load/library/terms.py` checks their names).
    """

    present: Annotated[Plain, About("the word for an end that has not come", "present")]
    about: Annotated[Plain, About("an approximate date", "ca. {date}")] = "ca. {date}"
    seasons: Annotated[dict[SeasonKey, Plain], About("the seasons with their year", {"spring": "Spring {year}"})] = {}
    semesters: Annotated[
        dict[SemesterKey, Plain],
        About("the semesters with their year, or with both years", {"winter": "WiSe {years}", "summer": "SoSe {year}"}),
    ] = {}
    et_al: Annotated[Plain, About("the end of an author list that is not complete", "et al.")]
    punctuation: Annotated[Punctuation, About("what the signs of patterns become", _SIGNS)]
    sections: Annotated[dict[SectionName, Plain], About("the heading of each section", {"awards": "Awards"})]
    groups: Annotated[
        dict[GroupKey, Plain], About("the heading of each group of publications", {"article-journal": "Journal Articles"})
    ]
    status: Annotated[dict[StatusKey, Plain], About("the words for each status of a publication", {"in-press": "in press"})]
    labels: Annotated[
        dict[str, Annotated[Label, Short(lambda word: {"one": word, "other": word})]],
        About("words before values, for one and for several", {"advisors": {"one": "Advisor", "other": "Advisors"}}),
    ]
    letter: Annotated[
        LetterWords,
        About(
            "the words of a letter",
            {
                "salutation": "Dear Sir or Madam,",
                "closing": "Sincerely,",
                "dated": "{place}, {date}",
                "subject": "Re: {subject}",
                "reference": "Reference: {reference}",
                "enclosures": {"one": "Enclosure", "other": "Enclosures"},
            },
        ),
    ]
    documents: Annotated[
        dict[DocumentWord, Plain], About("titles of letters and statements, and of parts of them", {"notes": "Notes"})
    ]
    marks: Annotated[
        dict[MarkKey, Mark],
        About(
            "the marks behind names in author lists, with their meaning",
            {"equal": {"mark": "*", "meaning": "equal contribution"}},
        ),
    ]
