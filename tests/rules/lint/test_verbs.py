"""Test which beginnings of bullets have a verb."""

import pytest

from cvrender.rules.lint.verbs import has_verb


@pytest.mark.parametrize(
    "text",
    ["Built a mill", "Designed and built", "Researches looms", "Pursues speed", "Studies looms", "Successfully led",
     "Co-designed it", "We show that", "Made it", "Speed up training", "Taking part", "**Led** a team", "Set up", "Rewrote it"],
)  # fmt: skip
def test_verbs(text: str) -> None:
    assert has_verb(text)


@pytest.mark.parametrize(
    "text", ["The engine", "42 mills", "Ultra-fast looms", "Member of staff", "Best paper", "GPU kernels", "", "汉语"]
)
def test_no_verbs(text: str) -> None:
    assert not has_verb(text)
