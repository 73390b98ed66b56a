"""Verify an artifact: compare what was read back with its Document.

docs/checks.md explains each check. These checks apply to every target; each target has others of its own.
"""

from collections.abc import Iterable

from cvrender.verify import content, links, metadata, reading, withheld
from cvrender.verify.base import Check, CheckContext, Discrepancy

CHECKS = (
    Check("content", "every text of the Document, complete and in order, with its number, and nothing else", content.check),
    Check("links", "every link target, complete and in order; only web pages, e-mail and telephone", links.check),
    Check("reading", "no special characters, name first, headings alone, dates next to entries, contacts linked", reading.check),
    Check("metadata", "title, author, language, subject and keywords, where the format has them", metadata.check),
    Check("withheld", "nothing that the view withholds", withheld.check),
)
"""The checks of every target, in order; those of the target itself run first."""


def verify(context: CheckContext, own: Iterable[Check] = ()) -> list[Discrepancy]:
    """Run the target's own checks, then the common ones. An unreadable file is a single discrepancy."""
    try:
        context.reading  # noqa: B018  (read once for all checks)
    except ValueError as error:
        return [Discrepancy(str(error))]
    return [discrepancy for check in (*own, *CHECKS) for discrepancy in check.run(context)]
