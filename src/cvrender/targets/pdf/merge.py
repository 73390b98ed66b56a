"""Merge PDFs to one: their pages, their structures under one root, bookmarks, page labels, and the metadata of the whole."""

import io
from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, String

from cvrender.model.document import Properties
from cvrender.model.value import Value
from cvrender.targets.pdf.attach import save
from cvrender.targets.pdf.read import open_in_qpdf
from cvrender.targets.pdf.stamp import Stamp
from cvrender.targets.pdf.tagging.metadata import write_metadata
from cvrender.targets.pdf.tagging.structure import name_tree

_CLAIMS = b"<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>"


class MergedPart(Value, frozen=True):
    """A PDF with its bookmark and language; `own` is whether it is one of ours, which conforms to PDF/UA-1 and PDF/A-2a.

    A `stamp` is written on each of its pages.
    """

    content: bytes
    title: str
    language: str
    own: bool = True
    stamp: Stamp | None = None


def is_tagged(content: bytes) -> bool:
    """Return whether a PDF has a structure. Raises ValueError if it is not a readable PDF, or needs a password."""
    with open_in_qpdf(content) as pdf:
        return "/StructTreeRoot" in pdf.Root and len(pdf.pages) > 0


def merge(parts: Sequence[MergedPart], properties: Properties) -> bytes:
    """Return one PDF with all pages in order. It is said to conform only if each part is one of ours. Same input, same bytes."""
    with pikepdf.new() as whole:
        merger = _Merger(whole)
        for part in parts:
            merger.add(part)
        merger.finish(properties)
        write_metadata(whole, properties)
        if not all(part.own for part in parts):
            whole.Root.Metadata.write(whole.Root.Metadata.read_bytes().replace(_CLAIMS, b""))
            whole.Root.Metadata.Type, whole.Root.Metadata.Subtype = Name.Metadata, Name.XML
        return save(whole)


class _Merger:
    """Collects pages, structures and bookmarks in a new PDF."""

    def __init__(self, whole: pikepdf.Pdf) -> None:
        self.whole = whole
        self.root = whole.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.top = whole.make_indirect(Dictionary(S=Name.Document, P=self.root, K=Array()))
        self.nums: list[Any] = []
        self.next = 0
        self.bookmarks: list[OutlineItem] = []
        self.names: dict[str, Any] = {}
        self.stamps: list[tuple[int, Stamp]] = []

    def add(self, part: MergedPart) -> None:
        """Add a part's pages, structure and bookmarks."""
        with pikepdf.open(io.BytesIO(part.content)) as source:
            first = len(self.whole.pages)
            _resolve_links(source)
            for page in source.pages:
                self.whole.pages.append(page)
            self.stamps += [(number, part.stamp) for number in range(first, len(self.whole.pages)) if part.stamp]
            if isinstance(source.Root.get("/StructTreeRoot"), Dictionary):
                self._structure(source, first, part)
            else:
                for page in [*self.whole.pages][first:]:
                    if "/StructParents" in page.obj:
                        del page.obj.StructParents
            item = OutlineItem(part.title, first, "XYZ", top=float(self.whole.pages[first].mediabox[3]), left=0)
            item.children.extend(self._bookmarks(source, first))
            item.is_closed = True
            self.bookmarks.append(item)

    def _structure(self, source: pikepdf.Pdf, first: int, part: MergedPart) -> None:
        """Add a copy of a structure, with its numbers above those of the parts before."""
        tree = self.whole.copy_foreign(source.make_indirect(source.Root.StructTreeRoot))  # a file may have it direct
        known = list(_numbers(tree.get("/ParentTree")))
        for page in [*self.whole.pages][first:]:
            for item in (page.obj, *_dictionaries(page.obj.get("/Annots"))):
                for key in ("/StructParents", "/StructParent"):
                    if isinstance(number := item.get(key), int):
                        item[key] = number + self.next
                    elif number is not None:
                        del item[key]
        self.nums += [entry for number, value in known for entry in (number + self.next, value)]
        self.next += max((number for number, _ in known), default=-1) + 1
        for name, element in _names(tree.get("/IDTree")):
            if not isinstance(element, Dictionary):
                continue
            element.ID = String(f"{len(self.bookmarks) + 1}-{name}")  # unique in the whole
            self.names[str(element.ID)] = element
        kids = tree.get("/K")
        for kid in _dictionaries(kids if isinstance(kids, Array) else [kids]):
            kid.P = self.top
            if kid.get("/S") == "/Document":
                kid.S = Name.Part
            kid.Lang = String(part.language)
            self.top.K.append(kid)
        for key in ("/RoleMap", "/ClassMap"):
            if isinstance(tree.get(key), Dictionary):
                self.root[key] = Dictionary({**dict(self.root.get(key, Dictionary()).items()), **dict(tree[key].items())})

    def _bookmarks(self, source: pikepdf.Pdf, first: int) -> Iterator[OutlineItem]:
        """Yield copies of the bookmarks of a part, each with the place that it leads to."""
        pages = {page.obj.objgen: number for number, page in enumerate(source.pages)}
        places = dict(_destinations(source))
        with source.open_outline() as outline:
            yield from self._copies(outline.root, first, pages, places)

    def _copies(self, items: Any, first: int, pages: dict[Any, int], places: dict[str, Any]) -> Iterator[OutlineItem]:
        for item in items:
            action: Any = item.action if isinstance(item.action, Dictionary) else {}
            target = item.destination if item.destination is not None else action.get("/D")
            place = places.get(str(target)) if not isinstance(target, Array) else target
            if not isinstance(place, Array) or not isinstance(place[0], Dictionary) or place[0].objgen not in pages:
                continue
            page = pages[place[0].objgen]
            top = float(place[3]) if len(place) > 3 and str(place[1]) == "/XYZ" and place[3] is not None else None
            copy = OutlineItem(item.title, first + page, "XYZ", top=top, left=0) if top else OutlineItem(item.title, first + page)
            copy.children.extend(self._copies(item.children, first, pages, places))
            yield copy

    def finish(self, properties: Properties) -> None:
        """Write the structure, the bookmarks and the page labels of the whole."""
        for number, stamp in self.stamps:
            stamp.write(self.whole.pages[number], number + 1, len(self.whole.pages))
        self.root.K = self.top
        self.root.ParentTree = self.whole.make_indirect(Dictionary(Nums=Array(self.nums)))
        self.root.ParentTreeNextKey = self.next
        if self.names:
            self.root.IDTree = self.whole.make_indirect(name_tree(self.names))
        self.whole.Root.StructTreeRoot = self.root
        self.whole.Root.MarkInfo = Dictionary(Marked=True)
        self.whole.Root.PageMode = Name.UseOutlines
        self.whole.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.D)]))
        with self.whole.open_outline() as outline:
            outline.root.extend(self.bookmarks)


