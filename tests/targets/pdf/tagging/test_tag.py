"""Tagging: what it adds, what it leaves as it was, and what it refuses."""

import io
import logging
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest
from pdfminer.high_level import extract_text

from cvrender.load.library import BUILT_IN
from cvrender.merge.profile import load_profile
from cvrender.model.value import replace
from cvrender.targets import TARGETS
from cvrender.targets.comparison.leaves import Expected, Step, fold
from cvrender.targets.pdf.engine.program import find_engine
from cvrender.targets.pdf.engine.run import TypesetResult
from cvrender.targets.pdf.tagging.descriptors import ASCENT, DESCENT, level
from cvrender.targets.pdf.tagging.tag import tag
from cvrender.targets.pdf.typesetter import TypesetPages, typeset_source
from cvrender.verify.making import Composed

STYLES = sorted(BUILT_IN.names("styles"))
Once = Callable[[str, Callable[[Path], object]], Path]
Pair = tuple[Composed, bytes, bytes]


@pytest.fixture(scope="module")
def pair(profiles_dir: Path, composed: Callable[..., Any], once: Once, tight: dict[str, str]) -> Callable[[str], Pair]:
    """A document in a style, its PDF without tags, and with them."""
    loaded = load_profile(profiles_dir / "ada-example.yaml")

    @cache
    def make(style: str) -> Pair:
        options = tuple(tight.items())
        found = {tags: composed(loaded, "resume", style, targets=("pdf",), tags=tags, options=options) for tags in (False, True)}

        def fill(folder: Path) -> None:
            for tags, item in found.items():
                (folder / f"{tags}.pdf").write_bytes(TARGETS["pdf"].make(item.inputs).artifacts[0].content)

        folder = once(f"tagged-{style}", fill)
        return found[True], (folder / "False.pdf").read_bytes(), (folder / "True.pdf").read_bytes()

    return make


def pictures(pdf: bytes) -> list[Any]:
    return [page.render(scale=1).to_numpy().astype(int) for page in pypdfium2.PdfDocument(pdf)]


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_nothing_is_moved(style: str, pair: Callable[[str], Pair]) -> None:
    _, untagged, tagged = pair(style)
    before, after = pictures(untagged), pictures(tagged)
    assert len(before) == len(after) >= 1
    for one, other in zip(before, after, strict=True):
        assert (abs(one - other).max(axis=2) > 64).sum() < 20  # glyphs may be rounded to another part of a pixel
    assert len(tagged) < 1.3 * len(untagged)


def links(pdf: bytes) -> list[str]:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        notes: list[Any] = [note for page in opened.pages for note in page.obj.get("/Annots", ())]
        return [str(note.A.URI) for note in notes if float(note.Rect[2]) - float(note.Rect[0]) >= 1]


@pytest.mark.few_styles("classic")
@pytest.mark.parametrize("style", STYLES)
def test_no_link_is_lost(style: str, pair: Callable[[str], Pair]) -> None:
    _, untagged, tagged = pair(style)
    assert links(untagged) == links(tagged)


LOST = {"margin": 0.02}
"""The share of strings that readers by positions divide: a heading of two lines next to its text."""
APART = {"margin": 0.1, "mosaic": 0.2}
"""The share of dates that such a heading parts from a headline, or pdfminer, in a narrow column, from one of two lines."""


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_other_readers_read_strings_whole_and_dates_beside_headlines(style: str, pair: Callable[[str], Pair]) -> None:
    """These readers go by positions; PDFium, which reads in the order of the content, verifies each PDF when it is made.

    Of two columns pdfplumber reads each line across both, unless it is told to follow the content. Cells may have several lines.
    """
    made, _, tagged = pair(style)
    flow = bool(made.inputs.style.aside)
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    with pdfplumber.open(io.BytesIO(tagged)) as opened:
        plumber = "\n".join(page.extract_text(use_text_flow=flow) for page in opened.pages)
    expected = Expected(made.inputs.document)
    leaves = [leaf for leaf in expected.leaves if not leaf.maths and leaf.kind != "number"]
    wanted = [loose(word) for leaf in leaves for word in (leaf.text.plain.split() if leaf.kind == "cell" else [leaf.text.plain])]
    dated = [list(readings(step)) for step in expected.steps if any(leaf.kind == "date" for leaf in step.orders[0])]
    assert len(wanted) > 40 and len(dated) > 5
    for text in (plumber, extract_text(io.BytesIO(tagged))):
        text = loose(text)
        lost = [one for one in wanted if one not in text]
        assert len(lost) <= LOST.get(style, 0.01) * len(wanted), lost
        apart = [found for found in dated if not any(reading in text for reading in found)]
        assert len(apart) <= APART.get(style, 0.02) * len(dated), apart


