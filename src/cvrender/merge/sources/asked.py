"""Compare what a service answers with the identifier that it was asked for."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from cvrender.formats.base import PERSON, Imported
from cvrender.formats.rearrange import as_list
from cvrender.formats.table import KEPT, look
from cvrender.merge.sources.services import Request

_FIELDS = {"doi": "doi", "datacite": "doi", "isbn": "isbn", "arxiv": "arxiv", "pmid": "pmid"}
"""The services that are asked for one work, and the field of the work that has what they are asked for."""
_ALWAYS_SAID = ("doi", "pmid")


def other_work(request: Request, files: Iterable[Imported]) -> str:
    """Return an identifier in the answer that is not the one that was asked for; "" if there is none.

    A record without an identifier is taken for the one that was asked for, unless its service always says it.
    """
    files = list(files)
    if request.name == "orcid":
        return _first_other(request.value, (str((each.data.get(PERSON) or {}).get("orcid") or "") for each in files), str)
    field = _FIELDS.get(request.name, "")
    bare = {"isbn": _isbn, "arxiv": _without_version}.get(field, str.casefold)
    for imported in files:
        for work in imported.data.get("publications", ()) if field else ():
            said = [number for number in _numbers(work, field) if number]
            if not said and field in _ALWAYS_SAID:
                return f"it has no {field}"
            if said and bare(request.value) not in map(bare, said):
                return f"{field}:{said[0]}"
    return ""


def asked_for(files: Iterable[Imported], field: str, values: Iterable[str]) -> list[Imported]:
    """Return files with only the works that have one of the values in a field."""
    wanted = {value.casefold() for value in values}
    for imported in (kept := list(files)):
        works = [work for work in imported.data.get("publications", ()) if str(work.get(field) or "").casefold() in wanted]
        imported.data = {**imported.data, "publications": works}
    return [imported for imported in kept if imported.data["publications"]]


def _first_other(value: str, said: Iterable[str], bare: Callable[[str], str]) -> str:
    return next((each for each in said if each and bare(each) != bare(value)), "")


def _numbers(work: Mapping[str, Any], field: str) -> Iterator[str]:
    """Yield the identifiers of a work of one sort; Crossref lists several ISBNs, of which one is in the field."""
    yield str(work.get(field) or "")
    if field == "isbn":
        yield from (str(number) for number in as_list(look(work, f"{KEPT}.crossref.ISBN")))


def _without_version(number: str) -> str:
    return re.sub(r"v\d+$", "", number.casefold())


def _isbn(number: str) -> str:
    """Return the digits that an ISBN of ten and of thirteen digits share."""
    return re.sub(r"[^\dXx]", "", number)[-10:-1]
