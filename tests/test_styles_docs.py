"""docs/styles.md, followed: what the page types and shows does what the page says."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cvrender.api import render
from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.load.library import Library
from cvrender.merge.profile import load_profile

ROOT = Path(__file__).parents[1]
HERE = Library((Path(),))
PAGE = (ROOT / "docs" / "styles.md").read_text("utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)
STYLES = [block for block in BLOCKS if "extends:" in block]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, content: str, name: str = "style.yaml") -> None:
    path = folder / "styles" / "mine" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")


def markdown(profile: str = "ada-example") -> str:
    loaded = load_profile(ROOT / "profiles" / f"{profile}.yaml")
    return render(loaded, style="mine", targets=["md"], library=HERE)[0].content.decode()


def test_the_page_has_examples() -> None:
    assert len(STYLES) == 5
    assert "cvrender new-style mine --from classic" in PAGE


@pytest.mark.slow
def test_a_new_style_differs_in_nothing(folder: Path) -> None:
    result = CliRunner().invoke(main, ["new-style", "mine", "--from", "classic"])
    assert result.exit_code == 0, result.output
    loaded = load_profile(ROOT / "profiles" / "ada-example.yaml")
    as_classic = render(loaded, style="classic", targets=["md", "tex"])
    as_mine = render(loaded, style="mine", targets=["md", "tex"], library=HERE)
    assert as_mine[0].content == as_classic[0].content
    assert CliRunner().invoke(main, ["new-style", "mine"]).exit_code == 1  # it is there already


def test_every_line_of_a_new_style_may_be_uncommented(folder: Path) -> None:
    CliRunner().invoke(main, ["new-style", "mine", "--from", "lab"])
    path = folder / "styles" / "mine" / "style.yaml"
    path.write_text(path.read_text("utf-8").replace("\n#  ", "\n  "), "utf-8")
    loaded = load_profile(ROOT / "profiles" / "ada-example.yaml")
    as_lab, as_mine = (render(loaded, style=style, targets=["md"], library=HERE)[0].content for style in ("lab", "mine"))
    assert as_mine.replace(b"mine", b"lab") == as_lab


@pytest.mark.parametrize("block", STYLES, ids=range(len(STYLES)))
def test_each_example_renders(folder: Path, block: str) -> None:
    write(folder, block)
    assert markdown().startswith("# Ada M. Example")


def test_options_patterns_and_words_do_what_the_page_says(folder: Path) -> None:
    write(folder, next(block for block in STYLES if "defaults:" in block))
    assert "September 2011" in markdown()
    write(folder, next(block for block in STYLES if "award:" in block))
    write(folder, next(block for block in BLOCKS if block.startswith("sections:")), "terms/en.yaml")
    assert "## What’s New" in markdown()


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("about: x\nextends: clasic\n", 2, 'there is no style "clasic"'),
        ("about: x\nextends: classic\ndefalts: {}\n", 3, 'unknown key; did you mean "defaults"?'),
        ("about: x\nextends: classic\ndefaults:\n  acent: '#000000'\n", 4, 'unknown option; did you mean "accent"?'),
        ("about: x\nextends: classic\ndefaults:\n  accent: red\n", 4, "should be a colour"),
        ("about: x\nextends: classic\nentries:\n  awards:\n    title: x\n", 4, 'did you mean "award"?'),
        ('about: x\nextends: classic\nentries:\n  award:\n    title: "{{ titel }}"\n', 5, 'did you mean "title"?'),
        ('about: x\nextends: classic\nentries:\n  award:\n    lines:\n      - "{{ note | shout }}"\n', 6, "shout"),
    ],
)
def test_mistakes_have_their_line_and_what_would_be_right(folder: Path, content: str, line: int, words: str) -> None:
    write(folder, content)
    with pytest.raises(InputError) as caught:
        markdown()
    said = str(caught.value)
    assert said.startswith(f"styles/mine/style.yaml:{line}:"), said
    assert words in said
