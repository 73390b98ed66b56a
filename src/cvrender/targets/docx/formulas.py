"""Give each function of a formula its argument, as Word does: pandoc writes `log n` as two letters side by side.

A function is `m:func`, with its name in `m:fName` and its argument in `m:e`
(https://ecma-international.org/publications-and-standards/standards/ecma-376/, part 1, section 22.1.2.39).
"""

import re
from xml.etree import ElementTree

from cvrender.text.formulas import NAMES

_MATHS = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_M = f"{{{_MATHS}}}"
_PREFIXES = {"m": _MATHS, "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main"}
_FORMULA = re.compile(r"<m:oMath>.*?</m:oMath>", re.DOTALL)
_NAMED = re.compile(rf"<m:t>(?:{'|'.join(sorted(NAMES))})</m:t>")
_WITH_LIMITS = {f"{_M}{name}" for name in ("sSub", "sSup", "sSubSup", "limLow", "limUpp")}

Element = ElementTree.Element


def set_functions(xml: str) -> str:
    """Return the document with all functions of its formulas marked."""
    return _FORMULA.sub(lambda match: _formula(match[0]) if _NAMED.search(match[0]) else match[0], xml)


def _formula(xml: str) -> str:
    declared = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in _PREFIXES.items())
    for prefix, uri in _PREFIXES.items():
        ElementTree.register_namespace(prefix, uri)
    root = ElementTree.fromstring(f"<root {declared}>{xml}</root>")
    for parent in list(root.iter()):
        _mark(parent)
    written = ElementTree.tostring(root[0], encoding="unicode")
    return re.sub(r' xmlns:\w+="[^"]*"', "", written, count=len(_PREFIXES))


def _mark(parent: Element) -> None:
    """Move each name of a function and the argument behind it into an `m:func`, the last one first."""
    for index in reversed(range(len(parent))):
        if not _is_name(parent[index]):
            continue
        end = _argument(parent, index + 1)
        if end > index + 1:
            function = ElementTree.Element(f"{_M}func")
            ElementTree.SubElement(function, f"{_M}fName").append(parent[index])
            ElementTree.SubElement(function, f"{_M}e").extend(parent[index + 1 : end])
            parent[index:end] = [function]


def _is_name(element: Element) -> bool:
    if element.tag in _WITH_LIMITS:
        base = element.find(f"{_M}e")
        return base is not None and len(base) == 1 and _is_name(base[0])
    return element.tag == f"{_M}r" and element.findtext(f"{_M}t") in NAMES


def _argument(parent: Element, start: int) -> int:
    """Return where the argument ends that begins at an index: behind brackets, or else behind one letter or expression."""
    depth = 0
    for index in range(start, len(parent)):
        text = parent[index].findtext(f"{_M}t") if parent[index].tag == f"{_M}r" else None
        depth += {"(": 1, ")": -1}.get(text or "", 0)
        if depth < 0 or (depth == 0 and text is not None and text != ")" and not text[:1].isalnum()):
            return start  # no argument: an operator or a closing bracket follows
        if depth == 0:
            return index + 1
    return start
