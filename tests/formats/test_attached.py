"""Attach what a CV shows to its files, and import it again exactly."""

import zipfile
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import product
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from cvrender.api import render
from cvrender.cli import main
from cvrender.compose.prepare import prepare
from cvrender.compose.select import select
from cvrender.compose.stages import composed
from cvrender.errors import ArtifactError
from cvrender.formats import attached
from cvrender.formats.attached import attachments
from cvrender.formats.content import Content
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.validate import validate
from cvrender.merge.new_profile import new_profile
from cvrender.merge.profile import load_profile
from cvrender.merge.readers import read_content
from cvrender.rules.check import check
from cvrender.system.zip_file import zipped
from cvrender.verify.making import Composed
from tests.targets.pdf.validators import violations

ROOT = Path(__file__).parents[2]
PROFILES = ("bing-xie", "cong-xie", "lingxiao-ma", "minjia-zhang", "xiaonan-nie", "ada-example")
EXAMPLES = tuple(f"examples/{path.stem}" for path in sorted((ROOT / "profiles" / "examples").glob("*.yaml")))
CARRIERS = ("pdf", "docx", "html")

YAML = """\
updated: 2024-05-17
person:
  name: Ada Example
  native: 埃达
  variants: [A. Example, "Example, Ada", Ada Formername, Ada Printed]
  emails: [ada@example.org, {value: home@example.com, private: true}]
  phones: [{value: "+1 555 0100", privacy: application}]
bio: "Builds *engines*.\\n\\nAnd <tests> & \\\\(maths\\\\) them."
privacy: {talks: application}
people: [{name: Charles Confidential}]
positions:
- organization: Example Works
  fte: 50%
  roles: [{title: Engineer, start: 2020-02, end: present, tags: [hiddentag], highlights: [{text: Made it, tags: [othertag]}]}]
publications:
- {id: hiddenid, title: On Engines, authors: [Ada Printed, B. Sample], type: article, date: 2020, tags: [hiddentag]}
- {title: Notes, authors: [Ada Example], et_al: true, type: book, date: 2019, private: true}
talks: [{title: A Talk, date: 2018}]
teaching: [{title: Engines, role: Lecturer, hours: 30, date: 2021}]
custom: [{title: Licences, kind: certification, entries: [{title: Driving, number: "12"}], privacy: application}]
views:
  app: {extends: full, privacy: application, attach: true}
  table: {sections: [{from: teaching, table: {Course: title}}]}
"""


def loaded_of(yaml: str = YAML) -> LoadedProfile:
    source = parse(yaml.encode(), "ada.yaml")
    return LoadedProfile(source, validate(source))


def texts_of(loaded: LoadedProfile, view: str, language: str = "") -> tuple[list[str], str]:
    """What a view shows of a profile, text by text, and the YAML that its files carry."""
    prepared = prepare(RenderRequest(profile=loaded.source.file, view=view, language=language), loaded)
    selection = select(loaded.profile, prepared.view, prepared.style.groups, language=language)
    document = composed(prepared, selection, prepared.style)
    carried = attachments(selection, document, loaded.profile, "cv")
    return [text.plain for text, _ in document.texts if text], carried[0].text


def assert_round_trips(profiles: Sequence[str], views: Sequence[str], languages: Sequence[str]) -> None:
    """Assert that each view shows the same, word for word, of a profile and of what the files of that view carry."""
    for name, view, language in product(profiles, views, languages):
        shown, yaml = texts_of(load_profile(ROOT / "profiles" / f"{name}.yaml"), view, language)
        again, twice = texts_of(loaded_of(yaml), view, language)
        assert again == shown, (name, view, language)
        assert twice == yaml
        assert len(shown) > 1 or view == "bio"


def test_a_profile_made_of_an_attachment_shows_the_same() -> None:
    assert_round_trips(["ada-example", "xiaonan-nie"], ["full"], [""])


