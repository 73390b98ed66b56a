"""Ask a running preview for everything, as its page does and as other sites might."""

import io
import socket
import subprocess
import threading
import time
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image

from cvrender.targets import TARGETS

DATA = [f"/api/{name}" for name in ("state", "problems", "lines", "parser", "events")]
EVERYTHING = ["/", "/assets/preview.js", "/download/md", *DATA]
Preview = Callable[..., AbstractContextManager[Any]]


def port(server: Any) -> int:
    number = urlsplit(server.address).port
    assert number is not None
    return number


@pytest.mark.parametrize("path", EVERYTHING)
def test_only_the_browser_that_was_given_the_address_gets_anything(path: str, server: Any) -> None:
    for cookie in ("", "x=y", f"cvrender-{port(server)}=wrong", f"cvrender-{port(server)}=", "\x7f;;="):
        assert server.get(path, Cookie=cookie)[0] == 403
    assert server.get(f"{path}?token=wrong", Cookie="")[0] == 403


@pytest.mark.parametrize("path", EVERYTHING)
def test_other_hosts_and_origins_are_refused(path: str, server: Any) -> None:
    for host in ("evil.example", f"evil.example:{port(server)}", "127.0.0.1", f"127.0.0.1:{port(server) + 1}", ""):
        assert server.get(path, Host=host)[0] in (400, 421)
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port(server)}", f"http://localhost:{port(server)}"):
        assert server.get(path, Origin=origin)[0] == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_changed(method: str, server: Any) -> None:
    assert server.get("/api/state", method)[0] == 405


def test_every_answer_has_the_headers_that_protect_the_page(server: Any) -> None:
    for path in ("/", "/assets/preview.css", "/api/state", "/nothing"):
        headers = server.get(path)[1]
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert set(policy.values()) == {"'none'", "'self'"}
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["cross-origin-resource-policy"] == "same-origin"


def test_the_cookie_is_for_this_site_only(server: Any) -> None:
    status, headers, _ = server.get(f"/?{urlsplit(server.address).query}", Cookie="")
    assert (status, headers["location"]) == (303, "/")
    assert "httponly" in headers["set-cookie"].lower()
    assert "samesite=strict" in headers["set-cookie"].lower()


def test_it_listens_on_this_machine_only(server: Any) -> None:
    try:
        addresses = {name[4][0] for name in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    except socket.gaierror:
        pytest.skip("the name of the machine has no address")
    for address in addresses:
        with pytest.raises(OSError), socket.create_connection((address, port(server)), timeout=2):  # noqa: PT012
            pass


@pytest.mark.parametrize(
    "path",
    ["/assets/../app.py", "/assets/%2e%2e%2fapp.py", "/page/x/0.png?width=100", "/page/x/-1.png?width=1", "/profiles/ada.yaml"],
)
def test_no_other_file_is_served(path: str, server: Any) -> None:
    assert server.get(path)[0] == 404


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/api/state?profile=../ada", 'profile "../ada" not found'),
        ("/api/state?profile=/etc/passwd", 'profile "/etc/passwd" not found'),
        ("/download/exe", 'unknown target "exe"'),
        ("/download/md?view=nothing", 'view "nothing" not found'),
        ("/api/source?line=x", "line should be a number"),
    ],
)
def test_what_was_not_offered_is_a_problem(path: str, message: str, server: Any) -> None:
    assert message in server.json(path, 422)["problems"][0]["message"]


def test_a_wrong_option_is_an_error_on_the_page(server: Any) -> None:
    state = server.json("/api/state?style=lab&set.margin=wide")
    assert (state["problems"][0]["file"], state["problems"][0]["path"]) == ("--set", "margin")
    assert state["pages"] is None


def test_only_the_files_of_the_profile_are_shown(server: Any) -> None:
    assert server.json("/api/source?file=profiles/ada.yaml&line=7")["text"][6] == "  - title: Notes on a Machine"
    for file in ("profiles/bob.yaml", "/etc/passwd", "profiles/../profiles/ada.yaml", ""):
        assert server.json(f"/api/source?file={file}&line=1") is None


