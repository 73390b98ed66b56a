"""Define where the faces of a font family are."""

from pathlib import Path

from cvrender.model.value import Value


class FontFile(Value, frozen=True):
    """A face of a family: its file and its number in a collection of faces.

    `weight` selects a weight (400 is regular, 700 bold) of a variable font, and is 0 for others. A file of the profile's folder
    is its `own`: it is opened without following links.
    """

    path: Path
    number: int = 0
    weight: int = 0
    own: bool = False


class FontSource(Value, frozen=True):
    """The files of a family: its regular face, and the others by name. A `filler` gives way to a font that is used anyway."""

    regular: FontFile
    faces: tuple[tuple[str, FontFile], ...]
    filler: bool = False

    @property
    def files(self) -> tuple[FontFile, ...]:
        """The files of all faces, the regular one first."""
        return (self.regular, *(file for _, file in self.faces))
