"""Test the code of the built-in templates and patterns that is in the package: it is that of their texts, and of no other."""

from pathlib import Path

import pytest

from cvrender.compose import pattern as patterns
from cvrender.compose.pattern import FILTERS, REST
from cvrender.load.library import BUILT_IN, find_style
from cvrender.run.compile_styles import compile_styles
from cvrender.system import compiled
from cvrender.system.restricted_jinja import code_of, kept, parse, pattern_environment
from cvrender.targets.md.write import write
from cvrender.targets.templates import LATEX_SIGNS, template_environment


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the code of one style of two templates, which is that of the package for a test."""
    style = tmp_path / "styles" / "small"
    for name, text in (("latex/body.tex", "<< 'a' | own >>"), ("markdown/document.md", "{{ 'b' }}")):
        (style / name).parent.mkdir(parents=True)
        (style / name).write_text(text, "utf-8")
    paths = tmp_path / "code"
    compile_styles(tmp_path / "styles", paths)
    monkeypatch.setattr(compiled, "compiled_folder", lambda: paths)
    template_environment.cache_clear()
    return style


def test_a_built_in_template_is_not_compiled_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = template_environment((folder,), write)
    monkeypatch.setattr(type(environment), "compile", None)
    assert environment.get_template("markdown/document.md").render() == "b"


def test_a_changed_template_is_compiled(folder: Path) -> None:
    (folder / "markdown/document.md").write_text("{{ 'c' }}", "utf-8")
    assert template_environment((folder,), write).get_template("markdown/document.md").render() == "c"


def test_the_code_of_other_signs_is_not_used(folder: Path) -> None:
    (folder / "markdown/document.md").write_text("<< 'a' | own >>", "utf-8")
    template = template_environment((folder,), write).get_template("markdown/document.md")
    assert template.render() == "<< 'a' | own >>"


def test_an_error_is_told_with_the_file_of_the_template(folder: Path) -> None:
    environment = template_environment((folder,), write, LATEX_SIGNS)
    environment.filters["own"] = lambda value: 1 / 0
    with pytest.raises(ZeroDivisionError) as raised:
        environment.get_template("latex/body.tex").render()
    assert str(folder / "latex/body.tex") in [str(entry.path) for entry in raised.traceback]


def test_a_built_in_pattern_is_what_it_is_when_parsed_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "compiled_folder", lambda: tmp_path)
    environment = pattern_environment(FILTERS, lambda value: value or "")
    styles = [find_style(name) for name in BUILT_IN.names("styles")]
    texts = {text for style in styles for item in style.patterns.values() for text in item.texts if text} | {REST}
    compiled.write_code(patterns.code_of_patterns(item for style in styles for item in style.patterns.values()), tmp_path)
    assert len(texts) == len(list(tmp_path.glob("*.py"))) > 100
    for text in texts:
        built_in, now = kept(text, environment), parse(text, environment)
        assert built_in and (built_in.names, built_in.labels) == (now.names, now.labels), text
    rest = kept(REST, environment)
    assert rest and rest.template.render(rest=["a", "", "b"]) == "a, b"
    assert kept(f"{REST} ", environment) is None


def test_a_pattern_that_is_not_allowed_is_not_kept(tmp_path: Path) -> None:
    environment = pattern_environment(FILTERS, lambda value: value or "")
    for text in ("{% for item in rest %}{{ item }}{% endfor %}", "{{ title", "{{ title.mro() }}"):
        with pytest.raises(Exception, match="not allowed|expected|end of"):
            code_of(text, environment)
    labels = parse("{{ fields['Impact factor'] }}", environment).labels
    key, code = code_of("{{ fields['Impact factor'] }}", environment)
    assert repr(sorted(labels)) in code and key.startswith("t")
