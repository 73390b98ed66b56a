"""Check a profile without making artifacts."""

from collections.abc import Callable, Iterable
from functools import cache, partial

from cvrender.errors import ArtifactError, InputError, Problem
from cvrender.exporters.attached import attachments
from cvrender.library import BUILT_IN, Library, view_names
from cvrender.library.views import NamedView
from cvrender.lint import lint
from cvrender.load.suppressions import unsuppressed
from cvrender.model.document import Document
from cvrender.model.value import replace
from cvrender.model.view import Selection
from cvrender.pipeline import cite_in, compose_in
from cvrender.prepare import Prepared, prepare
from cvrender.request import LoadedProfile, RenderRequest
from cvrender.select import Warn, select
from cvrender.targets import TARGETS
from cvrender.untranslated import untranslated_terms
from cvrender.validate import validate
from cvrender.verify.identity import without_identity
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
    warnings = [*loaded.source.cut_texts]
    known: dict[str, Prepared] = {}
    for view in dict.fromkeys(("full", *loaded.profile.views)):
        prepared = _prepared(loaded, view, library, language)
        if not language:
            known[view] = prepared
        selection = select(loaded.profile, prepared.view, prepared.style.groups, warnings.append, language)
        selection = cite_in(prepared, selection, warnings.append)
        warnings += untranslated_terms(prepared.style, selection.language)
        for problem in unsuppressed(warnings, loaded.source, *prepared.view.sources):
            warn(problem)
        warnings.clear()
        document = compose_in(prepared, selection, prepared.style)
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
    return leaks(withheld, _texts(prepared, *shown()), _texts(other, *_shown(other)), source, prepared.view.name)


def _typed_contacts(prepared: Prepared, shown: Callable[[], Shown]) -> Iterable[Problem]:
    """Find withheld contacts that are part of a text that the view shows."""
    view, source = prepared.view.view, prepared.loaded.source
    texts = ((text.plain, field) for made in (shown,) for text, field in made()[1].texts if text)
    return shown_contacts(source, view.privacy, texts, without_identity(source.data)[1] if view.anonymous else None)


def _shown(prepared: Prepared) -> Shown:
    """Return what the view shows, without fitting."""
    named = NamedView(prepared.view.name, prepared.view.view, prepared.view.source, customs=prepared.view.customs)
    selection = select(prepared.loaded.profile, named, prepared.style.groups)
    return selection, compose_in(prepared, cite_in(prepared, selection, lambda problem: None), prepared.style)


def _texts(prepared: Prepared, selection: Selection, document: Document) -> dict[str, str]:
    """Return the text that every target is made from, and the data that it may carry.

    It is that without fitting; unknown tags and ids in the view are ignored.
    """
    carried = attachments(selection, document, prepared.loaded.profile, prepared.stem)
    texts = {target.name: target.draft(document, prepared.style) for target in TARGETS.values() if target.drafts}
    return {**texts, **{f"attached {item.media_type}": item.text for item in carried}}
