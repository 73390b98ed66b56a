"""Test file names: safe everywhere, unchanged where they were safe, and never two the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.system.filename import LONGEST, file_name

SAFE = ["ada", "josé", "聂小楠", "Ольга", "ada-example", "a_b", "a b", "v1.2", "a (2)", "x@y", "console", "com", "a.con"]
DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in range(10))}
FORBIDDEN = set("/\\:*?\"<>|%'`$&;!#{}[]~^")


@pytest.mark.parametrize("name", SAFE)
def test_what_is_safe_stays(name: str) -> None:
    assert file_name(name) == name


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("../../etc", "-..-etc-"),
        ("..", "cv-"),
        ("", "cv-"),
        ("/etc/passwd", "etc-passwd-"),
        (".hidden", "hidden-"),
        ("-rf", "rf-"),
        (" a", "a-"),
        ("a. . ", "a-"),
        ("a\nb", "a-b-"),
        ("a\x1b[31mb\x7f", "a--31mb-"),
        ("100%", "100-"),
        ("it's", "it-s-"),
        ('a"b`c', "a-b-c-"),
        ("a\u202egnp", "a-gnp-"),
        ("a\udcffb", "a-b-"),
        ("CON", "_CON-"),
        ("nul.tar.gz", "_nul.tar.gz-"),
        ("Com1 .x", "_Com1 .x-"),
        ("LPT²", "_LPT²-"),
    ],
)
def test_what_is_not_safe_is_replaced_and_told_apart_by_a_hash(name: str, start: str) -> None:
    names = file_name(name)
    assert names.startswith(start.lstrip("-."))
    assert len(names) <= len(start) + 8
    assert int(names[-8:], 16) >= 0


def test_names_that_read_the_same_when_cleaned_do_not_collide() -> None:
    names = ["a/b", "a:b", "a\\b", "a?b", "a\nb", "a-b", "CON", "con", "_CON", "x" * 200, "x" * 201, "", ".", ".."]
    assert len({file_name(name).lower() for name in names}) == len(names)


@given(st.text(max_size=300) | st.text(st.sampled_from("CONcon.1 -/\\%聂é\u0301"), max_size=200), st.integers(20, 200))
def test_any_text_gives_a_name_that_every_system_takes(text: str, limit: int) -> None:
    names = file_name(text, limit)
    assert 0 < len(names.encode()) <= limit
    assert not FORBIDDEN & set(names)
    assert names.isprintable()
    assert names[0] not in ".- " and names[-1] not in ". "
    assert names.partition(".")[0].strip().upper() not in DEVICES
    assert file_name(names, limit) == names
    assert len(file_name(text).encode()) <= LONGEST
