"""Web pages of CVs are read by their lists, tables and titles."""

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.old_cvs.entries import dated_section
from cvrender.old_cvs.labelled_cells import with_labelled_bullets
from cvrender.old_cvs.office.inlines import lines_of_inlines
from cvrender.old_cvs.office.web_looks import with_looks
from cvrender.old_cvs.readers import HTML, ORG


def _read(body: str, title: str = "") -> Imported:
    page = f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{body}</body></html>"
    return HTML.read(Content(page.encode(), "cv.html"))


def test_a_time_and_its_definition_are_one_row() -> None:
    rows = "".join(
        f"<dt>{when}</dt><dd><b>{job}</b><br>Wrote the programs of the ground station.</dd>"
        for when, job in (("2014–2017", "Engineer, Acme Ltd"), ("2010–2014", "Consultant, Example GmbH"))
    )
    read = _read(
        f"<h1>Ada Example</h1><h2>Experience</h2><dl>{rows}</dl><h2>Education</h2><p>BSc, University of Nowhere, 2009</p>"
    )
    jobs = [(job["title"], job["organization"], job["start"], job["end"]) for job in read.data["positions"]]
    assert jobs == [("Engineer", "Acme Ltd", "2014", "2017"), ("Consultant", "Example GmbH", "2010", "2014")]
    assert all("ground station" in job["summary"] for job in read.data["positions"])


def test_a_cell_that_begins_with_a_heading_is_a_column() -> None:
    items = "".join(
        f"<li><b>{job}</b></li>" for job in ("Professor, Example University, 2015-2020", "Lecturer, Acme College, 2010-2015")
    )
    cells = f"<td><b>EMPLOYMENT:</b><ul>{items}</ul></td><td><b>Before:</b> Dug in the mud of the harbour.</td>"
    degree = "<b>EDUCATION:</b><p><b>PhD in Physics, 2009</b><br><b>University of Nowhere</b></p>"
    read = _read(f"<p><b>ADA EXAMPLE</b></p>{degree}<table><tr>{cells}</tr></table>")
    assert [job["organization"] for job in read.data["positions"]] == ["Example University", "Acme College"]
    (degree_read,) = read.data["education"]
    assert (degree_read["institution"], degree_read["degree"]) == ("University of Nowhere", "PhD")


def test_the_title_of_a_page_tells_the_name() -> None:
    buttons = "<p><b>Fetch Paper</b></p>"
    read = _read(f"{buttons}<h1>Ada Example</h1><h2>Experience</h2><p>Engineer, Acme Ltd, 2010 – 2014</p>", "Ada Example – CV")
    assert read.person["name"] == "Ada Example"


def test_the_title_of_an_org_document_is_not_its_subtitle() -> None:
    text = "#+TITLE: Ada Example\n#+SUBTITLE: Painter of Bridges\n\n* Experience\n- 2010-2014 Engineer, Acme Ltd\n"
    assert ORG.read(Content(text.encode(), "cv.org")).person["name"] == "Ada Example"


def test_a_company_with_a_word_of_headings_is_no_section() -> None:
    jobs = "".join(
        f"<h2>{name}</h2><h3>{title}</h3><h4>{when}</h4><p>开发系统。</p>"
        for name, title, when in (
            ("示例教育科技有限公司", "研发主管", "2010-2012"),
            ("样本科技有限公司", "软件工程师", "2008-2010"),
        )
    )
    read = _read(f"<h1>苗例</h1><h2>工作经历</h2>{jobs}<h2>教育背景</h2><h2>示例大学</h2><h3>硕士</h3><h4>2005-2008</h4>")
    assert [job["organization"] for job in read.data["positions"]] == ["示例教育科技有限公司", "样本科技有限公司"]


def test_a_linked_place_is_a_place_with_an_address() -> None:
    read = _read(
        "<h1>Ada Example</h1><h2>Experience</h2>"
        '<p><b>Engineer</b><br>Acme Ltd, <a href="https://acme.example">Paris, France</a><br>2010 – 2014</p>'
    )
    assert read.data["positions"][0]["location"] == "Paris, France"


def test_each_row_that_begins_with_a_time_is_an_entry() -> None:
    rows = (
        ("2013", "Knots, Hochschule Nirgendwo"),
        ("2011–2013", "Bachelor of Arts, Example University"),
        ("2009–2010", "Abitur"),
    )
    table = "".join(f"<tr><td>{when}</td><td>{what}</td></tr>" for when, what in rows)
    read = _read(f"<h1>Ada Example</h1><h2>Education</h2><table>{table}</table>")
    assert [degree.get("degree", degree.get("field")) for degree in read.data["education"]] == [
        "Knots",
        "Bachelor of Arts",
        "Abitur",
    ]
    assert read.data["education"][0]["institution"] == "Hochschule Nirgendwo"


