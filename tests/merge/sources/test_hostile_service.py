"""A service that answers in a hostile way costs little time and memory, and is named by one Problem."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.merge.sources.hostile_service import ASKED, WAYS, hostile_service

pytest.importorskip("httpx")

ASK = """
import json, sys, time
from pathlib import Path
from cvrender.errors import InputError
from cvrender.merge.sources import fetch
for number, (service, identifier, seconds) in enumerate(json.load(sys.stdin)):
    fetch.SECONDS = fetch.SILENCE = seconds
    addresses = {service: f"{sys.argv[1]}/{number}", "datacite": sys.argv[1]}
    began, problems = time.monotonic(), []
    try:
        fetch.import_identifier(identifier, addresses=addresses, wait=lambda seconds: None)
    except InputError as error:
        problems = [problem.as_data() for problem in error.problems]
    status = Path("/proc/self/status")
    peak = status.read_text().partition("VmHWM:")[2].split()[0] if status.exists() else 0
    print(json.dumps({"problems": problems, "seconds": time.monotonic() - began, "peak": int(peak) * 1024}), flush=True)
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a process that meets every way to answer says of each, its time, and its peak of memory until then."""
    environment = {**os.environ, "CVRENDER_CACHE": str(tmp_path_factory.mktemp("cache")), "NO_PROXY": "127.0.0.1,localhost"}
    asked = [(service, ASKED[service], 2.0 if "too long" in message else 20.0) for service, message, _ in WAYS.values()]
    with hostile_service() as (url, secret):
        command = [sys.executable, "-c", ASK, url]
        finished = subprocess.run(
            command, input=json.dumps(asked), capture_output=True, text=True, env=environment, cwd=ROOT, timeout=30 * len(WAYS)
        )
    assert finished.returncode == 0, finished.stderr
    return {"asked of another port": secret.asked, **dict(zip(WAYS, map(json.loads, finished.stdout.splitlines()), strict=True))}


@pytest.mark.parametrize("way", WAYS)
def test_it_ends_soon_with_one_problem(way: str, results: dict[str, Any]) -> None:
    (problem,) = results[way]["problems"]
    service, message, _ = WAYS[way]
    assert problem["severity"] == "error" and ASKED[service] in json.dumps(problem)
    assert any(part in problem["message"] for part in message.split("|")), problem["message"]
    assert problem["message"].isprintable()
    assert results[way]["seconds"] < 30
    assert results[way]["peak"] < 200_000_000, "at the end of this way"


def test_no_other_port_of_this_machine_is_asked(results: dict[str, Any]) -> None:
    assert len(WAYS) >= 30
    assert results["asked of another port"] == []
