"""Test all that leaves in other formats: each fact that a view shows is in the file or its report of losses, and nothing else is.

The files are read by other programs: rispy, vobject, pylatexenc, and the parsers of JSON, YAML and XML.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from time import strptime
from typing import Any
from xml.etree import ElementTree

import pytest
import rispy
import vobject
import yaml
from pylatexenc.latex2text import LatexNodes2Text

from cvrender.cli.export import _prepared, _shown
from cvrender.compose.prepare import Prepared, prepare
from cvrender.formats.losses import BIBLIOGRAPHIES, losses
from cvrender.formats.shown import SECTION, WHEN, Shown, characters, dates_of, in_words
from cvrender.formats.writers import FORMATS
from cvrender.load.library import view_names
from cvrender.model.value import replace

ROOT = Path(__file__).parents[2]
PROFILES = [*sorted((ROOT / "profiles").glob("*.yaml")), *sorted((ROOT / "profiles/examples").glob("*.yaml"))]
OF_PERSON = frozenset({"vcard"})
"""Formats of a person's name and contacts only."""
DATE = re.compile(r"\d{4}-\d\d~?")
TIMES = frozenset({"date", "start", "end"})
"""Keys of dates, whose month may stand there as the document words it."""
UNSEEN = frozenset({"id", "tags", "private", "privacy", "type", "kind", "family", SECTION, WHEN})
"""Keys that are not a text of a CV."""


def texts(value: Any) -> Iterator[str]:
    """Every string and number in data."""
    if isinstance(value, dict):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def of_ris(content: str) -> list[str]:
    return list(texts(rispy.loads(content)))


def of_card(content: str) -> list[str]:
    card = next(vobject.readComponents(StringIO(content)))
    return [str(line.value) for line in card.getChildren()]


def of_bibtex(content: str) -> list[str]:
    content = re.sub(r"month = (\w{3})\b", lambda match: f"month = {{{strptime(match[1], '%b').tm_mon}}}", content)
    return [LatexNodes2Text(keep_comments=True).latex_to_text(re.sub(r"\\(?:texttt|emph|textbf)\{", "{", content))]


def of_xml(content: str) -> list[str]:
    return list(ElementTree.fromstring(content).itertext())


def of_lattes(content: str) -> list[str]:
    """The attributes, whose days are `31122020`, and the texts."""
    values = [value for element in ElementTree.fromstring(content).iter() for value in element.attrib.values()]
    dated = (re.sub(r"^(\d\d)(\d\d)(\d{4})$", r"\1 \2 \3", value) for value in values)
    return [*(f"{value} attribute" for value in dated), *of_xml(content)]


READ: dict[str, Callable[[str], list[str]]] = {
    "bib": of_bibtex,
    "biblatex": of_bibtex,
    "ris": of_ris,
    "vcard": of_card,
    "europass": of_xml,
    "lattes": of_lattes,
    "json": lambda content: list(texts(json.loads(content))),
    "jsonresume": lambda content: list(texts(json.loads(content))),
    "jsonld": lambda content: list(texts(json.loads(content))),
    "rendercv": lambda content: list(texts(yaml.load(content, yaml.CSafeLoader))),
}
SITES = frozenset(FORMATS) - frozenset(READ)
"""Formats of several files of Markdown, whose text is searched as it is."""
OF_PAGES = frozenset({" publications ", " publication "})
"""Titles of pages of sites, and what all of their works are."""
WRITTEN_AS = {
    ("status", "accepted"): "",
    ("status", "in-preparation"): "",
    ("status", "in-press"): "",
    ("genre", "preprint"): "",
    ("status", "active"): "",
    ("status", "completed"): "",
}
"""Values that some formats have as another word (biblatex: `inpress`), or that follow from the type of the work."""


def folded(parts: Iterable[str]) -> str:
    """The letters and digits of texts, of which the words are apart, without leading zeros."""
    text = " ".join(parts)
    return _folded(text) if len(text) < 1_000 else _folded.__wrapped__(text)  # whole files would fill the memory


@lru_cache(maxsize=20_000)
def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", re.sub(r"</?(?:i|b|sup|sub|span)\b[^>]*>", "", text))
    words = re.findall(r"[^\W\d_]+|\d+", unicodedata.normalize("NFC", plain.casefold()))
    return f" {' '.join(word.lstrip('0') for word in words)} "


def read(name: str, files: Mapping[str, str]) -> tuple[str, frozenset[str]]:
    """The texts of files, and their words."""
    if name in SITES:
        words = folded(re.sub(r"\\(.)", r"\1", text) for text in files.values())
    else:
        words = folded(part for text in files.values() for part in READ[name](text))
    return words, frozenset(words.split())


