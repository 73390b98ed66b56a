"""Test the stages: what they are given, what is made once, what is an error, and the Python API."""

import inspect
import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import cvrender
from cvrender.api import render
from cvrender.errors import InputError, Problem, TexError, ToolError
from cvrender.load.library import Library
from cvrender.load.request import LoadedProfile, RenderRequest, RenderResult
from cvrender.merge.profile import load_profile
from cvrender.pipeline import run
from cvrender.rules.check import check
from cvrender.run.untrusted import render_untrusted
from cvrender.run.write import listed
from cvrender.system.filename import file_name
from cvrender.targets import TARGETS
from cvrender.targets.base import Artifact, Target
from cvrender.targets.tex.marks import unmark
from cvrender.verify.making import Composed, make

ADA = """\
person: {name: Ada Example, native: 聂小楠}
updated: 2024-05-17
publications:
  - {title: Notes on a Machine, authors: [Ada Example], type: article, date: 2020}
"""
PLAIN = "person: {name: Ada Example}\n"


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


def profile(folder: Path, text: str = PLAIN, name: str = "ada") -> LoadedProfile:
    path = folder / f"{name}.yaml"
    path.write_text(text, "utf-8")
    return load_profile(path)


def one(artifacts: Sequence[Artifact]) -> Artifact:
    assert len(artifacts) == 1
    return artifacts[0]


# Loading


def test_a_profile_is_loaded_from_a_path_or_a_text(tmp_path: Path) -> None:
    loaded = profile(tmp_path)
    again = load_profile(str(tmp_path / "ada.yaml"))
    assert loaded.profile == again.profile
    assert loaded.name == again.name == "ada"
    assert loaded.profile.person.name == "Ada Example"


def test_every_problem_of_a_file_comes_at_once_and_in_order(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        profile(tmp_path, "person: {name: Ada, hight: 3}\nbio: []\nnews: [{text: a, date: 2020-13}]\n")
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3]
    assert {problem.file for problem in caught.value.problems} == {str(tmp_path / "ada.yaml")}


# Rendering


@pytest.mark.slow
def test_every_target_is_made_in_the_order_that_was_asked_for(tmp_path: Path) -> None:
    loaded = profile(tmp_path)
    assert [one(render(loaded, targets=[target])).name for target in TARGETS] == [
        f"ada-full-classic.{target}" for target in TARGETS
    ]
    assert [artifact.name for artifact in render(loaded, targets=["md", "tex"])] == [
        "ada-full-classic.md",
        "ada-full-classic.tex",
    ]
    assert all(artifact.content for artifact in render(loaded))


def test_each_target_is_of_its_kind(tmp_path: Path) -> None:
    starts = {"tex": b"% Ada Example", "pdf": b"%PDF-", "md": b"# Ada Example", "docx": b"PK"}
    loaded = profile(tmp_path)
    assert set(starts) <= set(TARGETS)
    for target, start in starts.items():
        assert one(render(loaded, targets=[target])).content.startswith(start)


def test_targets_may_be_any_iterable(tmp_path: Path) -> None:
    assert [artifact.name for artifact in render(profile(tmp_path), targets=(name for name in ["md"]))] == ["ada-full-classic.md"]
    assert list(render(profile(tmp_path), targets=[])) == []


def test_only_the_files_that_were_asked_for_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    def never(*args: object) -> bytes:
        raise AssertionError("this was not asked for")

    monkeypatch.setattr("cvrender.targets.pdf.typesetter.typeset", never)
    monkeypatch.setattr("cvrender.targets.docx.make.docx", never)
    assert len(render(profile(tmp_path), targets=["tex", "md"])) == 2


def test_tex_and_pdf_are_made_from_one_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cvrender.targets.tex import source as tex

    written: list[str] = []
    write = tex.render

    def once(*arguments: Any) -> str:
        written.append(write(*arguments))
        return written[-1]

    monkeypatch.setattr(tex, "render", once)
    (tmp_path / "ada.yaml").write_text("person: {name: Ada Example}\n", "utf-8")
    artifacts = render(load_profile(tmp_path / "ada.yaml"), targets=("tex", "pdf"))
    bodies = [unmark(source).partition(r"\begin{document}")[2].partition(r"\end{document}")[0] for source in written]
    assert [body in artifacts[0].content.decode() for body in bodies if body] == [True]


