"""Perform each addition of ARCHITECTURE.md's table "What a change costs" in a copy of the source, and check that it works."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cvrender.load.library import BUILT_IN
from cvrender.targets import TARGETS

ROOT = Path(__file__).parents[1]
COPIED = ("src", "styles", "profiles")
COSTS = dict(
    re.findall(
        r"^\| (an? [^|]+?) \| ([^|]+?) \|$",
        (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("## What a change costs")[2].partition("\n## ")[0],
        re.MULTILINE,
    )
)
"""What can be added, and what the table says must change for it."""


@dataclass(frozen=True)
class Copy:
    """A copy of the source to which something is added, and a folder from which it is used."""

    root: Path
    work: Path

    def insert(self, name: str, new: str, *, before: str = "", after: str = "") -> None:
        """Insert text into a file, next to text that it contains once, or at its end."""
        path, anchor = self.root / name, before or after
        text = path.read_text("utf-8")
        assert not anchor or text.count(anchor) == 1, f"{name} contains {anchor!r} {text.count(anchor)} times"
        changed = text.replace(anchor, new + anchor if before else anchor + new) if anchor else text + new
        path.write_text(changed, "utf-8")

    def add(self, name: str, text: str) -> None:
        """Add a file."""
        path = self.root / name
        assert not path.exists(), f"{name} exists already"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def changed(self) -> set[str]:
        """Return the files that differ from the original."""
        files = [path for top in COPIED for path in (self.root / top).rglob("*") if path.is_file() and path.suffix != ".pyc"]
        names = {path: path.relative_to(self.root) for path in files}
        return {
            name.as_posix()
            for path, name in names.items()
            if not (ROOT / name).is_file() or (ROOT / name).read_bytes() != path.read_bytes()
        }

    def costs(self, addition: str) -> None:
        """Check that what was changed is what the table says, and nothing else."""
        said = {path for path in re.findall(r"`([^`]+)`", COSTS[addition]) if "/" in path}
        changed = self.changed()
        assert changed
        assert said <= {path for path in said if any(name.startswith(path) for name in changed)}, "something is not needed"
        assert not [name for name in changed if not name.startswith(tuple(said) or "src/cvrender/model/")]

    def cvrender(self, *arguments: str, code: int = 0, first: str = "") -> str:
        """Run some Python and then the command line of the copy; return everything that it prints."""
        env = {**os.environ, "PYTHONPATH": str(self.root / "src")}
        command = [sys.executable, "-c", f"{first}\nfrom cvrender.cli import run\nrun()", *arguments]
        finished = subprocess.run(command, cwd=self.work, env=env, capture_output=True, text=True)
        assert finished.returncode == code, finished.stdout + finished.stderr
        return finished.stdout + finished.stderr

    def profile(self, yaml: str) -> str:
        """Write a profile that no file of the source knows; return its path."""
        path = self.work / "grace.yaml"
        path.write_text(f"person: {{name: Grace Mustermann}}\n{yaml}", "utf-8")
        return path.name

    def readings(self, stem: str) -> dict[str, str]:
        """Return what a reader sees of each file that was made, by its name, on one line."""
        files = sorted((self.work / "out" / stem).iterdir())
        known = [path for path in files if path.suffix[1:] in TARGETS]
        return {path.name: " ".join(" ".join(read(path)).split()) for path in known}


def read(path: Path) -> tuple[str, ...]:
    return TARGETS[path.suffix[1:]].read(path.read_bytes()).lines


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    for name in COPIED:
        shutil.copytree(ROOT / name, tmp_path / "copy" / name)  # with what is compiled, which is as old as its source
    (tmp_path / "work").mkdir()
    return Copy(tmp_path / "copy", tmp_path / "work")


NO_ENGINES = 'import cvrender.cli.doctor\ncvrender.cli.doctor._try = lambda *how: ("", 0.0)'
ADDITIONS: dict[str, Callable[[Copy], None]] = {}


def adds(what: str) -> Callable[[Callable[[Copy], None]], Callable[[Copy], None]]:
    """Register the function that makes an addition of the table and uses it."""

    def register(function: Callable[[Copy], None]) -> Callable[[Copy], None]:
        ADDITIONS[what] = function
        return function

    return register


@pytest.mark.slow
@pytest.mark.parametrize("addition", COSTS)
def test_an_addition_needs_what_the_table_says_and_works(addition: str, copy: Copy) -> None:
    assert addition in ADDITIONS, "nothing tests this row of the table"
    ADDITIONS[addition](copy)
    copy.costs(addition)


def test_the_table_has_every_addition() -> None:
    assert set(COSTS) >= set(ADDITIONS)


def test_the_copy_is_what_runs(copy: Copy) -> None:
    copy.insert("src/cvrender/system/version.py", '\n__version__ = "0.1.0+copy"\n')
    assert "0.1.0+copy" in copy.cvrender("--version")
    assert copy.changed() == {"src/cvrender/system/version.py"}


def test_a_change_that_the_table_does_not_say_is_found(copy: Copy) -> None:
    copy.add("styles/quiet/style.yaml", "about: quiet\nextends: plain\n")
    copy.costs("a style")
    copy.insert("src/cvrender/load/filter.py", "\n")
    with pytest.raises(AssertionError, match=r"filter\.py"):
        copy.costs("a style")


KIND = '''

@kind("installation", "installations", title="{{ [title | italic, rest] | comma }}", date="{{ date }}")
class Installation(Entry, frozen=True, kw_only=True):
    """An installation of the person's work."""

    title: Annotated[Prose, About("the title of the exhibition", "Nothing in Oil")]
    gallery: Annotated[Prose | None, About("where it was shown", "Gallery of Examples")] = None
