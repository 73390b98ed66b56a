"""Test the signature at the end of a CV: place, date, image and name, in every target."""

from pathlib import Path

import pytest
from PIL import Image

from cvrender.api import render
from cvrender.errors import InputError
from cvrender.load.library import Library
from cvrender.merge.profile import load_profile

PROFILE = "person: {name: Ada Lovelace}\nupdated: 2026-11-20\nskills: [Bernoulli]\n"
VIEW = "extends: full\nsignature: {place: Berlin, date: 2026-11-22, image: signature.png}\n"


def shown(folder: Path, view: str, style: str, target: str, language: str = "") -> str:
    (folder / "views").mkdir(exist_ok=True)
    (folder / "views" / "own.yaml").write_text(view, "utf-8")
    (folder / "ada.yaml").write_text(PROFILE, "utf-8")
    Image.new("L", (60, 20), 255).save(folder / "signature.png")
    loaded = load_profile(str(folder / "ada.yaml"))
    artifacts = render(loaded, view="own", style=style, targets=[target], language=language, library=Library((folder,)))
    return next(item for item in artifacts if item.name.endswith(target)).content.decode("utf-8", "replace")


@pytest.mark.parametrize("target", ["md", "txt", "html", "tex"])
def test_a_signature_ends_the_cv(tmp_path: Path, target: str) -> None:
    end = shown(tmp_path, VIEW, "classic", target).split("Bernoulli")[-1]
    assert end.index("Berlin, November 22, 2026") < end.index("Ada Lovelace")
    assert ("Signature of Ada Lovelace" if target != "tex" else "signature") in end or target == "txt"


def test_titles_stand_before_the_name_that_signs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "PROFILE", PROFILE.replace("Lovelace", "Lovelace, honorific_prefix: Prof."))
    assert shown(tmp_path, VIEW, "classic", "md").rstrip().endswith("Prof. Ada Lovelace")


@pytest.mark.parametrize("style", ["moderncv", "sidebar"])
def test_it_is_read_back_from_a_pdf(tmp_path: Path, style: str) -> None:
    assert shown(tmp_path, VIEW, style, "pdf").startswith("%PDF")


def test_without_an_image_there_is_room_and_the_date_of_the_profile(tmp_path: Path) -> None:
    end = shown(tmp_path, "extends: full\nsignature: {place: Berlin}\n", "classic", "tex", "de").partition(r"\end{document}")[0]
    end = end.split("Bernoulli")[-1]
    assert "Berlin, 20.~November 2026" in end and r"\begin{cvstack}{2.5}" in end and "includegraphics" not in end


def test_an_anonymous_view_is_not_signed(tmp_path: Path) -> None:
    assert "Berlin" not in shown(tmp_path, f"{VIEW}anonymous: true\n", "classic", "md")


def test_what_is_no_image_is_an_error_of_the_view(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"own\.yaml:2:.*signature\.image.*not found"):
        shown(tmp_path, VIEW.replace("signature.png", "missing.png"), "classic", "md")
