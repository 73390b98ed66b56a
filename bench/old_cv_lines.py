"""Read the lines of an old CV without the reader that is measured: pdftotext, pandoc, or the source without its commands."""

import codecs
import re
import subprocess
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pypandoc
from babel import Locale, UnknownLocaleError

_EASTERN = "[\u3040-\u30ff\u3400-\u9fff]"
_WORD = re.compile(rf"(?=({_EASTERN}{{4}}))|((?:(?!{_EASTERN})[^\W\d_]){{4,}})")
_GAP = re.compile(rf"(?<={_EASTERN})\s+(?={_EASTERN})")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_COMMENT = re.compile(r"(?ms)(?<!\\)%.*?$|\\begin\{comment\}.*?\\end\{comment\}")
_ARGUMENT = r"(?:\{(?:[^{}]|\{[^{}]*\})*\})"
_SOURCE = re.compile(
    r"\\(?:usepackage|documentclass|(?:re)?new\w+|def|set\w+|hypersetup|geometry|(?:no)?cite\w*|bibentry|label|(?:page)?ref|input|"
    rf"include\w*|bibliography\w*|addbibresource|[vh]space|pagestyle|definecolor)\s*\*?(?:\[[^]]*\])*{_ARGUMENT}*"
    rf"|\\(?:begin|end|color|textcolor){_ARGUMENT}|\\addcontentsline{_ARGUMENT}{{3}}|\\[a-zA-Z@]+\*?"
)
"""Commands with arguments that are not shown."""
_OPTIONS = re.compile(r"\[(?=[^]=]*=)(?:[^][{}]|\{[^{}]*\}|\[[^][]*\])*\]")
_TITLE = re.compile(r"\btitle\s*=\s*(\{[^{}]*\}|[^],]*)")
_ACCENT = re.compile(r"""\\(?:['`^"~=.]|[cvuHk](?=[\s{]))\s*\{?\\?([A-Za-z])\}?""")
_ORG = re.compile(r"(?ims)^\s*#\+begin_(src|comment)\b.*?^\s*#\+end_\1|^[ \t]*#(?:\+\w.*?|[ \t].*?)?$|[ \t]:[\w@:]+:$")
_ORG_MACRO = re.compile(r"\{\{\{[\w-]+\(((?:[^)]|\)(?!\}))*)\)\}\}\}")
_NOT_EXPORTED = re.compile(r"(\*+) (?:COMMENT\b|.*:noexport:)")
_ORG_LINK = re.compile(r"\[\[[^][]*\](?:\[([^][]*)\])?\]")
_CHARSET = re.compile(rb"(?i)<meta[^>]*charset\s*=\s*[\"']?\s*([\w-]+)|\\usepackage\[([\w-]+)\]\{inputenc\}")
_TITLES = re.compile(rb'(?i)(<w:name w:val=")(title|subtitle|author|date|abstract(?: title)?)(?=")')
_FEWEST = 3
"""Lines of fewer words are headings, labels and ornaments, which a profile need not say."""


def words_of(text: str) -> list[str]:
    """Return the words of at least four letters, or each four characters of a text without spaces."""
    return [first or second for first, second in _WORD.findall(_GAP.sub("", _folded(text)))]


def _folded(text: str) -> str:
    """Return a text in lower case and without accents."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in folded if not unicodedata.combining(char)).replace("ĸ", "к")  # as some fonts call it


def source_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file that say something."""
    for line in _text(path).splitlines():
        for part in re.split(r"\s{3,}|\|", line):
            if len(words_of(part)) >= _FEWEST:
                yield part.strip()


