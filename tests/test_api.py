"""Check docs/api.md: its examples run as they are printed, and it describes every public name and argument."""

import asyncio
import http.client
import inspect
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import cvrender
from cvrender.targets import DEFAULT_TARGETS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/api.md").read_text("utf-8")
EXAMPLES = re.findall(r"(?ms)^```python\n(.*?)^```$", PAGE)
PROFILE = """\
person: {name: Ada Lovelace}
publications:
  - title: Notes on the Engine
    authors: [Ada Lovelace]
    type: article-journal
    date: 1843
"""


@contextmanager
def service(folder: Path) -> Iterator[http.client.HTTPConnection]:
    """Run the page's service on a free port."""
    (example,) = (text for text in EXAMPLES if "make_server" in text)
    (folder / "service.py").write_text(example, "utf-8")
    command = [sys.executable, "service.py", "0"]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout
        yield http.client.HTTPConnection(urlsplit(server.stdout.readline().strip()).netloc, timeout=120)
    finally:
        server.terminate()
        server.wait()


def post(connection: http.client.HTTPConnection, body: bytes, query: str = "") -> tuple[int, str, bytes]:
    connection.request("POST", f"/{query}", body)
    response = connection.getresponse()
    return response.status, response.getheader("Content-Type", ""), response.read()


@pytest.mark.slow
def test_the_service_answers_with_a_pdf_or_with_what_is_wrong(tmp_path: Path) -> None:
    with service(tmp_path) as connection:
        status, kind, pdf = post(connection, PROFILE.encode(), "?style=lab&view=publications")
        assert (status, kind, pdf[:5]) == (200, "application/pdf", b"%PDF-")
        text = " ".join(cvrender.TARGETS["pdf"].read(pdf).lines)
        assert "Ada Lovelace" in text and "Notes on the Engine" in text
        status, kind, told = post(connection, PROFILE.replace("title:", "titel:").encode())
        assert (status, kind) == (422, "text/plain; charset=utf-8")
        lines = told.decode().splitlines()
        assert 'profile.yaml:3:5: error: publications[0].titel: unknown key; did you mean "title"?' in lines
        assert str(tmp_path) not in told.decode() and "/tmp" not in told.decode()
        status, _, told = post(connection, PROFILE.encode(), "?style=../../etc")
        assert status == 422 and b"not found" in told
        assert post(connection, b"")[0] == 413
        connection.request("POST", "/", headers={"Content-Length": "1000001"})  # the body is not sent
        assert connection.getresponse().status == 413
        connection.close()
        status, _, told = post(connection, f"{PROFILE}include: [../../etc/passwd]\n".encode())
        assert status == 422 and b"profile.yaml:7:11: error: include[0]: " in told, "nothing outside of its folder is included"
        assert b"/tmp" not in told
        assert post(connection, PROFILE.encode())[0] == 200, "it goes on after errors"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["service.py"]


@pytest.mark.slow
def test_the_service_for_several_requests_answers_and_limits_what_waits() -> None:
    (example,) = (text for text in EXAMPLES if "async def app" in text)
    module: dict[str, Any] = {"__name__": "service"}
    exec(compile(example, "service.py", "exec"), module)

    async def ask(body: bytes) -> tuple[int, bytes]:
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await module["app"]({"type": "http", "query_string": b"style=lab&view=publications"}, receive, send)
        return sent[0]["status"], sent[1]["body"]

    async def ask_all(*bodies: bytes) -> list[tuple[int, bytes]]:
        return await asyncio.gather(*map(ask, bodies))

    wrong = PROFILE.replace("title:", "titel:").encode()
    answered, told, empty = asyncio.run(ask_all(PROFILE.encode(), wrong, b""))
    assert answered[0] == 200 and answered[1].startswith(b"%PDF-")
    assert told[0] == 422 and b'unknown key; did you mean "title"?' in told[1] and b"/tmp" not in told[1]
    assert empty[0] == 413 and module["waiting"] == 0
    module["MOST_WAITING"] = 1
    assert sorted(status for status, _ in asyncio.run(ask_all(wrong, wrong))) == [422, 503]


