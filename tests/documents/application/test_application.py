"""Applications: their parts as single files and as one PDF, limits, names of files, and parts that fail."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from cvrender.documents.application.render import RenderedApplication, load_application, render_application
from cvrender.errors import InputError
from cvrender.load.request import RenderRequest
from cvrender.system import limited
from cvrender.targets.pdf.read import lines_by_page, read
from tests.targets.pdf.validators import violations

PROFILE = """
updated: 2026-11-22
person: {name: Ada M. Example, emails: [ada@example.org], links: ["https://ada.example.org"]}
positions:
  - {organization: University of Nowhere, title: Professor, start: 2020, end: present}
publications:
  - {id: late, title: A Late Work, authors: [Ada M. Example], type: book, date: 2024, url: "https://late.example.org"}
references:
  - {name: Grace Sample, organization: Somewhere, emails: [grace@example.org]}
views:
  short: {sections: [positions, publications]}
"""
LETTER = """
to: [Prof. B. Sample]
body: I apply.
"""
STATEMENT = """
kind: teaching-statement
text: |
  I teach [@late].

  ## Courses

  One, two, three.
"""
PARTS = """
style: {name: classic, options: {foot: "{page} of {pages}"}}
parts:
  - {letter: letter.yaml, file: "{family}_{given}_Letter.pdf"}
  - {view: short, title: CV, file: "{number}_{family}_CV"}
  - {statement: teaching.yaml}
  - {sections: [references]}
