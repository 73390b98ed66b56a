"""List the identifiers of people, of works and of organizations.

To add one, add a row. The field of the profile, its schema and documentation, its text and its link, `{{ identifiers }}` in
patterns, the data for machine readers, and the rows of import and export derive from it.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from cvrender.model.annotations import About, Reads, Unprinted
from cvrender.model.check_digits import is_isbn, is_ror, is_weighted, mod_11_2
from cvrender.model.identifiers import Identifier

PATENTS = frozenset({"patent"})
EVERYTHING = frozenset({"publication", "patent", "system"})


def _person(name: str, page: str, pattern: str, example: str, **more: Any) -> Identifier:
    return Identifier(name=name, page=page, pattern=pattern, example=example, label=f"{name} ", after="/?", **more)


RESEARCHER_IDS = {
    "orcid": _person("ORCID", "https://orcid.org/", r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]", "0000-0002-1825-0097", agrees=mod_11_2),
    "isni": _person("ISNI", "https://isni.org/isni/", r"\d{4} ?\d{4} ?\d{4} ?\d{3}[\dX]", "0000 0001 2103 2683", agrees=mod_11_2),
    "scopus": _person("Scopus", "https://www.scopus.com/authid/detail.uri?authorId=", r"\d{10,11}", "7004212771"),
    "researcherid": _person(
        "ResearcherID", "https://www.webofscience.com/wos/author/record/", r"[A-Z]{1,3}-\d{4}-\d{4}", "A-1009-2008"
    ),
    "google_scholar": _person("Google Scholar", "https://scholar.google.com/citations?user=", r"[\w-]{12}", "AbCdEfGhIjKl"),
    "dblp": _person("DBLP", "https://dblp.org/pid/", r"[\w-]+/[\w-]+", "00/1234"),
    "github": _person("GitHub", "https://github.com/", r"[A-Za-z\d-]{1,39}", "ada-example"),
    "linkedin": _person("LinkedIn", "https://www.linkedin.com/in/", r"[\w%-]{3,100}", "ada-example"),
}
"""Every identifier of a person by its key in `person`, in the order in which they are printed."""

ORGANIZATION_IDS = {
    "ror": Identifier(
        name="ROR",
        pattern=r"0[a-hj-km-np-tv-z\d]{6}\d\d",
        example="03yrm5c26",
        page="https://ror.org/",
        about="the ROR of the employer, school or funder; the option `ror` of the style links the name to it",
        agrees=is_ror,
        kinds=frozenset({"position", "education", "grant"}),
        printed=False,
    )
}
"""Identifiers of the organizations that entries name."""

_SIGNS = r"[^\s{}\\\"]+"
"""What an identifier may have that has no form of its own: anything but blanks, braces, backslashes and quotation marks."""
_NCBI = r"https?://(?:www\.|pubmed\.|pmc\.)?ncbi\.nlm\.nih\.gov/(?:pubmed/|pmc/)?(?:articles/)?"

WORK_IDS = {
    "doi": Identifier(
        name="DOI",
        pattern=rf"10\.\d{{4,9}}(?:\.\d+)*/{_SIGNS}",
        example="10.5555/12345678",
        page="https://doi.org/",
        label="doi:",
        about="the DOI, with or without https://doi.org/",
        before=r"https?://(?:dx\.)?doi\.org/|doi:\s*",
        kinds=EVERYTHING,
        names={
            "bibtex": "doi",
            "csl": "DOI",
            "ris": "DO",
            "orcid": "doi",
            "openalex": "doi",
            "semantic_scholar": "externalIds.DOI",
            "info": "doi",
        },
    ),
    "arxiv": Identifier(
        name="arXiv",
        pattern=r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?",
        example="1907.01234",
        page="https://arxiv.org/abs/",
        label="arXiv:",
        before=r"https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv[:\s]\s*|abs/",
        after=r"(?:\.pdf)?(?:\s*\[[\w.-]+\])?",
        names={"orcid": "arxiv", "semantic_scholar": "externalIds.ArXiv"},  # others have fields that may have other contents
    ),
    "pmid": Identifier(
        name="PubMed",
        pattern=r"[1-9]\d{0,8}",
        example="12345678",
        page="https://pubmed.ncbi.nlm.nih.gov/",
        label="PMID ",
        before=rf"{_NCBI}|PMID:?\s*",
        after="/?",
        names={
            "bibtex": "pmid",
            "csl": "PMID",
            "orcid": "pmid",
            "openalex": "ids.pmid",
            "semantic_scholar": "externalIds.PubMed",
            "info": "pmid",
        },
    ),
    "pmcid": Identifier(
        name="PubMed Central",
        pattern=r"PMC\d{1,9}",
        example="PMC1234567",
        page="https://pmc.ncbi.nlm.nih.gov/articles/",
        before=rf"{_NCBI}|PMCID:?\s*",
        after="/?",
        lead="PMC",
        names={
            "bibtex": "pmcid",
            "csl": "PMCID",
            "orcid": "pmc",
            "openalex": "ids.pmcid",
            "semantic_scholar": "externalIds.PubMedCentral",
        },
    ),
    "isbn": Identifier(
        name="ISBN",
        pattern=r"(?:\d[\s\u2010-\u2015-]*){9}(?:[\dXx]|(?:\d[\s\u2010-\u2015-]*){3}\d)",
        example="978-0-306-40615-7",
        label="ISBN ",
        about="the ISBN",
        agrees=is_isbn,
        is_checked=False,
        names={"bibtex": "isbn", "csl": "ISBN", "orcid": "isbn", "schema": "isbn", "openurl": "isbn"},
    ),
    "issn": Identifier(
        name="ISSN",
        pattern=r"\d{4}-\d{3}[\dX]",
        example="0378-5955",
        page="https://portal.issn.org/resource/ISSN/",
        label="ISSN ",
        about="the ISSN of the journal; import keeps it apart, since few CVs print it",
        agrees=is_weighted,
        of_container=True,
        names={"bibtex": "issn", "csl": "ISSN", "schema": "issn", "openurl": "issn"},
    ),
    "handle": Identifier(
        name="Handle",
        pattern=rf"\d+(?:\.\d+)*/{_SIGNS}",
        example="2027/mdp.39015012345678",
        page="https://hdl.handle.net/",
        label="hdl:",
        kinds=EVERYTHING,
        names={"bibtex": "handle", "csl": "custom.Handle", "orcid": "handle", "info": "hdl"},
    ),
    "urn": Identifier(
        name="URN",
        pattern=r"[Uu][Rr][Nn]:[A-Za-z\d][A-Za-z\d-]{1,31}:[^\s{}\\\"]+",
        example="urn:nbn:de:0000-12345",
        page="https://nbn-resolving.org/",
        before=r"https?://nbn-resolving\.(?:org|de)/(?:resolver\?identifier=)?",
        names={"bibtex": "urn", "csl": "custom.URN", "orcid": "urn"},
    ),
    "hal": Identifier(
        name="HAL",
        pattern=r"[a-z]+-\d{8}(?:v\d+)?",
        example="hal-01234567",
        page="https://hal.science/",
        label="HAL ",
        names={"bibtex": "hal_id", "csl": "custom.HAL", "orcid": "hal"},
    ),
    "ssrn": Identifier(
        name="SSRN",
        pattern=r"\d{4,9}",
        example="1234567",
        page="https://ssrn.com/abstract=",
        label="SSRN ",
        before=r"https?://(?:www\.|papers\.)?ssrn\.com/(?:abstract=|sol3/papers\.cfm\?abstract_id=)|SSRN:? *",
        names={"bibtex": "ssrn", "csl": "custom.SSRN", "orcid": "ssrn"},
    ),
    "bibcode": Identifier(
        name="ADS",
        pattern=r"\d{4}[A-Za-z\d.&]{14}[A-Z.:]",
        example="2019ApJ...123..456E",
        page="https://ui.adsabs.harvard.edu/abs/",
        label="ADS ",
        about="the bibcode of ADS",
        after="(?:/abstract)?",
        names={"bibtex": "bibcode", "csl": "custom.bibcode", "orcid": "bibcode"},
    ),
    "inspire": Identifier(
        name="INSPIRE",
        pattern=r"\d{1,8}",
        example="1234567",
        page="https://inspirehep.net/literature/",
        label="INSPIRE ",
        names={"bibtex": "inspire", "csl": "custom.INSPIRE"},
    ),
    "zbmath": Identifier(
        name="zbMATH",
        pattern=r"\d{4}\.\d{5}",
        example="1234.56789",
        page="https://zbmath.org/",
        label="Zbl ",
        before=r"https?://(?:www\.)?zbmath\.org/(?:\?q=an:)?|zbl:? *",
        names={"bibtex": "zbl", "csl": "custom.Zbl", "orcid": "zbl"},
    ),
    "mathscinet": Identifier(
        name="MathSciNet",
        pattern=r"\d{5,8}",
        example="1234567",
        page="https://mathscinet.ams.org/mathscinet-getitem?mr=",
        label="MR",
        after=r"(?: *\([^()]*\))?",
        names={"bibtex": "mrnumber", "csl": "custom.MR", "orcid": "mr"},
    ),
    "nct": Identifier(
        name="ClinicalTrials.gov",
        pattern=r"NCT\d{8}",
        example="NCT01234567",
        page="https://clinicaltrials.gov/study/",
        before=r"https?://(?:www\.)?clinicaltrials\.gov/(?:ct2/show|study)/",
        names={"bibtex": "nct", "csl": "custom.NCT"},
    ),
    "openalex": Identifier(
        name="OpenAlex",
        pattern=r"W\d{1,12}",
        example="W1234567890",
        page="https://openalex.org/",
        printed=False,
        names={"csl": "custom.OpenAlex"},
    ),
    "semantic_scholar": Identifier(
        name="Semantic Scholar",
        pattern=r"[\da-f]{40}",
        example="0123456789abcdef0123456789abcdef01234567",
        page="https://www.semanticscholar.org/paper/",
        before=r"https?://(?:www\.)?semanticscholar\.org/paper/(?:[^/\s]+/)?",
        printed=False,
        names={"csl": "custom.S2"},
    ),
    "dblp": Identifier(
        name="DBLP",
        pattern=r"[a-z]+/[\w-]+/[\w-]+",
        example="conf/example/Example19",
        page="https://dblp.org/rec/",
        before=r"https?://(?:www\.)?dblp\.(?:org|uni-trier\.de)/rec/|DBLP:",
        printed=False,
        names={"csl": "custom.DBLP"},
    ),
    "publication_number": Identifier(
        name="a patent office",
        pattern=r"[A-Z]{2} ?\d[\d/]{3,13}(?: ?[A-Z]\d?)?",
        example="US10000000B2",
        page="https://worldwide.espacenet.com/patent/search?q=pn%3D",
        about="the number under which a patent office published it (WIPO ST.16)",
        before=r"https?://worldwide\.espacenet\.com/patent/search\?q=pn%3D|https?://patents\.google\.com/patent/",
        after="(?:/[a-z]{2})?",
        kinds=PATENTS,
        names={"bibtex": "publicationnumber"},
    ),
}
"""Every identifier of a work by its key in an entry, in the order in which they are printed."""


WITH_CHECK_DIGITS = tuple(row for rows in (RESEARCHER_IDS, WORK_IDS, ORGANIZATION_IDS) for row in rows.values() if row.agrees)
"""Every identifier whose last digits follow from the others."""


def person_fields() -> list[tuple[str, Any, Any]]:
    """Return the fields of `person` for identifiers: name, type and default."""
    return [_field(key, kind) for key, kind in RESEARCHER_IDS.items()]


def work_fields(kind: str) -> list[tuple[str, Any, Any]]:
    """Return the fields of a kind of entry for identifiers: name, type and default."""
    return [_field(key, row) for key, row in (WORK_IDS | ORGANIZATION_IDS).items() if kind in row.kinds]


def _field(key: str, kind: Identifier) -> tuple[str, Any, Any]:
    takes = Reads(kind.read, about="identifier")
    said = About(kind.about or f"the {kind.name} identifier", kind.example)
    return (key, Annotated[str | None, takes, said] if kind.printed else Annotated[str | None, Unprinted(), takes, said], None)


def work_ids(entry: Any) -> dict[str, str]:
    """Return the identifiers of an entry by their key, in the order of the table."""
    return {key: value for key in WORK_IDS if (value := getattr(entry, key, None))}


def pages(identifiers: Mapping[str, str]) -> list[str]:
    """Return the web pages of a work's identifiers, but not those of its container."""
    return [page for key, value in identifiers.items() if not WORK_IDS[key].of_container and (page := WORK_IDS[key].link(value))]
