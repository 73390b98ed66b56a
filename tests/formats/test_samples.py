"""Every sample is recognized by its content, becomes a valid profile, and loses no value."""

import csv
import io
import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
import yaml

from cvrender.formats.content import load_content
from cvrender.formats.registry import Readers, data_formats
from cvrender.load.reader import parse
from cvrender.load.validate import validate
from cvrender.merge.new_profile import NewProfile, new_profile
from cvrender.merge.readers import find_format, read_file
from tests.import_fixtures import without_check_sums

ME = "Ada Example"
FORMATS = {
    "works.bib": "bibtex",
    "works.ris": "ris",
    "works.nbib": "pubmed",
    "works-csl.json": "csl",
    "crossref.json": "crossref",
    "openalex.json": "openalex",
    "semantic.json": "semantic-scholar",
    "dblp.xml": "dblp",
    "scholar.csv": "google-scholar",
    "reporter.csv": "nih-reporter",
    "orcid.json": "orcid",
    "orcid.xml": "orcid",
    "resume.json": "json-resume",
    "yamlresume.yaml": "yamlresume",
    "rendercv.yaml": "rendercv",
    "reactive-resume.json": "reactive-resume",
    "al-folio.yaml": "al-folio",
    "CITATION.cff": "citation-cff",
    "works.enw": "endnote",
    "savedrecs.txt": "web-of-science",
    "Sources.xml": "word-sources",
    "endnote.xml": "endnote-xml",
    "pubmed.xml": "pubmed-xml",
    "arxiv.xml": "arxiv",
    "zotero.rdf": "zotero-rdf",
    "inspire.json": "inspire",
    "ads.json": "ads",
    "ads.xml": "ads-xml",
    "person.jsonld": "json-ld",
    "card.vcf": "vcard",
    "linkedin.zip": "linkedin",
    "lattes.xml": "lattes",
    "ccv.xml": "ccv",
    "europass.xml": "europass",
    "europass.pdf": "europass",
}

