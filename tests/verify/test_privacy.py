"""Test what a view should withhold, and that no byte of any target contains it."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from cvrender.api import render
from cvrender.cli import main
from cvrender.compose.select import redact
from cvrender.errors import ArtifactError
from cvrender.load.library import BUILT_IN
from cvrender.load.reader import Source, parse
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.model.fields import Level
from cvrender.model.value import replace
from cvrender.rules.check import check
from cvrender.targets import TARGETS
from cvrender.targets.base import Artifact
from cvrender.verify.privacy import leaks, secrets, without_withheld

# Words that begin with zqa are for applications and full views, those with zqf for full views alone; zqp are for all.
PROFILE = """\
updated: 2024-05-17
language: en
person:
  name: Ada Zqpname
  headline: Zqphead
  location: {value: Zqaplace, privacy: application}
  emails: [zqpmail@example.org, {value: zqfmail@example.org, private: true}]
  phones: [{value: "+1 555 Zqfphone", label: Zqflabel, private: true}]
  links: [{value: "https://zqalink.example.org", label: Zqalabel, privacy: application}, "https://zqplink.example.org"]
bio: Zqabio is long.
interests: [Zqfinterest, Zqfother]
privacy: {bio: application, interests: full, references: full, awards: application}
news: [{text: Zqpnews}, {text: "Zqf*news*", private: true, links: [{url: "https://zqfnews.example.org", label: Zqfnewslabel}]}]
education: [{degree: Zqpdegree, highlights: [{text: Zqfpoint, private: true}, {text: Zqppoint}]}]
positions:
- organization: Zqpemployer
  start: 2019
  highlights: [{text: Zqppart, highlights: [{text: Zqadeep, privacy: application}]}]
  roles: [{title: Zqprole}, {title: Zqfrole, private: true, highlights: [Zqfrolepoint]}]
- {organization: Zqaemployer, privacy: application, title: Zqatitle, summary: Zqasummary, start: 2021, end: present}
publications:
- {id: zqpid, title: Zqpwork, authors: [Ada Zqpname, Zqpauthor], type: article, date: 2020, doi: 10.1000/zqpdoi, tags: [zqptag]}
- id: zqfid
  title: Zqfwork
  authors: [Zqfauthor, Ada Zqpname]
  type: article-journal
  venue: {name: Zqfvenue, short: Zqfshort}
  doi: 10.1000/zqfdoi
  date: 2030
  tags: [zqftag]
  private: true
talks: [{title: Zqatalk, privacy: application, event: Zqaevent, hosts: [Zqahost], date: 2029}]
awards: [{title: Zqaaward, note: Zqanote}, {title: Zqfaward, private: true}]
skills: [{name: Zqpskill, items: [Zqpitem]}, {name: Zqfskill, items: [Zqfitem], privacy: full}]
custom:
- {title: Zqfown, private: true, text: Zqftext}
- {title: Zqpown, entries: [{title: Zqpthing}, {title: Zqfthing, private: true}]}
references: [{name: Zqfreferee, emails: [zqfref@example.org]}]
views:
  app: {extends: full, privacy: application}
  all: {extends: full, privacy: full}
  recent: {sections: [{from: publications, since: 5 years, group_by: tag, number: down}, {from: talks, since: 5 years}]}