@pytest.mark.slow
def test_rendering_touches_no_file_but_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / "work"
    work.mkdir()
    loaded = profile(tmp_path, ADA)
    monkeypatch.chdir(work)
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    render(loaded)
    assert list(work.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ada.yaml", "cache", "work"]


def test_what_the_document_says_stands_in_every_text(tmp_path: Path) -> None:
    texts = [
        artifact for artifact in render(profile(tmp_path, ADA), targets=["tex", "md"]) if artifact.name.endswith((".tex", ".md"))
    ]
    assert len(texts) == 2
    assert all("Notes on a Machine" in artifact.content.decode() for artifact in texts)


# Fonts next to the .tex

GLYPH_FILES = 6  # a package, an encoding, and two files for each of two faces


def test_fonts_stand_beside_the_tex_and_are_named_in_it(tmp_path: Path) -> None:
    source, *fonts, package = render(profile(tmp_path, ADA), targets=["tex"])
    faces = [f"fonts/ada-full-classic-glyphs-a{face}.{kind}" for face in ("", "-bold") for kind in ("tfm", "ttf")]
    assert {font.name for font in fonts} == {"fonts/ada-full-classic-glyphs-a.enc", *faces}
    assert package.name == "fonts/ada-full-classic.sty" and b"{ada-full-classic-glyphs-a}" in package.content
    assert b"\n\\usepackage{fonts/ada-full-classic}\n" in source.content
    assert b"cvglyph" not in source.content
    assert [artifact.name for artifact in render(profile(tmp_path, ADA), targets=["pdf"])] == ["ada-full-classic.pdf"]


def test_each_file_of_a_font_is_in_one_place(tmp_path: Path) -> None:
    """Metrics are next to the .tex file only where the family of the whole document has spaced letters."""
    accented = "person: {name: Ada Példa-Ṣample}\nbio: Ṣome text.\nawards: [{title: Medal, date: 2020}]\n"
    russian = "person: {name: Ада Пример}\nlanguage: ru\nbio: Текст о жизни.\nawards: [{title: Медаль, date: 2020}]\n"
    for text, beside in ((accented, False), (russian, True)):
        artifacts = render(profile(tmp_path, text), targets=["tex", "pdf"])
        places = [Path(artifact.name) for artifact in artifacts]
        metrics = [path.name for path in places if path.suffix == ".tfm"]
        assert metrics and len(metrics) == len(set(metrics))
        assert any(path.suffix == ".tfm" and path.parent == Path() for path in places) == beside
        assert [path.name for path in listed(places)] == ["ada-full-classic.tex", "fonts", "ada-full-classic.pdf"]


def test_a_source_and_its_fonts_are_one_zip_of_which_latex_makes_a_cv(tmp_path: Path) -> None:
    artifacts = render(profile(tmp_path, ADA), targets=["tex"])
    (project,) = render(profile(tmp_path, ADA), targets=["tex"], zip=True)
    assert project.name == "ada-full-classic.zip"
    with zipfile.ZipFile(io.BytesIO(project.content)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {each.name: each.content for each in artifacts}


@pytest.mark.parametrize(
    "name",
    [
        *("a b", "a{b}c", "$a$", 'a"b%c', "聂", "..a"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("a_b", "a@b", "José (2)", "a~b^c", "it's", "_", "CON")),
    ],
)
def test_a_file_may_be_called_anything(name: str, tmp_path: Path) -> None:
    source, *fonts, artifacts = render(profile(tmp_path, ADA, name), targets=["tex", "pdf"])
    assert source.name == f"{file_name(name)}-full-classic.tex"
    assert len(fonts) == GLYPH_FILES
    names = [font.name.removeprefix("fonts/") for font in fonts]
    assert all(name.isascii() and name.replace("-", "").replace(".", "").isalnum() for name in names)
    assert artifacts.content.startswith(b"%PDF")


def test_no_file_has_a_name_that_is_too_long(tmp_path: Path) -> None:
    views = f"views: {{{'v' * 90}: {{extends: full}}}}\n"
    artifacts = render(profile(tmp_path, ADA + views, "聂" * 80), view="v" * 90, targets=TARGETS)
    assert len(artifacts) == len(TARGETS) + GLYPH_FILES
    assert all(len(artifact.name.encode()) <= 200 for artifact in artifacts)
    assert len({artifact.name for artifact in artifacts}) == len(artifacts)


# Style, view, engine


def test_the_profile_says_its_style_and_the_caller_may_say_another(tmp_path: Path) -> None:
    loaded = profile(tmp_path, PLAIN + "style: plain\n")
    assert one(render(loaded, targets=["md"])).name == "ada-full-plain.md"
    assert one(render(loaded, targets=["md"], style="classic")).name == "ada-full-classic.md"


def test_the_profiles_options_hold_for_its_own_style_only(tmp_path: Path, composed: Callable[..., Composed]) -> None:
    loaded = profile(tmp_path, PLAIN + "style: {name: classic, options: {page: letter, accent: '#123456'}}\n")
    values = composed(loaded).inputs.style.values
    assert (values["page"], values["accent"]) == ("letter", "#123456")
    assert composed(loaded, style="plain").inputs.style.values["page"] == "a4"
    assert b"letterpaper" in one(render(loaded, targets=["tex"])).content
    assert b"a4paper" in one(render(profile(tmp_path), targets=["tex"])).content, "one profile's options stay with it"


def test_a_wrong_option_has_its_place(tmp_path: Path) -> None:
    loaded = profile(tmp_path, PLAIN + "style:\n  name: classic\n  options:\n    page: a3\n    margn: 2cm\n")
    with pytest.raises(InputError) as caught:
        render(loaded, targets=["md"])
    assert [(problem.line, problem.path) for problem in caught.value.problems] == [
        (5, "style.options.page"),
        (6, "style.options.margn"),
    ]
    assert 'did you mean "margin"?' in str(caught.value)


def test_a_style_that_the_profile_names_and_that_is_not_there_has_its_place(tmp_path: Path) -> None:
    loaded = profile(tmp_path, PLAIN + "style: clasic\n")
    with pytest.raises(InputError) as caught:
        check(loaded)
    expected = f'{tmp_path}/ada.yaml:2:8: error: style.name: there is no style "clasic"; did you mean "classic"?'
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"view": "nosuch"}, 'view "nosuch" not found'),
        ({"style": "nosuch"}, 'style "nosuch" not found'),
        ({"engine": "nosuch"}, 'unknown engine "nosuch"'),
        ({"targets": ["pdf", "nosuch"]}, 'unknown target "nosuch"'),
        ({"view": "../views/full"}, 'view "../views/full" not found'),
        ({"style": "../styles/plain"}, 'style "../styles/plain" not found'),
    ],
)
def test_names_that_are_not_known(asked: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message) as caught:
        render(profile(tmp_path), **asked)  # type: ignore[arg-type]
    assert "available: " in str(caught.value)


