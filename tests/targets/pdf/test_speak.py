"""Test what a screen reader says of a PDF."""

import io
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from cvrender.api import render
from cvrender.load.library import BUILT_IN
from cvrender.merge.profile import load_profile
from cvrender.model.document import Document
from cvrender.model.text import Text
from cvrender.targets import TARGETS
from cvrender.targets.base import TargetInputs
from cvrender.targets.comparison.leaves import Expected
from cvrender.targets.pdf.speak import Spoken, speak

STYLES = sorted(BUILT_IN.names("styles"))
Golden = Callable[[str, str], None]


@pytest.fixture(scope="module")
def inputs(profiles_dir: Path, composed: Callable[..., Any]) -> Callable[..., TargetInputs]:
    """What a PDF of the profile with every feature is made from, in a style."""
    loaded = load_profile(profiles_dir / "ada-example.yaml")
    return lambda style, tags=True: composed(loaded, "full", style, targets=("pdf",), tags=tags).inputs


@pytest.fixture(scope="module")
def ada(inputs: Callable[..., TargetInputs], rendered: Callable[[str, str], Any]) -> Callable[[str], tuple[Document, bytes]]:
    """The Document and the PDF of that profile in a style."""
    return cache(lambda style: (inputs(style).document, rendered("ada-example", style).files[f"ada-example-full-{style}.pdf"]))


@pytest.fixture(scope="module")
def said(ada: Callable[[str], tuple[Document, bytes]]) -> Callable[[str], Spoken]:
    """What is said of that PDF in a style."""

    @cache
    def say(style: str) -> Spoken:
        spoken = speak(ada(style)[1])
        assert spoken
        return spoken

    return say


def test_all_is_said_in_order(said: Callable[[str], Spoken], golden: Golden) -> None:
    golden("ada-example-full-classic.spoken.txt", "\n".join(said("classic").lines) + "\n")


def plain(text: str) -> str:
    """Letters and digits only: names of links and the like are removed, and headings may be in capitals."""
    text = re.sub(r"\[(?:link|graphic|formula|[a-z]{2,3}(?:-[A-Z][a-z]{3})?): ", "", text)
    return "".join(char for char in text.casefold() if char.isalnum())


def pieces(text: Text) -> list[str]:
    """The parts of a text between formulas."""
    parts = "".join("\0" if span.math else span.text for span in text.spans).split("\0")
    return [piece for part in parts if (piece := plain(part))]


@pytest.mark.few_styles("classic")
@pytest.mark.parametrize("style", STYLES)
def test_every_text_is_said(style: str, ada: Callable[[str], tuple[Document, bytes]], said: Callable[[str], Spoken]) -> None:
    document, spoken = ada(style)[0], said(style)
    everything = plain(" ".join(spoken.lines))
    expected = [piece for leaf in Expected(document).leaves for piece in pieces(leaf.text)]
    assert len(expected) > 100
    assert [piece for piece in expected if piece not in everything] == []
    headings = [plain(text) for level, text in spoken.headings if level == 2]
    assert headings == [plain(section.title.plain) for section in document.sections]
    assert [level for level, _ in spoken.headings].count(1) == 1
    assert (spoken.title, spoken.language, spoken.unnamed) == (document.properties.title, "en", 0)


@pytest.mark.few_styles("classic")
@pytest.mark.parametrize("style", STYLES)
def test_words_are_not_joined(style: str, ada: Callable[[str], tuple[Document, bytes]], said: Callable[[str], Spoken]) -> None:
    everything = " ".join(re.sub(r"\[\w[\w-]*: |\]", "", line) for line in said(style).lines).casefold()
    words = {
        word for leaf in Expected(ada(style)[0]).leaves for word in re.findall(r"(?<!\S)[A-Za-z]{3,}(?=\s)", leaf.text.plain)
    }
    assert len(words) > 100
    missing = [word for word in sorted(words) if not re.search(rf"(?<![a-z]){word.casefold()}(?![a-z])", everything)]
    assert missing == []


def test_an_untagged_pdf_says_nothing(inputs: Callable[..., TargetInputs]) -> None:
    assert speak(TARGETS["pdf"].make(inputs("classic", tags=False)).artifacts[0].content) is None


def test_what_is_not_a_pdf_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a readable PDF"):
        speak(b"nonsense")


@pytest.mark.slow
def test_a_structure_without_end_is_an_error(ada: Callable[[str], tuple[Document, bytes]], tmp_path: Path) -> None:
    path = tmp_path / "loop.pdf"
    path.write_bytes(ada("classic")[1])
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        top: Any = pdf.Root.StructTreeRoot.K
        top.K.append(top)
        pdf.save(path)
    with pytest.raises(ValueError, match="too large"):
        speak(path.read_bytes())


INLINE_IMAGE = b"q BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q"


@pytest.mark.parametrize("content", [INLINE_IMAGE, b"/None 9 Tf (a) Tj", b"Tf", b"BMC", b"/P <</MCID (x)>> BDC EMC"])
def test_content_of_other_programs_is_read_or_is_an_error(
    content: bytes, ada: Callable[[str], tuple[Document, bytes]], tmp_path: Path
) -> None:
    whole = ada("classic")[1]
    with pikepdf.open(io.BytesIO(whole)) as pdf:
        pdf.pages[0].contents_add(content)
        pdf.save(tmp_path / "other.pdf")
    if content == INLINE_IMAGE:
        assert speak((tmp_path / "other.pdf").read_bytes()) == speak(whole)
    else:
        with pytest.raises(ValueError, match="content of a page is damaged"):
            speak((tmp_path / "other.pdf").read_bytes())


def test_the_photo_is_described(profiles_dir: Path, tight: dict[str, str]) -> None:
    loaded = load_profile(profiles_dir / "ada-example.yaml")
    options = {**tight, "photo": "true"}
    for artifact in render(loaded, style="classic", view="resume", targets=["pdf", "html", "md"], options=options):
        if artifact.name.endswith(".pdf"):
            spoken = speak(artifact.content)
            assert spoken
            assert "[graphic: Ada M. Example]" in spoken.lines
        elif artifact.name.endswith((".html", ".md")):
            assert 'alt="Ada M. Example"' in artifact.content.decode() or "![Ada M. Example](" in artifact.content.decode()
