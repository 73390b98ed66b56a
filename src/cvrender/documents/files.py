"""Read the file of a letter or statement, and join it to its profile as a view, so that all stages see one profile."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from cvrender.documents.rows import TableRow, filled
from cvrender.errors import InputError, Problem
from cvrender.load.locations import Location
from cvrender.load.reader import Source, load
from cvrender.load.renamed import with_new_names
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import as_model
from cvrender.model.convert import DataPath
from cvrender.model.letter import OF_VIEW, DocumentFile, Letter
from cvrender.model.prose_blocks import BASE
from cvrender.model.statement import Statement
from cvrender.model.terms import STATEMENTS
from cvrender.model.value import Value, replace
from cvrender.system.filename import file_name

_D = TypeVar("_D", bound=DocumentFile)


class LoadedDocument(Value, frozen=True):
    """The file of a letter or statement."""

    source: Source
    content: Letter | Statement

    @property
    def name(self) -> str:
        """The name of its view and files: that of the file without suffix."""
        stem = file_name(Path(self.source.file).stem)
        return stem if stem[:1].isalnum() else f"{self.content.kind}-{stem.lstrip('-_.')}".rstrip("-")

    @property
    def folder(self) -> Path:
        """The folder of the file, where its pictures are."""
        return Path(self.source.file).parent


def load_document(path: Path, row: TableRow | None = None) -> LoadedDocument:
    """Read a letter or a statement, for a row of a table; its `kind` says which it is. Raises InputError."""
    return document_of_source(filled(load(path), row))


def document_of_source(source: Source) -> LoadedDocument:
    """Return the letter or statement of data. Raises InputError."""
    kind = source.data.get("kind", "letter")
    if kind in (known := ("letter", "statement", *STATEMENTS)):
        model: type[Letter | Statement] = Letter if kind == "letter" else Statement
        source = with_new_names(source, model.__name__.lower())
        return LoadedDocument(source, as_model(source, model))
    message, hint = f'"{kind}" is not a kind of document', f"available: {', '.join(known)}"
    raise InputError([source.problem(("kind",), message, hint, code="unknown-name")])


def profile_of(source: Source, written: str | None, given: str | None) -> str:
    """Return the profile that a file is for: the `given` one, or the name or path that is `written` in it. Raises InputError.

    A path is relative to the folder of the file; a name there precedes one under `profiles/`.
    """
    if given:
        return given
    if not written:
        hint = 'write "profile: NAME", or give --profile'
        raise InputError([Problem("no profile is named", source.file, 1, 1, hint=hint, code="missing-key")])
    folder = Path(source.file).parent
    return next((str(path) for path in (folder / written, folder / f"{written}.yaml") if path.is_file()), written)


def joined(loaded: LoadedProfile, document: LoadedDocument, sections: list[Any]) -> LoadedProfile:
    """Return the profile with the document's data under `BASE`, and a view of the document's name that shows `sections`."""
    data: dict[str, Any] = {key: document.source.data[key] for key in OF_VIEW if document.source.data.get(key) is not None}
    view = {"privacy": document.content.privacy, **data, "sections": sections}
    profile, views = loaded.source, loaded.source.data.get("views") or {}
    return LoadedProfile(
        replace(
            profile,
            data={**profile.data, "views": {**views, document.name: view}, BASE: document.source.data},
            keys=_places(profile.keys, document, document.source.keys),
            values=_places(profile.values, document, document.source.values),
            directives={**profile.directives, **document.source.directives},
            cut_texts=(*profile.cut_texts, *document.source.cut_texts),
        ),
        replace(loaded.profile, views={**loaded.profile.views, document.name: view}),
    )


def _places(
    of_profile: Mapping[DataPath, Location], document: LoadedDocument, of_document: Mapping[DataPath, Location]
) -> dict[DataPath, Location]:
    """Return the places of all data; those of the view are in the document's file."""
    places = {**of_profile, (BASE,): (document.source.file, 1, 1), ("views", document.name): (document.source.file, 1, 1)}
    for path, place in of_document.items():
        places[BASE, *path] = place
        if path and path[0] in OF_VIEW:
            places["views", document.name, *path] = place
    return places