'''


@adds("a kind of entry")
def add_a_kind(copy: Copy) -> None:
    copy.insert("src/cvrender/model/kinds/recognition.py", KIND)
    copy.insert("styles/plain/terms/en.yaml", "  installations: Shows and Installations\n", before="groups: #")
    line = "installations:\n  - {title: Nothing in Oil, gallery: Tate Antique, date: 2024-05, note: sold out}\n\n"
    copy.insert("profiles/ada-example.yaml", line, before="skills:\n")
    ada = str(copy.root / "profiles/ada-example.yaml")
    assert copy.cvrender("check", ada).count("\n") == 1
    copy.cvrender("render", ada, "--to", ",".join(TARGETS))
    readings = copy.readings("ada-example")
    assert {Path(name).suffix[1:] for name in readings} == set(TARGETS)
    for name, text in readings.items():
        assert "shows and installations" in text.lower(), name
        assert "Nothing in Oil, Tate Antique" in text and "sold out" in text and "May 2024" in text, name
        assert text.lower().index("professional service") < text.lower().index("shows and installations"), name
    assert '"installations": {' in copy.cvrender("schema")
    assert "| `gallery` | " in copy.cvrender("schema", "--markdown")
    mine = copy.profile(
        "installations: [{title: Seen, gallery: A}, {title: Unseen, gallery: B}]\n"
        "views: {chosen: {sections: [{from: installations, where: 'gallery == \"A\"'}]}}\n"
    )
    copy.cvrender("render", mine, "--view", "chosen", "--to", "txt")
    assert "Unseen" not in copy.readings("grace")["grace-chosen-classic.txt"]
    assert "Seen, A" in copy.readings("grace")["grace-chosen-classic.txt"]
    wrong = copy.cvrender("check", copy.profile("installations: [{title: Seen, galery: A}]"), code=1)
    assert re.search(r'grace\.yaml:2:\d+: error: installations\[0\]\.galery: unknown key; did you mean "gallery"', wrong)


@adds("a field")
def add_a_field(copy: Copy) -> None:
    field = '    laudation: Annotated[Prose | None, About("what was said", "for closing it")] = None\n'
    copy.insert("src/cvrender/model/kinds/recognition.py", field, before='\n\n@kind(\n    "service"')
    mine = copy.profile("awards: [{title: Order of the Bracket, laudation: for closing it, date: 2020}]\n")
    styles = [name for name in BUILT_IN.names("styles") if name != "plain"]
    assert len(styles) >= 6
    copy.cvrender("render", mine, "--style", ",".join(styles), "--to", "txt")
    copy.cvrender("render", mine, "--to", ",".join(TARGETS))
    readings = copy.readings("grace")
    assert len(readings) == len(styles) + len(TARGETS) - 1
    assert not [name for name, text in readings.items() if "for closing it" not in text]
    assert '"laudation"' in copy.cvrender("schema")


TARGET = {
    "__init__": '"""Write XML: each text is an element, each link an `a` in it."""\n',
    "check": '''"""Check XML."""

