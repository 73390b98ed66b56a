"""Find the owner of each text of a Document, and of the label before it."""

from collections.abc import Iterable

from cvrender.targets.pdf.tagging.content import Owner
from cvrender.targets.pdf.tagging.outline import StructureElement, TaggedText
from cvrender.targets.pdf.tagging.texts import Following
from cvrender.text.scripts import is_right_to_left


class Places:
    """The texts of a Document with their elements, and the labels before them."""

    def __init__(self, outline: StructureElement, language: str) -> None:
        self.followed: dict[int, Following] = {}
        self.owners: dict[int, Owner] = {}  # of labels and pictures, by the identity of their elements
        self.figures: list[Owner] = []  # the pictures in order
        self._holder: dict[int, StructureElement] = {}
        self._label: dict[int, Owner] = {}
        self._seen: set[Owner] = set()
        self._right_to_left = is_right_to_left(language)
        self._walk(outline, language)

    def _walk(self, element: StructureElement, language: str, within: str = "") -> None:
        """Walk through an element. All content `within` a note is marked as such, so that it is known on its page."""
        within = element.role if element.role == "Note" else within
        for kid in element.kids:
            if isinstance(kid, TaggedText):
                self.followed[kid.number] = Following(kid, within or element.role, language)
                self._holder[kid.number] = element
                continue
            if kid.role == "Figure":
                self.figures.append(Owner("Figure", alternative=kid.label))
                self.owners[id(kid)] = self.figures[-1]
            elif kid.role == "Lbl" and not kid.kids:
                actual = kid.label if self._right_to_left and kid.label[:1].isdigit() else ""  # shown as “.12”
                owner = self.owners[id(kid)] = Owner("Lbl", actual=actual)
                for leaf in _headline(element.kids[1]):
                    self._label[leaf.number] = owner
            self._walk(kid, language, within)

    def label_before(self, number: int) -> Owner | None:
        """Return the label of the list item that begins with this text; None after the first call for the item."""
        owner = self._label.get(number)
        if owner is None or owner in self._seen:
            return None
        self._seen.add(owner)
        return owner

    def are_together(self, number: int, other: int) -> bool:
        """Return whether two texts belong to the same element."""
        return other in self._holder and self._holder.get(number) is self._holder[other]


def _headline(body: "StructureElement | TaggedText") -> Iterable[TaggedText]:
    """Return the texts in the first line of a list item."""
    if isinstance(body, TaggedText):
        return (body,)
    first = body.kids[:1]
    return (
        first[0].leaves()
        if first and isinstance(first[0], StructureElement)
        else [kid for kid in first if isinstance(kid, TaggedText)]
    )