def test_the_profile_says_its_engine_and_the_caller_may_say_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    loaded = profile(tmp_path, PLAIN + "engine: xelatex\n")
    with pytest.raises(ToolError, match="engine xelatex is not installed"):
        render(loaded, targets=["pdf"])
    assert render(loaded, targets=["pdf"], engine="embedded")


# Errors that only typesetting meets


def test_a_character_in_no_font_is_named_with_its_field(tmp_path: Path) -> None:
    text = PLAIN + "news:\n  - text: fine\n  - text: not fine 😀\n"
    with pytest.raises(InputError) as caught:
        check(profile(tmp_path, text))
    said = str(caught.value)
    assert said.startswith(f"{tmp_path}/ada.yaml:4:")
    assert "news[1]" in said
    assert 'the character "😀" (U+1F600, grinning face)' in said
    with pytest.raises(InputError):
        render(profile(tmp_path, text), targets=["pdf"])
    assert "😀" in one(render(profile(tmp_path, text), targets=["md"])).content.decode()
    with pytest.raises(InputError) as failed:
        render(profile(tmp_path, text))
    assert [name for name, _ in failed.value.passed] == ["ada-full-classic.md", "ada-full-classic.docx"]


def test_a_language_without_words_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match='has no terms for language "xx"'):
        check(profile(tmp_path, "language: xx\n" + PLAIN))


def test_a_failing_tool_is_told_and_nothing_is_returned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> bytes:
        raise ToolError([])

    monkeypatch.setattr("cvrender.targets.pdf.typesetter.typeset", broken)
    with pytest.raises(ToolError) as caught:
        render(profile(tmp_path), targets=["tex", "pdf", "md"])
    assert [name for name, _ in caught.value.passed] == ["ada-full-classic.tex", "ada-full-classic.md"]


def test_checking_makes_no_artifact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Target, "make", None)
    check(profile(tmp_path, ADA))