def test_pages_are_as_sharp_as_asked(server: Any) -> None:
    pages = server.json("/api/state")["pages"]
    assert [round(side) for side in pages["sizes"][0]] == [595, 842]
    for width in (100, 900):
        status, headers, content = server.get(f"/page/{pages['id']}/0.png?width={width}")
        assert (status, headers["content-type"]) == (200, "image/png")
        assert Image.open(io.BytesIO(content)).width == width
    assert Image.open(io.BytesIO(server.get(f"/page/{pages['id']}/0.png?width=99999")[2])).width == 4000
    for wrong in (f"{pages['id']}/1.png?width=100", f"{pages['id']}/0.png?width=x", f"{pages['id']}/0.png"):
        assert server.get(f"/page/{wrong}")[0] == 404


def test_each_line_leads_to_its_place(server: Any) -> None:
    lines = [line for page in server.json("/api/lines") for line in page]
    places = {line["text"]: (line["path"], line["line"]) for line in lines}
    assert places["A person who writes notes."] == ("bio", 2)
    assert next(place for text, place in places.items() if "2012" in text) == ("positions[1]", 5)
    assert next(place for text, place in places.items() if "Notes on" in text) == ("publications[0]", 7)
    assert all(0 <= line["left"] < line["right"] <= 1 and 0 <= line["top"] < line["bottom"] <= 1 for line in lines)


def test_what_the_linter_finds_is_there(server: Any) -> None:
    (problem,) = server.json("/api/problems")
    assert problem["severity"] == "warning"
    assert (problem["file"], problem["line"]) == ("profiles/ada.yaml", 4)


def test_the_parser_sees_the_facts(server: Any) -> None:
    extracted = server.json("/api/parser")
    assert (extracted["name"], extracted["emails"], extracted["publications"]) == ("Ada Example", ["ada@example.org"], 1)


@pytest.mark.parametrize("target", TARGETS)
def test_each_target_can_be_downloaded(target: str, server: Any) -> None:
    status, headers, content = server.get(f"/download/{target}?style=engineer&view=full")
    assert status == 200, content
    name = f"ada-full-engineer.{target}"
    assert headers["content-disposition"] == f"attachment; filename=\"{name}\"; filename*=UTF-8''{name}"
    beginnings = {"pdf": b"%PDF", "docx": b"PK"}
    assert content.startswith(beginnings.get(target, content[:1]))
    assert len(content) > 100


@pytest.mark.slow
def test_a_file_with_companions_is_a_zip(preview: Preview, tmp_path: Path) -> None:
    with preview(tmp_path / "work", "ada") as server:
        file = server.folder / "profiles" / "ada.yaml"
        file.write_text(file.read_text("utf-8").replace("Ada Example, emails", "Ada Example, native: 聂, emails"), "utf-8")
        status, headers, content = server.get("/download/tex")
    assert status == 200
    assert headers["content-disposition"].endswith("''ada-full-classic-tex.zip")
    assert {name.rpartition(".")[2] for name in zipfile.ZipFile(io.BytesIO(content)).namelist()} >= {"tex", "ttf"}


def test_choices_options_and_yaml(server: Any) -> None:
    state = server.json("/api/state?style=moderncv&set.variant=banking&set.icons=false&set.font=Lato&profile=bob")
    assert state["choices"]["profile"] == ["ada", "bob"]
    assert {"full", "bio"} <= set(state["choices"]["view"])
    assert "lab" in state["choices"]["style"]
    assert list(state["choices"]["target"]) == list(TARGETS)
    options = {option["name"]: option for option in state["options"]}
    assert options["variant"]["value"] == "banking"
    assert options["variant"]["changed"]
    assert not options["page"]["changed"]
    assert options["page"]["choices"] == ["a4", "letter"]
    assert {"source-sans", "Lato", "EB Garamond", "Roboto"} <= {*options["font"]["choices"]}
    assert state["yaml"] == 'style:\n  name: moderncv\n  options:\n    variant: "banking"\n    icons: "false"\n    font: "Lato"\n'


@pytest.mark.slow
def test_copied_yaml_has_the_same_effect_in_the_profile(preview: Preview, tmp_path: Path) -> None:
    with preview(tmp_path / "work", "ada") as server:
        tried = server.json("/api/state?style=lab&set.page=letter&set.numbering=false&set.accent=%23aa0000")
        file = server.folder / "profiles" / "ada.yaml"
        file.write_text(file.read_text("utf-8") + tried["yaml"], "utf-8")
        kept = server.json("/api/state?view=full")
        assert kept["pages"] == tried["pages"]
        assert kept["yaml"] == tried["yaml"]


