"""Test which macros of a preamble stay before the document, and which follow it."""

import pytest

from cvrender.targets.tex.shorten import NOTE, shortened

PREAMBLE = r"""\documentclass{article}

\newcommand{\cvspace}{1}
\pagestyle{plain}
% A box.
\newsavebox{\cvbox}\newcommand{\cvboxed}[1]{% in it
  \sbox{\cvbox}{#1}\usebox{\cvbox}}
\newif\ifcvfirst
\newenvironment{cvlist}{\cvfirsttrue}{\par}
\setlist[cvlist]{topsep=\cvspace\dimexpr 2pt}
\ifPDFTeX
  \newcommand{\cvbranch}{a}
\else
  \newcommand{\cvbranch}{b}
\fi
% Needed for \sum ≤
\pdfglyphtounicode{summationtext}{2211}
\let\cvplain\section\renewcommand{\section}{\cvplain}
\newcommand{\cviconphone}{p}
\newcommand{\cvicon}[1]{\csname cvicon#1\endcsname}
"""
PACKAGES = "\\documentclass{article}\n"
ALWAYS = ("\\pagestyle", "\\let\\cvplain")


def divided(body: str, others: str = "") -> tuple[str, str]:
    """Return what is before and after a document with this body."""
    source = f"% A CV\n{PREAMBLE}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    made = shortened(source, PREAMBLE, PACKAGES, others).source
    before, _, after = made.partition("\\begin{document}")
    assert f"{body}\n\\end{{document}}\n" in after
    return before, after.partition(NOTE)[2]


@pytest.mark.parametrize(
    ("body", "used"),
    [
        ("text", ()),
        (r"\cvboxed{a}", ("\\newsavebox{\\cvbox}",)),
        (r"\begin{cvlist}a\end{cvlist}", ("\\newif\\ifcvfirst", "{cvlist}", "\\setlist", "{\\cvspace}")),
        (r"\cvbranch", ("\\ifPDFTeX", "{a}\n\\else", "{b}\n\\fi")),
        ("1 ≤ 2", ("summationtext",)),
        (r"$\sum$", ("summationtext",)),
        (r"\summer", ()),
        (r"\cvicon{phone}", ("cviconphone", "\\cvicon}")),
        (r"\section{a}", ()),
    ],
)
def test_what_is_used_stays_and_the_rest_follows(body: str, used: tuple[str, ...]) -> None:
    before, after = divided(body)
    parts = ("\\newsavebox", "\\newif", "\\setlist", "{\\cvspace}", "\\ifPDFTeX", "summationtext", "cviconphone")
    for part in (*ALWAYS, *used):
        assert part in before and part not in after
    for part in parts:
        if not any(part in one or one in part for one in used):
            assert part in after and part not in before


def test_no_line_is_lost_or_changed() -> None:
    before, after = divided(r"\cvboxed{a}")
    kept = {line for line in PREAMBLE.splitlines() if line}
    assert kept == {line for line in f"{before}{after}".splitlines() if line} - {"% A CV"}


def test_other_files_use_macros_too() -> None:
    assert "\\cvbranch" in divided("text", "\\let\\a\\cvbranch")[0]


def test_another_preamble_is_left_alone() -> None:
    assert shortened("\\documentclass{book}", PREAMBLE, PACKAGES).source == "\\documentclass{book}"


def test_a_package_gets_the_inner_macros_that_are_used() -> None:
    inner = "% Inner macros\n\\newcommand{\\cvinner}{a}\n\\newcommand{\\cvidle}{b}\n\\raggedbottom\n% End of inner macros\n"
    preamble = PREAMBLE.replace("% A box.\n", f"{inner}% A box.\n")
    source = f"{preamble}\n\\begin{{document}}\n\\cvinner\\cvboxed{{a}}\n\\end{{document}}\n"
    alone, shorter = (shortened(source, preamble, PACKAGES, has_package=has) for has in (False, True))
    assert alone.inner == ""
    assert shorter.inner == "\\newcommand{\\cvinner}{a}\n\\raggedbottom\n"
    assert "cvinner}" in alone.source and "cvinner}" not in shorter.source
    assert all("\\cvidle" in one.source.partition(NOTE)[2] and "nner macros" not in one.source for one in (alone, shorter))
    assert "% A box.\n\\newsavebox{\\cvbox}" in shorter.source