def test_a_job_in_japanese_follows_its_employer() -> None:
    rows = "- 2015/06-2017/03 みほん書店 アルバイト\n- 2019/04- 見本大学 実験助手\n- 2012-2015 見本研究所研究員 (名称変更)\n"
    text = f"#+TITLE: 見本花子\n\n* 職歴\n{rows}"
    jobs = ORG.read(Content(text.encode(), "cv.org")).data["positions"]
    divided = [(job["organization"], job.get("title")) for job in jobs]
    assert divided[:2] == [("みほん書店", "アルバイト"), ("見本大学", "実験助手")]
    assert divided[2] == ("見本研究所研究員 (名称変更)", None)


def test_employers_in_parentheses_and_right_behind_a_job() -> None:
    heads = ("Inhaberin Acme GmbH", "Developer (Example Works)", "Teaching Assistant (University of Examples)")
    rows = "".join(f"<tr><td>{2010 + 2 * place}–{2011 + 2 * place}</td><td>{head}</td></tr>" for place, head in enumerate(heads))
    jobs = _read(f"<h1>Ada Example</h1><h2>Experience</h2><table>{rows}</table>").data["positions"]
    assert [(job["title"], job["organization"]) for job in jobs] == [
        ("Inhaberin", "Acme GmbH"),
        ("Developer", "Example Works"),
        ("Teaching Assistant", "University of Examples"),
    ]


def test_labels_and_values_in_blocks_of_their_own() -> None:
    pairs = (("Email", "ada@example.org"), ("Dirección", "Calle Ejemplo 1"), ("Fecha de nacimiento", "1990-01-02"))
    blocks = "".join(f"<div><p>{label}</p><p>{value}</p></div>" for label, value in pairs)
    below = "<h2>Educación</h2><p>Licenciatura, Universidad de Ejemplo, 2010 – 2014</p>"
    person = _read(f"<h1>Ada Example</h1>{blocks}{below}").data["person"]
    assert (person["emails"], person["location"], person["birthdate"]) == (["ada@example.org"], "Calle Ejemplo 1", "1990-01-02")
    person = _read(f"<h1>Ada Example</h1><dl><dt>Geboren</dt><dd>2.1.1990</dd><dt>Wohnort</dt><dd>Bern</dd></dl>{below}").data[
        "person"
    ]
    assert (person["birthdate"], person["location"]) == ("1990-01-02", "Bern")


def test_two_headings_above_a_date_and_a_bold_job_with_a_colon() -> None:
    heads = "<h4>Analyst</h4><h4>Acme Nowhere</h4><ul><li>May 2014 – June 2016</li></ul>"
    jobs = _read(f"<h1>Ada Example</h1><h2>Experience</h2>{heads}{heads.replace('201', '200')}").data["positions"]
    assert [(job["title"], job["organization"], job["start"]) for job in jobs] == [
        ("Analyst", "Acme Nowhere", "2014-05"),
        ("Analyst", "Acme Nowhere", "2004-05"),
    ]
    rows = "".join(
        f"<p><b>Engineer - Acme Ltd</b> :</p><p>{year} – {year + 1}</p><ul><li>Widgets</li></ul>" for year in (2012, 2015)
    )
    jobs = _read(f"<h1>Ada Example</h1><h2>Experience</h2>{rows}").data["positions"]
    assert [(job["title"], job["organization"]) for job in jobs] == [("Engineer", "Acme Ltd")] * 2


def test_headings_that_several_entries_repeat_are_labels() -> None:
    one = "** 2010 -- 2014\n\n*Master of Examples*\n\n** Institution\n\nSample House\n\n"
    text = f"#+TITLE: Ada Example\n\n* Education\n\n{one}{one.replace('201', '200').replace('Master', 'Bachelor')}"
    degrees = ORG.read(Content(text.encode(), "cv.org")).data["education"]
    assert [degree["institution"] for degree in degrees] == ["Sample House", "Sample House"]


def test_a_greeting_says_the_name() -> None:
    below = "<h2>Education</h2><p>BSc, University of Examples, 2010 – 2014</p>"
    for greeting in ("Hello, I'm Ada Example, Web Developer", "Bonjour, je suis Ada Example", "Merhaba, ben Ada Example"):
        assert _read(f"<title>Portfolio</title><h1>{greeting}</h1>{below}").data["person"]["name"] == "Ada Example"


