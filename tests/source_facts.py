"""Read what tests of the code base ask of its sources: each module is parsed and walked once."""

import ast
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class ModuleFacts:
    """What one module contains, with the lines."""

    path: Path
    text: str
    docstring: str
    imports: list[tuple[int, str]] = field(default_factory=list)
    """The imported names, such as `cvrender.system.cache`, those inside functions and under TYPE_CHECKING too."""
    functions: list[tuple[int, str, int]] = field(default_factory=list)
    """The functions, and how many lines each has."""
    classes: list[str] = field(default_factory=list)
    """Those that are not inside another."""
    calls: list[tuple[int, str]] = field(default_factory=list)
    """The calls of a plain name."""
    uncalled: list[int] = field(default_factory=list)
    """The lines of statements that are neither a call nor a text, such as `a() if x else None` or `self.value`."""
    strings: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    """The strings that are given as the keyword `code`."""


def facts_of(path: Path) -> ModuleFacts:
    """Return what a module contains. Raises AssertionError for a relative import."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    paths = ModuleFacts(path, text, ast.get_docstring(tree) or "")
    paths.classes += [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                paths.strings.append(node.value)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                paths.calls.append((node.lineno, node.func.id))
        elif isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Call | ast.Constant | ast.Await | ast.Yield | ast.YieldFrom):
                paths.uncalled.append(node.lineno)
        elif isinstance(node, ast.keyword):
            if node.arg == "code" and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                paths.codes.append(node.value.value)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            paths.functions.append((node.lineno, node.name, node.end_lineno - node.lineno + 1))
        elif isinstance(node, ast.Import):
            paths.imports += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            paths.imports += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return paths


def facts_in(root: Path) -> list[ModuleFacts]:
    """Return what each module below a folder contains."""
    return [facts_of(path) for path in sorted(root.rglob("*.py"))]
