"""Test inline Markdown: what is markup, what is not, and that no character is ever lost."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.model.text import Span, Text
from cvrender.text.markup import inline

texts = st.text(st.characters(exclude_categories=["Cc", "Cs", "Co"]))


def spans(source: str) -> list[tuple[str, str]]:
    """The spans' texts and marks: b, i, c(ode), m(ath), or the link's target."""
    marks = ("bold", "italic", "code", "math")
    return [(s.text, "".join(mark[0] for mark in marks if getattr(s, mark)) + s.href) for s in inline(source).spans]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("plain", [("plain", "")]),
        ("", []),
        (
            "**a** *b* ***c*** __d__ _e_",
            [("a", "b"), (" ", ""), ("b", "i"), (" ", ""), ("c", "bi"), (" ", ""), ("d", "b"), (" ", ""), ("e", "i")],
        ),
        ("**a *b* c**", [("a ", "b"), ("b", "bi"), (" c", "b")]),
        ("**a**b", [("a", "b"), ("b", "")]),
        ("**a** **b**", [("a", "b"), (" ", ""), ("b", "b")]),
        ("`a*b*` ``a`b``", [("a*b*", "c"), (" ", ""), ("a`b", "c")]),
        ("*a `b` c*", [("a ", "i"), ("b", "ic"), (" c", "i")]),
        ("[a](https://b.org)", [("a", "https://b.org")]),
        ("[a **b**](mailto:c@d.org)", [("a ", "mailto:c@d.org"), ("b", "bmailto:c@d.org")]),
        ("<https://a.org/b_c*d>", [("https://a.org/b_c*d", "https://a.org/b_c*d")]),
        ("<ada@example.org>", [("ada@example.org", "mailto:ada@example.org")]),
        ("[<http://a.org>]()", [("http://a.org", "http://a.org")]),
        ("[a <http://b.org> c](http://d.org)", [("a http://b.org c", "http://d.org")]),
        ("![a](https://b.org)", [("!", ""), ("a", "https://b.org")]),
        ("$O(n^2)$ and $\\alpha_1$", [("O(n^2)", "m"), (" and ", ""), ("\\alpha_1", "m")]),
        ("a\nb  \nc", [("a b c", "")]),
        (r"\*a\* \`b\` \[c\](d) \$e$", [("*a* `b` [c](d) $e$", "")]),
    ],
)
def test_bold_italics_code_links_and_maths_are_markup(source: str, expected: list[tuple[str, str]]) -> None:
    assert spans(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "a*b", "2 * 3 * 4", "snake_case_name", "**a", "a_", "`a", "[a]", "[a] (b)", "[a][b]", "[^1]",
        "&amp; &#35; &copy;", "<b>a</b>", "<script>", "<!-- a -->", "</a>", "a < b > c",
        "# a", "- a", "* a", "> a", "1. a", "    a", "---", "| a | b |", "~~a~~", "==a==", "a^b^", ":tada:", "https://a.org",
        "{{ a }}", "{% a %}", "{# a #}", r"\textbf{a}", r"\input{/etc/passwd}", "#$%^&", "C:\\dir\\file",
        "[a](javascript:alert(1))", "[a](data:text/html,b)", "[a](file:///etc/passwd)", "[a](b.html)", "<file:///a>",
        "$5 and $6", "$ a $", "$a$5", "$\\input{a}$", "$\\write18{a}$", "$\\def\\a{}$", "$}{$", "$a", "$$", "$\\catcode`$",
        "$^^5cinput{/etc/passwd}$", "$a^^b$", "$^^^^005c$",
    ],
)  # fmt: skip
def test_nothing_else_is(source: str) -> None:
    assert spans(source) == [(source, "")]


@given(texts)
def test_an_escaped_text_is_just_that_text(text: str) -> None:
    escaped = "".join("\\" + char if char in string.punctuation else char for char in text)
    assert inline(escaped) == (Text((Span(text),)) if text else Text())


@given(st.text(st.sampled_from("ab *_`[]()<>\\$!&;#{}|\n"), max_size=30))
def test_any_text_is_read_and_only_markup_goes(text: str) -> None:
    plain = inline(text).plain
    letters = [char for char in text if char in "ab"]
    shown = [char for char in plain if char in "ab"]
    targets = sum(len(span.href) for span in inline(text).spans)
    assert shown == letters or targets
    assert len(plain) <= len(text)


@given(texts.filter(str.strip))
def test_code_keeps_every_character(text: str) -> None:
    fence = "`" * (max(map(len, text.split("x")), default=0) + 1 + text.count("`"))
    assert [span.text for span in inline(f"{fence} {text} {fence}").spans] == [text]