"""
LEVEL_OF: dict[str, Level] = {"app": "application", "all": "full"}
VIEWS = ("annual", "full", "app", "all", "recent", "resume", "bio", "publications", "talks-and-service")
SECRET = {"public": "zq[af]", "application": "zqf", "full": "zqx"}


def loaded_of(yaml: str = PROFILE) -> LoadedProfile:
    source = parse(yaml.encode(), "ada.yaml")
    return LoadedProfile(source, validate(source))


def level_of(view: str) -> Level:
    return LEVEL_OF.get(view, "public")


def readings(artifact: Artifact) -> Iterator[str]:
    """Everything that can be read in a file: its bytes, but those of fonts in pages, and what they are once they are unpacked."""
    content = re.sub(rb"data:font/[^)]+", b"", artifact.content)
    yield artifact.name
    yield content.decode("latin-1")
    yield content.decode("utf-16-be", "ignore") + content[1:].decode("utf-16-be", "ignore")
    if content.startswith(b"PK"):
        for info in zipfile.ZipFile(BytesIO(content)).infolist():
            part = zipfile.ZipFile(BytesIO(content)).read(info).decode("utf-8", "replace")
            yield f"{info.filename} {info.comment!r} {info.extra!r}"
            yield part
            yield re.sub("<[^>]*>", "", part)
    if content.startswith(b"%PDF"):
        yield from pdf_readings(content)


def pdf_readings(content: bytes) -> Iterator[str]:
    with pikepdf.open(BytesIO(content)) as pdf:
        for item in pdf.objects:
            yield from strings_of(item)
            if isinstance(item, pikepdf.Stream):
                raw = item.read_bytes()
                yield raw.decode("latin-1")
                yield re.sub(r"\)[^()]*\(", "", raw.decode("latin-1"))  # kerned words
        yield str(pdf.open_metadata()) + str(dict(pdf.docinfo.items()))
    document = pypdfium2.PdfDocument(content)
    yield re.sub(r"\s", "", "".join(page.get_textpage().get_text_range() for page in document))
    yield " ".join(item.get_title() for item in document.get_toc())
    document.close()


def strings_of(item: Any, depth: int = 0) -> Iterator[str]:
    """The texts of a PDF object, however they are encoded; other objects that it refers to come by themselves."""
    if isinstance(item, pikepdf.String):
        yield str(item)
    elif isinstance(item, pikepdf.Array) and depth < 20:
        for part in item:
            yield from strings_of(part, depth + 1)
    elif isinstance(item, pikepdf.Dictionary | pikepdf.Stream) and depth < 20:
        for key, part in item.items():
            yield key
            if not (isinstance(part, pikepdf.Object) and part.is_indirect):
                yield from strings_of(part, depth + 1)


def found_in(made: Iterable[Artifact], pattern: str) -> set[str]:
    words = re.compile(f"{pattern}[a-z]+", re.I)
    return {word.lower() for artifact in made for reading in readings(artifact) for word in words.findall(reading)}


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS)
def test_no_byte_of_any_target_holds_what_is_withheld(view: str) -> None:
    loaded, level = loaded_of(), level_of(view)
    artifacts = render(loaded, view=view, targets=TARGETS, attach=True)
    assert {Path(artifact.name).suffix[1:] for artifact in artifacts} >= set(TARGETS)
    assert found_in(artifacts, SECRET[level]) == set()
    assert "zqpname" in found_in(artifacts, "zqp")
    # The same bytes come of a profile that never held it: no order, number, date or blank gives it away.
    data, withheld = without_withheld(loaded.source.data, level)
    clean = replace(loaded.source, data=data)
    assert bool(withheld) == (level != "full")
    assert render(LoadedProfile(clean, validate(clean)), view=view, targets=TARGETS, attach=True) == artifacts


def test_the_search_finds_in_every_target_what_is_shown() -> None:
    loaded = loaded_of()
    for target in TARGETS:
        problems = found_in(render(loaded, view="all", targets=[target]), "zqf")
        assert {"zqfmail", "zqfphone", "zqfwork", "zqfinterest", "zqfown", "zqfreferee"} <= problems, target
    pdf = render(loaded, view="all", targets=["pdf"])
    with pikepdf.open(BytesIO(pdf[0].content)) as opened:
        assert "Zqfinterest" in str(dict(opened.docinfo.items())) + str(opened.open_metadata())
    assert any("mailto:zqfmail@example.org" in reading for reading in readings(pdf[0]))


@pytest.mark.few_styles
@pytest.mark.parametrize("style", BUILT_IN.names("styles"))
def test_no_style_knows_more_than_another(style: str) -> None:
    loaded = loaded_of()
    assert found_in(render(loaded, style=style, targets=["tex", "md"]), SECRET["public"]) == set()
    assert "zqfwork" in found_in(render(loaded, view="all", style=style, targets=["tex"]), "zqf")


# The proof that `check` gives


def test_what_is_withheld_is_found_with_its_places() -> None:
    source = loaded_of().source
    for level, pattern in SECRET.items():
        data, withheld = without_withheld(source.data, level)  # type: ignore[arg-type]
        gone = {word.lower() for _, text in withheld for word in re.findall(r"(?i)zq[a-z]+", text)} - {"zqpname"}
        assert gone == {word.lower() for word in re.findall(f"(?i){pattern}[a-z]*", PROFILE)}
        assert not re.search(f"(?i){pattern}[a-z]", repr(data))
        for path, text in withheld:
            value: Any = source.data
            for part in path:
                value = value[part]
            assert value == text


def test_the_stricter_of_two_contradictory_keys_counts() -> None:
    data, withheld = without_withheld({"news": [{"text": "a", "private": True, "privacy": "public"}]}, "public")
    assert withheld == [(("news", 0, "text"), "a")] and data == {"news": []}
    views = {"views": {"v": {"privacy": "full", "about": "x"}}}
    assert without_withheld(views, "public") == (views, [])  # how much a view shows is not a secret


def test_check_is_content_with_what_is_right() -> None:
    warnings: list[str] = []
    check(loaded_of(), lambda problem: warnings.append(str(problem)))
    assert [warning for warning in warnings if "DATE-FUTURE" not in warning] == []


LEAKY = """\
person: {name: Ada, emails: [{value: hidden@example.org, private: true}]}
talks: [{title: a}, {title: b c, private: true}]
"""


def test_check_finds_a_leak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in (redact, __import__("cvrender.compose.select", fromlist=["x"])):
        monkeypatch.setattr(module, "is_shown", lambda value, privacy: True)
    with pytest.raises(ArtifactError) as caught:
        check(loaded_of(LEAKY))
    lines = [str(problem) for problem in caught.value.problems]
    assert len(set(lines)) == len(lines)
    assert 'ada.yaml:1:38: error: person.emails[0].value: withheld from view "bio" but appears in its md' in lines
    assert 'ada.yaml:2:29: error: talks[1].title: withheld from view "full" but appears in its tex' in lines
    assert not any("talks[0]" in line for line in lines)
    (tmp_path / "ada.yaml").write_text(LEAKY, "utf-8")
    result = CliRunner().invoke(main, ["check", str(tmp_path / "ada.yaml")])
    assert result.exit_code == 4 and "withheld from view" in result.stderr


def test_what_stands_within_a_longer_text_that_is_shown_is_no_leak() -> None:
    yaml = """\
