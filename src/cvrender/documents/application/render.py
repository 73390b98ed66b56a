"""Render an application: each part, then the whole; what fails stops nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cvrender.compose.people import shown_names
from cvrender.documents.application.parts import LoadedApplication, PartRenderer, RenderedPart, megabytes
from cvrender.documents.rows import TableRow, filled
from cvrender.errors import CvrenderError, File, InputError, Problem
from cvrender.load.library import find_style, find_terms
from cvrender.load.reader import Source, load
from cvrender.load.renamed import with_new_names
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.validate import as_model
from cvrender.merge.profile import load_profile
from cvrender.model.application import Application, ApplicationPart
from cvrender.model.document import Properties
from cvrender.model.names import parts_of_person
from cvrender.model.value import Record, field, replace
from cvrender.system.filename import file_name, readable_name
from cvrender.system.limited import read_within
from cvrender.targets.base import Artifact
from cvrender.targets.pdf.merge import MergedPart, merge
from cvrender.targets.pdf.read import lines_by_page

INCOMPLETE = "incomplete"
"""The end of the name of a whole that lacks parts."""


class RenderedApplication(Record):
    """The files of an application, those that failed, all Problems, and the exit code."""

    artifacts: list[Artifact] = field(default_factory=list)
    failed: list[File] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    exit_code: int = 0


def load_application(path: Path, row: TableRow | None = None) -> LoadedApplication:
    """Read an application.yaml, for a row of a table. Raises InputError."""
    source = with_new_names(filled(load(path), row), "application")
    return LoadedApplication(source, as_model(source, Application), row)


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
    renderer = PartRenderer(request, loaded, application, language or loaded.profile.language)
    words = _words(loaded, application)
    result = RenderedApplication()
    rendered: dict[int, RenderedPart] = {}
    for index, part in sorted(enumerate(content.parts), key=lambda item: item[1].contents):  # the table of contents is the last
        try:
            if part.contents:
                others = (rendered.get(number) for number in range(len(content.parts)) if number in (*rendered, index))
                one = renderer.contents(part, index, [(other.title, other.pages) if other else None for other in others])
            else:
                one = renderer.render(part, index)
            result.artifacts += _named(one, part, words, index, result.artifacts, source)
            rendered[index] = one
            result.problems += one.warnings
        except CvrenderError as error:
            _fail(result, error)
    if parts := [rendered[index] for index in sorted(rendered)]:
        try:
            result.artifacts.append(_apart(_whole(parts, words, loaded, renderer), result.artifacts, source))
        except CvrenderError as error:
            _fail(result, error)
    return result


def _fail(rendered: RenderedApplication, error: CvrenderError) -> None:
    rendered.problems += error.problems
    rendered.failed += error.failed
    rendered.exit_code = max(rendered.exit_code, error.exit_code)


def _named(
    rendered: RenderedPart,
    part: ApplicationPart,
    words: Mapping[str, str],
    index: int,
    others: Sequence[Artifact],
    source: Source,
) -> list[Artifact]:
    """Return the single files under the names that the part gives. Raises InputError for a name that another part has."""
    known = {artifact.name.casefold(): artifact.content for artifact in others}
    stems = _stems(part.file, words, index + 1, rendered.title) if part.file else [""]
    for stem in stems:  # the second one is less readable, but another part has the first one
        files = [_with_stem(artifact, stem) for artifact in rendered.artifacts]
        taken = [each for each in files if known.get(each.name.casefold(), each.content) != each.content]
        if not taken:
            return [artifact for artifact in files if artifact.name.casefold() not in known]
    hint = f'give the parts names with "file", such as {{family}}_{{given}}_{index + 1}.pdf'
    message = f'an earlier part has the file "{taken[0].name}", too'
    raise InputError([source.problem(("parts", index), message, hint, code="same-output")])


def _apart(whole: Artifact, others: Sequence[Artifact], source: Source) -> Artifact:
    """Return the whole. Raises InputError if a part has its name."""
    if whole.name.casefold() in {other.name.casefold() for other in others}:
        message = f'a part has the file "{whole.name}", too'
        raise InputError([source.problem(("file",), message, "give the whole another name", code="same-output")])
    return whole


def _with_stem(artifact: Artifact, stem: str) -> Artifact:
    """Return a file of a part with another name; files that it needs keep theirs."""
    suffix = artifact.name.rpartition(".")[2]
    named = stem and suffix not in ("png", "jpeg", "ttf", "tfm", "enc", "sty")
    return Artifact(f"{stem}.{suffix}", artifact.content) if named else artifact


def _words(loaded: LoadedProfile, application: LoadedApplication) -> dict[str, str]:
    """Return the words for names of files. Raises InputError if they have a date, but there is none."""
    person, content = loaded.profile.person, application.content
    name, date = parts_of_person(person), str(content.date or loaded.profile.updated or "")
    if not date and any("{date}" in (name or "") for name in (content.file, *(part.file for part in content.parts))):
        hint = 'write "date: 2026-11-22", or "updated" in the profile'
        raise InputError([application.source.problem((), '"{date}" has no value', hint, code="missing-key")])
    return {"family": name.family or person.name, "given": name.given, "date": date}


def _stems(pattern: str, words: Mapping[str, str], number: int, title: str) -> list[str]:
    """Return the names of a pattern without suffix: a readable one, and one that no other title has.

    Underscores stand for the spaces and dots of names and titles.
    """
    values = {**words, "number": str(number), "part": title}
    filled = pattern.format(**{key: "_".join(value.replace(".", " ").split()) for key, value in values.items()})
    stem = filled.removesuffix(".pdf")
    return list(dict.fromkeys((readable_name(stem), file_name(stem))))


def _whole(parts: Sequence[RenderedPart], words: Mapping[str, str], loaded: LoadedProfile, renderer: PartRenderer) -> Artifact:
    """Return the PDF of all parts. Raises ArtifactError if it is too long or too large, or differs from the parts."""
    from cvrender.errors import ArtifactError

    content, source, language = renderer.application.content, renderer.source, renderer.language
    count = sum(part.pages for part in parts)
    name = _stems(content.file, words, 0, "")[0]
    if len(parts) < len(content.parts):
        name = f"{name}-{INCOMPLETE}"
    first, merged = 1, []
    for part in parts:
        merged.append(part.merged(first, count))
        first += part.pages
    person = loaded.profile.person
    author, _ = shown_names(person.name, person.native, language)
    title = find_terms(find_style("plain"), language).documents["application"]
    updated = str(loaded.profile.updated or "")
    properties = Properties(f"{author} – {title}", author, language=language, modified=updated)
    if all(part.own for part in merged):
        pdf, same = _merged(merged, properties)
    else:
        pdf, same = read_within(source.file, _merged, merged, properties, hint="give smaller PDFs of others")
    problems = [*_above_limits(len(pdf), count, content, source)]
    if not same:
        problems.append(Problem("a page differs from that of its part", f"{name}.pdf", code="text-changed"))
    if problems:
        raise ArtifactError(problems, failed=[(f"{name}.pdf", pdf)])
    return Artifact(f"{name}.pdf", pdf)


def _above_limits(size: int, pages: int, content: Application, source: Source) -> Iterator[Problem]:
    if content.pages and pages > content.pages:
        yield source.problem(("pages",), f"{pages} pages; at most {content.pages} are allowed", code="page-count")
    if content.size and size > content.size:
        message = f"{megabytes(size)}; at most {megabytes(content.size)} are allowed"
        yield source.problem(("size",), message, code="too-large")


def _merged(parts: Sequence[MergedPart], properties: Properties) -> tuple[bytes, bool]:
    """Return the PDF of all parts, and whether each page has the text that it has in its part."""
    pdf = merge(parts, properties)
    return pdf, lines_by_page(pdf) == [line for part in parts for line in lines_by_page(part.content)]
