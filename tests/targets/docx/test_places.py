"""Test the marks of a Word document that returns: each text has its field, its characters and what is around it."""

import io
import zipfile
from pathlib import Path

import pytest

from cvrender import TARGETS, render
from cvrender.compose.prepare import prepare
from cvrender.compose.stages import document_of
from cvrender.errors import ArtifactError
from cvrender.formats.embedded import attached_to
from cvrender.load.request import RenderRequest
from cvrender.load.revisions import revision_of
from cvrender.merge.profile import load_profile
from cvrender.merge.returned.divide import divided
from cvrender.system.zip_file import zipped
from cvrender.targets.docx.places import digest_of, texts_by_field
from cvrender.targets.docx.record import RECORD, Sent, read_record, record_of
from cvrender.targets.docx.returned import read_parts, segments

PROFILES = Path(__file__).parents[3] / "profiles"
PROFILE = """\
updated: 2026-11
person: {name: Ada Example, native: Άντα, emails: [ada@example.org], phones: ["+1 555 0100"]}
bio: "Proves $x^2$ and *more*."
positions:
- {organization: University of Nowhere, title: Professor, start: 2020-09, end: present, highlights: [Led nine, "Won **two**"]}
views:
  blind: {extends: full, anonymous: true}
"""


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    path = tmp_path / "ada.yaml"
    path.write_text(PROFILE, "utf-8")
    return path


def made(profile: Path, view: str = "full", *, returnable: bool = True) -> dict[str, bytes]:
    result = render(load_profile(profile), view=view, targets=["docx"], returnable=returnable)
    with zipfile.ZipFile(io.BytesIO(result[0].content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def record(parts: dict[str, bytes]) -> tuple[dict[str, str], list[Sent]]:
    return read_record(record_of(zipped(parts)))


def test_each_text_is_at_its_place(profile: Path) -> None:
    parts = made(profile)
    origin, sent = record(parts)
    _, document = document_of(prepare(RenderRequest(profile=str(profile)), load_profile(profile)))
    base = texts_by_field(document)
    assert origin == {"file": "ada.yaml", "revision": revision_of(profile), "view": "full", "texts": digest_of(base)}
    numbers = {number: base[text.field] for number, text in enumerate(sent, 1)}
    paragraphs = divided(read_parts({"word/document.xml": parts["word/document.xml"]}).paragraphs, sent, numbers)
    found = {number: text for paragraph in paragraphs for number, text in segments(paragraph) if number}
    assert found == numbers and [text.marked for text in sent].count(False) == 5
    texts = {item.field: (found[number], item.after) for number, item in enumerate(sent, 1)}
    assert texts["person name"] == ("Ada Example", " ") and texts["person native"] == ("Άντα", "¶")
    assert texts["bio text"] == ("Proves \ufffc and more.", "¶")
    assert texts["positions[0] date"][1] == "¶" and texts["positions[0] title"][1] == "\t"
    assert texts["positions[0].highlights[1] text"] == ("Won two", "¶")


def test_a_file_that_does_not_return_has_no_marks(profile: Path) -> None:
    assert not any(b"_cv" in content for content in made(profile, returnable=False).values())


def test_an_anonymous_file_never_has_marks(profile: Path) -> None:
    assert not any(b"_cv" in content or RECORD.encode() in content for content in made(profile, "blind").values())
    warnings = render(load_profile(profile), view="blind", targets=["docx"], returnable=True).warnings
    assert [problem.message for problem in warnings if problem.code == "no-effect"] == [
        "--returnable has no effect: the fields of texts may tell what an anonymous view hides"
    ]


def test_the_proof_finds_marks_in_an_anonymous_file(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvrender.compose.prepare.Prepared.returns", True)
    with pytest.raises(ArtifactError, match="tells the fields of texts, in an anonymous view"):
        render(load_profile(profile), view="blind", targets=["docx"], returnable=True)


def test_anonymous_markdown_does_not_say_what_it_is_made_from(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert b"<!-- cvrender" in render(load_profile(profile), targets=["md"], returnable=True)[0].content
    assert b"cvrender {" not in render(load_profile(profile), view="blind", targets=["md"], returnable=True)[0].content
    monkeypatch.setattr("cvrender.compose.prepare.Prepared.returns", True)
    with pytest.raises(ArtifactError, match="tells the profile that it was made from, in an anonymous view"):
        render(load_profile(profile), view="blind", targets=["md"], returnable=True)


def test_other_targets_say_that_they_cannot_return(profile: Path) -> None:
    warnings = render(load_profile(profile), targets=["txt"], returnable=True).warnings
    assert "only md and docx can return" in "".join(problem.message for problem in warnings)
    assert [name for name, target in TARGETS.items() if target.traits.returns] == ["md", "docx"]


def test_a_file_is_the_same_with_data_attached(profile: Path) -> None:
    content = render(load_profile(profile), targets=["docx"], returnable=True, attach=True)[0].content
    assert set(attached_to(content)) == {"application/yaml", "application/json"}


@pytest.mark.slow
def test_the_largest_example_follows_the_open_xml_rules(tmp_path: Path) -> None:
    audit = pytest.importorskip("openxml_audit")
    content = render(load_profile("profiles/ada-example.yaml"), targets=["docx"], returnable=True)[0].content
    (tmp_path / "cv.docx").write_bytes(content)
    assert audit.OpenXmlValidator().validate(str(tmp_path / "cv.docx")).errors == []


@pytest.mark.parametrize("name", sorted(map(str, [*PROFILES.glob("*.yaml"), *PROFILES.glob("examples/*.yaml")])))
def test_a_file_is_at_most_20_percent_larger(name: str) -> None:
    profile = load_profile(name)
    plain, marked = (len(render(profile, targets=["docx"], returnable=value)[0].content) for value in (False, True))
    assert plain < marked < plain * 1.2