@pytest.mark.slow
def test_saving_is_announced_and_the_last_good_pages_stay(preview: Preview, tmp_path: Path) -> None:
    with preview(tmp_path / "work") as server:
        file = server.folder / "profiles" / "ada.yaml"
        good = server.json("/api/state")
        events = Events(server)
        file.write_text(file.read_text("utf-8").replace("Machine", "[Engine"), "utf-8")
        events.wait("saved")
        changed = server.json("/api/state")
        assert changed["pages"]["id"] != good["pages"]["id"]
        file.write_text("person: [\n", "utf-8")
        events.wait("saved")
        broken = server.json("/api/state")
        assert broken["pages"] == changed["pages"]
        assert (broken["problems"][0]["file"], broken["problems"][0]["line"]) == ("profiles/ada.yaml", 2)
        file.write_text("person: {name: Ada}\nbio: Back.\n", "utf-8")
        events.wait("saved")
        mended = server.json("/api/state")
        assert mended["problems"] == []
        assert mended["pages"]["id"] != changed["pages"]["id"]
    events.thread.join(10)
    assert events.last == "0", "the server ends the stream when it stops, and does not wait for the browser"


class Events:
    """The server's announcements, collected by a thread."""

    def __init__(self, server: Any) -> None:
        self.seen: list[str] = []
        self.last = ""
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._listen, args=(server,), daemon=True)
        self.thread.start()
        assert self.ready.wait(10)

    def _listen(self, server: Any) -> None:
        with socket.create_connection(("127.0.0.1", port(server))) as stream:
            head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port(server)}\r\nCookie: {server.cookie['Cookie']}\r\n\r\n"
            stream.sendall(head.encode())
            for line in stream.makefile("r", encoding="utf-8"):
                self.last = line.strip() or self.last
                if line.startswith("event: "):
                    self.seen.append(line.split()[1])
                    self.ready.set()

    def wait(self, name: str) -> None:
        for _ in range(500):
            if name in self.seen:
                self.seen.clear()
                return
            time.sleep(0.02)
        raise AssertionError(f"{name} was not announced")


def test_what_cannot_be_shown_is_one_clear_line(
    tmp_path: Path, server: Any, shell: Callable[..., "subprocess.CompletedProcess[str]"]
) -> None:
    none = shell("cvrender preview --no-open", tmp_path)
    assert none.stderr == "error: there is no profile in profiles/; begin one with: cvrender new NAME, or: cvrender demo\n"
    nobody = shell("cvrender preview --no-open nobody", tmp_path)
    assert nobody.stderr == "profiles/nobody.yaml: error: cannot be read: No such file; begin it with: cvrender new NAME\n"
    taken = shell(f"cvrender preview --no-open --port {port(server)}", server.folder)
    assert taken.stderr.startswith(f"error: port {port(server)} cannot be used")
    assert (none.returncode, nobody.returncode, taken.returncode) == (1, 1, 1)


@pytest.mark.slow
def test_a_long_cv_has_places_for_nearly_all_lines(preview: Preview, profiles_dir: Path, tmp_path: Path) -> None:
    """Most lines of the longest profile lead to a field whose value they contain."""
    with preview(tmp_path / "work", str(profiles_dir / "minjia-zhang.yaml")) as server:
        lines = [line for page in server.json("/api/lines") for line in page]
    assert len(lines) > 300
    paths = [line for line in lines if line["path"]]
    assert len(paths) > 0.97 * len(lines)
    order = [line["line"] for line in paths if line["path"].startswith("publications[")]
    assert len(order) > 100


@pytest.mark.slow
def test_the_first_page_in_other_styles(server: Any) -> None:
    state = server.json("/api/state")
    assert {"classic", "engineer", "folio"} <= set(state["choices"]["look"]) and "plain" not in state["choices"]["look"]
    drawn = []
    for style in ("classic", "lab"):
        status, headers, body = server.get(f"/look/{state['pages']['id']}/{style}.png?set.accent=red")
        assert (status, headers["content-type"]) == (200, "image/png")
        drawn.append(Image.open(io.BytesIO(body)))
    assert drawn[0].width == drawn[1].width == 300 and drawn[0].tobytes() != drawn[1].tobytes()
    assert server.get("/look/x/nowhere.png")[0] == 422
