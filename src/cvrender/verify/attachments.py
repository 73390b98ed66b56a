"""Check the data that an artifact carries."""

from collections.abc import Iterator

from cvrender.targets.comparison.checks import CheckContext, Discrepancy
from cvrender.targets.comparison.leaves import fold


def check(context: CheckContext) -> Iterator[Discrepancy]:
    """Check that importing the artifact finds the data that was attached, and that this contains nothing withheld."""
    if not context.attachments:
        return
    found = context.attached(context.content)
    for kind in sorted({*found, *context.attachments}):
        if found.get(kind) != context.attachments.get(kind):
            yield Discrepancy(f"the attached {kind} does not read back", code="bad-artifact")
    text = fold(" ".join(found.values()), False).casefold()
    for secret, source in context.secrets.items():
        if fold(secret, False).casefold() in text:
            hint = "check the privacy of the view and of this field"
            yield Discrepancy("attaches a text that the view withholds", source, hint, code="withheld-shown")
