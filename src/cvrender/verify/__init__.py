"""An artefact and its Document in, Findings out: what was made is read back and held against the data.

docs/checks.md says in words what each check looks at.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from cvrender.verify.base import Evidence, Finding
from cvrender.verify.leaves import Expected

__all__ = ["CHECKS", "Check", "Evidence", "Expected", "Finding", "load_checks", "verify"]

_ALL = frozenset({"tex", "pdf", "md", "docx", "html", "txt"})


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, which is its module's, the targets that it looks at, and what it asserts."""

    name: str
    targets: frozenset[str]
    asserts: str

    def run(self, evidence: Evidence) -> Iterator[Finding]:
        """What is wrong with the artefact."""
        found: Iterator[Finding] = self.module.check(evidence)
        return found

    @property
    def module(self) -> ModuleType:
        """Where it is written down; imported when it is first needed."""
        return import_module(f"cvrender.verify.{self.name}")


CHECKS = (
    Check("syntax", _ALL, "the file is sound, and Markdown read back has the same bold, italics and code"),
    Check("content", _ALL, "every string of the Document, whole and in order, with its number, and nothing else"),
    Check("links", _ALL, "every link's target, whole and in order; only pages, mail and telephones"),
    Check("reading", _ALL, "no odd characters, the name first, headings alone, dates beside entries, contacts as links"),
    Check("layout", frozenset({"pdf"}), "nothing outside of its page or too wide, no heading alone at a page's foot"),
    Check("fonts", frozenset({"pdf"}), "every font in the file, every glyph known as a character"),
    Check("metadata", frozenset({"pdf", "docx", "html"}), "title, author, language, subject and keywords"),
    Check("length", frozenset({"pdf"}), "no more pages than the view asks for"),
    Check("withheld", _ALL, "nothing that the view withholds"),
)
"""Every check, in the order in which they run."""


def load_checks(target: str) -> None:
    """Import the checks of a target ahead of time."""
    for check in CHECKS:
        if target in check.targets:
            check.module  # noqa: B018


def verify(evidence: Evidence) -> list[Finding]:
    """Run all checks of the target. What cannot be read at all is one finding."""
    try:
        evidence.reading  # noqa: B018  (read once, for all checks)
    except ValueError as error:
        return [Finding(str(error))]
    return [finding for check in CHECKS if evidence.target in check.targets for finding in check.run(evidence)]
