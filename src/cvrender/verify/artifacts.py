"""Check artifacts, and report discrepancies as Problems of the profile's fields.

Artifacts that fail are not output: the error carries them, so that they can be written next to the output for inspection.
"""

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from cvrender.errors import ArtifactError, CvrenderError, File, InputError, Problem, ToolError, is_lack_of_resources
from cvrender.load.reader import Source, parse_path
from cvrender.model.document import Attachment, Document
from cvrender.model.expressions import expression
from cvrender.model.view import View
from cvrender.targets.base import Target, TargetOutput

if TYPE_CHECKING:  # checks are imported on first use
    from cvrender.targets.comparison.checks import Discrepancy
    from cvrender.targets.comparison.leaves import Expected

WORD = expression(r"[^\W\d_]+")


class ArtifactChecks:
    """The checks of the artifacts of one Document; `source` is the profile's. It is thread-safe.

    `attachments` are the files that artifacts should carry, and `attached_to` finds those that one carries.
    """

    def __init__(
        self,
        document: Document,
        source: Source,
        view: View,
        thorough: bool = False,
        attachments: Sequence[Attachment] = (),
        attached_to: Callable[[bytes], Mapping[str, str]] = lambda artifact: {},
    ) -> None:
        self.document = document
        self.source = source
        self.view = view
        self.thorough = thorough
        self.attachments = attachments
        self.attached_to = attached_to
        self._lock = Lock()
        self._expected: Expected | None = None
        self._secrets: dict[str, str] = {}

    def list_expected(self) -> "Expected":
        """Return the expected content, which the first thread that needs it lists for all."""
        with self._lock:
            if self._expected is None:
                from cvrender.targets.comparison.leaves import Expected
                from cvrender.verify.identity import identity
                from cvrender.verify.privacy import secrets

                self._secrets = secrets(self.source.data, self.view.privacy)
                if self.view.anonymous:
                    self._secrets |= identity(self.source.data)
                self._expected = Expected(self.document)
            return self._expected

    def preload(self) -> None:
        """Import the checks and list the expected content."""
        from cvrender import verify  # noqa: F401

        self.list_expected()

    def check(self, target: Target, output: TargetOutput) -> list[Problem]:
        """Check a target's output and return warnings. Raises ArtifactError for errors."""
        from cvrender.targets.comparison.checks import CheckContext
        from cvrender.verify import verify

        artifact = output.artifacts[0]
        expected = self.list_expected().of(target.traits)
        context = CheckContext(
            artifact.content,
            expected,
            lambda content: target.read(content if output.readable is None else output.readable),
            target.traits,
            source=output.source,
            log=output.log,
            pages=self.view.pages[1] if self.view.pages else None,
            thorough=self.thorough,
            secrets=self._secrets,
            attachments={item.media_type: item.text for item in self.attachments} if target.traits.carries else {},
            attached=self.attached_to,
            anonymous=self.view.anonymous,
        )
        problems = [self._problem(artifact.name, discrepancy) for discrepancy in verify(context, target.checks)]
        problems += [problem for item in output.artifacts for problem in self._revealing_name(item.name)]
        if any(problem.severity == "error" for problem in problems):
            reasons = "".join(f"{problem}\n" for problem in problems)
            failed = [(artifact.name, artifact.content), (f"{artifact.name}.txt", reasons.encode())]
            if context.log:
                failed.append((f"{artifact.name}.log", context.log.encode()))
            raise ArtifactError(problems, failed=failed)
        return problems

    def _revealing_name(self, name: str) -> Iterator[Problem]:
        """Yield warnings for words of the person's name in the name of a file of an anonymous view."""
        from cvrender.verify.identity import name_words

        words = name_words(self.source.data) & set(WORD.findall(name.casefold())) if self.view.anonymous else ()
        for word in sorted(words):
            message = f'"{word}" in the name of the file may tell who it is, in an anonymous view'
            hint = "rename the view or the style"
            yield Problem(message, name, hint=hint, severity="warning", code="not-anonymous")

    def _problem(self, name: str, discrepancy: "Discrepancy") -> Problem:
        """Convert a discrepancy to a Problem of its field, or of the artifact if it has none."""
        if not discrepancy.source:
            return Problem(discrepancy.message, name, hint=discrepancy.hint, severity=discrepancy.severity, code=discrepancy.code)
        message = f"{name}: {discrepancy.message}"
        return self.source.problem(
            parse_path(discrepancy.source), message, discrepancy.hint, severity=discrepancy.severity, code=discrepancy.code
        )


@contextmanager
def named_errors(file: str, stem: str = "cvrender") -> Iterator[None]:
    """Raise ToolError instead of what a library raises and nobody expects, with the traceback as the file `STEM.traceback.txt`.

    `file` is the profile. Errors for lack of memory pass, since every stage can meet it and the command line reports it.
    """
    try:
        yield
    except (CvrenderError, MemoryError, ImportError):
        raise
    except Exception as error:
        if is_lack_of_resources(error):
            raise ToolError([Problem(f"cannot be rendered: {error}", file, code="tool-failed")]) from error
        message = f"{type(error).__name__}: {error}"
        hint = "this is a bug of cvrender: please report it; the other targets may work"
        report = (f"{stem}.traceback.txt", "".join(traceback.format_exception(error)).encode())
        raise ToolError([Problem(message, file, hint=hint, code="internal-error")], failed=[report]) from error


def combine_errors(errors: Sequence[CvrenderError], passed: Iterable[File]) -> CvrenderError:
    """Combine errors to one with the highest exit code, and with the files of the targets that passed."""
    exit_code = max(error.exit_code for error in errors)
    kind = next(kind for kind in (InputError, ToolError, ArtifactError) if kind.exit_code == exit_code)
    problems = dict.fromkeys(problem for error in errors for problem in error.problems)
    return kind(problems, passed, [file for error in errors for file in error.failed])
