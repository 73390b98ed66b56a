"""Check how Org mode is read, and that text which a document hides is listed and not imported."""

import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.formats.lines import LineLook
from cvrender.merge.readers import find_format, read_content, read_file
from cvrender.old_cvs.office.look_marks import without_mark
from cvrender.old_cvs.office.visible import visible
from cvrender.old_cvs.office.word_looks import with_looks
from cvrender.old_cvs.readers import HTML, ORG

_ORG = """#+TITLE: Curriculum Vitae
#+AUTHOR: Ada Example
#+EMAIL: ada@example.org
#+MOBILE: +1 555 0100
* Employment
** Software engineer
:PROPERTIES:
:CV_ENV: cventry
:FROM: <2014-09-01>
:TO: <2017-12-07>
:LOCATION: Nowhere, Example
:EMPLOYER: Acme
:END:
Wrote software.
"""


def test_org_mode_by_its_name_and_the_person_by_properties() -> None:
    contacts = "* HEADER\n:PROPERTIES:\n:Name: Ada Example\n:Email: ada@example.org\n:END:\n"
    text = f"{contacts}* Experience\n** 2017-present Acme\n- Wrote.\n"
    for old in (text, text[text.index("* Experience") :]):
        assert find_format(Content(old.encode(), "cv.org")).name == "org"
    read = read_content(Content(text.encode(), "cv.org"))
    assert read.person == {"name": "Ada Example", "emails": ["ada@example.org"]}
    assert [(job["organization"], job["start"]) for job in read.data["positions"]] == [("Acme", "2017")]


def test_org_mode_as_its_exporters_for_cvs_use_it() -> None:
    content = Content(_ORG.encode(), "cv.org")
    assert find_format(content).name == "org"
    read = read_content(content)
    assert read.person["name"] == "Ada Example" and "headline" not in read.person
    assert read.person["emails"] == ["ada@example.org"] and read.person["phones"] == ["+1 555 0100"]
    (first,) = read.data["positions"]
    assert (first["title"], first["organization"], first["location"]) == ("Software engineer", "Acme", "Nowhere, Example")
    assert (first["start"], first["end"]) == ("2014-09", "2017-12") and "Wrote software" in str(first)


def test_headlines_above_dates_are_heads_of_entries() -> None:
    first = "** Software Developer at Acme\n*** Jan 2015 - Present\nWrote the compiler of the company, and its library.\n"
    second = "** Senior Engineer at Beta Ltd\n*** Jan 2012 - Aug 2014\nRead what other people of the group had written.\n"
    text = f"#+AUTHOR: Ada Example\n* Experience\n{first}{second}* Education\nPhysics, University of Nowhere, 2010\n"
    one, two = read_content(Content(text.encode(), "cv.org")).data["positions"]
    assert (one["title"], one["organization"], one["end"]) == ("Software Developer", "Acme", "present")
    assert (two["title"], two["organization"], two["start"]) == ("Senior Engineer", "Beta Ltd", "2012-01")


def test_macros_of_org_mode_that_stand_for_latex_may_go_over_lines_and_have_no_headings_of_their_own() -> None:
    macros = "#+AUTHOR: Ada Example\n#+MACRO: cv-event \\cvevent{$1}{$2}{$3}{$4}\n#+LATEX_CLASS: altacv\n"
    name = "#+begin_export latex\n\\name{Ada Example}\n#+end_export\n"
    jobs = "** Experience\n*** Acme :ignore:\n{{{cv-event(Engineer, Acme, Mar 2022 --\nOngoing, Nowhere)}}}\n\nBuilt mills.\n"
    schools = "** Education\n*** Second :ignore:\n{{{cv-event(BSc Physics, Example College, 2015 -- 2019, Nowhere)}}}\n"
    read = read_content(Content(f"{macros}* Head :ignore:\n{name}{jobs}{schools}".encode(), "cv.org"))
    (job,), (school,) = read.data["positions"], read.data["education"]
    assert (job["title"], job["organization"], job["start"], job["end"]) == ("Engineer", "Acme", "2022-03", "present")
    assert (school["degree"], school["institution"], school["end"]) == ("BSc", "Example College", "2019")
    assert read.person == {"name": "Ada Example"}


