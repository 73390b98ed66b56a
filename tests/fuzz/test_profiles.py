"""Render random profiles in random views and styles, and read what is made with readers that share no code with ours.

A sound profile gives files, or Problems of its input: never an alarm about an artifact, a failed tool, a traceback or much time.
`pytest` tries a few profiles, always the same; `make fuzz` tries others, and prints the seed of each that fails.
"""

import argparse
import io
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import docx
import pypandoc
import pytest
from pdfminer.high_level import extract_text

from cvrender.api import render
from cvrender.errors import CvrenderError, InputError
from cvrender.load.library import BUILT_IN
from cvrender.merge.profile import load_profile

MOST_SECONDS = 10.0
"""Processor time for one profile."""
PDF_EVERY = 20
FEW = 8
STYLES = list(BUILT_IN.names("styles"))

PIECES = [
    *("*bold* _it_ `code`", "**a** b", "[link](https://a.example/x_(y)?q=1&r=2#z)", "<https://b.example/é>"),
    *("$x^2 + \\alpha$", "$k$-means", "ΐ", "ǆ", "ſt", "ﬁ", "ß", "Ōta", "聂魁", "汉字 and kana かな", "Москва", "Αθήνα", "한글"),
    *("‹…>", "‹https://c.example/…>", "<http:>", ":smile:", "::", "C++", "C#", "R&D", "100 %", "#1", "1.", "- dash", "+ plus"),
    *("> quote", "| bar |", "a/b/c", "x_y_z", "{braces}", "\\back", "“quoted”", "«guillemets»", "'single'", '"double"', "don’t"),
    *("…", "–", "—", "&amp;", "<b>", "![image]", "[^1]", "[ ] task", "~~no~~", "$5 and $6", "`", "``", "*", "**", "_", "["),
    *("]", "](", "\\", "^", "~", "€", "½", "x²", "H₂O", "→", "≤", "•", "§", "\u00a0", "e\u0301"),
]
NAMES = ["Ada Example", "C. Sample", "Mary O’Example", "Jean-Luc de l’Exemple", "聂魁", "Bo Yé"]
DATES = ["2020", "2019-07", "2018-03-04", "2015/2017", "2016-10/present", "present"]


