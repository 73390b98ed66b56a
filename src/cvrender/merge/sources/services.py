"""List the services that give records by identifiers, as their documentation says.

ORCID: https://info.orcid.org/documentation/api-tutorials/; Crossref: https://api.crossref.org; DataCite:
https://support.datacite.org/docs/api; arXiv: https://info.arxiv.org/help/api; PubMed: https://www.ncbi.nlm.nih.gov/books/NBK25499/;
DBLP: https://dblp.org/faq/13501473; OpenAlex: https://docs.openalex.org; INSPIRE: https://github.com/inspirehep/rest-api-doc;
Semantic Scholar: https://api.semanticscholar.org/api-docs/.
"""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from cvrender.errors import InputError, Problem, nearest
from cvrender.model.identifier_table import RESEARCHER_IDS, WORK_IDS
from cvrender.model.value import replace

VARIABLE = "CVRENDER_SOURCE_"
"""How the environment variable begins that gives another address of a service: CVRENDER_SOURCE_ORCID."""
_SAFE = "/.:-"


@dataclass(frozen=True, slots=True)
class WebService:
    """A service: its address, the paths to try in order, the format of its answers, and the form of its identifiers.

    `next_page` is the path in an answer of what the next page is asked by, in place of `*`.
    """

    address: str
    paths: tuple[str, ...]
    format: str
    form: str
    accept: str = "application/json"
    next_page: tuple[str, ...] = ()
    more: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for: an address, the format of the answer ("" to find it), and how further pages are asked for.

    `name` is the service, and `value` the identifier if one is asked for.
    """

    said: str
    urls: tuple[str, ...]
    format: str
    accept: str
    next_page: tuple[str, ...] = ()
    name: str = ""
    value: str = ""


_DOI = WORK_IDS["doi"].pattern
SERVICES: Mapping[str, WebService] = {
    "orcid": WebService("https://pub.orcid.org/v3.0", ("/{id}/record",), "orcid", RESEARCHER_IDS["orcid"].pattern),
    "doi": WebService("https://api.crossref.org", ("/works/{id}",), "crossref", _DOI, more="datacite"),
    "datacite": WebService(
        "https://api.datacite.org", ("/dois/application/vnd.citationstyles.csl+json/{id}",), "csl", _DOI, "*/*"
    ),
    "isbn": WebService(
        "https://api.crossref.org",
        ("/works?filter=isbn:{id},type:book,type:monograph,type:edited-book,type:reference-book&rows=1",),
        "crossref",
        r"(?:97[89])?\d{9}[\dX]",
    ),
    "arxiv": WebService("https://arxiv.org", ("/bibtex/{id}",), "bibtex", WORK_IDS["arxiv"].pattern, "*/*"),
    "pmid": WebService(
        "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        ("/efetch.fcgi?db=pubmed&id={id}&rettype=medline&retmode=text",),
        "pubmed",
        WORK_IDS["pmid"].pattern,
        "*/*",
    ),
    "dblp": WebService("https://dblp.org", ("/pid/{id}.xml",), "dblp", RESEARCHER_IDS["dblp"].pattern, "application/xml"),
    "openalex": WebService(
        "https://api.openalex.org",
        ("/works?filter=author.id:{id}&per-page=25&cursor=*",),
        "openalex",
        r"A\d+",
        next_page=("meta", "next_cursor"),
    ),
    "inspire": WebService(
        "https://inspirehep.net/api", ("/literature?q=a%20{id}&size=1000&format=bibtex",), "bibtex", r"[\w.-]+\.\d+", "*/*"
    ),
    "semantic-scholar": WebService(
        "https://api.semanticscholar.org/graph/v1",
        ("/author/{id}/papers?limit=1000&fields=title,year,venue,journal,authors,externalIds,publicationTypes,publicationDate",),
        "semantic-scholar",
        r"\d+",
    ),
}
"""The services, by the prefix of their identifiers."""

LOOKUPS: Mapping[str, WebService] = {
    "arxiv-api": WebService(
        "https://export.arxiv.org/api", ("/query?max_results=100&id_list={id}",), "arxiv", "", "application/atom+xml", more=","
    ),
    "doi": WebService("https://api.crossref.org", ("/works?rows=100&filter=doi:{id}",), "crossref", "", more=",doi:"),
    "openalex": WebService("https://api.openalex.org", ("/works?per-page=100&filter=doi:{id}",), "openalex", "", more="|"),
}
"""What gives many works in one answer, by the name of the service; `more` is between two identifiers."""
AT_ONCE = 40
"""How many works one request asks for: the address stays shorter than the 4,000 characters that services take."""


def is_identifier(text: str) -> bool:
    """Return whether an argument is an identifier with the prefix of a service, or an address of the web."""
    return bool(re.match(r"https?://", text)) or text.partition(":")[0].casefold() in SERVICES and ":" in text


def _bare(name: str, value: str) -> str:
    """Return an identifier without its page, an ISBN also without dashes."""
    bare = re.sub(r"^https?://[^/]+/(?:pid/|abs/)?", "", value.strip())
    return re.sub(r"[\s‐‑-]", "", bare) if name == "isbn" else bare


def given_addresses(texts: Sequence[str]) -> dict[str, str]:
    """Return the addresses that the user gives instead of those of services: `orcid=http://127.0.0.1:8000`.

    Raises InputError for services that do not exist, also in variables, and for what is not an address.
    """
    known = {*SERVICES, *LOOKUPS}
    variables = {_variable(name): name for name in known}
    pairs = [(f"--source-url {text}", *text.partition("=")[::2]) for text in texts]
    for variable in sorted(name for name in os.environ if name.startswith(VARIABLE)):
        name = variables.get(variable, variable.removeprefix(VARIABLE).lower().replace("_", "-"))
        pairs.append((variable, name, os.environ[variable]))
    problems = []
    for place, name, address in pairs:
        if name not in known:
            problems.append(Problem(f'unknown service "{name}"', place, hint=nearest(name, known), code="unknown-name"))
        elif address and not re.match(r"https?://[^/\s]", address) or not address and place.startswith("--"):
            message = f'"{address}" is not an address of the web' if address else "has no address"
            problems.append(Problem(message, place, hint=f"write {name}=https://example.org", code="bad-url"))
    if problems:
        raise InputError(problems)
    return {name: address for place, name, address in pairs if place.startswith("--")}


def requests_for(text: str, addresses: Mapping[str, str] | None = None) -> list[Request]:
    """Return what to ask for an identifier, in order: the first that is found answers. Raises InputError for a wrong one."""
    if re.match(r"https?://", text):
        return [Request(text, (text,), "", "*/*")]
    name, _, value = text.partition(":")
    name = name.casefold()
    value, service = _bare(name, value), SERVICES[name]
    row = RESEARCHER_IDS.get(name) or WORK_IDS.get(name)
    if not re.fullmatch(service.form, value) or {".", ".."} & set(re.split(r"[/\\]", value)):
        is_like = row and re.fullmatch(service.form, _bare(name, row.example))
        hint = f"write it like {name}:{row.example}" if row and is_like else f"its form is {service.form}"
        raise InputError([Problem(f"is not an identifier of {name}", text, hint=hint, code="bad-identifier")])
    if row and row.agrees and (fault := row.fault(value)):
        raise InputError([Problem(fault.message, text, hint=fault.hint, code="bad-identifier")])
    names = filter(None, (name, service.more))
    return [replace(_request(each, SERVICES[each], text, quote(value, safe=_SAFE), addresses), value=value) for each in names]


def lookups(name: str, values: Sequence[str], addresses: Mapping[str, str] | None = None) -> list[Request]:
    """Return the requests for these works, AT_ONCE in each; `name` is one of LOOKUPS."""
    service, requests = LOOKUPS[name], []
    for begin in range(0, len(values), AT_ONCE):
        part = values[begin : begin + AT_ONCE]
        said = f"{name}:{part[0]}" + f" and {len(part) - 1} more" * (len(part) > 1)
        requests.append(_request(name, service, said, service.more.join(quote(value, safe=_SAFE) for value in part), addresses))
    return requests


def _request(name: str, service: WebService, said: str, value: str, addresses: Mapping[str, str] | None) -> Request:
    """Return a request to a service at its own address, or at the one that the user gives."""
    address = (addresses or {}).get(name) or os.environ.get(_variable(name)) or service.address
    urls = tuple(address.rstrip("/") + path.format(id=value) for path in service.paths)
    return Request(said, urls, service.format, service.accept, service.next_page, name)


def _variable(name: str) -> str:
    return f"{VARIABLE}{name.upper().replace('-', '_')}"