def test_org_mode_with_latex_and_files_that_it_includes(tmp_path: Path) -> None:
    (tmp_path / "me.org").write_text("#+AUTHOR: Ada Example\n")
    entry = "\\section{Experience}\n\\textbf{Engineer} \\hfill 2019 -- 2021\\\\\nAcme\n"
    (tmp_path / "cv.org").write_text(
        f'#+INCLUDE: "me.org"\n#+OPTIONS: toc:nil\n{{{{{{HEAD}}}}}}\n#+BEGIN_EXPORT latex\n{entry}#+END_EXPORT\n'
    )
    read = read_file(tmp_path / "cv.org")
    assert read.person == {"name": "Ada Example"}
    assert [job["organization"] for job in read.data["positions"]] == ["Acme"]


def test_front_matter_says_who_it_is() -> None:
    text = "---\ntitle: CV\nname: Ada Example\nemail: ada@example.org\n---\n\n# Experience\n\n**Engineer**, Acme, 2019-2021\n"
    read = read_content(Content(text.encode(), "cv.md"))
    assert read.person["name"] == "Ada Example" and read.person["emails"] == ["ada@example.org"]


_PAGE = """<!doctype html><html><head><title>Ada Example</title><style>.gone, p.off {{display: none}} .x {{color: red}}
@media print {{ .x {{display: none}} }}</style></head><body><nav><a href="/">Home</a></nav><h1>Ada Example</h1>
<h2>Experience</h2><p class="x"><b>Engineer</b>, Acme, 2019-2021</p>{}</body></html>"""


def test_lines_of_word_say_how_they_look() -> None:
    styles = (
        '<w:style w:styleId="Head"><w:pPr><w:spacing w:before="240"/></w:pPr><w:rPr><w:sz w:val="40"/><w:caps/></w:rPr></w:style>'
    )
    head = '<w:p><w:pPr><w:pStyle w:val="Head"/></w:pPr><w:r><w:t>Experience</w:t></w:r></w:p>'
    body = (
        '<w:p><w:pPr><w:ind w:left="200"/></w:pPr><w:r><w:t>Built many things at Example Works in Springfield</w:t></w:r></w:p>'
    )
    shown = with_looks(head + body, styles)
    first, second = (without_mark(text)[1] for text in re.findall("<w:t>([^<]*)</w:t>", shown)[::2])
    assert (first.size, first.caps, first.space, first.bold) == (2.0, True, 0.6, False)
    assert (second.size, second.indent) == (1.0, 2.0)
    assert without_mark("Experience") == ("Experience", LineLook())


@pytest.mark.parametrize(
    "hidden",
    [
        '<p style="display:none">secret words</p>',
        '<div class="gone"><div>secret</div> words</div>',
        '<p class="off x">secret words</p>',
        "<ul><li hidden>secret words<li>Shown</ul>",
        '<span style="visibility: hidden">secret words</span>',
        '<span style="opacity:0">secret words</span>',
        '<span style="opacity:0;transform:translateX(-9999px)">secret words</span>',
        '<p style="font-size: 1px;">secret words</p>',
    ],
)
def test_what_a_page_hides_is_listed(hidden: str) -> None:
    read = read_content(Content(_PAGE.format(hidden).encode(), "cv.html"))
    assert [job["organization"] for job in read.data["positions"]] == ["Acme"]
    assert "secret" not in str(read.data) and "Home" not in str(read.data)
    (problem,) = [problem for problem in read.problems if problem.code == "not-imported"]
    assert "“secret words”" in problem.message


def test_what_a_script_fades_in_is_shown() -> None:
    page = '<h1>Ada</h1><div style="opacity:0;transform:translateY(24px)"><p>Engineer, Acme</p></div>'
    assert "Engineer" in visible(page)[0] and not visible(page)[1]


def test_rules_that_hide_most_of_a_page_are_for_a_script() -> None:
    page = "<style>.tab {display: none}</style><h1>Ada</h1><div class=tab>The long text of a page that a script shows</div>"
    assert "a script shows" in visible(page)[0] and not visible(page)[1]


