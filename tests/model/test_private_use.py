"""Test that private-use characters are assigned in one place, and that no two ranges meet."""

import re
import unicodedata
from itertools import combinations
from pathlib import Path

import pytest

from cvrender.model import private_use
from cvrender.model.private_use import PrivateRange

RANGES = {name: value for name, value in vars(private_use).items() if isinstance(value, PrivateRange)}
SOURCE = Path(private_use.__file__).parents[1]
WRITTEN = re.compile(
    r"\\u(e[0-9a-f]{3}|f[0-8][0-9a-f]{2})|\\U00(0f|10)[0-9a-f]{4}|0x(e[0-9a-f]{3}|f[0-8][0-9a-f]{2}|f[0-9a-f]{4})\b",
    re.IGNORECASE,
)
READ = {
    "verify/reading.py",
    "old_cvs/office/ast.py",
    "old_cvs/pdf/characters.py",
    "old_cvs/pdf/lines.py",
}
"""Modules that look for private-use characters in files."""


def test_no_two_ranges_meet() -> None:
    assert len(RANGES) >= 6
    for (name, one), (other, two) in combinations(RANGES.items(), 2):
        assert one.last < two.first or two.last < one.first, f"{name} and {other}"


def test_each_range_is_private() -> None:
    for name, private in RANGES.items():
        assert private.first <= private.last
        assert {unicodedata.category(chr(code)) for code in (private.first, private.last)} == {"Co"}, name


def test_a_range_has_only_its_own_characters() -> None:
    private = PrivateRange(0xE100, 0xE101)
    assert (private.char(1), private.index_of("\ue101"), private.pattern) == ("\ue101", 1, "\ue100-\ue101")
    for index in (-1, 2):
        with pytest.raises(IndexError):
            private.char(index)


def test_no_other_module_writes_private_characters() -> None:
    paths = [path for path in SOURCE.rglob("*.py") if path.name != "private_use.py"]
    texts = {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in paths}
    assert len(texts) > 200
    assert {name for name, text in texts.items() if WRITTEN.search(text)} == READ
    assert not [name for name, text in texts.items() if re.search("[\ue000-\uf8ff]", text)]


def test_tex_knows_the_first_code_point_of_glyphs() -> None:
    path = next(folder / "styles/plain/latex/glyphs.tex" for folder in (SOURCE, *SOURCE.parents) if (folder / "styles").is_dir())
    assert f'"{private_use.GLYPHS.first:X}+' in path.read_text("utf-8")
