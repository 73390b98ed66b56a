"""An anonymous view shows nothing of the person in any file, and the proof of that finds what would."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pytest

from cvrender.api import render
from cvrender.compose.select import anonymous
from cvrender.errors import ArtifactError, Problem
from cvrender.load.reader import parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.rules.check import check
from cvrender.targets import TARGETS
from cvrender.verify.identity import STAND_IN, identity, without_identity
from cvrender.verify.withheld import _code

PROFILE = """\
updated: 2026-11
person:
  name: Zqxena Zqyork
  native: 澤久
  variants: [Z. Zqyork, "Zqyork, Zqxena M."]
  headline: Professor of Engines, known as Zqxena Zqyork
  credentials: [PhD]
  location: Zqplace
  emails: [zquser@example.org]
  phones: ["+1 555 0177"]
  links: [{value: "https://zqpage.example.org/home", label: Homepage}]
  photo_alt: Zqxena at work
  pronouns: zqthey/zqthem
  birthdate: {value: 1985-12-10, privacy: public}
  nationality: {value: Zqland, public: x}
  orcid: 0000-0002-1825-0097
bio: Zqxena Zqyork builds engines. Z. Zqyork, as Zqyork, Z. is known, built one.
education: [{institution: University of Nowhere, degree: Ph.D., advisors: [Mary Example]}]
publications:
- {title: One, authors: [Mary Example, {name: Zqxena Zqyork, corresponding: true}, C. Sample], type: article-journal, date: 2020}
- title: Two
  authors: ["Z. Zqyork", {name: 澤久, equal: true}, Mary Example]
  type: paper-conference
  venue: Conference of Examples
  date: 2021
  url: https://zqpage.example.org/home/two
  links: [{url: "https://code.example.org/zquser/two", label: Code}, {url: "https://example.org/slides", label: Slides}]
- {title: Three, editors: [Zqxena Zqyork], type: book, date: 2022}
- {title: Four, collaboration: ATLAS, including: [Zqxena Zqyork], type: article-journal, date: 2023, note: "for Zqxena Zqyork"}
grants: [{title: Engines, investigators: [Mary Example, Zqxena Zqyork]}]
news: [{text: "Zqxena Zqyork won"}]
custom: [{title: Press on Zqxena Zqyork, rows: [[Zqxena Zqyork, yes]]}]
views:
  blind: {extends: full, anonymous: true}
  cited: {sections: [publications], anonymous: true, citations: apa}
