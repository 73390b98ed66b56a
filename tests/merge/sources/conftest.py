"""Start a server on this machine in place of each service."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cvrender.merge.sources.services import LOOKUPS, SERVICES
from tests.merge.sources.web_service import WebService


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebService]:
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    web_service = WebService()
    for name in {*SERVICES, *LOOKUPS}:
        monkeypatch.setenv(f"CVRENDER_SOURCE_{name.upper().replace('-', '_')}", web_service.url)
    yield web_service
    web_service.server.shutdown()
    web_service.server.server_close()
