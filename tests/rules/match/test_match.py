"""A posting and a profile: all planted terms are found, none is made up, and the proposed view shows what was hidden."""

import json
import re
from pathlib import Path
from typing import Any

import pypandoc
import pytest
import yaml
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.load.reader import Source
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.merge.profile import load_profile
from cvrender.rules.match import PostingMatch, match
from cvrender.rules.match.posting import read_posting
from cvrender.rules.match.posting_words import frequent_words, language_of, languages

ROOT = Path(__file__).parents[3]
POSTINGS = Path(__file__).parent / "postings"
REAL = Path(__file__).parents[3] / "profiles" / "minjia-zhang.yaml"
NORTHGATE = {
    "must": {"computer science", "CUDA", "MPI", "C++", "high-performance computing", "compiler construction", "deep learning"}
    | {"PyTorch", "JAX", "English"},
    "should": {"Triton", "Rust", "Zig", "mixture of experts", "open-source software"},
    "mentioned": {"distributed training", "large language models"},
}
NIRGENDWO = {
    "must": {"Informatik", "Physik", "Hochleistungsrechnen", "Fortran", "OpenMP", "SLURM", "Dateisystemen", "Deutschkenntnisse"},
    "should": {"maschinellem Lernen"},
    "mentioned": {"Leistungsanalyse", "Lehre"},
}
NULLEPART = {
    "must": {"bio-informatique", "Python", "Nextflow", "biologie moléculaire", "Anglais"},
    "should": {"apprentissage automatique"},
    "mentioned": {"Analyse de données", "séquençage à haut débit"},
}
PLANTED = {"northgate.txt": NORTHGATE, "nirgendwo.html": NIRGENDWO, "nullepart.md": NULLEPART}
DOCUMENTS = {
    "northgate.txt": ["letter", "cv", "publication-list", "research-statement", "certificates", "references"],
    "nirgendwo.html": ["letter", "cv", "certificates", "publication-list", "teaching-statement"],
    "nullepart.md": ["cv", "letter", "certificates", "references"],
}
ADA: dict[str, Any] = {
    "person": {"name": "Ada Example", "headline": "Works on compiler construction"},
    "education": [{"institution": "University of Nowhere", "degree": "Ph.D.", "field": "Computer Science"}],
    "skills": [{"name": "Programming", "items": ["C++", "Zig"]}],
    "publications": [
        {"id": "moe", "title": "MoE on Supercomputers", "authors": ["Julia Rust"], "type": "article", "date": "2019"},
        {"title": "CUDA Graphs", "authors": ["Ada Example"], "type": "article", "date": "2026", "tags": ["MPI"]},
    ],
    "talks": [{"title": "On JAX", "date": "2020"}, {"title": "On Triton", "private": True}],
    "views": {"short": {"sections": ["education", "skills", {"from": "publications", "where": "year >= 2024"}]}},
}


def ada() -> LoadedProfile:
    source = Source("ada.yaml", ADA, {}, {})
    return LoadedProfile(source, validate(source))


def by_rank(path: Path, profile: LoadedProfile) -> dict[str, set[str]]:
    ranked: dict[str, set[str]] = {rank: set() for rank in ("must", "should", "mentioned")}
    for one in match(path, profile).terms:
        ranked[one.term.rank].add(one.term.text)
    return ranked


@pytest.mark.parametrize("name", PLANTED)
def test_every_planted_term_is_found_and_none_is_made_up(name: str) -> None:
    assert by_rank(POSTINGS / name, ada()) == PLANTED[name]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_documents_are_those_that_the_posting_asks_for(name: str) -> None:
    assert [asked.document for asked in match(POSTINGS / name, ada()).documents] == DOCUMENTS[name]


def test_each_term_is_on_its_line() -> None:
    lines = (POSTINGS / "northgate.txt").read_text("utf-8").splitlines()
    terms = match(POSTINGS / "northgate.txt", ada()).terms
    assert len(terms) == sum(map(len, NORTHGATE.values()))
    for one in terms:
        assert one.term.text in " ".join(" ".join(lines[one.term.line - 1 : one.term.line + 1]).replace("- ", "").split())


