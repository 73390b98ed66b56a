"""Render an application: each part, then the whole; what fails stops nothing else."""

from collections.abc import Sequence
from pathlib import Path

from cvrender.application.parts import PartRenderer, RenderedPart
from cvrender.citations.item import name_of
from cvrender.compose.people import shown_names
from cvrender.errors import CvrenderError, File, InputError, Problem
from cvrender.library import find_style, find_terms
from cvrender.load.reader import Source, load
from cvrender.model.application import Application, ApplicationPart
from cvrender.model.document import Properties
from cvrender.model.value import Record, field, replace
from cvrender.pipeline import load_profile
from cvrender.request import LoadedProfile, RenderRequest
from cvrender.targets.base import Artifact
from cvrender.targets.pdf.merge import merge
from cvrender.targets.pdf.read import lines_by_page
from cvrender.tools.filename import file_name
from cvrender.validate import as_model

INCOMPLETE = "incomplete"
"""The end of the name of a whole that lacks parts."""


class LoadedApplication(Record):
    """The file of an application."""

    source: Source
    content: Application


class RenderedApplication(Record):
    """The files of an application, those that failed, all Problems, and the exit code."""

    artifacts: list[Artifact] = field(default_factory=list)
    failed: list[File] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    exit_code: int = 0


def load_application(path: Path) -> LoadedApplication:
    """Read an application.yaml. Raises InputError."""
    source = load(path)
    return LoadedApplication(source, as_model(source, Application))


def render_application(request: RenderRequest, application: LoadedApplication) -> RenderedApplication:
    """Render the parts and the whole. The profile, style, language and targets of the request override those of the file.

    Raises InputError for errors in the profile.
    """
    content, source = application.content, application.source
    loaded = load_profile(request.profile)
    language = request.language or content.language or ""
    style = request.style or (content.style.name if content.style else "")
    options = tuple((key, str(value)) for key, value in content.style.options.items()) if content.style else ()
    targets = tuple(dict.fromkeys((*(request.targets or content.targets), "pdf")))
    request = replace(request, style=style, language=language, targets=targets, options=(*options, *request.options))
    renderer = PartRenderer(request, loaded, source, language or loaded.profile.language)
    made = RenderedApplication()
    parts: list[RenderedPart] = []
    for index, part in enumerate(content.parts):
        try:
            rendered = renderer.render(part, index)
            made.artifacts += _named(rendered, part, loaded, index, made.artifacts, source)
            parts.append(rendered)
            made.problems += rendered.warnings
        except CvrenderError as error:
            _fail(made, error)
    if parts:
        try:
            made.artifacts.append(_whole(parts, content, loaded, renderer.language, source))
        except CvrenderError as error:
            _fail(made, error)
    return made


def _fail(made: RenderedApplication, error: CvrenderError) -> None:
    made.problems += error.problems
    made.failed += error.failed
    made.exit_code = max(made.exit_code, error.exit_code)


def _named(
    rendered: RenderedPart,
    part: ApplicationPart,
    loaded: LoadedProfile,
    index: int,
    others: Sequence[Artifact],
    source: Source,
) -> list[Artifact]:
    """Return the single files under the names that the part gives. Raises InputError for a name that another part has."""
    stem = _filled(part.file, loaded, index + 1, rendered.title).removesuffix(".pdf") if part.file else ""
    made = []
    for artifact in rendered.artifacts:
        suffix = artifact.name.rpartition(".")[2]
        named = stem and suffix not in ("png", "jpeg", "ttf", "tfm", "enc", "sty")
        made.append(Artifact(f"{stem}.{suffix}", artifact.content) if named else artifact)
    known = {artifact.name: artifact.content for artifact in others}
    for artifact in made:
        if known.get(artifact.name, artifact.content) != artifact.content:
            hint = f'give the parts names with "file", such as {{family}}_{{given}}_{index + 1}.pdf'
            message = f'an earlier part has the file "{artifact.name}", too'
            raise InputError([source.problem(("parts", index), message, hint, code="same-output")])
    return [artifact for artifact in made if artifact.name not in known]


def _filled(pattern: str, loaded: LoadedProfile, number: int, title: str) -> str:
    """Return a file name of a pattern, with underscores for the spaces and dots of names."""
    person = loaded.profile.person
    name = name_of(person.name, person.variants)
    values = {"family": name.family or person.name, "given": name.given, "number": str(number), "part": title}
    filled = pattern.format(**{key: "_".join(value.replace(".", " ").split()) for key, value in values.items()})
    return file_name(filled)


def _whole(parts: Sequence[RenderedPart], content: Application, loaded: LoadedProfile, language: str, source: Source) -> Artifact:
    """Return the PDF of all parts. Raises ArtifactError if it has too many pages or differs from the parts."""
    from cvrender.errors import ArtifactError

    count = sum(part.pages for part in parts)
    name = _filled(content.file, loaded, 0, "").removesuffix(".pdf")
    if len(parts) < len(content.parts):
        name = f"{name}-{INCOMPLETE}"
    first, merged = 1, []
    for part in parts:
        merged.append(part.merged(first, count))
        first += part.pages
    person = loaded.profile.person
    author, _ = shown_names(person.name, person.native, language)
    words = find_terms(find_style("plain"), language).documents["application"]
    updated = str(loaded.profile.updated or "")
    pdf = merge(merged, Properties(f"{author} – {words}", author, language=language, modified=updated))
    problems = []
    if content.pages and count > content.pages:
        message = f"{count} pages; at most {content.pages} are allowed"
        problems.append(source.problem(("pages",), message, code="page-count"))
    pages = [line for part in merged for line in lines_by_page(part.content)]
    if lines_by_page(pdf) != pages:
        problems.append(Problem("a page differs from that of its part", f"{name}.pdf", code="text-changed"))
    if problems:
        raise ArtifactError(problems, failed=[(f"{name}.pdf", pdf)])
    return Artifact(f"{name}.pdf", pdf)
