"""Measure the ASGI service of docs/api.md: requests a second, the slowest of a hundred, and memory after all of them."""

import http.client
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import people
from measure import ROOT, Size
from table import Row

AT_A_TIME = 4
SANDBOXED, WARM = "render_untrusted(path, ", "render(load_profile(path), "
"""The call of the example, and that for profiles that are trusted, which imports nothing for a request."""


def rows(size: Size, folder: Path) -> Iterator[Row]:
    examples = re.findall(r"(?ms)^```python\n(.*?)^```$", (ROOT / "docs" / "api.md").read_text("utf-8"))
    (example,) = (text for text in examples if "async def app" in text)
    trusted = example.replace(SANDBOXED, WARM).replace("render_untrusted", "load_profile, render")
    body = people.profile(3).encode()
    for what, code in (("trusted", trusted), ("untrusted", example)):
        where = folder / what
        where.mkdir()
        (where / "service.py").write_text(code, "utf-8")
        with _served(where) as (port, process):
            _post(port, body)
            before = _memory(process)
            with ThreadPoolExecutor(AT_A_TIME) as pool:
                start = time.perf_counter()
                took = sorted(pool.map(lambda _: _post(port, body), range(size.requests)))
                seconds = time.perf_counter() - start
            after = _memory(process)
        name = f"a service, {size.requests} {what} profiles, {AT_A_TIME} at a time"
        yield Row(name, [size.requests / seconds], "/s")
        yield Row("… the slowest but one in a hundred", [took[int(0.99 * (len(took) - 1))]])
        yield Row("… its process after the first request", [before], "MB")
        yield Row("… and after the last", [after], "MB")


@contextmanager
def _served(folder: Path) -> Iterator[tuple[int, int]]:
    """Run a service on a free port; yield the port and the process id when it answers."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    command = [sys.executable, "-m", "uvicorn", "service:app", "--port", str(port), "--log-level", "error"]
    server = subprocess.Popen(command, cwd=folder)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)


def _post(port: int, body: bytes) -> float:
    """Send one request; return the seconds until its answer. Raises RuntimeError if that is not a PDF."""
    start = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request("POST", "/", body)
    response = connection.getresponse()
    if response.status != 200 or not response.read().startswith(b"%PDF-"):
        raise RuntimeError(f"the service answers with {response.status}")
    connection.close()
    return time.perf_counter() - start


def _memory(process: int) -> float:
    """The memory of a process in MB; 0 where /proc is not there."""
    try:
        status = Path(f"/proc/{process}/status").read_text("utf-8")
    except OSError:
        return 0.0
    return int(status.split("VmRSS:", 1)[1].split()[0]) * 1024 / 1_000_000
