"""Check that headings are recognized by their words in many languages, and that other texts are not."""

import pytest

from cvrender.old_cvs.headings import is_of_both, is_of_contacts, is_own, is_usual, section_of


@pytest.mark.parametrize(
    ("section", "headings"),
    [
        (
            "positions",
            "BERUFLICHE PRAXIS|Arbeitserfahrung|Praxiserfahrung|Esperienze professionali|EXPERIENCIA LABORAL|"
            "Experiência:|Employment & Affiliations|Vorherige Positionen|"
            "Werkervaring|Pracovní zkušenosti|Doświadczenie zawodowe|Опыт работы|Досвід роботи|İş Deneyimi|"
            "Επαγγελματική εμπειρία|"
            "Arbetslivserfarenhet|Työkokemus|Szakmai tapasztalat|Experiență profesională|Kinh nghiệm làm việc|"
            "Pengalaman kerja|職務経歴|경력사항|工作经历",
        ),
        (
            "education",
            "Akademische Ausbildung|BILDUNG UND QUALIFIKATIONEN|Formación académica|FORMACION|Formação|Formazione|"
            "Estudios cursados|Cursus|Opleidingen|"
            "Vzdělání|Wykształcenie|Образование|Освіта|Eğitim Bilgileri|Εκπαίδευση|Utbildning|Uddannelse|"
            "Koulutus|Tanulmányok|Oktatás|Pendidikan|학력|教育背景|学 歴|求学经历|"
            "E D U C A T I O N",
        ),
        ("skills", "Technische Kenntnisse|Competenze informatiche|Habilidades técnicas|Umiejętności|Навыки|Yetkinlikler"),
        (
            "positions",
            "Vie professionnelle|Erwerbstätigkeit|Desempeño profesional|Attività lavorativa|Werkgeschiedenis|Brigády|"
            "Työharjoittelu|Locuri de muncă|Стажове|Töökogemused|الخبرة",
        ),
        (
            "education",
            "Parcours universitaire|Preparación académica|Percorso formativo|Vooropleiding|Hezkuntza|Estudis|学位|शैक्षणिक योग्यता",
        ),
        ("skills", "Logiciels|Herramientas|Kennis|Kunnskaper|Képességek|Технологии|Вештине|Teknolojiler|Γνώσεις|技术栈"),
        ("languages", "Lenguas|Competenze linguistiche|Знание языков|Чужди езици|Keeleoskus|Nyelvi ismeretek|外国語"),
        ("awards", "Récompenses|Ehrungen|Onderscheidingen|Wyróżnienia|Apurahat|Ösztöndíjak|Стипендии|Học bổng|奖学金|장학금"),
        ("custom", "Konferenzen|Congresos|Minicursos|Convegni|Rijbewijs|Koła naukowe|Uppdrag|Előadások|Выступления|대외활동"),
        ("languages", "Sprachkenntnisse|Języki|Idiomas|Языки|Yabancı Diller"),
        ("", "Projets académiques|Attività extracurriculari|Python developer|Projektleiter|Volunteer work|Parcours"),
    ],
)
def test_words_of_headings(section: str, headings: str) -> None:
    assert [(heading, section_of(heading)) for heading in headings.split("|")] == [
        (heading, section) for heading in headings.split("|")
    ]


def test_headings_of_two_sections_and_of_contacts() -> None:
    assert is_of_both("EDUCAÇÃO E EXPERIÊNCIA ACADÊMICA") and not is_of_both("Berufserfahrung")
    assert all(map(is_of_both, ("Opleiding en werk", "Akademischer Werdegang", "Wykształcenie i praca")))
    assert all(map(is_of_contacts, ("Persönliche Daten:", "Coordonnées", "Контакты", "INFORMAÇÃO PESSOAL")))
    assert is_usual("Formazione") and not is_usual("Experience with the analysis of large data")


def test_a_long_heading_with_a_wrong_letter_is_known_a_short_one_is_not() -> None:
    for heading, section in (
        ("Experience professionelle", "positions"),
        ("Munkatapasztlat", "positions"),
        ("Postes précédents", "positions"),
        ("Carrer", ""),
    ):
        assert section_of(heading) == section, heading


def test_two_words_joined_by_and_are_as_usual_as_one() -> None:
    for heading in (
        "Educação e formação acadêmica",
        "Istruzione e formazione professionale",
        "Utbildning och akademiska meriter",
    ):
        assert (section_of(heading), is_usual(heading)) == ("education", True)


def test_volunteering_is_a_section_of_its_own_in_many_languages() -> None:
    for heading in (
        "Frivilligt arbejde",
        "Vrijwilligerswerk",
        "Gönüllü çalışmalar",
        "ボランティア活動",
        "志愿者经历",
        "Доброволчество",
    ):
        assert (section_of(heading), is_own(heading)) == ("", True) or section_of(heading) == "custom", heading
