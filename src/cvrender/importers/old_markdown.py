"""Read an old CV that is a Markdown file."""

import re

from cvrender.importers.base import Format, Imported
from cvrender.importers.content import Content
from cvrender.importers.documents.office.read import read_document
from cvrender.importers.documents.prose import read_prose


def read(content: Content) -> Imported:
    """Read a document."""
    return read_prose(read_document(content, "markdown"))


def _detects(content: Content) -> bool:
    if content.begins != "text" or "\0" in content.text[:4_000]:
        return False
    if re.search(r"^@\w+\s*\{|^TY  - |^PMID- ", content.text[:20_000], re.MULTILINE):
        return False
    if content.file.casefold().endswith((".yaml", ".yml")) or content.yaml_keys:
        return False
    is_named = content.file.casefold().endswith((".md", ".markdown", ".txt"))
    return is_named or bool(re.search(r"^#{1,3} \S", content.text[:200_000], re.MULTILINE))


FORMAT = Format("markdown", "Markdown", _detects, read)
