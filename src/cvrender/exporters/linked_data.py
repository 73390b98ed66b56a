"""Write the person and the publications as JSON-LD in the vocabulary of https://schema.org."""

import json

from cvrender.exporters.shown import Shown
from cvrender.targets.html.linked_data import linked_data


def write(shown: Shown) -> str:
    """Return the same data that a web page contains, as a file of its own."""
    return json.dumps(json.loads(linked_data(shown.document)), ensure_ascii=False, indent=2) + "\n"
