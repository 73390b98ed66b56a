"""Find the published versions of preprints: as arXiv, Crossref or OpenAlex says.

arXiv's feed has the DOI that an author gave (`arxiv:doi`); Crossref's works of type `posted-content` have the relation
`is-preprint-of`; OpenAlex has all places of a work, one of them with the version `publishedVersion`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cvrender.errors import Problem
from cvrender.formats.base import Imported
from cvrender.formats.table import KEPT, ImportedEntry, as_list, look
from cvrender.formats.values import identifiers
from cvrender.formats.values.same_work import is_same_author, is_similar_title, text_in
from cvrender.merge.labels import label
from cvrender.merge.match import is_preprint
from cvrender.merge.sources.fetch import asked_for
from cvrender.merge.sources.questions import Questions

Work = Mapping[str, Any]
_OF_ARXIV = "10.48550/arxiv."
"""How the DOIs of arXiv begin."""


def published_versions(works: Sequence[Work], questions: Questions) -> list[Imported]:
    """Return the records of the published versions of the preprints among works; each names its preprint.

    A work whose published version has neither its title nor any of its authors is a problem instead.
    """
    preprints = {key: work for work in works if is_preprint(work) and (key := _key(work))}
    known = {str(work["doi"]).casefold() for work in works if work.get("doi") and not is_preprint(work)}
    published: dict[str, tuple[str, str]] = {}
    for service in (_by_arxiv, _by_crossref, _by_openalex):
        missing = [key for key in preprints if key not in published]
        published |= {key: said for key, said in service(missing, questions) if key in missing}
    wanted: dict[str, dict[str, str]] = {}
    for key, (number, reason) in published.items():
        if number.casefold() not in known:
            wanted.setdefault(number.casefold(), {})[key] = reason
    files = records(list(wanted), questions)
    for work in _works(files):
        for key, reason in wanted.get(str(work.get("doi", "")).casefold(), {}).items():
            if _can_be_of(work, preprints[key]):
                work.preprints[key] = reason
            else:
                questions.problems.append(_other_work(work, preprints[key], reason))
    return _with(files, lambda work: bool(work.preprints))


def records(numbers: Sequence[str], questions: Questions) -> list[Imported]:
    """Return the records of works by their DOIs: of Crossref, and one by one of DataCite where it has none."""
    files = asked_for(questions.works("doi", numbers), "doi", numbers)
    there = {str(work.get("doi", "")).casefold() for work in _works(files)}
    failed = bool(numbers) and not files
    for number in numbers if not failed else ():
        if number not in there:
            files += questions.identifier(f"datacite:{number}")
    return files


def _works(files: Iterable[Imported]) -> Iterator[ImportedEntry]:
    for imported in files:
        yield from imported.data.get("publications", ())


def _with(files: list[Imported], wanted: Any) -> list[Imported]:
    """Return files with these works only."""
    for imported in files:
        imported.data = {"publications": [work for work in imported.data.get("publications", ()) if wanted(work)]}
    return [imported for imported in files if imported.data["publications"]]


def _key(work: Work) -> str:
    """Return the arXiv number of a preprint, or its DOI, as services are asked for it."""
    number = str(work.get("arxiv") or "")
    doi = str(work.get("doi") or "").casefold()
    if not number and doi.startswith(_OF_ARXIV):
        number = doi.removeprefix(_OF_ARXIV)
    return re.sub(r"v\d+$", "", number) or doi


def _by_arxiv(keys: Iterable[str], questions: Questions) -> Iterator[tuple[str, tuple[str, str]]]:
    for work in _works(questions.works("arxiv-api", [key for key in keys if not key.startswith("10.")])):
        number = str(work.get("doi", ""))
        if number and not number.casefold().startswith(_OF_ARXIV):
            yield _key({"arxiv": work.get("arxiv")}), (number, "as arXiv says")


def _by_crossref(keys: Iterable[str], questions: Questions) -> Iterator[tuple[str, tuple[str, str]]]:
    for work in _works(questions.works("doi", [key for key in keys if key.startswith("10.")])):
        for relation in as_list(look(work, f"{KEPT}.crossref.relation.is-preprint-of")):
            number = identifiers.doi(relation.get("id")) if isinstance(relation, dict) else None
            if number:
                yield str(work.get("doi", "")).casefold(), (number, "as Crossref says")


def _by_openalex(keys: Iterable[str], questions: Questions) -> Iterator[tuple[str, tuple[str, str]]]:
    asked = {key if key.startswith("10.") else _OF_ARXIV + key: key for key in keys}
    for work in _works(questions.works("openalex", list(asked))):
        own = str(work.get("doi", "")).casefold()
        for place in as_list(look(work, f"{KEPT}.openalex.locations")):
            said = isinstance(place, dict) and place.get("version") == "publishedVersion" and place.get("landing_page_url")
            number = identifiers.doi(said) if said else None
            if number and number.casefold() != own and own in asked:
                yield asked[own], (number, "as OpenAlex says")


def _can_be_of(work: Work, preprint: Work) -> bool:
    """Return whether a published work has the title, or one of the authors, of its preprint."""
    if is_preprint(work):
        return False
    if is_similar_title(text_in(work.get("title")), text_in(preprint.get("title"))):
        return True
    return any(is_same_author(one, other) for one in work.get("authors") or () for other in preprint.get("authors") or ())


def _other_work(work: ImportedEntry, preprint: Work, reason: str) -> Problem:
    message = f"{label(preprint)} is published as doi:{work.get('doi')}, {reason}, but that is another work: {label(work)}"
    return Problem(message, work.place[0], hint="it is left out", severity="warning", code="doubtful")
