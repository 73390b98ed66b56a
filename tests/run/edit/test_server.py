"""Ask a running editor to read and change profiles, as its page does and as other sites might."""

import http.client
import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from cvrender.model.kinds import KINDS
from tests.merge.sources.web_service import WebService

WRITES = [f"/api/{name}?profile=ada" for name in ("change", "undo", "redo", "restore", "decide", "import", "tick", "photo")] + [
    "/api/new"
]


def test_nothing_is_written_without_cookie_origin_header_and_length(editor: Any) -> None:
    before = editor.file.read_bytes()
    for path in WRITES:
        for wrong in ({"Cookie": ""}, {"Origin": ""}, {"Origin": "http://evil.example"}, {"x-cvrender": ""}, {"x-cvrender": "x"}):
            assert editor.ask(path, {}, **wrong)[0] == 403, (path, wrong)
        assert editor.ask(path, {}, Host="evil.example")[0] == 421
        for method in ("PUT", "DELETE", "PATCH"):
            assert editor.ask(path, {}, method)[0] == 405
        assert editor.ask(path, {}, **{"Content-Length": "60000000"})[0] == 413
    assert editor.file.read_bytes() == before


def test_a_change_is_saved_and_undone_to_the_byte(editor: Any) -> None:
    before = editor.file.read_text("utf-8")
    paths = editor.change(op="set", path=["publications", 0, "title"], value="Notes on Looms")
    assert editor.file.read_text("utf-8") == before.replace("Notes on a Machine", "Notes on Looms")
    assert paths["problems"] == [] and paths["undo"] == ["set"]
    assert editor.json("/api/undo?profile=ada", {"hash": paths["hash"]})["redo"] == ["set"]
    assert editor.file.read_text("utf-8") == before


def test_a_file_that_another_program_changed_is_not_overwritten(editor: Any) -> None:
    seen = editor.json("/api/document?profile=ada")["hash"]
    editor.file.write_text(editor.file.read_text("utf-8").replace("Notes on a Machine", "Theirs"), "utf-8")
    operation = {"op": "set", "path": ["publications", 0, "title"], "value": "Mine"}
    conflict = editor.change(409, hash=seen, **operation)
    assert conflict["data"]["publications"][0]["title"] == "Theirs"
    assert "Theirs" in editor.file.read_text("utf-8")
    editor.change(hash=conflict["hash"], **operation)
    assert "Mine" in editor.file.read_text("utf-8")


def test_what_is_wrong_is_told_with_its_path_and_a_broken_file_is_mended(editor: Any) -> None:
    paths = editor.change(op="set", path=["publications", 0, "date"], value="soon")
    assert [problem["path"] for problem in paths["problems"]] == ["publications[0].date"]
    editor.file.write_text("person: [", "utf-8")
    broken = editor.json("/api/document?profile=ada")
    assert broken["data"] is None and broken["problems"]
    assert editor.change(op="text", file="ada.yaml", text="person: {name: Ada}\n")["data"] == {"person": {"name": "Ada"}}


@pytest.mark.parametrize(
    "body", [b"", b"\xff", b"[]", b"{}", b'{"op": "set", "path": [true]}', b'{"op": "move", "path": ["a", 0]}']
)
def test_nonsense_is_refused(body: bytes, editor: Any) -> None:
    before = editor.file.read_bytes()
    assert editor.ask("/api/change?profile=ada", body)[0] in (409, 422)
    assert editor.file.read_bytes() == before


@pytest.mark.parametrize("name", ["", "nobody", "../ada", "/etc/passwd", "ada.yaml"])
def test_only_profiles_of_the_folder_are_read(name: str, editor: Any) -> None:
    assert editor.ask(f"/api/document?profile={name}")[0] == 422
    assert editor.ask(f"/edit/..%2f{name}")[0] in (307, 404)


