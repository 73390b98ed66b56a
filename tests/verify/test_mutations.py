"""Hundreds of places at which a string is taken out, altered or exchanged: the checks find every one, in every target."""

import io
import random
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from cvrender.targets.comparison.locate import SourceLines
from cvrender.targets.pdf.engine import program
from cvrender.targets.pdf.engine import run as tex
from cvrender.targets.tex.marks import unmark
from cvrender.targets.tex.read import read as read_tex

KINDS = ("remove", "alter", "exchange")
BODY = {"tex": r"\begin{document}", "html": "<body ", "md": "", "txt": "", "docx": "<w:body>"}
# What is not text that is read: tags, commands and their targets, the addresses of Markdown and of plain text.
NO_TEXT = {
    "tex": r"\\(?:href|begin|end)\{(?:[^{}\\]|\\.)*\}(?:\[start=\d+\])?|\\[A-Za-z]+|%[^\n]*",
    "html": r"<[^>]*>|&[#\w]+;",
    "md": r"\]\([^)]*\)|<[^>]*>",
    "txt": r"<[^>]*>",
    "docx": r"<[^>]*>|&[#\w]+;",
}


def places(source: str, target: str) -> list[tuple[int, int]]:
    """Where the words of four letters and more stand that a reader sees."""
    start = source.index(BODY[target]) + len(BODY[target])
    hidden = bytearray(len(source))
    for match in re.finditer(NO_TEXT[target], source):
        hidden[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    end = source.find(r"\end{document}") if target == "tex" else -1  # macros that the document does not use follow it
    words = re.finditer(r"(?<![\w\\])[A-Za-z]{4,}(?!\w)", source[start : end if end > 0 else None])
    return [(start + w.start(), start + w.end()) for w in words if not any(hidden[start + w.start() : start + w.end()])]


def altered(word: str) -> str:
    """The word with its third letter exchanged for another one."""
    letter = "x" if word[2] != "x" else "y"
    return word[:2] + letter + word[3:]


def mutant(source: str, spot: tuple[int, int], other: tuple[int, int], kind: str) -> str:
    (start, end), word = spot, source[slice(*spot)]
    if kind == "remove":
        return source[:start] + source[end:]
    if kind == "alter":
        return source[:start] + altered(word) + source[end:]
    first, second = sorted((spot, other))
    return (
        source[: first[0]] + source[slice(*second)] + source[first[1] : second[0]] + source[slice(*first)] + source[second[1] :]
    )


def document_xml(docx: bytes, change: Callable[[str], str]) -> bytes:
    """The Word file with its text changed."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(docx)) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content.decode()).encode() if name == "word/document.xml" else content)
    return result.getvalue()


def words_exchangeable(
    source: str, found: list[tuple[int, int]], chance: random.Random
) -> tuple[tuple[int, int], tuple[int, int]]:
    while True:
        spot, other = chance.sample(found, 2)
        if source[slice(*spot)].lower() != source[slice(*other)].lower():
            return spot, other


@pytest.mark.slow
@pytest.mark.parametrize("target", ["tex", "md", "html", "txt", "docx"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_mutation_of_the_source_is_found(target: str, kind: str, made: Any) -> None:
    one = made("bing-xie", "full", "classic")
    assert not one.errors(target), "the unharmed one passes"
    chance = random.Random(f"{target}-{kind}")
    content = one.content(target)
    source = zipfile.ZipFile(io.BytesIO(content)).read("word/document.xml").decode() if target == "docx" else content.decode()
    spots = places(source, target)
    assert len(spots) > 300, "there is enough to harm"
    for _ in range(40):
        spot, other = words_exchangeable(source, spots, chance)
        harmed = mutant(source, spot, other, kind)
        made_of_it = document_xml(content, lambda _, text=harmed: text) if target == "docx" else harmed.encode()
        assert one.errors(target, made_of_it), (
            f"{source[slice(*spot)]} and {source[slice(*other)]}: {source[spot[0] - 40 : spot[1] + 20]!r}"
        )


def spread(found: list[tuple[int, int]], chance: random.Random, apart: int) -> list[tuple[int, int]]:
    """Places in random order of which no two are near each other."""
    chosen: list[tuple[int, int]] = []
    for spot in chance.sample(found, len(found)):
        if all(abs(spot[0] - other[0]) > apart for other in chosen):
            chosen.append(spot)
    return chosen


@pytest.mark.slow
@pytest.mark.parametrize("style", ["classic", "lab", "homepage", "engineer"])
def test_every_mutation_that_is_typeset_is_found(style: str, made: Any) -> None:
    """Many at once in one run of TeX; each string that was harmed is missed in what is read back from the PDF."""
    one = made("minjia-zhang", "full", style)
    source = one.content("tex").decode()
    chance = random.Random(style)
    harmed, searched = source, []
    lines = SourceLines(read_tex(source.encode()), one.expected)
    spots = spread(places(source, "tex"), chance, 300)
    for spot in sorted(spots, reverse=True):  # from the end, so that the places before stay where they are
        word = source[slice(*spot)]
        line = source.count("\n", 0, spot[0]) + 1
        leaves = [
            match.leaf for match in lines.alignment.matches if word in match.leaf.folded and lines.touches(match, line, line)
        ]
        if leaves:
            searched.append((word, leaves))
            harmed = mutant(harmed, spot, spot, chance.choice(["remove", "alter"]))
    assert len(searched) > 60
    latex = one.inputs.shared["tex"]
    done = tex.typeset(unmark(harmed), program.find_engine("embedded"), latex.companions, "", latex.packages)
    alignment = one.context("pdf", done.pdf).alignment
    missed = [
        match.leaf.folded for match in alignment.matches if match.start < 0
    ]  # of two that say the same either may be missed
    assert [word for word, leaves in searched if not any(leaf.folded in missed for leaf in leaves)] == []
    assert len(missed) < 2 * len(searched), "one place that is wrong makes few others look wrong"


def test_two_entries_that_change_places_are_found(made: Any) -> None:
    one = made("xiaonan-nie", "full", "classic")
    for target, entry in (("md", r"^\d+\. .*$"), ("txt", r"^ *\d+\. .*$"), ("tex", r"^  \\item .*$")):
        source = one.content(target).decode()
        lines = list(re.finditer(entry, source, re.M))
        assert len(lines) > 5
        for first, second in zip(lines[::4], lines[1::4], strict=False):
            swapped = mutant(source, first.span(), second.span(), "exchange")
            assert one.errors(target, swapped.encode()), first[0]


def test_a_number_that_is_wrong_is_found(made: Any) -> None:
    one = made("xiaonan-nie", "full", "classic")
    for target, old, new in (("md", "\n3. ", "\n4. "), ("txt", "\n3. ", "\n4. "), ("txt", "\n3. ", "\n")):
        source = one.content(target).decode()
        if old not in source:
            old = old.replace("\n", "\n ")
        harmed = source.replace(old, new, 1)
        assert harmed != source
        if target != "md":  # Markdown counts by itself
            assert one.errors(target, harmed.encode())


@pytest.mark.parametrize("target", ["tex", "md", pytest.param("html", marks=pytest.mark.slow), "docx"])
def test_a_link_that_is_cut_or_exchanged_is_found(target: str, made: Any) -> None:
    one = made("minjia-zhang", "full", "classic")
    content = one.content(target)
    if target == "docx":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            source = archive.read("word/_rels/document.xml.rels").decode()
    else:
        source = content.decode()
    links = list(dict.fromkeys(re.findall(r"https://arxiv\.org/abs/[\d.]+\d", source)))
    assert len(links) >= 3

    def judged(harmed: str) -> list[str]:
        assert harmed != source
        if target != "docx":
            return list(one.errors(target, harmed.encode()))
        result = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(result, "w") as new:
            for name in old.namelist():
                new.writestr(name, harmed.encode() if name.endswith("document.xml.rels") else old.read(name))
        return list(one.errors(target, result.getvalue()))

    assert judged(source.replace(links[0], links[0][:-1]))
    assert judged(source.replace(links[0], "javascript:alert(1)"))
    assert judged(source.replace(links[0], "\0").replace(links[1], links[0]).replace("\0", links[1]))