from cvrender.targets.comparison.checks import is_utf8

CHECKS = {"encoding": is_utf8}
''',
    "make": '''"""Make the XML file."""

from xml.etree import ElementTree as ET

from cvrender.model.document import Block, Bullet, Document, EntryBlock, EntryList, Group, Paragraph, Rows, Table
from cvrender.model.text import Text
from cvrender.targets.base import Artifact, TargetInputs, TargetOutput


def make(inputs: TargetInputs) -> TargetOutput:
    """Make the file."""
    return TargetOutput([Artifact(f"{inputs.stem}.xml", _write(inputs.document))])


def _write(document: Document) -> bytes:
    header, root = document.header, ET.Element("cv")
    ET.SubElement(root, "p").text = " ".join(filter(None, (header.name, header.native)))
    for text in (header.headline, *(contact.text for contact in header.contacts)):
        _line(root, text)
    for section in document.sections:
        _line(root, section.title, tag="h")
        for block in section.blocks:
            _block(root, block)
    return ET.tostring(root, "utf-8")


def _block(root: ET.Element, block: Block) -> None:
    match block:
        case Paragraph():
            _line(root, block.text)
        case Group():
            _line(root, block.title, tag="h")
            for inner in block.blocks:
                _block(root, inner)
        case Rows():
            for row in block.rows:
                _line(root, row.label, row.text)
                _bullets(root, row.bullets)
        case Table():
            for cells in (block.header, *block.rows):
                _line(root, *cells)
        case EntryList():
            for index, entry in enumerate(block.entries):
                _entry(root, entry, f"{block.number(index)}." if block.marker == "number" else "")


def _entry(root: ET.Element, entry: EntryBlock, number: str = "") -> None:
    _line(root, entry.label, entry.title, entry.date, number=number)
    for text in (*entry.lines, *entry.summary):
        _line(root, text)
    _bullets(root, entry.bullets)
    for role in entry.entries:
        _entry(root, role)


def _bullets(root: ET.Element, bullets: tuple[Bullet, ...]) -> None:
    for bullet in bullets:
        _line(root, bullet.text)
        _bullets(root, bullet.bullets)


def _line(root: ET.Element, *texts: Text, number: str = "", tag: str = "p") -> None:
    line = ET.SubElement(root, tag) if any(texts) else root
    for word in (number, *texts):
        for span in word.spans if isinstance(word, Text) else ():
            ET.SubElement(line, "a" if span.href else "i", {"href": span.href} if span.href else {}).text = span.text
        if word:
            ET.SubElement(line, "i").text = f"{word} " if isinstance(word, str) else " "
''',
    "read": '''"""Read XML: one line for each element below the root."""

from xml.etree import ElementTree as ET

from cvrender.model.reading import Reading


def read(content: bytes) -> Reading:
    """Return the lines and links."""
    root = ET.fromstring(content)
    lines = tuple("".join(line.itertext()).strip() for line in root)
    links = tuple(link.attrib["href"] for link in root.iter("a"))
    return Reading((lines,), links, headings=tuple("".join(line.itertext()).strip() for line in root.iter("h")))
