"""Remove from a citation style what a CV decides itself: order, numbers, and what tells works in a text apart.

The style of the file is not changed. Names of elements and attributes are those of CSL 1.0.2:
https://docs.citationstyles.org/en/stable/specification.html
"""

from functools import lru_cache
from xml.etree import ElementTree

from cvrender.library.citation_styles import NAMESPACE

_TAG = f"{{{NAMESPACE}}}"
_CITATION = {
    "disambiguate-add-year-suffix",
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
    if not et_al or not any("et-al-min" in element.attrib for element in root.iter()):
        root.attrib |= _NEVER
    bibliography, citation = root.find(f"{_TAG}bibliography"), root.find(f"{_TAG}citation")
    assert bibliography is not None  # `find_citation_style` has checked it
    for sort in bibliography.findall(f"{_TAG}sort"):
        bibliography.remove(sort)
    if citation is not None:
        _print_number(citation)
    return ElementTree.tostring(root, encoding="unicode")


def _is_ours(element: ElementTree.Element) -> bool:
    return element.tag in (f"{_TAG}text", f"{_TAG}number") and element.get("variable") in _OURS


def _complete_names(names: ElementTree.Element) -> None:
    """Put `name` before a label that is alone: pandoc would set such a label before the names instead of after them."""
    tags = [child.tag for child in names]
    if f"{_TAG}label" in tags and f"{_TAG}name" not in tags:
        names.insert(0, ElementTree.Element(f"{_TAG}name"))


def _print_number(citation: ElementTree.Element) -> None:
    """Replace how a style cites within a text, which a CV never does, by what takes the least time."""
    citation.clear()
    layout = ElementTree.SubElement(citation, f"{_TAG}layout")
    ElementTree.SubElement(layout, f"{_TAG}text", {"variable": "citation-number"})
