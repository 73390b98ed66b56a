"""Verify an artifact: compare what was read back with its Document.

docs/checks.md explains each check. These checks apply to every target; each target has others of its own.
"""

from collections.abc import Mapping

from cvrender.targets.comparison.checks import Check, CheckContext, Discrepancy
from cvrender.verify import content, links, reading, withheld

CHECKS: Mapping[str, Check] = {
    "content": content.check,
    "links": links.check,
    "reading": reading.check,
    "metadata": content.check_metadata,
    "withheld": withheld.check,
    "attachments": withheld.check_attachments,
}
"""The checks of every target by name, in order; those of the target itself run first."""


def verify(context: CheckContext, own: Mapping[str, Check]) -> list[Discrepancy]:
    """Run the target's own checks, then the common ones. An unreadable file is a single discrepancy."""
    if context.unreadable:
        return [Discrepancy(context.unreadable, code="bad-artifact")]
    return [discrepancy for check in (*own.values(), *CHECKS.values()) for discrepancy in check(context)]
