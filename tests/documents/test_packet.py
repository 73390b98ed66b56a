"""Check packets: a block for each field in the order of the form, with its count, and the net academic age."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cvrender.cli import main
from cvrender.documents.packet import packet_fields
from cvrender.load.library import find_contract
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.merge.profile import load_profile
from cvrender.rules.contracts import measure
from cvrender.rules.contracts.age import net_academic_age

AS_OF = (2026, 1, 1)


def profile(folder: Path, **data: Any) -> LoadedProfile:
    path = folder / "vera.yaml"
    path.write_text(json.dumps({"person": {"name": "Vera Vorlage", "orcid": "0000-0002-1825-0097"}, **data}), "utf-8")
    return load_profile(path)


def test_texts_that_share_a_limit_are_counted_together(tmp_path: Path) -> None:
    texts = {"achievement-1": "**Bold** & true", "achievement-2": "x" * 4350}
    loaded = profile(
        tmp_path, narratives=texts, positions=[{"organization": "U", "title": "Fellow", "start": "2020", "end": "present"}]
    )
    measured = measure(loaded, find_contract("snsf"), AS_OF, RenderRequest(profile=loaded.source.file, view="snsf"))
    fields = list(packet_fields(measured))
    assert [field.title for field in fields] == [
        "Identifying information",
        "Employment (1 of 1)",
        "Major achievement 1",
        "Major achievement 2",
        "Net academic age, computed from positions and breaks",
    ]
    assert fields[2].values == (("", "Bold & true"),) and fields[2].counted == 11
    out = CliRunner().invoke(
        main, ["packet", str(tmp_path / "vera.yaml"), "--for", "snsf", "--out", str(tmp_path), "--as-of", "2026-01-01"]
    )
    assert out.exit_code == 1 and "4,361 of 4,350 characters" in out.output
    text = (tmp_path / "vera/vera-snsf.txt").read_text("utf-8")
    assert text.count("[4,361 of 4,350 characters in all; 11 too many]") == 2
    assert "title: Fellow" in text and "end: present" in text


def test_the_page_needs_no_network_and_escapes_texts(tmp_path: Path) -> None:
    loaded = profile(tmp_path, narratives={"personal-statement": "</textarea><script>alert(1)</script>"})
    CliRunner().invoke(main, ["packet", loaded.source.file, "--for", "nih-biosketch", "--out", str(tmp_path)])
    page = (tmp_path / "vera/vera-nih-biosketch.html").read_text("utf-8")
    assert "&lt;/textarea&gt;&lt;script&gt;alert(1)" in page and "<script>alert" not in page
    assert not re.search(r"(?:src|href)=", page) and "default-src 'none'" in page
    assert 'data-unit="characters" data-most="3500"' in page


def test_the_publications_that_a_packet_names_are_written_for_import(tmp_path: Path) -> None:
    works = [
        {
            "title": f"Paper {tag}",
            "authors": ["Vera Vorlage"],
            "type": "article-journal",
            "venue": "J",
            "date": "2020",
            "tags": [tag],
        }
        for tag in ("related", "selected", "other")
    ]
    profile(tmp_path, publications=works)
    CliRunner().invoke(main, ["packet", str(tmp_path / "vera.yaml"), "--for", "nsf-biosketch", "--out", str(tmp_path)])
    for suffix in ("bib", "ris"):
        written = (tmp_path / f"vera/vera-nsf-biosketch.{suffix}").read_text("utf-8")
        assert "Paper related" in written and "Paper selected" in written and "Paper other" not in written


@pytest.mark.parametrize(
    ("data", "years"),
    [
        ({"positions": [{"organization": "U", "start": "2016-01", "end": "present"}]}, 10.0),
        ({"positions": [{"organization": "U", "start": "2016-01", "end": "present", "fte": "50%"}]}, 5.0),
        ({"positions": [{"organization": "U", "start": "2016-01", "end": "present", "tags": ["non-research"]}]}, 0.0),
        ({"positions": [{"organization": "U", "date": "2020"}, {"organization": "V", "date": "2020"}]}, 1.0),
        (
            {
                "positions": [{"organization": "U", "start": "2016-01", "end": "present"}],
                "breaks": [
                    {"reason": "Leave", "start": "2018-01", "end": "2018-12"},
                    {"reason": "Part time", "date": "2019", "fte": "50%"},
                ],
            },
            8.5,
        ),
        (
            {
                "positions": [
                    {
                        "organization": "U",
                        "roles": [{"title": "A", "date": "2020", "fte": "20%"}, {"title": "B", "date": "2021"}],
                    }
                ]
            },
            1.2,
        ),
    ],
)
def test_the_net_academic_age_counts_full_time_equivalents(data: dict[str, Any], years: float, tmp_path: Path) -> None:
    assert net_academic_age(profile(tmp_path, **data).profile, AS_OF) == pytest.approx(years)
