"""Files that are made to do harm: each is an error or is imported as the text that it is."""

import io
import zlib
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cvrender.errors import InputError
from cvrender.formats.content import Content
from cvrender.formats.syntax import clean
from cvrender.load.reader import InputLimits, parse
from cvrender.load.validate import validate
from cvrender.merge.new_profile import new_profile
from cvrender.merge.readers import read_content

SMALL = InputLimits(200_000, 2_000, 10_000)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limits, so that no test needs large files."""
    for module in ("syntax.clean", "bibtex.syntax", "syntax.csv_syntax", "syntax.json_syntax", "syntax.xml_syntax"):
        monkeypatch.setattr(f"cvrender.formats.{module}.LIMITS", SMALL)
    monkeypatch.setattr("cvrender.formats.content.LIMITS", SMALL)


def refused(raw: bytes) -> str:
    with pytest.raises(InputError) as caught:
        read_content(Content(raw, "file"))
    return str(caught.value)


@pytest.mark.parametrize(
    "xml",
    [
        '<!DOCTYPE dblp [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><dblp><r><article><title>&b;</title></article></r></dblp>',
        '<!DOCTYPE dblp [<!ENTITY a SYSTEM "file:///etc/passwd">]><dblp><r><article><title>&a;</title></article></r></dblp>',
        '<!DOCTYPE dblp [<!ENTITY % a SYSTEM "http://127.0.0.1/x"> %a;]><dblp></dblp>',
        '<!DOCTYPE dblp [<!ATTLIST article key CDATA "x">]><dblp></dblp>',
    ],
)
def test_xml_cannot_define_or_fetch_anything(xml: str) -> None:
    assert "is not read" in refused(xml.encode())


def test_a_document_type_that_is_only_named_is_not_fetched() -> None:
    kind = '<!DOCTYPE dblp SYSTEM "file:///etc/passwd">'
    xml = f"{kind}<dblp><article><title>T&uuml;r &amp; Tor</title><author>A B</author></article></dblp>"
    (work,) = read_content(Content(xml.encode(), "file")).data["publications"]
    assert work["title"] == "Tür & Tor"


@pytest.mark.usefixtures("small")
def test_what_grows_when_it_is_unpacked_is_refused() -> None:
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        archive.writestr("Profile.csv", b"First Name,Last Name\n" + b"a" * 5_000_000)
    assert len(stream.getvalue()) < 10_000
    assert "MB when it is unpacked" in refused(stream.getvalue())
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.attachments["a.xml"] = pikepdf.AttachedFileSpec(pdf, b"<Candidate>" + b" " * 5_000_000)
        stream = io.BytesIO()
        pdf.save(stream, compress_streams=True)
    assert "MB when it is unpacked" in refused(stream.getvalue())


@pytest.mark.usefixtures("small")
def test_an_archive_has_a_limited_number_of_files() -> None:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for number in range(2_001):
            archive.writestr(f"{number}/Profile.csv", b"")
    assert "2,000 files" in refused(stream.getvalue())


def test_names_in_an_archive_lead_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        archive.writestr("../../Profile.csv", "First Name,Last Name\nAda,Example\n")
        archive.writestr("/etc/passwd", "x")
    assert read_content(Content(stream.getvalue(), "file")).data["person"]["name"] == "Ada Example"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text",
    [
        '{"basics": ' + '{"a":' * 5000 + "1" + "}" * 5000 + "}",
        "[" * 100_000,
        "<dblp>" + "<a>" * 5000 + "</a>" * 5000 + "</dblp>",
        "@misc{a, title = " + "{" * 5000 + "x" + "}" * 5000 + "}",
        "cv:\n" + "".join(f"{' ' * depth}a:\n" for depth in range(1, 200)),
    ],
)
def test_nesting_is_limited(text: str) -> None:
    try:
        imported = read_content(Content(text.encode(), "file"))
    except InputError as error:
        assert "deep" in str(error) or "format" in str(error) or "JSON" in str(error)
    else:
        assert any("deep" in problem.message for problem in imported.problems)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "text",
    [
        '[{"id": "a", "type": "book", "x": [' + ",".join("1" * 3000) + "]}]",
        "<dblp>" + "<article/>" * 3000 + "</dblp>",
        "Authors,Title,Publication,Volume,Number,Pages,Year,Publisher\n" + "a,b,c,d,e,f,g,h\n" * 300,
        '[{"id": "a", "type": "book", "title": "' + "x" * 10_001 + '"}]',
    ],
)
def test_numbers_and_lengths_are_limited(text: str) -> None:
    assert "more than" in refused(text.encode())


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("entry", ["@misc{a, x={1}}\n", "@misc{a, title = {" + "x" * 10_001 + "}}\n"])
def test_bibliographies_are_limited_too(entry: str) -> None:
    imported = read_content(Content((entry * 3000)[:190_000].encode(), "file"))
    assert any("more than" in problem.message for problem in imported.problems)


def test_strings_that_multiply_are_limited() -> None:
    lines = ['@string{a0 = "' + "x" * 1000 + '"}'] + [f"@string{{a{n} = {' # '.join([f'a{n - 1}'] * 10)}}}" for n in range(1, 12)]
    imported = read_content(Content("\n".join([*lines, "@misc{k, title = a11, author={A B}}"]).encode(), "file"))
    assert any("more than" in problem.message for problem in imported.problems)
    assert len(str(imported.data)) < 40_000_000


def test_many_accents_take_no_time() -> None:
    text = "a" + "\u0300\u0323" * 300_000
    cleaned = clean.clean(text)
    assert len(cleaned) < 100


def test_a_stream_that_never_ends_is_cut() -> None:
    bomb = zlib.compress(b"<Candidate>" + b"\0" * 50_000_000, 9)
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.attachments["a.xml"] = pikepdf.AttachedFileSpec(pdf, b"x")
        stream = pdf.attachments["a.xml"].obj.EF.F
        stream.write(bomb, filter=pikepdf.Name.FlateDecode)
        file = io.BytesIO()
        pdf.save(file, compress_streams=False)
    assert "MB when it is unpacked" in refused(file.getvalue())


TEXTS = st.text(min_size=1, max_size=60) | st.lists(
    st.sampled_from(
        [*"*_`[]()<>\\$#&:-?|>%@!{},'\"\n\t ab1", "\u2028", "\x85", "\ue000", "\x07", ": ", " #", "---", "](http://a)"]
    ),
    min_size=1,
    max_size=30,
).map("".join)


@given(title=TEXTS, note=TEXTS)
def test_any_text_is_one_value_of_the_profile(title: str, note: str) -> None:
    import json

    items = [{"id": "a", "type": "book", "title": title, "note": note, "x": title, "author": [{"literal": "Ada Example"}]}]
    new = new_profile([read_content(Content(json.dumps(items).encode(), "file"))], "Ada Example")
    source = parse(new.text.encode(), "made.yaml")
    profile = validate(source)
    assert {key: value for key, value in source.data.items() if key not in ("schema", "x-import")} == new.data
    assert len(profile.publications) <= 1
    if profile.publications:
        from cvrender.text.markup import inline

        shown = "".join(inline(str(profile.publications[0].title)).plain.split())
        assert shown in "".join(clean.clean(title).split()) or "<" in title or "&" in title or not title.isascii()


def test_pandoc_reads_untrusted_documents_in_a_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cvrender.formats.content import Content
    from cvrender.old_cvs.office import read as office
    from cvrender.system.sandbox import Sandbox, is_usable

    used: list[Sandbox | None] = []
    run = office.run

    def noted(*args: Any, sandbox: Sandbox | None = None) -> Any:
        used.append(sandbox)
        return run(*args, sandbox=sandbox)

    monkeypatch.setattr(office, "run", noted)
    content = b"# Ada Example\n\nAn engineer of engines.\n"
    office.read_document(Content(content, "cv.md"), "markdown")
    if not any(map(is_usable, ("bubblewrap", "namespaces"))):
        pytest.skip("there is no sandbox")
    assert office.read_document(Content(content, "cv.md", sandboxed=True), "markdown").lines
    assert used[0] is None and used[1] is not None