def facts(shown: Shown, name: str) -> Iterator[tuple[str, str, str, str]]:
    """Each text that a file of this format should have: its collection, key and source, and the text."""
    entries = {"person": [shown.person], **({} if name in OF_PERSON else shown.entries)}
    for collection, works in entries.items():
        if name in BIBLIOGRAPHIES and collection not in ("publications", "patents"):
            continue
        for entry, source in zip_longest(works, shown.sources.get(collection, ())):
            for key, value in entry.items():
                if key not in UNSEEN:
                    said = [in_words(text) if name == "rendercv" and DATE.fullmatch(text) else text for text in texts(value)]
                    yield from ((collection, key, str(source), text) for text in said)


checked = set[int]()
"""The hashes of bibliographies that were compared with their works, for they are the same in most languages."""


def leaves_with(prepared: Prepared, view: str) -> Iterator[str]:
    """What is wrong with the files of a view in every format."""
    shown = _shown(prepared, view, [])
    seen = folded([characters(text) for text in texts([shown.person, shown.entries, shown.bio, shown.interests, shown.works])])
    seen += folded(text.plain for text, _ in shown.document.texts)
    dates = dict(pair for section in shown.document.sections for block in section.blocks for pair in dates_of(block))
    hidden = {secret for text in texts(prepared.loaded.source.data) if len(secret := folded([characters(text)])) >= 12}
    for name, (importer, write) in FORMATS.items():
        files = dict(write(shown))
        same = hash((name, *files.values(), repr([shown.entries.get(key) for key in ("publications", "patents")])))
        if name in BIBLIOGRAPHIES and same in checked:
            continue
        checked.add(same)
        text, words = read(name, files)
        yield from (
            f"{name}: shows {secret!r}, which the view does not"
            for secret in hidden
            if secret in text and secret not in seen + "".join(OF_PAGES)
        )
        if not importer:
            continue
        lost = losses(shown, name, importer, next(iter(files.values())))
        for collection, key, source, fact in facts(shown, name):
            missing = set(folded([characters(WRITTEN_AS.get((key, fact), re.sub(r"(^|/)present$", "", fact)))]).split()) - words
            if (month := folded([dates.get(source, "")]).split()) and key in TIMES and words.issuperset(month):
                season = re.findall(r"[a-z]{4,}", fact.casefold())
                missing -= {text.lstrip("0") for text in (*re.findall(r"(?<=\d{4}-)\d\d", fact), *season)}
            named = any(
                field in (collection, f"{collection}.{key}") or field.startswith(f"{collection}.{key}.") for field in lost
            )
            if missing and not named:
                yield f"{name}: {collection}.{key} is lost without a word: {missing} of {fact!r}"


def prepared_views(path: Path, language: str) -> Iterator[tuple[str, Prepared]]:
    whole = _prepared(path, "")
    yield "", whole
    for view in view_names(whole.loaded.profile):
        yield view, prepare(replace(whole.request, view=view, language=language), whole.loaded)


@pytest.mark.parametrize("name", ["ada-example", "livia-exemplar"])
def test_each_fact_of_a_view_leaves_or_is_named(name: str) -> None:
    path = next(path for path in PROFILES if path.stem == name)
    wrong = [f"{view}: {fault}" for view, prepared in prepared_views(path, "") for fault in leaves_with(prepared, view)]
    assert not wrong, "\n".join(wrong[:20])


LANGUAGES = sorted(path.stem for path in (ROOT / "styles/plain/terms").glob("*.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_each_fact_of_every_profile_leaves_or_is_named(path: Path) -> None:
    """In its own language, through every view."""
    wrong = [f"{view}: {fault}" for view, prepared in prepared_views(path, "") for fault in leaves_with(prepared, view)]
    assert not wrong, "\n".join(wrong[:20])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fact_in_every_language_leaves_or_is_named(language: str) -> None:
    wrong = []
    for path in PROFILES:
        for view, prepared in prepared_views(path, language):
            wrong += [f"{path.stem}, {view}: {fault}" for fault in leaves_with(prepared, view)]
    assert not wrong, "\n".join(wrong[:20])


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_a_bibliography_is_the_same_with_a_view_and_without(path: Path) -> None:
    """Field by field, for each work that both show."""
    whole = _prepared(path, "")
    everything = prepare(replace(whole.request, view="full"), whole.loaded)
    for name in sorted(BIBLIOGRAPHIES - {"json"}):
        (alone,), (viewed,) = (
            FORMATS[name][1](_shown(one, view, [])).values() for one, view in ((whole, ""), (everything, "full"))
        )
        works = [set(re.split(r"\n\n+|(?<=ER  - )\n", text)) for text in (alone, viewed)]
        titles = [
            {work.split("{")[0] + re.search(r"(?i)ti(?:tle)?\b.*", work)[0] for work in match if work.strip()} for match in works
        ]
        both = titles[0] & titles[1]
        assert len(both) >= len(titles[1]) - 1
        one, other = ({work for work in match if any(title in work for title in both)} for match in works)
        assert one >= other, name
