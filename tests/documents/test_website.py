"""Web sites: their files, what links them, what they withhold, and that none is made in part."""

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from cvrender.cli import main
from cvrender.documents.website import render_website
from cvrender.errors import InputError
from cvrender.load.request import RenderRequest

PROFILE = """
updated: 2026-11-22
person:
  name: Ada M. Example
  emails: [ada@example.org, {value: home@example.org, private: true}]
  phones: [{value: +1 555 0100, private: true}]
  links: ["https://code.example.org/~ada"]
publications:
  - {id: one, title: A Work, authors: [Ada M. Example], type: book, date: 2024}
  - {id: two, title: A Secret, authors: [Ada M. Example], type: book, date: 2025, private: true}
"""
URL = "https://ada.example.org/cv"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("site")
    (folder / "ada.yaml").write_text(PROFILE, "utf-8")
    made = render_website(RenderRequest(profile=str(folder / "ada.yaml")), url=URL)
    return {artifact.name: artifact.content for artifact in made}


def test_the_folder_has_all_files(site: dict[str, bytes]) -> None:
    assert list(site) == ["index.html", "cv.pdf", "contact.vcf", "publications.bib", "picture.png"]
    assert site["cv.pdf"].startswith(b"%PDF")
    assert site["picture.png"].startswith(b"\x89PNG")
    assert (int.from_bytes(site["picture.png"][16:20]), int.from_bytes(site["picture.png"][20:24])) == (1200, 630)


def test_the_page_leads_to_each_file_and_names_its_address(site: dict[str, bytes]) -> None:
    page = site["index.html"].decode()
    for label, name in (("PDF", "cv.pdf"), ("vCard", "contact.vcf"), ("BibTeX", "publications.bib")):
        assert f'<a href="{name}">{label}</a>' in page
    assert f'<link rel="canonical" href="{URL}/">' in page
    assert f'<meta property="og:image" content="{URL}/picture.png">' in page
    assert 'rel="me" href="https://code.example.org/~ada"' in page
    facts = re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)
    assert facts
    assert json.loads(facts[1])["@graph"][0]["url"] == f"{URL}/"


def test_what_is_private_is_in_no_file(site: dict[str, bytes]) -> None:
    with pypdfium2.PdfDocument(site["cv.pdf"]) as document:
        printed = "".join(page.get_textpage().get_text_range() for page in document) + str(document.get_metadata_dict())
    texts = {name: site[name].decode() for name in ("index.html", "contact.vcf", "publications.bib")} | {"cv.pdf": printed}
    for name, text in texts.items():
        assert "Ada M. Example" in text.replace("Example, Ada M.", "Ada M. Example"), name
        assert not re.search(r"home@|0100|Secret", text), name
    assert not re.search(rb"home@example|555 ?0100|A Secret", site["cv.pdf"]), "in a link or an attachment"


@pytest.mark.parametrize(
    "url", ["ada.example.org", "ftp://a.example", "https://", "https://a.example/?q", "https://[", "javascript:x"]
)
def test_an_address_is_that_of_a_folder(url: str) -> None:
    with pytest.raises(InputError, match="not the address of a web site"):
        render_website(RenderRequest(profile="ada.yaml"), url=url)


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["website", str(folder / "ada.yaml"), "--out", str(folder / "out"), *arguments])


def test_the_command_writes_a_photo_and_removes_what_is_stale(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    photo = next((pytestconfig.rootpath / "profiles").rglob("*.png"))
    (tmp_path / "me.png").write_bytes(photo.read_bytes())
    made = PROFILE.split("publications")[0].replace("  name:", "  photo: me.png\n  name:")
    (tmp_path / "ada.yaml").write_text(made, "utf-8")
    folder = tmp_path / "out/ada/website"
    folder.mkdir(parents=True)
    (folder / "publications.bib").write_text("", "utf-8")
    done = run(tmp_path, "--set", "photo=true", "--pdf-style", "engineer", "--lang", "de", "--json")
    assert (done.exit_code, json.loads(done.stdout)) == (0, []), done.output
    assert {path.name for path in folder.iterdir()} == {"index.html", "cv.pdf", "contact.vcf", "picture.png"}
    assert (folder / "picture.png").stat().st_size < 10_000, "a page instead of the photo"
    assert "canonical" not in (folder / "index.html").read_text("utf-8")
    assert run(tmp_path, "--lang", "deutsch!").exit_code == 2


def test_a_site_with_an_error_is_not_made_in_part(tmp_path: Path) -> None:
    (tmp_path / "ada.yaml").write_text(PROFILE, "utf-8")
    done = run(tmp_path, "--pdf-style", "missing")
    assert done.exit_code == 1
    assert "missing" in done.stderr
    assert not (tmp_path / "out/ada/website").exists()