def loose(text: str) -> str:
    return fold(text, True).casefold()


def readings(step: Step) -> Iterator[str]:
    """Yield the orders in which a date may be read: before or after its headline, or after the first line of a longer one."""
    for order in step.orders:
        yield loose(" ".join(leaf.text.plain for leaf in order))
    words = " ".join(leaf.text.plain for leaf in step.orders[0] if leaf.kind not in ("number", "date")).split()
    date = next(leaf.text.plain for leaf in step.orders[0] if leaf.kind == "date")
    for end in range(1, len(words)):
        yield loose(" ".join([*words[:end], date, *words[end:]]))


def test_all_fonts_have_one_height(pair: Callable[[str], Pair]) -> None:
    with pikepdf.open(io.BytesIO(pair("classic")[2])) as pdf:
        found = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor"]
        assert len(found) > 4
        assert {(int(item.Ascent), int(item.Descent)) for item in found} == {(ASCENT, DESCENT)}


def test_incomplete_lists_of_glyphs_are_removed() -> None:
    inner = pikepdf.Dictionary(FontDescriptor=pikepdf.Dictionary(CIDSet=pikepdf.String("x"), Ascent=0, Descent=0))
    font = pikepdf.Dictionary(
        DescendantFonts=pikepdf.Array([inner]), FontDescriptor=pikepdf.Dictionary(CharSet=pikepdf.String("/a"))
    )
    level(font)
    assert "/CIDSet" not in inner.FontDescriptor and "/CharSet" not in font.FontDescriptor


def test_the_same_input_gives_the_same_bytes(pair: Callable[[str], Pair]) -> None:
    made, _, tagged = pair("classic")
    assert TARGETS["pdf"].make(made.inputs).artifacts[0].content == tagged


def test_metadata_agree(pair: Callable[[str], Pair]) -> None:
    made, _, tagged = pair("classic")
    with pikepdf.open(io.BytesIO(tagged)) as pdf, pdf.open_metadata(set_pikepdf_as_editor=False) as xmp:
        assert xmp["dc:title"] == str(pdf.docinfo.Title) == made.inputs.document.properties.title
        assert xmp["dc:creator"] == [str(pdf.docinfo.Author)]
        assert (xmp["pdfuaid:part"], xmp["pdfaid:part"], xmp["pdfaid:conformance"]) == ("1", "2", "A")
        assert str(pdf.docinfo.CreationDate)[2:10] == str(xmp["xmp:CreateDate"])[:10].replace("-", "")


def test_the_emitted_latex_has_no_marks(pair: Callable[[str], Pair]) -> None:
    tex = pair("classic")[0].inputs.shared["tex"]
    assert tex and "cvmark" not in tex.source
    assert not any("cvmark" in name for name in tex.companions)


def test_what_is_not_supported_is_left_untagged_with_a_warning(pair: Callable[[str], Pair]) -> None:
    inputs = pair("classic")[0].inputs
    tex = inputs.shared["tex"]
    done = typeset_source(tex, "", find_engine("embedded"))
    with pikepdf.open(io.BytesIO(done.pdf)) as pdf:
        page = pdf.pages[0].obj
        page.Contents = pdf.make_stream(page.Contents.read_bytes() + b"\nBT T* ET")
        other = io.BytesIO()
        pdf.save(other)
    with pytest.raises(ValueError, match="not supported"):
        tag(other.getvalue(), inputs.document)
    pages = TypesetPages(inputs.document, inputs.style, tex, TypesetResult(other.getvalue()), "ada.pdf")
    output = TARGETS["pdf"].make(replace(inputs, pages=pages))
    assert output.artifacts[0].content == other.getvalue()
    assert [str(warning) for warning in output.warnings if "not tagged" in str(warning)]
