"""Write the person and the publications as JSON-LD in the vocabulary of https://schema.org, for search engines."""

import json
import re
from collections.abc import Collection, Sequence
from typing import Any

from cvrender.model.document import Attachment, Document
from cvrender.model.facts import BibliographyItem, Career
from cvrender.model.identifier_table import WORK_IDS, pages
from cvrender.targets.html.page_works import works_of
from cvrender.text.formulas import readable

_WORK_TYPES = {
    "book": "Book",
    "chapter": "Chapter",
    "dataset": "Dataset",
    "report": "Report",
    "software": "SoftwareSourceCode",
    "thesis": "Thesis",
}

ATTACHED = "MediaObject"
"""The type of a file that the page carries."""


def linked_data(document: Document, attachments: Sequence[Attachment] = ()) -> str:
    """Return the content of a `<script type="application/ld+json">`, escaped so that no text can end the script.

    Attachments are things of the page, with their text.
    """
    works = works_of(document)
    things = [_person(document), *(_work(work, works[work.source].anchor) for work in document.works)]
    things += [_attached(item) for item in attachments]
    graph = ",\n".join(json.dumps(thing, ensure_ascii=False) for thing in things)
    graph = re.sub("[<>&\u2028\u2029\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", graph)
    return f'{{"@context": "https://schema.org", "@graph": [\n{graph}\n]}}'


def _attached(item: Attachment) -> dict[str, str]:
    return {
        "@type": "MediaObject",
        "name": item.name,
        "encodingFormat": item.media_type,
        "description": item.about,
        "text": item.text,
    }


def _person(document: Document) -> dict[str, Any]:
    header = document.header
    name, native = header.names if header.names[0] else (header.name, header.native)
    targets = dict.fromkeys(span.href for contact in header.contacts for span in contact.text.spans)
    site = document.site.url if document.site else ""
    pages = [*([site] if site else []), *(target for target in targets if target.lower().startswith(("http:", "https:")))]
    pages = [*dict.fromkeys(pages)]
    return _known(
        {"@type": "Person", "@id": "#person", "name": name, "alternateName": native},
        honorificPrefix=header.honorifics[0],
        honorificSuffix=header.honorifics[1],
        jobTitle=readable(header.headline),
        email=[target for target in targets if target.lower().startswith("mailto:")],
        url=pages[0] if pages else "",
        sameAs=pages[1:],
        image=document.site.picture_url if document.site and header.photo else "",
        address=", ".join(readable(contact.text) for contact in header.contacts if contact.kind == "location"),
        knowsAbout=list(document.properties.keywords),
        worksFor=[_organization("Organization", name, document.career) for name in document.career.employers],
        alumniOf=[_organization("EducationalOrganization", name, document.career) for name in document.career.schools],
        award=list(document.career.awards),
    )


def _organization(kind: str, name: str, career: Career) -> dict[str, Any]:
    return _known({"@type": kind, "name": name}, sameAs=career.pages.get(name, ""))


def _work(work: BibliographyItem, anchor: str) -> dict[str, Any]:
    addresses = [page for page in pages(work.identifiers) if page != work.url]
    named = [(row, work.identifiers[key]) for key, row in WORK_IDS.items() if key in work.identifiers and "schema" in row.names]
    own = {row.names["schema"]: value for row, value in named if not row.of_container}
    of_container = {row.names["schema"]: value for row, value in named if row.of_container}
    if work.venue and work.type not in _WORK_TYPES.keys() - {"chapter"}:  # the number of the book in which it appeared
        of_container |= {"isbn": own.pop("isbn")} if "isbn" in own else {}
    kind = _typed(_WORK_TYPES.get(work.type, "ScholarlyArticle"), own)
    within = _typed("Periodical" if work.type.startswith("article-") else "CreativeWork", of_container)
    return _known(
        {"@type": kind, "@id": f"#{anchor}", "name": work.title},
        author=[_author(name, index in work.own) for index, name in enumerate(work.authors)],
        datePublished=work.published,
        isPartOf={"@type": within, "name": work.venue, **of_container} if work.venue else "",
        sameAs=addresses[0] if len(addresses) == 1 else addresses,
        url=work.url,
        **own,
    )


def _typed(kind: str, numbers: Collection[str]) -> str | list[str]:
    """Return the types of a thing: the vocabulary has an ISBN for books only, and an ISSN for periodicals."""
    needed = [type_ for number, type_ in (("isbn", "Book"), ("issn", "Periodical")) if number in numbers]
    kinds = [*dict.fromkeys([*([] if kind == "CreativeWork" and needed else [kind]), *needed])]
    return kinds if kinds[1:] else kinds[0]


def _author(name: str, own: bool) -> dict[str, Any]:
    return {"@type": "Person", "name": name, **({"@id": "#person"} if own else {})}


def _known(start: dict[str, Any], **values: Any) -> dict[str, Any]:
    return {key: value for key, value in {**start, **values}.items() if value}
