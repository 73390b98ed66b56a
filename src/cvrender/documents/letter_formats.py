"""Find the conventions of a letter: those it names, or else those of its language."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from cvrender.errors import InputError, nearest
from cvrender.load.library.search_path import read
from cvrender.load.reader import Source
from cvrender.model.annotations import About
from cvrender.model.base import Model
from cvrender.model.letter import LetterFormat

_FILE = Path(__file__).with_name("letter-formats.yaml")
_OTHERS = "international"


class LetterFormats(Model, frozen=True, kw_only=True):
    """The content of letter-formats.yaml."""

    formats: Annotated[dict[str, LetterFormat], About("the formats by name", {"us": {"about": "block form"}})]


@lru_cache(maxsize=1)
def letter_formats() -> Mapping[str, LetterFormat]:
    """Return all formats by name."""
    return read(_FILE, LetterFormats)[1].formats


def find_format(name: str | None, language: str, source: Source) -> tuple[str, LetterFormat]:
    """Return the format of a letter with its name; `source` is the letter's file. Raises InputError for an unknown name."""
    formats = letter_formats()
    if name is None:
        name = _of_language(language)
    if name not in formats:
        message = f'there is no letter format "{name}"'
        raise InputError([source.problem(("format",), message, nearest(name, formats), code="unknown-name")])
    return name, formats[name]


def _of_language(language: str) -> str:
    formats = letter_formats()
    for wanted in (language, language.partition("-")[0]):
        if known := next((name for name, form in formats.items() if wanted in form.languages), None):
            return known
    return _OTHERS
