"""An artifact and its Document in, what is missing, altered, out of order or too much out."""

from collections.abc import Iterator

from cvrender.verify.align import Stray
from cvrender.verify.base import Discrepancy, Evidence, brief

_MOST = 20


def check(evidence: Evidence) -> Iterator[Discrepancy]:
    """Every string of the Document stands in the text of the artifact, whole and in order, and nothing else does."""
    alignment = evidence.alignment
    text = alignment.folded.text
    for stray in alignment.strays[:_MOST]:
        yield _finding(stray, text)
    if len(alignment.strays) > _MOST:
        yield Discrepancy(f"and {len(alignment.strays) - _MOST} more places where the text is not what the profile says")


def _finding(stray: Stray, text: str) -> Discrepancy:
    if stray.leaf is None:
        return Discrepancy(f"holds {brief(stray.text)}, which the profile does not say there")
    said = stray.leaf.text.plain
    if not stray.text:
        where = "stands at another place" if len(said) > 3 and said in text else "is missing"
        return Discrepancy(f"the {stray.leaf.kind} {brief(said)} {where}", stray.leaf.source)
    return Discrepancy(
        f"reads {brief(_around(stray.text, said))} instead of the {stray.leaf.kind} {brief(said)}", stray.leaf.source
    )


def _around(shown: str, said: str) -> str:
    """What is shown from the first difference on, with a little before it."""
    same = next((index for index, (a, b) in enumerate(zip(shown, said, strict=False)) if a != b), min(len(shown), len(said)))
    return shown if same < 40 else "…" + shown[same - 15 :]
