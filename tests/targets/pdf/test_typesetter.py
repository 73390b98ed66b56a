"""Test the typesetter: the same bytes whatever it guesses, and what it keeps for the next time."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cvrender.errors import CvrenderError
from cvrender.load.library import Library
from cvrender.load.request import RenderRequest
from cvrender.model.value import replace
from cvrender.paginate.stages import typesetter_for
from cvrender.pipeline import compose_request, load_and_prepare, run
from cvrender.system import private_folder
from cvrender.targets.pdf.engine import early
from cvrender.targets.pdf.engine import run as typeset
from cvrender.verify.making import make

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
PROFILE = "person: {name: Ada Example, headline: Analyst}\nskills: [{name: Programs, items: [Numbers]}]\n"


@pytest.fixture
def request_(tmp_path: Path) -> Iterator[RenderRequest]:
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")
    before = set(private_folder._open)
    yield RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=("pdf",), repeated=True)
    assert private_folder._open == before


def test_a_document_that_begins_as_the_last_time_is_the_same_pdf(
    request_: RenderRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    first = run(request_)[0].content
    assert run(request_)[0].content == first  # which makes the format
    started: list[object] = []
    monkeypatch.setattr(early, "Started", lambda *args, made=early.Started, **named: started.append(args) or made(*args, **named))
    monkeypatch.setattr(typeset, "run", None)
    for headline in ("Analyst", "Analyst of numbers"):
        Path(request_.profile).write_text(PROFILE.replace("Analyst", headline), "utf-8")
        started.clear()
        made = run(request_)[0].content
        assert len(started) == 1, headline
        assert (made == first) is (headline == "Analyst")


def test_another_style_is_no_wrong_guess(request_: RenderRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    other = run(replace(request_, style="ivy"))[0].content
    assert run(request_)[0].content == run(request_)[0].content
    Path(request_.profile).write_text(f"{PROFILE}style: ivy\n", "utf-8")
    assert run(request_)[0].content == other


def test_damaged_beginnings_are_ignored(request_: RenderRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    first = run(request_)[0].content
    (kept,) = (tmp_path / "cache" / "beginnings").glob("*/data.json")
    kept.write_bytes(b"{}")
    assert run(request_)[0].content == first


def test_only_what_is_repeated_is_kept(request_: RenderRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch makes most of its requests once, and an entry of the cache takes as long as what it saves."""
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    run(replace(request_, repeated=False))
    assert not (tmp_path / "cache" / "beginnings").exists()
    run(request_)
    assert (tmp_path / "cache" / "beginnings").exists()


@pytest.mark.parametrize("style", ["classic", "moderncv"])
def test_a_style_gets_a_format_when_it_is_used_again(
    style: str, request_: RenderRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To make one takes longer than to read its packages once."""
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    wanted, made, formats = replace(request_, style=style), [], []
    for _ in range(3):
        made.append(run(wanted)[0].content)
        formats.append(len(list((tmp_path / "cache" / "formats").glob("*/cv.fmt"))))
    assert made[0] == made[1] == made[2]
    assert formats == [0, 1, 1]


def test_a_mistake_in_a_new_style_fails_only_the_targets_that_need_it(request_: RenderRequest, tmp_path: Path) -> None:
    style = tmp_path / "styles" / "mine"
    (style / "latex").mkdir(parents=True)
    (style / "style.yaml").write_text("about: mine\nextends: classic\n", "utf-8")
    (style / "latex" / "own.tex").write_text("<< nonsense >>\n", "utf-8")
    mine = replace(request_, style="mine", library=Library((tmp_path,)), targets=("md", "pdf"))
    with pytest.raises(CvrenderError, match="nonsense") as caught:
        run(mine)
    assert [name for name, _ in caught.value.passed] == ["ada-full-mine.md"]


@pytest.mark.parametrize("style", ["", "style: ivy\n"])
def test_a_typesetter_that_waits_sets_what_a_profile_became(
    request_: RenderRequest, style: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    for _ in range(2):  # the second one makes the format
        run(request_)
    with monkeypatch.context() as patch, typesetter_for(load_and_prepare(request_)) as waiting:
        Path(request_.profile).write_text(PROFILE.replace("Analyst", "Analyst of numbers") + style, "utf-8")
        if not style:
            patch.setattr(early, "Started", None)  # nothing else is started
        made = make(compose_request(load_and_prepare(request_), waiting=waiting), ("pdf",))[0].content
    assert made == run(request_)[0].content
