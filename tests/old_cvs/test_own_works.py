"""Publications of our own files come back from what they say, in several looks and citation styles."""

import re
from pathlib import Path
from typing import Any

import pytest

from cvrender.api import render
from cvrender.merge.profile import load_profile
from cvrender.merge.readers import read_file
from cvrender.text.markup import inline

PROFILES = Path(__file__).parents[2] / "profiles"
LOOKS = (("classic", ""), ("folio", ""), ("moderncv", ""), ("classic", "apa"), ("classic", "ieee"), ("classic", "mla"))


def letters(text: str) -> str:
    return re.sub(r"\W", "", inline(text).plain).casefold()


def families(work: Any) -> list[str]:
    """The family names of the authors that are named."""
    people = [one if isinstance(one, str) else one["name"] for one in work["authors"]]
    return [inline(name).plain.split()[-1].casefold() for name in people]


@pytest.mark.parametrize(("style", "citations"), LOOKS)
def test_works_come_back(tmp_path: Path, style: str, citations: str) -> None:
    profile = load_profile(PROFILES / "bing-xie.yaml")
    options = {"citations": citations} if citations else {}
    result = render(profile, view="publications", style=style, targets=["md"], options=options)
    (artifact,) = result.artifacts
    (tmp_path / "cv.md").write_bytes(artifact.content)
    got = {letters(work["title"]): work for work in read_file(tmp_path / "cv.md").data["publications"]}
    wanted = profile.profile.publications
    assert len(wanted) > 5
    for work in wanted:
        back = got[letters(work.title)]
        names = [author.name.split()[-1].casefold() for author in work.authors]
        assert families(back) == names or back.get("et_al") and set(families(back)) <= set(names)