""".replace(", public: x", ", privacy: public")


def readings(content: bytes) -> Iterator[str]:
    """What can be read in a file: its bytes, but those of fonts in pages, and those of its parts."""
    content = re.sub(rb"data:font/[^)]+", b"", content)
    yield content.decode("latin-1")
    yield content.decode("utf-8", "replace")
    if content.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(content)) as file:
            for info in file.infolist():
                yield f"{info.filename} {re.sub('<[^>]*>', '', file.read(info).decode('utf-8', 'replace'))}"
                yield file.read(info).decode("utf-8", "replace")
    if content.startswith(b"%PDF"):
        with pikepdf.open(BytesIO(content)) as pdf:
            yield f"{pdf.open_metadata()} {dict(pdf.docinfo.items())}"
            yield " ".join(item.unparse().decode("latin-1") for item in pdf.objects if not isinstance(item, pikepdf.Stream))
            yield " ".join(str(item) for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) for item in thing.values())
        document = pypdfium2.PdfDocument(content)
        yield "".join(page.get_textpage().get_text_range() for page in document)
        document.close()


def loaded_of(text: str = PROFILE) -> LoadedProfile:
    source = parse(text.encode(), "zqyork.yaml")
    return LoadedProfile(source, validate(source))


def texts(view: str = "blind", target: str = "md", text: str = PROFILE) -> str:
    return render(loaded_of(text), view=view, targets=[target])[0].content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_no_file_has_the_name_a_contact_or_an_identifier(target: str) -> None:
    secret = re.compile(r"zq[a-z]{3}|澤久|555 ?0177|0000-0002-1825-0097|1985-12", re.IGNORECASE)
    shown = "".join(reading for artifact in render(loaded_of(), targets=[target]) for reading in readings(artifact.content))
    assert "Zqxena" in shown and "0000-0002-1825-0097" in shown
    for artifact in render(loaded_of(), view="blind", targets=[target]):
        assert artifact.name.startswith("anonymous-blind-classic")
        for reading in readings(artifact.content):
            assert not secret.search(reading)


def test_the_own_name_in_lists_is_the_place_in_the_list_in_bold_with_its_marks() -> None:
    text = texts()
    assert "Mary Example, **A. Author 2**†, C. Sample" in text
    assert "**A. Author 1**, **A. Author 2**\\*, Mary Example" in text
    assert "A. Author builds engines. A. Author, as A. Author is known" in text
    assert "known as A. Author" in text and "Press on A. Author" in text
    assert text.startswith("---\n") or "A. Author, PhD" in text


def test_what_others_said_and_did_stays() -> None:
    text = texts()
    assert all(word in text for word in ("Mary Example", "University of Nowhere", "Conference of Examples", "example.org/slides"))
    assert "code.example.org" not in text


def test_citation_styles_take_it_for_a_name() -> None:
    assert "**Author 2, A.**" in texts("cited") and "Zq" not in texts("cited")


def test_the_check_passes_and_rendering_for_another_person_is_the_same() -> None:
    warned: list[Problem] = []
    check(loaded_of(), warned.append)
    source = loaded_of().source
    data, removed = without_identity(source.data)
    assert STAND_IN in str(data) and not re.search("zq[xy]|澤", str({**data, "views": {}}), re.IGNORECASE)
    assert {path[1] for path, _ in removed} >= {"name", "native", "variants", "emails", "phones", "links", "orcid", "pronouns"}


@pytest.mark.parametrize("method", ["text", "_named", "_is_own"])
def test_the_check_finds_what_is_not_hidden(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: dict[str, Any] = {
        "text": lambda self, text: text,
        "_named": lambda self, person, index: person,
        "_is_own": lambda self, url: False,
    }
    monkeypatch.setattr(anonymous.Anonymizer, method, shown[method])
    with pytest.raises(ArtifactError) as caught:
        check(loaded_of())
    assert all(problem.code == "withheld-shown" for problem in caught.value.problems)


def test_an_artifact_with_the_name_fails() -> None:
    with pytest.raises(ArtifactError, match="contains a text that the view withholds"):
        texts(text=PROFILE.replace("builds engines", "builds engines (write to zquser@example.org)"))
    assert identity(loaded_of().source.data)["Zqxena Zqyork"] == "person.name"


def test_words_that_may_tell_who_it_is_are_warnings() -> None:
    text = PROFILE.replace("builds engines", "builds engines, and Zqyork knows that she does")
    warnings = render(loaded_of(text), view="blind", targets=["md"]).warnings
    assert [problem.code for problem in warnings] == ["not-anonymous"] and '"Zqyork" in bio' in warnings[0].message
    assert not render(loaded_of(text), view="full", targets=["md"]).warnings


def test_a_family_name_that_comes_first_is_not_shown() -> None:
    turned = PROFILE.replace("Zqxena Zqyork", "Zqyork Zqxena").replace("  native:", "  family: Zqyork\n  native:")
    text = turned.replace("builds engines", "builds engines (Zqxena Zqyork, in English)")
    check(loaded_of(text))
    for view in ("blind", "cited"):
        assert "Zq" not in texts(view, text=text) and "Author" in texts(view, text=text)
    warnings = render(loaded_of(turned.replace("builds engines", "builds Zqyork engines")), view="blind", targets=["md"]).warnings
    assert [problem.code for problem in warnings] == ["not-anonymous"] and '"Zqyork" in bio' in warnings[0].message


TELLING = """\
updated: 2026-11
person:
  name: Hui Zqang
  headline: {en: Professor of Engines, de: Professorin für Motoren}
  emails: [hzqang@example.org]
  links: [{value: "https://pages.example.org/hz", label: {en: Home, de: Startseite}}]
bio: {en: "Code at [here](https://example.org/hzqang/x).", de: Baut Motoren.}
publications:
- {id: zqang2021engine, title: Engine One, authors: [Mary Example, Hui Zqang], type: article-journal, venue: J, date: 2021}
- {id: zqangnet-2, title: Engine Two, authors: [Hui Zqang], type: article-journal, venue: J, date: 2020, note: at github.com/hui}
awards: [{title: Zqang Prize, date: 2020}]
systems: [{name: ZqangNet}]
custom: [{id: zqang-lab, title: {en: Huis Garage, de: Werkstatt}, rows: [[one, HUI]]}]
references: [{name: Wei Sample}]
views:
  blind: {anonymous: true, sections: [bio, {from: publications, pinned: [zqangnet-2]}, awards, systems, zqang-lab]}
