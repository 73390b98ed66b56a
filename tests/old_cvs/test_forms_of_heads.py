"""Check that heads of jobs and degrees are divided alike in every usual form and many languages."""

from collections.abc import Sequence
from typing import Any

import pytest

from cvrender.formats.content import Content
from cvrender.merge.readers import read_content

FORMS = (
    "**{title}**, {name}, {place}, {time}",
    "**{title}**, {name} ({place}), {time}",
    "**{title}**, *{name}*, {place} ({time})",
    "{time}: {title}, {name}, {place}",
    "{time} {title}, {name}, {place}",
    "{time} – {title} at {name}, {place}",
    "{time} | {title} | {name} | {place}",
    "{title} | {name} | {place} | {time}",
    "{name} | {title} | {time}",
    "{name}, {place} | {title} | {time}",
    "**{name}** – {title} ({time})",
    "**{name}**, {place} – {title} ({time})",
    "**{name}** ({time}): {title}",
    "{title} ({name}), {time}",
    "{title} @ {name} ({time})",
    "{title} at {name} ({time})",
    "{title} – {name} – {place} – {time}",
    "{title} · {name} · {place} · {time}",
    "{name} • {title} • {time}",
    "**{time}** {name}, {title}",
    "**{name}**\n{title}\n{time}",
    "**{name}**\n*{title}*, {time}",
    "**{name}**, {place}\n{title} ({time})",
    "{time}\n**{name}**\n{title}",
    "{time}\n{title}, {name}",
    "### {title}\n\n{name} | {time}",
    "### {name}\n\n{title}\n{time}",
    "### {title}, {name}\n\n{time}",
    "### {title} at {name}\n\n*{time}*",
    "### {name}\n\n**{title}** | {time}",
    "### {name} ({time})\n\n{title}",
    "### {title} ({time})\n\n{name}, {place}",
    "### {time}\n\n{title}, {name}",
    "### {time} {title}\n\n{name}",
    "**{title}** \\| {time}\n\n{name}, {place}",
    "{time} **{title}** {name}",
    "{time} — {name} — {title}",
    "{title}, {name}. {time}",
    "**{title}** ({time}) {name}",
    "- **{title}**, {name}, {time}",
    "- {time}: {title}, {name}",
    "- {time} – {name}, {title}",
    "- {title} ({name}), {time}",
)
"""How CVs write the head of a job, in Markdown."""

JOBS = {
    "Experience": [
        ("Data Analyst", "Zelnik", "Toronto, Canada", "Jan 2019 – Mar 2021"),
        ("Teaching Assistant", "Brodnitz Labs", "Munich", "Sep 2016 – Feb 2019"),
        ("Intern", "Quorvex", "Austin, TX", "Jun 2012 – Aug 2016"),
    ],
    "Berufserfahrung": [
        ("Softwareentwickler", "Zelnik", "München", "03/2019 – 05/2021"),
        ("Wissenschaftlicher Mitarbeiter", "Universität Erewhon", "Köln", "09/2016 – 02/2019"),
        ("Werkstudent", "Brodnitz GmbH", "Wien", "01/2012 – 08/2016"),
    ],
    "Expérience professionnelle": [
        ("Ingénieur logiciel", "Zelnik", "Lyon", "mars 2019 – mai 2021"),
        ("Chargé de projet", "Brodnitz", "Paris", "sept. 2016 – févr. 2019"),
        ("Stagiaire", "Acme Conseil", "Toulouse", "janvier 2012 – août 2016"),
    ],
    "Experiência profissional": [
        ("Desenvolvedor Full Stack", "Zelnik", "São Paulo", "mar 2019 – mai 2021"),
        ("Analista de Sistemas", "Brodnitz", "Lisboa", "2016 – 2019"),
        ("Estagiário", "Acme Tecnologia", "Recife", "2012 – 2016"),
    ],
    "Опыт работы": [
        ("Инженер-программист", "Зельник", "Москва", "март 2019 – май 2021"),
        ("Преподаватель", "Примерский университет", "Казань", "2016 – 2019"),
        ("Стажёр", "Бродниц", "Самара", "2012 – 2016"),
    ],
    "İş Deneyimi": [
        ("Yazılım Geliştirici", "Zelnik", "İstanbul", "Mart 2019 – Mayıs 2021"),
        ("Araştırma Görevlisi", "Erewhon Üniversitesi", "Ankara", "2016 – 2019"),
        ("Stajyer", "Brodnitz A.Ş.", "İzmir", "2012 – 2016"),
    ],
    "工作经历": [
        ("软件工程师", "泽尼科技", "北京", "2019.03 – 2021.05"),
        ("研究助理", "例子大学", "上海", "2016.09 – 2019.02"),
        ("实习生", "布洛集团", "深圳", "2012.01 – 2016.08"),
    ],
}
"""Jobs by the heading above them: what each is, the employer, the place, and the time."""


