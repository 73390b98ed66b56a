"""Test TeX that is started for a request before its profile is read: the same bytes, and nothing that is left behind."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cvrender.errors import CvrenderError
from cvrender.library import Library
from cvrender.model.value import replace
from cvrender.pipeline import run
from cvrender.request import RenderRequest
from cvrender.targets import PAGED
from cvrender.targets.pdf import early, early_start, typeset
from cvrender.tools import cache, private_folder

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
PROFILE = "person: {name: Ada Example, headline: Analyst}\nskills: [{name: Programs, items: [Numbers]}]\n"


@pytest.fixture
def request_(tmp_path: Path) -> Iterator[RenderRequest]:
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")
    before = set(private_folder._open)
    yield RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=("pdf",))
    assert private_folder._open == before and not early.waiting


def made_again(request: RenderRequest) -> bytes:
    with PAGED.started_as_last_time(request.key):
        return run(request)[0].content


def test_a_tex_that_starts_as_the_last_time_makes_the_same_pdf(request_: RenderRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    with PAGED.started_as_last_time(request_.key):
        assert not early.waiting  # nothing is known of this request
        first = run(request_)[0].content
    assert made_again(request_) == first  # which makes the format
    started: list[object] = []
    monkeypatch.setattr(early, "Started", lambda *args, made=early.Started, **named: started.append(args) or made(*args, **named))
    monkeypatch.setattr(typeset, "run", None)
    for headline in ("Analyst", "Analyst of numbers"):
        Path(request_.profile).write_text(PROFILE.replace("Analyst", headline), "utf-8")
        started.clear()
        with PAGED.started_as_last_time(request_.key):
            (waits,) = early.waiting
            made = run(request_)[0].content
            assert not waits.waits and not early.waiting and len(started) == 1, headline
        assert (made == first) is (headline == "Analyst")


def test_a_tex_for_another_style_is_stopped(request_: RenderRequest) -> None:
    other = run(replace(request_, style="ivy"))[0].content
    assert made_again(request_) == made_again(request_)
    with PAGED.started_as_last_time(request_.key):
        (waits,) = early.waiting
        Path(request_.profile).write_text(f"{PROFILE}style: ivy\n", "utf-8")
        assert run(request_)[0].content == other
        assert early.waiting == [waits]


def test_a_tex_whose_format_is_gone_is_not_started(request_: RenderRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert made_again(request_) == made_again(request_)
    monkeypatch.setattr(early_start, "stored_format", lambda program, preamble: None)
    with PAGED.started_as_last_time(request_.key):
        assert not early.waiting


def test_damaged_facts_are_ignored(request_: RenderRequest) -> None:
    assert made_again(request_) == made_again(request_)
    (cache.folder_of("requests", request_.key) / "data.json").write_bytes(b"{}")
    with PAGED.started_as_last_time(request_.key):
        assert not early.waiting


def test_requests_that_differ_have_keys_that_differ(request_: RenderRequest) -> None:
    changes = [{"view": "resume"}, {"style": "ivy"}, {"language": "de"}, {"targets": ("tex",)}, {"options": (("size", "11pt"),)}]
    changes += [
        {"overlays": ("a.yaml",)},
        {"engine": "pdflatex"},
        {"pages": 2},
        {"tags": False},
        {"sandbox": True},
        {"profile": "b.yaml"},
    ]
    keys = {request_.key, *(replace(request_, **change).key for change in changes)}
    assert len(keys) == len(changes) + 1


def test_a_sandbox_starts_tex_later(request_: RenderRequest) -> None:
    assert made_again(request_) == made_again(request_)
    with PAGED.started_as_last_time(request_.key, sandboxed=True):
        assert not early.waiting


def test_only_what_is_made_again_is_kept(request_: RenderRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch makes most of its requests once, and an entry of the cache takes as long as what it saves."""
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    run(request_)
    assert not (tmp_path / "cache" / "beginnings").exists() and not (tmp_path / "cache" / "requests").exists()
    with PAGED.started_as_last_time(request_.key):
        run(request_)
    assert (tmp_path / "cache" / "beginnings").exists() and (tmp_path / "cache" / "requests").exists()


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