"""


def test_each_word_of_the_name_and_each_address_with_it_is_a_warning() -> None:
    warned: list[Problem] = []
    check(loaded_of(TELLING), warned.append)
    shown = {(problem.path, problem.message.split('"')[1]) for problem in warned if problem.code == "not-anonymous"}
    assert shown == {
        ("bio", "https://example.org/hzqang/x"),
        ("publications[1].note", "github.com/hui"),
        ("awards[0].title", "Zqang"),
        ("systems[0].name", "Zqang"),
        ("custom[0]", "HUI"),
    }


@pytest.mark.parametrize("target", [name for name in TARGETS if name not in ("pdf", "docx")] + ["docx"])
def test_no_file_has_an_id_with_the_name(target: str) -> None:
    def made(view: str) -> str:
        artifacts = render(loaded_of(TELLING), view=view, targets=[target], attach=True)
        return "".join(reading for artifact in artifacts for reading in readings(artifact.content))

    assert not re.search("zqang(2021|net-2)", made("blind"))
    assert target != "html" or re.search("zqang(2021|net-2)", made("full"))


def test_the_proof_finds_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvrender.compose.select.without_ids", lambda section: section)
    with pytest.raises(ArtifactError, match="contains an id with the name of the person"):
        render(loaded_of(TELLING), view="blind", targets=["html"])
    with pytest.raises(ArtifactError, match='an id with the name of the person appears in view "blind"'):
        check(loaded_of(TELLING))


def test_the_proof_finds_ids_in_what_a_pdf_compresses() -> None:
    saved = BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.Root.Dests = pikepdf.Dictionary({"/zqang2021engine": pikepdf.Array([pdf.pages[0].obj, pikepdf.Name.Fit])})
        pdf.save(saved, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert b"zqang2021" not in saved.getvalue() and "zqang2021engine" in _code(saved.getvalue())


@pytest.mark.parametrize(
    ("native", "text", "word"),
    [("李马克", "马克奖", "马克"), ("佐藤由紀子", "由紀子賞", "由紀子"), ("김철수", "철수상", "철수"), ("李马克", "马路奖", "")],
)
def test_a_part_of_a_name_without_spaces_is_a_warning(native: str, text: str, word: str) -> None:
    loaded = loaded_of(TELLING.replace("Zqang Prize", text).replace("name: Hui Zqang", f"name: Hui Zqang\n  native: {native}"))
    told = [problem.message for problem in render(loaded, view="blind", targets=["md"]).warnings if "awards" in problem.path]
    assert [message.split('"')[1] for message in told] == ([word] if word else [])


@pytest.mark.parametrize(("doi", "tells"), [("10.5555/hui.2021.7", False), ("10.5555/zqang.7", True)])
def test_a_short_name_in_a_doi_is_no_warning(doi: str, tells: bool) -> None:
    loaded = loaded_of(TELLING.replace("venue: J, date: 2021", f"venue: J, date: 2021, doi: {doi}"))
    told = [problem for problem in render(loaded, view="blind", targets=["md"]).warnings if problem.path.endswith(".doi")]
    assert bool(told) == tells


def test_the_names_of_files_are_searched() -> None:
    text = TELLING.replace("  blind:", "  zqang-blind:")
    artifacts = render(loaded_of(text), view="zqang-blind", targets=["md"])
    assert [problem.message for problem in artifacts.warnings if not problem.path] == [
        '"zqang" in the name of the file may tell who it is, in an anonymous view'
    ]


def test_texts_per_language_are_hidden_in_every_language() -> None:
    for language, headline in (("en", "Professor of Engines"), ("de", "Professorin für Motoren")):
        content = render(loaded_of(TELLING), view="blind", targets=["md"], language=language)[0].content.decode()
        assert headline in content
    text = TELLING.replace("links: [", "phones: [{value: +1 555 0100, label: {en: Engine, de: Motoren}}]\n  links: [")
    for language in ("en", "de"):
        assert render(loaded_of(text), view="blind", targets=["md"], language=language)
