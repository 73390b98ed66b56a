"""Check that what is personal becomes a private field, never a telephone number or a headline, in every language with terms."""

from pathlib import Path
from typing import Any

import pytest

from cvrender.formats.content import Content
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_content
from cvrender.old_cvs.headings import term_languages

ROWS = [
    tuple(part.strip() for part in line.split(" | "))
    for line in (Path(__file__).parent / "personal.txt").read_text().splitlines()
    if line.strip() and not line.startswith("#")
]
PRIVATE = ("birthdate", "birthplace", "nationality")
AROUND = ("# Ada Example\n\n{}\n", "# Ada Example\n\nada@example.org\n\n## Interests\n\nchess\n\n{}\n")


def _profile(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    made = new_profile(
        [read_content(Content(f"{text}\n## Education\n\nBSc, Nowhere University, 2010 – 2014\n".encode(), "a.md"))]
    )
    return made.data, made.kept


def _public(data: dict[str, Any]) -> dict[str, Any]:
    return data | {"person": {key: value for key, value in data["person"].items() if key not in PRIVATE}}


def test_a_section_of_personal_data_with_a_table() -> None:
    table = "| | |\n|---|---|\n| Nacionalidade | Brasileira |\n| Telefone | +1 555 0100 |"
    lines = "- Data de nascimento: 14/05/1990\n- Naturalidade: Recife\n- Estado civil: casada\n- CEP 52050-010"
    data, kept = _profile(f"# Ada Example\n\n## Dados pessoais\n\n{lines}\n\n{table}\n")
    assert data["person"] == {
        "name": "Ada Example",
        "location": "52050-010",
        "phones": ["+1 555 0100"],
        "birthdate": "1990-05-14",
        "birthplace": "Recife",
        "nationality": "Brasileira",
        "sources": "a.md#l1",
    }
    assert "casada" in str(kept) and "custom" not in data


def test_what_follows_a_number_is_not_private() -> None:
    data, _ = _profile(
        "# Ada Example\n\nMarital status: married\nCPF: 123.456.789-09\nRua Exemplo 10, 52050-010 Recife\n+1 555 0100\n"
    )
    assert data["person"]["phones"] == ["+1 555 0100"] and data["person"]["location"] == "Rua Exemplo 10, 52050-010 Recife"


def test_a_label_of_skills_is_not_that_of_a_number() -> None:
    data, kept = _profile("# Ada Example\n\n## Skills\n\n- BI: Tableau, Looker\n\n## Tools\n\n- BI: Tableau\n")
    assert data["skills"] == [{"name": "BI", "items": ["Tableau", "Looker"]}] or "Looker" in str(data["skills"])
    assert not kept


def test_a_date_of_birth_of_moderncv() -> None:
    source = (
        "\\documentclass{moderncv}\\name{Ada}{Example}\\born{14 May 1990}\\begin{document}\\section{Skills}Python\\end{document}"
    )
    assert read_content(Content(source.encode(), "cv.tex")).person["birthdate"] == "1990-05-14"


def test_every_language_with_terms_has_lines() -> None:
    languages = {name.partition("_")[0] for name in term_languages()}
    assert languages <= {row[0].partition("-")[0] for row in ROWS} and len(ROWS) >= 60


@pytest.mark.parametrize(("language", "line", "key", "truth"), ROWS, ids=[row[1] for row in ROWS])
def test_what_is_personal_is_private(language: str, line: str, key: str, truth: str) -> None:
    for around in AROUND if key in (*PRIVATE, "private") and ":" in line.replace("：", ":") else AROUND[:1]:
        data, kept = _profile(around.format(line))
        public = str(_public(data))
        person = data["person"]
        if key == "private":
            assert truth in str(kept) and truth not in public, public
        elif key == "location":
            assert truth in person["location"]
        elif key == "phones":
            assert person["phones"] == [truth]
        else:
            assert person[key] == truth
            assert line.replace("：", ":").rpartition(": ")[2] not in public
        assert "headline" not in person and ("phones" in person) == (key == "phones"), person


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("Data e luogo di nascita: Nulla, 10 Marzo 1995", "birthplace", "Nulla"),
        ("geb.: am 13.05.1966, Nirgendwo", "birthplace", "Nirgendwo"),
        ("Endereço: Rua Exemplo 10. Cel: +55 81 5555-0100", "location", "Rua Exemplo 10"),
        ("Tel.: +49 – (30) 555 – 0100", "phones", ["+49 – (30) 555 – 0100"]),
        ("手机：15550100000 丨 ada@example.org", "phones", ["15550100000"]),
        ("21 год丨ada@example.org", "emails", ["ada@example.org"]),
        ("Número de celular: 555 010 000", "headline", None),
        ("Ada Example, 36 ans, Engineer", "headline", "36 ans, Engineer"),
        ("Zapfenstufe: zweite", "headline", None),
    ],
)
def test_what_the_head_says_is_in_its_field(line: str, key: str, value: object) -> None:
    text = f"# Ada Example\n\n{line}\n\n## Education\n\n2010 – 2014 BSc, University of Nowhere\n"
    assert read_content(Content(text.encode(), "cv.md")).person.get(key) == value


def test_a_number_of_texts_that_no_field_takes_is_a_section() -> None:
    said = "\n\n".join(
        f"Zapfen {colour}: {colour}" for colour in "rot blau gelb braun grau lila rosa beige gold weiß rost samt moos".split()
    )
    text = f"# Ada Example\n\n{said}\n\n## Education\n\n2010 – 2014 BSc, University of Nowhere\n"
    (section,) = read_content(Content(text.encode(), "cv.md")).data["custom"]
    assert len(section["highlights"]) == 13
