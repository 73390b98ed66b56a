"""Write the structure tree of a tagged PDF, and give each of its links a place there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from cvrender.model.links import SCHEMES
from cvrender.targets.pdf.tagging.content import Item, Owner, Run
from cvrender.targets.pdf.tagging.outline import Element, Leaf

_NEAR = 2.0  # points by which glyphs may stand outside of their link's rectangle
_TABLE = {"Scope", "ColSpan"}


class StructureWriter:
    """Writes the tree of one PDF. `owned` are the owners of each page's marked content, in the order of its numbers."""

    def __init__(self, pdf: pikepdf.Pdf, owned: Sequence[Sequence[Owner]]) -> None:
        self.pdf = pdf
        self.pages = [page.obj for page in pdf.pages]
        self.owned = owned
        self.made: dict[Owner, Any] = {}
        self.parents: list[Any] = []  # the number tree: keys and values by turns

    def write(self, outline: Element, followed: Mapping[int, Owner], labels: Mapping[int, Owner], figure: Owner | None) -> None:
        """Write the tree, and what leads from the pages to it."""
        root = self.pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.followed, self.labels, self.figure = followed, labels, figure
        root.K = Array([self.element(outline, root)])
        for number, owners in enumerate(self.owned):
            self.pages[number].StructParents = number
            self.parents += [number, self.pdf.make_indirect(Array([self.made[owner] for owner in owners]))]
        self.root = root
        self.pdf.Root.StructTreeRoot = root

    def element(self, element: Element, parent: Any) -> Any:
        """A structure element and all within it."""
        made = self.pdf.make_indirect(Dictionary(S=Name(f"/{element.role}"), P=parent))
        kids: list[Any] = []
        own: list[Owner | tuple[int, int]] = []
        for kid in element.kids:
            if isinstance(kid, Leaf):
                owner = self.followed[kid.number]
                self.made[owner] = made
                own += owner.kids
                kids += owner.kids
            else:
                kids.append(kid)
        if owner := self.labels.get(id(element)):
            self.made[owner] = made
            kids += owner.kids
        if element.role == "Figure" and self.figure:
            self.of_figure(made, self.figure)
            kids += self.figure.kids
        if element.attributes:
            made.A = _attributes(element.attributes)
        made.K = self.kids(kids, made)
        return made

    def of_figure(self, made: Any, figure: Owner) -> None:
        self.made[figure] = made
        made.Alt = String(figure.alternative)
        if figure.box:
            made.A = Dictionary(O=Name.Layout, BBox=Array([round(side, 3) for side in figure.box]))

    def part(self, owner: Owner, parent: Any) -> Any:
        """A part of a text: a link, a formula, a text in another language."""
        made = self.pdf.make_indirect(Dictionary(S=Name(f"/{owner.role}"), P=parent))
        self.made[owner] = made
        if owner.language:
            made.Lang = String(owner.language)
        if owner.alternative:
            made.Alt = String(owner.alternative)
        made.K = self.kids(owner.kids, made)
        return made

    def kids(self, kids: "Sequence[Element | Owner | tuple[int, int]]", made: Any) -> Array:
        """What is in an element; its page stands with the element, and with its content where that is on another one."""
        home = next((kid[0] for kid in kids if isinstance(kid, tuple)), -1)
        if home >= 0:
            made.Pg = self.pages[home]
        found: list[Any] = []
        for kid in kids:
            if isinstance(kid, Element):
                found.append(self.element(kid, made))
            elif isinstance(kid, Owner):
                found.append(self.part(kid, made))
            elif kid[0] == home:
                found.append(kid[1])
            else:
                found.append(Dictionary(Type=Name.MCR, Pg=self.pages[kid[0]], MCID=kid[1]))
        return Array(found)


def _attributes(attributes: Mapping[str, str | int]) -> Dictionary:
    owner = Name.Table if _TABLE.intersection(attributes) else Name.List
    return Dictionary(O=owner, **{name: Name(f"/{value}") if isinstance(value, str) else value for name, value in attributes.items()})