@pytest.mark.parametrize("pages", ["", "    pages: 1\n"])
def test_what_tex_cannot_set_is_in_the_other_targets(tmp_path: Path, pages: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> bytes:
        raise TexError([Problem("TeX stopped", code="tool-failed")])

    monkeypatch.setattr("cvrender.targets.pdf.typesetter.typeset", broken)
    text = PLAIN + f"\nviews:\n  v:\n    sections: [news]\n{pages}"
    with pytest.raises(ToolError, match="TeX stopped") as caught:
        render(profile(tmp_path, text), view="v", targets=["pdf", "md", "docx"])
    assert [name for name, _ in caught.value.passed] == ["ada-v-classic.md", "ada-v-classic.docx"]
    assert "ada-v-classic.pdf.txt" in [name for name, _ in caught.value.failed]


# Each stage once


def test_each_stage_runs_once_for_all_targets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, composed: Callable[..., Composed]
) -> None:
    from cvrender.compose import stages
    from cvrender.targets.tex import prepare as latex

    calls: list[str] = []

    def counted(name: str, module: object) -> None:
        function = getattr(module, name)

        def call(*args: object, **more: object) -> object:
            calls.append(name)
            return function(*args, **more)

        monkeypatch.setattr(module, name, call)

    counted("select", stages)
    counted("compose", stages)
    counted("tex_source", latex)
    whole = composed(profile(tmp_path, ADA), targets=TARGETS)
    assert len(make(whole, ["tex", "md", "pdf", "docx"])) == 4 + GLYPH_FILES
    make(whole, ["tex"])
    assert sorted(calls) == ["compose", "select", "tex_source"]


def test_a_request_says_all_that_render_takes(tmp_path: Path) -> None:
    profile(tmp_path, "person: {name: Ada}\ntalks: [{title: Looms}]\n")
    (tmp_path / "with.yaml").write_text("talks: [{title: Mills}]\n", "utf-8")
    result = run(RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=("md",), overlays=(str(tmp_path / "with.yaml"),)))
    assert "Looms" in one(result).content.decode() and "Mills" in one(result).content.decode()
    assert one(run(RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=("md",), style="lab"))).name == "ada-full-lab.md"


def test_the_result_holds_the_artifacts_and_the_warnings(tmp_path: Path) -> None:
    loaded = profile(tmp_path, PLAIN + "talks: [{title: t}]\nviews: {v: {sections: [{from: talks, since: 2000}, talks]}}\n")
    told: list[str] = []
    artifacts = render(loaded, view="v", targets=["md", "txt"], warn=lambda problem: told.append(str(problem)))
    assert isinstance(artifacts, RenderResult) and isinstance(artifacts[0], Artifact) and len(artifacts) == 2
    assert [Path(artifact.name).suffix for artifact in artifacts] == [".md", ".txt"]
    assert [str(problem) for problem in artifacts.warnings] == told
    assert told == [f"{tmp_path}/ada.yaml:3:24: warning: views.v.sections[0]: no-entries: matches no entries"]


def test_the_working_directory_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = profile(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name, text in (("views/mine.yaml", "sections: [bio]"), ("styles/mine/style.yaml", "about: x\nextends: plain")):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, "utf-8")
    for asked in ({"view": "mine"}, {"style": "mine"}):
        with pytest.raises(InputError, match='(view|style) "mine" not found'):
            render(loaded, targets=["md"], **asked)  # type: ignore[arg-type]
        assert render(loaded, targets=["md"], library=Library((tmp_path,)), **asked)  # type: ignore[arg-type]


# The public API


def test_the_package_exports_the_api_and_nothing_that_is_not_there() -> None:
    assert cvrender.load_profile is load_profile
    assert cvrender.render is render
    assert {getattr(cvrender, name) is not None for name in cvrender.__all__} == {True}
    with pytest.raises(AttributeError, match="has no attribute 'nosuch'"):
        _ = cvrender.nosuch


@pytest.mark.parametrize("function", [load_profile, render, render_untrusted])
def test_only_the_first_argument_has_a_place(function: Callable[..., object]) -> None:
    first, *others = inspect.signature(function).parameters.values()
    assert first.kind is first.POSITIONAL_OR_KEYWORD
    assert others and all(parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_KEYWORD) for parameter in others)


@pytest.mark.slow
def test_the_example_in_the_packages_docstring_works_again_and_again(tmp_path: Path) -> None:
    """In an interpreter of its own, twice: a module must not hide a function of its name once it was imported."""
    (tmp_path / "profiles").mkdir()
    profile(tmp_path / "profiles", ADA)
    lines = [line[4:] for line in (cvrender.__doc__ or "").splitlines() if line.startswith("    ")]
    assert "from cvrender import load_profile, render" in lines
    example = "\n".join(lines)
    more = "import cvrender\ncvrender.render(cvrender.load_profile('profiles/ada.yaml'))"
    code = "\n".join(["from pathlib import Path", example, example, more])
    finished = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, env=dict(os.environ))
    assert finished.stderr == ""
    assert (tmp_path / "out" / "ada-full-classic.pdf").read_bytes().startswith(b"%PDF")
