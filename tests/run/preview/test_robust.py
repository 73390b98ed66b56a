"""Test what a preview meets besides its browser: odd file names, pipes, slow connections, signals, other users."""

import asyncio
import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from cvrender.run.preview import connections

Preview = Callable[..., Any]
SCRIPT = Path(sys.executable).with_name("cvrender")
posix = pytest.mark.skipif(os.name != "posix", reason="pipes, signals and names in bytes are a thing of POSIX")


@pytest.mark.slow
@posix
def test_any_name_of_a_profile_can_be_downloaded_and_what_is_not_a_profile_is_ignored(preview: Preview, tmp_path: Path) -> None:
    with preview(tmp_path / "work", "ada") as server:
        folder = server.folder / "profiles"
        (folder / "李明.yaml").write_text("person: {name: Li Ming}\n", "utf-8")
        (folder / os.fsdecode(b"b\xe9a.yaml")).write_text("person: {name: Bea}\n", "utf-8")
        os.mkfifo(folder / "pipe.yaml")
        assert server.json("/api/state")["choices"]["profile"] == ["ada", "bob", "李明"]
        status, headers, content = server.get(f"/download/md?profile={quote('李明')}")
    assert (status, content[:3]) == (200, b"# L")
    assert headers["content-disposition"].endswith(f"filename*=UTF-8''{quote('李明')}-full-classic.md")


@posix
@pytest.mark.parametrize("command", [["check"], ["render", "--to", "md"]])
def test_a_pipe_is_not_read(command: list[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    finished = subprocess.run(
        [SCRIPT, *command, "pipe.yaml"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (finished.returncode, finished.stderr) == (1, "pipe.yaml: error: not a regular file\n")


@pytest.mark.slow
@posix
def test_the_browser_is_given_a_file_that_others_cannot_read_and_no_token(tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "ada.yaml").write_text("person: {name: Ada}\n", "utf-8")
    browser = tmp_path / "browser"
    browser.write_text(
        f"#!/bin/sh\nprintf '%s' \"$1\" > {tmp_path}/asked.new\nmv {tmp_path}/asked.new {tmp_path}/asked\n", "utf-8"
    )
    browser.chmod(0o755)
    env = {**os.environ, "BROWSER": str(browser), "TMPDIR": str(tmp_path)}
    command = [SCRIPT, "preview", "ada", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            printed = process.stdout.readline()
            wait_for(lambda: (tmp_path / "asked").exists())
            page = Path(urlsplit((tmp_path / "asked").read_text("utf-8")).path)
            text = page.read_text("utf-8")
            assert page.parent.stat().st_mode & 0o777 == 0o700
            assert urlsplit(printed).query.partition("=")[2].strip() not in text
            (path,) = re.findall(r"url=http://127\.0\.0\.1:\d+(/\?once=[\w-]{20,})\"", text)
            status, cookie, body = get(printed, path)
            assert status == 200 and 'content="0;url=/"' in body  # a redirection would not carry the strict cookie
            assert [get(printed, other)[0] for other in (path, "/?once=", "/?once=wrong", "/")] == [403] * 4
            assert get(printed, "/", Cookie=cookie)[0] == 200
            process.send_signal(signal.SIGHUP)
            process.wait(30)
        finally:
            process.kill()  # or else a failed test would wait for it
    assert process.returncode == 129
    assert not page.parent.exists()


def get(address: str, path: str, **headers: str) -> tuple[int, str, str]:
    """The status, the cookie and the body of an answer."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    response = answer.status, answer.headers.get("set-cookie", "").partition(";")[0], answer.read().decode()
    connection.close()
    return response


ENGINE = """#!/bin/sh
touch STARTED
sleep 60
"""


@pytest.mark.slow
@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_during_tex_leaves_no_folder(
    name: str, preview: Preview, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pdflatex").write_text(ENGINE.replace("STARTED", str(tmp_path / "started")), "utf-8")
    (tmp_path / "bin" / "pdflatex").chmod(0o755)
    folders = tmp_path / "folders"
    folders.mkdir()
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "ada.yaml").write_text("person: {name: Ada}\nengine: pdflatex\n", "utf-8")
    env = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "TMPDIR": str(folders)}
    command = [SCRIPT, "preview", "ada", "--port", "0", "--no-open"]
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        cookie = get(address, f"/?{urlsplit(address).query}")[1]
        code = "import sys, urllib.request as r; r.urlopen(r.Request(sys.argv[1] + 'api/state', headers={'Cookie': sys.argv[2]}))"
        with subprocess.Popen([sys.executable, "-c", code, address.partition("?")[0], cookie], stderr=subprocess.DEVNULL):
            try:
                wait_for(lambda: (tmp_path / "started").exists())
                process.send_signal(getattr(signal, name))
                process.wait(30)
            finally:
                process.kill()
    assert process.returncode == 128 + getattr(signal, name)
    assert list(folders.iterdir()) == []


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_slow_connections_are_closed_and_whole_requests_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SECONDS", 0.3)

    async def talk() -> list[bytes]:
        config = uvicorn.Config(
            PlainTextResponse("pages"), http=connections.ImpatientProtocol, lifespan="off", log_level="critical"
        )
        config.load()
        protocol = partial(connections.ImpatientProtocol, config=config, server_state=ServerState(), app_state={})
        server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        answers = []
        for parts in (
            [b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
            [],
            [b"GET /", b" HTTP/1.1\r\n", b"Host: x\r\n"],
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for part in parts:
                writer.write(part)
                await asyncio.sleep(0.05)
            answers.append(await asyncio.wait_for(reader.read(), 20))
            writer.close()
        server.close()
        return answers

    answered, silent, slow = asyncio.run(talk())
    assert answered.startswith(b"HTTP/1.1 200") and answered.endswith(b"pages")
    assert (silent, slow) == (b"", b"")


def test_a_full_temporary_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    from cvrender.errors import ToolError
    from cvrender.system.limited import call
    from cvrender.system.process import Limits

    with pytest.raises(ToolError, match="the temporary folder cannot be used: No such file or directory; set TMPDIR"):
        call(Limits(), os.getpid)
