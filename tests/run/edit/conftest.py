"""Start `cvrender edit` in a folder of two profiles, and talk to it as its page does."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from cvrender.run.edit.app import is_built
from tests.merge.sources.conftest import service  # noqa: F401, which is a fixture

SCRIPT = Path(sys.executable).with_name("cvrender")
ADA = """\
# Of Ada.
person: {name: Ada Example, emails: [ada@example.org]}
positions:
  - {organization: University of Nowhere, title: Professor, start: 2019-01, end: present}
publications:
  - title: Notes on a Machine # the first
    authors: [Ada Example, Bob Sample]
    type: article
    date: 2020
"""


@dataclass
class Editor:
    """A running editor: its folder, its address, and the cookie that it gave."""

    folder: Path
    address: str
    process: subprocess.Popen[str]
    cookie: dict[str, str] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        return self.folder / "profiles" / "ada.yaml"

    def ask(self, path: str, body: Any = None, method: str = "", **headers: str) -> tuple[int, dict[str, str], bytes]:
        """The status, the headers in lower case, and the body of an answer."""
        host = urlsplit(self.address).netloc
        connection = http.client.HTTPConnection(host, timeout=60)
        method = method or ("GET" if body is None else "POST")
        known = {**self.cookie, "Origin": f"http://{host}", **({} if method == "GET" else {"x-cvrender": "edit"})}
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        wanted = {name: value for name, value in {**known, **headers}.items() if value}
        connection.request(method, path, body=content, headers=wanted)
        answer = connection.getresponse()
        response = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return response

    def json(self, path: str, body: Any = None, status: int = 200) -> Any:
        paths = self.ask(path, body)
        assert paths[0] == status, paths
        return json.loads(paths[2])

    def change(self, status: int = 200, **operation: Any) -> Any:
        """Send an operation to the profile ada, with the hash that it has now unless another one is given."""
        known = self.json("/api/document?profile=ada")["hash"]
        return self.json("/api/change?profile=ada", {"hash": known, **operation}, status)


@contextmanager
def running(folder: Path, *arguments: str, text: str = ADA, program: tuple[str, ...] = (str(SCRIPT),)) -> Iterator[Editor]:
    (folder / "profiles").mkdir(parents=True, exist_ok=True)
    (folder / "profiles" / "ada.yaml").write_text(text, "utf-8")
    (folder / "profiles" / "bob.yaml").write_text(ADA.replace("Ada", "Bob"), "utf-8")
    command = [*program, "edit", "--no-open", "--port", "0", *arguments]
    environment = {**os.environ, "CVRENDER_CACHE": os.environ.get("CVRENDER_CACHE") or str(folder / "cache")}
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        editor = Editor(folder, process.stdout.readline().strip(), process)
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{20,}", editor.address), process.communicate(timeout=5)
        given = editor.ask(f"/?{urlsplit(editor.address).query}")[1]["set-cookie"]
        editor.cookie = {"Cookie": given.partition(";")[0]}
        yield editor
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)


@pytest.fixture(scope="session")
def edit() -> Callable[..., Any]:
    if not is_built():
        pytest.skip("the page is not built: make edit")
    return running


@pytest.fixture
def editor(tmp_path: Path, edit: Callable[..., Any]) -> Iterator[Editor]:
    with edit(tmp_path / "work") as paths:
        yield paths
