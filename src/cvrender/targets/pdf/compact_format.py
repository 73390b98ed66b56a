"""Remove unused memory from a TeX format, so that TeX reads half as much when it starts.

TeX dumps the whole range of addresses that its lists of tokens ever took. While LaTeX's own format was made, a table of Unicode
took eleven megabytes for a moment; they have been free since, but are in each format. Here the largest free range is removed: the
few words before it move to free words after it. What points to a word is known: the word before it in its list or, for the first
word of a macro, as many commands as its count of references says. A format in which anything is different is returned as it is.

The layout is that of "TeX: The Program", sections 1299 to 1329, with the changes of e-TeX, pdfTeX and Web2C.
"""

import re
import struct
import sys
from array import array

_MAGIC, _MLTEX, _ENCTEX = b"W2TX", 0x4D4C5458, 0x45435458
_CHARACTER_TABLES = 3 * 256  # bytes
_SPARSE_ARRAYS = 6  # of e-TeX's registers
_NULL = 0xF0000001  # a pointer to nothing, and the count of references of a macro that has one
_STATIC = 16  # words at the end whose links may be old
_WORD = 8  # bytes
_HALF, _CONTENT = 32, 0xFFFFFFFF  # the first half of a word is its link, the second its content
_LEAST = 100_000  # words that are worth removing


def compact(content: bytes) -> bytes:
    """Return an uncompressed format without its largest range of free memory, or as it is if it is not laid out as expected."""
    try:
        start, bottom, top = _memory(content)
        start = _end_of_nodes(content, start, bottom)
        return _without_gap(content, start, top)
    except (_OtherLayout, struct.error, IndexError):
        return content


class _OtherLayout(Exception):
    """The format is not laid out as expected."""


def _check(expected: bool) -> None:
    if not expected:
        raise _OtherLayout


def _integers(content: bytes, position: int, count: int) -> tuple[int, ...]:
    return struct.unpack_from(f">{count}i", content, position)


def _memory(content: bytes) -> tuple[int, int, int]:
    """Return the position of TeX's memory in a format, and its first and last address."""
    _check(content.startswith(_MAGIC))
    engine = _integers(content, 4, 1)[0]
    position = 8 + engine + 4 + _CHARACTER_TABLES
    _, _, etex, bottom, top, _, _, _, mltex, _, enctex, _, characters, strings = _integers(content, position, 14)
    _check((etex, mltex, enctex) == (1, _MLTEX, _ENCTEX))
    return position + 4 * 14 + 4 * (strings + 1) + characters, bottom, top


def _end_of_nodes(content: bytes, start: int, bottom: int) -> int:
    """Return the position after the memory for nodes of several words, which is dumped in pieces between the free nodes."""
    last, rover, *_ = _integers(content, start, 2 + _SPARSE_ARRAYS)
    position, address, free = start + 4 * (2 + _SPARSE_ARRAYS), bottom, rover
    while True:
        _check(address <= free <= last)
        position += _WORD * (free + 2 - address)
        _, size, following, _ = _integers(content, position - 2 * _WORD, 4)  # of the free node
        address, free = free + size, following
        if free == rover:
            return position + _WORD * (last + 1 - address)


def _without_gap(content: bytes, start: int, top: int) -> bytes:
    """Return a format without the largest free range of its memory for single words, which begins at a position."""
    first, available = struct.unpack_from(">iI", content, start)
    count, begin = top + 1 - first, start + 8
    end_of_words = begin + _WORD * count
    _check(begin < end_of_words <= len(content))
    words = array("Q", content[begin:end_of_words])
    _swap(words)
    chain = _free_words(words, first, available)
    _check(len(chain) == count - _integers(content, end_of_words, 2)[1])
    free = bytearray(count)
    for index in chain:
        free[index] = 1
    gap, end = max((found.span() for found in re.finditer(b"\1+", free)), key=lambda span: span[1] - span[0], default=(0, 0))
    if end - gap < _LEAST:
        return content
    old = [index for index in range(gap) if not free[index]]
    chain = [index for index in chain if index >= end]
    moved, chain = dict(zip(old, chain, strict=False)), chain[len(old) :]
    _check(len(moved) == len(old))
    heads = _move(words, first, gap, moved, [index for index in range(end, count - _STATIC) if not free[index]])
    after = content[end_of_words:]
    for head in heads:
        references = (words[moved[head]] & _CONTENT) - _NULL + 1
        after = _with_address(content[:start], after, first + head, first + moved[head], references)
    available = _link(words, first, chain)
    del words[:end]
    _swap(words)
    return content[:start] + struct.pack(">iI", first + end, available) + words.tobytes() + after


def _swap(words: "array[int]") -> None:
    """Convert between the order of bytes in a format and that of this machine."""
    if sys.byteorder == "little":
        words.byteswap()


def _free_words(words: "array[int]", first: int, available: int) -> list[int]:
    """Return the indexes of the free words, in the order in which TeX takes them."""
    halves = array("I", words.tobytes())
    links = halves[1 if sys.byteorder == "little" else 0 :: 2].tolist()
    chain: list[int] = []
    for _ in links:  # a million times, so only what is needed
        if available == _NULL:
            break
        index = available - first
        chain.append(index)
        available = links[index]
    _check(available == _NULL and min(chain, default=0) >= 0)
    return chain


def _move(words: "array[int]", first: int, gap: int, moved: dict[int, int], used: list[int]) -> set[int]:
    """Copy the words before the gap to their new indexes, and change the links to them. Return those to which no word links."""
    heads = set(moved)
    for old, new in moved.items():
        words[new] = words[old]
    for index in (*moved.values(), *used):
        following = (words[index] >> _HALF) - first
        if 0 <= following < gap:
            _check(following in moved)
            heads.discard(following)
            words[index] = (first + moved[following]) << _HALF | words[index] & _CONTENT
    return heads


def _with_address(before: bytes, after: bytes, old: int, new: int, references: int) -> bytes:
    """Return what follows the memory with the new address of a macro instead of the old one, which has this many references."""
    address = struct.pack(">i", old)
    _check(address not in before and after.count(address) == references)
    return after.replace(address, struct.pack(">i", new))


def _link(words: "array[int]", first: int, chain: list[int]) -> int:
    """Link the free words to a list, and return the address of the first one."""
    addresses = [*(first + index for index in chain), _NULL]
    for index, following in zip(chain, addresses[1:], strict=True):
        words[index] = following << _HALF
    return addresses[0]