def test_a_cv_begins_from_a_name_and_from_a_file(editor: Any, tmp_path: Path) -> None:
    assert editor.json("/api/new", {"name": "Grace Example", "field": "medicine"}) == {"profile": "grace-example"}
    assert editor.json("/api/document?profile=grace-example")["problems"] == []
    editor.json("/api/new", {"name": "Grace Example", "field": "medicine"}, 422)
    editor.json("/api/new", {"name": "../x", "field": "medicine"}, 422)
    resume = json.dumps({"basics": {"name": "Eve Sample"}, "work": [{"name": "Example Works", "position": "Engineer"}]}).encode()
    created = editor.json("/api/import?name=resume.json", resume)["profile"]
    assert editor.json(f"/api/document?profile={created}")["data"]["positions"][0]["organization"] == "Example Works"


def test_a_dropped_file_is_proposed_entry_by_entry(editor: Any) -> None:
    work = "@article{{{0}, title={{On {0}}}, author={{Example, Ada}}, year=2021}}\n"
    bibliography = "".join(map(work.format, ("Looms", "Mills"))).encode()
    proposals = editor.json("/api/import?profile=ada&name=works.bib", bibliography)["proposals"]
    works = [each for each in proposals if each["path"] == "publications"]
    assert len(works) == 2
    before = editor.file.read_text("utf-8")
    for each, accept in zip(works, (True, False), strict=True):
        seen = editor.json("/api/document?profile=ada")["hash"]
        editor.json("/api/decide?profile=ada", {"ids": [each["id"]], "accept": accept, "hash": seen})
    assert [each for each in editor.json("/api/proposals?profile=ada") if each["path"] == "publications"] == []
    after = editor.file.read_text("utf-8")
    assert after.startswith(before.rstrip("\n")) and after.count("On Looms") + after.count("On Mills") == 1


def test_the_forms_describe_every_kind(editor: Any) -> None:
    forms = editor.json("/api/forms?language=de")
    assert forms["titles"]["publications"] == "Publikationen"
    for name, kind in KINDS.items():
        model = forms["$defs"][forms["properties"][name]["x-model"]]
        assert model["title"] == ("CustomSection" if name == "custom" else kind.model.__name__)
        assert set(model["x-main"]) <= set(model["properties"])


def test_it_is_there_again_after_a_crash(edit: Any, tmp_path: Path) -> None:
    with edit(tmp_path / "work") as editor:
        editor.change(op="set", path=["person", "name"], value="Eve Example")
        editor.process.kill()
    saved = editor.file.read_text("utf-8")
    assert "Eve Example" in saved
    with edit(tmp_path / "work", text=saved) as editor:
        states = editor.json("/api/states?profile=ada")
        seen = editor.json("/api/document?profile=ada")["hash"]
        editor.json("/api/restore?profile=ada", {"hash": seen, "state": states[-1]["name"]})
        assert editor.file.read_text("utf-8") == saved.replace("Eve Example", "Ada Example")


def test_a_picture_becomes_the_photo_and_nothing_else_does(editor: Any) -> None:
    from PIL import Image

    picture = editor.folder / "picture.png"
    Image.new("RGB", (40, 50)).save(picture)
    assert editor.json("/api/photo?profile=ada", picture.read_bytes()) == {"photo": "ada.png"}
    assert editor.json("/api/photo?profile=ada", picture.read_bytes()) == {"photo": "ada-2.png"}
    editor.json("/api/photo?profile=ada", b"\x89PNG nonsense", 422)
    assert editor.change(op="set", path=["person", "photo"], value="ada.png")["problems"] == []
    assert {path.name for path in (editor.folder / "profiles").glob("*.*g")} == {"ada.png", "ada-2.png"}


def test_each_view_says_which_entries_it_shows(editor: Any) -> None:
    editor.change(op="set", path=["views", "mine"], value={"extends": "publications"})
    views = {view["name"]: view for view in editor.json("/api/views?profile=ada")}
    assert views["mine"]["own"] and views["mine"]["entries"] == {"positions[0]": "dropped", "publications[0]": "kept"}
    assert set(views["full"]["entries"].values()) == {"kept"}


