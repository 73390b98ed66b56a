"""Define a file that artifacts carry."""

from typing import NamedTuple


class Attachment(NamedTuple):
    """A file that an artifact carries: name, media type, text, what it is to the artifact (PDF's AFRelationship), description."""

    name: str
    media_type: str
    text: str
    relationship: str
    about: str
