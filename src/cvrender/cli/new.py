"""Run `cvrender new`."""

import re
import shlex
import shutil
import sys
import unicodedata
from pathlib import Path

import click

from cvrender.cli.arguments import flatten
from cvrender.cli.common import Languages, json_option, print_json, write_new, writing
from cvrender.cli.demo import example_file
from cvrender.cli.formats import Command
from cvrender.errors import InputError, Problem

_STARTERS = Path(__file__).parent / "starters"
FIELDS = tuple(sorted(path.stem for path in _STARTERS.glob("*.yaml")))
"""The fields that have a starting profile."""

_DEFAULT = "computer-science"
_SCHEMA = "profile.schema.json"
_EXAMPLE = "ada-example"


@click.command("new", cls=Command)
@click.argument("name", required=False)
@click.option("--for", "field", type=click.Choice(FIELDS), help=f"The field whose kinds of entry to begin with ({_DEFAULT}).")
@click.option("--example", is_flag=True, help=f"Write the complete fictional profile {_EXAMPLE} instead.")
@click.option("--lang", "languages", type=Languages(), multiple=True, help="Its languages, the main one first (default: en).")
@json_option
def command(name: str | None, field: str | None, example: bool, languages: tuple[list[str], ...], as_json: bool) -> None:
    """Create the profile profiles/NAME.yaml, with explanatory comments, and a JSON Schema next to it for editors.

    NAME is a person's name ("Jane Doe") or the name of the file (jane-doe).
    """
    if example and (name or field):
        raise click.UsageError("--example takes neither a name nor --for")
    if not example and name is None:
        raise click.UsageError("Missing argument 'NAME'.")
    path = new_example() if example else new_profile(str(name), field or _asked(), flatten(languages))
    if as_json:
        print_json({"file": str(path)})
    else:
        click.echo(f"{path}\nEdit it, then run: cvrender render {shlex.quote(path.stem)}")


def new_example() -> Path:
    """Create the profile of the complete example. Raises InputError if there is one."""
    path = _write(_EXAMPLE, example_file(f"{_EXAMPLE}.yaml").read_text("utf-8"))
    shutil.copyfile(example_file(f"{_EXAMPLE}.png"), path.with_suffix(".png"))
    return path


def new_profile(name: str, field: str, languages: list[str]) -> Path:
    """Create a profile for a person and a field. Raises InputError if it exists, or if its file cannot have the name."""
    stem, person = _names(name.removesuffix(".yaml"))
    text = _for_person(starter(field), person)
    return _write(stem, in_languages(text, languages))


def starter(field: str) -> str:
    """Return the profile with which a person of a field begins."""
    return (_STARTERS / f"{field}.yaml").read_text("utf-8")


def new_empty(name: str) -> Path:
    """Create a profile that says a person's name and nothing else. Raises InputError if it exists."""
    stem, person = _names(name.removesuffix(".yaml"))
    return _write(stem, f"person:\n  name: {_quoted(person)}\n")


def _asked() -> str:
    """Return the field that the user chooses in a terminal; elsewhere the default one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _DEFAULT
    return str(click.prompt("Field", type=click.Choice(FIELDS), default=_DEFAULT))


def _names(name: str) -> tuple[str, str]:
    """Return the stem of the file and the name of the person for what the user typed. Raises InputError."""
    if not name or re.search(r"[/\\\0]", name) or name.startswith((".", "-")):
        hint = 'use a name such as "Ada Lovelace", or letters, digits and hyphens, such as ada-lovelace'
        raise InputError([Problem(f'"{name}" is not a file name', hint=hint, code="bad-name")])
    if re.fullmatch(r"[a-z0-9_.-]+", name):
        return name, " ".join(word.capitalize() for word in re.split(r"[-_.]+", name) if word)
    from anyascii import anyascii

    is_latin = any(unicodedata.name(char, "").startswith("LATIN") for char in name)
    ascii_name = anyascii(name).casefold() if is_latin else ""  # a name in another script is the file's name as it is
    return "-".join(re.findall(r"[a-z0-9]+", ascii_name)) or "-".join(name.split()), " ".join(name.split())


def _for_person(text: str, person: str) -> str:
    """Put a person's name where a starting profile has that of Ada Example."""
    first, *rest = person.split()
    short = f"{first[0]}. {rest[-1]}" if rest else person
    for old, new in (("Ada Example", person), ("A. Example", short)):
        quoted = _quoted(new).replace("\\", r"\\")  # `sub` reads escapes
        text = re.sub(rf"(?<=[:,] ){old}(?=[\],}}]|$)|(?<=\[){old}(?=[\],])", quoted, text, flags=re.M)
    text = re.sub("(?m)^  native: .*\n", "  # native: the name in its own script\n", text)
    return text.replace("Ada Example", person).replace("艾达", person)  # within texts that may contain anything


