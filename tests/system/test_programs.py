"""Test that the tools of the system are used where the environment asks for them."""

import shutil
import sys

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.errors import InputError, ToolError
from cvrender.system.programs import VARIABLE, find_pandoc
from cvrender.targets.pdf.engine.program import find_engine


def test_the_tools_of_the_package_are_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert find_engine("embedded").name == "embedded"
    assert "pypandoc" in find_pandoc()


def test_the_system_has_the_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "system")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    engine = find_engine("embedded")
    assert (engine.name, engine.program) == ("pdflatex", "/usr/bin/pdflatex")
    assert find_pandoc() == "/usr/bin/pandoc"


def test_the_system_lacks_pandoc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "system")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    for system, command in (("linux", "apt-get install pandoc"), ("darwin", "brew install pandoc"), ("win32", "winget install")):
        monkeypatch.setattr(sys, "platform", system)
        with pytest.raises(ToolError, match=command):
            find_pandoc()
    assert not find_engine("embedded").program


def test_another_value_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "sytem")
    with pytest.raises(InputError, match='its only value is "system"'):
        find_engine("embedded")
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 1 and 'CVRENDER_TOOLS is "sytem"' in result.output
