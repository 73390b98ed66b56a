"""Measure what an editor waits for: completion, and problems after a keystroke, in a profile of ten thousand lines."""

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

import people
from measure import Size
from table import Row

_LINES = 10_000
_COMPLETION, _PROBLEMS = 100.0, 300.0
"""Milliseconds that a person does not notice, or hardly."""


def rows(size: Size, folder: Path) -> Iterator[Row]:
    import cvrender.cli  # noqa: F401  which makes Python's garbage collector run rarely, as in `cvrender lsp`
    from cvrender.run.language.completions import completions
    from cvrender.run.language.open_document import OpenDocument
    from cvrender.run.language.problems import problems
    from cvrender.run.language.symbols import symbols

    text = _profile(_LINES if size.warm else 100)
    lines, middle = text.count("\n"), text.index("\n", text.index("publications:") + len(text) // 2) + 1
    path = folder / "profiles" / "nobody.yaml"

    def after_keystroke(number: int, typed: str) -> tuple[OpenDocument, int]:
        """The text with something typed in the middle, which differs in each run."""
        added = f"    note: {number}\n    {typed}"
        return OpenDocument(path, text[:middle] + added + "\n" + text[middle:]), middle + len(added)

    completions(*after_keystroke(0, "t"))
    wanted: dict[str, tuple[float | None, Callable[[OpenDocument, int], object], str]] = {
        "completion of a key": (_COMPLETION, completions, "t"),
        "completion of a tag": (_COMPLETION, completions, "tags: [s"),
        "problems, one of YAML": (_PROBLEMS, lambda document, _: problems(document, with_lint=False), "t"),
        "problems, one of a key": (_PROBLEMS, lambda document, _: problems(document, with_lint=False), "titel: x"),
        "problems, none": (_PROBLEMS, lambda document, _: problems(document, with_lint=False), "tags: [selected]"),
        "symbols": (None, lambda document, _: symbols(document), "t"),
    }
    for what, (target, work, typed) in wanted.items():
        took = []
        for number in range(1, size.runs + 1):
            document, offset = after_keystroke(number, typed)
            start = perf_counter()
            work(document, offset)
            took.append((perf_counter() - start) * 1000)
        assert statistics.median(took) > 0
        yield Row(f"editor, {lines:,} lines: {what}", took, "ms", target)


def _profile(lines: int) -> str:
    count = 1
    while (text := people.profile(1, count)).count("\n") < lines:
        count = max(count + 1, count * lines // text.count("\n"))
    return text
