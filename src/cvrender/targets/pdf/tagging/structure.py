"""Write the structure tree of a tagged PDF."""

from collections.abc import Mapping, Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from cvrender.targets.pdf.tagging.content import Owner
from cvrender.targets.pdf.tagging.outline import StructureElement, TaggedText
from cvrender.targets.pdf.tagging.places import Places

_OF_CELLS = frozenset(("Scope", "ColSpan"))
Kid = StructureElement | Owner | tuple[int, int]


class StructureWriter:
    """The structure tree of one PDF, made from the outline of its Document and the owners of the marked content."""

    def __init__(self, pdf: pikepdf.Pdf, places: Places) -> None:
        self.pdf = pdf
        self.pages = [page.obj for page in pdf.pages]
        self.places = places
        self.elements: dict[Owner, Any] = {}
        self.names: dict[str, Any] = {}
        self.root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))

    def write(self, outline: StructureElement, owned: Sequence[Sequence[Owner]]) -> None:
        """Write the tree. `owned` are the owners of each page's marked content by MCID."""
        self.root.K = self.element(outline, self.root)
        parents: list[Any] = []
        for number, owners in enumerate(owned):
            self.pages[number].StructParents = number
            self.pages[number].Tabs = Name.S
            parents += [number, self.pdf.make_indirect(Array([self.elements[owner] for owner in owners]))]
        self.root.ParentTree = self.pdf.make_indirect(Dictionary(Nums=Array(parents)))
        self.root.ParentTreeNextKey = len(owned)
        if self.names:
            self.root.IDTree = self.pdf.make_indirect(name_tree(self.names))
        self.pdf.Root.StructTreeRoot = self.root
        self.pdf.Root.MarkInfo = Dictionary(Marked=True)

    def adopt(self, owner: Owner, page: int, note: Any) -> None:
        """Add an annotation to its owner's element."""
        key = int(self.root.ParentTreeNextKey)
        note.StructParent = key
        element = self.elements[owner]
        if not isinstance(element.K, Array):
            element.K = Array([element.K])
        element.K.append(Dictionary(Type=Name.OBJR, Obj=note, Pg=self.pages[page]))
        nums = self.root.ParentTree.Nums
        nums.append(key)
        nums.append(element)
        self.root.ParentTreeNextKey = key + 1

    def element(self, element: StructureElement, parent: Any) -> Any:
        """Return a structure element with its content."""
        written = self.pdf.make_indirect(Dictionary(S=Name(f"/{element.role}"), P=parent))
        owners = [self.places.followed[kid.number].owner for kid in element.kids if isinstance(kid, TaggedText)]
        owners.sort(key=_order)  # a style may print a date before its headline
        if other := self.places.owners.get(id(element)):
            owners.append(other)
            self.describe(other, written)
        self.elements |= dict.fromkeys(owners, written)
        kids: list[Kid] = [kid for owner in owners for kid in owner.kids]
        kids += [kid for kid in element.kids if isinstance(kid, StructureElement)]
        if element.name:
            written.ID = String(element.name)
            self.names[element.name] = written
        if element.attributes:
            written.A = _attributes(element.attributes)
        written.K = self.kids(kids, written)
        return written

    def part(self, owner: Owner, parent: Any) -> Any:
        """Return the element of a part of a text: a link, a formula, or text in another language."""
        written = self.pdf.make_indirect(Dictionary(S=Name(f"/{owner.role}"), P=parent))
        self.elements[owner] = written
        self.describe(owner, written)
        written.K = self.kids(owner.kids, written)
        return written

    def describe(self, owner: Owner, written: Any) -> None:
        """Set the language, alternative and actual text, and bounding box of an element."""
        for key, text in (("/Lang", owner.language), ("/Alt", owner.alternative), ("/ActualText", owner.actual)):
            if text:
                written[key] = String(text)
        if owner.box:
            written.A = Dictionary(O=Name.Layout, BBox=Array([round(side, 3) for side in owner.box]))

    def kids(self, kids: Sequence[Kid], parent: Any) -> Any:
        """Return the content of an element, and set its page; content on other pages names its own page."""
        home = next((kid[0] for kid in kids if isinstance(kid, tuple)), -1)
        if home >= 0:
            parent.Pg = self.pages[home]
        content: list[Any] = []
        for kid in kids:
            if isinstance(kid, StructureElement):
                content.append(self.element(kid, parent))
            elif isinstance(kid, Owner):
                content.append(self.part(kid, parent))
            elif kid[0] == home:
                content.append(kid[1])
            else:
                content.append(Dictionary(Type=Name.MCR, Pg=self.pages[kid[0]], MCID=kid[1]))
        return content[0] if len(content) == 1 and isinstance(content[0], int) else Array(content)


def name_tree(names: Mapping[str, Any]) -> Dictionary:
    """Return a name tree of one leaf (ISO 32000-1, 7.9.6)."""
    pairs = sorted(names.items(), key=lambda item: item[0].encode())
    limits = Array([String(pairs[0][0]), String(pairs[-1][0])])
    leaf = Dictionary(Limits=limits, Names=Array([part for name, element in pairs for part in (String(name), element)]))
    return Dictionary(Kids=Array([leaf]))


def _order(owner: Owner) -> tuple[int, int]:
    """Return the place of an owner's first content: its page, and its number there."""
    first = owner.kids[0] if owner.kids else (0, 0)
    return _order(first) if isinstance(first, Owner) else first


def _attributes(attributes: Mapping[str, str | int]) -> Dictionary:
    owner = Name.Table if _OF_CELLS.intersection(attributes) else Name.List
    values = {name: Name(f"/{value}") if isinstance(value, str) else value for name, value in attributes.items()}
    return Dictionary({"/O": owner, **{f"/{name}": value for name, value in values.items()}})
