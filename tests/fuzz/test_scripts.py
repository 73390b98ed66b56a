"""Render profiles of ordinary text: the words of a language in any kind of field, in any style and target.

Language, script, style, target and the kinds of fields are drawn independently of each other. Words are those of the language's
terms and of CLDR: cities, territories, months, languages. A profile with the words of one script gives files; one that mixes two
in each text gives files, or a Problem that names what cannot be set. Nothing gives a failed tool, a failed check or a traceback.
`pytest` tries a few profiles, always the same; `make fuzz` tries others, and prints the seed of each that fails.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import pytest
import yaml

from cvrender.api import render
from cvrender.errors import CvrenderError, InputError
from cvrender.load.library import BUILT_IN
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.model.annotations import about, is_printed, within
from cvrender.model.base import Model, fields_of
from cvrender.model.expressions import expression
from cvrender.model.fields import PROSE, Highlight, Person
from cvrender.model.kinds import KINDS
from cvrender.targets import TARGETS
from cvrender.text.casing import caseless
from cvrender.text.cldr import SeparateLocale

STYLES = [name for name in BUILT_IN.names("styles") if name != "plain"]
TERMS = BUILT_IN.find("styles", "plain").parent / "terms"
LANGUAGES = sorted(path.stem for path in TERMS.glob("*.yaml"))
"""The languages that have terms, in which a profile is set."""
OTHERS = ["bg", "bn", "fi", "hu", "hy", "ka", "lo", "mk", "mr", "sr", "ta", "th", "ur"]
"""Languages without terms whose words are used, too; their scripts have fonts where the tests run."""
_SKIPPED = frozenset(["id", "tags", "private", "privacy", "start", "end", "variants", "including", "collaboration", "images"])
_LETTERS = expression(r"[^\W\d_]")
_WORD = re.compile(r"[^\W_]{2,}")
_UNWRITTEN = re.compile("[{\u00ad\u200b\u200e\u200f]")
"""Placeholders, and invisible characters that CLDR adds for layout; in a profile they are errors that name them."""
_MOST_WORDS = 4
_SIGNS = [", ", ": ", " – ", " (", "/", " «", ". ", " + ", "; "]


@lru_cache(maxsize=64)
def words_of(language: str) -> list[str]:
    """The words and phrases of a language in its own script."""
    locale = SeparateLocale.parse(language.replace("-", "_"))
    content = [*locale.territories.values(), *locale.languages.values(), *locale.months["format"]["wide"].values()]
    content += [zone["city"] for zone in locale.time_zones.values() if "city" in zone]
    path = TERMS / f"{language}.yaml"
    content += list(_leaves(yaml.safe_load(path.read_text("utf-8")))) if path.exists() else []
    own = _script("".join(locale.languages.values()))
    content = [text for text in content if text and not _UNWRITTEN.search(text)]
    return sorted({text for text in content if _script(text) == own and not _is_mixed(text, own)})


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, str):
        yield value


def _script(text: str) -> str:
    """The script of most letters, by the first word of their names."""
    names = Counter(unicodedata.name(char, "?").split(" ")[0].split("-")[0] for char in _LETTERS.findall(text))
    return names.most_common(1)[0][0] if names else ""


def _is_mixed(text: str, script: str) -> bool:
    """Whether a text has Latin letters besides those of another script."""
    return script != "LATIN" and any(char.isascii() for char in _LETTERS.findall(text))


class Writer:
    """Writes the texts of a profile: phrases of one language, or of two in each text."""

    def __init__(self, chance: random.Random, *languages: str) -> None:
        self.chance = chance
        self.languages = languages
        self.texts: list[str] = []

    def phrase(self, most: int = _MOST_WORDS) -> str:
        """A text of a few phrases, with signs between some of them."""
        count = self.chance.randint(len(self.languages), max(most, len(self.languages)))
        parts = [self.chance.choice(words_of(self.languages[index % len(self.languages)])) for index in range(count)]
        self.chance.shuffle(parts)
        text = parts[0]
        for part in parts[1:]:
            sign = self.chance.choice(_SIGNS) if self.chance.random() < 0.3 else " "
            text += sign + part + {" (": ")", " «": "»"}.get(sign, "")
        self.texts.append(text)
        return text

    def name(self) -> str:
        """The name of a person: two words."""
        words = " ".join(self.chance.choice(words_of(self.languages[0])).split()[0] for _ in range(2))
        self.texts.append(words)
        return words


def filled(model: type[Model], writer: Writer) -> dict[str, Any]:
    """A mapping with every field of a model, made from the examples of its declaration, with texts of the writer."""
    if issubclass(model, Person):
        return {"name": writer.name()}
    fields = {}
    for key, field in fields_of(model).items():
        described = about(field.type)
        if described and key not in _SKIPPED:
            fields[key] = _value(field.type, described.example, writer) if is_printed(field.type) else described.example
    return fields


def _value(annotation: Any, example: Any, writer: Writer) -> Any:
    parts = list(within(annotation))
    models = [part for part in parts if isinstance(part, type) and issubclass(part, Model)]
    if models and isinstance(example, list):
        return [writer.phrase(2)] if models[0] is Highlight else [filled(models[0], writer)]
    if models:
        return filled(models[0], writer)
    if any(part is PROSE for part in parts):
        return [writer.phrase(2) for _ in example] if isinstance(example, list) else writer.phrase()
    return example


def person(writer: Writer) -> dict[str, Any]:
    return {
        "name": writer.name(),
        "headline": writer.phrase(2),
        "location": writer.phrase(1),
        "emails": ["ada@example.org"],
        "phones": ["+1 555 0100"],
        "links": ["https://example.org/~ada", {"value": "https://example.org/ada", "label": writer.phrase(1)}],
    }


def custom(writer: Writer) -> dict[str, Any]:
    entries = [filled(KINDS["memberships"].model, writer)]
    rows = [[writer.phrase(1), writer.phrase(2)], [writer.phrase(1), "12"]]
    columns = [writer.phrase(1), writer.phrase(1)]
    section = {"title": writer.phrase(2), "kind": "membership", "text": f"{writer.phrase()}\n\n{writer.phrase()}"}
    return {**section, "highlights": [writer.phrase()], "columns": columns, "rows": rows, "entries": entries}


MAKERS: dict[str, Callable[[Writer], Any]] = {
    "bio": Writer.phrase,
    **{name: lambda writer, made=made: [filled(made.model, writer)] for name, made in KINDS.items()},  # type: ignore[misc]
    "custom": lambda writer: [custom(writer)],
}
"""What makes each part of a profile besides the person."""


def profile(writer: Writer, language: str, parts: list[str]) -> dict[str, Any]:
    """A profile that has all fields of these parts."""
    return {"language": language, "person": person(writer), **{name: MAKERS[name](writer) for name in parts}}


def load(data: dict[str, Any]) -> LoadedProfile:
    source = parse(json.dumps(data, ensure_ascii=False).encode(), "profile.yaml")
    return LoadedProfile(source, validate(source))


class Drawn(NamedTuple):
    """What a seed gives: a profile, and the style and targets to render it."""

    data: dict[str, Any]
    style: str
    targets: list[str]
    about: str


def draw(seed: int, mixed: bool, targets: list[str]) -> Drawn:
    """Draw everything independently."""
    chance = random.Random(f"{seed} {mixed}")
    language, style = chance.choice(LANGUAGES), chance.choice(STYLES)
    scripts = chance.sample(LANGUAGES + OTHERS, 2 if mixed else 1)
    target = chance.choice(targets)
    parts = chance.sample(list(MAKERS), chance.randint(1, 4))
    data = profile(Writer(chance, *scripts), language, parts)
    return Drawn(data, style, [target], f"{language} {'+'.join(scripts)} {style} {target} {'+'.join(parts)}")


def attempt(drawn: Drawn) -> str:
    """Render; return an empty text if all is well, else the kind of failure and what it says."""
    try:
        loaded = load(drawn.data)
        render(loaded, style=drawn.style, targets=drawn.targets)
    except InputError as error:
        return f"exit 1: {error}"
    except CvrenderError as error:
        return f"exit {error.exit_code}: {error}"
    except Exception as error:
        return f"traceback: {type(error).__name__}: {error}"
    return ""


SEEDS = range(6)


@pytest.mark.slow
def test_words_of_every_language_are_of_one_script() -> None:
    for language in LANGUAGES + OTHERS:
        assert len(words_of(language)) > 100, language
    assert {_script("".join(words_of(language))) for language in ("th", "he", "uk")} == {"THAI", "HEBREW", "CYRILLIC"}


def test_every_field_that_is_printed_is_filled() -> None:
    fields = filled(KINDS["publications"].model, Writer(random.Random(1), "de"))
    assert set(fields_of(KINDS["publications"].model)) - set(fields) <= _SKIPPED
    assert fields["venue"].keys() >= {"name", "short", "location", "note"}


@pytest.mark.slow
def test_ordinary_text_in_one_script_is_set() -> None:
    failures = {seed: attempt(draw(seed, False, ["pdf", "md", "docx", "html", "txt"])) for seed in SEEDS}
    assert {seed: wrong for seed, wrong in failures.items() if wrong} == {}


def bare(text: str) -> str:
    """Return a text without case, blanks and marks, which readers give before or after their letters."""
    decomposed = unicodedata.normalize("NFKD", caseless(text)).replace("\u06d5", "\u0647")  # U+06C0 is U+0647 with a mark
    return "".join(char for char in decomposed if unicodedata.category(char) not in ("Mn", "Cf") and not char.isspace())


def missing_in(pdf: bytes, texts: list[str]) -> list[str]:
    """Return the words that `pdftotext` reads neither line by line nor by content, as in table cells of several lines."""
    words = {bare(word) for text in texts for word in _WORD.findall(text)}
    assert len(words) > 100
    for options in ([], ["-raw"]):
        command = ["pdftotext", *options, "-enc", "UTF-8", "-", "-"]
        read = bare(subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode())
        words = {word for word in words if word not in read}
    return sorted(words)


PAIRS = [(language, STYLES[index % len(STYLES)]) for index, language in enumerate(LANGUAGES)]
if os.environ.get("CVRENDER_MATRIX") == "all":
    PAIRS = [(language, style) for language in LANGUAGES for style in STYLES]


@pytest.mark.slow
@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize(("language", "style"), [pytest.param(*pair, id="-".join(pair)) for pair in PAIRS])
def test_every_kind_of_entry_is_whole_in_a_language_and_style(language: str, style: str) -> None:
    """`render` raises an error if PDFium does not read all of the Document; pdftotext reads all words of the profile."""
    writer = Writer(random.Random(language), language)
    data = profile(writer, language, list(MAKERS))
    data["breaks"][0]["privacy"] = "public"
    (artifacts, *_) = render(load(data), style=style, targets=["pdf"])
    assert missing_in(artifacts.content, writer.texts) == []


def test_the_matrix_has_each_language_and_each_style() -> None:
    assert {language for language, _ in PAIRS} == set(LANGUAGES) and {style for _, style in PAIRS} == set(STYLES)
    assert set(MAKERS) >= {"bio", "custom", *KINDS}


def try_all(draw: Callable[[int, bool, list[str]], Drawn], about: str) -> None:
    """Try the profiles that `draw` gives until the time is over or so many were tried."""
    arguments = argparse.ArgumentParser(description=about)
    arguments.add_argument("--seconds", type=float, default=300)
    arguments.add_argument("--first", type=int, default=random.SystemRandom().randrange(10**9))
    arguments.add_argument("--profiles", type=int, default=sys.maxsize)
    arguments.add_argument("--mixed", action="store_true", help="two scripts in each text")
    arguments.add_argument("--targets", default=",".join(TARGETS))
    given = arguments.parse_args()
    end, seed = time.monotonic() + given.seconds, given.first
    tried: Counter[str] = Counter()
    while time.monotonic() < end and seed < given.first + given.profiles:
        drawn = draw(seed, given.mixed, given.targets.split(","))
        failure = attempt(drawn)
        tried[failure.partition(":")[0]] += 1
        if failure:
            print(f"seed {seed} ({drawn.about}): {failure}", flush=True)
        seed += 1
    failed = {kind: count for kind, count in sorted(tried.items()) if kind}
    print(f"{tried.total():,} profiles: {tried['']:,} whole, {failed or 'none failed'}")
    sys.exit(bool(failed.keys() - ({"exit 1"} if given.mixed else set())))


if __name__ == "__main__":
    try_all(draw, __doc__ or "")
