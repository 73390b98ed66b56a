"""Attach what a CV shows to its files, if the request or the view asks for it."""

from cvrender.errors import Problem
from cvrender.model.attachment import Attachment
from cvrender.model.document import Document
from cvrender.model.view import Selection
from cvrender.prepare import Prepared
from cvrender.targets import TARGETS


def attachments_of(prepared: Prepared, selection: Selection, document: Document, *, is_cv: bool = True) -> tuple[Attachment, ...]:
    """Return the files with what a CV shows, if they are asked for; other documents, such as letters, have none."""
    if not is_cv or not (prepared.request.attach or prepared.view.view.attach):
        return ()
    from cvrender.exporters.attached import attachments

    return attachments(selection, document, prepared.loaded.profile, prepared.stem)


def useless(prepared: Prepared, *, is_cv: bool = True) -> list[Problem]:
    """Return a warning if `--attach` is given, but no file that is made can carry data."""
    able = [name for name, target in TARGETS.items() if target.traits.carries]
    if not prepared.request.attach or is_cv and set(able) & set(prepared.request.targets):
        return []
    what = f"only {', '.join(able)} can carry data" if is_cv else "only a CV carries its data"
    return [Problem(f"--attach has no effect: {what}", prepared.loaded.source.file, severity="warning", code="no-effect")]
