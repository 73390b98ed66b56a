"""Make a web site of a CV: a page, the PDF, and what address books and bibliographies read."""

from collections.abc import Iterator
from dataclasses import replace as changed
from urllib.parse import urlsplit

from cvrender.compose.prepare import Prepared
from cvrender.compose.stages import document_of
from cvrender.errors import InputError, Problem
from cvrender.formats.shown import Shown, shown
from cvrender.formats.writers import FORMATS
from cvrender.load.request import LoadedProfile, RenderRequest, RenderResult
from cvrender.model.document import Document, Site
from cvrender.model.links import percent_encode
from cvrender.model.value import replace
from cvrender.pipeline import compose_request, load_and_prepare, run
from cvrender.system.sandbox import sandbox_for
from cvrender.targets.base import Artifact
from cvrender.targets.pdf.pictures import cover
from cvrender.verify.artifacts import named_errors
from cvrender.verify.making import make

PAGE, PDF, CARD, WORKS, PICTURE = "index.html", "cv.pdf", "contact.vcf", "publications.bib", "picture"
"""The names of the files; that of the picture gets the suffix of its format."""

NOT_ALWAYS = (WORKS, f"{PICTURE}.png", f"{PICTURE}.jpeg")
"""Files that a site may lack; those of an earlier site must go then."""

STYLE = "homepage"
"""The style of the page if none is requested."""


def render_website(
    request: RenderRequest, loaded: LoadedProfile | None = None, *, url: str = "", pdf_style: str = ""
) -> RenderResult:
    """Return the files of a web site: `index.html`, `cv.pdf`, `contact.vcf`, a picture, and `publications.bib` if there are any.

    The style and options of the request are those of the page; `pdf_style` is that of the PDF, chosen as `render` chooses one if
    it is empty. `url` is the address where the site will be. Raises what `render` raises; then no file of the site is made.
    """
    address = _address(url, request)
    pdf = run(changed(request, style=pdf_style, options=(), options_at=(), targets=("pdf",)), loaded)
    with named_errors(request.profile):
        prepared = load_and_prepare(changed(request, style=request.style or STYLE, targets=("html",)), loaded)
        seen = _seen(prepared)
        picture = _picture(seen.document, pdf[0].content)
        files = [("PDF", Artifact(PDF, pdf[0].content)), *_data(seen)]
        site = Site(address, picture.name, tuple((label, file.name) for label, file in files))
        composed = compose_request(prepared, sandbox_for(request.sandbox), lambda document: replace(document, site=site))
        page = make(composed, ("html",))
    artifacts = (Artifact(PAGE, page[0].content), *(file for _, file in files), picture)
    return RenderResult(artifacts, tuple(dict.fromkeys((*page.warnings, *pdf.warnings))))


def _address(url: str, request: RenderRequest) -> str:
    """Return the address of a folder, with a slash at its end. Raises InputError if it is not one."""
    try:
        parts = urlsplit(percent_encode(url.strip()))
    except ValueError:
        parts = urlsplit("")
    if not url:
        return ""
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        hint = "write it like https://ada.example.org/cv/"
        raise InputError([Problem(f'"{url}" is not the address of a web site', request.profile, hint=hint, code="bad-url")])
    return parts.geturl().removesuffix(PAGE).rstrip("/") + "/"


def _seen(prepared: Prepared) -> Shown:
    """Return what visitors see, for the files that programs read."""
    return shown(*document_of(prepared, cite=False))


def _data(seen: Shown) -> Iterator[tuple[str, Artifact]]:
    """Yield the files that programs read, with their labels, which are names in any language."""
    yield "vCard", Artifact(CARD, _written("vcard", seen))
    if any(seen.works.values()):
        yield "BibTeX", Artifact(WORKS, _written("bib", seen))


def _written(name: str, seen: Shown) -> bytes:
    (content,) = FORMATS[name][1](seen).values()
    return content.encode()


def _picture(document: Document, pdf: bytes) -> Artifact:
    """Return the picture that networks show of a link: the photo if the page has it, else the top of the PDF."""
    if photo := document.header.photo:
        return Artifact(f"{PICTURE}.{photo.kind}", photo.content)
    return Artifact(f"{PICTURE}.png", cover(pdf))
