"""Define parts of views: lists of words, columns of tables, fields to leave out, and the signature at the end."""

from typing import Annotated

from cvrender.model.annotations import TEXT, About, Short
from cvrender.model.base import Model
from cvrender.model.fields import OneDate, Plain, Prose

WORD = Short(lambda word: [word])
Words = Annotated[tuple[Plain, ...], WORD]


class TableColumn(Model, frozen=True, kw_only=True):
    """A column of a table of entries. A mapping of headings to fields stands for several."""

    heading: Annotated[Prose, About("the cell at its head", "Course")]
    fields: Annotated[Words, About("the fields in each of its cells, with commas between them", ["code", "title"])]


TableColumns = Annotated[
    tuple[TableColumn, ...],
    Short(
        lambda pairs: [{"heading": heading, "fields": names} for heading, names in pairs.items()],
        lambda value: isinstance(value, dict),
        {"type": "object", "additionalProperties": {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}},
    ),
]


class ColumnRequest(Model, frozen=True, kw_only=True):
    """Fields that a section leaves out."""

    leave_out: Annotated[Words, About("the names of the fields", ["location"])]


class SignatureLine(Model, frozen=True, kw_only=True):
    """Place and date, the signature as an image or room for it, and the name. An anonymous view shows none."""

    place: Annotated[Plain | None, About("the place, in front of the date", "Berlin")] = None
    date: Annotated[OneDate | None, About("the date, if not the profile's `updated`", "2026-11-22")] = None
    image: Annotated[Plain | None, About("an image of the signature, PNG or JPEG, next to the profile", "signature.png")] = None