def test_a_tick_takes_an_entry_or_a_section_out_of_an_own_view(editor: Any) -> None:
    def tick(path: str, on: bool, view: str = "mine", status: int = 200) -> Any:
        seen = editor.json("/api/document?profile=ada")["hash"]
        return editor.json("/api/tick?profile=ada", {"hash": seen, "view": view, "path": path, "on": on}, status)

    before = editor.file.read_text("utf-8")
    editor.change(op="set", path=["views", "mine"], value={"extends": "full"})
    data = tick("publications[0]", False)["data"]
    assert data["publications"][0]["id"] == "notes-on-a-machine"
    assert tick("positions", False)["data"]["views"]["mine"]["without"] == ["notes-on-a-machine", "positions"]
    entries = {view["name"]: view for view in editor.json("/api/views?profile=ada")}["mine"]["entries"]
    assert set(entries.values()) == {"without"}
    assert tick("publications[0]", True)["data"]["views"]["mine"]["without"] == ["positions"]
    assert "not part of this profile" in tick("positions", False, "full", 422)["problems"][0]["message"]
    while editor.json("/api/document?profile=ada")["undo"]:
        editor.json("/api/undo?profile=ada", {"hash": editor.json("/api/document?profile=ada")["hash"]})
    assert editor.file.read_text("utf-8") == before


def test_a_proposal_shows_the_words_of_its_file_and_their_place(editor: Any) -> None:
    proposals = editor.json(
        "/api/import?profile=ada&name=w.bib", b"@book{a,\n title={On Mills},\n author={Example, Ada}, year=2021\n}\n"
    )
    [work] = [each for each in proposals["proposals"] if each["path"] == "publications"]
    assert work["words"][0] == "@book{a," and work["places"] == []
    assert work["fields"] == {"id": "a", "title": "On Mills", "authors": "Ada Example", "type": "book", "date": "2021"}
    pytest.importorskip("pypdfium2")
    pdf = editor.ask("/download/pdf?profile=bob")[2]
    proposals = editor.json("/api/import?profile=ada&name=old.pdf", pdf)
    placed = [each for each in proposals["proposals"] if each["places"]]
    assert placed and all(0 <= box["top"] < box["bottom"] <= 1 for each in placed for box in each["places"])
    assert editor.ask("/old/0.png?profile=ada")[2].startswith(b"\x89PNG")
    assert editor.ask("/old/99.png?profile=ada")[0] == 422


def test_the_folder_and_an_application_are_taken_away(editor: Any) -> None:
    names = zipfile.ZipFile(io.BytesIO(editor.ask("/folder.zip")[2])).namelist()
    assert names == ["ada.yaml", "bob.yaml"]
    assert editor.json("/api/applications") == []
    (editor.folder / "post.yaml").write_text("parts:\n  - {view: full}\n", "utf-8")
    assert editor.json("/api/applications") == ["post"]
    status, headers, content = editor.ask("/application/post?profile=ada")
    assert status == 200 and content.startswith(b"%PDF") and ".pdf" in headers["content-disposition"]
    assert editor.ask("/application/ada?profile=ada")[0] == 404


@pytest.mark.skipif(sys.platform != "linux", reason="needs a second local address")
def test_a_container_publishes_the_port_and_only_the_printed_address_is_answered(edit: Any, tmp_path: Path) -> None:
    with edit(tmp_path / "work", "--listen", "0.0.0.0") as editor:
        host, port = urlsplit(editor.address).netloc, urlsplit(editor.address).port

        def asked(**headers: str) -> int:
            connection = http.client.HTTPConnection("127.0.0.2", port, timeout=30)  # as a published port arrives
            connection.request("GET", "/api/start", headers={**editor.cookie, **headers})
            return connection.getresponse().status

        assert asked(Host=host) == 200
        assert asked(Host=f"127.0.0.2:{port}") == asked(Host="evil.example") == 421
        assert asked(Host=host, Cookie="") == 403
    with edit(tmp_path / "work") as editor, pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection("127.0.0.2", urlsplit(editor.address).port, timeout=30).request("GET", "/")


