"""Neovim and Emacs, set up as docs/editors.md says, without a window; the settings of other editors can be read.

The Neovim and the Emacs of a distribution may be older than what the page asks for, so `vim.lsp.start` and `yaml-mode` are
defined where they are missing.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT

TEXT = "person: {name: Ada Example}\nstyle: enginer\n"

_NEOVIM = """
vim.lsp.start = vim.lsp.start or function(config)
  vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
end
SETUP
vim.cmd("edit profiles/ada.yaml")
vim.cmd("set filetype=yaml")
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
print("\\n" .. vim.diagnostic.get(0)[1].message)
local at = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 1, character = 10 } }
local found = vim.lsp.buf_request_sync(0, "textDocument/completion", at, 60000)
for _, answer in pairs(found) do
  for _, item in ipairs(answer.result.items) do print("\\n" .. item.label) end
end
vim.cmd("qall!")
"""

_EMACS = """
(setq eglot-sync-connect 60 eglot-autoreconnect nil)
(unless (fboundp 'yaml-mode) (define-derived-mode yaml-mode text-mode "YAML"))
(require 'eglot)
(require 'flymake)
SETUP
(find-file "profiles/ada.yaml")
(setq-local buffer-file-name (expand-file-name "profiles/ada.yaml"))
(remove-hook 'yaml-mode-hook #'eglot-ensure)
(yaml-mode)
(apply #'eglot--connect (eglot--guess-contact))
(eglot--maybe-activate-editing-mode)
(goto-char (point-max))
(let ((answer (jsonrpc-request (eglot--current-server-or-lose) :textDocument/completion
                               (list :textDocument (eglot--TextDocumentIdentifier) :position '(:line 1 :character 10)))))
  (mapc (lambda (item) (princ (format "\\n%s" (plist-get item :label)))) (plist-get answer :items)))
(eglot-shutdown (eglot--current-server-or-lose))
"""


def block(language: str, heading: str) -> str:
    """Return the block of code in a section of docs/editors.md."""
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    matches = re.findall(rf"(?ms)^```{language}\n(.*?)^```$", section)
    assert len(matches) == 1
    return str(matches[0])


def run(folder: Path, *words: str) -> str:
    """Run an editor in a folder with a profile, and return what it prints."""
    (folder / "profiles").mkdir()
    (folder / "profiles" / "ada.yaml").write_text(TEXT, "utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, "PATH": path, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    finished = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=150, stdin=subprocess.DEVNULL)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout + finished.stderr


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("nvim"), reason="missing: nvim")
def test_neovim_shows_problems_and_completes(tmp_path: Path) -> None:
    script = tmp_path / "init.lua"
    script.write_text(_NEOVIM.replace("SETUP", block("lua", "Neovim")), "utf-8")
    printed = run(tmp_path, "nvim", "--headless", "-u", "NONE", "-c", f"luafile {script}").split("\n")
    assert any("enginer" in line and "did you mean" in line for line in printed)
    assert "engineer" in [line.strip() for line in printed]


def _has_eglot() -> bool:
    words = ["emacs", "--batch", "--eval", '(kill-emacs (if (locate-library "eglot") 0 1))']
    return bool(shutil.which("emacs")) and subprocess.run(words, capture_output=True).returncode == 0


@pytest.mark.slow
def test_emacs_completes(tmp_path: Path) -> None:
    if not _has_eglot():
        pytest.skip("missing: emacs with eglot")
    script = tmp_path / "init.el"
    script.write_text(_EMACS.replace("SETUP", block("elisp", "Emacs")), "utf-8")
    printed = run(tmp_path, "emacs", "--batch", "-l", str(script))
    assert "engineer" in printed.split("\n")


def test_the_settings_of_other_editors_start_the_server() -> None:
    code = json.loads(block("json", "Visual Studio Code"))
    assert [code["glspc.server.command"], *code["glspc.server.commandArguments"]] == ["cvrender", "lsp"]
    kate = json.loads(block("json", "Kate"))
    assert kate["servers"]["yaml"]["command"] == ["cvrender", "lsp"]
    helix = tomllib.loads(block("toml", "Helix"))
    server = helix["language-server"]["cvrender"]
    assert [server["command"], *server["args"]] == ["cvrender", "lsp"]
    assert helix["language"][0]["language-servers"] == ["cvrender"]


@pytest.mark.parametrize("heading", ["Visual Studio Code", "Neovim", "Emacs", "Helix", "Kate"])
def test_ten_lines_are_enough(heading: str) -> None:
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    (code,) = re.findall(r"(?ms)^```\w+\n(.*?)^```$", section)
    assert len(code.splitlines()) <= 10