EUROPASS = {
    "<ol><li>Halved the noise</li><li>Trained people</li></ol>": "Halved the noise",
    "CEF-Understanding-Listening": "C1",
    "CEF-Understanding-Reading": "C2",
    "eng": "English",
    "ita": "Italian",
    "true": "present",
    "language": "English",
}
BECOMES: dict[str, dict[str, str]] = {
    "works.bib": {
        "Symposium on Operating Systems": "Symposium on Operating Systems 2020",
        "CoRR": "arXiv",
        "abs/2101.00001": "2101.00001",
    },
    "works.ris": {"JOUR": "article-journal", "PAT": "US 123", "2021/03/04/": "2021-03-04", "100": "100–110", "110": "100–110"},
    "works.nbib": {
        "2015 Aug-Sep": "2015-08/2015-09",
        "11-9": "11–9",
        "Example A": ME,
        "Sample C": "Charles Sample",
        "Third M": "Mary Third",
    },
    "works-csl.json": {
        "engines, notes": "engines",
        "7": "2019-07-04",
        "4": "2019-07-04",
        "arXiv: 1907.00001\nBest of the year": "1907.00001",
    },
    "crossref.json": {"journal-article": "article-journal", "5": "2020-05"},
    "openalex.json": {"article": "paper-conference", "proceedings-article": "paper-conference", "2021-01-01": "2021"},
    "endnote.xml": {"Book Section": "chapter", "Journal Article": "article-journal", "Mar 4": "2019-03-04"},
    "pubmed.xml": {"Mar": "2019-03-04"},
    "arxiv.xml": {"2021-01-01T09:00:00Z": "2021-01-01"},
    "zotero.rdf": {
        "DOI 10.5555/12345678": "10.5555/12345678",
        "ISBN 978-0-306-40615-7": "978-0-306-40615-7",
        "journalArticle": "article-journal",
        "bookSection": "chapter",
    },
    "ads.json": {"2019-03-00": "2019-03", "2021-01-00": "2021-01", "eprint": "preprint", "arXiv e-prints": "arXiv:2101.00001"},
    "ads.xml": {
        "Monthly Notices of the Royal Astronomical Society, Volume 423, Issue 4, pp. 3134-3147.": "3134–3147",
        "The Astrophysical Journal, Volume 763, Issue 1, article id. 4, 10 pp. (2013).": "The Astrophysical Journal",
        "eprint arXiv:1211.0002": "1211.0002",
        "arXiv:1211.0002": "1211.0002",
        "arXiv:1206.0001": "1206.0001",
        "Jul 2012": "2012-07",
        "Nov 2012": "2012-11",
        "Jan 2013": "2013-01",
    },
    "person.jsonld": {
        "mailto:ada@example.org": "ada@example.org",
        "silk, weaving": "weaving",
        "PublicationIssue": "article-journal",
        "PublicationVolume": "article-journal",
        "Periodical": "article-journal",
        "ScholarlyArticle": "article-journal",
    },
    "semantic.json": {"Conference": "paper-conference", "JournalArticle": "paper-conference"},
    "dblp.xml": {"abs/1901.00001": "1901.00001", "CoRR": "arXiv", "Ada Example 0034": ME},
    "scholar.csv": {"arXiv preprint arXiv:1801.00001": "1801.00001"},
    "reporter.csv": {
        "Placeholder, Eve (contact)": "Eve Placeholder",
        "6/1/2021": "2021-06-01",
        "5/31/2026": "2026-05-31",
        "7/1/2015": "2015-07-01",
        "6/30/2020": "2020-06-30",
    },
    "orcid.json": {"doi": "10.5555/1.1", "conference-paper": "paper-conference", "limited": "ada@home.example"},
    "orcid.xml": {"doi": "10.5555/1.1", "journal-article": "article-journal", "self": "10.5555/1.1"},
    "yamlresume.yaml": {
        "- Halved the noise\n- Trained people\n": "Halved the noise",
        "Spring 2016": "2016-21",
        "Feb 2018": "2018-02",
        "Jan 2015": "2015-01",
        "Jan 2016": "2016-01",
        "Jul 1, 2010": "2010-07-01",
        "May 2021": "2021-05",
        "Oct 2020": "2020-10",
        "Sep 1, 2019": "2019-09-01",
        "Sep 2007": "2007-09",
    },
    "rendercv.yaml": {
        "Halved the noise - at night - and by day": "at night",
        "Python, C++": "C++",
        "tel:+1-555-0100": "+1-555-0100",
        "2010 to 2012": "2010",
    },
    "reactive-resume.json": {"<ul><li>Halved the noise</li></ul>": "Halved the noise", "March 2018 - Present": "2018-03"},
    "al-folio.yaml": {"2018-Present": "2018", "2007 - 2010": "2007"},
    "card.vcf": {
        "Professor, of engines": "Professor, of engines, University of Nowhere Department of Machines",
        "tel:+1-555-0100": "+1-555-0100",
    },
    "works.enw": {
        "Journal Article": "article-journal",
        "Example, Ada": ME,
        "Sample, Charles": "Charles Sample",
        "101-117": "101–117",
    },
    "savedrecs.txt": {
        "Article": "article-journal",
        "Example, Ada": ME,
        "Sample, Charles": "Charles Sample",
        "MAY 4": "2020-05-04",
        "looms; cards": "looms",
    },
    "Sources.xml": {"JournalArticle": "article-journal", "May": "2020-05"},
    "CITATION.cff": {"conference-paper": "paper-conference"},
    "linkedin.zip": {
        "• Halved the noise • Trained people": "Halved the noise",
        "Chess, Rowing": "Rowing",
        "Feb 2018": "2018-02",
        "Jan 2022": "2022-01",
        "May 2012": "2012-05",
        "May 2021": "2021-05",
        "Oct 1, 2020": "2020-10-01",
        "[PORTFOLIO:https://example.org/ada,BLOG:https://example.org/blog]": "https://example.org/blog",
    },
    "lattes.xml": {
        "EXAMPLE, A.;Example, Ada": "Example, Ada",
        "02011985": "1985-01-02",
        "05042023": "2023-04-05",
        "09082019": "2019-08-09",
        "[doi:10.5555/knots]": "10.5555/knots",
        "Estuda teares &quot;lentos&quot;.": 'Estuda teares "lentos".',
        "Terceira, M.; Amostra, C.": "C. Amostra",
        "EM_ANDAMENTO": "present",
        "CO_ORIENTADOR": "coorientação",
        "LIVRO": "book",
        "REVISTA_MAGAZINE": "article-magazine",
    },
    "ccv.xml": {
        "2008/9": "2008-09",
        "2012/06": "2012-06",
        "2015/7": "2015-07",
        "2017/1": "2017-01",
        "2017/9": "2017-09",
        "2018/2": "2018-02",
        "2019/1": "2019-01",
        "2023/9": "2023-09",
        "2024/4": "2024-04",
        "2027/3": "2027-03",
        "101-117": "101–117",
        "Awarded": "active",
        "Canadian Dollar CAD": "90000 CAD",
        "Example, A., Sample, C.": "C. Sample",
        "Ada Example; Mary Third": "Mary Third",
        "Published": "published",
    },
    "europass.xml": EUROPASS,
    "europass.pdf": EUROPASS,
}
"""Values that a profile says in other words, and the words."""

