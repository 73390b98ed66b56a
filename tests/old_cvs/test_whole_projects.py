"""Check that a document in several files is read as one, and what its own macros and environments mean."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.divided_titles import divided_title
from cvrender.old_cvs.head_parts import HeadPart
from cvrender.old_cvs.kinds_of_words import is_place
from cvrender.old_cvs.readers import LATEX


def _read(**files: str) -> Imported:
    archive = BytesIO()
    with ZipFile(archive, "w") as opened:
        for name, text in files.items():
            opened.writestr(name.replace("_", "."), text)
    return LATEX.read(Content(archive.getvalue(), "cv.zip"))


_JOBS = "\\section{Experience}\n2019 -- 2021 \\textbf{Software Engineer}, Acme Ltd\n\n2015 -- 2019 \\textbf{Analyst}, Zeta Ltd\n"


def test_the_owner_may_stand_in_a_file_that_the_preamble_reads() -> None:
    main = "\\documentclass{moderncv}\n\\input{head}\n\\begin{document}\n\\input{jobs}\n\\end{document}"
    read = _read(cv_tex=main, head_tex="\\name{Ada}{Example}\n\\email{ada@example.org}", jobs_tex=_JOBS)
    assert read.data["person"]["name"] == "Ada Example" and "ada@example.org" in str(read.data["person"]["emails"])


def test_a_file_with_settings_reads_the_document_in_its_own_language(tmp_path: Path) -> None:
    document = (
        "\\providecommand\\tr[2]{#2}\n\\documentclass{article}\n\\begin{document}\n" + _JOBS + "\\tr{Brno}{Lund}\n\\end{document}"
    )
    (tmp_path / "main.tex").write_text(document, "utf-8")
    read = LATEX.read(Content(b"\\providecommand\\tr[2]{#1}\n\\include{main}\n", str(tmp_path / "cv-cs.tex")))
    assert [job["organization"] for job in read.data["positions"]] == ["Acme Ltd", "Zeta Ltd"]
    assert "Brno" in str(read.data) and "Lund" not in str(read.data)
    assert read.data["positions"][0].places[()][0] == "main.tex"


def test_arguments_that_set_a_colour_or_a_face_are_not_text() -> None:
    preamble = (
        "\\newcommand{\\cvsection}[3]{\\color{#1}\\fontspec{#2}[Extension=.ttf]\\Large #3\\par}\n"
        "\\newenvironment{cells}[1]{\\tabular{p{#1}p{9cm}}}{\\endtabular}\n"
    )
    body = (
        "\\cvsection{mainred}{Grand-Bold}{Experience}\n\\begin{cells}{2cm}2019--2021 & Engineer, Acme Ltd\\\\\\end{cells}\n"
        "\\cvsection{mainred}{Grand-Bold}{Education}\n\\begin{cells}{2cm}2010--2014 & BSc, University of Lund\\\\\\end{cells}\n"
    )
    read = _read(cv_tex=f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\nAda Example\n\n{body}\\end{{document}}")
    assert (read.data["positions"][0]["title"], read.data["education"][0]["institution"]) == (
        "Engineer",
        "University of Lund",
    )
    assert not {"mainred", "Grand-Bold", "2cm"} & set(str(read.data).replace("'", " ").split())


def test_a_macro_of_a_document_is_not_that_of_another_class() -> None:
    preamble = "\\newcommand\\header[2]{\\par #1 \\textbf{#2}\\par}\n"
    body = "".join(
        f"\\header{{{year}--{year + 1}}}{{Engineer, Example{year} Ltd}}\n\nBuilt things.\n\n" for year in (2019, 2015, 2012)
    )
    read = _read(
        cv_tex=f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n\\section{{Experience}}\n{body}\\end{{document}}"
    )
    assert [job["start"] for job in read.data["positions"]] == ["2019", "2015", "2012"]


def test_tabs_divide_lines_and_the_line_that_sets_them_is_left_out() -> None:
    body = (
        "\\section{Experience}\n\\begin{tabbing}\n\\hspace{4cm}\\= \\kill\n\\textbf{2014 --} \\> Example University, Lund\\\\\n"
        "\\textbf{Present} \\> Software Engineer\\\\\n\\end{tabbing}\n"
    )
    (job,) = _read(cv_tex=f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\\end{{document}}").data["positions"]
    assert (job["start"], job["end"], job["organization"], job["title"]) == (
        "2014",
        "present",
        "Example University",
        "Software Engineer",
    )


def test_a_label_of_europass_names_the_employer_below_the_job() -> None:
    body = (
        "\\ecvsection{Esperienza lavorativa}\n\\ecvtitle{05/2022 -- Presente}{Cloud Engineer}\n"
        "\\ecvitem{Azienda}{\\textbf{Esempio Assicurazioni}}\n\\ecvitem{Attività}{Reti}\n"
        "\\ecvsection{Istruzione}\n\\ecvtitlelevel{2017 -- 2020}{Laurea in Informatica}{ISCED 7}\n"
        "\\ecvitem{}{\\textit{Università di Nessuno}}\n\\ecvitem{Votazione}{110}\n"
    )
    read = _read(cv_tex=f"\\documentclass{{europasscv}}\n\\begin{{document}}\n{body}\\end{{document}}")
    assert read.data["positions"][0]["organization"] == "Esempio Assicurazioni"
    assert [(degree["institution"], degree["start"]) for degree in read.data["education"]] == [("Università di Nessuno", "2017")]


def test_words_before_an_employer_and_a_place_divide_a_head() -> None:
    rows = (
        "2016--2018 & \\textbf{Webbutvecklare på Exempel AB i Göteborg.}\\\\\n& Byggde sidor för interna kunder.\\\\\n"
        "2014--2016 & \\textbf{Konsult hos Zeta}\\\\\n"
    )
    body = f"\\section{{Yrkeserfarenhet}}\n\\begin{{tabular}}{{ll}}\n{rows}\\end{{tabular}}\n"
    first, second = _read(cv_tex=f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\\end{{document}}").data["positions"]
    assert (first["title"], first["organization"], first["location"]) == ("Webbutvecklare", "Exempel AB", "Göteborg")
    assert (second["title"], second["organization"]) == ("Konsult", "Zeta")


def test_a_macro_of_a_class_that_begins_a_section_is_a_heading() -> None:
    own = "\\newcommand{\\mywork}[1]{\\section[#1]{\\includegraphics{icon.png} #1}}"
    body = "\\mywork{Experience}\n2019 -- 2021 \\textbf{Engineer}, Acme Ltd\n"
    read = _read(cv_tex=f"\\documentclass{{mine}}\n\\begin{{document}}\n{body}\\end{{document}}", mine_cls=own)
    assert [job["organization"] for job in read.data["positions"]] == ["Acme Ltd"]


def test_nodes_of_pictures_in_own_macros_are_texts() -> None:
    own = "\\newcommand{\\boxed}[1]{\\tikz \\node[draw={red}, inner sep=1pt] (t) at (0,0) {#1};}"
    body = "\\boxed{\\textbf{Ausbildung}}\n\n2018-05/2022-05 \\textbf{Bachelor}, Universität Lund\n"
    (degree,) = _read(cv_tex=f"\\documentclass{{article}}{own}\\begin{{document}}{body}\\end{{document}}").data["education"]
    assert (degree["start"], degree["end"], degree["institution"]) == ("2018-05", "2022-05", "Universität Lund")


def test_lines_that_end_with_a_comma_go_on() -> None:
    body = "\\item[2011--2014] Visiting scholar\\\\\nDepartment of Maps,\\\\\nUniversity of Nowhere, Lund, Sweden\n"
    body = f"\\begin{{cvlist}}{{Employment}}\n{body}\\end{{cvlist}}"
    name = "\\begin{cv}{Ada Example\\\\{\\large CV}}"
    text = f"\\documentclass{{article}}\\usepackage{{currvita}}\\begin{{document}}{name}\n{body}"
    read = _read(cv_tex=f"{text}\\end{{cv}}\\end{{document}}")
    assert read.data["person"]["name"] == "Ada Example"
    assert "University of Nowhere" in read.data["positions"][0]["organization"] and "location" in read.data["positions"][0]


def test_a_letter_in_the_same_file_is_left_out() -> None:
    letter = "\\recipient{HR}{Acme}\\opening{Dear Sir}\\makelettertitle\nLorem ipsum dolor sit amet.\n\\makeletterclosing\n"
    text = f"\\documentclass{{moderncv}}\\name{{Ada}}{{Example}}\\begin{{document}}\n{_JOBS}{letter}\\end{{document}}"
    assert "Lorem" not in str(_read(cv_tex=text).data)


def test_the_date_may_stand_in_the_argument_of_the_place() -> None:
    body = "".join(
        f"\\cventry{{Engineer}}{{Acme{year} Ltd}}{{{year} - {year + 1}}}{{Advisor: A. Sample}}{{}}\n" for year in (2019, 2015)
    )
    text = f"\\documentclass{{awesome-cv}}\\begin{{document}}\\section{{Experience}}\n{body}\\end{{document}}"
    jobs = _read(cv_tex=text).data["positions"]
    assert [(job["start"], job["organization"]) for job in jobs] == [("2019", "Acme2019 Ltd"), ("2015", "Acme2015 Ltd")]


def test_labels_say_that_the_family_name_stands_first() -> None:
    rows = "\\textsc{Nazwisko i Imię:} & Przykładowa Ada\\\\\n\\textsc{email:} & ada@example.org\\\\\n"
    head = f"\\section{{Dane osobowe}}\\begin{{tabular}}{{rl}}\n{rows}\\end{{tabular}}\n"
    assert (
        _read(cv_tex=f"\\documentclass{{article}}\\begin{{document}}{head}{_JOBS}\\end{{document}}").data["person"]["name"]
        == "Ada Przykładowa"
    )


def test_what_is_set_above_characters_is_no_part_of_a_name() -> None:
    name = "{\\huge \\bfseries \\ruby{例}{れい} \\ruby{愛子}{あいこ}}\n\n"
    read = _read(cv_tex=f"\\documentclass{{article}}\\begin{{document}}\n{name}{_JOBS}\\end{{document}}")
    assert read.data["person"]["name"] == "例 愛子"


def test_a_word_before_an_unknown_employer_is_no_sentence() -> None:
    rows = "\\entry*[2021 -- $\\cdots\\cdot$] \\textbf{Advogado} em "
    rows += "\\href{http://exemplo.example/}{Ana Exemplo Assessoria e Cia da Ponte}.\n"
    rows += "\\entry*[2019 -- 2021] IBM Research -- Tokyo, Research Scientist.\n"
    rubric = f"\\begin{{rubric}}{{Histórico Profissional}}\n{rows}\\end{{rubric}}"
    text = f"\\documentclass{{curve}}\\begin{{document}}{rubric}\\end{{document}}"
    first, second = _read(cv_tex=text).data["positions"]
    assert (first["title"], first["start"], first["end"]) == ("Advogado", "2021", "present")
    assert first["organization"] == "Ana Exemplo Assessoria e Cia da Ponte"
    assert (second["title"], second["organization"]) == ("Research Scientist", "IBM Research")


def test_a_macro_of_the_preamble_may_hold_a_section() -> None:
    rows = "\\grau{UEX}{Graduação}{Informática}{2006}\\\\\n\\grau{UNX}{Mestrado}{Mapas}{2009}\n"
    held = f"\\formacao{{\\begin{{tabular}}{{ll}}\n{rows}\\end{{tabular}}}}"
    read = _read(cv_tex=f"\\documentclass{{mine}}\n{held}\n\\begin{{document}}\n{_JOBS}\\end{{document}}", mine_cls="")
    degrees = [(degree["degree"], str(degree["date"])) for degree in read.data["education"]]
    assert degrees == [("Graduação", "2006"), ("Mestrado", "2009")]


def test_a_group_and_its_institution_are_the_employer_of_the_job_below() -> None:
    body = "\\cventry{07-09.2012}{Instytut Map, Wydział Geografii}{Uniwersytet Nigdzie}{}{}{}\n"
    body += "\\textit{Letnie praktyki}\n\nRysowanie map.\n"
    text = f"\\documentclass{{moderncv}}\\begin{{document}}\\section{{Doświadczenie}}\n{body}"
    (job,) = _read(cv_tex=f"{text}\\end{{document}}").data["positions"]
    assert (job["title"], job["organization"]) == ("Letnie praktyki", "Instytut Map, Wydział Geografii, Uniwersytet Nigdzie")


def test_a_bullet_that_is_a_sentence_is_no_employer() -> None:
    said = "Desenvolvi com a minha equipe da empresa três sites institucionais para escolas e hospitais da cidade"
    items = f"\\begin{{itemize}}\\item {said}\\end{{itemize}}"
    body = f"\\resumeSubheading{{Desenvolvedora web}}{{2022 -- 2024}}{{Beetex Jr.}}{{}}\n{items}\n"
    text = f"\\documentclass{{article}}\\begin{{document}}\\section{{Experiências}}\n{body}\\end{{document}}"
    (job,) = _read(cv_tex=text).data["positions"]
    assert job["organization"] == "Beetex Jr."


@pytest.mark.parametrize(
    ("text", "title", "organization"),
    [
        ("例大学数学専攻計算機管理アルバイト（web）", "計算機管理アルバイト（web）", "例大学数学専攻"),
        ("株式会社Exampleインターン生", "インターン生", "株式会社Example"),
        ("例大学数学類『演習』ティーチング・アシスタント", "ティーチング・アシスタント", "例大学数学類"),
        ("Engineer, Acme", "Engineer", "Acme"),
    ],
)
def test_a_job_and_an_employer_in_one_text_are_divided(text: str, title: str, organization: str) -> None:
    fields = divided_title(HeadPart(text, text, "", (0, 0, 0)), "title")
    assert (fields["title"].text, fields["organization"].text) == (title, organization)


def test_months_of_one_year_in_japanese_are_a_range() -> None:
    assert [date.fields for date in dates_in("2010年8月-9月")] == [{"start": "2010-08", "end": "2010-09"}]


def test_only_a_city_has_a_country_of_three_letters_in_brackets() -> None:
    assert is_place("Zürich (CHE)") and not is_place("Economic Sciences (DES)")


def test_options_of_boxes_and_of_pages_are_not_text() -> None:
    preamble = (
        "\\newtcolorbox{band}[2][]{colback=#2, #1}\n\\newcommand{\\part}[1]{\\begin{band}{pale}{\\Large #1}\\end{band}}\n"
        "\\AddToShipoutPictureFG*{\\put(\\LenToUnit{\\paperwidth-2 cm},0){}}\n\\setcolumnwidth{\\fill, 4.5 cm}\n"
    )
    body = "\\hypertarget{experience}{%\n\\section{Experience}\\label{experience}}\n"
    body += "\\part{Software Engineer \\hfill Acme Ltd, 2019--2021}\n"
    read = _read(cv_tex=f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\nAda Example\n\n{body}\\end{{document}}")
    assert (read.data["positions"][0]["title"], read.data["positions"][0]["organization"]) == ("Software Engineer", "Acme Ltd")
    assert not any(word in str(read.data) for word in ("pale", "2 cm", "4.5 cm", "'experience'"))


def test_the_only_argument_of_an_environment_may_be_a_heading() -> None:
    preamble = "\\newenvironment{items}[1]{\\textbf{#1}\\hrule\\begin{itemize}}{\\end{itemize}}\n"
    body = (
        "\\begin{items}{Ausbildung}\\item \\textbf{TU Lund} \\hfill 2010 -- 2014 \\\\ Informatik, Bachelor\\end{items}\n"
        "\\begin{items}{Professioneller Hintergrund}\\item \\textbf{Praktikant bei Acme GmbH} \\hfill 2019 -- 2021\n"
        "\\item \\textbf{Entwickler bei Zeta GmbH} \\hfill 2021 -- 2023\\end{items}\n"
    )
    read = _read(cv_tex=f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\nAda Example\n\n{body}\\end{{document}}")
    assert [job["organization"] for job in read.data["positions"]] == ["Acme GmbH", "Zeta GmbH"]
    assert [degree["institution"] for degree in read.data["education"]] == ["TU Lund"]


def test_a_line_below_an_item_says_its_employer() -> None:
    body = (
        "\\section{Experience}\\begin{itemize}\n\\item \\textbf{Assistant Professor}, August 2017-present\\\\\n"
        "\\textit{University of Lund},\\\\\n\\textit{Department of Maps}\\\\\n"
        "\\item \\textbf{Research Assistant}, May 2008 to September 2011\\\\\n\\textit{University of Oslo}\\\\\n\\end{itemize}\n"
    )
    read = _read(cv_tex=f"\\documentclass{{article}}\n\\begin{{document}}\nAda Example\n\n{body}\\end{{document}}")
    assert [(job["title"], job["organization"]) for job in read.data["positions"]] == [
        ("Assistant Professor", "University of Lund"),
        ("Research Assistant", "University of Oslo"),
    ]


def test_what_a_macro_says_of_a_job_ends_its_head() -> None:
    body = (
        "\\section{Experience}\n\\cventry{2015}{Post-doc}{\\newline Maps and atlases of the north and south}{Lund}{}{%\n\n"
        "Main partner : Bo Sample (ENS, CNRS)\\newline Themes : maps}\n"
        "\\cventry{2012--2015}{Analyst}{Acme Ltd}{Oslo}{}{%\n\nMain partners : Cy Sample (ENS)}\n"
    )
    read = _read(cv_tex=f"\\documentclass{{moderncv}}\n\\begin{{document}}\n\\name{{Ada}}{{Example}}\n{body}\\end{{document}}")
    jobs = read.data["positions"]
    assert [job["title"] for job in jobs] == ["Post-doc", "Analyst"]
    assert jobs[1]["organization"] == "Acme Ltd"


@pytest.mark.parametrize("named", ["jobs", "parts/jobs", "cv/parts/jobs.tex"])
def test_a_project_that_is_typeset_above_its_folder_reads_its_files(tmp_path: Path, named: str) -> None:
    folder = tmp_path / "cv" / "parts"
    folder.mkdir(parents=True)
    (folder / "jobs.tex").write_text(_JOBS, "utf-8")
    main = f"\\documentclass{{article}}\\begin{{document}}\nAda Example\n\n\\input{{{named}}}\n\\end{{document}}"
    read = LATEX.read(Content(main.encode(), str(folder / "cv.tex")))
    assert [job["organization"] for job in read.data["positions"]] == ["Acme Ltd", "Zeta Ltd"]
