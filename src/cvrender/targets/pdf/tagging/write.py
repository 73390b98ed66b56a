"""Write the content of a tagged page: each owner's glyphs as marked content with spaces, and decoration as artifacts."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from cvrender.targets.pdf.tagging.content import DECORATION, FOOTER, HEADER, Drawing, Gap, Item, Owner, Run
from cvrender.targets.pdf.tagging.operators import Shown, literal
from cvrender.targets.pdf.tagging.space import NAME, SPACE, WIDE_GAP, WIDTH

_WIDE = 700.0  # thousandths of the font size: a wider gap is two spaces, since some readers end a column at one wide space
_CLOSE = 150.0  # thousandths of the font size: up to this excess, a kern widens a space instead of scaling
_ARTIFACT = {
    DECORATION: b"/Artifact <</Type/Layout>> BDC",
    HEADER: b"/Artifact <</Type/Pagination/Subtype/Header>> BDC",
    FOOTER: b"/Artifact <</Type/Pagination/Subtype/Footer>> BDC",
}
_TEXT_OBJECT = (b"BT", b"ET")
_CONTINUES = 2  # the largest distance between the orders of pieces that follow each other in the text


class PageWriter:
    """The content of one page. `owners` are those of its marked content by MCID, in the order of the text."""

    def __init__(self, page: int) -> None:
        self.page = page
        self.owners: list[Owner] = []
        self.out: list[bytes] = []
        self.open: Owner | None = None
        self.last = 0  # the order of what was written last
        self.begun: list[tuple[int, int, Owner]] = []  # marked content: its order, its index in `out`, and its owner

    def write(self, items: Iterable[Item]) -> bytes:
        """Return the content of the page."""
        items = [*items]
        runs = [item for item in items if isinstance(item, Run)]
        beside = {id(run) for run, after in pairwise(runs) if _is_beside(run, after)}
        for item in items:
            if isinstance(item, bytes):
                if item in _TEXT_OBJECT:
                    self.close()
                self.out.append(item)
            elif isinstance(item, Run):
                self.run(item)
                self.out += [_line_end(item.font_operator)] * (id(item) in beside)
            elif isinstance(item, Drawing):
                self.begin(item.owner, item.order)
                self.out.append(item.operators)
        self.close()
        for _, place, owner in sorted(self.begun, key=lambda begun: begun[0]):
            self.number(owner, place)
        return b"\n".join(self.out)

    def close(self) -> None:
        """End the open marked content, if any."""
        if self.open is not None:
            self.out.append(b"EMC")
            self.open = None

    def begin(self, owner: Owner, order: int) -> None:
        """Begin an owner's content, or continue it if the same content is open."""
        continues = self.open is owner and 0 <= order - self.last <= _CONTINUES
        self.last = order
        if self.open is owner and (continues or owner in _ARTIFACT):
            return
        self.close()
        self.open = owner
        if owner not in _ARTIFACT:
            self.begun.append((order, len(self.out), owner))
        self.out.append(_ARTIFACT.get(owner, b""))

    def number(self, owner: Owner, place: int) -> None:
        """Write the next number into the beginning of an owner's content."""
        number = len(self.owners)
        self.owners.append(owner)
        begins = not owner.kids
        owner.kids.append((self.page, number))
        inner, outer = owner, owner.outer
        while begins and outer is not None:  # a new part is the next kid of its outer part
            begins = not outer.kids
            outer.kids.append(inner)
            inner, outer = outer, outer.outer
        self.out[place] = b"/%s <</MCID %d>> BDC" % (owner.role.encode("ascii"), number)

    def run(self, run: Run) -> None:
        """Write a run."""
        for piece in run.pieces:
            if piece.reversed:
                self.close()
            self.begin(piece.owner, piece.order)
            shown = _operators(piece.parts, run)
            self.out.append(b"/ReversedChars BMC\n%s\nEMC" % shown if piece.reversed else shown)
            if piece.reversed:
                self.close()


def _is_beside(run: Run, after: Run) -> bool:
    """Return whether a run ends a heading that has its text next to it."""
    owner = run.pieces[-1].owner if run.pieces else DECORATION
    others = not after.pieces or after.pieces[0].owner is not owner
    return others and re.fullmatch(r"H\d?", owner.role) is not None and abs(run.y - after.y) < 1


def _line_end(font_operator: bytes) -> bytes:
    """Return a space on another line, by which readers that go by the order of the content end the line of a heading.

    The next glyph is where it is without it.
    """
    size = font_operator.split()[1]
    return b"/%s %s Tf %s Ts[(%s)%d]TJ 0 Ts %s" % (NAME.encode(), size, size, SPACE, WIDTH, font_operator)


def _operators(parts: list[Shown | Gap], run: Run) -> bytes:
    """Return the operators for glyphs and spaces."""
    operators: list[bytes] = []
    line: list[bytes] = []
    for part in parts:
        if isinstance(part, bytes):
            line.append(literal(part))
        elif isinstance(part, float):
            line.append(b"%g" % part if not line or line[-1].endswith(b")") else b" %g" % part)
        else:
            if line:
                operators.append(b"[%s]TJ" % b"".join(line))
                line = []
            operators.append(_space(part, run.scale, run.font_operator))
    if line:
        operators.append(b"[%s]TJ" % b"".join(line))
    return b"".join(operators)


@lru_cache(maxsize=1024)
def _space(gap: Gap, scale: float, font_operator: bytes) -> bytes:
    """Return the operators for a space of the gap's width; after one that trails, the next glyph is where it is without it."""
    size = font_operator.split()[1]
    font = b"/%s %s Tf" % (NAME.encode(), size)
    code = b"(%s)" % (WIDE_GAP if gap.width >= _WIDE else SPACE)
    if gap.leading:
        ahead = round(gap.ahead * WIDTH / gap.width, 3) if gap.ahead is not None else -WIDTH
        back = b"%g" % (ahead + WIDTH) if gap.ahead is not None else b""
        return b"%s %g Tz[%g%s%s]TJ %g Tz%s" % (font, gap.width / WIDTH * scale, -ahead, code, back, scale, font_operator)
    kern = WIDTH - (0 if gap.trailing else gap.width)
    if 0 <= gap.width - WIDTH <= _CLOSE:
        return b"%s[(%s)%g]TJ%s" % (font, SPACE, round(kern, 3), font_operator)
    shown = b"[%s%d]TJ" % (code, WIDTH) if gap.trailing else code + b"Tj"
    return b"%s %g Tz%s %g Tz%s" % (font, gap.width / WIDTH * scale, shown, scale, font_operator)
