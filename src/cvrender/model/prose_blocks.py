"""Define pictures, and the blocks of letters and statements that CVs do not have: lines one below the other and notes."""

from base64 import b64encode

from cvrender.model.text import Text
from cvrender.model.value import Value

BASE = "document"
"""The key under which the data of a letter or statement is joined to that of the profile."""


class Picture(Value, frozen=True):
    """The bytes of an image; `kind` is `png` or `jpeg`, `alt` the text that replaces it for those who cannot see it.

    `ratio` is the width as a multiple of the height.
    """

    content: bytes
    kind: str
    alt: str = ""
    ratio: float = 1.0

    @property
    def data_url(self) -> str:
        """The picture as a `data:` URL."""
        return f"data:image/{self.kind};base64,{b64encode(self.content).decode()}"

    def file_name(self, stem: str, name: str = "photo") -> str:
        """Return the name of its file, next to others whose names begin with `stem`."""
        return f"{stem}-{name}.{self.kind}"


class Window(Value, frozen=True):
    """The window of an envelope, in millimetres from the top left corner of the first page.

    `left` is where the text begins. The first `notes` millimetres of its height are for the return address.
    """

    top: float
    left: float
    width: float
    height: float
    notes: float = 0.0


class Lines(Value, frozen=True):
    """Lines one below the other, such as an address. `kind` is the part of a letter, such as `date`.

    `before` and `after` are the spaces above and below them, in lines. `at_end` is whether they stand at the far side of the
    page. In a `window` the `label` is above them: the return address.
    """

    lines: tuple[Text, ...]
    kind: str
    source: str = ""
    before: float = 0.0
    after: float = 0.0
    at_end: bool = False
    window: Window | None = None
    label: Text = Text()


class Figure(Value, frozen=True):
    """A picture of a `width` in millimetres with its caption. `name` is unique in the document, and part of its file's name."""

    picture: Picture
    name: str
    width: float
    caption: Text = Text()
    source: str = ""

    def file_name(self, stem: str) -> str:
        """Return the name of its file, next to others whose names begin with `stem`."""
        return self.picture.file_name(stem, self.name)


class Logo(Figure, frozen=True):
    """The logo of an employer or a school, before the name in a headline; several entries may have the same one."""


class WorkSample(Figure, frozen=True):
    """An image of the work of an entry; its width is in per cent of the line."""


class Samples(Value, frozen=True):
    """Images of an entry in rows; those of a row are equally high."""

    rows: tuple[tuple[WorkSample, ...], ...]
    source: str = ""


class Footnote(Value, frozen=True):
    """A note: its `number`, the `mark` before it, and its text. The spans that refer to it have its number."""

    number: int
    mark: Text
    text: Text
    source: str = ""


class Notes(Value, frozen=True):
    """All notes of a document. Targets with pages print each at the foot of the page that refers to it.

    `label` names the list where it is one, for those who cannot see it.
    """

    notes: tuple[Footnote, ...]
    label: str = ""