@pytest.mark.parametrize("kind", ["docx", "html", "markdown", pytest.param("pdf", marks=pytest.mark.slow)])
def test_every_format_says_the_same(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"posting.{ {'markdown': 'md'}.get(kind, kind) }"
    source = (POSTINGS / "nirgendwo.html").read_text("utf-8")
    if kind == "pdf":
        from cvrender.api import render

        body = pypandoc.convert_text(source, "gfm", "html")
        parts = re.split(r"(?m)^##? (.+)$", body)[1:]
        sections = [{"title": title, **_content(text)} for title, text in zip(parts[::2], parts[1::2], strict=True)]
        data = {"person": {"name": "Universität Nirgendwo"}, "custom": sections}
        source = Source("posting.yaml", data, {}, {})
        path.write_bytes(render(LoadedProfile(source, validate(source)), targets=["pdf"])[0].content)
    else:
        pypandoc.convert_text(source, kind, "html", outputfile=str(path), extra_args=["--wrap=none"])
    assert by_rank(path, ada()) == NIRGENDWO
    lines = [one.term.line for one in match(path, ada()).terms]
    assert len(set(lines)) > 5, "lines, not pages"


def _content(text: str) -> dict[str, Any]:
    bullets = re.findall(r"(?m)^- (.+)$", text)
    return {"highlights": bullets} if bullets else {"text": text.strip() or "–"}


def test_what_is_found_hidden_and_absent() -> None:
    terms = {one.term.text: one for one in match(POSTINGS / "northgate.txt", ada(), "short").terms}
    status = {text: one.status for text, one in terms.items()}
    assert {text for text, value in status.items() if value == "found"} == {
        "computer science",
        "compiler construction",
        "CUDA",
        "C++",
        "Zig",
    }
    assert {text for text, value in status.items() if value == "hidden"} == {
        "mixture of experts",
        "high-performance computing",
        "JAX",
        "Triton",
    }
    assert status["Rust"] == "absent" == status["MPI"]  # a name of an author and a tag say nothing
    (entry,) = terms["mixture of experts"].entries
    assert (entry.path, entry.label, entry.word, entry.shown) == ("publications[0]", "MoE on Supercomputers", "MoE", False)


def test_the_proposed_view_shows_what_was_hidden() -> None:
    proposed = match(POSTINGS / "northgate.txt", ada(), "short").view
    assert proposed and proposed.withheld == ("talks[1]",)
    views = yaml.load(proposed.yaml, yaml.BaseLoader)["views"]
    data = {**ADA, "views": {**ADA["views"], **views}}
    source = Source("ada.yaml", data, {}, {})
    again = match(POSTINGS / "northgate.txt", LoadedProfile(source, validate(source)), "northgate")
    status = {one.term.text: one.status for one in again.terms}
    assert [text for text, value in status.items() if value == "hidden"] == ["Triton"]
    assert views["northgate"]["extends"] == "short"
    (works,) = (
        section for section in views["northgate"]["sections"] if isinstance(section, dict) and section["from"] == "publications"
    )
    assert works["pinned"] == ["moe"] and works["where"] == "(year >= 2024) or id in [moe]"


@pytest.mark.parametrize("view", ["resume", pytest.param("bio", marks=pytest.mark.slow), "publications"])
def test_the_proposed_view_of_a_real_profile_shows_what_was_hidden(view: str, tmp_path: Path) -> None:
    proposed = match(POSTINGS / "northgate.txt", load_profile(REAL), view).view
    assert proposed
    text = REAL.read_text("utf-8")
    views = "\n".join(line for line in proposed.yaml.splitlines() if line.startswith("  "))
    assert text.count("\nviews:\n") == 1
    (tmp_path / "profile.yaml").write_text(text.replace("\nviews:\n", f"\nviews:\n{views}\n"), "utf-8")
    again = match(POSTINGS / "northgate.txt", load_profile(tmp_path / "profile.yaml"), "northgate")
    before = match(POSTINGS / "northgate.txt", load_profile(REAL), view)
    asked = [one for one in again.terms if one.term.rank != "mentioned"]
    assert len(asked) == len([one for one in before.terms if one.term.rank != "mentioned"])
    assert [one.term.text for one in asked if one.status == "hidden"] == []


def test_a_view_that_hides_nothing_is_not_proposed_again() -> None:
    proposed = match(POSTINGS / "northgate.txt", load_profile(REAL)).view
    assert proposed and not proposed.view and proposed.yaml.startswith("# to pin them, give an id to ")
    assert proposed.yaml.count("\n") == 1 + bool(proposed.tags) and "[0]" in proposed.yaml


def test_the_command_prints_text_and_data(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(json.dumps(ADA), "utf-8")
    words = ["match", str(POSTINGS / "northgate.txt"), str(tmp_path / "ada.yaml"), "--view", "short"]
    text = CliRunner().invoke(main, words).stdout
    assert re.search(r"hidden +mixture of experts +line \d+ +publications\[0\] as “MoE”", text)
    assert "references" in text and "names of three referees" in text and "%" not in text
    data = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert set(data) == {"terms", "documents", "view", "warnings"} and data["warnings"] == []
    assert data["terms"][0] == {
        "term": "computer science",
        "rank": "must",
        "line": 12,
        "status": "found",
        "entries": [{"path": "education[0]", "label": "University of Nowhere", "word": "computer science", "shown": True}],
    }


def matched(folder: Path, posting: str, **profile: Any) -> PostingMatch:
    (folder / "posting.txt").write_text(posting, "utf-8")
    source = Source("ada.yaml", {"person": {"name": "Ada Example"}, **profile}, {}, {})
    return match(folder / "posting.txt", LoadedProfile(source, validate(source)))


@pytest.mark.parametrize("title", ["Neonatal Resuscitation Program (NRP)", "NRP", "Neonatal Resuscitation Program"])
def test_a_name_and_its_acronym_are_one_term(title: str, tmp_path: Path) -> None:
    asked = "Requirements\n\n- A current Neonatal Resuscitation Program (NRP) certification\n- NRP renewed each year\n"
    (term,) = matched(tmp_path, asked, certifications=[{"title": title}]).terms
    assert (term.term.text, term.status) == ("Neonatal Resuscitation Program", "found")


def test_a_bracket_that_belongs_to_a_name_stays(tmp_path: Path) -> None:
    asked = "Requirements\n\n- Experience with ISAD(G), RAD (in Canada) and EAD\n- ISAAR(CPF) would be new; ISDF(A) is not\n"
    for skills in ([], [{"name": "Archives", "items": ["ISAD(G)"]}]):
        terms = {one.term.text: one.status for one in matched(tmp_path, asked, skills=skills).terms}
        assert terms.get("ISAD(G)") == ("found" if skills else "absent") and {"RAD", "EAD", "ISDF(A)"} <= set(terms)


@pytest.mark.parametrize(
    ("term", "field", "word"),
    [
        ("Schiedsverfahrensrecht", "Recht der Schiedsverfahren", "schiedsverfahren … recht"),
        ("Schiedsverfahren", "Schiedsverfahrensrecht", "schiedsverfahrensrecht"),
        ("Verfahrensrecht", "Schiedsverfahrensrecht", "schiedsverfahrensrecht"),
        ("Schiedsverfahrensrecht", "Schiedsrichter und Recht", ""),
        ("Recht", "Unrechtsstaat", ""),
        ("Arbeitsrecht", "Arbeits- und Sozialrecht", "Arbeitsrecht"),
        ("Medienrecht", "Arbeits-, Medien- und Sozialrecht", "Medienrecht"),
        ("Arbeitsmarkt", "Arbeits- und Sozialrecht", ""),
    ],
)
def test_compounds_are_found_by_their_parts(term: str, field: str, word: str, tmp_path: Path) -> None:
    asked = f"Ihr Profil\n\n- Sehr gute Kenntnisse im {term}, wie sie für die Stelle und das Gebiet von Nutzen sind\n"
    terms = {one.term.text: one for one in matched(tmp_path, asked, education=[{"degree": "LL.M.", "field": field}]).terms}
    assert [entry.word for entry in terms[term].entries] == ([word] if word else [])


def test_a_shortened_compound_of_a_posting_is_found_written_out(tmp_path: Path) -> None:
    asked = "Ihr Profil\n\n- Sehr gute Kenntnisse in Arbeits- und Sozialrecht, wie sie für die Stelle von Nutzen sind\n"
    terms = matched(tmp_path, asked, skills=[{"name": "Fächer", "items": ["Arbeitsrecht", "Sozialrecht"]}]).terms
    assert [one.status for one in terms if one.term.text in ("Arbeits-", "Sozialrecht")] == ["found", "found"]


SAID = {
    "ar": "خبرة في تحليل البيانات مع القدرة على العمل من المنزل أو في المكتب",
    "cs": "Znalost angličtiny a praxe na pracovišti, které je pro nás důležité",
    "de": "Kenntnisse in der Informatik und Erfahrung mit Datenbanken für die Lehre",
    "el": "Γνώση της αγγλικής γλώσσας και εμπειρία με βάσεις δεδομένων για το έργο",
    "en": "Knowledge of databases and experience with teaching in the field",
    "es": "Conocimiento de bases de datos y experiencia en el uso de los sistemas para la docencia",
    "fa": "دانش پایگاه داده و تجربه کار با سیستم‌ها در دانشگاه برای این پروژه",
    "fr": "Connaissance des bases de données et expérience dans le domaine pour les cours",
    "he": "ידע של בסיסי נתונים או ניסיון עם מערכות על בסיס יומי",
    "hi": "डेटाबेस का ज्ञान और शिक्षण में अनुभव की आवश्यकता है",
    "id": "Pengetahuan dan pengalaman yang baik dalam basis data untuk proyek ini",
    "it": "Conoscenza delle basi di dati e esperienza nel campo della ricerca con gli studenti",
    "ja": "データベースの知識と研究の経験",
    "ko": "데이터베이스 지식과 연구 경험",
    "nl": "Kennis van databanken en ervaring met het onderwijs voor een project",
    "pl": "Znajomość baz danych i doświadczenie w pracy na uczelni oraz z zespołem",
    "pt": "Conhecimento de bases de dados e experiência em ensino com os alunos da área",
    "ro": "Cunoștințe de baze de date și experiență în predare cu studenți pentru un proiect",
    "ru": "Знание баз данных и опыт работы в команде с коллегами",
    "sv": "Kunskap om databaser och erfarenhet av undervisning i en grupp för projektet",
    "tr": "Veri tabanı bilgisi ve bu alanda bir proje için deneyim",
    "uk": "Знання баз даних та досвід роботи у команді з колегами",
    "vi": "Kiến thức về cơ sở dữ liệu và kinh nghiệm trong giảng dạy cho các dự án",
    "zh": "数据库知识和研究经验",
}


@pytest.mark.parametrize("language", SAID)
def test_a_posting_of_each_language_is_understood(language: str, tmp_path: Path) -> None:
    assert language_of(SAID[language]) == language
    asked = matched(tmp_path, f"Requirements\n\n- {SAID[language]}\n")
    assert asked.warnings == ()
    assert any(meaning[1] == "en" for one in asked.terms if one.term.rank == "must" for meaning in one.term.meanings)


def test_every_language_of_the_terms_is_known() -> None:
    terms = {path.stem.partition("-")[0] for path in (ROOT / "styles/plain/terms").glob("*.yaml")}
    assert set(SAID) == terms == set(languages()) == set(frequent_words()) | {"ja", "ko", "zh"}


def test_a_posting_of_names_alone_is_no_language(tmp_path: Path) -> None:
    assert matched(tmp_path, "Requirements\n\n- OpenMP\n- Fortran\n").warnings == ()
    (warning,) = matched(tmp_path, "Quisquam dolorem ipsum quia amet\n").warnings
    assert "is in a language that is not known: " in warning.message


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("\n \n", "utf-8")
    for name, message in (("empty.txt", "contains no text"), ("none.txt", "file not found")):
        with pytest.raises(InputError, match=message):
            match(tmp_path / name, ada())


def test_sentences_tell_what_they_ask_for() -> None:
    said = {sentence.text: sentence.rank for sentence in read_posting(POSTINGS / "northgate.txt").sentences}
    assert said["familiarity with Triton is a plus"] == "should" and said["Fluent in English"] == "must"
    assert said["Advise two doctoral students and teach one course each year"] == "mentioned"


def test_the_tags_of_entries_with_terms_are_counted(tmp_path: Path) -> None:
    entry = "  - {title: A Talk on OpenMP, event: Somewhere, date: 2024, tags: [hpc, selected]}\n"
    (tmp_path / "ada.yaml").write_text(f"person: {{name: Ada Example}}\ntalks:\n{entry}", "utf-8")
    (tmp_path / "posting.txt").write_text("Requirements\n\n- Experience with OpenMP\n", "utf-8")
    proposed = match(tmp_path / "posting.txt", load_profile(tmp_path / "ada.yaml"), "resume").view
    assert proposed and proposed.tags == {"hpc": 1, "selected": 1}
    assert "(tags: [hpc]): hpc (1), selected (1)" in proposed.yaml
