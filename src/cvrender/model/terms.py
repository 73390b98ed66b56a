"""Define the words and signs of a language."""

from typing import Annotated, Any

from cvrender.model.annotations import Invalid, Reads, Short
from cvrender.model.base import Model
from cvrender.model.fields import Plain
from cvrender.model.json_schema import TEXT

FALLBACK = "en"
"""The language of terms that a language's own file lacks."""


def _sign(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 9:
        raise Invalid("should be a sign, with the spaces around it", 'such as ", "')
    return value


Sign = Annotated[str, Reads(_sign, TEXT)]


class Punctuation(Model, frozen=True, kw_only=True):
    """What the signs of patterns become in a language, with the spaces around them."""

    comma: Sign
    semicolon: Sign
    colon: Sign
    open: Sign
    close: Sign
    open_quote: Sign
    close_quote: Sign


class Mark(Model, frozen=True, kw_only=True):
    """A mark behind a name in an author list, and what it means."""

    mark: Plain
    meaning: Plain


class Label(Model, frozen=True, kw_only=True):
    """A word before a value, for one and for several: `Advisor`, `Advisors`.

    `few` and `many` are CLDR's plural categories, for a word after a number. `{}` stands where the value goes.
    """

    one: Plain
    other: Plain
    few: Plain | None = None
    many: Plain | None = None

    def counted(self, number: int, category: str) -> str:
        """Return a number with the word that its plural category asks for: `28 authors`."""
        word = getattr(self, category, None) or self.other
        return word.replace("{}", str(number)) if "{}" in word else f"{number} {word}"


class Terms(Model, frozen=True, kw_only=True):
    """A language's words for what a profile holds as data."""

    present: Plain
    et_al: Plain
    punctuation: Punctuation
    sections: dict[str, Plain]
    groups: dict[str, Plain]
    status: dict[str, Plain]
    labels: dict[str, Annotated[Label, Short(lambda word: {"one": word, "other": word})]]
    marks: dict[str, Mark]