''',
}


@adds("a target")
def add_a_target(copy: Copy) -> None:
    for module, text in TARGET.items():
        copy.add(f"src/cvrender/targets/xml/{module}.py", text)
    row = '        Target("xml", "XML, one element per line", requires="a patient reader"),\n'
    copy.insert(
        "src/cvrender/targets/__init__.py", row, after='        Target("txt", "plain text, for web forms and e-mail", _TXT),\n'
    )
    profiles = [str(copy.root / f"profiles/{name}.yaml") for name in ("ada-example", "bing-xie")]
    copy.cvrender("render", *profiles, "--to", "xml", "--style", "classic,lab")
    for style in ("classic", "lab"):
        content = (copy.work / f"out/ada-example/ada-example-full-{style}.xml").read_text("utf-8")
        assert "Order of the Open Bracket" in content and 'href="mailto:ada@example.org"' in content
    assert "xml" in copy.cvrender("render", "--help")
    assert "xml needs a patient reader" in copy.cvrender("doctor", first=NO_ENGINES)
    broken = TARGET["make"].replace("(*entry.lines, *entry.summary)", "entry.summary")
    (copy.root / "src/cvrender/targets/xml/make.py").write_text(broken, "utf-8")
    failed = copy.cvrender("render", profiles[0], "--to", "xml", code=4)
    assert "is missing" in failed, "the checks of all targets see what it leaves out"


@adds("a style")
def add_a_style(copy: Copy) -> None:
    style = (
        "about: green and quiet\nextends: classic\ndefaults: {accent: '#0a7a3c'}\n"
        "entries: {award: {title: '{{ title }} ({{ rest | comma }})'}}\n"
    )
    copy.add("styles/quiet/style.yaml", style)
    mine = copy.profile("awards: [{title: Order of the Bracket, issuer: Nowhere, date: 2020}]\n")
    copy.cvrender("render", mine, "--style", "quiet", "--to", ",".join(TARGETS))
    for name, text in copy.readings("grace").items():
        assert "Order of the Bracket (Nowhere)" in text, name
    assert "0A7A3C" in (copy.work / "out/grace/grace-full-quiet.tex").read_text("utf-8").upper()
    assert re.search(r"quiet +green and quiet", copy.cvrender("styles"))


@adds("a language")
def add_a_language(copy: Copy) -> None:
    terms = (copy.root / "styles/plain/terms/en.yaml").read_text("utf-8")
    for english, esperanto in (("Present", "nun"), ("Experience", "Laboro"), ("vol.", "vol-o")):
        terms, count = re.subn(rf"(?<=: ){re.escape(english)}(?= #|\n)", esperanto, terms)
        assert count == 1
    copy.add("styles/plain/terms/eo.yaml", terms)
    position = "{organization: {en: Firm, eo: Firmao}, title: Estro, start: 2020-05, end: present}"
    mine = copy.profile(f"language: eo\npositions: [{position}]\n")
    copy.cvrender("render", mine, "--to", ",".join(TARGETS))
    for name, text in copy.readings("grace").items():
        assert "laboro" in text.lower() and "Firmao" in text and "maj" in text.lower() and "nun" in text, name
    assert 'lang="eo"' in (copy.work / "out/grace/grace-full-classic.html").read_text("utf-8")


RULE = '''

def exclamation_marks(context: LintContext) -> Iterator[LintFinding]:
    """A text that ends with an exclamation mark."""
    for field in _sentences(context):
        if field.text.endswith("!"):
            yield LintFinding(field.path, f"{shorten(field.text)} shouts", "end it with a full stop")