def _read(heading: str, form: str, entries: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Read a CV whose entries of a section have heads of a form; items of a list have nothing below them."""
    heads = []
    for main, name, place, time in entries:
        lines = form.format(title=main, degree=main, name=name, place=place, time=time).replace("\n", "  \n")
        heads.append(lines.replace("  \n  \n", "\n\n"))
    below = "\n" if form.startswith("- ") else "\n\n- Sorted widgets for the team\n- Built a second loom\n\n"
    body = "".join(f"{head}{below}" for head in heads)
    text = f"# Ada Example\n\nada@example.org\n\n## {heading}\n\n{body}\n## Skills\n\n- Looms\n"
    return read_content(Content(text.encode(), "cv.md")).data


@pytest.mark.parametrize("heading", JOBS)
@pytest.mark.parametrize("form", FORMS)
def test_jobs_of_a_form(form: str, heading: str) -> None:
    read = _read(heading, form, JOBS[heading])["positions"]
    assert [(job["title"], job["organization"].rstrip(".")) for job in read] == [
        (title, name.rstrip(".")) for title, name, _, _ in JOBS[heading]
    ]
    assert all("start" in job and "end" in job for job in read)


FORMS_OF_DEGREES = (
    "**{degree}**, {name}, {place}, {time}",
    "**{degree}**, *{name}*, {time}",
    "{degree}, {name} ({time})",
    "{degree} ({time}), {name}",
    "{time}: {degree}, {name}",
    "{time} {degree}, {name}, {place}",
    "{time} – {degree}, {name}",
    "{time} | {degree} | {name}",
    "{degree} | {name} | {time}",
    "{name} | {degree} | {time}",
    "**{name}** – {degree} ({time})",
    "**{name}**, {place} – {degree} ({time})",
    "**{name}** ({time}): {degree}",
    "{degree} – {name} – {time}",
    "{degree} @ {name} ({time})",
    "{degree}\n{name}\n{time}",
    "**{degree}**\n{name} | {time}",
    "**{degree}**\n{name}, {place}\n{time}",
    "**{name}**\n{degree}\n{time}",
    "**{name}** {time}\n*{degree}* {place}",
    "{time}\n**{degree}**\n{name}",
    "{time}\n**{name}**\n{degree}",
    "### {degree}\n\n{name} | {time}",
    "### {name}\n\n{degree}\n{time}",
    "### {name} ({time})\n\n{degree}",
    "### {time}\n\n{degree}, {name}",
    "### {degree}, {name}\n\n{time}",
    "- **{degree}**, {name}, {time}",
    "- {time}: {degree}, {name}",
    "- {name} ({time}), {degree}",
    "- {name}, {place}: {degree}, {time}",
    "{degree}. {name}, {place}. {time}",
)
"""How CVs write the head of a degree, in Markdown."""

DEGREES = {
    "Education": [
        ("PhD in Physics", "Erewhon University", "Lyon, France", "2016 – 2019"),
        ("MSc in Computer Science", "University of Zelnik", "Berlin", "2014 – 2016"),
        ("B.A. in History", "Brodnitz College", "London", "2011 – 2014"),
    ],
    "Ausbildung": [
        ("Promotion in Physik", "Universität Erewhon", "Köln", "2016 – 2019"),
        ("Master of Science Informatik", "Technische Universität Zelnik", "Wien", "2014 – 2016"),
        ("Abitur", "Gymnasium Brodnitz", "Bonn", "2003 – 2011"),
    ],
    "Formation": [
        ("Doctorat en physique", "Université Erewhon", "Lyon", "2016 – 2019"),
        ("Master informatique", "École Zelnik", "Paris", "2014 – 2016"),
        ("Baccalauréat scientifique", "Lycée Brodnitz", "Toulouse", "2010 – 2011"),
    ],
    "Istruzione": [
        ("Dottorato in Fisica", "Università di Erewhon", "Pisa", "2016 – 2019"),
        ("Laurea Magistrale in Informatica", "Politecnico di Zelnik", "Torino", "2011 – 2016"),
        ("Maturità scientifica", "Liceo Brodnitz", "Milano", "2006 – 2011"),
    ],
    "Wykształcenie": [
        ("Doktorat z fizyki", "Uniwersytet Erewhoński", "Kraków", "2016 – 2019"),
        ("Magister informatyki", "Politechnika Zelnik", "Gdańsk", "2011 – 2016"),
        ("Matura", "Liceum Brodnitz", "Warszawa", "2008 – 2011"),
    ],
    "Opleiding": [
        ("Master Informatica", "Universiteit Erewhon", "Gent", "2016 – 2019"),
        ("Bachelor Natuurkunde", "Hogeschool Zelnik", "Utrecht", "2011 – 2016"),
        ("VWO", "Lyceum Brodnitz", "Amsterdam", "2005 – 2011"),
    ],
}
"""Degrees by the heading above them: the degree, the institution, the place, and the time."""


@pytest.mark.parametrize("heading", DEGREES)
@pytest.mark.parametrize("form", FORMS_OF_DEGREES)
def test_degrees_of_a_form(form: str, heading: str) -> None:
    read = _read(heading, form, DEGREES[heading])["education"]
    assert [each["institution"] for each in read] == [name for _, name, _, _ in DEGREES[heading]]
    for each, (degree, _, _, _) in zip(read, DEGREES[heading], strict=True):
        assert set(f"{each['degree']} {each.get('field', '')}".split()) >= set(degree.split()) - {"in", "in der", "z", "en"}
        assert "start" in each and "end" in each


@pytest.mark.parametrize("sign", "| – — ― ‒ · • ∙ ◊ ○ » > ~ ∣ :: //".split())
def test_every_sign_between_a_job_and_an_employer_divides_them(sign: str) -> None:
    text = f"# Ada Example\n\n## Experience\n\n**Engineer {sign} Zelnik**\n\n2019 – 2021\n\n- Sorted widgets\n"
    (job,) = read_content(Content(text.encode(), "cv.md")).data["positions"]
    assert (job["title"], job["organization"]) == ("Engineer", "Zelnik")


@pytest.mark.parametrize(
    "said",
    ["Praktikum bei der", "Entwickler beim", "Stage chez", "Ingénieur au sein de", "Tirocinio presso", "Programmatore c/o"]
    + ["Informatiker in der Firma", "Entwickler im Hause", "Engineer at", "Ingeniero en", "Praktikant hos", "Stagiair bij"],
)
def test_every_word_between_a_job_and_an_employer_divides_them(said: str) -> None:
    text = f"# Ada Example\n\n## Experience\n\n**{said} Zelnik GmbH**\n\n2019 – 2021\n\n- Sorted widgets\n"
    (job,) = read_content(Content(text.encode(), "cv.md")).data["positions"]
    assert (job["title"], job["organization"]) == (said.split()[0], "Zelnik GmbH")
