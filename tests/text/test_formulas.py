"""Test parsing TeX maths into its parts and a line of plain characters; what TeX would not accept is an error."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.text.formulas import COMMANDS, Maths, parse, plain

PIECES = st.sampled_from([*"{}[]()^_'-+= 12x,|", *(f"\\{command}" for command in sorted(COMMANDS))])


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"O(n \log n)", "O(n log n)"),
        (r"\log_2 n + (\log n)", "log₂ n + (log n)"),
        (r"\sum_{i=1}^{n} w_i \leq 2^{k}", "∑ᵢ₌₁ⁿ wᵢ ≤ 2ᵏ"),
        (r"\mathbb{R}^{d\times d}", "ℝ^(d×d)"),
        (r"\frac{a+b}{2} = \frac12", "(a + b)/2 = 1/2"),
        (r"\sqrt[3]{x+1}", "³√(x + 1)"),
        (r"-x + y-1", "−x + y − 1"),
        (r"10\times", "10 ×"),
        ("x^12", "x¹2"),
        ("f''(x), g'^2", "f′′(x), g′²"),
        (r"\hat{x} \in \mathcal{X}", "x̂ ∈ X"),
        (r"\text{if } x > 0.5", "if x > 0.5"),
        (r"\{1,2\} \% N:M |x|", "{1, 2}%N:M|x|"),
        ("{}^2", "²"),
        (r"\lambda", "λ"),
        (r"\bar\partial", "∂\u0304"),
    ],
)
def test_formulas_in_one_line(tex: str, expected: str) -> None:
    assert plain(parse(tex)) == expected


@pytest.mark.parametrize(
    "tex",
    [
        "x^",
        "_",
        r"\frac",
        r"\frac1",
        "}",
        "{",
        "x}",
        "x^^2",
        "x^2^3",
        "x^2'",
        "x_1_2",
        r"\sqrt[3",
        r"\foo",
        r"\hat",
        r"\ ",
        "a\nb",
    ],
)
def test_what_tex_would_not_take_is_an_error(tex: str) -> None:
    with pytest.raises(ValueError, match="formula"):
        parse(tex)


def test_parts() -> None:
    n, two = Maths("letter", "n"), Maths("number", "2")
    assert parse("n^2") == Maths("scripts", parts=(n, Maths("row"), two))
    assert parse(r"\frac{n}{2}n") == Maths("row", parts=(Maths("fraction", parts=(n, two)), n))
    assert not parse("{}")


@pytest.mark.parametrize("tex", ["{" * 150 + "x" + "}" * 150, r"\hat" * 190 + " x", r"\sqrt{" * 90 + "x" + "}" * 90])
def test_depth_does_no_harm(tex: str) -> None:
    try:
        assert "x" in plain(parse(tex))
    except ValueError as error:
        assert "too long" in str(error)


@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_any_source_is_read_or_refused(tex: str) -> None:
    try:
        text = plain(parse(tex))
    except ValueError:
        return
    assert text == text.strip(" ")
    typed = re.sub(r"\\[A-Za-z]+", "", tex)
    for letter, forms in {"1": "1¹₁", "2": "2²₂", "x": "xˣₓ"}.items():
        assert sum(text.count(form) for form in forms) >= typed.count(letter)