"""
DIPLOMA = "  - {pdf: diploma.pdf, title: Diploma}\n"


def application(folder: Path, text: str = PARTS) -> RenderedApplication:
    for name, content in {"ada": PROFILE, "letter": LETTER, "teaching": STATEMENT, "application": text}.items():
        (folder / f"{name}.yaml").write_text(content, "utf-8")
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(folder / "diploma.pdf", deterministic_id=True)
    request = RenderRequest(profile=str(folder / "ada.yaml"), targets=())
    return render_application(request, load_application(folder / "application.yaml"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> RenderedApplication:
    return application(tmp_path_factory.mktemp("application"), PARTS + DIPLOMA)


def whole_of(made: RenderedApplication) -> bytes:
    return made.artifacts[-1].content


def test_files_are_named_as_the_portal_asks(made: RenderedApplication) -> None:
    assert [artifact.name for artifact in made.artifacts] == [
        "Example_Ada_M_Letter.pdf",
        "2_Example_CV.pdf",
        "ada-teaching-classic.pdf",
        "ada-references-classic.pdf",
        "diploma.pdf",
        "Example_Ada_M_application.pdf",
    ]
    assert made.exit_code == 0


def test_every_text_of_every_part_is_in_the_whole(made: RenderedApplication) -> None:
    whole = lines_by_page(whole_of(made))
    parts = [page for artifact in made.artifacts[:-1] for page in lines_by_page(artifact.content)]
    assert whole == parts
    links = [link for artifact in made.artifacts[:4] for link in read(artifact.content).links]
    assert list(read(whole_of(made)).links) == links
    assert "https://late.example.org" in links


def test_pages_are_numbered_through(made: RenderedApplication) -> None:
    import pypdfium2

    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(whole_of(made))]
    assert len(pages) == 5
    assert [f"{number} of 5" in text for number, text in enumerate(pages, 1)] == [False, True, True, True, False]
    with pikepdf.open(BytesIO(whole_of(made))) as pdf:
        assert pdf.Root.PageLabels.Nums[1].S == "/D"


def test_bookmarks_lead_to_the_parts_and_their_sections(made: RenderedApplication) -> None:
    with pikepdf.open(BytesIO(whole_of(made))) as pdf, pdf.open_outline() as outline:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
        found = {item.title: (numbers[item.destination[0].objgen], [kid.title for kid in item.children]) for item in outline.root}
    assert found == {
        "Cover Letter": (1, []),
        "CV": (2, ["Experience", "Publications"]),
        "Teaching Statement": (3, ["Courses", "References"]),
        "References": (4, ["References"]),
        "Diploma": (5, []),
    }


@pytest.mark.parametrize("more", ["", DIPLOMA])
def test_a_whole_with_pdfs_of_others_is_merged_within_limits(more: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []

    def read_within(file: str, function: Callable[..., Any], *args: Any, **settings: Any) -> Any:
        called.append(function.__name__)
        return limited.read_within(file, function, *args, **settings)

    monkeypatch.setattr("cvrender.documents.application.render.read_within", read_within)
    made = application(tmp_path, "parts:\n  - {sections: [references]}\n" + more)
    assert called == (["_merged"] if more else []) and not made.exit_code


def test_tags_are_kept_and_what_lacks_them_is_told(made: RenderedApplication) -> None:
    with pikepdf.open(BytesIO(whole_of(made))) as pdf:
        parts = pdf.Root.StructTreeRoot.K.K
        assert [str(part.S) for part in parts] == ["/Part"] * 4
        nums = pdf.Root.StructTreeRoot.ParentTree.Nums
        keys = [int(nums[index]) for index in range(0, len(nums), 2)]
        assert keys == sorted(set(keys))
        for page in [*pdf.pages][:4]:
            owners = nums[2 * keys.index(int(page.obj.StructParents)) + 1]
            assert all(owner.get("/Pg", page.obj).objgen == page.obj.objgen for owner in owners)
        assert b"pdfuaid:part>" not in pdf.Root.Metadata.read_bytes()
    assert [problem.code for problem in made.problems if problem.code == "not-tagged"] == ["not-tagged"]


def test_a_part_that_fails_stops_nothing_else(tmp_path: Path) -> None:
    made = application(tmp_path, PARTS.replace("letter.yaml", "lettre.yaml") + "  - {pdf: letter.yaml}\n")
    assert made.exit_code == 1
    assert [problem.code for problem in made.problems if problem.severity == "error"] == ["file-not-found", "cannot-read"]
    assert [artifact.name for artifact in made.artifacts][-1] == "Example_Ada_M_application-incomplete.pdf"
    assert len(lines_by_page(whole_of(made))) == 3


def test_limits_of_the_parts_are_kept(tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.add_blank_page()
        pdf.save(tmp_path / "two.pdf")
    parts = PARTS.replace("{statement: teaching.yaml}", "{statement: teaching.yaml, words: 5}")
    made = application(tmp_path, parts.replace("{sections: [references]}", "{pdf: two.pdf, pages: 1}"))
    assert made.exit_code == 4 and made.failed
    for message in ("parts[2].words: Teaching Statement: ", "parts[3].pages: two: 2 pages; at most 1 are allowed"):
        assert any(message in str(problem) for problem in made.problems), made.problems


@pytest.mark.slow
def test_the_rules_of_a_contract_are_checked(tmp_path: Path) -> None:
    made = application(tmp_path, "parts:\n  - {contract: erc}\n")
    assert any(problem.code == "contract-breached" for problem in made.problems)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("parts: []\n", "has no parts"),
        ("parts: [{view: short, pdf: a.pdf}]\n", "has view and pdf"),
        ("parts: [{title: A}]\n", "has nothing to make it from"),
        ("parts: [{view: short}]\nfile: '{fam}.pdf'\n", '"{fam}" is not a placeholder'),
    ],
)
def test_mistakes_in_the_file_have_their_places(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        application(tmp_path, text)
    assert message in str(error.value.problems[0])
    assert error.value.problems[0].line


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes(tmp_path: Path, made: RenderedApplication) -> None:
    assert application(tmp_path, PARTS + DIPLOMA).artifacts[-1].content == whole_of(made)


@pytest.mark.slow
def test_the_whole_conforms(tmp_path: Path) -> None:
    path = tmp_path / "whole.pdf"
    path.write_bytes(whole_of(application(tmp_path)))
    found = violations(path)
    assert [item for item in found if "PAG-001" not in item] == []  # the name is at the beginning of each part


@pytest.mark.slow
def test_notes_of_several_statements_have_different_identifiers(tmp_path: Path) -> None:
    note = "\n  More.[^a]\n\n  [^a]: A note.\n"
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(f"kind: statement\ntext: |\n  A text.\n{note}", "utf-8")
    whole = whole_of(application(tmp_path, "parts:\n  - {statement: one.yaml}\n  - {statement: two.yaml}\n"))
    with pikepdf.open(BytesIO(whole)) as pdf:
        names = pdf.Root.StructTreeRoot.IDTree.Kids[0].Names
        assert [(str(names[index]), str(names[index + 1].S)) for index in (0, 2)] == [
            ("1-note-1", "/Note"),
            ("2-note-1", "/Note"),
        ]


def properties(content: bytes) -> str:
    with pikepdf.open(BytesIO(content)) as pdf:
        return str(pdf.docinfo.Title)


def test_each_part_has_its_own_title_in_its_metadata(made: RenderedApplication, tmp_path: Path) -> None:
    titles = {artifact.name: properties(artifact.content) for artifact in made.artifacts if artifact.name != "diploma.pdf"}
    assert titles == {
        "Example_Ada_M_Letter.pdf": "Ada M. Example – Cover Letter",
        "2_Example_CV.pdf": "Ada M. Example – CV",
        "ada-teaching-classic.pdf": "Ada M. Example – Teaching Statement",
        "ada-references-classic.pdf": "Ada M. Example – References",
        "Example_Ada_M_application.pdf": "Ada M. Example – Application",
    }
    parts = "[{sections: [publications], title: {en: Works, de: Werke}}, {letter: letter.yaml, title: Mine}]"
    others = application(tmp_path, f"targets: [html, docx]\nparts: {parts}").artifacts
    assert [properties(each.content) for each in others if each.name.endswith(".pdf")] == [
        "Ada M. Example – Works",
        "Ada M. Example – Mine",
        "Ada M. Example – Application",
    ]
    page = next(each.content.decode() for each in others if each.name.endswith("publications-classic.html"))
    assert "<title>Ada M. Example – Works</title>" in page


@pytest.mark.parametrize(
    ("titles", "names"),
    [
        (["Research: Plans"], ["Research-Plans.pdf"]),
        (["Teaching/Mentoring"], ["Teaching-Mentoring.pdf"]),
        (["B.Sc.: Notes"], ["B_Sc-Notes.pdf"]),
        (["Warum? Darum!"], ["Warum-Darum.pdf"]),
        (["履歷：一"], ["履歷：一.pdf"]),
        (["..."], ["cv-"]),
        (["A: B", "A/B"], ["A-B.pdf", "A-B-"]),
    ],
)
def test_a_title_with_signs_gives_a_readable_name_of_its_own(titles: list[str], names: list[str], tmp_path: Path) -> None:
    views = ["{sections: [positions], ", "{sections: [references], "]
    parts = [f'{view}title: "{title}", file: "{{part}}.pdf"}}' for view, title in zip(views, titles, strict=False)]
    made = application(tmp_path, f"parts: [{', '.join(parts)}]")
    found = [artifact.name for artifact in made.artifacts[:-1]]
    assert made.exit_code == 0 and len(set(found)) == len(names)
    assert all(name.startswith(start) for name, start in zip(found, names, strict=True)), found


def test_the_whole_does_not_replace_a_part(tmp_path: Path) -> None:
    made = application(tmp_path, "file: Ada.pdf\nparts: [{view: short, file: ada.pdf}]")
    assert made.exit_code == 1 and [artifact.name for artifact in made.artifacts] == ["ada.pdf"]
    assert 'a part has the file "Ada.pdf", too' in str(made.problems[0])


def test_advice_is_about_what_the_part_is(tmp_path: Path) -> None:
    (tmp_path / "long.yaml").write_text("kind: teaching-statement\ntext: |\n  ## Courses\n\n" + "  Much.\n\n" * 120, "utf-8")
    (tmp_path / "mail.yaml").write_text("to: [B]\nbody: |\n" + "  Much.\n\n" * 120, "utf-8")
    bio = "bio: |\n" + "  Much.\n\n" * 120
    parts = "parts: [{statement: long.yaml, pages: 1}, {letter: mail.yaml, pages: 1}, {view: told, pages: 1}]"
    (tmp_path / "application.yaml").write_text(parts, "utf-8")
    (tmp_path / "ada.yaml").write_text(f"{PROFILE}  told: {{sections: [bio]}}\n{bio}", "utf-8")
    request = RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=())
    made = render_application(request, load_application(tmp_path / "application.yaml"))
    hints = [problem.hint for problem in made.problems if problem.code == "page-count"]
    assert [hint.partition(" (")[0] for hint in hints] == [
        "shorten the text; the longest sections: Courses",
        "shorten the text",
        "shorten the longest texts: Biography",
    ]


def test_a_view_that_attaches_its_data_does_so_in_an_application(tmp_path: Path) -> None:
    made = application(tmp_path, "parts: [{view: data}]")
    assert made.exit_code == 1  # there is no such view
    text = PROFILE + "  data: {sections: [positions], attach: true}\n"
    (tmp_path / "ada.yaml").write_text(text, "utf-8")
    request = RenderRequest(profile=str(tmp_path / "ada.yaml"), targets=())
    again = render_application(request, load_application(tmp_path / "application.yaml"))
    with pikepdf.open(BytesIO(again.artifacts[0].content)) as pdf:
        assert len(pdf.attachments) == 2


SECTION = "parts:\n  - {sections: [references], file: '{date}-{family}.pdf', size: 2 MB, "


def test_a_part_has_its_own_language_and_options_and_names_have_a_date(tmp_path: Path) -> None:
    made = application(tmp_path, f"date: 2026-12-01\nfile: '{{date}}.pdf'\n{SECTION}language: de, options: {{page: letter}}}}\n")
    assert [artifact.name for artifact in made.artifacts] == ["2026-12-01-Example.pdf", "2026-12-01.pdf"]
    with pikepdf.open(BytesIO(made.artifacts[0].content)) as pdf:
        assert [round(float(side)) for side in pdf.pages[0].MediaBox] == [0, 0, 612, 792]
        assert str(pdf.Root.Lang) == "de"


def test_letters_without_a_date_have_that_of_the_application(tmp_path: Path) -> None:
    made = application(tmp_path, "date: 2026-12-01\ntargets: [txt]\nparts: [{letter: letter.yaml}]\n")
    assert "December 1, 2026" in made.artifacts[0].content.decode()


def test_files_have_at_most_the_size_that_is_allowed(tmp_path: Path) -> None:
    part = application(tmp_path, SECTION.replace("2 MB", "1 kB") + "}\n")
    assert part.exit_code == 4 and not part.artifacts
    (problem,) = part.problems
    assert problem.path == "parts[0].size" and "MB; at most 0.001 MB are allowed" in problem.message
    whole = application(tmp_path, "size: 1 kB\n" + SECTION + "}\n")
    assert [problem.path for problem in whole.problems] == ["size"] and len(whole.artifacts) == 1


@pytest.mark.parametrize(
    ("more", "code"), [("options: {pgae: a4}}", "unknown-option"), ("options: {citations: nowhere}}", "unknown-citation-style")]
)
def test_a_wrong_option_of_a_part_is_an_error(more: str, code: str, tmp_path: Path) -> None:
    made = application(tmp_path, SECTION + more + "\n")
    assert [problem.code for problem in made.problems] == [code]


def test_a_table_of_contents_and_numbers_on_the_pdfs_of_others(tmp_path: Path) -> None:
    text = PARTS.replace("parts:\n", 'stamp: "{name}, {page} of {pages}"\nparts:\n  - {contents: true}\n', 1) + DIPLOMA
    result = application(tmp_path, text)
    pages = lines_by_page(whole_of(result))
    assert result.exit_code == 0 and len(pages) == 6
    assert [artifact.name for artifact in result.artifacts].count("ada-contents-classic.pdf") == 0
    listed = [line.split() for line in pages[0]]
    for words in (["Cover", "Letter", "2"], ["CV", "3"], ["Teaching", "Statement", "4"], ["References", "5"], ["Diploma", "6"]):
        assert words in listed, listed
    with pikepdf.open(BytesIO(whole_of(result))) as pdf:
        content = b"".join(stream.read_bytes() for stream in pdf.pages[5].Contents)
    assert b"/Artifact BMC" in content and pages[5] == []
    said = [problem.message for problem in result.problems]
    assert len(said) == 1 and "has no tags" in said[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stamp: '{pag}'\n" + PARTS, "available: {name}, {page}, {pages}"),
        (PARTS + "  - {contents: true}\n  - {contents: true}\n", "has two tables of contents"),
        (PARTS + "  - {contents: true, view: short}\n", "has view and contents"),
    ],
)
def test_wrong_stamps_and_contents_are_errors(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        application(tmp_path, text)


@pytest.mark.parametrize(("password", "said"), [("secret", "needs a password"), ("", "")])
def test_encrypted_pdfs_of_others(password: str, said: str, tmp_path: Path) -> None:
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(user=password, owner="other"))
    result = application(tmp_path, "parts: [{pdf: locked.pdf}]\n")
    errors = [problem for problem in result.problems if problem.severity == "error"]
    assert [(problem.path, said in problem.message) for problem in errors] == ([("parts[0].pdf", True)] if said else [])


def test_a_form_has_its_title_in_the_table_of_contents(tmp_path: Path) -> None:
    result = application(tmp_path, "language: ja\nparts: [{contents: true}, {view: shokumu-keirekisho}]\n")
    assert any("職務経歴書" in line for line in lines_by_page(whole_of(result))[0])