def _word(run: str, before: str = "", after: str = "") -> Imported:
    shown = "<w:p><w:r><w:t>Ada Example</w:t></w:r></w:p><w:p><w:r><w:t>Experience</w:t></w:r></w:p>"
    last = f"<w:r><w:t>Engineer, Acme, 2019-2021</w:t></w:r><w:r><w:rPr>{run}</w:rPr><w:t>secret</w:t></w:r>"
    body = f"{shown}{before}<w:p>{last}</w:p>{after}"
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
        archive.writestr("word/document.xml", f"<w:document {space}><w:body>{body}</w:body></w:document>")
        kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
        types = "http://schemas.openxmlformats.org/package/2006/content-types"
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{types}"><Override PartName="/word/document.xml" ContentType="{kind}"/></Types>',
        )
        relations = "http://schemas.openxmlformats.org/package/2006/relationships"
        office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
        target = f'<Relationship Id="r1" Type="{office}" Target="word/document.xml"/>'
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{relations}">{target}</Relationships>',
        )
    return read_content(Content(made.getvalue(), "cv.docx"))


@pytest.mark.parametrize("run", ["<w:vanish/>", '<w:color w:val="FFFFFF"/>', '<w:sz w:val="2"/>'])
def test_what_word_hides_is_listed(run: str) -> None:
    read = _word(run)
    assert "secret" not in str(read.data)
    assert any("“secret”" in problem.message for problem in read.problems)


@pytest.mark.parametrize(("before", "after"), [("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>")])
def test_white_text_on_a_ground_is_seen(before: str, after: str) -> None:
    assert "secret" in str(_word('<w:color w:val="FFFFFF"/>', before, after).data)
    assert "secret" in str(_word('<w:shd w:val="clear" w:fill="1F4E79"/><w:color w:val="FFFFFF"/>').data)
    shape = '<v:rect xmlns:v="urn:schemas-microsoft-com:vml" style="height:9pt" fillcolor="#1f4e79"/>'
    behind = f"<w:p><w:r><w:pict>{shape}</w:pict></w:r></w:p>"
    assert "secret" in str(_word('<w:color w:val="FFFFFF"/>', before=behind).data)


def test_headings_of_word_by_size_capitals_and_colour() -> None:
    def paragraph(text: str, look: str) -> str:
        return f"<w:p><w:r><w:rPr>{look}</w:rPr><w:t>{text}</w:t></w:r></w:p>"

    body = "".join(paragraph(f"line {number} of the text of this document, which is long enough", "") for number in range(9))
    for look in ('<w:sz w:val="28"/>', "<w:caps/>", '<w:color w:val="2E74B5"/>'):
        shown = with_looks(body + paragraph("Experience", look), "")
        assert shown.endswith(f"<w:r><w:rPr><w:b/>{look}</w:rPr><w:t>Experience</w:t></w:r></w:p>")
        assert shown.count("<w:b/>") == 1
    styles = '<w:style w:type="paragraph" w:styleId="Big"><w:rPr><w:sz w:val="32"/></w:rPr></w:style>'
    styles += '<w:style w:type="paragraph" w:styleId="More"><w:basedOn w:val="Big"/></w:style>'
    styled = '<w:p><w:pPr><w:pStyle w:val="More"/></w:pPr><w:r><w:t>Experience</w:t></w:r></w:p>'
    assert "<w:b/>" in with_looks(body + styled, styles) and "<w:b/>" not in with_looks(body + styled, "")


@pytest.mark.parametrize(
    ("title", "begin", "name"), [("Document", "<p>Maria Example</p>", "Maria Example"), ("Ada Example", "", "Ada Example")]
)
def test_the_title_of_a_page_is_a_name_only_where_nothing_else_is(title: str, begin: str, name: str) -> None:
    page = f"<html><head><title>{title}</title></head><body>{begin}<h2>Experience</h2><p>Engineer, Acme, 2019</p></body></html>"
    assert read_content(Content(page.encode(), "cv.html")).person["name"] == name


