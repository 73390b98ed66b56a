"""Letters that are added to a .tex file by hand: XeLaTeX and LuaLaTeX find a font for them, or report an error."""

import io
import os
import re
import shutil
import subprocess
import unicodedata
from pathlib import Path

import pikepdf
import pytest

from cvrender import load_profile, render
from cvrender.fonts.installed import find_family

PROFILE = """
person: {name: Ada Example, native: Ада, headline: Works on machines}
bio: Works on **engines**, and *reads*.
"""
ADDED = {
    "Works on machines": "Пишет о машинах",
    r"Works on \textbf{engines}, and \emph{reads}": r"Łukasz, ŵ, ə, 中文, ع, עברית, \textbf{я 中}, \emph{ж}, ꯀ, fin",
}
FAMILIES = ("Gentium Book Plus", "Amiri", "Open Sans", "Noto Sans SC")
FACES = {"GentiumBookPlus-Bold", "GentiumBookPlus-Italic", "NotoSansSC-Regular", "NotoSansSC-Bold", "Amiri-Regular"}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which the machine has these families and no other."""
    folder = tmp_path / "families"
    folder.mkdir()
    for name in FAMILIES:
        family = find_family(name, None)
        assert family is not None and family.source is not None
        for file in family.source.files:
            shutil.copy(file.path, folder)
    (tmp_path / "fonts.conf").write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>")
    (tmp_path / "luaotfload.conf").write_text(
        "[db]\nlocation-precedence = system\n"
    )  # not the fonts of TeX, of which there are many
    caches = {"TEXMFCACHE": f"{tmp_path}/texmf", "TEXMFVAR": f"{tmp_path}/texmf"}
    return {**os.environ, **caches, "FONTCONFIG_FILE": f"{tmp_path}/fonts.conf", "OSFONTDIR": str(folder)}


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize(("engine", "style"), [("xelatex", "classic"), ("lualatex", "moderncv")])
def test_a_letter_comes_from_an_installed_font_or_is_an_error(
    engine: str, style: str, environment: dict[str, str], tmp_path: Path
) -> None:
    if not shutil.which(engine):
        pytest.skip(f"{engine} is not installed")
    (tmp_path / "me.yaml").write_text(PROFILE, "utf-8")
    made = render(load_profile(tmp_path / "me.yaml"), style=style, targets=["tex"])
    for artifact in made:
        (tmp_path / artifact.name).parent.mkdir(exist_ok=True)
        (tmp_path / artifact.name).write_bytes(artifact.content)
    source = made[0].content.decode()
    for old, new in ADDED.items():
        assert old in source
        source = source.replace(old, new)
    (tmp_path / "cv.tex").write_text(source, "utf-8")
    command = [engine, "-interaction=nonstopmode", "cv.tex"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=120)
    pdf = (tmp_path / "cv.pdf").read_bytes()
    text = subprocess.run(["pdftotext", "cv.pdf", "-"], cwd=tmp_path, capture_output=True, check=True).stdout.decode()
    text = unicodedata.normalize("NFKC", re.sub("[\u202a-\u202e]", "", text))
    assert all(part in text for part in ("Пишет о машинах", "Łukasz, ŵ, ə, 中文, ع, עברית, я 中, ж", "fin"))
    log = (tmp_path / "cv.log").read_text("utf-8", "replace")
    assert done.returncode == 1 and log.count("Missing character: ") == 1, "the letter of a script without a font"
    assert "Missing character: There is no ꯀ" in log
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        fonts = {str(item.BaseFont).partition("+")[2] for page in opened.pages for item in page.Resources.Font.values()}
    assert fonts >= FACES