def _quoted(text: str) -> str:
    """Return a text as YAML, in quotes where they are needed."""
    bare = re.fullmatch(r"[\w .’-]+", text) and text.casefold() not in ("null", "true", "false")
    return text if bare else '"' + text.replace("\\", "\\\\").replace('"', r"\"") + '"'


def _write(stem: str, text: str) -> Path:
    """Write a profile that does not exist yet, and the schema that its first line names. Raises InputError."""
    from cvrender.cli.schema import schema_text

    path = Path("profiles") / f"{stem}.yaml"
    write_new(path, f"# yaml-language-server: $schema={_SCHEMA}\n{text}", "choose another name, or edit it")
    with writing(path):
        path.with_name(_SCHEMA).write_text(schema_text("profile") + "\n", "utf-8")
    return path


PLACEHOLDER = "…"
"""What is written where the text of a language is not known; `check` warns of it."""

_FLOW = re.compile(r"\{en: (?P<en>[^{},]*), zh: (?P<zh>[^{},]*)\}")
_TEXT = r">-\n(?:(?P=pad)  .*\n)+|.*\n"
_BLOCK = re.compile(rf"(?m)^(?P<pad> +)en: (?P<en>{_TEXT})(?P=pad)zh: (?P<zh>{_TEXT})")
_SPOKEN = re.compile(r"(?m)^  - \{language: \{en: Chinese.*\n  - \{language: \{en: English.*\n")


def in_languages(text: str, languages: list[str]) -> str:
    """Set the languages of a new profile, the main one first; `text` has texts in English, and perhaps in Chinese."""
    if not languages:
        return text
    text = re.sub(r"(?m)^language: .*\n", "", text)
    text = re.sub(r"(?m)^person:", f"language: {languages[0]}\n\nperson:", text, count=1)
    if "zh: " in text:
        text = _SPOKEN.sub(_spoken(languages), text)
        text = _FLOW.sub(lambda match: "{" + ", ".join(f"{code}: {_said(match, code)}" for code in languages) + "}", text)
        text = _BLOCK.sub(lambda match: "".join(f"{match['pad']}{code}: {_line(match, code)}" for code in languages), text)
        return text if any(map(_is_chinese, languages)) else re.sub(r"(?m)^ +original_title: .*\n", "", text)
    if len(languages) > 1:
        said = re.compile(r"(?m)^  headline: (?P<en>.*)\n")
        note = "  headline: # any text may be given once per language\n"
        text = said.sub(lambda match: note + "".join(f"    {code}: {_said(match, code)}\n" for code in languages), text, count=1)
    return text


def _is_chinese(code: str) -> bool:
    return code in ("zh", "zh-Hans", "zh-CN", "zh-SG")


def _said(match: re.Match[str], code: str) -> str:
    """Return the text of a language, which is English for all regions of English."""
    if code.partition("-")[0] == "en":
        return match["en"]
    return match.groupdict().get("zh", PLACEHOLDER) if _is_chinese(code) else PLACEHOLDER


def _line(match: re.Match[str], code: str) -> str:
    return _said(match, code).removesuffix("\n") + "\n"


def _spoken(languages: list[str]) -> str:
    """Return the entries of the languages that the person most likely speaks, each named in all of them as lines begin."""
    from cvrender.text.casing import capitals
    from cvrender.text.cldr import language_name

    lines = []
    for number, spoken in enumerate(languages):
        known = ((code, language_name(spoken, code) or PLACEHOLDER) for code in languages)
        names = ", ".join(f"{code}: {capitals(name[0], code)}{name[1:]}" for code, name in known)
        words = ("native", "母语") if number == 0 else ("fluent", "流利")
        levels = {code: words[0] if code[:2] == "en" else words[1] if _is_chinese(code) else PLACEHOLDER for code in languages}
        said = ", ".join(f"{code}: {level}" for code, level in levels.items())
        lines.append(f"  - {{language: {{{names}}}, level: {{{said}}}}}\n")
    return "".join(lines)
