"""Check that Markdown read back has the Document's emphasis."""

from collections.abc import Callable, Iterator

from cvrender.errors import shorten
from cvrender.model.text import Span
from cvrender.targets.comparison.checks import CheckContext, Discrepancy, is_utf8
from cvrender.targets.comparison.leaves import fold
from cvrender.targets.comparison.origin import origin_of
from cvrender.targets.md.front_matter import fields, split

_MARKS: dict[str, Callable[[Span], bool]] = {
    "bold": lambda span: span.bold,
    "italic": lambda span: span.italic,
    "code": lambda span: span.code,
}


def marks(context: CheckContext) -> Iterator[Discrepancy]:
    """Check that what is bold, italic or code in the Document is so in the rendered Markdown, in the same order."""
    for mark, has in _MARKS.items():
        runs = [fold(text, False) for kind, text in context.reading.runs if kind == mark]
        text = "\0".join(runs)
        position = 0
        for leaf in context.expected.leaves:
            for span in leaf.text.spans:
                expected = fold(span.text, False)
                if not has(span) or not expected or span.math or (span.code and mark != "code"):
                    continue
                start = text.find(expected, position)
                if start < 0:
                    yield Discrepancy(
                        f"{shorten(span.text)} is not {mark} in the rendered Markdown", leaf.source, code="text-changed"
                    )
                    return
                position = start + len(expected)


def front_matter_fields(context: CheckContext) -> Iterator[Discrepancy]:
    """Check that each value of the front matter is the Document's."""
    values = split(context.content.decode("utf-8", "replace"))[0]
    if values and values not in [fields(context.document, generator) for generator in ("hugo", "quarto")]:
        yield Discrepancy("the front matter is not that of the document", code="bad-metadata")


def places(context: CheckContext) -> Iterator[Discrepancy]:
    """Check that an anonymous file does not say from which profile it was made."""
    if context.anonymous and origin_of(context.content.decode("utf-8", "replace")):
        yield Discrepancy("the file tells the profile that it was made from, in an anonymous view", code="withheld-shown")


CHECKS = {"encoding": is_utf8, "places": places, "metadata": front_matter_fields, "syntax": marks}
