"""Check a profile without making artifacts."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path

from cvrender.compose.prepare import Prepared, prepare
from cvrender.compose.select import Warn
from cvrender.compose.stages import cited, composed, selected
from cvrender.errors import ArtifactError, InputError, Problem
from cvrender.formats.attached import attachments
from cvrender.load.library import BUILT_IN, Library, view_names
from cvrender.load.library.views import NamedView
from cvrender.load.photo import load_picture
from cvrender.load.reader import parse_path
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.suppressions import unsuppressed
from cvrender.load.validate import validate
from cvrender.model.convert import DataPath
from cvrender.model.document import Document
from cvrender.model.kinds import KINDS
from cvrender.model.value import replace
from cvrender.model.view import Selection
from cvrender.rules.lint import lint
from cvrender.rules.untranslated import untranslated_terms
from cvrender.targets import TARGETS
from cvrender.verify.identity import own_ids, without_identity
from cvrender.verify.privacy import leaks, shown_contacts, without_withheld

Shown = tuple[Selection, Document]
"""What a view shows, and the document composed from it."""


def check(loaded: LoadedProfile, warn: Warn = lambda problem: None, library: Library = BUILT_IN, language: str = "") -> None:
    """Lint, and find what would fail during typesetting: missing terms and characters without a font.

    The profile's own views are included; `language` replaces theirs. Warnings are passed to `warn`. Raises InputError, and
    ArtifactError for a view that shows what it withholds.
    """
    for problem in lint(loaded.profile, loaded.source):
        warn(problem)
    warnings = [*loaded.source.cut_texts, *_faulty_pictures(loaded)]
    known: dict[str, Prepared] = {}
    for view in dict.fromkeys(("full", *loaded.profile.views)):
        prepared = _prepared(loaded, view, library, language)
        if not language:
            known[view] = prepared
        selection = selected(prepared, warnings.append)
        selection = cited(prepared, selection, warnings.append)
        warnings += untranslated_terms(prepared.style, selection.language)
        for problem in unsuppressed(warnings, loaded.source, *prepared.view.sources):
            warn(problem)
        warnings.clear()
        document = composed(prepared, selection)
        if faults := [fault for target in TARGETS.values() for fault in target.faults(document, prepared.style)]:
            raise InputError(map(prepared.placed, faults))
    leaked: dict[Problem, None] = {}
    typed: dict[Problem, None] = {}
    for name in view_names(loaded.profile, library):
        prepared = known.get(name) or _prepared(loaded, name, library)
        shown = cache(partial(_shown, prepared))  # composed once, and only if something is withheld
        leaked |= dict.fromkeys(_leaks(prepared, shown))
        typed |= dict.fromkeys(_typed_contacts(prepared, shown))
    if problems := leaked or typed:
        raise ArtifactError(problems)


def _faulty_pictures(loaded: LoadedProfile) -> Iterator[Problem]:
    """Find a photo or logo that cannot be printed, whether or not a style of the profile's own views prints it."""
    named: dict[DataPath, str | None] = {("person", "photo"): loaded.profile.person.photo}
    for kind in KINDS:
        for index, entry in enumerate(getattr(loaded.profile, kind)):
            named[(kind, index, "logo")] = getattr(entry, "logo", None)
    for path, name in named.items():
        try:
            if name:
                load_picture(Path(loaded.source.file).parent, name)
        except ValueError as error:
            yield loaded.source.problem(path, str(error), severity="warning", code="bad-photo")


def _prepared(loaded: LoadedProfile, view: str, library: Library, language: str = "") -> Prepared:
    return prepare(RenderRequest(profile=loaded.source.file, view=view, language=language, library=library), loaded)


def _leaks(prepared: Prepared, shown: Callable[[], Shown]) -> Iterable[Problem]:
    """Find what a view shows although it withholds it, by rendering it again from data without that."""
    source = prepared.loaded.source
    data, withheld = without_withheld(source.data, prepared.view.view.privacy)
    if prepared.view.view.anonymous:
        data, who = without_identity(data)
        withheld = [*withheld, *who]
    if not withheld:
        return []
    redacted = LoadedProfile(source, validate(replace(source, data=data)))
    other = prepare(prepared.request, redacted)
    problems = leaks(withheld, _texts(prepared, *shown()), _texts(other, *_shown(other)), source, prepared.view.name)
    if prepared.view.view.anonymous:
        shown_ids = {work.record.get("id") for work in shown()[1].works}
        message = f'an id with the name of the person appears in view "{prepared.view.name}"'
        paths = [path for text, path in own_ids(source.data).items() if text in shown_ids]
        problems += [source.problem(parse_path(path), message, code="withheld-shown") for path in paths]
    return problems


def _typed_contacts(prepared: Prepared, shown: Callable[[], Shown]) -> Iterable[Problem]:
    """Find withheld contacts that are part of a text that the view shows."""
    view, source = prepared.view.view, prepared.loaded.source
    texts = ((text.plain, field) for compose in (shown,) for text, field in compose()[1].texts if text)  # only when asked for
    return shown_contacts(source, view.privacy, texts, without_identity(source.data)[1] if view.anonymous else None)


def _shown(prepared: Prepared) -> Shown:
    """Return what the view shows, without fitting."""
    named = NamedView(prepared.view.name, prepared.view.view, prepared.view.source, customs=prepared.view.customs)
    selection = selected(prepared, view=named)
    return selection, composed(prepared, cited(prepared, selection))


def _texts(prepared: Prepared, selection: Selection, document: Document) -> dict[str, str]:
    """Return the text that every target is made from, and the data that it may carry.

    It is that without fitting; unknown tags and ids in the view are ignored.
    """
    carried = attachments(selection, document, prepared.loaded.profile, prepared.stem)
    texts = {target.name: target.draft(document, prepared.style) for target in TARGETS.values() if target.drafts}
    return {**texts, **{f"attached {item.media_type}": item.text for item in carried}}
