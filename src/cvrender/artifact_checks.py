"""Check artifacts, and turn what is wrong with them into Problems of the profile's fields.

What fails its checks is no output: it travels in the error, to be kept next to the outputs for whoever wants to look.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING

from cvrender.errors import ArtifactError, CvrenderError, File, InputError, Problem, TexError, ToolError
from cvrender.load.reader import Source, parse_path
from cvrender.model.document import Document
from cvrender.model.view import View
from cvrender.targets.base import Made, Target, TexSource

if TYPE_CHECKING:  # the checks are imported when there is something to check
    from cvrender.verify.base import Discrepancy
    from cvrender.verify.leaves import Expected


class ArtifactChecks:
    """The checks of the artifacts of one Document; `source` is the profile's. Several threads may use them."""

    def __init__(self, document: Document, source: Source, view: View, thorough: bool = False) -> None:
        self.document = document
        self.source = source
        self.view = view
        self.thorough = thorough
        self._lock = Lock()
        self._expected: Expected | None = None
        self._secrets: dict[str, str] = {}

    @property
    def expected(self) -> "Expected":
        """What each artifact has to say; gathered once, by the first thread that asks."""
        with self._lock:
            if self._expected is None:
                from cvrender.verify.leaves import Expected
                from cvrender.verify.privacy import secrets

                self._secrets = secrets(self.source.data, self.view.privacy)
                self._expected = Expected(self.document)
            return self._expected

    def get_ready(self) -> None:
        """Import the checks, and gather what they compare with."""
        from cvrender import verify  # noqa: F401

        self.expected  # noqa: B018

    def check(self, target: Target, made: Made, tex: str = "") -> list[Problem]:
        """Check what a target made; `tex` is the marked LaTeX, where there is any.

        Returns warnings; raises ArtifactError for errors.
        """
        from cvrender.verify import verify
        from cvrender.verify.base import Evidence

        artifact, expected = made.artifacts[0], self.expected
        evidence = Evidence(
            artifact.content,
            expected,
            lambda content: target.read(content if made.readable is None else made.readable),
            target.traits,
            source=tex,
            log=made.log,
            pages=self.view.pages,
            thorough=self.thorough,
            secrets=self._secrets,
        )
        problems = [self._problem(artifact.name, found) for found in verify(evidence, target.checks)]
        if any(problem.severity == "error" for problem in problems):
            reasons = "".join(f"{problem}\n" for problem in problems)
            kept = [(artifact.name, artifact.content), (f"{artifact.name}.txt", reasons.encode())]
            if evidence.log:
                kept.append((f"{artifact.name}.log", evidence.log.encode()))
            raise ArtifactError(problems, failed=kept)
        return problems

    def _problem(self, name: str, found: "Discrepancy") -> Problem:
        """A discrepancy as a Problem of the profile's field, or of the artifact where it is about no field."""
        if not found.source:
            return Problem(found.message, name, hint=found.hint, severity=found.severity)
        message = f"{name}: {found.message}"
        return self.source.problem(parse_path(found.source), message, found.hint, severity=found.severity)


def explained(error: TexError, tex: TexSource, stem: str, expected: "Expected", source: Source) -> ToolError:
    """A failure of TeX, at the field of the profile at which it stopped; the log and the .tex travel with it."""
    from cvrender.targets.tex.read import read
    from cvrender.verify.locate import locate

    leaf = locate(read(tex.marked.encode()), expected, error.line) if error.line else None
    problems = error.problems
    if leaf:
        path = parse_path(leaf.source)
        problems = tuple(source.problem(path, problem.message, problem.hint) for problem in problems)
    reasons = "".join(f"{problem}\n" for problem in problems)
    kept = [(f"{stem}.pdf.txt", reasons.encode()), (f"{stem}.pdf.log", error.log.encode()), (f"{stem}.tex", tex.source.encode())]
    return ToolError(problems, failed=kept)


def unsettable(characters: Mapping[str, str], source: Source) -> InputError:
    """An error for each character that no font has, at the field where it first stands."""

    def problem(char: str, path: str) -> Problem:
        name = unicodedata.name(char, "unnamed").lower()
        message = f'the character "{char}" (U+{ord(char):04X}, {name}) is in no font here and cannot be typeset'
        return source.problem(parse_path(path), message, "leave it out, or render only md and docx")

    return InputError(problem(char, path) for char, path in characters.items())


def combined(errors: Sequence[CvrenderError], passed: Iterable[File]) -> CvrenderError:
    """All errors as one, of the kind with the highest exit code; each problem once. With errors in the input nothing passed."""
    exit_code = max(error.exit_code for error in errors)
    kind = next(kind for kind in (InputError, ToolError, ArtifactError) if kind.exit_code == exit_code)
    problems = dict.fromkeys(problem for error in errors for problem in error.problems)
    wrong_input = any(error.exit_code == InputError.exit_code for error in errors)
    return kind(problems, () if wrong_input else passed, [file for error in errors for file in error.failed])