def _resolve_links(source: pikepdf.Pdf) -> None:
    """Let links lead to places instead of the names of places, which only their own file has."""
    places = dict(_destinations(source))
    for page in source.pages:
        for link in _dictionaries(page.obj.get("/Annots")):
            for holder, key in ((link, "/Dest"), *((action, "/D") for action in _dictionaries([link.get("/A")]))):
                place = holder.get(key)
                if isinstance(place, String | Name) and isinstance(places.get(str(place)), Array):
                    holder[key] = places[str(place)]


def _dictionaries(values: Any) -> list[Any]:
    """Return the dictionaries of an array; a damaged file may have other values there, or no array."""
    return [value for value in values if isinstance(value, Dictionary)] if isinstance(values, Array | list) else []


def _pairs(tree: Any, key: str) -> Iterator[tuple[Any, Any]]:
    """Yield the entries of a number tree or a name tree (ISO 32000-1, 7.9.6 and 7.9.7)."""
    if not isinstance(tree, Dictionary):
        return
    values = tree.get(key)
    if isinstance(values, Array):
        yield from ((values[index], values[index + 1]) for index in range(0, len(values) - 1, 2))
    for kid in _dictionaries(tree.get("/Kids")):
        yield from _pairs(kid, key)


def _numbers(tree: Any) -> Iterator[tuple[int, Any]]:
    """Yield the entries of a number tree."""
    yield from ((number, value) for number, value in _pairs(tree, "/Nums") if isinstance(number, int))


def _names(tree: Any) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a name tree that are dictionaries or arrays."""
    yield from ((str(name), value) for name, value in _pairs(tree, "/Names") if isinstance(value, Dictionary | Array))


def _destinations(source: pikepdf.Pdf) -> Iterator[tuple[str, Any]]:
    """Yield the named places of a PDF."""
    names = source.Root.get("/Names")
    old = source.Root.get("/Dests")
    tree = names.get("/Dests") if isinstance(names, Dictionary) else None
    for name, place in (*(old.items() if isinstance(old, Dictionary) else ()), *_names(tree)):
        yield str(name), place.get("/D") if isinstance(place, Dictionary) else place