def test_terms_of_a_list_are_headings_and_times_have_classes() -> None:
    jobs = "".join(
        f"<h2>{job}</h2><div>Example University, Lund<span class='date'>{when}</span></div><ul><li>Built engines</li></ul>"
        for job, when in (("Research engineer", "2016–2020"), ("Teacher", "2014–2016"))
    )
    read = _read(
        f"<h1>Ada Example</h1><dl><dt>Work ex-<br>perience</dt><dd>{jobs}</dd><dt>Education</dt>"
        "<dd><h2>MSc in Physics</h2><div>University of Nowhere<span class='date'>2010–2014</span></div></dd></dl>"
    )
    said = [(job["title"], job["organization"], job["start"]) for job in read.data["positions"]]
    assert said == [("Research engineer", "Example University", "2016"), ("Teacher", "Example University", "2014")]
    assert [degree["start"] for degree in read.data["education"]] == ["2010"]


def test_a_list_of_definitions_that_lays_out_a_page() -> None:
    job = '<h2>{}</h2><div>Acme Nowhere<span class="date">{} – {}</span></div><ul><li>Widgets</li></ul>'
    jobs = job.format("Engineer", 2012, 2014) + job.format("Developer", 2009, 2011)
    page = f"<h1>Ada Example</h1><dl><dt>Arbets-<br>erfarenhet</dt><dd>{jobs}</dd><dt>Interests</dt><dd>Knots</dd></dl>"
    found = _read(page).data["positions"]
    assert [(job["title"], job["organization"], job["start"]) for job in found] == [
        ("Engineer", "Acme Nowhere", "2012"),
        ("Developer", "Acme Nowhere", "2009"),
    ]


def test_labelled_bullets_below_the_bullet_of_an_employer() -> None:
    one = "- Acme Nowhere:\n  - Cargo: Analista\n  - Período: 02/2011 - 03/2014\n  - Funções:\n    - Moinhos\n"
    text = f"#+TITLE: Ada Example\n\n* Experiência Profissional\n{one}{one.replace('Acme', 'Sample').replace('201', '200')}"
    jobs = ORG.read(Content(text.encode(), "cv.org")).data["positions"]
    assert [(job["organization"], job["title"], job["end"]) for job in jobs] == [
        ("Acme Nowhere", "Analista", "2014-03"),
        ("Sample Nowhere", "Analista", "2004-03"),
    ]


def test_a_space_divides_parts_in_chinese() -> None:
    text = (
        "#+TITLE: 张三\n\n* 教育背景\n- 2015.09 - 2019.06 示例大学 计算机科学本科\n- 2019.09 - 2022.06 样本大学 计算机科学硕士\n"
    )
    degrees = ORG.read(Content(text.encode(), "cv.org")).data["education"]
    assert [degree["institution"] for degree in degrees] == ["示例大学", "样本大学"]


def test_texts_that_styles_set_apart_are_parts_of_their_own() -> None:
    page = (
        "<!doctype html><html><head><title>简历 | 王小明</title><style>.meta{float:right}</style></head><body><h1>简历</h1>"
        "<h2>教育背景</h2><p><strong>例子大学｜计算机工程｜工学博士</strong><span class='item'>2017.06 – 2021.03</span></p>"
        "<p><strong>样本大学｜物理学｜理学学士</strong><span class='item'>2012.09 – 2016.06</span></p>"
        "<h2>Employment</h2><h3>Engineer <span style='float:right'>Acme Ltd, 2019–2021</span></h3>"
        "<h3>Analyst <span class='meta'>Zeta Ltd, 2017–2019</span></h3></body></html>"
    )
    read = HTML.read(Content(page.encode(), "cv.html"))
    assert [degree["institution"] for degree in read.data["education"]] == ["例子大学", "样本大学"]
    assert [(job["title"], job["organization"]) for job in read.data["positions"]] == [
        ("Engineer", "Acme Ltd"),
        ("Analyst", "Zeta Ltd"),
    ]
    assert read.data["person"]["name"] == "王小明"


def test_short_items_below_an_employer_say_when_where_and_what() -> None:
    said = ["Site web: https://acme.example", "Feb 2016 to Jan 2018", "Paris, France", "Poste: Scout", "Mission: maps"]
    lines = [OldLine((LineCell("Acme"),), 1, "heading", 2), *(OldLine((LineCell(text),), 2, "bullet") for text in said)]
    (job,) = dated_section(lines, "positions")
    assert (job["title"], job["organization"], job["location"], job["start"]) == ("Scout", "Acme", "Paris, France", "2016-02")
    assert [line.kind for line in with_labelled_bullets([OldLine((LineCell("Acme"),)), *lines[1:]])][1:] == ["bullet"] * 5