@pytest.mark.slow
def test_every_profile_round_trips_in_every_view_and_in_other_languages() -> None:
    assert_round_trips(PROFILES, ["annual", "bio", "full", "publications", "resume", "talks-and-service"], ["en"])
    assert_round_trips(["ada-example", "minjia-zhang", *EXAMPLES], ["full", "resume"], ["de", "zh", "ar"])


def test_it_has_what_is_shown_and_nothing_else() -> None:
    _, yaml = texts_of(loaded_of(), "full")
    expected = {
        "schema": "1",
        "language": "en",
        "updated": "2024-05-17",
        "person": {
            "name": "Ada Example",
            "native": "埃达",
            "variants": ["A. Example", "Example, Ada", "Ada Printed"],
            "emails": ["ada@example.org"],
        },
        "bio": "Builds *engines*.\n\nAnd <tests> & \\(maths\\) them.",
        "positions": [
            {
                "organization": "Example Works",
                "roles": [{"title": "Engineer", "start": "2020-02", "end": "present", "highlights": ["Made it"]}],
            }
        ],
        "publications": [
            {"title": "On Engines", "authors": ["Ada Printed", "B. Sample"], "type": "article", "date": "2020"},
        ],
        "teaching": [{"title": "Engines", "role": "Lecturer", "hours": "30", "date": "2021"}],
    }
    assert parse(yaml.encode(), "x").data == expected


@pytest.mark.slow
def test_what_few_may_see_keeps_its_level() -> None:
    data = parse(texts_of(loaded_of(), "app")[1].encode(), "x").data
    assert data["person"]["phones"] == [{"value": "+1 555 0100", "privacy": "application"}]
    assert data["privacy"] == {"talks": "application"} and data["custom"][0]["privacy"] == "application"
    assert "home@example.com" not in str(data)


def test_of_a_table_only_its_columns_and_what_an_entry_needs_are_attached() -> None:
    data = parse(texts_of(loaded_of(), "table")[1].encode(), "x").data
    assert data["teaching"] == [{"title": "Engines", "role": "Lecturer"}] and "bio" not in data


@pytest.mark.slow
def test_check_proves_that_nothing_withheld_is_attached(monkeypatch: pytest.MonkeyPatch) -> None:
    check(loaded_of())
    from cvrender.rules import check as module

    def careless(selection: object, document: object, profile: object, stem: str):  # type: ignore[no-untyped-def]
        return [item._replace(text=str(profile)) for item in attachments(selection, document, profile, stem)]  # type: ignore[arg-type]

    monkeypatch.setattr(module, "attachments", careless)
    with pytest.raises(ArtifactError, match="withheld from view"):
        check(loaded_of())


@pytest.fixture(scope="module")
def artifacts() -> dict[str, bytes]:
    """The files of a view with `attach: true`."""
    return {artifact.name.rpartition(".")[2]: artifact.content for artifact in render(loaded_of(), view="app", targets=CARRIERS)}


@pytest.mark.slow
def test_each_file_imports_as_the_same_profile(artifacts: dict[str, bytes]) -> None:
    expected = parse(texts_of(loaded_of(), "app")[1].encode(), "x").data
    for name, content in artifacts.items():
        imported = read_content(Content(content, f"cv.{name}"))
        profile = new_profile([imported])
        assert imported.format == "attached" and profile.data == expected and not imported.problems
        assert parse(profile.text.encode(), "x").data == expected
        files = attached.attached_files(Content(content, f"cv.{name}"))
        assert set(files) == {"application/yaml", "application/json"} and '"basics"' in files["application/json"]


