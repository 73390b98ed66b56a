"""Test Markdown: a reader of Markdown sees just the characters, marks, links and lists of the Document."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pypandoc
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from cvrender.load.library import find_style
from cvrender.model.document import (
    Bullet,
    Document,
    EntryBlock,
    EntryList,
    Group,
    Header,
    LabelRow,
    Paragraph,
    Properties,
    Rows,
    Section,
)
from cvrender.model.reading import Traits
from cvrender.model.text import Span, Text, plain_text
from cvrender.model.value import replace
from cvrender.targets.comparison.checks import CheckContext
from cvrender.targets.comparison.leaves import Expected
from cvrender.targets.md import read as reader
from cvrender.targets.md.check import CHECKS
from cvrender.targets.md.write import Markdown, escape, render, text, url, write
from cvrender.text.markup import inline

t = plain_text
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
MARKUP = st.sampled_from(
    list("a1 *_`[]()<>\\#&;!~$|-+=.:/\"'") + ["&amp;", "<b>", "![", "](", "**", "1. ", "- ", "http://a.b", "é", "聂", "“"]
)
words = st.lists(MARKUP | st.characters(exclude_categories=["C", "Zl", "Zp", "Zs"]), min_size=1, max_size=12).map("".join)
targets = st.sampled_from(["", "", "", "https://a.b/(c)_d*e*?f=1&copy;=2", "https://a.b/[x]\"'<>`\\|é 1", "mailto:a@b.c"])
spans = st.builds(Span, words, bold=st.booleans(), italic=st.booleans(), code=st.booleans(), href=targets).filter(
    lambda span: not (span.code and "]:" in span.text)
)  # at the start of a link that would define a reference
texts = (
    st.lists(spans, min_size=1, max_size=4)
    .map(lambda items: Text(tuple(items)))
    .filter(lambda made: made.plain == made.plain.strip())
)

Looks = list[tuple[str, bool, bool, bool, str]]


def looks(value: Text) -> Looks:
    """Each visible character: bold, italic, code, and where it leads."""
    return [(c, s.bold, s.italic, s.code, unquote(s.href)) for s in value.spans for c in s.text if not c.isspace()]


def seen(inline: Token) -> Looks:
    """The same as a reader of the Markdown sees it."""
    found: Looks = []
    marks = {"strong": 0, "em": 0}
    href = ""
    for token in inline.children or []:
        tag = re.fullmatch("<(/?)(strong|em)>", token.content) if token.type == "html_inline" else None
        if tag:
            marks[tag[2]] += -1 if tag[1] else 1
        elif token.type.rpartition("_")[0] in marks:
            marks[token.type.rpartition("_")[0]] += token.nesting
        elif token.type in ("link_open", "link_close"):
            href = unquote(str(token.attrs.get("href", "")))
        else:
            assert token.type in ("text", "text_special", "code_inline"), token
            found += [
                (c, marks["strong"] > 0, marks["em"] > 0, token.type == "code_inline", href)
                for c in token.content
                if not c.isspace()
            ]
    return found


def read(source: str) -> list[Token]:
    return READER.parse(source)


def inline_in(source: str, *blocks: str) -> Token:
    """The one line of a source that opens just these blocks."""
    tokens = read(source)
    opened = [token.type.removesuffix("_open") for token in tokens if token.nesting == 1]
    assert opened == list(blocks), source
    (inline,) = (token for token in tokens if token.type == "inline")
    return inline


# Texts


@pytest.mark.slow
@given(texts)
def test_a_text_is_read_as_it_was(value: Text) -> None:
    made = text(value)
    assert seen(inline_in(made, "paragraph")) == looks(value)
    assert (
        "".join(token.content for token in inline_in(made, "paragraph").children or [] if token.type == "text").count("\n") == 0
    )


@pytest.mark.slow
@given(texts)
def test_it_is_so_in_a_list_a_heading_and_behind_a_label(value: Text) -> None:
    made = text(value)
    assert seen(inline_in(f"- {made}", "bullet_list", "list_item", "paragraph")) == looks(value)
    assert seen(inline_in(f"7. {made}", "ordered_list", "list_item", "paragraph")) == looks(value)
    assert seen(inline_in(f"## {made}", "heading")) == looks(value)
    assert seen(inline_in(f"**x**: {made}", "paragraph"))[2:] == looks(value)


@pytest.mark.slow
@given(texts, texts)
def test_two_lines_are_one_paragraph(first: Text, second: Text) -> None:
    inline = inline_in(f"{text(first)}  \n{text(second)}", "paragraph")
    breaks = [token for token in inline.children or [] if token.type == "hardbreak"]
    assert len(breaks) == 1
    inline.children = [token for token in inline.children or [] if token.type != "hardbreak"]
    assert seen(inline) == looks(first) + looks(second)


@given(words.filter(lambda word: word == word.strip()))
def test_a_string_is_read_as_it_was(word: str) -> None:
    assert seen(inline_in(write(word), "paragraph")) == looks(t(word))


@pytest.mark.parametrize(
    ("characters", "written"),
    [
        ("snake_case and 2 < 3 & 4 > 1", "snake_case and 2 < 3 & 4 > 1"),
        ("AT&T, C#, Hello! [1] (2) 100%", "AT&T, C#, Hello! [1] (2) 100%"),
        ("_a_ *b* `c` ~d~ $e$ \\f", r"\_a\_ \*b\* \`c\` \~d\~ \$e\$ \\f"),
        ("<b> &amp; &#35; [a](b) ![c] [^1]", r"\<b> \&amp; \&#35; [a\](b) \![c] \[^1]"),
        ("a\nb\tc", "a b c"),
    ],
)
def test_only_what_would_be_markup_is_escaped(characters: str, written: str) -> None:
    assert escape(characters) == written


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("# a", r"\# a"), ("###### a", r"\###### a"), ("####### a", "####### a"), ("#a", "#a"),
        ("> a", r"\> a"), ("- a", r"\- a"), ("+ a", r"\+ a"), ("---", r"\---"), ("===", r"\==="), ("-a", "-a"),
        ("1. a", r"1\. a"), ("12) a", r"12\) a"), ("1.5 a", "1.5 a"), ("2019. ", r"2019\. "), ("1234567890. a", "1234567890. a"),
        ("[ ] a", r"\[ ] a"), ("[x] a", r"\[x] a"), ("[y] a", "[y] a"), ("[x]b", "[x]b"), ("-", r"\-"), ("7.", r"7\."),
    ],
)  # fmt: skip
def test_a_line_begins_no_block(line: str, written: str) -> None:
    assert write(line) == text(t(line)) == written
    assert inline_in(written, "paragraph").content == written.strip()


@pytest.mark.parametrize(
    ("target", "written"),
    [
        ("https://a.b/c?d=1&e=2#f", "https://a.b/c?d=1&e=2#f"),
        ("https://a.b/(c)", "<https://a.b/(c)>"),
        ("https://a.b/é 聂", "https://a.b/%C3%A9%20%E8%81%82"),
        ("https://a.b/<c>\\`", "https://a.b/%3Cc%3E%5C%60"),
    ],
)
def test_a_links_target_is_encoded(target: str, written: str) -> None:
    assert url(target) == written


def test_neighbours_with_one_target_are_one_link() -> None:
    href = "https://a.b"
    made = text(Text((Span("a ", href=href), Span("b", bold=True, href=href), Span(" c"), Span("d", href="https://e.f"))))
    assert made == "[a **b**](https://a.b) c[d](https://e.f)"


@pytest.mark.parametrize(
    ("markdown", "written"),
    [
        ("**Best Paper, *Unavailable* Badge**", "**Best Paper, *Unavailable* Badge**"),
        ("*Without Parts: $\\Omega(1)$ Ways*", "*Without Parts: $`\\Omega(1)`$ Ways*"),
        ("*a `code` b*", "*a `code` b*"),
        ("**a [b](https://e.org/) c**", "**a [b](https://e.org/) c**"),
        ("[a *b* c](https://e.org/)", "[a *b* c](https://e.org/)"),
        ("***a** b*", "*<strong>a</strong> b*"),
    ],
)
def test_neighbours_with_one_mark_are_one_emphasis(markdown: str, written: str) -> None:
    assert text(inline(markdown)) == written


@pytest.mark.parametrize(
    ("shown", "target", "written"),
    [
        ("a@b.org", "mailto:a@b.org", "<a@b.org>"),
        ("https://b.org/a", "https://b.org/a", "<https://b.org/a>"),
        ("b.org", "https://b.org", "[b.org](https://b.org)"),
        ("www.b.org", "https://www.b.org", "[www\\.b.org](https://www.b.org)"),
        ("https://b.org/é", "https://b.org/é", "[https\\://b.org/é](https://b.org/%C3%A9)"),
    ],
)
def test_an_address_is_written_once_and_linked_once(shown: str, target: str, written: str) -> None:
    assert text(Text((Span(shown, href=target),))) == written


def test_a_link_behind_an_exclamation_mark_is_no_image() -> None:
    assert text(Text((Span("Wow!"), Span("a", href="https://b.c"), Span("!")))) == r"Wow\![a](https://b.c)!"


def test_a_link_behind_an_exclamation_mark_is_no_image_within_emphasis() -> None:
    assert text(inline("*Go![site](https://example.org)*")) == r"*Go\![site](https://example.org)*"
    assert text(inline("**Go![site](https://example.org)**")) == r"**Go\![site](https://example.org)**"


def test_maths_has_no_other_marks() -> None:
    assert text(Text((Span("see "), Span("O(n^2)_a*b*", math=True)))) == "see $`O(n^2)_a*b*`$"


HOSTILE_FORMULAS = ["[x](javascript:alert(1))", "[x](data:text/html,a)", "![x](file:///etc/passwd)", "<javascript:alert(1)>"]
HOSTILE_FORMULAS += [
    "<svg/onload=alert(1)>",
    "[x](http://a.example)",
    "<b>x</b>",
    "*a$ b $c*",
    "**a**",
    "[x]: http://a.example",
    "x^*a*",
]


@pytest.mark.parametrize("formula", HOSTILE_FORMULAS)
def test_no_reader_takes_a_formula_for_markup(formula: str) -> None:
    """Two readers that share no code, without maths and with it."""
    source = text(inline(f"A ${formula}$ line."))
    pandoc = [pypandoc.convert_text(source, "html", format=kind) for kind in ("commonmark", "gfm", "markdown")]
    for page in (READER.render(source), *pandoc):
        found = re.findall(r"<(\w+)", re.sub('<em>(.)</em>|<su[bp]>|<span\\s+class="math inline">', r"\1", page))
        assert set(found) <= {"p", "code"}, page


def test_no_text_becomes_an_emoji() -> None:
    source = text(plain_text("A :smile: and :+1: and :100:, at 10:30:45."))
    assert source == "A :<!-- -->smile: and :<!-- -->+1: and :<!-- -->100:, at 10:30:45."
    assert "😄" in pypandoc.convert_text(":smile:", "plain", format="gfm+emoji")
    assert pypandoc.convert_text(source, "plain", format="gfm+emoji") == "A :smile: and :+1: and :100:, at 10:30:45.\n"


def test_the_verifier_sees_each_link_and_image() -> None:
    """Also those that a careful reader of Markdown would not follow."""
    page = "[a](javascript:b)\n\n![c](file:d)\n\n![](photo.png)\n\n<data:e>\n"
    assert reader.read(page.encode()).links == ("javascript:b", "file:d", "data:e")


@pytest.mark.parametrize("value", [True, None, 1.5, ["a"], ("a",), {"a": 1}, Span("a")])
def test_a_template_prints_no_raw_value(value: Any) -> None:
    with pytest.raises(TypeError, match="a template printed a"):
        write(value)


def test_what_is_written_passes() -> None:
    assert write(Markdown("**a**")) == "**a**" and write("**a**") == r"\*\*a\*\*" and write(7) == "7"


# Documents


def page(*blocks: Any) -> str:
    """The Markdown of a document of one section, below its headings."""
    document = Document(Properties("", ""), Header("A"), (Section("s", t("S"), blocks),))
    return render(document, find_style("plain")).split("## S\n\n")[1]


def shape(source: str) -> list[Any]:
    """Paragraphs as their texts, lists as `[first number or "-", item, …]`, an item as the list of its parts."""
    stack: list[list[Any]] = [[]]
    for token in read(source):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            stack.append([int(token.attrs.get("start", 1)) if token.type[0] == "o" else "-"])
        elif token.type == "list_item_open":
            stack.append([])
        elif token.type.endswith(("_list_close", "item_close")):
            done = stack.pop()
            stack[-1].append(done)
        elif token.type == "inline":
            stack[-1].append("".join(child.content or "|" * (child.type == "hardbreak") for child in token.children or []))
    return stack[0]


def entries(*titles: str, **more: Any) -> tuple[EntryBlock, ...]:
    return tuple(EntryBlock("x", t(title), **more) for title in titles)


def test_entries_without_marks_are_paragraphs_or_where_they_are_short_a_list() -> None:
    assert shape(page(EntryList(entries("a", "b", date=t("2019"))))) == [["-", ["a — 2019"], ["b — 2019"]]]
    long = EntryBlock(
        "x", t("a"), t("2019"), "", (t("b"), t("c")), (t("d"),), (Bullet(t("e"), (Bullet(t("f")),)), Bullet(t("g")))
    )
    assert shape(page(EntryList((long, *entries("h"))))) == ["a — 2019|b|c", "d", ["-", ["e", ["-", ["f"]]], ["g"]], "h"]


@pytest.mark.parametrize("start", [1, 9, 98, 1999])
def test_numbers_are_right_and_what_belongs_to_an_entry_stands_in_it(start: int) -> None:
    long = {"lines": (t("b"),), "summary": (t("c"),), "bullets": (Bullet(t("d")),)}
    assert shape(page(EntryList(entries("a", "e", "f", **long), "number", start))) == [
        [start, *([title + "|b", "c", ["-", ["d"]]] for title in "aef")]
    ]


def test_what_counts_down_shows_its_numbers() -> None:
    assert shape(page(EntryList(entries("a", "b", lines=(t("c"),)), "number", 10, -1))) == ["10. a|c", "9. b|c"]


def test_roles_stand_below_their_employer_with_their_own_bullets() -> None:
    role = EntryBlock("role", t("b"), t("2019"), bullets=(Bullet(t("c")),))
    assert shape(page(EntryList((EntryBlock("x", t("a"), entries=(role, role)),)))) == ["a", *["b — 2019", ["-", ["c"]]] * 2]


def test_rows_are_a_list_with_bold_labels() -> None:
    label = Text((Span("**L**", bold=True), Span(" l")))
    made = page(Rows((LabelRow(label, t("- a")), LabelRow(Text(), t("b"), bullets=(Bullet(t("c")),)))))
    assert shape(made) == [["-", ["**L** l: - a"], ["b", ["-", ["c"]]]]]
    inline = next(token for token in read(made) if token.type == "inline")
    assert [look[1] for look in seen(inline)] == [True] * 6 + [False] * 3


def test_lists_that_follow_each_other_stay_two() -> None:
    one, two = EntryList(entries("a"), "number"), EntryList(entries("b", "c"), "number")
    assert shape(page(one, two)) == [[1, ["a"]], [1, ["b"], ["c"]]]
    assert shape(page(Group(t("G"), (one,)), two, Paragraph(t("p")))) == ["G", [1, ["a"]], [1, ["b"], ["c"]], "p"]


def test_a_label_stands_in_front_in_bold() -> None:
    made = page(EntryList((EntryBlock("x", t("a"), label=t("[*V*’19]")),), "bullet"))
    assert shape(made) == [["-", ["[*V*’19] a"]]]
    assert [look[1] for look in seen(next(token for token in read(made) if token.type == "inline"))] == [True] * 8 + [False]


@pytest.mark.parametrize("style", ["plain", "classic", "homepage", "lab"])
def test_blanks_and_empty_lines_mean_something(
    rich: Document, document_of: Callable[..., Document], profiles_dir: Any, style: str
) -> None:
    profile = (profiles_dir / "minjia-zhang.yaml").read_text("utf-8")
    for document in (rich, document_of(profile, style)):
        made = render(document, find_style(style))
        assert "\n\n\n" not in made and made.endswith("\n") and not made.endswith("\n\n") and not made.startswith("\n")
        assert made == render(document, find_style(style))
        assert [line for line in made.splitlines() if line != line.rstrip()] == []


def test_the_page_as_a_whole(golden: Callable[[str, str], None], rich: Document) -> None:
    golden("targets/rich.md", render(rich, find_style("plain")))


def test_no_text_of_a_document_is_lost(rich: Document, leaves: Callable[[Document], list[Text]]) -> None:
    shown = "".join(
        c for token in read(render(rich, find_style("plain"))) if token.type == "inline" for c, *_ in seen_with_breaks(token)
    )
    place = 0
    wanted = [re.sub(r"[\s$]", "", leaf.plain).replace("\u00a0", "") for leaf in leaves(rich)]
    assert len(wanted) > 40
    for leaf in wanted:
        place = shown.index(leaf, place) + len(leaf)


def seen_with_breaks(inline: Token) -> Looks:
    inline.children = [token for token in inline.children or [] if token.type not in ("softbreak", "hardbreak")]
    return [look for look in seen(inline) if look[0] not in "$\u00a0"]


def pandoc(source: str, to: str) -> str:
    return str(pypandoc.convert_text(source, to, "gfm", ["--wrap=none"]))


def without_links_in_links(node: Any) -> Any:
    """Pandoc links an address in the text of a link a second time when it reads what it wrote itself."""
    if isinstance(node, dict) and node.get("t") == "Link":
        attributes, inner, target = node["c"]
        inner = [part for item in inner for part in (item["c"][1] if item["t"] == "Link" else [item])]
        return {"t": "Link", "c": [attributes, inner, target]}
    if isinstance(node, dict):
        return {key: without_links_in_links(value) for key, value in node.items()}
    return [without_links_in_links(item) for item in node] if isinstance(node, list) else node


@pytest.mark.slow
def test_pandoc_reads_and_writes_it_without_a_change(
    rich: Document, document_of: Callable[..., Document], profiles_dir: Any
) -> None:
    example = document_of((profiles_dir / "ada-example.yaml").read_text("utf-8"), "homepage")
    for document, style in ((rich, "plain"), (example, "homepage")):
        made = pandoc(render(document, find_style(style)), "json")
        again = pandoc(pandoc(render(document, find_style(style)), "gfm"), "json")
        assert without_links_in_links(json.loads(again)) == json.loads(made)


@pytest.mark.parametrize("generator", ["hugo", "quarto"])
def test_front_matter_has_the_name_in_place_of_the_heading(rich: Document, generator: str) -> None:
    plain = find_style("plain")
    style = replace(plain, values={**plain.values, "front_matter": generator})
    made = render(rich, style)
    found = yaml.safe_load(made.split("---\n")[1])
    assert found["title"] == "Zoë Ōta 太田ゾエ"
    assert (found["description"], found["keywords"]) == ("Builds “engines” & more", ["engines", "5 < 6"])
    assert "# Zoë" not in made and "\n## About" in made
    page = reader.read(made.encode())
    assert page.lines[0] == page.headings[0] == "Zoë Ōta 太田ゾエ"
    assert [found for check in CHECKS.values() for found in check(context(made, rich))] == []
    (other,) = (found for check in CHECKS.values() for found in check(context(made.replace("engines", "motors", 1), rich)))
    assert other.message == "the front matter is not that of the document"


def context(source: str, document: Document) -> CheckContext:
    return CheckContext(source.encode(), Expected(document), reader.read, Traits())