def test_labels_within_a_line_that_begins_with_one_divide_it() -> None:
    page = "<!doctype html><html><body><h1>Ada Example</h1><h2>Experiência</h2>"
    page += "<p>Empresa: Acme Cidade: São Paulo Função: Analista Período: maio de 2010 - junho de 2011</p>"
    page += "<p>Empresa: Zeta Cidade: Santos Função: Estagiário Período: maio de 2008 - junho de 2009</p></body></html>"
    jobs = HTML.read(Content(page.encode(), "cv.html")).data["positions"]
    assert [(job["title"], job["organization"], job["location"], job["start"]) for job in jobs] == [
        ("Analista", "Acme", "São Paulo", "2010-05"),
        ("Estagiário", "Zeta", "Santos", "2008-05"),
    ]


def test_jobs_in_a_list_below_their_employer_are_no_bullets() -> None:
    def line(text: str, when: str) -> str:
        return f'<p><span class="title">{text}</span> <span class="date">{when}</span></p>'

    below = "<ul><li>Dug in the mud of the harbour</li></ul>"
    professor, lecturer = line("<em>Professor</em>", "2015 – 2020"), line("<em>Lecturer</em>", "2010 – 2015")
    jobs = f"<ul><li>{professor}{below}</li><li>{lecturer}{below}</li></ul>"
    other = f"{line('<strong>Acme Ltd</strong>, Lyon', '2005 – 2010')}<p><em>Engineer</em></p>{below}"
    read = _read(
        f"<h1>Ada Example</h1><h2>Experience</h2><ul><li><p><strong>Example University</strong>, Paris</p>{jobs}</li>"
        f"<li>{other}</li></ul><h2>Education</h2><p>BSc, University of Nowhere, 2009</p>"
    )
    said = [(job["organization"], job["title"], job["location"], job["start"]) for job in read.data["positions"]]
    assert said == [
        ("Example University", "Professor", "Paris", "2015"),
        ("Example University", "Lecturer", "Paris", "2010"),
        ("Acme Ltd", "Engineer", "Lyon", "2005"),
    ]


def test_jobs_have_the_employer_in_bold_above_them() -> None:
    lines = (
        "<p><b>Acme Ltd</b> 2010 – present</p><p><i>Director</i> 2015 – present</p><p><i>Rat auf Zeit</i> 2010 – 2014</p>"
        "<p><b>Example Labs</b> 2005 – 2009</p><p><i>Engineer</i></p>"
    )
    read = _read(f"<h1>Ada Example</h1><h2>Experience</h2>{lines}<h2>Education</h2><p>BSc, University of Nowhere, 2009</p>")
    acme, labs = read.data["positions"]
    assert [(role["title"], role["start"]) for role in acme["roles"]] == [("Director", "2015"), ("Rat auf Zeit", "2010")]
    assert (labs["organization"], labs["title"]) == ("Example Labs", "Engineer")


def test_code_and_maths_in_a_text_are_kept() -> None:
    nodes = [
        {"t": "Strong", "c": [{"t": "Str", "c": "Looms"}]},
        {"t": "Space"},
        {"t": "Code", "c": [["", [], []], "rm"]},
        {"t": "Space"},
        {"t": "Math", "c": [{"t": "InlineMath"}, "O(n)"]},
    ]
    assert [[cell.text for cell in cells] for cells in lines_of_inlines(nodes)] == [["**Looms** `rm` $O(n)$"]]


def test_parts_of_a_heading_that_only_styles_set_apart_are_apart() -> None:
    page = (
        '<h1>Ada<span class="thin">Example</span></h1><p>ada@example.org</p>'
        '<h2><i class="x"></i><span class="t">Experience</span></h2>'
        '<h3><span class="a">Acme Ltd</span><span class="b">Web Developer</span></h3><p>2019 - 2021</p><p>Built things.</p>'
        '<h3><span class="a">Zelnik</span><span class="b">Web Designer</span></h3><p>2017 - 2019</p>'
    )
    data = _read(page).data
    assert data["person"]["name"] == "Ada Example"
    assert [(job["organization"], job["title"]) for job in data["positions"]] == [
        ("Acme Ltd", "Web Developer"),
        ("Zelnik", "Web Designer"),
    ]


def test_what_follows_a_link_is_no_part_of_a_heading() -> None:
    page = with_looks('<p><a href="#">Java</a>Script <a href="#">Ada</a>Base</p>', "")
    assert page == '<p><a href="#">Java</a>Script <a href="#">Ada</a>Base</p>'
