"""Test untrusted styles: nothing leaks, nothing takes long, each attack is a Problem at its line."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cvrender import load_profile, render
from cvrender.cli import main
from cvrender.errors import InputError
from cvrender.load.library import BUILT_IN, Library, find_style
from cvrender.model.look import ABOUT, in_yaml
from cvrender.targets import TARGETS
from cvrender.targets.html.stylesheet import stylesheet

SECRET = "the-secret-of-7-lions"
HEAD = "about: not ours\nextends: classic\n"
HONEST = """
options:
  motto: {type: text, default: "Per aspera", about: words}
defaults: {accent: "#7a1f1f", font: charter, spacing: "1.2", margin: 18mm}
look: {name: {size: 2.6, color: accent}, section: {rule: band, rule_color: accent 20%}}
groups: {publications: year}
fit: {spacing: "0.7"}
entries:
  award:
    title: "{% set who = issuer or location %}{{ [title | bold, who] | comma }}{{ rank | wrap(' (', ')') }}"
    date: "{{ year }}"
"""
CSS = """
/* An honest stylesheet. */
:root { --gap: 0.45rem; }
@media (min-width: 30rem) { h2:not(.a) { color: var(--accent); margin: calc(var(--gap) * 2); } }
h1::before { content: ""; background: color-mix(in srgb, var(--accent) 9%, var(--paper)); }
"""
Write = Callable[[str, str], Path]
LIBRARY = Library((Path(),), (Path("downloads"),))


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a file of the working folder, in which a profile and a secret stand, and cvrender.yaml asks for the style."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    write("secret.txt", SECRET)
    write("secret/en.yaml", f"sections: {{awards: {SECRET}}}")
    write("ada.yaml", "person: {name: Ada Lovelace}\nawards: [{title: Prize, date: 1843, issuer: The Society}]\n")
    write("cvrender.yaml", "jobs: [{profiles: [ada.yaml], styles: [mine], targets: [txt]}]")
    write("downloads/mine/style.yaml", HEAD)
    return write


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--style-path", "downloads"])


def rendered(*options: str, to: str = "tex,md,html,txt") -> Result:
    return run("render", "ada.yaml", "--style", "mine", "--to", to, *options)


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.mark.slow
def test_an_honest_style_gives_every_target(write: Write) -> None:
    write("downloads/mine/style.yaml", HEAD + HONEST)
    write("downloads/mine/terms/en.yaml", "sections: {awards: Laurels}")
    write("downloads/mine/html/own.css", CSS)
    write("downloads/mine/README.md", "{{ self }} \\input{secret.txt}")
    write("downloads/mine/.git/look.tex", "x")
    result = rendered(to=",".join(TARGETS))
    assert result.exit_code == 0, result.output
    files = {path.suffix: path.read_bytes() for path in Path("out/ada").iterdir()}
    assert set(files) == {f".{target}" for target in TARGETS}
    assert b"**Prize**, The Society" in files[".md"] and b"# Laurels" in files[".md"]
    assert b"h2:not(.a)" in files[".html"] and b"7A1F1F" in files[".tex"] and b"cvaccent!20" in files[".tex"]
    made_here = render(load_profile("ada.yaml"), style="mine", targets=["md"], library=LIBRARY)
    assert made_here[0].content == files[".md"]


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN.names("styles"))
def test_an_untrusted_style_may_look_like_any_of_ours(write: Write, name: str) -> None:
    ours, plain = find_style(name), find_style("plain")
    values = "".join(f"  {key}: {json.dumps(ours.values[key])}\n" for key in plain.values)
    look = "".join(f"  {part}: {' '.join(in_yaml(getattr(ours.look, part), 999))}\n" for part in ABOUT)
    options = ", ".join(
        json.dumps({key: {"type": option.type, "default": ours.values[key], "about": "x", "choices": option.choices}})[1:-1]
        for key, option in ours.options.items()
        if key not in plain.options
    )
    write("downloads/mine/style.yaml", f"about: x\nextends: plain\noptions: {{{options}}}\ndefaults:\n{values}look:\n{look}")
    own = [path.read_text("utf-8").strip() for path in ours.all_files("html/own.css", template=False)]
    write("downloads/mine/html/own.css", "\n".join(own))
    mine = find_style("mine", LIBRARY)
    wanted = stylesheet(ours)
    if len(ours.all_files("html/dates-at-start.txt")) > 1:  # a template alone gives dates a column where that is not an option
        wanted = re.sub(r"(?s)\.roles [^\n]*border: none; }\n(?=/\* Dates)|/\* Dates are in a column.*?\n}\n", "", wanted)
    assert mine.look == ours.look and stylesheet(mine).strip() == wanted.strip()
    assert rendered(to="html").exit_code == 0


ATTACKS = {
    # in style.yaml
    "a package": ("style.yaml", HEAD + "latex: {packages: ['a}\\\\input{secret.txt}']}", 3, "raw LaTeX in an untrusted style"),
    "a class": ("style.yaml", HEAD + "latex: {document_class: article}", 3, "raw LaTeX in an untrusted style"),
    "an option that is code": (
        "style.yaml",
        HEAD + "options: {spacing: {type: choice, default: '\\input{secret.txt}', choices: ['\\input{secret.txt}'], about: b}}",
        3,
        'option already exists in "classic"',
    ),
    "a font of its own": (
        "style.yaml",
        HEAD + "options: {font: {type: choice, default: ../../x, choices: [../../x], about: b}}",
        3,
        'option already exists in "classic"',
    ),
    "an option's name": (
        "style.yaml",
        HEAD + "options: {'a: url(x); b': {type: flag, default: true, about: b}}",
        3,
        "is not a name",
    ),
    "a value that is code": ("style.yaml", HEAD + "defaults: {margin: '1mm}\\input{secret.txt}'}", 3, "should be a length"),
    "a colour that is code": ("style.yaml", HEAD + "defaults: {accent: 'url(//a.b)'}", 3, "should be a colour"),
    "a huge length": ("style.yaml", HEAD + "defaults: {margin: 99999mm}", 3, "should be at most 60mm"),
    "a huge number": ("style.yaml", HEAD + "defaults: {spacing: '99999999'}", 3, "should be at most 5"),
    "a huge power": ("style.yaml", HEAD + "defaults: {spacing: 1e99999}", 3, "should be a number"),
    "a fit without end": ("style.yaml", HEAD + "fit: {margin: 0.000000000000001pt}", 3, "should be a length"),
    "no parent": ("style.yaml", "about: x\noptions: {}", 1, "extends another one"),
    "a parent elsewhere": ("style.yaml", "about: x\nextends: ../../secret", 2, 'there is no style "../../secret"'),
    "itself": ("style.yaml", "about: x\nextends: mine", 2, "this style's own child"),
    "an alias bomb": ("style.yaml", HEAD + "a: &a [b, b]\nc: [*a, *a]", 4, "YAML aliases are not allowed"),
    "another type": ("style.yaml", HEAD + "entries: !!python/object/apply:os.system [id]", 3, "should be a mapping"),
    "signs for terminals": (
        "style.yaml",
        HEAD + 'options: {a: {type: text, default: "\\e[2J", about: b}}',
        3,
        "has a default that should be at most 1,000 char",
    ),
    "a loop": (
        "style.yaml",
        HEAD + "entries:\n  award: {title: '{% for a in range(9) %}{% endfor %}'}",
        4,
        '"for" is not allowed',
    ),
    "a power": ("style.yaml", HEAD + "entries:\n  award: {title: '{{ 9 ** 9 ** 9 }}'}", 4, '"pow" is not allowed'),
    "a file": ("style.yaml", HEAD + "entries:\n  award: {title: '{% include \"secret.txt\" %}'}", 4, '"include" is not allowed'),
    "a class of Python": ("style.yaml", HEAD + "entries:\n  award: {title: '{{ title.__class__ }}'}", 4, "unsafe"),
    "a doubling": (
        "style.yaml",
        HEAD + "entries:\n  award: {title: '{% set a = title %}" + "{% set a = a ~ a %}" * 99 + "{{ a }}'}",
        4,
        'a "set" that uses another one',
    ),
    "many lines": ("style.yaml", HEAD + f"entries:\n  award: {{lines: [{'a, ' * 9999}]}}", 4, "has more than 20 items"),
    "bullets of Python's": ("style.yaml", HEAD + "entries:\n  award: {bullets: [__slots__]}", 4, "is not a list"),
    # files next to it
    "macros": ("latex/macros.tex", "\\input{secret.txt}", 1, "raw LaTeX in an untrusted style"),
    "a font": ("latex/font-charter.tex", "\\input{secret.txt}", 1, "raw LaTeX in"),
    "LaTeX in capitals": ("LaTeX/look.TEX", "\\input{secret.txt}", 1, "raw LaTeX in"),
    "a colour of the look that is code": (
        "style.yaml",
        HEAD + "look: {name: {color: 'accent}\\\\input{secret.txt}'}}",
        3,
        "should be the name of a colour",
    ),
    "a colour that there is not": ("style.yaml", HEAD + "look: {name: {color: url}}", 3, 'there is no colour "url"'),
    "a size that is code": ("style.yaml", HEAD + "look: {name: {size: '1; } @import'}}", 3, "should be a number of em"),
    "a huge size": ("style.yaml", HEAD + "look: {name: {size: 99}}", 3, "should be between 0.5 and 6 em"),
    "a huge space": ("style.yaml", HEAD + "look: {section: {before: 99}}", 3, "should be between 0 and 10 em"),
    "a rule that is code": ("style.yaml", HEAD + "look: {section: {rule: '\\\\input'}}", 3, "should be one of: none, below"),
    "the template of the look": ("html/look.css", "{{ look }}", 1, "a template in an untrusted style"),
    "a page": ("html/document.html", "<script>alert(1)</script>", 1, "a template in"),
    "a part of a page": ("html/blocks.html", "{% include '../../secret.txt' %}", 1, "a template in"),
    "a part of Word's": (
        "docx/document-rels.xml",
        '<Relationship Target="file:///etc/passwd"/>',
        1,
        "a template",
    ),
    "Markdown": ("markdown/document.md", "<img src=//a.b>", 1, "a template in"),
    "an address": ("html/own.css", "h1 { color: red }\nh2 { background: url(//a.b/c) }", 2, "url( in the stylesheet"),
    "an address in capitals": ("html/style.css", "h2 { background: URL('//a.b/c') }", 1, "URL( in the stylesheet"),
    "an address in disguise": ("html/own.css", "h2 { background: u\\72l(//a.b/c) }", 1, "in the stylesheet"),
    "an import": ("html/own.css", "@import '//a.b/c';", 1, "@import in the stylesheet"),
    "an import in a comment": (
        "html/own.css",
        "h1 { content: '/*' } @import '//a.b/c'; /* '*/ */",
        1,
        "@import in the stylesheet",
    ),
    "a font from elsewhere": ("html/own.css", "@font-face { src: local(a) }", 1, "@font-face in the stylesheet"),
    "a set of pictures": (
        "html/own.css",
        "h2 { background: -webkit-image-set('//a.b/c' 1x) }",
        1,
        "-webkit-image-set( in the stylesheet",
    ),
    "an expression": ("html/own.css", "h2 { width: expression(alert(1)) }", 1, "expression( in the stylesheet"),
    "the end of a stylesheet": ("html/own.css", "</style ><script>alert(1)</script>", 1, "in the stylesheet"),
    "words that are wrong": ("terms/en.yaml", "sections: {awards: [a]}", 1, "should be text"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_refused_at_its_line(
    write: Write, tmp_path: Path, attack: str, calls_in: Callable[[Callable[[], object]], int]
) -> None:
    file, text, line, said = ATTACKS[attack]
    write(f"downloads/mine/{file}", text)
    results: list[Result] = []
    assert calls_in(lambda: results.append(rendered())) < 300_000
    (result,) = results
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.output
    assert re.search(rf"^downloads/mine/{re.escape(file)}:{line}:.*error: .*{re.escape(said)}", result.output, re.M), (
        result.output
    )
    assert "Traceback" not in result.output and SECRET not in result.output
    assert not Path("out").exists() or SECRET.encode() not in everything(tmp_path / "out")


def test_bytes_that_are_no_text_are_refused(write: Write) -> None:
    write("downloads/mine/html/own.css", "").write_bytes(b"h1 { color: \xff }")
    assert "own.css: error: not UTF-8 text" in rendered().output


def _linked_style(folder: Path) -> None:
    (folder / "mine/style.yaml").unlink()
    (folder / "mine/style.yaml").symlink_to(folder.parent / "secret.txt")


def _linked_folder(folder: Path) -> None:
    (folder / "mine").rename(folder.parent / "elsewhere")
    (folder / "mine").symlink_to(folder.parent / "elsewhere")


def _linked_words(folder: Path) -> None:
    (folder / "mine/terms").mkdir()
    (folder / "mine/terms/en.yaml").symlink_to(folder.parent / "secret/en.yaml")


def _linked_folder_of_words(folder: Path) -> None:
    (folder / "mine/terms").symlink_to(folder.parent / "secret")


def _linked_look(folder: Path) -> None:
    (folder / "mine/html").mkdir()
    (folder / "mine/html/own.css").symlink_to("../../../secret.txt")


def _a_pipe(folder: Path) -> None:
    (folder / "mine/terms").mkdir()
    os.mkfifo(folder / "mine/terms/en.yaml")


def _a_large_file(folder: Path) -> None:
    with (folder / "mine/README").open("wb") as stream:
        stream.truncate(10**12)  # on disk it takes nothing


def _many_words(folder: Path) -> None:
    (folder / "mine/style.yaml").write_text(HEAD + "#" * 100_000, "utf-8")


def _many_files(folder: Path) -> None:
    for number in range(1_001):
        (folder / f"mine/{number}").touch()


@pytest.mark.parametrize(
    ("attack", "said"),
    [
        (_linked_style, "mine/style.yaml: error: symbolic link in an untrusted style"),
        (_linked_folder, "downloads/mine: error: symbolic link in an untrusted style"),
        (_linked_words, "mine/terms/en.yaml: error: symbolic link in an untrusted style"),
        (_linked_folder_of_words, "mine/terms: error: symbolic link in an untrusted style"),
        (_linked_look, "mine/html/own.css: error: symbolic link in an untrusted style"),
        (_a_pipe, "mine/terms/en.yaml: error: not a regular file"),
        (_a_large_file, "mine/README: error: file is larger than 1,000 kB"),
        (_many_words, "mine/style.yaml: error: file is larger than 100 kB"),
        (_many_files, "downloads/mine: error: contains more than 1,000 files"),
    ],
)
def test_a_folder_leads_nowhere_else(write: Write, tmp_path: Path, attack: Callable[[Path], None], said: str) -> None:
    attack(tmp_path / "downloads")
    for result in (rendered(), run("build")):
        assert result.exit_code == 1 and said in result.output and SECRET not in result.output
    assert SECRET.encode() not in everything(tmp_path / "out")


def test_a_style_that_is_a_pipe_is_none(write: Write, tmp_path: Path) -> None:
    (tmp_path / "downloads/mine/style.yaml").unlink()
    os.mkfifo(tmp_path / "downloads/mine/style.yaml")
    assert 'style "mine" not found' in rendered().output


def test_an_untrusted_style_cannot_stand_in_a_trusted_ones_place(write: Write) -> None:
    write("downloads/classic/style.yaml", "about: not the real one\nextends: plain")
    assert find_style("classic", LIBRARY).folders[0] != Path("downloads/classic")
    assert "not the real one" not in run("styles").output and "not ours" in run("styles").output
    write("styles/ours/style.yaml", "about: ours\nextends: mine")
    with pytest.raises(InputError, match='styles/ours/style.yaml:2:10: error: extends: there is no style "mine"'):
        find_style("ours", LIBRARY)
    write("downloads/yours/style.yaml", "about: yours\nextends: mine\ndefaults: {accent: '#123456'}")
    yours = find_style("yours", LIBRARY)
    assert yours.values["accent"] == "#123456" and yours.templates == find_style("classic").templates
    assert [folder.name for folder in yours.folders] == ["yours", "mine", "classic", "plain"]


@pytest.mark.slow
def test_a_long_line_of_parents_is_refused(write: Write) -> None:
    for number in range(900):
        write(f"downloads/s{number}/style.yaml", f"about: x\nextends: s{number + 1}")
    with pytest.raises(InputError, match=r"s8/style.yaml:2:10: error: extends: is parent number 9; 8 are the most"):
        find_style("s0", LIBRARY)


def test_a_name_that_no_style_should_have_is_not_listed(write: Write) -> None:
    for name in ("\x1b[31mred", "a b", "-x", ".x", "é"):
        write(f"downloads/{name}/style.yaml", HEAD)
    assert set(LIBRARY.names("styles")) - set(BUILT_IN.names("styles")) == {"mine"}


def test_only_who_asks_for_untrusted_styles_gets_them(write: Write) -> None:
    result = CliRunner().invoke(main, ["render", "ada.yaml", "--style", "mine", "--to", "txt"])
    assert result.exit_code == 1 and 'style "mine" not found' in result.output
    assert CliRunner().invoke(main, ["styles", "--style-path", "nowhere"]).exit_code == 2
    assert run("build", "--dask", "tcp://127.0.0.1:1").exit_code == 2
    write("ada.yaml", "person: {name: Ada}\nstyle: mine\n")
    assert run("check", "ada.yaml").exit_code == 0 and CliRunner().invoke(main, ["check", "ada.yaml"]).exit_code == 1


def test_a_trusted_style_keeps_its_freedom(write: Write) -> None:
    packages = "iftex, xcolor, titlesec, enumitem, hyperref, bookmark"
    write("styles/free/style.yaml", HEAD + f"latex: {{packages: [{packages}]}}")
    write("styles/free/latex/look.tex", find_style("plain").file("latex/look.tex").read_text("utf-8") + "% our own")
    write("styles/free/html/own.css", "h1 { background: url('data:,') }")
    result = run("render", "ada.yaml", "--style", "free", "--to", "tex,html")
    assert result.exit_code == 0, result.output
    assert b"% our own" in everything(Path("out")) and b"url('data:,')" in everything(Path("out"))


@pytest.mark.slow
def test_build_notices_that_an_untrusted_style_changed(write: Write) -> None:
    assert "1 built" in run("build").output and "1 unchanged" in run("build").output
    write("downloads/mine/.git/index", "x")
    assert "1 unchanged" in run("build").output
    write("downloads/mine/terms/en.yaml", "sections: {awards: Laurels}")
    assert "1 built" in run("build").output
    assert b"LAURELS" in everything(Path("out/ada"))
    write("styles/mine/style.yaml", "about: trusted\nextends: plain")
    assert "1 built" in run("build").output