@pytest.mark.slow
def test_the_pdf_says_what_its_files_are(artifacts: dict[str, bytes], tmp_path: Path) -> None:
    with pikepdf.open(BytesIO(artifacts["pdf"])) as pdf:
        kinds = {str(item.UF): (str(item.AFRelationship), str(item.EF.F.Subtype)) for item in pdf.Root.AF}
        assert kinds == {
            "ada-app-classic.yaml": ("/Source", "/application/yaml"),
            "ada-app-classic.json": ("/Data", "/application/json"),
        }
        assert all(str(item.EF.F.Params.ModDate) == "D:20240517000000Z" for item in pdf.Root.AF)
        assert b"<pdfaid:part>3<" in pdf.Root.Metadata.read_bytes()
    (tmp_path / "cv.pdf").write_bytes(artifacts["pdf"])
    assert violations(tmp_path / "cv.pdf", part=3) == []


@pytest.mark.slow
def test_word_finds_no_fault(artifacts: dict[str, bytes], tmp_path: Path) -> None:
    audit = pytest.importorskip("openxml_audit")
    (tmp_path / "cv.docx").write_bytes(artifacts["docx"])
    assert audit.OpenXmlValidator().validate(str(tmp_path / "cv.docx")).errors == []


def test_it_is_told_that_the_text_was_changed_afterwards(artifacts: dict[str, bytes]) -> None:
    with zipfile.ZipFile(BytesIO(artifacts["docx"])) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["word/document.xml"] = parts["word/document.xml"].replace(b"Engineer", b"Inventor")
    (problem,) = read_content(Content(zipped(parts), "cv.docx")).problems
    assert str(problem).startswith("cv.docx: warning: doubtful: the text was changed after its data was attached")
    assert read_content(Content(zipped(parts), "cv.docx"), "docx").format != "attached"


def test_what_this_program_does_not_write_is_not_read() -> None:
    page = '<!doctype html><script type="application/ld+json">{"@graph": [{"@type": "MediaObject", "encodingFormat": '
    page += '"application/yaml", "text": "# cvrender\\nperson: {name: A}\\ninclude: [/etc/passwd]"}]}</script>'
    with pytest.raises(Exception, match='carries a profile with "include"'):
        read_content(Content(page.encode(), "cv.html"))


def test_files_without_attachments_are_as_before(composed: Callable[..., Composed]) -> None:
    assert composed(loaded_of()).inputs.attachments == ()
    assert len(composed(loaded_of(), "app").inputs.attachments) == 2


def test_it_is_said_where_attach_has_no_effect(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(YAML, "utf-8")
    run = CliRunner().invoke(main, ["render", str(tmp_path / "ada.yaml"), "--attach", "--to", "md", "--out", str(tmp_path)])
    assert run.exit_code == 0 and "--attach has no effect: only pdf, docx, html can carry data" in run.stderr


@pytest.mark.slow
def test_it_is_merged_into_a_profile(artifacts: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "cv.pdf").write_bytes(artifacts["pdf"])
    (tmp_path / "mine.yaml").write_text("person: {name: Ada Example}\ntalks: [{title: A Talk, date: 2018}]\n", "utf-8")
    run = CliRunner().invoke(main, ["import", str(tmp_path / "cv.pdf"), "--into", str(tmp_path / "mine.yaml"), "--apply"])
    assert run.exit_code == 0, run.output
    data = parse((tmp_path / "mine.yaml").read_bytes(), "mine.yaml").data
    assert data["positions"][0]["organization"] == "Example Works" and len(data["talks"]) == 1


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex", "lualatex"])
def test_every_engine_attaches(engine: str, tmp_path: Path) -> None:
    (artifact,) = render(loaded_of(YAML.replace("  native: 埃达\n", "")), view="app", targets=["pdf"], engine=engine)
    assert read_content(Content(artifact.content, "cv.pdf")).format == "attached"
    (tmp_path / "cv.pdf").write_bytes(artifact.content)
    assert violations(tmp_path / "cv.pdf", part=3) == []


def test_an_untagged_pdf_carries_them_too() -> None:
    (artifact,) = render(loaded_of(), view="app", targets=["pdf"], tags=False)
    assert read_content(Content(artifact.content, "cv.pdf")).format == "attached"