'''


@adds("a lint rule")
def add_a_lint_rule(copy: Copy) -> None:
    copy.insert("src/cvrender/rules/lint/wording.py", RULE)
    copy.insert(
        "src/cvrender/rules/lint/__init__.py",
        '    Rule("TEXT-SHOUT", wording.exclamation_marks),\n',
        before='    Rule("TEXT-QUOTES"',
    )
    shouting = "bio: >-\n  I am here!\n"
    told = copy.cvrender("check", copy.profile(shouting))
    assert "grace.yaml:2:6: warning: bio: TEXT-SHOUT: “I am here!” shouts; end it with a full stop" in told
    assert "TEXT-SHOUT" not in copy.cvrender("check", copy.profile(f"# cvrender: ignore=TEXT-SHOUT\n{shouting}"))
    assert "exclamation mark" in copy.cvrender("rules")


IDENTIFIER = """    "ark": Identifier(
        name="ARK",
        pattern=r"ark:/\\d{5}/\\S+",
        example="ark:/12345/abc",
        page="https://n2t.net/",
        names={"bibtex": "ark", "csl": "custom.ARK", "orcid": "ark", "info": "ark"},
    ),
"""


@adds("an identifier")
def add_an_identifier(copy: Copy) -> None:
    copy.insert("src/cvrender/model/identifier_table.py", IDENTIFIER, before='    "openalex": Identifier(')
    work = "{title: On Engines, authors: [Grace Mustermann], type: book, date: 2020, ark: %s}"
    mine = copy.profile(f"publications: [{work % 'https://n2t.net/ark:/12345/xyz'}]\n")
    copy.cvrender("render", mine, "--to", ",".join(TARGETS), "--style", "classic,homepage")
    for name, text in copy.readings("grace").items():
        assert "ark:/12345/xyz" in text, name
    page = (copy.work / "out/grace/grace-full-classic.html").read_text("utf-8")
    assert page.count('"https://n2t.net/ark:/12345/xyz"') == 2 and "ark = {ark:/12345/xyz}" in page
    copy.cvrender("export", mine, "--out", "works")
    copy.cvrender("import", *map(str, copy.work.glob("works/**/*.bib")), "--out", "again.yaml")
    assert "ark: ark:/12345/xyz" in (copy.work / "again.yaml").read_text("utf-8")
    assert '"ark"' in copy.cvrender("schema")
    wrong = copy.cvrender("check", copy.profile(f"publications: [{work % '12345'}]\n"), code=1)
    assert '"12345" is not an identifier of ARK; write it like ark:/12345/abc' in wrong


OBEYED = """    if request.motto:
        style = replace(style, values={**style.values, "foot": request.motto})
"""


@adds("a shared option")
def add_a_shared_option(copy: Copy) -> None:
    setting = '    motto: str = _setting("Print a motto at the foot of each page.", "", "Onwards")\n'
    copy.insert("src/cvrender/load/request.py", setting, before="\n\ndef shared_settings()")
    copy.insert("src/cvrender/compose/prepare.py", OBEYED, before="    prepared = Prepared(request, loaded, view, style)")
    mine = copy.profile("awards: [{title: Order, date: 2020}]\n")
    copy.cvrender("render", mine, "--to", "tex", "--motto", "Onwards")
    written = copy.work / "out/grace/grace-full-classic.tex"
    assert "Onwards" in written.read_text("utf-8")
    build = f"jobs: [{{profiles: {mine}, targets: tex, motto: Upwards}}]\n"
    (copy.work / "cvrender.yaml").write_text(build, "utf-8")
    copy.cvrender("build", "--jobs", "1")
    assert "Upwards" in written.read_text("utf-8")
    for command in ("render", "watch", "build", "preview"):
        assert "Print a motto at the foot" in " ".join(copy.cvrender(command, "--help").split())


@adds("a style with other titles")
def add_a_style_with_other_titles(copy: Copy) -> None:
    parts = 'parts: {styled_title: \'{{ title | bold | wrap("«", "»") }}\'}\n'
    copy.add("styles/loud/style.yaml", f"about: bold titles\nextends: classic\n{parts}")
    work = "{title: On Engines, authors: [Grace Mustermann], type: article-journal, venue: Notes, volume: 3, date: 2020}"
    patent = "{title: Reader, authors: [Grace Mustermann], number: '1'}"
    mine = copy.profile(f"publications: [{work}]\npatents: [{patent}]\n")
    copy.cvrender("render", mine, "--style", "loud", "--to", "md")
    text = (copy.work / "out/grace/grace-full-loud.md").read_text("utf-8")
    assert "«**On Engines**»" in text and "«**Reader**»" in text and "vol. 3" in text


FORMAT = '''"""Read the prize lists of an imaginary academy: its name, then a line for each prize."""

from cvrender.formats.base import Format, Imported, RecordSection, read_sections
from cvrender.formats.content import Content
from cvrender.formats.converters import DATE, PROSE
from cvrender.formats.table import Row

TABLE = (Row("prize", "title", PROSE), Row("year", "date", DATE), Row("jury", "issuer", PROSE))
SECTIONS = (RecordSection("prizes", "awards", TABLE), RecordSection("laureate", "person", (Row("", "name", PROSE),)))


def _detects(content: Content) -> bool:
    return content.has_key("academy-version")