def _text(path: Path) -> str:
    kind = path.suffix.lower()
    if kind == ".pdf":
        return _output(["pdftotext", "-layout", str(path), "-"])
    if kind in (".docx", ".odt"):
        return re.sub(
            r"(?m)^(?:  )?: .*$", "", _pandoc(kind[1:], _with_titles(path.read_bytes()))
        )  # what a table is said to show
    text = _decoded(path.read_bytes())
    if kind in (".html", ".htm"):
        return _pandoc("html", text.encode())
    if kind == ".org":
        shown = _ORG_MACRO.sub(r"\1", "\n".join(_exported(text)))
        return _ORG_LINK.sub(r"\1", _ORG.sub("", shown))
    _, begins, body = text.partition("\\begin{document}")
    plain = _SOURCE.sub(" ", _ACCENT.sub(r"\1", _COMMENT.sub("", body if begins else text)))
    return _OPTIONS.sub(lambda match: " ".join(_TITLE.findall(match[0])), plain).replace("mailto:", " ").replace("~", " ")


def _exported(text: str) -> Iterator[str]:
    """Yield the lines of a text in Org mode besides subtrees that are not exported."""
    left = 0
    for line in text.splitlines():
        if (level := re.match(r"\*+(?= )", line)) and not 0 < left < len(level[0]):
            left = len(level[0]) if _NOT_EXPORTED.match(line) else 0
        if not left:
            yield line


def _decoded(raw: bytes) -> str:
    """Return text in the encoding that it declares, else in UTF-8, else in that of Windows in the west."""
    declared = _CHARSET.search(raw[:4_000])
    names = [(declared[1] or declared[2]).decode("ascii")] if declared else []
    for name in ("utf-8-sig", *names, "cp1252"):
        try:
            codecs.lookup(name)
            return raw.decode(name)
        except (LookupError, UnicodeDecodeError):
            continue
    return raw.decode("latin-1")


def _with_titles(raw: bytes) -> bytes:
    """Return a document of Word in which titles have a style as other text: pandoc does not show them."""
    packed = BytesIO()
    with ZipFile(BytesIO(raw)) as read, ZipFile(packed, "w") as written:
        for name in read.namelist():
            part = read.read(name)
            written.writestr(name, _TITLES.sub(rb"\1Shown \2", part) if name == "word/styles.xml" else part)
    return packed.getvalue()


def _pandoc(kind: str, raw: bytes) -> str:
    shown = f"--lua-filter={Path(__file__).with_suffix('.lua')}"
    return _output([pypandoc.get_pandoc_path(), "-f", kind, "-t", "plain", "--wrap=none", shown], raw)


def _output(command: list[str], given: bytes = b"") -> str:
    return subprocess.run(command, input=given, capture_output=True, check=True, timeout=60).stdout.decode("utf-8", "replace")


@cache
def _months() -> frozenset[str]:
    """Return the names of months, as CLDR has them, in the languages of CVs."""
    names = set()
    for language in (
        "ar bg bs ca cs da de el en es et eu fi fr gl he hr hu id is it ja ko lt lv mk ms nb nl nn pl pt ro ru sk sl sq sr sv tr "
        "uk vi zh"
    ).split():
        try:
            months = Locale(language).months
        except UnknownLocaleError:
            continue
        names.update(*(words_of(name) for form in months.values() for width in form.values() for name in width.values()))
    return frozenset(names)


def lost(lines: Iterable[str], *said: str) -> list[str]:
    """Return the lines of which less than 70 % of the words are in what was said.

    A month is said where its year is, and a label before a colon need not be said.
    """
    blob = _folded("\n".join(said).replace("\\n", " "))  # the end of a line, as YAML writes it in quotation marks
    letters = "".join(filter(str.isalpha, blob))  # as words of glued cells and divided lines have them
    found = []
    for line in lines:
        label, colon, value = line.rpartition(":")
        words = words_of(value if colon and len(words_of(label)) < _FEWEST and words_of(value) else line)
        has_years = all(year in blob for year in _YEAR.findall(line)) and bool(_YEAR.search(line))
        number = sum(
            word in blob or (len(word) > 5 or re.match(_EASTERN, word)) and word in letters or has_years and word in _months()
            for word in words
        )
        if number < 0.7 * len(words):
            found.append(line)
    return found
