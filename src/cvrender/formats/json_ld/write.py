"""Write what a view shows as JSON-LD in the vocabulary of https://schema.org: the same data that a web page contains."""

import json
import re

from cvrender.formats.bibliographies import with_bibtex
from cvrender.formats.shown import Shown
from cvrender.targets.html.linked_data import linked_data


def write(shown: Shown) -> str:
    """Return the data as a file of its own, which no text in it can end where a page contains it."""
    text = json.dumps(json.loads(linked_data(with_bibtex(shown.document))), ensure_ascii=False, indent=2)
    return re.sub("[<>&\u2028\u2029\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"