def test_headings_that_are_labels_belong_to_what_is_below() -> None:
    page = (
        "<h1>Ada Example</h1><h5>E-Mail:</h5><p>ada@example.org</p><h3>Experience</h3><p>Engineer, Acme, 2019</p><h3>Skills</h3>"
    )
    read = read_content(Content(f"<html><body>{page}</body></html>".encode(), "cv.html"))
    assert read.person["emails"] == ["ada@example.org"] and "custom" not in read.data


def test_lines_that_are_drawn_are_no_text() -> None:
    read = read_content(Content(b"# Ada Example\n\n# Experience\n\n\\_\\_\\_\\_\\_\\_\n\nEngineer, Acme, 2019\n", "cv.md"))
    assert "___" not in str(read.data) and len(read.data["positions"]) == 1


def test_macros_that_stand_for_latex_are_read_as_latex_and_layout_may_be_open() -> None:
    text = (
        "#+OPTIONS: H:1\n#+MACRO: cvevent \\cvevent{$1}{$2}{$3}{$4}\n#+MACRO: divider \\divider\n"
        "* Left :ignore:\n\\begin{paracol}{2}\n** Experience\n"
        "{{{cvevent(Software Engineer, Acme Ltd., May 2019 -- May 2021, Lisbon\\, Portugal)}}}\n"
        "- Wrote a compiler.\n{{{divider}}}\n"
        "{{{cvevent(Analyst, Nowhere Inc., May 2015 -- May 2019, Porto)}}}\n** Education :generic:\n"
        "*** B.Sc. in Physics, University of Nowhere, 2010 -- 2014\n"
    )
    read = ORG.read(Content(text.encode(), "cv.org")).data
    assert [(job["title"], job["organization"], job["location"]) for job in read["positions"]] == [
        ("Software Engineer", "Acme Ltd.", "Lisbon, Portugal"),
        ("Analyst", "Nowhere Inc.", "Porto"),
    ]
    assert "generic" not in str(read) and "divider" not in str(read)


def test_only_the_headline_that_is_named_is_included(tmp_path: Path) -> None:
    (tmp_path / "base.org").write_text("* Jobs\n** Engineer, Acme Ltd., 2019 -- 2021\n* Other\nNot included\n", "utf-8")
    text = (
        '* Ada Example\n* Experience\n** Analyst, Nowhere Inc., 2015 -- 2019\n#+INCLUDE: "./base.org::*Jobs" :only-contents t\n'
    )
    (tmp_path / "cv.org").write_text(text, "utf-8")
    read = ORG.read(Content(text.encode(), str(tmp_path / "cv.org")))
    assert "Acme" in str(read.data) and "Not included" not in str(read.data)


def test_texts_of_a_page_with_classes_of_their_own_are_cells_and_those_of_one_class_items() -> None:
    page = (
        "<!doctype html><html><body><h1>Ada Example</h1><h2>Experience</h2><div><span class='job'>Engineer</span>"
        "<span class='company'>Blubb</span><span class='date'>2019 - 2021</span></div><h2>Skills</h2><div>"
        "<span class='tag'>Python</span> <span class='tag'>C</span> <span class='tag'>Rust</span></div></body></html>"
    )
    read = HTML.read(Content(page.encode(), "cv.html")).data
    job = read["positions"][0]
    assert (job["title"], job["organization"], job["start"]) == ("Engineer", "Blubb", "2019")
    assert read["skills"][0]["items"] == ["Python", "C", "Rust"]


def test_the_caption_of_a_table_may_be_the_heading_of_its_section() -> None:
    page = (
        "<!doctype html><html><body><h1>Ada Example</h1><table><caption><h3>Experience</h3></caption><tr><th>2019 - 2021</th>"
        "<td>Engineer, Acme Ltd.</td></tr></table><table><caption><h3>Education</h3></caption><tr><th>2015 - 2019</th>"
        "<td>B.Sc. in Physics, University of Nowhere</td></tr></table></body></html>"
    )
    read = HTML.read(Content(page.encode(), "cv.html")).data
    assert (read["positions"][0]["title"], read["education"][0]["degree"]) == ("Engineer", "B.Sc.")
