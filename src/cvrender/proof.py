"""An artefact and its Document in, its warnings out, or an error that carries the artefact and the reasons.

What fails its checks is no output: it travels in the error, to be kept beside the outputs for whoever wants to look.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cvrender.errors import ArtefactError, CvrenderError, File, InputError, Problem, ToolError
from cvrender.load import Source, read_path
from cvrender.model.document import Document
from cvrender.model.printed import Printed
from cvrender.model.view import View

if TYPE_CHECKING:  # the checks are imported when there is something to check
    from cvrender.build.tex import TexError
    from cvrender.verify import Evidence, Finding


def get_ready_for_pdf() -> None:
    """Import what checks a PDF; it takes as long as checking a short one, and nobody waits for it while TeX works."""
    from cvrender.read.pdf import load_libraries
    from cvrender.verify import load_checks

    load_libraries()
    load_checks("pdf")


class Prover:
    """Checks the artefacts of one Document; `source` is the profile's."""

    def __init__(self, document: Document, source: Source, view: View, thorough: bool = False) -> None:
        from cvrender.verify import Expected
        from cvrender.verify.privacy import secrets

        self.expected = Expected(document)
        self.source = source
        self.pages = view.pages
        self.secrets = secrets(source.data, view.privacy)
        self.thorough = thorough

    def prove(self, target: str, name: str, content: bytes, printed: Printed | None = None) -> list[Problem]:
        """Check one artefact; of a PDF, `printed` says how it was set. Returns warnings; raises ArtefactError for errors."""
        from cvrender.verify import Evidence

        source, log = (printed.source, printed.log) if printed else ("", "")
        evidence = Evidence(target, content, self.expected, source, log, self.pages, self.thorough, self.secrets)
        return _passed(name, evidence, self.source)


def _passed(name: str, evidence: "Evidence", source: Source) -> list[Problem]:
    from cvrender.verify import verify

    problems = [_problem(name, finding, source) for finding in verify(evidence)]
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        reasons = "".join(f"{problem}\n" for problem in problems)
        kept = [(name, evidence.content), (f"{name}.txt", reasons.encode())]
        if evidence.log:
            kept.append((f"{name}.log", evidence.log.encode()))
        raise ArtefactError(problems, failed=kept)
    return problems


def _problem(name: str, finding: "Finding", source: Source) -> Problem:
    """A finding as a Problem of the profile's field, or of the artefact where it is about no field."""
    if not finding.source:
        return Problem(finding.message, name, hint=finding.hint, severity=finding.severity)
    message = f"{name}: {finding.message}"
    return source.problem(read_path(finding.source), message, finding.hint, severity=finding.severity)


def explained(error: "TexError", tex: str, document: Document, source: Source, stem: str) -> ToolError:
    """A failure of TeX at the field of the profile that it stopped at; the log and the .tex travel with it."""
    from cvrender.verify import Expected
    from cvrender.verify.locate import locate

    leaf = locate(tex, Expected(document), error.line) if error.line else None
    problems = error.problems
    if leaf:
        path = read_path(leaf.source)
        problems = tuple(source.problem(path, problem.message, problem.hint) for problem in problems)
    reasons = "".join(f"{problem}\n" for problem in problems)
    kept = [(f"{stem}.pdf.txt", reasons.encode()), (f"{stem}.pdf.log", error.log.encode()), (f"{stem}.tex", tex.encode())]
    return ToolError(problems, failed=kept)


def together(errors: Sequence[CvrenderError], passed: Iterable[File]) -> CvrenderError:
    """All errors as one, of the kind that weighs most; each problem once. Where the input has errors nothing has passed."""
    exit_code = max(error.exit_code for error in errors)
    kind = next(kind for kind in (InputError, ToolError, ArtefactError) if kind.exit_code == exit_code)
    problems = dict.fromkeys(problem for error in errors for problem in error.problems)
    wrong_input = any(error.exit_code == InputError.exit_code for error in errors)
    return kind(problems, () if wrong_input else passed, [file for error in errors for file in error.failed])