person: {name: Ada, phones: ["+1 555 0100", {value: "+1 555 010", private: true}]}
talks: [{title: My Talks on Bees}, {title: My Talk, private: true}, {title: "**My** Talk!", private: true}]
awards: [{title: Best Paper Award}, {title: t Paper A, private: true}, {title: Best Award, private: true}]
"""
    loaded = loaded_of(yaml)
    assert secrets(loaded.source.data, "public") == {"Best Award": "awards[2].title"}
    assert render(loaded, targets=["md", "pdf"])
    check(loaded)


def test_a_trace_without_words_is_found_too() -> None:
    source = Source("ada.yaml", {}, {}, {})
    (problem,) = leaks([(("talks", 0), "secret")], {"md": "2. a"}, {"md": "1. a"}, source, "full")
    assert str(problem) == 'ada.yaml: error: the md of view "full" depends on what the view withholds'
    assert leaks([(("talks", 0), "a")], {"md": "1. a"}, {"md": "1. a"}, source, "full") == []


def test_words_are_found_however_a_target_escapes_them() -> None:
    source = Source("ada.yaml", {}, {}, {})
    shown = {"tex": r"\href{mailto:a\_b@x.org}{a\_b@x.org} 50\% of~it"}
    problems = leaks([(("x",), "a_b@x.org"), (("y",), "50% of it"), (("z",), "rest")], shown, {"tex": ""}, source, "v")
    assert [problem.path for problem in problems] == ["x", "y"]


def test_a_view_that_withholds_nothing_is_not_rendered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cvrender.rules.check._texts", None)
    check(loaded_of("person: {name: Ada}\ntalks: [{title: a}]\n"))


CONTACTS = """\
person:
  name: Ada Example
  location: {value: 1 Example Road, private: true}
  emails: [ada@example.org, {value: ada.home@example.com, private: true}]
  phones: [{value: "+1 (555) 010-0199", privacy: application}, {value: "+1 555 010 0100", private: true}, "+1 555 010 0100"]
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("bio: Call 555.010.0199 at night.", "bio: contains person.phones[0]"),
        ("bio: Call +1 555 0100199.", "bio: contains person.phones[0]"),
        ("news: [{text: Write to Ada.Home@example.com}]", "news[0]: contains person.emails[1]"),
        ("talks: [{title: A talk, note: 'at 1, Example Road'}]", "talks[0]: contains person.location"),
        ("bio: Call +1 555 010 0100 or write to ada@example.org.", ""),
        ("bio: From 2010 to 2019 she saw 010 0198 ships.", ""),
    ],
)
def test_check_finds_a_withheld_contact_that_is_typed_into_a_text(text: str, found: str) -> None:
    source = parse(f"{CONTACTS}{text}\n".encode(), "ada.yaml")
    loaded = LoadedProfile(source, validate(source))
    if not found:
        check(loaded)
        return
    with pytest.raises(ArtifactError) as caught:
        check(loaded)
    assert f"error: {found}, which not every view shows; remove it from the text" in str(caught.value)
    assert len(caught.value.problems) == 1
