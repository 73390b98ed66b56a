"""What the tests of the checks share: made artefacts with their Documents, and a short way to check something."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from cvrender.emit import html, text
from cvrender.pipeline import Job, load_profile
from cvrender.verify import Evidence, Expected, Finding, verify

ROOT = Path(__file__).parents[2]


class Made:
    """A profile in a view and style, and its targets, each made when it is first asked for."""

    def __init__(self, profile: str, view: str = "full", style: str = "classic") -> None:
        self.job = Job(load_profile(ROOT / "profiles" / f"{profile}.yaml"), view, style)
        self.expected = Expected(self.job.document)

    @lru_cache(maxsize=8)  # noqa: B019  (as many as there are targets)
    def content(self, target: str) -> bytes:
        makers = {"tex": self.job.tex, "pdf": self.job.pdf, "md": self.job.markdown, "docx": self.job.docx}
        if target in makers:
            return makers[target]()[0].content
        made = html.render(self.job.document, self.job.style) if target == "html" else text.render(self.job.document)
        return made.encode()

    def evidence(self, target: str, content: bytes | None = None) -> Evidence:
        return Evidence(target, self.content(target) if content is None else content, self.expected)


@pytest.fixture(scope="session")
def made() -> Callable[..., Made]:
    return lru_cache(maxsize=32)(Made)


@pytest.fixture(scope="session")
def messages() -> Callable[..., list[str]]:
    """What is wrong with an artefact, as lines."""

    def find(evidence: Evidence, severity: str = "error") -> list[str]:
        found: list[Finding] = verify(evidence)
        return [finding.message for finding in found if finding.severity == severity]

    return find
