"""Test what `cvrender watch` prints and writes when files are saved, by the real command in a process of its own."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from watchfiles import watch as changes

from cvrender.run import watch as watcher

PERSON = "person: {name: Ada Example}\n"
ADA = PERSON + "include: [more.yaml]\nviews:\n  mine: {extends: full}\n"
MORE = "publications:\n  - {title: Notes on a Machine, authors: [Ada Example], type: article, date: 2020}\n"
STYLE = "about: mine\nextends: classic\n"
LIMIT = 120.0
"""Seconds until a test that waits for something gives up."""


class Watch:
    """The command, and its lines as they come."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cvrender", "watch", *arguments],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=dict(os.environ),
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def until(self, *words: str) -> list[str]:
        """All lines up to the one that makes the words complete: each stands in some line."""
        seen: list[str] = []
        end = time.monotonic() + LIMIT
        while not all(any(word in line for line in seen) for word in words):
            try:
                seen.append(self.lines.get(timeout=max(0.01, end - time.monotonic())))
            except queue.Empty:
                pytest.fail(f"waited for {words}, and saw {seen}")
        return seen

    def rest(self) -> list[str]:
        """Stop the command, and return the lines that were not read."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(timeout=LIMIT) == 0
        self.reader.join(LIMIT)
        return [self.lines.get() for _ in range(self.lines.qsize())]

    def save(self, name: str, text: str) -> None:
        """As editors do: another file takes the name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_text(text, "utf-8")
        fresh.replace(path)

    def save_in_place(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")

    def shown(self, name: str) -> str:
        return (self.folder / "out" / name).read_text("utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {"profiles/ada.yaml": ADA, "profiles/more.yaml": MORE, "styles/mine/style.yaml": STYLE}
    files["profiles/bob.yaml"] = PERSON.replace("Ada", "Bob")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def both(folder: Path) -> Iterator[Watch]:
    """Ada and Bob as Markdown and LaTeX, watched."""
    yield from watched(folder, "ada", "bob", "--to", "md,tex", "--style", "mine")


@pytest.fixture
def broken(folder: Path) -> Iterator[Watch]:
    """Ada, whose included file has an error from the start."""
    (folder / "profiles" / "more.yaml").write_text("publications: [{titel: x}]\n", "utf-8")
    yield from watched(folder, "ada", "--to", "md", "--view", "full,mine")


def watched(folder: Path, *arguments: str) -> Iterator[Watch]:
    watch = Watch(folder, *arguments)
    try:
        yield watch
    finally:
        watch.process.kill()
        watch.process.wait()


@pytest.mark.slow
def test_what_is_touched_is_built_again_and_nothing_else(both: Watch) -> None:
    first = both.until("waiting for changes")
    assert len([line for line in first if line.endswith(" s")]) == 4

    both.save_in_place("profiles/bob.yaml", PERSON.replace("Ada", "Robert"))
    lines = both.until("bob-full-mine.tex", "bob-full-mine.md")
    assert "Robert" in both.shown("bob/bob-full-mine.md")

    both.save("profiles/more.yaml", MORE.replace("Machine", "Loom"))
    lines += both.until("ada-full-mine.md", "ada-full-mine.tex")
    assert "Loom" in both.shown("ada/ada-full-mine.md")

    both.save("profiles/more.yaml", MORE.replace("Machine", "Engine"))  # the file that was renamed is watched, too
    lines += both.until("ada-full-mine.md", "ada-full-mine.tex")
    assert "Engine" in both.shown("ada/ada-full-mine.md")
    lines += filter(None, both.rest())
    assert ["bob-full" in line for line in lines] == [True] * 2 + [False] * 4, lines


def test_what_was_saved_during_a_build_needs_no_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Saved:
        inputs = (str(tmp_path / "ada.yaml"),)

        def has_changed(self, now: watcher.Snapshot) -> bool:
            return True

    intervals: list[int] = []

    def listen(*folders: Path, rust_timeout: int, **how: Any) -> Iterator[object]:
        intervals.append(rust_timeout)
        return changes(*folders, rust_timeout=rust_timeout, **how)

    monkeypatch.setattr(watcher, "changes", listen)
    assert watcher.wait_for_changes(lambda: [Saved()])
    assert intervals == [watcher.FIRST_INTERVAL]


@pytest.mark.slow
def test_a_bibliography_that_is_saved_counts(folder: Path) -> None:
    work = "@misc{a, title={Notes on Engines}, author={Ada Example}, year=2020}\n"
    (folder / "profiles" / "pubs.bib").write_text(work, "utf-8")
    (folder / "profiles" / "ada.yaml").write_text(PERSON + "publications: {from: pubs.bib}\n", "utf-8")
    for watch in watched(folder, "ada", "--to", "md"):
        watch.until("waiting for changes")
        watch.save("profiles/pubs.bib", work.replace("Engines", "Looms"))
        watch.until("ada-full-classic.md")
        assert "Looms" in watch.shown("ada/ada-full-classic.md")
        watch.save("profiles/pubs.bib", work.replace("title", "= title"))
        watch.until("pubs.bib:1:")
        watch.save("profiles/pubs.bib", work)
        watch.until("fixed: ada full")


@pytest.mark.slow
def test_styles_and_views_that_are_saved_or_new_count(both: Watch) -> None:
    both.until("waiting for changes")
    both.save("styles/mine/style.yaml", STYLE + "defaults: {accent: '#123456'}\n")
    both.until("ada-full-mine.tex", "bob-full-mine.tex")
    assert "123456" in both.shown("ada/ada-full-mine.tex")

    both.save("styles/mine/markdown/document.md", "one of its own\n")  # where there was its parent's
    both.until("ada-full-mine.md", "bob-full-mine.md")
    if "one of its own" not in both.shown("bob/bob-full-mine.md"):
        assert "one of its own" in (both.folder / "out/.failed/bob/bob-full-mine.md").read_text("utf-8")


@pytest.mark.slow
def test_a_style_from_elsewhere_that_is_saved_counts(folder: Path) -> None:
    (folder / "styles").rename(folder / "elsewhere")
    for watch in watched(folder, "ada", "--to", "tex", "--style", "mine", "--style-path", "elsewhere"):
        watch.until("waiting for changes")
        watch.save("elsewhere/mine/style.yaml", STYLE + "defaults: {accent: '#123456'}\n")
        watch.until("ada-full-mine.tex")
        assert "123456" in watch.shown("ada/ada-full-mine.tex")
        watch.save("elsewhere/mine/latex/look.tex", "\\input{x}")
        watch.until("look.tex:1: error: raw LaTeX")
        (folder / "elsewhere/mine/latex/look.tex").unlink()
        watch.until("fixed: ada full mine")


@pytest.mark.slow
def test_a_new_view_that_wins_counts(both: Watch) -> None:
    both.until("waiting for changes")
    assert "Notes on a Machine" in both.shown("ada/ada-full-mine.md")
    both.save("views/full.yaml", "extends: bio\n")
    both.until("ada-full-mine.md", "bob-full-mine.md")
    assert "Notes on a Machine" not in both.shown("ada/ada-full-mine.md")
    both.save("views/full.yaml", "extends: publications\n")
    both.until("ada-full-mine.md", "bob-full-mine.md")
    assert "Notes on a Machine" in both.shown("ada/ada-full-mine.md")


@pytest.mark.slow
def test_an_error_is_told_once_and_so_is_its_end(broken: Watch) -> None:
    lines = broken.until("waiting for changes")
    assert len([line for line in lines if "more.yaml:1" in line and "error" in line]) == len(lines) - 1 > 0
    broken.save("profiles/more.yaml", "\npublications: [{titel: x}]\n")
    lines = broken.until("still failing: ada full", "still failing: ada mine")
    assert not [line for line in lines if "error" in line]
    broken.save("profiles/more.yaml", MORE)
    lines = broken.until("ada-full-classic.md", "fixed: ada full", "ada-mine-classic.md", "fixed: ada mine")
    assert not [line for line in lines if "error" in line]

    broken.save("profiles/ada.yaml", "person: {name: [\n")
    assert "profiles/ada.yaml" in broken.until("error")[-1]
    broken.save("profiles/ada.yaml", ADA)
    broken.until("fixed: ada full")
    (broken.folder / "profiles/ada.yaml").unlink()
    broken.until("error")
    broken.save("profiles/ada.yaml", ADA)
    broken.until("fixed: ada full")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal there")
def test_ctrl_c_ends_it_quietly(both: Watch) -> None:
    both.until("waiting for changes")
    assert [line for line in both.rest() if line] == []


@pytest.mark.slow
def test_the_pdf_comes_first_and_by_default(folder: Path) -> None:
    for watch in watched(folder, "bob"):
        assert [line.split()[0] for line in watch.until("waiting") if "out" in line] == ["out/bob/bob-full-classic.pdf"]
    for watch in watched(folder, "bob", "--to", "md,pdf"):
        lines = [line.split()[0] for line in watch.until("waiting") if "out" in line]
        assert [Path(line).suffix for line in lines] == [".pdf", ".md"]
