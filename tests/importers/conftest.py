"""Read texts and samples as importers do. The samples are written by us in the shape of each format."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cvrender.importers import read_content
from cvrender.importers.base import Imported
from cvrender.importers.content import Content

Read = Callable[..., Imported]


@pytest.fixture(scope="session")
def samples() -> Path:
    return Path(__file__).parent / "samples"


@pytest.fixture(scope="session")
def read_text() -> Read:
    """Read a text as a file: `read_text(text, format)`."""

    def read(text: str, name: str = "", file: str = "x.bib") -> Imported:
        return read_content(Content(text.encode(), file), name)

    return read


@pytest.fixture(scope="session")
def work_of(read_text: Read) -> Callable[..., dict[str, object]]:
    """Read a text with one publication, and return it."""

    def read(text: str, name: str = "bibtex") -> dict[str, object]:
        (work,) = read_text(text, name).data["publications"]
        assert isinstance(work, dict)
        return work

    return read
