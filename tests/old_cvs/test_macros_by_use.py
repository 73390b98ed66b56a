"""Check what is inferred of LaTeX macros that no table explains, and that the files they name are read."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.old_cvs.readers import LATEX


def _read(**files: str) -> Imported:
    archive = BytesIO()
    with ZipFile(archive, "w") as opened:
        for name, text in files.items():
            opened.writestr(name.replace("_", "."), text)
    return LATEX.read(Content(archive.getvalue(), "cv.zip"))


def _document(body: str, preamble: str = "", kind: str = "strange") -> str:
    return f"\\documentclass{{{kind}}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


_JOBS = (
    "\\mysection{Experience}\n\\job{2019--2021}{Software Engineer}{Acme}{Wrote the compiler of the company, and more.}\n"
    "\\job{2015--2019}{Head of Nothing}{Nowhere GmbH}{Led a group of four people for some years.}\n"
    "\\mysection{Education}\n\\job{2010--2014}{B.Sc. in Physics}{University of Nowhere}{}\n"
)


def test_what_a_macro_of_a_class_is_given_tells_what_it_is() -> None:
    read = _read(cv_tex=_document(_JOBS), strange_cls="\\newcommand{\\job}[4]{\\garbage#1 of the class}")
    assert [(job["title"], job["organization"], job["start"]) for job in read.data["positions"]] == [
        ("Software Engineer", "Acme", "2019"),
        ("Head of Nothing", "Nowhere GmbH", "2015"),
    ]
    assert read.data["positions"][0]["summary"] == "Wrote the compiler of the company, and more."
    assert read.data["education"][0]["institution"] == "University of Nowhere"
    assert "garbage" not in str(read.data) and "of the class" not in str(read.data)


def test_an_argument_that_names_a_file_is_read() -> None:
    part = "\\section{Experience}\n\\textbf{Engineer} \\hfill 2019 -- 2021\\\\\nAcme\n"
    own = "\\newcommand*{\\folder}{}"
    for body in ("\\makepart{part}", "\\import{\\folder}{part.tex}", "\\input part"):
        (job,) = _read(cv_tex=_document(body, own), part_tex=part).data["positions"]
        assert (job["title"], job["organization"]) == ("Engineer", "Acme")


def test_a_file_of_a_project_may_be_older_than_utf_8() -> None:
    archive = BytesIO()
    with ZipFile(archive, "w") as opened:
        opened.writestr("cv.tex", _document("\\input{part}"))
        opened.writestr("part.tex", "\\section{Ausbildung}\nUniversität Köln, Physik, 2010".encode("cp1252"))
    assert "Universität Köln" in str(LATEX.read(Content(archive.getvalue(), "cv.zip")).data)


def test_the_argument_of_an_unknown_environment_is_a_heading() -> None:
    body = "\\begin{part}{Experience}\n\\textbf{Engineer} \\hfill 2019 -- 2021\\\\\nAcme\n\\end{part}"
    (job,) = _read(cv_tex=_document(body)).data["positions"]
    assert job["organization"] == "Acme"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("friggeri-cv", "\\section{Experience}\\begin{entrylist}\\entry{2019--2021}{Engineer}{Acme}{Wrote.}\\end{entrylist}"),
        ("twentysecondcv", "\\section{Experience}\\begin{twenty}\\twentyitem{2019--2021}{Engineer}{Acme}{Wrote.}\\end{twenty}"),
        ("tccv", "\\section{Experience}\\begin{eventlist}\\item{2019--2021}{Acme}{Engineer}\nWrote.\\end{eventlist}"),
        ("limecv", "\\begin{cvExperience}\\cvItem{\\textbf{Engineer}\\\\Acme, 2019 -- 2021\\\\Wrote.}\\end{cvExperience}"),
        (
            "cv-roald",
            "\\section{Work}\\begin{tabularcv}2019-2021 & \\worktitle{Engineer}{Acme}\\newline Wrote.\\\\\\end{tabularcv}",
        ),
        ("europasscv", "\\ecvsection{Experience}\\ecvworkexperience{2019--2021}{Engineer}{Acme}{}{Wrote.}"),
    ],
)
def test_classes_for_cvs(kind: str, body: str) -> None:
    (job,) = _read(cv_tex=_document(body, kind=kind)).data["positions"]
    assert (job["title"], job["organization"], job["start"], job["end"]) == ("Engineer", "Acme", "2019", "2021")
    assert "Wrote." in str(job)


def test_what_classes_print_of_the_person() -> None:
    assert _read(cv_tex=_document("\\header{Ada}{Example}{Engineer}", kind="friggeri-cv")).person["name"] == "Ada Example"
    europass = _read(cv_tex=_document("", "\\ecvname{Example, Ada}", kind="europasscv"))
    assert europass.person["name"] == "Ada Example"
    lines = "\\moveleft.5\\hoffset\\centerline{\\large\\bf Ada Example}\n\\moveleft.5\\hoffset\\centerline{ada@example.org}"
    assert _read(cv_tex=_document(lines, kind="res")).person["name"] == "Ada Example"


def test_lengths_of_lists_are_not_text() -> None:
    job = "\\textbf{Engineer,} Acme, Nowhere \\hfill mai 2015 -\n\\begin{itemize} \\itemsep -2pt\n\\item Wrote.\\end{itemize}\n"
    read = _read(cv_tex=_document("\\section{Experience}\n" + job + job, kind="article"))
    assert "2pt" not in str(read.data["positions"])


@pytest.mark.parametrize("look", ["{\\Large\\bf Education}", "\\textsc{\\large Education}", "\\underline{Education}\\par"])
def test_headings_by_their_look(look: str) -> None:
    body = f"{{\\Huge Ada Example}}\n\n{look}\n\n\\textbf{{PhD in Physics}} \\hfill 2010--2014\\\\\nUniversity of Nowhere\n\n"
    body += look.replace("Education", "Experience") + "\n\n\\textbf{Engineer}, Acme \\hfill 2019--2021\n"
    read = _read(cv_tex=_document(body, kind="article"))
    assert read.person == {"name": "Ada Example"}
    assert [degree["institution"] for degree in read.data["education"]] == ["University of Nowhere"]
    assert [job["organization"] for job in read.data["positions"]] == ["Acme"]


def test_subsections_with_dates_are_entries() -> None:
    body = "\\section{Experience}\n\\subsection{Software Engineer, Acme (2019--2021)}\n"
    body += "\\subsection{Data Analyst, Beta Ltd \\hfill 2015--2019}\nCounted many things for years and years.\n"
    read = _read(cv_tex=_document(body, "\\title{Ada Example}"))
    assert [(job["title"], job["start"]) for job in read.data["positions"]] == [
        ("Software Engineer", "2019"),
        ("Data Analyst", "2015"),
    ]
    assert read.person["name"] == "Ada Example"


def test_contacts_in_macros_of_the_document() -> None:
    own = "\\newcommand{\\myname}{Ada Example}\\def\\mymail{ada@example.org}"
    read = _read(cv_tex=_document("\\myname\\\\\\href{mailto:\\mymail}{\\mymail}\n\n\\section{Experience}", own))
    assert read.person == {"name": "Ada Example", "emails": ["ada@example.org"]}


def test_jobs_above_the_first_heading_are_jobs() -> None:
    body = "\\part{Ada Example}\\begin{eventlist}\\item{2019--2021}{Acme}{Engineer}\nWrote.\\end{eventlist}\\section{Education}"
    (job,) = _read(cv_tex=_document(body, kind="tccv")).data["positions"]
    assert job["organization"] == "Acme"


def test_rows_and_items_of_macros_of_a_class() -> None:
    body = "\\name{Ada \\\\ Example}\n\\contact{ada@example.org}{+1 555 0100}\n\\cvheading{Education}\n"
    body += "\\cvrow{2010--2014}{PhD in Physics, University of Nowhere}\n\\cvrow{2006--2010}{BSc in Physics, University of Oz}\n"
    body += "\\cvheading{Languages}\n\\lang{German}{native}\n\\lang{English}{C1}\n"
    body += "\\cvheading{Skills}\n\\skill{Python} \\skill{Java}\n\\skill{C++}\n"
    read = _read(cv_tex=_document(body))
    assert read.person == {"name": "Ada Example", "emails": ["ada@example.org"], "phones": ["+1 555 0100"]}
    assert [degree["institution"] for degree in read.data["education"]] == ["University of Nowhere", "University of Oz"]
    assert [(spoken["language"], spoken["level"]) for spoken in read.data["languages"]] == [
        ("German", "native"),
        ("English", "C1"),
    ]
    assert read.data["skills"] == [{"name": "Skills", "items": ["Python", "Java", "C++"]}]


def test_the_columns_of_a_macro_of_the_document_have_another_order_than_in_a_class() -> None:
    own = "\\newcommand{\\cventry}[4]{\\textbf{#1}\\hfill #4\\\\ \\emph{#2}, #3\\par}"
    body = "\\section{Education}\n\\cventry{University of Nowhere}{PhD in Physics}{Oz}{2010--2014}\n"
    body += "\\cventry{University of Elsewhere}{BSc in Physics}{Elsewhere}{2006--2010}\n"
    first, second = _read(cv_tex=_document(body, own, "article")).data["education"]
    assert (first["institution"], first["degree"], first["location"]) == ("University of Nowhere", "PhD", "Oz")
    assert (second["start"], second["end"]) == ("2006", "2010")


def test_headings_in_the_first_column_of_a_table() -> None:
    rows = "\\textbf{Education} & \\textbf{PhD in Physics}, University of Nowhere \\hfill 2010--2014\\\\\n"
    rows += "\\textbf{Experience} & \\textbf{Engineer}, Acme \\hfill 2019--2021\\\\\n"
    rows += " & \\textbf{Analyst}, Beta Ltd \\hfill 2015--2019\\\\\n"
    read = _read(cv_tex=_document(f"Ada Example\n\n\\begin{{tabular}}{{ll}}\n{rows}\\end{{tabular}}", kind="article"))
    assert [job["organization"] for job in read.data["positions"]] == ["Acme", "Beta Ltd"]
    assert read.data["education"][0]["institution"] == "University of Nowhere" and read.person == {"name": "Ada Example"}


def test_what_stands_in_a_box_is_read_with_its_headings() -> None:
    section = "\\section*{Education}\nPhD, Physics, University of Nowhere \\hfill 2010--2014\n"
    read = _read(
        cv_tex=_document(f"\\adjustbox{{valign=t}}{{\\begin{{minipage}}{{11cm}}\n{section}\\end{{minipage}}}}", kind="article")
    )
    assert [degree["institution"] for degree in read.data["education"]] == ["University of Nowhere"]
    assert "valign" not in str(read.data)


def test_names_of_pictures_say_nothing() -> None:
    section = "\\section*{Education}\nPhD, Physics, University of Nowhere \\flag{Nowhere.png} \\hfill 2010--2014\n"
    assert ".png" not in str(_read(cv_tex=_document(section, kind="article")).data)


def test_texts_of_pictures_are_read() -> None:
    node = "\\node[draw={gray}] (mail) at (0,0) {\\href{mailto:mira@example.org}{mira@example.org}};\\draw (0,0) -- (1,1);"
    section = "\\section*{Education}\nPhD, Physics, University of Nowhere \\hfill 2010--2014\n"
    read = _read(cv_tex=_document(f"\\begin{{tikzpicture}}\n{node}\n\\end{{tikzpicture}}\n{section}", kind="article"))
    assert "mira@example.org" in str(read.data)
    assert "draw" not in str(read.data)


def test_macros_alone_on_their_lines_make_lines_and_an_arrow_is_a_dash() -> None:
    jobs = (("2019-04", "2021-03", "Acme SA", "Ingénieure"), ("2016-01", "2019-03", "Exemple SARL", "Technicienne"))
    entries = "".join(
        f"\\begin{{rub}}\n\\Date{{{start} $\\to$ {end}}}\n\\Lieu{{{place}}}\n\\Descr{{{job}}}\n\\end{{rub}}\n"
        for start, end, place, job in jobs
    )
    found = _read(**{"cv.tex": _document(f"\\section{{Expérience professionnelle}}\n{entries}")}).data["positions"]
    said = [tuple(job.get(key) for key in ("start", "end", "organization", "title")) for job in found]
    assert said == list(jobs)
