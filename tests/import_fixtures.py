"""Read texts and samples as importers do. The samples are written by us in the shape of each format."""

import re
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pikepdf
import pytest

from cvrender.formats.base import Imported
from cvrender.formats.content import Content
from cvrender.merge.readers import read_content

Read = Callable[..., Imported]


def without_check_sums(text: str) -> str:
    """Return a profile without the SHA-256 of imported files: those that tests make differ from one machine to another."""
    return re.sub("sha256:[0-9a-f]{64}", "sha256:…", text)


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all samples: the files as they are, a zip of the LinkedIn folder, and a PDF with the Europass file."""
    folder = tmp_path_factory.mktemp("samples")
    source = Path(__file__).parent / "formats" / "samples"
    for path in source.iterdir():
        if path.is_file():
            (folder / path.name).write_bytes(path.read_bytes())
    with ZipFile(folder / "linkedin.zip", "w") as archive:
        for path in sorted((source / "linkedin").iterdir()):
            archive.write(path, f"Basic_LinkedInDataExport/{path.name}")
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.attachments["attachment.xml"] = pikepdf.AttachedFileSpec(pdf, (source / "europass.xml").read_bytes())
        pdf.save(folder / "europass.pdf")
    return folder


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
