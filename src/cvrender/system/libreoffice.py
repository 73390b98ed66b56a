"""Find LibreOffice, and let it convert a document."""

import shutil
from pathlib import Path

from cvrender.errors import Problem, ToolError
from cvrender.system.private_folder import private_folder
from cvrender.system.process import Limits, read_output, run

_PLACES = ("/Applications/LibreOffice.app/Contents/MacOS/soffice", r"C:\Program Files\LibreOffice\program\soffice.exe")
LIMITS = Limits(seconds=25, processor=20, memory=1_500)
"""What LibreOffice may use for one document."""


def find_libreoffice() -> str:
    """Return the command; "" if it is not installed."""
    program = shutil.which("soffice") or shutil.which("libreoffice")
    return program or next((place for place in _PLACES if Path(place).exists()), "")


def as_docx(raw: bytes, ending: str) -> bytes:
    """Return a document as docx. Raises ToolError if LibreOffice is not installed, or fails."""
    command = find_libreoffice()
    if not command:
        raise ToolError([Problem("LibreOffice not found", hint="install it, or save the file as .docx", code="tool-missing")])
    with private_folder() as folder:
        name = f"old.{ending}"
        Path(folder, name).write_bytes(raw)
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        finished = run([command, "--headless", profile, "--convert-to", "docx", name], folder, {}, limits=LIMITS)
        docx = read_output(folder, "old.docx")
    if not docx:
        said = " ".join(finished.output.split())[:200]
        raise ToolError([Problem(f"LibreOffice made no .docx of it: {said}", hint="save it as .docx", code="tool-failed")])
    return docx