CCV = {
    value
    for element in ElementTree.parse(Path(__file__).parent / "samples/ccv.xml").iter()
    for key, value in element.attrib.items()
    if key != "value"
}
"""What the attributes of the Canadian Common CV say: labels, numbers of records, and the forms of dates."""

DROPPED = {
    "dblp.xml": {"Ada Example 0001", "Somebody Else", "00/2", "homepages/00/2", "x", "s", "1", "0"},
    "scholar.csv": {"..."},
    "reporter.csv": {"Not Applicable"},
    "endnote.xml": {"normal", "italic", "subscript"},
    "pubmed.xml": {"doi", "pubmed"},
    "arxiv.xml": {"2021-02-02T00:00:00-05:00", "ArXiv Query: search_query=au:example", "http://arxiv.org/api/cHx", "alternate"},
    "zotero.rdf": {"#item_1", "#item_2", "#item_3", "Full Text PDF", "attachment", "urn:issn:0378-5955"},
    "person.jsonld": {
        "https://schema.org",
        "#person",
        "#looms",
        "Person",
        "Organization",
        "EducationalOrganization",
        "PostalAddress",
    },
    "orcid.json": {"https://orcid.org/0000-0002-1825-0097", "orcid.org"},  # the iD says it
    "orcid.xml": {"true", "https://orcid.org/0000-0002-1825-0097", "orcid.org"},  # "true" is an attribute of a list's item
    "rendercv.yaml": {"classic", "et al."},
    "reactive-resume.json": {"onyx", "0", "3", "a1", "a2", "a3"},
    "al-folio.yaml": {"time_table", "map", "list", "Full Name", "Work Experience", "Education", "Other Interests"}
    | {"General Information", "Honors and Awards"},
    "savedrecs.txt": {"J", "Example, A", "Sample, C"},  # AF has the names in full
    "card.vcf": {"VCARD", "uri", "home", "work"},
    "ccv.xml": CCV,
    "lattes.xml": {"LIVRE", "COMPLETO", "CONCLUIDO", "NAO_INFORMADO", "ORIENTADOR_PRINCIPAL", "LIVRO_ORGANIZADO_OU_EDICAO"}
    | {"Capítulo de livro publicado", "https://orcid.org/0000-0002-1825-0097", "EXAMPLE, A.", "AMOSTRA, C."},
    "europass.xml": {"NORMAL", "FREETEXT", "Template1"},
    "europass.pdf": {"NORMAL", "FREETEXT", "Template1"},
}
"""Values that are about other people, or say nothing."""

