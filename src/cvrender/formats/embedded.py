"""Add the data for other programs that artifacts contain: attached files, and the BibTeX of works.

What makes the data is imported only if an artifact has some.
"""

from collections.abc import Iterable, Mapping

from cvrender.model.document import Attachment, Document
from cvrender.model.profile import Profile
from cvrender.model.view import Selection
from cvrender.targets import TARGETS


def attachments_of(selection: Selection, document: Document, profile: Profile, stem: str) -> tuple[Attachment, ...]:
    """Return the files with what a CV shows."""
    from cvrender.formats.attached import attachments

    return attachments(selection, document, profile, stem)


def attached_to(artifact: bytes) -> Mapping[str, str]:
    """Return the texts that an artifact of this program carries, by their media type."""
    from cvrender.formats.attached import attached_files
    from cvrender.formats.content import Content

    return attached_files(Content(artifact, "artifact"))


def with_bibtex_for(targets: Iterable[str], document: Document) -> Document:
    """Return a document with the BibTeX of its works, if one of these targets prints it."""
    if not any(TARGETS[name].traits.bibtex for name in targets):
        return document
    from cvrender.formats.bibliographies import with_bibtex

    return with_bibtex(document)