def test_identifiers_are_asked_of_their_services_and_proposed(edit: Any, tmp_path: Path, service: WebService) -> None:
    service.by_path = {
        "/efetch": (200, {}, b"PMID- 12345678\nTI  - On Looms\nFAU - Example, Ada\nDP  - 2021\nPT  - Journal Article\n")
    }
    with edit(tmp_path / "work") as editor:
        proposals = editor.json("/api/import?profile=ada&identifiers=PMID:12345678", b"")
        assert ["On Looms" in each["new"] for each in proposals["proposals"] if each["path"] == "publications"] == [True]
        for text in ("1234-5", "12345678+x", "+".join(map(str, range(1, 30)))):
            assert editor.json(f"/api/import?profile=ada&identifiers={text}", b"", 422)["problems"]
    assert len(service.asked) == 1


def test_the_yaml_tab_asks_about_a_text_that_is_not_saved(editor: Any) -> None:
    def ask(**question: Any) -> Any:
        return editor.json("/api/language?profile=ada", {"file": "ada.yaml", **question})

    work = "  - title: On Looms\n    athors: [Ada]\n    type: article\n    date: 2020\n"
    text = f"person: {{name: Ada 🧵 Example}}\npublications:\n{work}"
    unknown = next(each for each in ask(ask="problems", text=text) if each["message"] == "unknown key")
    units = text.encode("utf-16-le")
    assert units[2 * unknown["from"] : 2 * unknown["to"]].decode("utf-16-le").startswith("athors")
    [change] = unknown["fixes"][0]["changes"]
    assert units[2 * change["from"] : 2 * change["to"]].decode("utf-16-le") == "athors" and change["insert"] == "authors"
    at = text.index("athors") + 1  # one unit more than characters, for the sign before it
    assert "authors" in [each["label"] for each in ask(ask="complete", text=text.replace("athors: [Ada]", "au"), at=at + 2)]
    assert ask(ask="hover", text=text, at=text.index("title") + 3)["text"]
    assert editor.json("/api/language?profile=ada", {"ask": "hover", "text": 1}, 422)
    assert "athors" not in editor.file.read_text("utf-8")


def test_the_yaml_tab_tells_what_is_wrong_with_an_included_file(editor: Any) -> None:
    editor.file.write_text(editor.file.read_text("utf-8") + "include: [grants.yaml]\n", "utf-8")
    text = "grants:\n  - {title: Of Looms, founder: Example Fund}\n"
    editor.file.with_name("grants.yaml").write_text(text, "utf-8")
    [problem] = editor.json("/api/language?profile=ada", {"file": "grants.yaml", "ask": "problems", "text": text})
    assert (problem["message"], text[problem["from"] : problem["to"]]) == ("unknown key", "founder")
    assert problem["fixes"][0]["changes"][0]["insert"] == "funder"
    [same] = editor.json("/api/document?profile=ada")["problems"]
    assert (Path(same["file"]).name, same["path"]) == ("grants.yaml", "grants[0].founder")
    other = text.replace("founder", "funder").replace("Looms", "Mills")
    assert editor.json("/api/language?profile=ada", {"file": "grants.yaml", "ask": "problems", "text": other}) == []


def test_a_cv_begins_with_a_name_alone(editor: Any) -> None:
    assert editor.json("/api/new", {"name": "Eve: Example", "field": "empty"}) == {"profile": "eve-example"}
    document = editor.json("/api/document?profile=eve-example")
    assert document["data"] == {"person": {"name": "Eve: Example"}} and document["problems"] == []
    assert editor.json("/api/new", {"name": "Eve: Example", "field": "empty"}, 422)["problems"]