RESUMES = Path(__file__).parents[1] / "web/node_modules/@jsonresume/schema"


@pytest.fixture(scope="session")
def profile_of_sample(samples: Path) -> Callable[[str], NewProfile]:
    return lambda name: new_profile([read_file(samples / name)], ME)


@pytest.mark.parametrize(("name", "format"), FORMATS.items())
def test_the_format_is_found_by_the_content(name: str, format: str, samples: Path) -> None:
    assert find_format(load_content(samples / name)).name == format


@pytest.mark.parametrize("name", FORMATS)
def test_only_one_format_of_data_recognizes_a_sample(name: str, samples: Path) -> None:
    """So their order does not matter, and a new format needs no place in a list."""
    imported = load_content(samples / name)
    assert [format.name for format in Readers(data_formats()) if format.detects(imported)] == [FORMATS[name]]


def test_there_is_a_sample_of_each_format(samples: Path) -> None:
    from cvrender.merge.readers import readers

    others = {"latex", "docx", "doc", "rtf", "odt", "html", "org", "markdown", "pdf", "attached"}  # have tests of their own
    assert set(FORMATS.values()) == set(readers().names) - others
    assert set(FORMATS) == {path.name for path in samples.iterdir()}


@pytest.mark.parametrize("name", FORMATS)
def test_a_sample_becomes_a_valid_profile(
    name: str, profile_of_sample: Callable[[str], NewProfile], golden: Callable[[str, str], None]
) -> None:
    profile = profile_of_sample(name)
    source = parse(profile.text.encode(), "made.yaml")
    assert validate(source).person.name == ME
    assert {key: value for key, value in source.data.items() if key not in ("schema", "x-import")} == profile.data
    golden(f"importers/{name}.yaml", without_check_sums(profile.text))


@pytest.mark.parametrize("name", FORMATS)
def test_every_value_stands_in_the_profile_or_under_x_import(name: str, samples: Path) -> None:
    profile = new_profile([read_file(samples / name)], ME, keep_all=True)
    there = {normal(leaf) for leaf in leaves([profile.data, profile.kept])}
    everything = "\n".join(there)
    values = set(values_of(samples / name)) - DROPPED.get(name, set())
    assert len(values) >= 8, "looked at too little"
    becomes = BECOMES.get(name, {})
    assert not sorted(value for value in values if normal(becomes.get(value, value)) not in everything)
    assert set(becomes) <= values, "says what becomes of values that are not there"


def test_every_value_of_the_resumes_of_json_resume_stands_in_the_profile_or_under_x_import() -> None:
    if not RESUMES.is_dir():
        assert os.environ.get("CI") != "true", "CI must have @jsonresume/schema"
        pytest.skip("@jsonresume/schema is not installed: npm ci --prefix tests/web")
    resumes = sorted(RESUMES.rglob("*.resume.json"))
    assert len(resumes) >= 4
    for path in resumes:
        profile = new_profile([read_file(path)], keep_all=True)
        validate(parse(profile.text.encode(), "made.yaml"))
        assert [str(problem) for problem in profile.problems] == []
        there = "\n".join(_letters(leaf) for leaf in leaves([profile.data, profile.kept]))
        resume = json.loads(path.read_text("utf-8"))
        values = list(leaves(resume))
        assert len(values) > 50, "looked at too little"
        assert [value for value in values if _letters(value) not in there] == [], path.name
        shown = "\n".join(_letters(leaf) for leaf in leaves(profile.data))
        hidden = {*leaves([resume["$schema"], resume["meta"]]), *(project.get("type") for project in resume.get("projects", ()))}
        assert [value for value in values if _letters(value) not in shown and value not in hidden] == [], path.name


def leaves(value: Any) -> Iterator[str]:
    """Yield the texts and numbers in nested data, without truth values and nulls."""
    if isinstance(value, dict):
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part)
    elif value is not None and not isinstance(value, bool) and str(value).strip():
        yield str(value)


