"""Verify an artifact: what was made is read back and compared with its Document.

docs/checks.md says in words what each check looks at. These are for every target; each target has more of its own.
"""

from collections.abc import Iterable

from cvrender.verify import content, links, metadata, reading, withheld
from cvrender.verify.base import Check, Discrepancy, Evidence

CHECKS = (
    Check("content", "every string of the Document, whole and in order, with its number, and nothing else", content.check),
    Check("links", "every link's target, whole and in order; only pages, mail and telephones", links.check),
    Check("reading", "no odd characters, the name first, headings alone, dates beside entries, contacts as links", reading.check),
    Check("metadata", "title, author, language, subject and keywords, where the format has them", metadata.check),
    Check("withheld", "nothing that the view withholds", withheld.check),
)
"""The checks of every target, in the order in which they run; those of the target itself come first."""


def verify(evidence: Evidence, own: Iterable[Check] = ()) -> list[Discrepancy]:
    """Run the target's own checks, then those of every target. What cannot be read at all is one discrepancy."""
    try:
        evidence.reading  # noqa: B018  (read once, for all checks)
    except ValueError as error:
        return [Discrepancy(str(error))]
    return [found for check in (*own, *CHECKS) for found in check.run(evidence)]
