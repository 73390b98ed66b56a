"""Find a style's terms in a language: its own over its parents', a region's over the language's, all over English."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from pathlib import Path
from typing import Any

from cvrender.errors import InputError, Problem, nearest
from cvrender.load.library.search_path import installed_data
from cvrender.load.reader import load
from cvrender.load.renamed import with_new_names
from cvrender.load.validate import as_model
from cvrender.model.base import field_names
from cvrender.model.kinds import KINDS, Role
from cvrender.model.language import language_tags
from cvrender.model.style import Style
from cvrender.model.terms import FALLBACK, Terms
from cvrender.model.value import replace

_LABELS = frozenset(
    "cv author_count birthdate birthplace nationality gender name_reading patent_number editor_mark other_grades accepted_by "
    "accepted_by_the within contents skip "
    "workshop added changed moved removed before report members counts count count_total as_first as_co_first as_last "
    "as_corresponding by_type by_year by_role by_venue by_employer by_tag by_authorship by_person".split()
)
"""The labels that are not those of a field: built-in styles mention them, or a target does."""


def _label_names(style: Style) -> frozenset[str]:
    """Return the names of labels that have a use: those of fields, and those that the style's patterns mention."""
    fields = (name for kind in KINDS.values() for name in field_names(kind.model))
    texts = (text for pattern in style.patterns.values() for text in pattern.texts)
    return _LABELS.union(fields, field_names(Role), (name for text in texts for name in re.findall(r"\blabel\.(\w+)", text)))


def find_terms(style: Style, language: str) -> Terms:
    """Return the style's terms in a language; what the language lacks is English.

    Raises InputError if no file is in that language, or a file has errors (all of them).
    """
    own = _files(style, language)
    if not own:
        message = f'style "{style.name}" has no terms for language "{language}"'
        raise InputError([Problem(message, hint=f"available: {', '.join(term_languages(style))}", code="missing-term")])
    paths = (*(_files(style, FALLBACK) if FALLBACK not in language_tags(language) else ()), *own)
    return _terms(paths, tuple((str(path.absolute()), path.stat().st_mtime_ns) for path in paths), _label_names(style))


def term_languages(style: Style) -> list[str]:
    """Return the languages that the style, a parent or an installed package has terms for."""
    return sorted(
        {path.stem for folder in style.folders for path in folder.glob("terms/*.yaml")} | installed_data("terms").keys()
    )


def missing_terms(style: Style, language: str) -> list[str]:
    """Return the terms that only English has, such as `labels.also`, in the order of the English file.

    Punctuation and marks count as the same unless the language says otherwise.
    """
    if FALLBACK in language_tags(language):
        return []
    nothing: dict[str, Any] = {}
    own, english = (reduce(_merged, (load(path).data for path in _files(style, code)), nothing) for code in (language, FALLBACK))
    known = set(_names(own))
    wanted = (name for name in _names(english) if not name.startswith("punctuation.") and not name.endswith(".mark"))
    return [name for name in wanted if name not in known]


def _files(style: Style, language: str) -> tuple[Path, ...]:
    """Return the files of a language, the most general first; of one tag that of a package, then that of the farthest parent."""
    tags = [tag for tag in language_tags(language) if tag != "zh" or "Hant" not in "".join(language_tags(language))]
    installed = installed_data("terms")
    paths = []
    for tag in tags:
        paths += [installed[tag]] if tag in installed else []
        paths += [folder / f"terms/{tag}.yaml" for folder in reversed(style.folders)]
    return tuple(path for path in paths if path.is_file())


@lru_cache(maxsize=64)
def _terms(paths: tuple[Path, ...], stamps: tuple[tuple[str, int], ...], labels: frozenset[str]) -> Terms:
    """Merge the files, later ones over earlier ones; `stamps` change when a file does.

    Raises InputError for a label that is not one of `labels`, and for other errors.
    """
    words: dict[str, Any] = {}
    problems: list[Problem] = []
    terms = None
    for path in paths:
        source = with_new_names(load(path), "terms")
        given = source.data.get("labels")
        unknown = [key for key in given if key not in labels] if isinstance(given, dict) else []
        problems += [
            source.problem(("labels", key), "unknown key", nearest(key, labels), at_key=True, code="unknown-key")
            for key in unknown
        ]
        more = _merged(words, source.data)
        try:
            terms, words = as_model(replace(source, data=more), Terms), more
        except InputError as error:
            problems += error.problems
    if problems or terms is None:
        raise InputError(problems)
    return terms


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Merge mappings, and the mappings in them; a label is replaced as a whole."""
    merged = dict(old)
    for key, value in new.items():
        before = merged.get(key)
        whole = isinstance(value, dict) and "other" in value
        merged[key] = _merged(before, value) if isinstance(before, dict) and isinstance(value, dict) and not whole else value
    return merged


def _names(words: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the names of all terms, such as `sections.news`; the forms of a label are one term."""
    for key, value in words.items():
        if isinstance(value, dict) and "other" not in value:
            yield from _names(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"
