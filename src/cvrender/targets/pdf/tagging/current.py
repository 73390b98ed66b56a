"""Know the text that the next glyphs of a PDF belong to, and what the glyphs after its end belong to."""

from cvrender.targets.pdf.tagging.content import DECORATION, Owner, Piece
from cvrender.targets.pdf.tagging.places import Places
from cvrender.targets.pdf.tagging.texts import Following


class CurrentText:
    """The text that was begun last.

    `continues` says whether the text before it belongs to the same element; it is None once a glyph of the text was found.
    `formula` is the owner of the next glyphs if they are in a formula. `extras` are the glyphs after the end of the text, and
    whether they adjoin it.
    """

    def __init__(self, places: Places) -> None:
        self.places = places
        self.text: Following | None = None
        self.continues: bool | None = None
        self.formula: Owner | None = None
        self.extras: list[tuple[Piece, bool]] = []

    def begin(self, number: int) -> None:
        """Begin or continue a text."""
        following = self.places.followed.get(number)
        self.formula = None
        if following is not self.text:
            self.settle(number)
            self.continues = self.text is not None and self.places.are_together(self.text.leaf.number, number)
            self.text = following

    def point(self, name: str) -> None:
        """Handle a mark point: the number of a text, or the begin or end of a formula in it."""
        if name.isdigit():
            self.begin(int(name))
        elif self.text and name == "F":
            self.formula = self.text.begin_formula()
        elif self.text:
            self.text.end_formula()
            self.formula = None

    def settle(self, number: int = 0) -> None:
        """Assign the glyphs after the end of a text; `number` is the text that follows them, or 0 at the end of the page."""
        if not self.extras:
            return
        label = self.places.label_before(number)
        before = self.text.owner if self.text else None
        if label is None and self.text and not self.places.are_together(self.text.leaf.number, number):
            label = DECORATION
        for piece, adjoins in self.extras:
            piece.owner = before if before and (adjoins or label is None) else label or DECORATION
        self.extras.clear()
