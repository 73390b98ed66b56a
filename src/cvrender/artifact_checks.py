"""Check artifacts, and report discrepancies as Problems of the profile's fields.

Artifacts that fail are not output: the error carries them, so that they can be written next to the output for inspection.
"""

import traceback
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from cvrender.errors import ArtifactError, CvrenderError, File, InputError, Problem, TexError, ToolError
from cvrender.language.shaped import SHAPED_SCRIPTS
from cvrender.load.reader import Source, parse_path
from cvrender.model.document import Document
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.model.view import View
from cvrender.targets.base import Attachment, Target, TargetOutput, TexSource

if TYPE_CHECKING:  # checks are imported on first use
    from cvrender.verify.base import Discrepancy
    from cvrender.verify.leaves import Expected


class ArtifactChecks:
    """The checks of the artifacts of one Document; `source` is the profile's. It is thread-safe."""

    def __init__(
        self, document: Document, source: Source, view: View, thorough: bool = False, attachments: Sequence[Attachment] = ()
    ) -> None:
        self.document = document
        self.source = source
        self.view = view
        self.thorough = thorough
        self.attachments = attachments
        self._lock = Lock()
        self._expected: Expected | None = None
        self._secrets: dict[str, str] = {}

    @property
    def expected(self) -> "Expected":
        """The expected content, listed once by the first thread that needs it."""
        with self._lock:
            if self._expected is None:
                from cvrender.verify.identity import identity
                from cvrender.verify.leaves import Expected
                from cvrender.verify.privacy import secrets

                self._secrets = secrets(self.source.data, self.view.privacy)
                if self.view.anonymous:
                    self._secrets |= identity(self.source.data)
                self._expected = Expected(self.document)
            return self._expected

    def preload(self) -> None:
        """Import the checks and list the expected content."""
        from cvrender import verify  # noqa: F401

        self.expected  # noqa: B018

    def check(self, target: Target, output: TargetOutput, tex: str = "") -> list[Problem]:
        """Check a target's output and return warnings; `tex` is the marked LaTeX, if any. Raises ArtifactError for errors."""
        from cvrender.verify import verify
        from cvrender.verify.base import CheckContext

        artifact = output.artifacts[0]
        expected = self.expected.of(target.traits)
        context = CheckContext(
            artifact.content,
            expected,
            lambda content: target.read(content if output.readable is None else output.readable),
            target.traits,
            source=tex,
            log=output.log,
            pages=self.view.pages,
            thorough=self.thorough,
            secrets=self._secrets,
            attachments={item.media_type: item.text for item in self.attachments} if target.traits.carries else {},
        )
        problems = [self._problem(artifact.name, discrepancy) for discrepancy in verify(context, target.checks)]
        if any(problem.severity == "error" for problem in problems):
            reasons = "".join(f"{problem}\n" for problem in problems)
            failed = [(artifact.name, artifact.content), (f"{artifact.name}.txt", reasons.encode())]
            if context.log:
                failed.append((f"{artifact.name}.log", context.log.encode()))
            raise ArtifactError(problems, failed=failed)
        return problems

    def _problem(self, name: str, found: "Discrepancy") -> Problem:
        """Convert a discrepancy to a Problem of its field, or of the artifact if it has none."""
        if not found.source:
            return Problem(found.message, name, hint=found.hint, severity=found.severity, code=found.code)
        message = f"{name}: {found.message}"
        return self.source.problem(parse_path(found.source), message, found.hint, severity=found.severity, code=found.code)


def explain_tex_error(error: TexError, tex: TexSource, stem: str, expected: "Expected", source: Source) -> ToolError:
    """Return TeX's error at the field where it stopped, with the log and the .tex."""
    from cvrender.targets.tex.read import read
    from cvrender.verify.locate import SourceLines

    leaf = SourceLines(read(tex.marked.encode()), expected).at(error.line, error.line) if error.line else None
    problems = [replace(problem, file=problem.file or f"{stem}.pdf") for problem in error.problems]
    if leaf:
        path = parse_path(leaf.source)
        problems = [source.problem(path, problem.message, problem.hint, code=problem.code) for problem in problems]
    reasons = "".join(f"{problem}\n" for problem in problems)
    failed = [
        (f"{stem}.pdf.txt", reasons.encode()),
        (f"{stem}.pdf.log", error.log.encode()),
        (f"{stem}.tex", tex.source.encode()),
    ]
    return ToolError(problems, failed=failed)


def missing_glyphs_error(characters: Mapping[str, str], source: Source) -> InputError:
    """Return an error for each script that has characters which no font has, at the field where the first one occurs."""
    scripts: dict[str, list[str]] = {}
    for char in characters:
        scripts.setdefault(_script(char), []).append(char)

    def problem(script: str, found: list[str]) -> Problem:
        shown = " ".join(f'"{char}" (U+{ord(char):04X}, {unicodedata.name(char, "unnamed").lower()})' for char in found[:1])
        message = f"no font has the character {shown}"
        if len(found) > 1:
            message += f" and {len(found) - 1} other{'s' * (len(found) > 2)} of {script}"
        known = next((f"{shaped.installing}, " for shaped in SHAPED_SCRIPTS if shaped.name == script), "")
        hint = f"{known}remove it, or render only md, docx, html and txt"
        return source.problem(parse_path(characters[found[0]]), message, hint, code="no-glyph")

    return InputError(problem(script, found) for script, found in scripts.items())


def other_family(style: Style, instead: str) -> list[Problem]:
    """Return a warning that a document is not set in the family that its options name, unless that is the default."""
    option = style.options.get("font")
    if option is None or style.font == option.default:
        return []
    message = f'most words have letters that the font "{style.font}" lacks; the PDF is set in {instead}'
    hint = f"choose a family that has them, or font: {instead}"
    return [Problem(message, path="options.font", hint=hint, severity="warning", code="font-replaced")]


def _script(char: str) -> str:
    """Return the first word of the character's name, which is the script for letters: `Thai`; or `the symbols`."""
    first = unicodedata.name(char, "").partition(" ")[0].capitalize()
    return first if unicodedata.category(char)[0] in "LM" and first else "the symbols"


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
