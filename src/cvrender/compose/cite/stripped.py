"""Remove from a citation style what a CV decides itself: order, numbers, and what tells works in a text apart.

The style of the file is not changed. Names of elements and attributes are those of CSL 1.0.2:
https://docs.citationstyles.org/en/stable/specification.html
"""

from copy import deepcopy
from functools import lru_cache
from xml.etree import ElementTree

from cvrender.load.library.citation_styles import NAMESPACE

_TAG = f"{{{NAMESPACE}}}"
_YEAR_SUFFIX = "disambiguate-add-year-suffix"
_CITATION = {
    _YEAR_SUFFIX,
    "disambiguate-add-names",
    "disambiguate-add-givenname",
    "givenname-disambiguation-rule",
    "collapse",
}
_BIBLIOGRAPHY = {
    "subsequent-author-substitute",
    "subsequent-author-substitute-rule",
    "second-field-align",
    "hanging-indent",
    "entry-spacing",
    "line-spacing",
}
_ET_AL = {"et-al-min", "et-al-use-first", "et-al-use-last", "et-al-subsequent-min", "et-al-subsequent-use-first"}
_NEVER = {"et-al-min": "100000", "et-al-use-first": "99999"}
"""So many names never occur; but without any number, pandoc does not print “et al.” for an author list that is not complete."""
_OURS = {"citation-number", "year-suffix", "citation-label"}
"""Variables that a CV has no use for: its own numbers are printed, and no text refers to an entry."""

_DEEPEST_MACRO = 20

_NO_TYPE = "none"
"""A type that no item has."""


@lru_cache(maxsize=32)
def stripped(xml: str, et_al: bool = True) -> str:
    """Return a style without that; without `et_al`, it prints every name."""
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.fromstring(xml)
    for element in root.iter():
        for name in _CITATION | _BIBLIOGRAPHY | (set() if et_al else _ET_AL):
            element.attrib.pop(name, None)
        if element.tag == f"{_TAG}names":
            _complete_names(element)
        for child in [child for child in element if _is_ours(child)]:
            element.remove(child)
        _remove_access_dates(element)
    if not et_al or not any("et-al-min" in element.attrib for element in root.iter()):
        root.attrib |= _NEVER
    bibliography, citation = _bibliography(root), root.find(f"{_TAG}citation")
    for sort in bibliography.findall(f"{_TAG}sort"):
        bibliography.remove(sort)
    if citation is not None:
        _print_number(citation)
    return ElementTree.tostring(root, encoding="unicode")


@lru_cache(maxsize=32)
def for_citations(xml: str, suffixes: bool = True) -> str:
    """Return a style that words citations within a text; without `suffixes`, it adds no letters to years."""
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.fromstring(xml)
    for names in root.iter(f"{_TAG}names"):
        _complete_names(names)
    citation = root.find(f"{_TAG}citation")
    if citation is not None:
        if "et-al-min" not in citation.attrib.keys() | root.attrib.keys():
            citation.attrib |= _NEVER
        if not suffixes:
            citation.attrib.pop(_YEAR_SUFFIX, None)
        macros = {macro.get("name", ""): macro for macro in root.iter(f"{_TAG}macro")}
        _remove_second_suffixes(citation, macros)
    return ElementTree.tostring(root, encoding="unicode")


def _remove_second_suffixes(element: ElementTree.Element, macros: dict[str, ElementTree.Element]) -> None:
    """Remove each letter of a year that follows one in the same group, as in DIN 1505-2: pandoc would print both."""
    has_one = False
    for child in list(element):
        if child.get("variable") == "year-suffix" and has_one:
            element.remove(child)
        elif child.tag != f"{_TAG}choose":
            has_one = has_one or _has_suffix(child, macros)
        _remove_second_suffixes(child, macros)


def _has_suffix(element: ElementTree.Element, macros: dict[str, ElementTree.Element], depth: int = 0) -> bool:
    for part in element.iter() if depth < _DEEPEST_MACRO else ():
        called = macros.get(part.get("macro", ""))
        if part.get("variable") == "year-suffix" or called is not None and _has_suffix(called, macros, depth + 1):
            return True
    return False


def _bibliography(root: ElementTree.Element) -> ElementTree.Element:
    """Return the bibliography. If a style has none, as those for notes, make one from how it cites a work for the first time."""
    bibliography = root.find(f"{_TAG}bibliography")
    if bibliography is not None:
        return bibliography
    citation = root.find(f"{_TAG}citation")
    assert citation is not None  # `find_citation_style` has checked it
    bibliography = ElementTree.SubElement(root, f"{_TAG}bibliography", citation.attrib)
    bibliography.extend(deepcopy(list(citation)))
    for branch in root.iter():
        if "position" in branch.attrib:
            _decide_position(branch)
    return bibliography


def _decide_position(branch: ElementTree.Element) -> None:
    """Replace the condition of a branch about where a work was cited before by its value for the first citation.

    pandoc knows no positions in a bibliography: each such condition is false there.
    """
    values = [position == "first" for position in branch.attrib.pop("position").split()]
    match = branch.get("match", "all")
    others = branch.attrib.keys() - {"match"}
    value = {"all": all, "any": any, "none": any}[match](values)
    if match == "none":
        decided = False if value else None if others else True
    elif others:
        decided = None if value == (match == "all") else value
    else:
        decided = value
    if decided is not None:
        branch.attrib.clear()
        branch.attrib |= {"type": _NO_TYPE, "match": "none" if decided else "all"}


def _is_ours(element: ElementTree.Element) -> bool:
    return element.tag in (f"{_TAG}text", f"{_TAG}number") and element.get("variable") in _OURS


def _remove_access_dates(group: ElementTree.Element) -> None:
    """Remove the date of access, which no work of a CV has, where a group of words stands next to it, as IEEE's `[Online]`.

    CSL prints such words, but pandoc leaves them out with the date.
    """
    if group.tag != f"{_TAG}group":
        return
    groups = [child for child in group if child.tag == f"{_TAG}group"]
    dates = [child for child in groups if {part.get("variable") for part in child.iter()} == {None, "accessed"}]
    dates = [child for child in dates if not any(part.get("macro") for part in child.iter())]
    for child in dates if len(groups) > len(dates) else ():
        group.remove(child)


def _complete_names(names: ElementTree.Element) -> None:
    """Put `name` before a label that is alone: pandoc would set such a label before the names instead of after them."""
    tags = [child.tag for child in names]
    if f"{_TAG}label" in tags and f"{_TAG}name" not in tags:
        names.insert(0, ElementTree.Element(f"{_TAG}name"))


def _print_number(citation: ElementTree.Element) -> None:
    """Replace how a style cites within a text, which a list of works never does, by what takes the least time."""
    citation.clear()
    layout = ElementTree.SubElement(citation, f"{_TAG}layout")
    ElementTree.SubElement(layout, f"{_TAG}text", {"variable": "citation-number"})
