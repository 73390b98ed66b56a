"""Check what is read by words and signs of languages other than English: columns, decimal commas, particles of names."""

import pytest

from cvrender.formats.content import Content
from cvrender.formats.lines import LineCell, OldLine
from cvrender.merge.readers import read_content
from cvrender.old_cvs.kinds_of_words import kinds
from cvrender.old_cvs.list_sections import split_items
from cvrender.old_cvs.office.named_columns import column_roles


@pytest.mark.parametrize(
    "names",
    [
        ("Curso", "Instituição", "Ano"),
        ("Puesto", "Organización", "Fechas"),
        ("Ruolo", "Azienda", "Anno"),
        ("Poste", "Entreprise", "Année"),
        ("Tittel", "Institusjon", "År"),
        ("Длъжност", "Работодател", "Период"),
        ("الوظيفة", "الشركة", "الفترة"),
        ("직무", "회사", "연도"),
    ],
)
def test_names_of_columns(names: tuple[str, ...]) -> None:
    assert column_roles([[OldLine((LineCell(name),))] for name in names]) == ["title", "organization", "date"]


def test_a_decimal_comma_divides_nothing() -> None:
    assert split_items("IELTS Academic 7,5, TOEFL 100, C1") == ["IELTS Academic 7,5", "TOEFL 100", "C1"]


def test_particles_of_a_name_in_capitals() -> None:
    text = "# ADA DE SOUZA\n\n## Education\n\nBSc, Nowhere University, 2010 – 2014\n"
    assert read_content(Content(text.encode(), "a.md")).person["name"] == "Ada de Souza"


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        (
            "title",
            "Développeuse web|Ingeniera de datos|Tłumaczka|Kelner|Szoftverfejlesztő|Специалист по продажам|Lagerarbetare|Azubi",
        ),
        (
            "title",
            "Hi-Wi im Labor|Konstrukteur|Fisioterapeuta|Bolseiro|Lavapiatti|Boekhouder|Servírka|Sommarjobb|Jogász|Диспетчер|"
            "Готвач|Savjetnik|Öğretim görevlisi|Επιστημονικός συνεργάτης|Pengajar|软件开发实习|ポスドク|연구연수생|Carpenter",
        ),
        (
            "degree",
            "Gesellenbrief|BTSA|Selectividad|Segundo grau|Esame di stato|Atheneum|Vyučen|Studiespesialisering|Висше|دیپلم",
        ),
        ("organization", "Stadt Nowhere|Львівська політехніка|Univerza v Nowhere|CONICET|Polhemskolan|华为|삼성전자|百度"),
        ("organization", "Zespół Szkół w Nowej|Faculté des lettres|Restaurant Zorvex|МГУ|SMK Nusantara|Osnovna škola Zorvex"),
        ("degree", "Inżynier, Informatyka|Výuční list|Tradenomi|Аттестат|Studentereksamen"),
    ],
)
def test_words_that_tell_jobs_employers_and_degrees(kind: str, texts: str) -> None:
    assert [text for text in texts.split("|") if kind not in kinds(text)] == []


def test_a_technical_university_is_not_the_job_of_another() -> None:
    assert kinds("Technical University of Nowhere") == {"organization"}