FORMAT = Format("academy", "prize list", _detects, lambda content: read_sections(content.yaml, "academy", SECTIONS))
'''


@adds("an import format")
def add_an_import_format(copy: Copy) -> None:
    copy.add("src/cvrender/formats/academy.py", FORMAT)
    prizes = "{prize: Order of the Bracket, year: 2020, jury: Nowhere, weight: 3 kg}"
    (copy.work / "prizes.yaml").write_text(f"academy-version: 1\nlaureate: Grace Mustermann\nprizes: [{prizes}]\n", "utf-8")
    copy.cvrender("import", "prizes.yaml", "--out", "grace.yaml")
    text = (copy.work / "grace.yaml").read_text("utf-8")
    assert "name: Grace Mustermann" in text and "Order of the Bracket" in text and "issuer: Nowhere" in text
    assert "weight: 3 kg" in text, "what the table does not name is kept"
    copy.cvrender("render", "grace.yaml", "--to", "txt")
    assert "Order of the Bracket, Nowhere" in copy.readings("grace")["grace-full-classic.txt"]
    assert "academy" in copy.cvrender("import", "prizes.yaml", "--from", "acadmy", "--out", "x.yaml", code=1)


CONTRACT = """title: A short CV
version: "1"
effective: 2026-01-01
verified: 2026-01-01
source: the handbook of an imaginary department
view: {sections: [{from: awards, name: prizes, title: Prizes}]}
rules: [{rule: items, sections: [prizes], most: 1}]
"""
AWARDS = "awards: [{title: Order of the Bracket, date: 2020}, {title: Order of the Brace, date: 2021}]\n"


@adds("a contract")
def add_a_contract(copy: Copy) -> None:
    copy.add("src/cvrender/rules/contracts/short.yaml", CONTRACT)
    told = copy.cvrender("check", copy.profile(AWARDS), "--contract", "short", code=1)
    assert re.search(r"grace\.yaml:2:\d+: error: awards\[1\]: short: 2 of 1 entry in .prizes.; 1 too many", told)
    assert "A short CV" in copy.cvrender("contracts")
    copy.cvrender("render", copy.profile(AWARDS), "--for", "short", "--to", "txt", code=1)
    assert "Prizes" in copy.readings("grace")["grace-short-classic.txt"].title()


@adds("a rule of contracts")
def add_a_rule_of_contracts(copy: Copy) -> None:
    copy.insert("src/cvrender/model/contract.py", '    "shout": (("sections",), ()),\n', before='    "statement": ')
    find = '\n\ndef shout(rule, measured):\n    """Sections whose text shouts."""\n'
    find += "    for section in measured.sections(rule.sections):\n"
    find += "        if '!' in measured.text(section):\n            yield Breach('shouts', section.source)\n"
    copy.insert("src/cvrender/rules/contracts/content.py", find)
    copy.insert("src/cvrender/rules/contracts/__init__.py", '    "shout": content.shout,\n', before='    "statement": ')
    (copy.work / "contracts").mkdir()
    quiet = CONTRACT.replace("items, sections: [prizes], most: 1", "shout, sections: [bio]").replace(
        "sections: [{", "sections: [bio, {"
    )
    (copy.work / "contracts/quiet.yaml").write_text(quiet, "utf-8")
    told = copy.cvrender("check", copy.profile("bio: I am here!\n"), "--contract", "quiet", code=1)
    assert "error: bio: quiet: shouts" in told


LETTER_FORMAT = """  swiss-example:
    about: "an imaginary format: the salutation first"
    languages: [rm]
    parts: [salutation, address, date, reference, subject, body, closing, enclosures]
    left: 25mm
    right: 20mm
"""


@adds("a format of letters")
def add_a_format_of_letters(copy: Copy) -> None:
    copy.insert("src/cvrender/documents/letter-formats.yaml", LETTER_FORMAT)
    assert "swiss-example" in copy.cvrender("letter", "--formats")
    mine = copy.profile("updated: 2026-11-22\n")
    (copy.work / "offer.yaml").write_text("format: swiss-example\nto: Somebody\nbody: I apply.\n", "utf-8")
    copy.cvrender("letter", "offer.yaml", "--profile", mine, "--to", "txt")
    text = (copy.work / "out/grace/grace-offer-classic.txt").read_text("utf-8")
    assert text.index("To Whom") < text.index("Somebody") < text.index("November 22")
