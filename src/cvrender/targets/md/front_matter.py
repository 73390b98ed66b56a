"""Write and read the YAML at the beginning of a Markdown file, from which site generators take the title of a page.

`hugo` follows https://gohugo.io/content-management/front-matter/; `quarto` follows pandoc's variables
(https://pandoc.org/MANUAL.html#metadata-variables), where `author-meta` and `date-meta` are not printed; `from` says
that the file is GitHub Markdown.
"""

import json
import re
from typing import Any

from cvrender.model.document import Document

_FENCE = "---\n"
_Fields = dict[str, Any]


def fields(document: Document, generator: str) -> _Fields:
    """Return the fields for a generator, without empty ones; none for the generator `none`."""
    header, properties = document.header, document.properties
    title = " ".join(part for part in (header.name, header.native) if part)  # the body then begins without it
    by_generator: dict[str, _Fields] = {
        "hugo": {
            "title": title,
            "description": properties.subject,
            "keywords": list(properties.keywords),
            "lastmod": properties.modified,
        },
        "quarto": {
            "title": title,
            "pagetitle": properties.title,
            "author-meta": properties.author,
            "description": properties.subject,
            "keywords": list(properties.keywords),
            "lang": properties.language,
            "date-meta": properties.modified,
            "from": "gfm+yaml_metadata_block",
        },
    }
    clean = _without_shortcodes if generator == "quarto" else lambda value: value
    return {key: clean(value) for key, value in by_generator.get(generator, {}).items() if value}


def _without_shortcodes(value: Any) -> Any:
    """Return a text, or each of a list, with a backslash in what Quarto would run also here."""
    if isinstance(value, list):
        return [_without_shortcodes(part) for part in value]
    return re.sub(r"(?<=\{)\{(?=[<%])", r"\\{", value) if isinstance(value, str) else value


def write(document: Document, generator: str) -> str:
    """Return the front matter with its fences. Values are JSON, which is YAML too and has no indentation or type to mistake."""
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in fields(document, generator).items()]
    return f"{_FENCE}{''.join(lines)}{_FENCE}\n" if lines else ""


def split(source: str) -> tuple[_Fields, str]:
    """Return the fields of the front matter and the rest of a file. Raises ValueError if a value is not JSON."""
    end = source.find(f"\n{_FENCE}", len(_FENCE) - 1) if source.startswith(_FENCE) else -1
    if end < 0:
        return {}, source
    pairs = (line.partition(": ") for line in source[len(_FENCE) : end].splitlines() if line.strip())
    return {key: json.loads(value) for key, _, value in pairs}, source[end + 1 + len(_FENCE) :]
