"""Read XML as elements with their places: no entities of the file's own, nothing from outside, limits on depth and number.

expat reads (https://docs.python.org/3/library/pyexpat.html); a document type may be named, as DBLP's files do, but not defined:
so nothing expands. Entities that such a type would define are those of HTML.
"""

import html
from dataclasses import dataclass, field
from typing import Any, NoReturn
from xml.parsers import expat

from cvrender.errors import InputError, Problem
from cvrender.formats.syntax.clean import LIMITS, MAX_DEPTH, clean
from cvrender.load.locations import Location
from cvrender.load.reader import Source
from cvrender.model.convert import DataPath

TEXT = "#text"
"""The key of an element's text among its attributes (`@name`) and children."""


@dataclass(slots=True)
class XmlElement:
    """An element: its name without a prefix, its namespace, attributes, and what it holds in order."""

    name: str
    namespace: str
    attributes: dict[str, str]
    place: Location
    content: "list[str | XmlElement]" = field(default_factory=list)

    @property
    def children(self) -> "list[XmlElement]":
        """Return the elements in it."""
        return [part for part in self.content if isinstance(part, XmlElement)]

    @property
    def has_text(self) -> bool:
        """Return whether it contains characters besides blanks."""
        return any(isinstance(part, str) and part.strip() for part in self.content)

    @property
    def text(self) -> str:
        """Return the characters of the element itself."""
        return clean("".join(part for part in self.content if isinstance(part, str)).strip())

    def markup(self) -> str:
        """Return the content as HTML: characters escaped, elements as tags without attributes."""
        parts = (html.escape(part, quote=False) if isinstance(part, str) else part.tagged() for part in self.content)
        return clean("".join(parts).strip())

    def tagged(self) -> str:
        """Return the same between its own tags."""
        return f"<{self.name}>{self.markup()}</{self.name}>"


def read_xml(raw: bytes, file: str, encoding: str | None = None) -> XmlElement:
    """Read an XML file; return its root. Raises InputError where it is not XML, too large or deep, or defines entities.

    `encoding` is used instead of the one that the file declares.
    """
    builder = _Builder(file, encoding)
    try:
        builder.parser.Parse(raw, True)
    except expat.ExpatError as error:
        message = f"is not XML here: {expat.ErrorString(error.code)}"
        raise InputError([Problem(message, file, error.lineno, error.offset + 1, code="bad-syntax")]) from None
    except (UnicodeError, LookupError, ValueError) as error:
        raise InputError([Problem(f"is not XML that can be read: {error}", file, code="bad-syntax")]) from None
    if builder.root is None:
        raise InputError([Problem("is not XML: it has no element", file, code="bad-syntax")])
    return builder.root


class _Builder:
    def __init__(self, file: str, encoding: str | None) -> None:
        self.file = file
        self.root: XmlElement | None = None
        self.open: list[XmlElement] = []
        self.count = 0
        self.parser = expat.ParserCreate(encoding, namespace_separator="\n")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda name: self.open.pop()
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.SkippedEntityHandler = self._skipped

    def _stop(self, message: str) -> NoReturn:
        raise InputError([Problem(message, *self._place(), code="bad-syntax")])

    def _place(self) -> Location:
        return self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _doctype(self, name: str, system: str | None, public: str | None, has_internal: int) -> None:
        if has_internal:
            self._stop("defines a document type of its own, which is not read")

    def _entity(self, *_: Any) -> None:
        self._stop("defines an entity, which is not read")

    def _skipped(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self._text(html.unescape(f"&{name};"))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1 + len(attributes)
        if self.count > LIMITS.values:
            self._stop(f"contains more than {LIMITS.values:,} elements")
        if len(self.open) >= MAX_DEPTH:
            self._stop(f"is nested more than {MAX_DEPTH} deep")
        namespace, _, local = name.rpartition("\n")
        attributes_read = {key.rpartition("\n")[2]: clean(value) for key, value in attributes.items()}
        element = XmlElement(local, namespace, attributes_read, self._place())
        if self.open:
            self.open[-1].content.append(element)
        else:
            self.root = element
        self.open.append(element)

    def _text(self, text: str) -> None:
        if self.open:
            self.open[-1].content.append(text)


def as_source(root: XmlElement, file: str, lists: frozenset[str] = frozenset()) -> Source:
    """Convert an element to plain data: a text, or a mapping of attributes, children and text.

    Children of one name are a list where there are several, and always if their name is one of `lists`. Text that has elements
    among it is HTML.
    """
    values: dict[DataPath, Location] = {}
    data = _as_data(root, (), values, lists)
    return Source(file, data if isinstance(data, dict) else {TEXT: data} if data else {}, {}, values)


def element_text(value: Any) -> str:
    """Return the text of an element that was read as data, with or without attributes; "" if it has none."""
    text = value.get(TEXT) if isinstance(value, dict) else value
    return text.strip() if isinstance(text, str) else ""


def _as_data(element: XmlElement, path: DataPath, values: dict[DataPath, Location], lists: frozenset[str]) -> Any:
    values[path] = element.place
    if element.has_text and element.children:
        data: dict[str, Any] = {TEXT: element.markup()}
    elif not element.children:
        if not element.attributes:
            return element.text
        data = {TEXT: element.text} if element.text else {}
    else:
        data = {}
        named: dict[str, list[XmlElement]] = {}
        for child in element.children:
            named.setdefault(child.name, []).append(child)
        for name, parts in named.items():
            if len(parts) > 1 or name in lists:
                data[name] = [_as_data(part, (*path, name, index), values, lists) for index, part in enumerate(parts)]
            else:
                data[name] = _as_data(parts[0], (*path, name), values, lists)
    return {**{f"@{key}": value for key, value in element.attributes.items()}, **data}
