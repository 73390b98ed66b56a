"""Check that LaTeX macros made to harm are read within limits, or refused by name."""

import pytest

from cvrender.errors import InputError
from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.merge.readers import read_content
from cvrender.old_cvs.tex.definitions import chosen, definitions


def _read(preamble: str, body: str) -> Imported:
    source = f"\\documentclass{{article}}{preamble}\\begin{{document}}Ada Example\\section{{Experience}}{body}\\end{{document}}"
    return read_content(Content(source.encode(), "cv.tex"))


@pytest.mark.parametrize("number", ["99999999", "9" * 5_000, "²", "1000"])
def test_a_macro_has_at_most_nine_arguments(number: str) -> None:
    (macro,) = definitions(f"\\newcommand{{\\mine}}[{number}]{{#1}}")[0].values()
    assert macro.arguments == (0 if number == "²" else 9)
    found = _read(f"\\newcommand{{\\mine}}[{number}]{{#1}}", "\\mine{Acme}{a}{b}{c}{d}{e}{f}{g}{h}{Engineer}")
    assert "Engineer" in str(found.data)


def test_a_thousand_arguments_of_an_unknown_macro_are_kept() -> None:
    groups = "".join(f"{{word{index}}}" for index in range(1_000))
    assert "word999" in str(_read("", f"\\unknown{groups}").data)


@pytest.mark.parametrize(
    "text",
    [
        "\\ifstrempty{#1}{a}{\\mine{#1}\\mine{#1}}",
        "\\ifthenelse{\\equal{#1}{}}{\\mine{#1}}{\\mine{#1}\\mine{#1}}",
        "\\ifx&#1&a\\else\\mine{#1}\\mine{#1}\\fi",
    ],
)
def test_a_macro_that_uses_itself_in_a_branch_ends(text: str) -> None:
    try:
        found = _read(f"\\newcommand{{\\mine}}[1]{{{text}}}", "\\mine{Acme}\\mine{}")
    except InputError as error:
        assert "expand" in str(error)
    else:
        assert len(str(found.data)) < 10_000


def test_arguments_that_double_at_each_level_are_refused() -> None:
    with pytest.raises(InputError, match="expand"):
        _read("\\newcommand{\\mine}[1]{\\ifstrempty{#1}{a}{#1#1}}", "\\mine{" * 60 + "a" + "}" * 60)


@pytest.mark.parametrize(
    ("before", "after"), [("\\ifstrempty{#1}{", "}{b}"), ("\\ifx&#1&a\\else ", "\\fi"), ("\\ifthenelse{\\equal{#1}{", "")]
)
def test_deep_conditions_end(before: str, after: str) -> None:
    body = before * 500 + "Acme" + after * 500
    assert "Acme" in chosen(body, [""]) + chosen(body, ["x"])
    assert "Acme" in chosen(body * 20, ["x"])  # too long for conditions to be looked for: both branches stay
    try:
        found = _read(f"\\newcommand{{\\mine}}[1]{{{body}}}", "\\mine{Nimbus} Engineer, 2020")
    except InputError as error:
        assert "expand" in str(error)
    else:
        assert "Engineer" in str(found.data)
