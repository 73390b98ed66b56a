"""A letter and a statement that return, and how changes are written in the tests of what returns."""

from pathlib import Path

from cvrender.load.reader import format_path
from cvrender.merge.proposals import Proposal

PROFILES = Path(__file__).parents[2] / "profiles"
LETTER = """\
profile: ada-example
date: 2026-11-22
to: [Search Committee, University of Nowhere]
salutation: Dear committee,
body:
  - I apply for the position.
  - I would be happy to visit.
"""
STATEMENT = """\
kind: research-statement
profile: ada-example
text: |
  My work is on storage that forgets.

  I will build more of it, and show that less is enough.

  - a first point
  - a second point
"""


def said(change: Proposal) -> str:
    """Return a change on one line."""
    path = format_path(change.path)
    if change.kind == "order":
        return f"{path} order {' '.join(map(str, change.new))}"
    if change.at is not None:
        return f"{path} +{change.at}" + (f" {change.new}" if isinstance(change.new, str) else "")
    if change.new is None:
        return f"{path} removed"
    return f"{path} = {change.new}"
