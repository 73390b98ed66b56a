"""Test that no text of a profile is read as syntax of the formats that profiles are written in."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from markdown_it import MarkdownIt

from cvrender.cli import main
from cvrender.formats.bibliographies import write_biblatex, write_bibtex, write_ris
from cvrender.model.identifier_table import WORK_IDS

ALPHABET = (
    *(
        "}",
        "{",
        "{{",
        "}}}",
        "\\{",
        "\\}",
        "\\",
        "\\\\",
        "$\\{$",
        "$\\left\\{x\\right.$",
        "`a}b`",
        "a}, note = {b",
        "@book{x,",
        "%",
        "#",
        '"',
    ),
    *(
        " and ",
        "others",
        "x, y, z",
        "\r\nER  - \r\nTY  - BOOK",
        "\nTI  - x",
        "\u2028END:VCARD\u2028",
        "\x85N:x",
        "END:VCARD",
        "a;b\\,c",
    ),
    *(
        "</script><script>",
        "<!--",
        "]]>",
        "&amp;",
        "{{< include x >}}",
        "{{% x %}}",
        "{{{< x >}}}",
        "`r 1+1`",
        "`{r} 1+1`",
        "--- ",
        "=1+1",
    ),
)
"""What begins, ends or divides something in at least one of the formats."""
TEXTS = (
    "title",
    "publisher",
    "publisher_place",
    "edition",
    "volume",
    "issue",
    "page",
    "number",
    "genre",
    "note",
    "collection_title",
)


def work_with(text: str) -> dict[str, Any]:
    """Return a work that has the text in each field that takes any."""
    people = [text, f"Ada {text} Example", {"name": f"{text} Example", "family": text}]
    return {
        **dict.fromkeys(TEXTS, text),
        "id": text,
        "type": "book",
        "authors": people,
        "editors": people,
        "collaboration": text,
        "venue": {"name": text, "short": text, "location": text},
        "date": "2020",
        "url": f"https://example.org/{text}",
        "links": [{"url": f"https://example.org/{text}", "label": "PDF"}, {"url": "https://example.org/b", "label": text}],
        "tags": [text],
    }


def bibtex_fields(source: str) -> list[str]:
    """Return the fields of an entry as BibTeX reads them, which counts braces only. Raises ValueError if it is not one entry."""
    opened, parts, depth = re.match(r"@\w+\{[^\s,{}()\"=#%\\~']+", source.strip()), [""], 1
    if not opened:
        raise ValueError("has no key")
    rest = source.strip()[opened.end() :]
    for place, char in enumerate(rest):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if depth == 0:
            if rest[place + 1 :].strip():
                raise ValueError("goes on after its end")
            return [part.partition("=")[0].strip() for part in parts[1:]]
        if char == "," and depth == 1:
            parts.append("")
        elif depth == 1:
            parts[-1] += char
    raise ValueError("does not end")


@pytest.mark.parametrize("text", ALPHABET)
@pytest.mark.parametrize("write", [write_bibtex, write_biblatex])
def test_bibtex_has_the_fields_of_a_harmless_work_and_no_more(text: str, write: Any) -> None:
    expected = bibtex_fields(write({"publications": [work_with("harmless")]}))
    assert set(bibtex_fields(write({"publications": [work_with(text)]}))) <= set(expected) and len(expected) > 10


@pytest.mark.parametrize("key", WORK_IDS)
def test_no_identifier_ends_its_field_in_bibtex(key: str) -> None:
    fields = bibtex_fields(
        write_bibtex({"publications": [{"type": "book", "title": "A", key: "10.5555/a}, note = {\\input{b}}, c = {"}]})
    )
    assert set(fields) <= {"title", "eprint", "archiveprefix", WORK_IDS[key].names.get("bibtex")}


@pytest.mark.parametrize("text", [text for text in ALPHABET if "and" not in text and "others" not in text])
def test_bibtex_has_each_title_that_ours_reads(text: str, tmp_path: Path) -> None:
    from cvrender.merge.readers import read_file

    (tmp_path / "a.bib").write_text(
        write_bibtex({"publications": [{"type": "book", "title": f"A {text} b", "date": "2020"}]}), "utf-8"
    )
    (work,) = read_file(tmp_path / "a.bib").data["publications"]
    assert re.sub(r"[\W_]", "", work["title"]) == re.sub(r"[\W_]", "", f"A {text} b")


@pytest.mark.parametrize("text", ALPHABET)
def test_ris_has_one_record_with_lines_of_tags(text: str) -> None:
    lines = write_ris({"publications": [work_with(text)]}).splitlines()
    assert all(re.match(r"[A-Z][A-Z0-9]  - ", line) for line in lines if line)
    assert [line[:2] for line in lines if line[:2] in ("TY", "ER")] == ["TY", "ER"]
    assert sum(line.startswith("TI") for line in lines) == 1


def exported(tmp_path: Path, text: str, formats: str) -> Mapping[str, str]:
    """Return the files of a profile that has a text wherever the reader of profiles takes it."""
    clean = " ".join(text.split())
    data = {
        "person": {"name": f"Ada {clean} Example", "headline": clean, "location": clean, "emails": ["ada@example.org"]},
        "bio": clean,
        "publications": [
            {
                "type": "book",
                "title": f"A {clean}",
                "authors": [f"Ada {clean}"],
                "venue": clean,
                "date": "2020",
                "id": clean,
                "tags": [clean],
            }
        ],
    }
    (tmp_path / "ada.yaml").write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8")
    result = CliRunner().invoke(main, ["export", str(tmp_path / "ada.yaml"), "--to", formats, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    return {
        str(path.relative_to(tmp_path / "out" / "ada")): path.read_text("utf-8")
        for path in (tmp_path / "out").rglob("*.*")
        if path.is_file()
    }


@pytest.mark.parametrize(
    "text", ["</script><b>", "{{< include x >}}", "{{% x %}}", "a/../../../b", "END:VCARD;x,", "`r 1+1`", "}, x = {"]
)
def test_files_for_others_hold_texts_and_nothing_else(text: str, tmp_path: Path) -> None:
    files = exported(tmp_path, text, "vcard,jsonld,site-hugo,site-quarto")
    assert not [
        path for path in tmp_path.rglob("*") if path.is_file() and "out/ada/" not in path.as_posix() and path.name != "ada.yaml"
    ]
    card = re.sub("\r\n ", "", files["ada.vcf"]).splitlines()
    assert card[0] == "BEGIN:VCARD" and card.count("END:VCARD") == 1 and card[-1] == "END:VCARD"
    assert all(re.match(r"[A-Z]+[;:]", line) for line in card)
    assert not re.search("[<>&\u2028\u2029]", files["ada.jsonld"]) and text.split("`")[0][:4] in json.dumps(
        json.loads(files["ada.jsonld"])
    )
    (page,) = [name for name in files if name.endswith("index.md")]
    assert re.fullmatch(r"ada-hugo/content/publication/[\w+-]+/index\.md", page)
    assert files[page].count("---\n") == 2 and files[page].endswith("---\n")
    (item,) = json.loads(files["ada-quarto/publications.yml"])
    assert not re.search(r"\{\{[<%]|`r ", "\n".join((item["title"], item["author"], item.get("description", ""))))
    assert "".join(token.content for token in MarkdownIt().parseInline(item["title"])[0].children or ()) == f"A {text}".replace(
        "`", ""
    )


@pytest.mark.parametrize("text", ["{{< include x >}}", "{{% x %}}", "{{{< x >}}}", "`r 1+1`", "`{r} 1+1`"])
@pytest.mark.parametrize("generator", ["hugo", "quarto", "none"])
def test_markdown_has_nothing_that_a_generator_of_sites_runs(text: str, generator: str, tmp_path: Path) -> None:
    profile = {"person": {"name": "Ada Example", "headline": f"Of {text}"}, "bio": f"She is {text} here"}
    (tmp_path / "ada.yaml").write_text(yaml.safe_dump(profile), "utf-8")
    options = ["--to", "md", "--out", str(tmp_path / "out"), "--set", f"front_matter={generator}"]
    result = CliRunner().invoke(main, ["render", str(tmp_path / "ada.yaml"), *options])
    assert result.exit_code == 0, result.output
    content = next((tmp_path / "out").rglob("*.md")).read_text("utf-8")
    body = content if generator == "quarto" else content.rpartition("---\n")[2]
    assert "here" in body and not re.search(r"\{\{[<%]|`r[ #]|`\{", body)
