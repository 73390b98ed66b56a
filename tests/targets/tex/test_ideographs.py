"""Test how Chinese is set: the distance of lines, wide quotes, and no ideograph alone on the last line, and names undivided."""

from pathlib import Path

from cvrender.api import render
from cvrender.fonts.scripts import breaks
from cvrender.merge.profile import load_profile
from cvrender.model.text import plain_text
from cvrender.targets.tex.marks import unmark
from cvrender.targets.tex.texts import text, write
from cvrender.text.markup import inline

BIO = "她研究“许多”与“几个”的差别，以及各种语言如何表达数量和程序如何学会计数。"


def test_no_ideograph_is_alone_on_the_last_line() -> None:
    assert str(text(plain_text(BIO))).endswith(r"学会计\nobreak{}数。")
    narrow = str(text(plain_text("学位论文：论一种通用机器；导师：王样本")))  # two lines of a column at the side
    assert narrow.endswith(r"王样\nobreak{}本")
    assert r"\nobreak" not in str(text(plain_text("她研究“许多”。")))


def test_chinese_has_wide_quotes_and_lines_further_apart(tmp_path: Path) -> None:
    profile = tmp_path / "ada.yaml"
    profile.write_text(f"language: zh\nperson: {{name: 范例}}\nbio: {BIO}\n", "utf-8")
    tex, *fonts = render(load_profile(profile), style="engineer", targets=["tex"])
    assert rb"\linespread{1.3}\selectfont" in tex.content  # a quarter more than the 1.04 of the style
    (package,) = [file.content for file in fonts if file.name.endswith(".sty")]
    fonts_of = {
        line.split(b"}{")[-1][:-1].decode(): line.split(b"}{")[1]
        for line in package.splitlines()
        if line.startswith(b"\\cvglyph{")
    }
    assert fonts_of["“"] == fonts_of["”"] == fonts_of["她"]


def test_lines_end_before_an_opening_and_after_a_closing_quote() -> None:
    assert (breaks("“"), breaks("”"), breaks("’")) == ("opener", "closer", "letter")


def test_a_line_may_end_between_a_comma_of_chinese_and_a_tag(tmp_path: Path) -> None:
    profile = tmp_path / "ada.yaml"
    items = "[git, gdb, chalk, in this order, Python programming, statistics for beginners]"
    profile.write_text(f"language: zh\nperson: {{name: 范例}}\nskills: [{{name: 工具, items: {items}}}]\n", "utf-8")
    (pdf,) = render(load_profile(profile), style="mosaic", targets=["pdf"])  # too wide, it would be an error
    assert pdf.content.startswith(b"%PDF")


def test_no_line_ends_within_a_name() -> None:
    written = unmark(write(inline("**架空 花子**、山田太郎、ジョン、分散システムの研究（東京）")))
    kept = [r"架\nobreak{}空 花\nobreak{}子", r"山\nobreak{}田\nobreak{}太\nobreak{}郎", "ジョン", r"東\nobreak{}京"]
    assert all(part in written for part in kept) and "分散システムの研究" in written


def test_a_bracket_at_the_beginning_has_no_empty_half() -> None:
    assert unmark(write(inline("「信頼」と力"))) == r"\cvbracket{「}信頼」と力".replace("信頼", r"信\nobreak{}頼")
    assert unmark(write(inline("**“信任”的关系**"))).startswith(r"\textbf{\cvbracket{“}")
    assert unmark(write(inline("“Trust”"))) == "“Trust”" and unmark(write(inline("力「信」"))).startswith("力「")
