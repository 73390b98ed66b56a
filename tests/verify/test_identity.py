"""An anonymous view shows nothing of the person in any file, and the proof of that finds what would."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pytest

from cvrender.check import check
from cvrender.errors import ArtifactError, Problem
from cvrender.load.reader import parse
from cvrender.pipeline import render
from cvrender.request import LoadedProfile
from cvrender.select import anonymous
from cvrender.targets import TARGETS
from cvrender.validate import validate
from cvrender.verify.identity import STAND_IN, identity, without_identity

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
