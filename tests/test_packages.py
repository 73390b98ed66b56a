"""Build sdist and wheel, install the wheel into an empty environment, and use it in an empty folder."""

import re
import tarfile
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from tests.built_packages import ROOT, execute


def command(installed: Path, *arguments: str, cwd: Path) -> str:
    """Call the installed command through its Python, because the environment was renamed after it was made."""
    return execute(installed / "python", "-m", "cvrender", *arguments, cwd=cwd)


@pytest.mark.slow
def test_the_sdist_contains_the_source_and_the_pages_but_no_real_person(packages: Path) -> None:
    (sdist,) = packages.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert not [name for name in names if "node_modules" in name]
    listed = execute("git", "ls-files", cwd=ROOT).split("\n") if (ROOT / ".git").exists() else []
    wanted = [name for name in listed if name.startswith(("src/", "styles/")) or re.fullmatch(r"(docs/)?\w+\.md", name)]
    assert len(wanted) > 200
    assert [name for name in wanted if name not in names] == []
    assert {name for name in names if name.startswith("profiles/")} == {"profiles/ada-example.yaml", "profiles/ada-example.png"}
    people = {name.stem for name in (ROOT / "profiles").glob("*-*.yaml")} - {"ada-example"}
    assert len(people) >= 5
    assert [name for name in names if any(person in name for person in people)] == []


@pytest.mark.slow
def test_the_wheel_contains_styles_views_and_the_example_and_nothing_private(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    styles = {f"cvrender/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "styles").rglob("*") if path.is_file()}
    assert len(styles) > 30
    assert styles <= names
    assert {name for name in names if name.startswith("cvrender/profiles/")} == {
        "cvrender/profiles/ada-example.yaml",
        "cvrender/profiles/ada-example.png",
    }
    assert {f"cvrender/run/edit/bundle/{name}" for name in ("main.js", "yaml.js", "licences.txt")} <= names, "run make edit"
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"cvrender"}, "it installs one package only"


@pytest.mark.slow
def test_the_wheel_works_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    location = execute(installed / "python", "-c", "import cvrender; print(cvrender.__file__)", cwd=tmp_path)
    assert str(installed.parent) in location
    result = command(installed, "demo", cwd=tmp_path).split()
    assert {Path(name).suffix for name in result} >= {".tex", ".pdf", ".md", ".docx", ".html"}
    with pypdfium2.PdfDocument(tmp_path / "out/ada-example/ada-example-full-classic.pdf") as pdf:
        assert len(pdf) >= 2
        assert "Ada M. Example" in pdf[0].get_textpage().get_text_range()


@pytest.mark.slow
def test_every_style_of_the_wheel_is_whole(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "me.yaml").write_text("person: {name: Ada Example}\nbio: A text.\n", "utf-8")
    styles = [line.split()[0] for line in command(installed, "styles", cwd=tmp_path).splitlines()]
    assert len(styles) >= 7
    result = command(installed, "render", "me.yaml", "--to", "tex", "--style", ",".join(styles), cwd=tmp_path).split()
    assert {Path(name).stem.rpartition("-")[2] for name in result if name.endswith(".tex")} == set(styles)
    assert "no problems" in command(installed, "check", "me.yaml", cwd=tmp_path)
    command(installed, "new", "somebody", cwd=tmp_path)
    command(installed, "check", "somebody", cwd=tmp_path)  # only warnings, of placeholders
