"""Check the language of everything that a person reads: plain terms, and docstrings as in Python's own documentation."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = ("src", "tests", "bench", "docs")
PAGES = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
COMMENTED = (
    "Makefile",
    ".ci/run",
    "pyproject.toml",
    "profiles/ada-example.yaml",
    *(f"src/cvrender/{name}" for name in ("load/views", "cli")),
)

NOT_NOUNS = "longer|more|less|fewer|larger|smaller|wider|narrower|later|earlier|better|worse|faster|slower|different|other|one"
RULES = {
    r"\bstrangers?\b": "write what is untrusted: an untrusted profile, other people's files",
    r"\bsomebody\b": "write who it is: the person, a user, a reader; or someone",
    r"\bbeside\b": 'write "next to" or "besides"',
    r"\banew\b": 'write "again"',
    r"(?<!--no-)(?<!no_)\bjail": 'write "sandbox"',
    r"\bartefact": 'write "artifact"',
    rf"(?<!\bthere )\b(?:is|are|was|were) no (?!(?:{NOT_NOUNS})\b)[a-z]": 'write "is not a …", or "there is no …"',
}
"""What is not written, as regular expressions, and what is written instead."""

FIRST_WORDS = re.compile(
    r"(What|Where|Which|How|When|Who|Whoever|True|False|Nothing|No|It|Its|From|In|Returns|Raises|Yields|Gives|Makes)\b"
)
"""First words of docstrings that are neither an imperative verb nor a noun phrase."""


@dataclass(frozen=True)
class Passage:
    """A piece of text for people, and where it begins."""

    place: str
    text: str

    def faults(self) -> list[str]:
        line = " ".join(self.text.split())
        matches = ((match, advice) for rule, advice in RULES.items() for match in re.finditer(rule, line, re.IGNORECASE))
        return [f"{self.place}: “{line[max(0, match.start() - 30) : match.end() + 20]}”: {advice}" for match, advice in matches]


parsed = cache(ast.parse)
"""The tree of a module's text."""


def in_python(path: Path, messages: bool) -> Iterator[Passage]:
    """Yield the docstrings and comments of a module, and with `messages` its other texts of several words."""
    source, name = path.read_text("utf-8"), path.relative_to(ROOT)
    nodes = list(ast.walk(parsed(source)))
    documentation = {item.value for item in nodes if isinstance(item, ast.Expr)}  # of modules, functions, attributes
    for node in nodes:
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and (node in documentation or messages and " " in node.value)
        ):
            yield Passage(f"{name}:{node.lineno}", node.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Passage(f"{name}:{token.start[0]}", token.string)


def docstrings(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.Constant]]:
    """Yield each module, class and function with its docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                yield node, first.value


def in_comments(path: Path) -> Iterator[Passage]:
    """Yield the comments of a file in which they begin with the sign #."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if match := re.search(r"(?:^|\s)#\s?(.*)", line):
            yield Passage(f"{path.relative_to(ROOT)}:{number}", match[1])


def in_page(path: Path) -> Iterator[Passage]:
    """Yield the paragraphs, list items and table rows of a page; what it quotes in code spans and blocks is not its language."""
    text = re.sub(r"(?ms)^```.*?^```$", lambda block: re.sub(r"[^\n]", "", block[0]), path.read_text("utf-8"))
    for match in re.finditer(r"(?m)^(?:.+\n?)+?(?=\n|\Z|[-|#])", text):
        yield Passage(f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}", re.sub(r"`[^`]*`", "``", match[0]))


def python_files() -> list[Path]:
    paths = [path for top in CODE for path in sorted((ROOT / top).rglob("*.py")) if "node_modules" not in path.parts]
    return [path for path in paths if path != Path(__file__)]


def faults(passages: Iterator[Passage]) -> tuple[int, list[str]]:
    """Return how many passages there are, and their faults."""
    seen = list(passages)
    return len(seen), [fault for passage in seen for fault in passage.faults()]


@pytest.mark.slow
def test_code_is_in_plain_english() -> None:
    files = python_files()
    seen, paths = faults(passage for path in files for passage in in_python(path, messages="src" in path.parts))
    assert len(files) > 250 and seen > 2500, "looked at too little"
    assert not paths, "\n".join(paths)


def test_comments_of_other_files_are_in_plain_english() -> None:
    paths = [ROOT / name for name in COMMENTED]
    files = [file for path in paths for file in (path.glob("*.yaml") if path.is_dir() else [path])]
    files += (ROOT / "styles").rglob("*.yaml")
    seen, problems = faults(passage for path in files for passage in in_comments(path))
    assert len(files) > 15 and seen > 100, "looked at too little"
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pages_are_in_plain_english(page: Path) -> None:
    seen, problems = faults(in_page(page))
    assert seen > 3, "looked at too little"
    assert not problems, "\n".join(problems)


@pytest.mark.slow
def test_docstrings_begin_with_a_verb_or_a_noun_phrase() -> None:
    seen, problems = 0, []
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node, doc in docstrings(parsed(path.read_text("utf-8"))):
            seen += 1
            if isinstance(node, ast.ClassDef):
                continue
            if FIRST_WORDS.match(doc.value.lstrip()) or not doc.value.strip():
                problems.append(f"{path.relative_to(ROOT)}:{doc.lineno}: {doc.value.splitlines()[0]}")
    assert seen > 800
    assert not problems, "begin with a verb (Return whether …) or what it is (The …):\n" + "\n".join(problems)


@pytest.mark.slow
def test_modules_say_what_they_do() -> None:
    firsts = {path: (ast.get_docstring(parsed(path.read_text("utf-8"))) or "").partition("\n\n")[0] for path in python_files()}
    wrong = [
        f"{path}: {said}" for path, said in firsts.items() if FIRST_WORDS.match(said) or re.search(r" in[,:] .* out\b", said)
    ]
    assert len(firsts) > 250
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a stranger's file", True),
        ("what strangers wrote", True),
        ("Somebody reads it", True),
        ("a file beside the profile", True),
        ("a file besides the profile", False),
        ("written anew", True),
        ("set in a jail", True),
        ("the option --no-jail", False),
        ("an artefact", True),
        ("an artifact", False),
        ("it is no name", True),
        ("they\nare no names", True),
        ("there is no name", False),
        ("There are no names", False),
        ("it is no longer than that", False),
    ],
)
def test_each_rule_finds_what_it_is_for(text: str, wrong: bool) -> None:
    assert bool(Passage("here", text).faults()) is wrong


def test_every_kind_of_text_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "a.py").write_text(
        '"""Say anew."""\n\nX = 1  # jail\n"""A jail."""\n\n\ndef f():\n    """Say anew."""\n    raise E(f"is a stranger {X}")\n',
        "utf-8",
    )
    _, paths = faults(in_python(tmp_path / "a.py", messages=True))
    assert sorted(fault.split(": ")[0] for fault in paths) == ["a.py:1", "a.py:3", "a.py:4", "a.py:8", "a.py:9"]
    (tmp_path / "a.md").write_text(
        "# A jail\n\nthat is\nno page\n\n- `jail`\n- an artefact\n\n```sh\njail\n```\n\n| anew |\n", "utf-8"
    )
    _, paths = faults(in_page(tmp_path / "a.md"))
    assert [fault.split(": ")[0] for fault in paths] == ["a.md:1", "a.md:3", "a.md:7", "a.md:13"]
