"""Test the look of a style: it is said once, in style.yaml, and every target shows it."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pdfplumber
import pypdfium2
import pytest

from cvrender.api import render
from cvrender.errors import InputError, Problem
from cvrender.load.library import BUILT_IN, Library, find_style
from cvrender.merge.profile import load_profile
from cvrender.model.base import field_names
from cvrender.model.look import ABOUT, PLAIN_LOOK, Color, Heading, Look, in_yaml, on_white
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.targets import TARGETS
from cvrender.targets.docx.layout import layout_of
from cvrender.targets.docx.reference import reference
from cvrender.targets.docx.write import render as word_text
from cvrender.targets.html.stylesheet import stylesheet
from cvrender.targets.tex.write import preamble

HERE = Library((Path(),))
PROFILE = """
person: {name: Ada Lovelace, native: 愛達, headline: Engineer, emails: [ada@example.org], location: London}
positions:
  - {title: Programmer, organization: Works, start: 1842, end: 1843, advisors: [Charles Babbage], highlights: [A note]}
publications:
  - {title: Notes, authors: [Ada Lovelace, {name: Charles Babbage, equal: true}], type: paper-conference, venue: CIE, date: 1843}
skills: [{name: Tools, items: [Looms]}]
"""
Write = Callable[..., Style]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a style of the working folder, in which a profile stands, and find it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")

    def make(look: str, parent: str = "plain", name: str = "mine", more: str = "") -> Style:
        path = tmp_path / "styles" / name / "style.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"about: x\nextends: {parent}\nlook:\n{look}{more}", "utf-8")
        return find_style(name, HERE)

    return make


def make(style: str = "mine", **options: str) -> dict[str, bytes]:
    """Every target of the profile; each was read back and checked."""
    warnings: list[Problem] = []
    artifacts = render(
        load_profile("ada.yaml"),
        style=style,
        targets=["tex", "pdf", "html", "docx"],
        options=options,
        library=HERE,
        warn=warnings.append,
    )
    assert not [str(problem) for problem in warnings if "wide" in problem.message or "full" in problem.message]
    return {Path(artifact.name).suffix.lstrip("."): artifact.content for artifact in artifacts}


def word_styles(document: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(document)) as archive:
        return archive.read("word/styles.xml").decode()


def word_style(document: bytes, name: str) -> str:
    match = re.search(rf'<w:style [^>]*w:styleId="{name}"[^>]*>.*?</w:style>', word_styles(document), re.DOTALL)
    assert match
    return match[0].replace(" />", "/>")


def height(pdf: bytes, text: str) -> float:
    """How high the first occurrence of a text is on the first page, in points."""
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    index, _ = page.search(text).get_next()
    _, bottom, _, top = page.get_charbox(index)
    return float(top - bottom)


@pytest.mark.slow
def test_one_value_is_seen_in_every_target(write: Write) -> None:
    write("  head: {}\n")
    before = make()
    write("  name: {size: 3}\n")
    after = make()
    assert rb"\fontsize{31.5}{37.8}\selectfont\bfseries" in after["tex"] and rb"\fontsize{31.5}" not in before["tex"]
    assert height(after["pdf"], "Ada") / height(before["pdf"], "Ada") == pytest.approx(3 / 2.2, rel=0.05)
    assert b"h1 { font-size: 3rem; font-weight: bold; }" in after["html"] and b"font-size: 3rem" not in before["html"]
    assert '<w:sz w:val="63"/>' in word_style(after["docx"], "Title")
    assert '<w:sz w:val="46"/>' in word_style(before["docx"], "Title")


def test_a_rule_a_colour_and_a_space_are_seen_in_every_target(write: Write) -> None:
    write("  section: {rule: above, rule_width: 0.1, rule_color: links 50%, padding: 0.5, before: 2, caps: true}\n")
    files = make(size="10pt")
    assert rb"\titleformat{\section}[display]" in files["tex"] and rb"\cvcapitals" in files["tex"]
    assert rb"{\color{cvlinks!50}\nobreak\titlerule[1pt]}\nobreak\vspace{5pt}" in files["tex"]
    assert rb"{\cvspacing\dimexpr 20pt plus 5pt}" in files["tex"]
    html = files["html"].decode()
    assert "border-top: 0.1rem solid color-mix(in srgb, var(--links) 50%, var(--paper));" in html
    assert "padding-top: 0.5rem;" in html and "margin: calc(var(--gap) * 4) 0" in html and "text-transform: uppercase" in html
    word = word_style(files["docx"], "Heading1")
    assert '<w:top w:val="single" w:sz="8" w:space="5" w:color="8F9CAF"/>' in word
    assert "<w:caps/>" in word and 'w:before="400"' in word


RULES = get_args(get_args(Heading.__annotations__["rule"])[0])


@pytest.mark.parametrize(
    ("rule", "align"),
    [
        (rule, align) if (number % 2 == 0) == (align == "left") else pytest.param(rule, align, marks=pytest.mark.slow)
        for number, rule in enumerate(RULES)
        for align in ("left", "center")
    ],
)
def test_every_rule_can_be_set_on_sections_and_groups(write: Write, rule: str, align: str) -> None:
    settings = f"{{rule: {rule}, rule_color: accent 20%, rule_width: 0.1, padding: 0.3, align: {align}, caps: true}}"
    write(f"  section: {settings}\n  group: {settings}\n  name: {{caps: true}}\n", parent="classic")
    files = make()
    assert all(files.values())
    assert {"none", "below", "above", "line", "band", "bar"} == set(RULES)


# What shows a part or key in each target, where it is not the text that the look makes: none is there to see.
UNSEEN = {
    ("docx", "section.rule_length"): "Word draws its bar beside the words",
    ("docx", "group.rule_length"): "Word draws its bar beside the words",
}
BASE = "  section: {rule: bar, rule_color: links}\n  group: {rule: bar, rule_color: links}\n"


def other(value: Any) -> Any:
    """Another value of the same kind."""
    choices = {"left": "center", "bullet": "bar", "regular": "bold", "bold": "regular", "upright": "italic", "italic": "upright"}
    if isinstance(value, bool):
        return not value
    if isinstance(value, Color):
        return Color("accent", 33)
    return round(value + 0.37, 2) if isinstance(value, float) else {**choices, "bar": "below"}[value]


def settings() -> Iterator[str]:
    for part in field_names(Look):
        yield from (f"{part}.{key}" for key in field_names(type(getattr(PLAIN_LOOK, part))))


def shown(style: Style) -> dict[str, str]:
    """What each target makes of a look."""
    return {"tex": preamble(style), "html": stylesheet(style), "docx": reference(style)["word/styles.xml"]}


@pytest.mark.parametrize("part", field_names(Look))
def test_every_setting_reaches_every_target(write: Write, document_of: Callable[..., Any], part: str) -> None:
    style = write(BASE, more="defaults: {name_split: true}\n")
    old, before = getattr(style.look, part), shown(style)
    for key in field_names(type(old)):
        setting = f"{part}.{key}"
        value = "bar" if setting == "separator.sign" else other(getattr(old, key))
        look = replace(style.look, **{part: replace(old, **{key: value})})
        after = shown(replace(style, own_look=look))
        same = {target for target in before if before[target] == after[target]}
        if setting == "separator.sign":  # in Word the sign is text
            document = document_of(PROFILE)
            signs = [json.dumps(word_text(document, layout_of(replace(style, own_look=one)))) for one in (style.look, look)]
            assert signs[0] != signs[1]
            same -= {"docx"}
        assert same == {target for target, name in UNSEEN if name == setting}, setting


def test_every_part_is_explained() -> None:
    assert list(ABOUT) == list(field_names(Look)) and len(list(settings())) > 60


def test_a_look_is_inherited_key_by_key(write: Write) -> None:
    write("  name: {size: 3, color: accent}\n  section: {rule: above}\n", parent="classic", name="parent")
    child = write("  name: {color: quiet 80%}\n  section:\n  group: {}\n", parent="parent").look
    classic = find_style("classic").look
    assert (child.name.size, child.name.weight, child.name.color) == (3.0, classic.name.weight, Color("quiet", 80))
    assert replace(child.section, rule="below") == classic.section and child.group == classic.group
    assert find_style("parent", HERE).look.name.color == Color("accent")


@pytest.mark.slow
def test_a_colour_may_be_an_option_of_the_style(write: Write) -> None:
    option = "options:\n  my_red-2: {type: color, default: '#aa0011', about: x}\n"
    write("  name: {color: my_red-2 50%}\n", more=option)
    files = make()
    assert rb"\definecolor{cvmy_red-2}{HTML}{AA0011}" in files["tex"] and rb"\color{cvmy_red-2!50}" in files["tex"]
    assert b"color-mix(in srgb, var(--my_red-2) 50%, var(--paper))" in files["html"]
    assert '<w:color w:val="D48088"/>' in word_style(files["docx"], "Title")


@pytest.mark.parametrize(
    ("look", "said"),
    [
        ("  nme: {size: 2}", '4:3: error: look.nme: unknown key; did you mean "name"?'),
        ("  name: {sise: 2}", '4:10: error: look.name.sise: unknown key; did you mean "size"?'),
        ("  name: {size: 2pt}", "4:16: error: look.name.size: should be a number of em, such as 1.2"),
        ("  name: {size: 0.1}", "4:16: error: look.name.size: should be between 0.5 and 6 em"),
        ("  name: {size: -1}", "4:16: error: look.name.size: should be a number of em, such as 1.2"),
        ("  name: {weight: light}", "4:18: error: look.name.weight: should be one of: regular, bold"),
        ("  name: {caps: maybe}", "4:16: error: look.name.caps: should be true or false"),
        ("  name: {color: '#123456'}", "4:17: error: look.name.color: should be the name of a colour, such as accent, or a tint"),
        ("  name: {color: accent 101%}", "4:17: error: look.name.color: should be the name of a colour"),
        ("  name: {color: acent}", '4:17: error: look.name.color: there is no colour "acent"; did you mean "accent"?'),
        (
            "  name: {color: page}",
            '4:17: error: look.name.color: there is no colour "page"; available: accent, ink, links, quiet',
        ),
        ("  name: big", "4:9: error: look.name: should be a mapping"),
        ("  section: {rule: dotted}", "4:19: error: look.section.rule: should be one of: none, below, above, line, band, bar"),
        ("  date: {before: 1}", "4:10: error: look.date.before: unknown key"),
    ],
)
def test_mistakes_have_their_place_and_what_would_be_right(write: Write, look: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        write(f"{look}\n")
    (problem,) = caught.value.problems
    assert str(problem).startswith(f"styles/mine/style.yaml:{said}"), str(problem)


def test_all_mistakes_are_reported_at_once(write: Write) -> None:
    with pytest.raises(InputError) as caught:
        write("  name: {color: rde, size: 2}\n  date: {color: bleu}\n")
    assert [problem.line for problem in caught.value.problems] == [4, 5]


@pytest.mark.parametrize(
    ("size", "native", "section"),
    [
        ("10pt", r"\Large\mdseries", r"{\large\bfseries"),
        ("11pt", r"\fontsize{15.84}{19.01}\selectfont\mdseries", r"{\fontsize{13.2}{15.84}\selectfont\bfseries"),
        ("12pt", r"\Large\mdseries", r"{\large\bfseries"),
    ],
)
def test_latex_has_its_own_names_for_the_sizes_that_they_set(size: str, native: str, section: str) -> None:
    style = find_style("plain")
    written = preamble(replace(style, values={**style.values, "size": size}))
    assert rf"\cvunbroken{{{native}\color{{cvquiet}}#2}}" in written and rf"\titleformat{{\section}}{section}" in written


def test_a_tint_is_mixed_with_white() -> None:
    assert on_white(Color("accent", 50), {"accent": "#000000"}) == "#808080"
    assert on_white(Color("accent"), {"accent": "#1f3a5f"}) == "#1f3a5f"
    assert (on_white(Color("ink"), {}), on_white(Color("quiet"), {}), on_white(Color("ink", 0), {})) == (
        "#000000",
        "#595959",
        "#ffffff",
    )


@pytest.mark.parametrize("name", BUILT_IN.names("styles"))
def test_the_yaml_of_a_look_reads_back(write: Write, name: str) -> None:
    ours = find_style(name).look
    parts = "".join(f"  {part}: {' '.join(in_yaml(getattr(ours, part), 60))}\n" for part in ABOUT)
    assert write(parts, parent="classic").look == ours


def test_what_is_particular_to_a_target_adds_up_from_the_farthest_parent_on(write: Write) -> None:
    write("  head: {}\n", parent="engineer", name="parent")
    style = write("  head: {}\n", parent="parent")
    for name in ("parent", "mine"):
        for file, text in (("latex/own.tex", "% of %"), ("html/own.css", "/* of % */"), ("docx/own.xml", "<!-- of % -->")):
            path = Path("styles", name, file)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace("%", name) if "*" in text or "-" in text else f"% of {name}", "utf-8")
    for target, source in shown(style).items():
        assert 0 < source.index("of parent") < source.index("of mine"), target
        if target == "tex":
            assert source.index(r"\renewcommand{\baselinestretch}") < source.index("of parent")


@pytest.mark.parametrize(
    ("style", "is_indented"), [("engineer", True), ("classic", True), ("sidebar", True), ("timeline", False)]
)
def test_roles_at_one_employer_are_indented_unless_dates_have_a_column(tmp_path: Path, style: str, is_indented: bool) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(
        "person: {name: Ada}\npositions: [{organization: Works, roles: [{title: Chief, start: 1842, highlights: [Wrote]},\n"
        "  {title: Clerk, start: 1840, end: 1842}]}]\n"
    )
    [artifacts] = render(load_profile(path), style=style, targets=["pdf"])
    with pdfplumber.open(io.BytesIO(artifacts.content)) as opened:
        left = {word["text"]: word["x0"] for word in opened.pages[0].extract_words()}
    assert left["Chief"] == pytest.approx(left["Clerk"], abs=0.5)
    assert (left["Chief"] > left["Works"] + 5) is is_indented


def test_headings_in_a_column_stand_on_the_first_line_of_their_text_and_are_read_as_lines(tmp_path: Path) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(
        "person: {name: Ada}\ncertifications: [{title: Licence}]\n"
        "bio: Weaves.\npublications: [{title: Notes, authors: [Ada], type: book, date: 1843}]\n"
    )
    [pdf] = render(load_profile(path), style="margin", targets=["pdf"])
    with pdfplumber.open(io.BytesIO(pdf.content)) as opened:
        bottom = {word["text"]: word["bottom"] for word in opened.pages[0].extract_words()}
    assert bottom["Biography"] == pytest.approx(bottom["Weaves."], abs=0.5)
    assert bottom["Certifications"] == pytest.approx(bottom["Licence"], abs=0.5)
    assert bottom["Licenses"] > bottom["Licence"] + 8
    below = min(place for place in bottom.values() if place > bottom["Licenses"] + 1)
    assert below > bottom["Licenses"] + 16  # the next section is not next to the second line of a heading
    lines = TARGETS["pdf"].read(pdf.content).lines
    assert {"Biography", "Weaves.", "Publications"} <= {line.strip() for line in lines}