@pytest.mark.slow
def test_the_first_example_writes_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "profiles").mkdir()
    shutil.copy(ROOT / "profiles/ada-example.yaml", tmp_path / "profiles/ada.yaml")
    shutil.copy(ROOT / "profiles/ada-example.png", tmp_path / "profiles")
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[0], "docs/api.md", "exec"), {})
    assert {path.name for path in (tmp_path / "out").glob("ada-*")} >= {"ada-resume-lab.tex", "ada-resume-lab.pdf"}
    assert all("warning: " in line for line in capsys.readouterr().out.splitlines())


def test_every_example_of_the_page_is_run() -> None:
    assert len(EXAMPLES) == 3
    assert EXAMPLES[0].count("\n") < 15 and "make_server" in EXAMPLES[1] and "async def app" in EXAMPLES[2]


@pytest.mark.parametrize("name", [name for name in cvrender.__all__ if name != "CvrenderError"])
def test_every_public_name_is_described(name: str) -> None:
    assert re.search(rf"^\| `{name}\b", PAGE, re.MULTILINE)


@pytest.mark.parametrize(
    "name",
    ["load_profile", "render", "render_untrusted", "render_letter", "render_application", "render_report", "match", "Library"],
)
def test_every_argument_is_described(name: str) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}("))
    parameters = inspect.signature(getattr(cvrender, name)).parameters
    assert len(parameters) >= 2
    table = "" if "…" not in row else "\n".join(re.findall(r"^\| `\w+` \| .*", PAGE, re.MULTILINE))
    documented = re.findall(r"(\w+)=", row) + re.findall(r"^\| `(\w+)`", table, re.MULTILINE)
    keywords = [key for key, parameter in parameters.items() if parameter.default is not inspect.Parameter.empty]
    assert not set(keywords) - set(documented)


def test_every_attribute_is_described() -> None:
    for name in ("RenderResult", "Artifact", "Problem"):
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}`"))
        assert not [field for field in getattr(cvrender, name).__dataclass_fields__ if f"`{field}`" not in row]


def test_exit_codes_and_defaults_are_the_codes() -> None:
    errors = [cvrender.InputError, cvrender.ToolError, cvrender.ArtifactError]
    assert dict(re.findall(r"^\| `(\w+Error)` \| (\d) \|", PAGE, re.MULTILINE)) == {
        error.__name__: str(error.exit_code) for error in errors
    }
    assert f"| `targets` | {', '.join(f'`{name}`' for name in DEFAULT_TARGETS)} |" in PAGE


def test_problems_are_data() -> None:
    with pytest.raises(cvrender.InputError) as caught:
        cvrender.render(cvrender.load_profile(ROOT / "profiles/ada-example.yaml"), targets=["pfd"])
    (problem,) = json.loads(json.dumps([problem.as_data() for problem in caught.value.problems]))
    assert problem["message"] == 'unknown target "pfd"' and problem["severity"] == "error"


def test_letters_applications_reports_and_differences_have_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("profiles").mkdir()
    Path("profiles/ada.yaml").write_text(f"updated: 2026-01-01\n{PROFILE}", "utf-8")
    Path("old.yaml").write_text(PROFILE.replace("Notes on", "Remarks on"), "utf-8")
    Path("letter.yaml").write_text("profile: profiles/ada.yaml\nto: [B]\nbody: I apply.\n", "utf-8")
    Path("application.yaml").write_text(
        "profile: profiles/ada\nparts:\n  - {letter: letter.yaml}\n  - {view: nothing}\n", "utf-8"
    )
    Path("posting.txt").write_text("Requirements\n\nExperience with engines\n", "utf-8")
    assert b"I apply." in cvrender.render_letter("letter.yaml", targets=["txt"])[0].content
    application = cvrender.render_application("application.yaml", targets=["txt"])
    assert application.exit_code == 1 and {artifact.name for artifact in application.artifacts} >= {"ada-letter-classic.txt"}
    new, old = cvrender.load_profile("profiles/ada.yaml"), cvrender.load_profile("old.yaml")
    differences = cvrender.diff(old, new, targets=["md"])
    assert differences and b"Notes on the Engine" in differences[0].content
    assert cvrender.diff(new, new) is None
    table = cvrender.render_report(["profiles/ada.yaml"], since="1840", until="1850", targets=["csv"])
    assert b"Notes on the Engine" in table[0].content
    assert cvrender.match(Path("posting.txt"), new).as_data()["documents"] == []
