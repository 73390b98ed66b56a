"""Keep the Python code that Jinja2 makes of the built-in templates and patterns in the package, made when that is built.

To compile the templates of one CV takes Jinja2 as long as to write three CVs with them, and its patterns take half the time of
composing it. The code belongs to a text: one that was changed since, or comes from another folder, is compiled in memory.
Nothing is read from the cache or from a style's folder, because whoever can write there could then run code.
"""

import hashlib
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2 import Environment, FileSystemLoader, Template, nodes
from jinja2.bccache import bc_version

_PACKAGE = Path(__file__).parents[1]


@lru_cache(maxsize=1)
def compiled_folder() -> Path:
    """Return the folder of the code: in the package, or in a checkout that was installed."""
    inside = _PACKAGE / "templates"
    return inside if inside.is_dir() else _PACKAGE.parents[1] / "build" / "templates"


def kept_code(environment: Environment, source: str, name: str) -> CodeType | None:
    """Return the code that was made of a text when the package was built, if it was."""
    key = key_of(environment, source, name)
    path = compiled_folder() / f"{key}.py"
    if not path.is_file():
        return None
    return SourceFileLoader(key, str(path)).get_code(key)  # Python keeps its bytecode next to it, as that of any module


def code_of(environment: Environment, source: str, name: str, file: str) -> CodeType:
    """Return the code of a template: what was made of the same text when the package was built, or else made now."""
    kept = kept_code(environment, source, name)
    return kept.replace(co_filename=file) if kept else environment.compile(source, name, file)


def key_of(environment: Environment, source: str, name: str) -> str:
    """Return a hash of all that the code depends on; Jinja2 raises its version of bytecode with each change of its compiler."""
    parts = (str(bc_version), environment.block_start_string, name, source)
    return "t" + hashlib.sha256("\0".join(parts).encode()).hexdigest()[:40]


class TemplateLoader(FileSystemLoader):
    """Loads the templates of a folder, with the code that was made when the package was built."""

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """Return a template. Raises TemplateNotFound."""
        source, file, is_current = self.get_source(environment, name)
        code = code_of(environment, source, name, file)
        return environment.template_class.from_code(environment, code, environment.make_globals(globals), is_current)


def code_of_templates(styles: Path, environment_of: Callable[[Path], Environment]) -> dict[str, str]:
    """Return the code of all templates of some styles, by its key.

    `environment_of` returns the environment of a template's file. Filters of the targets are plain functions, so their names are
    all that the code depends on.
    """
    codes = {}
    for path in sorted(path for path in styles.glob("*/*/*") if path.parent.name in ("latex", "html", "markdown", "docx")):
        environment, source = environment_of(path), path.read_text("utf-8")
        for node in environment.parse(source).find_all(nodes.Filter):
            environment.filters.setdefault(node.name, str)
        whole = path.relative_to(path.parents[1]).as_posix()
        name = path.name if path.stem == "own" else whole  # those of a style and its parents are all read, by their files
        codes[key_of(environment, source, name)] = environment.compile(source, name, raw=True)
    return codes


def write_code(code: dict[str, str], folder: Path) -> None:
    """Write code to a folder, each under its key. What was there before is removed."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.py"):
        path.unlink()
    for key, text in code.items():
        (folder / f"{key}.py").write_text(text, "utf-8")
