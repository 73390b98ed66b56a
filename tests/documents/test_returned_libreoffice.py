"""Files that LibreOffice saved again, or edited by its own commands, lead to the changes that were meant."""

import shutil
import subprocess
from html import escape
from pathlib import Path

import pytest

pytest.importorskip("docx")

from cvrender import render
from cvrender.documents.returned import returned_changes
from cvrender.merge.profile import load_profile
from tests.documents.edited_word import opened, saved
from tests.documents.returned_files import PROFILES, said
from tests.documents.word_edits import EDITS

ADA = PROFILES / "ada-example.yaml"
_MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Edits" script:language="StarBasic">{}</script:module>
"""
_LOST = "grants[0].funder = National Foundation for Facts"
"""LibreOffice reads no tracked changes in a paragraph whose date is in a frame, and shows both texts."""
_COMMANDS = [
    ("replace|Leads a group of five|Leads a group of six", "positions[0].roles[0].summary = Leads a group of six"),
    ("replace|Order of the Open Bracket|Order of the Closed Bracket", "awards[0].title = Order of the Closed Bracket"),
    ("replace|ada@example.org|ada.m@example.org", "person.emails[0] = ada.m@example.org"),
    ("replace|Félix Échantillon‡, |Félix Échantillon‡, New Author, ", "publications[4].authors +1 New Author"),
    ("replace|git, gdb, chalk|git, gdb, lldb, chalk", "skills[1].items +2 lldb"),
    ("replace|principal investigator|co-investigator", "custom[2].rows[0][1] = co-investigator"),
    ("after|Raised four|Won nothing at all", "positions[0].roles[0].highlights +1 Won nothing at all"),
    ("delete|on leave in spring", "positions[0].roles[1].note removed"),
    ("delete|Reprinted on", "publications[1].highlights[0] removed"),
    ("delete|The Unwritten Paper", "publications[9] removed"),
    ("split|Explains nothing", "custom[0].text = Explains nothing\n\nto everybody, gladly."),
    ("up|Cut the bill", "positions[1].highlights order 1 0 2"),
]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("soffice"), reason="no LibreOffice on this machine")]


def office(folder: Path, *arguments: str) -> None:
    command = ["soffice", f"-env:UserInstallation=file://{folder}/lo", "--headless", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=200)


def test_files_of_libreoffice_come_back(tmp_path: Path) -> None:
    sent = render(load_profile(ADA), targets=["docx"], returnable=True)[0].content
    document = opened(sent)
    tracked = [(edit, wanted) for name, edit, wanted in EDITS if name.endswith(": tracked") and wanted != [_LOST]]
    for edit, _ in tracked:
        edit(document)
    (tmp_path / "edited.docx").write_bytes(saved(document))
    (tmp_path / "sent.docx").write_bytes(sent)
    office(tmp_path, "--convert-to", "docx", "--outdir", "again", "edited.docx", "sent.docx")
    assert returned_changes(ADA, tmp_path / "again" / "sent.docx").proposals == []
    found = sorted(map(said, returned_changes(ADA, tmp_path / "again" / "edited.docx").proposals))
    wanted = sorted(want for _, wants in tracked for want in wants)
    assert len(found) == len(wanted) and all(map(str.startswith, found, wanted))

    basic = tmp_path / "lo" / "user" / "basic" / "Standard"
    module = (Path(__file__).parent / "edits.bas").read_text("utf-8")
    (basic / "Edits.xba").write_text(_MODULE.format(escape(module, quote=False)), "utf-8")
    known = (basic / "script.xlb").read_text("utf-8")
    element = '<library:element library:name="Edits"/></library:library>'
    (basic / "script.xlb").write_text(known.replace("</library:library>", element), "utf-8")
    commands = [command for command, _ in _COMMANDS]
    steps = ["open|sent.docx", *commands, "save|typed.docx", "open|sent.docx", "track", *commands, "save|tracked.docx"]
    (tmp_path / "edits.txt").write_text("\n".join(steps) + "\n", "utf-8")
    office(tmp_path, f'macro:///Standard.Edits.Run("{tmp_path}")')
    assert not (tmp_path / "missing.txt").exists()
    wanted = sorted(want for _, want in _COMMANDS)
    for name in ("typed.docx", "tracked.docx"):
        found = sorted(map(said, returned_changes(ADA, tmp_path / name).proposals))
        assert len(found) == len(wanted) and all(map(str.startswith, found, wanted)), name