def normal(text: str) -> str:
    """Return the letters and digits of a text, without markup, in lower case."""
    text = re.sub(r"<[^<>]*>|\\[a-z]+\b|[{}]|https?://(dx\.)?doi\.org/|https?://arxiv\.org/abs/", "", str(text))
    text = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sorted_name(text)) if re.fullmatch(r"[^,]+, [^,]+", text) else _letters(text)


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


def sorted_name(text: str) -> str:
    """Return `Last, First` as `First Last`."""
    last, _, first = text.partition(", ")
    return _letters(f"{first}{last}")


def values_of(path: Path) -> Iterator[str]:
    """Yield every value of a file, read by another reader than ours."""
    if path.suffix == ".pdf":
        path = path.with_suffix(".xml")
    if path.suffix == ".zip":
        yield from values_of_zip(path)
        return
    text = path.read_bytes().decode("utf-8-sig")
    match path.suffix:
        case ".json" | ".jsonld":
            yield from leaves(json.loads(text))
        case ".xml" | ".rdf":
            for element in ElementTree.fromstring(text).iter():
                yield from leaves(dict(element.attrib))
                if not len(element) or (element.text or "").strip():
                    yield from leaves(["".join(element.itertext()).strip()])
        case ".yaml" | ".cff":
            yield from leaves(yaml.load(text, Loader=yaml.BaseLoader))
        case ".vcf":
            for line in text.replace("\r\n ", "").splitlines():
                parameters, _, value = line.replace("\\,", ",").partition(":")
                yield from leaves([part for part in re.split(";", value) if value != "4.0"])
                yield from re.findall(r"(?<==)[\w]+", parameters)
        case ".enw" | ".txt":
            yield from (line[3:].strip() for line in text.splitlines() if len(line) > 3 and line[:2] not in ("FN", "VR"))
        case ".csv":
            for row in list(csv.reader(io.StringIO(text)))[1:]:
                yield from (part.strip() for cell in row for part in cell.split(";") if part.strip())
        case ".bib":
            for match in re.finditer(r"=\s*(?:\{((?:[^{}]|\{[^{}]*(?:\{[^{}]*\})?[^{}]*\})*)\}|\"([^\"]*)\")", text):
                parts = re.split(r"\s+and\s+|[;]", match[1] or match[2])
                yield from (re.sub(r"[{}]|^https://doi.org/", "", part).strip() for part in parts if part.strip() != "others")
        case _:  # RIS and nbib
            for line in text.splitlines():
                match = re.match(r"[A-Z0-9]{2,4} *- ?(.*)|\s*(\S.*)", line)
                yield from leaves([re.sub(r" \[doi\]$", "", (match[1] or match[2] or "").strip())] if match else [])


def values_of_zip(path: Path) -> Iterator[str]:
    """Yield every cell of the CSV files that are about the owner."""
    with ZipFile(path) as archive:
        for name in archive.namelist():
            if "Connections" not in name:
                rows = list(csv.reader(io.StringIO(archive.read(name).decode("utf-8-sig"))))
                yield from (cell for row in rows[1:] for cell in row if cell.strip())


@pytest.mark.parametrize(("path", "valid"), [("0000-0002-1825-0097", True), ("0000-0002-1825-0098", False)])
def test_an_orcid_id_is_a_field_unless_its_check_digit_is_wrong(path: str, valid: bool, tmp_path: Path) -> None:
    record = {
        "orcid-identifier": {"uri": f"https://orcid.org/{path}", "path": path},
        "person": {"name": {"credit-name": {"value": ME}}},
    }
    (tmp_path / "record.json").write_text(json.dumps(record), "utf-8")
    paths = validate(parse(new_profile([read_file(tmp_path / "record.json")]).text.encode(), "made.yaml")).person
    assert (paths.orcid, len(paths.links)) == ((path, 0) if valid else (None, 1))
