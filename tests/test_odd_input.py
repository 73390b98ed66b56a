"""Render sound but odd input to every target: nothing of it may be taken for an error of ours."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cvrender.api import render
from cvrender.errors import InputError, Problem
from cvrender.merge.profile import load_profile
from cvrender.targets import TARGETS
from cvrender.targets.pdf import read as pdf

P = "person: {name: Ada Example}\n"
NEWS = "news: [{date: 2020, text: a, tags: [x]}, {date: 2019, text: b}]\n"
GROUPED = "views: {full: {sections: [{from: news, group_by: tag}]}}\n"
ODD: dict[str, str] = {
    "a formula in a title": P + 'custom: [{title: "Work on $k$-means", text: x}]\n',
    "a formula in a title of a view": P
    + NEWS
    + 'views: {full: {sections: [{from: news, title: "$a$ and [B](https://a.example/C)"}]}}',
    "an entry without a tag": P + NEWS + GROUPED,
    "an entry without a tag between others": P + NEWS.replace("]}, {", "]}, {date: 2018, text: c, tags: [y]}, {") + GROUPED,
    "letters with capitals of several characters": P + 'custom: [{title: "ǆ ŉ ß ﬆ ﬃ", text: x}]\n',
    "many letters with longer capitals": P + f"custom: [{{title: {'ß' * 20}, text: x}}]\n",
    "long s and its ligatures": P + 'bio: "The ſt and ﬅ and ﬆ, waſte, fi ﬁ"\ncustom: [{title: "Waſte ſt", text: x}]\n',
    "guillemets and dots around an address": P + 'bio: "See ‹https://a.example/x› and ‹…> and ‹http://b.example/…>"\n',
    "a scheme alone": P + 'bio: "See <http:> and [a](http:)"\nnews: [{text: "<http:>"}, {text: "<mailto:> and <tel:>"}]\n',
    "a name between colons": P + 'bio: ":smile: and :+1:, at 10:30:45"\n',
    "a formula of several parts before a title": P + "bio: See $x^2 + \\alpha$\nnews: [{text: 'A $x^2 + \\alpha$'}]\n",
    "a title that ends with a formula": P + "custom: [{title: 'On $x^2 + \\alpha$', text: x}]\n",
    "links side by side": P + "bio: '[one ](https://a.example)<https://b.example/c> [two](https://d.example)'\n",
    "underscores beside a formula": P + "bio: 'x_y_z ^ $x^2 + \\alpha$ x_y_z, H₂O'\n",
    "a link that the headline has, too": (
        "person: {name: Ada Example, headline: '[a](https://a.example)', emails: [a@b.example]}\nbio: '[b](https://a.example)'\n"
    ),
    "a link that ends the header and begins the text": (
        "person: {name: Ada Example, links: ['https://a.example']}\nbio: '[b](https://a.example)'\n"
    ),
    "a formula before a title that begins with one, and at the end of a link": (
        P + "bio: 'See $x^2 + \\alpha$'\ncustom: [{title: '$x^2 + \\alpha$ text ~', text: x}]\npublications: [{title: "
        "'[A $x^2 + \\alpha$](https://a.example)', authors: [Ada Example], type: book, date: 2020, doi: 10.1000/abc}]\n"
    ),
    "an item that begins with a list, and an address in capitals": (
        P + 'bio: "1. * item\\n\\ntext"\ncustom: [{title: "A <https://b.example/é>", text: x}]\n'
    ),
    "phones with dots and slashes": "person: {name: Ada, phones: [+1.555.0100, 1.0/0.0, (555) 01–00]}\n",
    "a page with hardly any text": "person: {name: A}\nnews: [{text: a, date: 2020}, {text: b, date: 2019}]\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ODD)
def test_sound_input_raises_no_alarm(name: str, tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(ODD[name], "utf-8")
    warnings: list[Problem] = []
    artifacts = render(load_profile(tmp_path / "ada.yaml"), targets=TARGETS, warn=warnings.append)
    assert {artifact.name.rpartition(".")[2] for artifact in artifacts} >= {*TARGETS}
    assert not warnings


def test_a_label_that_is_wider_than_its_column_stands_before_its_text(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(P + "skills: [{name: Wirtschaftsinformatikkenntnisse, items: [a, b]}]\n", "utf-8")
    warnings: list[Problem] = []
    tex, _ = render(load_profile(tmp_path / "ada.yaml"), style="moderncv", targets=["tex", "pdf"], warn=warnings.append)
    written = tex.content.replace(b"\\cvsplit{}", b"")
    assert b"\\cvitem{}{\\hintstyle{Wirtschaftsinformatikkenntnisse}: a, b}" in b" ".join(written.split()) and not warnings


def test_titles_in_capitals_are_found(tmp_path: Path) -> None:
    sections = ", ".join(f'{{title: "{title}", text: x}}' for title in ("ΐ ŉ ǰ ΰ ẖ ﬀ ffi ΐΰ", "i\u0307 ı"))
    (tmp_path / "ada.yaml").write_text(f"{P}custom: [{sections}]\n", "utf-8")
    assert render(load_profile(tmp_path / "ada.yaml"), targets=["txt", "html", "md"])


@pytest.mark.parametrize("style", ["classic", "lab"])
def test_a_problem_of_a_title_stands_at_its_section(style: str, tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(P + "custom:\n- {title: A, text: x}\n- {title: 𒀀, text: x}\n", "utf-8")
    with pytest.raises(InputError, match=r"ada.yaml:4:3: error: custom\[1\]: no font has the character"):
        render(load_profile(tmp_path / "ada.yaml"), style=style, targets=["pdf"])
    (tmp_path / "ada.yaml").write_text(P + NEWS.replace("[x]", "[𒀀]") + GROUPED, "utf-8")
    with pytest.raises(InputError, match=r"ada.yaml:2:7: error: news: no font has the character"):
        render(load_profile(tmp_path / "ada.yaml"), style=style, targets=["pdf"])


def test_an_address_in_a_title_keeps_its_case(tmp_path: Path, document_of: Callable[..., object]) -> None:
    (tmp_path / "ada.yaml").write_text(P + 'custom: [{title: "[b](https://a.example/C)", text: x}]\n', "utf-8")
    (artifacts,) = render(load_profile(tmp_path / "ada.yaml"), targets=["txt"])
    assert "B <https://a.example/C>\n" in artifacts.content.decode()


def test_lines_of_a_page_with_hardly_any_text_are_apart(tmp_path: Path) -> None:
    """PDFium takes such a page for vertical writing."""
    (tmp_path / "ada.yaml").write_text(ODD["an entry without a tag"], "utf-8")
    (artifacts,) = render(load_profile(tmp_path / "ada.yaml"), targets=["pdf"])
    assert pdf.lines_by_page(artifacts.content) == [["Ada Example", "NEWS", "x", "a 2020", "b 2019"]]
