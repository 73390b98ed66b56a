"""Read what words do not tell by the other entries of a section: a part that was cut off, and a head of one part only."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cvrender.formats.lines import OldLine
from cvrender.old_cvs.head_parts import HeadPart
from cvrender.old_cvs.kinds_of_words import OF_BOTH, kinds
from cvrender.text.markup import inline

Fields = dict[str, HeadPart]
_CUT_OFF = re.compile(r"\s*(?:[–—·-]|\(|,)\s*|\s(?:am|im|an der|in der|at|à la|au)\s")
_SEPARATORS = (",", " – ", " — ", " - ", " at ", ": ")


def rejoined(fields: Fields, rest: list[HeadPart], heads: Sequence[OldLine]) -> list[HeadPart]:
    """Give fields back what was cut off from them in their cell, if it says nothing else: `Analyst – Data & Strategy`.

    Return what is left of `rest`.
    """
    left = []
    for part in rest:
        names = ("title", "degree", "organization", "location")
        name = next((name for name in names if _is_of(part, fields.get(name), heads, is_place=name == "location")), "")
        if not name:
            left.append(part)
            continue
        first, second = sorted((fields[name], part), key=lambda each: each.slot)
        gap = _between(first, second, heads) or ""
        text = f"{first.text}{gap}{second.text}{')' if '(' in gap else ''}"
        fields[name] = replace(fields[name], text=text, plain=inline(text).plain)
    return left


def _is_of(part: HeadPart, whole: HeadPart | None, heads: Sequence[OldLine], *, is_place: bool) -> bool:
    if whole is None or part.slot[:2] != whole.slot[:2]:
        return False
    if (
        is_place
        and (part.kinds != {"place"} or part.slot < whole.slot)
        or not is_place
        and (whole.role or part.kinds - whole.kinds)
    ):
        return False
    if part.role and not (part.role == "note" and part.kinds):  # `(formerly Acme Ltd)`
        return False
    first, second = sorted((whole, part), key=lambda each: each.slot)
    return bool(_CUT_OFF.fullmatch(_between(first, second, heads) or "")) and first.face == second.face


def _between(first: HeadPart, second: HeadPart, heads: Sequence[OldLine]) -> str | None:
    """Return what stands between two parts of one cell; None if other text does."""
    cell = heads[first.slot[0]].cells[first.slot[1]].plain
    after = cell.find(first.plain) + len(first.plain)
    place = cell.find(second.plain, after)
    return cell[after:place] if after >= len(first.plain) and place >= 0 else None


def usual_order(entries: Sequence[tuple[Fields, Sequence[OldLine]]], main: str) -> tuple[str, str, str] | None:
    """Return which of an organization and a job comes first in one cell, which second, and what is between, in most entries."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for fields, heads in entries:
        one, other = fields.get("organization"), fields.get(main)
        if one and other and not one.role and not other.role and one.slot[:2] == other.slot[:2]:
            first, second = sorted((one, other), key=lambda each: each.slot)
            gap = _between(first, second, heads)
            sign = next((sign for sign in _SEPARATORS if gap and gap.startswith(sign)), "")
            if sign:
                counted[("organization", main, sign) if first is one else (main, "organization", sign)] += 1
    best = counted.most_common(1)
    return best[0][0] if best and best[0][1] > 1 and 2 * best[0][1] > counted.total() else None


def divided_alike(part: HeadPart, order: tuple[str, str, str]) -> Fields:
    """Return the fields of a part that holds both, divided as the other entries are; none if it cannot be."""
    first, sign, second = part.text.partition(order[2])
    if part.role or not sign or not re.search(r"\w{2}", second) or len(first) > 80 or first.count("(") != first.count(")"):
        return {}
    texts = {order[0]: first.strip(), order[1]: second.strip()}
    if "title" in kinds(texts["organization"]):
        return {}
    return {name: replace(part, text=text, plain=inline(text).plain) for name, text in texts.items()}


def in_usual_lines(entries: Sequence[tuple[Fields, list[HeadPart], list[HeadPart]]], main: str) -> Iterator[int]:
    """Give entries the job, or degree, of the line of the head in which most have it, where words do not say otherwise.

    `entries` are the fields, what is not decided, and what no field takes. What is not decided is put in the order of the lines
    in which all entries have something. Yield the entries that are changed.
    """
    counted = Counter(fields[main].slot[0] for fields, _, _ in entries if main in fields and not fields[main].role)
    line, number = counted.most_common(1)[0] if counted else (0, 0)
    for index, (fields, left, rest) in enumerate(entries):
        if number > 1 and 2 * number > len(entries) and _take_main(fields, left, rest, main, line):
            yield index
    open_ones = [left for fields, left, _ in entries if left and "organization" not in fields and main in fields]
    lines = Counter(line for left in open_ones for line in {part.slot[0] for part in left})
    usual = next((line for line, number in lines.most_common(1) if number == len(open_ones) > 1), None)
    for left in open_ones:
        left.sort(key=lambda part: part.slot[0] != usual)


def _take_main(fields: Fields, left: list[HeadPart], rest: list[HeadPart], main: str, line: int) -> bool:
    """Take what is in a line for the job or degree; return whether it was something else."""
    old = fields.get(main)
    parts = [part for part in (*fields.values(), *left, *rest) if not part.role and part.kinds != {"place"}]
    here = [part for part in parts if part.slot[0] == line]
    if not here or len(here) == len(parts) or old in here or any(map(_is_surely_other, here)):
        return False
    if old and (old.role or sum(part.slot[0] == old.slot[0] for part in parts) < 2):
        return False  # words say that another line is the job
    for name in [name for name, part in fields.items() if part in here or part is old]:
        del fields[name]
    for some in (left, rest):
        some[:] = [part for part in some if part not in here]
    left += [old] if old else []
    left.sort(key=lambda part: part.slot)
    fields[main] = _whole(here)
    return True


def _is_surely_other(part: HeadPart) -> bool:
    """Return whether words say that a part is an organization, also without those that stand in titles, too."""
    return "organization" in kinds(OF_BOTH.sub(" ", part.plain))


def _whole(parts: list[HeadPart]) -> HeadPart:
    """Return parts of a line as one."""
    first, *others = sorted(parts, key=lambda part: part.slot)
    text = " – ".join([first.text, *(part.text for part in others)])
    return replace(first, text=text, plain=inline(text).plain) if others else first