class Maker:
    """Makes one random profile; `words` are those that each reader must find."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.words: list[str] = []

    def word(self) -> str:
        """A word that occurs once."""
        self.words.append(f"zq{''.join(self.random.choices('abcdefghijklmnoprstuvwy', k=6))}")
        return self.words[-1]

    def text(self, most: int = 5) -> str:
        parts = [self.random.choice(PIECES) for _ in range(self.random.randint(0, most))] + [self.word()]
        self.random.shuffle(parts)
        return " ".join(parts) if self.random.random() < 0.8 else "".join(parts)

    def some(self, make: Callable[[], Any], most: int) -> list[Any]:
        return [make() for _ in range(self.random.randint(1, most))]

    def entry(self, **fields: Callable[[], Any]) -> dict[str, Any]:
        """An entry whose first field is always there."""
        drawn = {}
        for index, (key, make) in enumerate(fields.items()):
            if index == 0 or self.random.random() < 0.6:
                drawn[key] = make()
        if self.random.random() < 0.3:
            drawn["tags"] = self.some(lambda: self.random.choice(["x", "y", "z"]), 2)
        return drawn

    def date(self) -> str:
        return self.random.choice(DATES)

    def bullets(self) -> list[Any]:
        return self.some(self.text, 3)

    def publication(self) -> dict[str, Any]:
        work = self.entry(
            title=self.text, venue=self.text, doi=lambda: f"10.1000/{self.word()}", note=self.text, awards=self.bullets
        )
        kind = self.random.choice(["article-journal", "paper-conference", "book", "chapter", "article"])
        return {**work, "type": kind, "date": str(self.random.randint(1990, 2025)), "authors": self.some(self.name, 4)}

    def name(self) -> str:
        return self.random.choice(NAMES)

    def profile(self) -> dict[str, Any]:
        text, date, bullets = self.text, self.date, self.bullets
        entries: dict[str, Callable[[], Any]] = {
            "news": lambda: self.entry(text=text, date=date),
            "publications": self.publication,
            "positions": lambda: self.entry(organization=text, title=text, date=date, location=text, highlights=bullets),
            "education": lambda: self.entry(institution=text, degree=text, field=text, date=date, thesis=text),
            "talks": lambda: self.entry(title=text, event=text, date=date, organization=text, role=text),
            "awards": lambda: self.entry(title=text, date=date, note=text),
            "grants": lambda: self.entry(title=text, date=date, note=text),
            "teaching": lambda: self.entry(role=text, date=date, note=text),
            "skills": lambda: {"name": text(), "items": self.bullets()},
            "interests": text,
            "custom": lambda: {"title": text(2), "entries": self.some(lambda: self.entry(title=text, date=date), 3)},
        }
        chosen = self.random.sample(list(entries), self.random.randint(1, len(entries)))
        person = {
            "name": "Ada Example",
            "headline": text(2),
            "emails": ["ada@example.org"],
            "links": ["https://ada.example/~a_b"],
        }
        data: dict[str, Any] = {"person": person, **{key: self.some(entries[key], 4) for key in chosen}}
        if self.random.random() < 0.5:
            data["bio"] = "\n\n".join(self.some(text, 3))
        data["views"] = {"v": {"sections": [*(self.section(key) for key in chosen), "all"]}}
        return data

    def section(self, key: str) -> dict[str, Any]:
        """A section that shows everything, in some order, groups and numbers."""
        data: dict[str, Any] = {"from": key}
        pick = self.random.random
        if key != "custom" and pick() < 0.3:
            data["title"] = self.text(2)
        if key != "custom" and pick() < 0.2:
            data["intro"] = self.text()
        if key in ("publications", "news", "talks") and pick() < 0.6:
            data["group_by"] = self.random.choice(["none", "year", "tag"])
        if key not in ("interests", "skills", "custom"):
            if pick() < 0.3:
                data["sort"] = self.random.choice(["-date", "date"])
            if pick() < 0.4:
                data["number"] = self.random.choice(["up", "down", "none", "per-group"])
        return data


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def _html(content: bytes) -> str:
    reader = _Text()
    reader.feed(content.decode())
    return "".join(reader.found)


def _docx(content: bytes) -> str:
    body = docx.Document(io.BytesIO(content)).element.body
    return "".join(node.text or "" for node in body.iter() if node.tag.endswith("}t"))


READERS: dict[str, Callable[[bytes], str]] = {
    "md": lambda content: pypandoc.convert_text(content.decode(), "plain", format="gfm", extra_args=["--wrap=none"]),
    "txt": bytes.decode,
    "html": _html,
    "docx": _docx,
    "pdf": lambda content: extract_text(io.BytesIO(content)),
}


def missing(words: Iterable[str], text: str) -> list[str]:
    """The words that a text lacks, ignoring case, hyphens at ends of lines and white space."""
    bare = re.sub(r"[\s\u00ad-]+", "", text).casefold()
    return [word for word in words if word not in bare]


def attempt(seed: int, folder: Path) -> str:
    """Render the profile of a seed. Returns an empty text if all is well, "input" for Problems of it, else what went wrong."""
    maker = Maker(seed)
    path = folder / f"p{seed}.yaml"
    path.write_text(json.dumps(maker.profile(), ensure_ascii=False, indent=1), "utf-8")
    targets = ["md", "txt", "html", "docx", *(["pdf"] if seed % PDF_EVERY == 0 else [])]
    start = time.process_time()
    try:
        artifacts = render(load_profile(path), view="v", style=STYLES[seed % len(STYLES)], targets=targets)
    except InputError:
        return "input"
    except CvrenderError as error:
        return f"exit code {error.exit_code}: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if (took := time.process_time() - start) > MOST_SECONDS:
        return f"took {took:.1f} seconds"
    for artifact in artifacts:
        kind = artifact.name.rpartition(".")[2]
        if kind in READERS and (lost := missing(maker.words, READERS[kind](artifact.content))):
            return f"{kind} lacks {lost}"
    path.unlink()
    return ""


@pytest.mark.slow
def test_random_profiles_are_whole_in_every_target(tmp_path: Path) -> None:
    paths = {seed: attempt(seed, tmp_path) for seed in (*range(1, FEW), PDF_EVERY)}
    assert {seed: wrong for seed, wrong in paths.items() if wrong not in ("", "input")} == {}
    assert Counter(paths.values())[""] > len(paths) / 2, paths


def test_a_lost_word_is_noticed() -> None:
    assert missing(["zqabc", "zqdef"], "ZQ-\nABC\n") == ["zqdef"]


def main() -> None:
    """Try random profiles until the time is over or so many were tried."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=300)
    arguments.add_argument("--first", type=int, default=random.SystemRandom().randrange(10**9))
    arguments.add_argument("--profiles", type=int, default=sys.maxsize)
    given = arguments.parse_args()
    end, seed = time.monotonic() + given.seconds, given.first
    tried: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        while time.monotonic() < end and seed < given.first + given.profiles:
            failure = attempt(seed, Path(name))
            tried[failure if failure in ("", "input") else "failed"] += 1
            if failure not in ("", "input"):
                print(f"seed {seed}: {failure}", flush=True)
            seed += 1
    print(f"{tried.total():,} profiles: {tried['']:,} whole, {tried['input']:,} with Problems, {tried['failed']:,} failed")
    sys.exit(bool(tried["failed"]))


if __name__ == "__main__":
    main()
