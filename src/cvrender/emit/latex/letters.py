"""A Document and a font's name in, the characters that this font lacks out; they come from small fonts beside the file."""

from collections.abc import Iterable

from cvrender.model.document import Block, Bullet, Document, Entry, Group, Paragraph, Rows

# What the T1 encoding holds as one glyph, and the signs of TS1: these read back from a PDF as they were typed. Accented
# letters that TeX would build from two glyphs (Ō, ḥ) do not, nor do Đ, which shares its glyph with Ð, and ¹ ² ³, which
# read back as plain digits; they come from another font. A test sets them all.
_T1 = "ĂăĄąĆćČčĎďđĘęĚěĞğĹĺĽľŁłŃńŇňŊŋŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽžİı–—‘’‚“”„‹›‰"
_TS1 = "†‡•€"
_LATIN_1 = {chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))} - set("\u00b8¹²³")
SETTABLE = frozenset(_LATIN_1 | set(_T1 + _TS1 + "\n\t"))

_LACKING = {"charter": frozenset("ĂăĄąĆćČčĎďđĘęĚěĞğİĹĺĽľŃńŇňŊŋŐőŔŕŘřŚśŞşŢţŤťŮůŰűŹźŻż€")}
"""What one of the fonts lacks of it: this Charter holds the accents, but not the letters that carry them."""


def settable(font: str) -> frozenset[str]:
    """The characters that a font of the style's option `font` holds."""
    return SETTABLE - _LACKING.get(font, frozenset())


def missing_characters(document: Document, font: str) -> dict[str, str]:
    """The characters of a document that its font lacks, each with the field where it first stands."""
    found: dict[str, str] = {}
    known = settable(font)
    for text, source in _leaves(document):
        for char in text:
            if char not in known:
                found.setdefault(char, source)
    return found


def _leaves(document: Document) -> Iterable[tuple[str, str]]:
    header = document.header
    yield header.name, "person.name"
    yield header.native, "person.native"
    yield header.headline.plain, "person.headline"
    for contact in header.contacts:
        yield contact.text.plain, contact.source
    for section in document.sections:
        yield section.title.plain + section.title.plain.upper(), section.id  # some styles set titles in capitals
        for block in section.blocks:
            yield from _block_leaves(block)


def _block_leaves(block: Block) -> Iterable[tuple[str, str]]:
    if isinstance(block, Paragraph):
        yield block.text.plain, block.source
    elif isinstance(block, Group):
        yield block.title.plain, ""
        for inner in block.blocks:
            yield from _block_leaves(inner)
    elif isinstance(block, Rows):
        for row in block.rows:
            yield row.label.plain + row.text.plain, row.source
            yield from _bullet_leaves(row.bullets)
    else:
        for entry in block.entries:
            yield from _entry_leaves(entry)


def _entry_leaves(entry: Entry) -> Iterable[tuple[str, str]]:
    for text in (entry.label, entry.title, entry.date, *entry.lines, *entry.summary):
        yield text.plain, entry.source
    yield from _bullet_leaves(entry.bullets)
    for inner in entry.entries:
        yield from _entry_leaves(inner)


def _bullet_leaves(bullets: Iterable[Bullet]) -> Iterable[tuple[str, str]]:
    for bullet in bullets:
        yield bullet.text.plain, bullet.source
        yield from _bullet_leaves(bullet.bullets)
