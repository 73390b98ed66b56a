"""Start `cvrender preview` in a folder of two profiles, and talk to it as a browser does."""

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

SCRIPT = Path(sys.executable).with_name("cvrender")
ADA = """\
person: {name: Ada Example, emails: [ada@example.org]}
bio: A person who writes notes.
positions:
  - {organization: University of Nowhere, title: Professor, start: 2019-01, end: present}
  - {organization: University of Nowhere, title: Lecturer, start: 2012-01, end: 2016-12}
publications:
  - title: Notes on a Machine
    authors: [Ada Example, Bob Sample]
    type: article
    date: 2020
"""


@dataclass
class Server:
    """A running preview: its folder, its address, and the cookie that it gave."""

    folder: Path
    address: str
    cookie: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
        """The status, the headers in lower case, and the body; without the cookie if another one is given."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=30)
        connection.request(method, path, headers={**self.cookie, **headers})
        answer = connection.getresponse()
        response = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return response

    def json(self, path: str, status: int = 200) -> Any:
        paths = self.get(path)
        assert paths[0] == status, paths
        return json.loads(paths[2])


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Server]:
    (folder / "profiles").mkdir(parents=True)
    (folder / "profiles" / "ada.yaml").write_text(ADA, "utf-8")
    (folder / "profiles" / "bob.yaml").write_text(ADA.replace("Ada", "Bob"), "utf-8")
    command = [str(SCRIPT), "preview", "--no-open", "--port", "0", *arguments]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert process.stdout is not None
    try:
        server = Server(folder, process.stdout.readline().strip())
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{20,}", server.address), process.communicate(timeout=5)
        server.cookie = {"Cookie": server.get(f"/?{urlsplit(server.address).query}")[1]["set-cookie"].partition(";")[0]}
        yield server
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
    assert process.returncode == 0, "Ctrl-C ends it"


@pytest.fixture(scope="session")
def preview() -> Callable[..., Any]:
    return running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("preview") / "work", "ada") as preview:
        yield preview
