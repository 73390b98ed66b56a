"""Draw the first page of a CV in each style, for a page where a style is chosen at sight."""

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from cvrender.load.library import Library
from cvrender.load.request import RenderRequest
from cvrender.pipeline import load_and_prepare
from cvrender.run.preview.builds import make_pages
from cvrender.targets.pdf.pictures import thumbnail

WIDTH = 300
"""The width of a picture in pixels."""
_MOST = 128
"""The number of pictures that are kept."""
_PARENT = "plain"
"""The style that others extend, which is not a look."""


def looks(library: Library) -> list[str]:
    """Return the names of the styles that are shown."""
    return [name for name in library.names("styles") if name != _PARENT]


class Looks:
    """The latest pictures. It is thread-safe; one is made at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pictures: OrderedDict[tuple[RenderRequest, str], bytes] = OrderedDict()

    def draw(self, request: RenderRequest, style: str, edition: str) -> bytes:
        """Return the first page in a style, without options, as a PNG. Raises CvrenderError.

        `edition` changes whenever a file was saved; a picture is made once for each.
        """
        wanted = replace(request, style=style, options=())
        with self._lock:
            picture = self._pictures.get((wanted, edition))
            if picture is None:
                picture = thumbnail(make_pages(load_and_prepare(wanted)).pdf, WIDTH)
            self._pictures[wanted, edition] = picture
            self._pictures.move_to_end((wanted, edition))
            while len(self._pictures) > _MOST:
                self._pictures.popitem(last=False)
            return picture
