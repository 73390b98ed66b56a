"""Convert values of XML that was read as data: an element with attributes is a mapping, one without them a text."""

from typing import Any

from cvrender.formats.rearrange import as_list
from cvrender.formats.syntax.xml_syntax import element_text
from cvrender.formats.table import Converter
from cvrender.formats.values import html_text
from cvrender.formats.values.names import last_first, people_of


def of_element(inner: Converter) -> Converter:
    """Make a converter of an element's text; an element without text gives nothing."""
    return Converter(lambda value: inner.read(text) if (text := element_text(value)) else None)


def _line(value: Any) -> str | None:
    text = element_text(value)
    return html_text.inline_markdown(text) or None


def _title(value: Any) -> str | None:
    line = _line(value)
    return line.removesuffix(".") if line and not line.endswith("..") else line


def _names(values: Any) -> list[Any] | None:
    return people_of(last_first(name) for value in as_list(values) if (name := element_text(value)))


LINE = Converter(_line)
"""A line in which other elements, such as `<i>`, may be."""
TITLE = Converter(_title)
"""The same without the full stop that databases put behind titles."""
LAST_FIRST = Converter(_names)
"""Elements whose texts are names such as `Last, First`."""
