"""Prepare a Word or OpenDocument file for pandoc, which drops tabs, headers, footers and text boxes."""

import re
from html import unescape
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from cvrender.formats.content import Content
from cvrender.formats.syntax.clean import LIMITS
from cvrender.old_cvs.office import odt_boxes
from cvrender.old_cvs.office.inlines import TAB
from cvrender.old_cvs.office.look_marks import EDGE
from cvrender.old_cvs.office.word_boxes import with_boxes
from cvrender.old_cvs.office.word_looks import styles_of, with_looks
from cvrender.old_cvs.office.word_rows import with_divided_rows

_PARTS = re.compile(
    r"(?:word/)?(?:document|styles|numbering|comments|footnotes|endnotes|_rels/\w+\.xml|_rels/document\.xml)[\w.]*|\[Content_Types\]\.xml|_rels/\.rels|content\.xml|styles\.xml|meta\.xml|mimetype|META-INF/manifest\.xml"
)
_EDGE_PART = re.compile(r"(?:word/)?(header|footer)\d*\.xml")
_WORD_TAB = re.compile(r"<w:tab\s*/>|<w:ptab\b[^>]*/>")
_WORD_SPACES = re.compile(r" {4,}(?=[^<>]*</w:t>)")
_BOX = re.compile(r"<w:txbxContent\b[^>]*>(.*?)</w:txbxContent>", re.DOTALL)
_EDGE_CONTENT = re.compile(r"<w:(hdr|ftr)\b[^>]*>(.*)</w:\1>", re.DOTALL)
_NOT_SHOWN = re.compile(r"<mc:Fallback\b.*?</mc:Fallback>|<w:tbl(?:Caption|Description)\b[^>]*>", re.DOTALL)
"""What no reader of a document sees: drawings for old programs, and what tables are called for those who cannot see them."""
_TARGET = re.compile(r"</?w:hyperlink\b[^>]*>|<w:drawing\b.*?</w:drawing>|<w:pict\b.*?</w:pict>", re.DOTALL)
"""What refers to other parts of the file by numbers that are those of a header, not of the text."""
_ODT_EDGE = re.compile(r"<style:(header|footer)(?:-first|-left)?(?:\s[^>]*[^/])?>(.*?)</style:\1(?:-first|-left)?>", re.DOTALL)
_STYLE = re.compile(r'<w:style\b[^>]*\bw:styleId="([^"]*)"[^>]*>.*?</w:style>', re.DOTALL)
_ELEMENT = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^<>]*>", re.DOTALL | re.IGNORECASE)


def prepared(content: Content, hidden: list[str]) -> bytes:
    """Return the file with marks for tabs, and with headers, footers and text boxes in its text. Raises InputError.

    Its hidden texts are left out, and added to `hidden`.
    """
    parts: dict[str, bytes] = {}
    size = 0
    try:
        with ZipFile(BytesIO(content.raw)) as archive:
            for name in archive.namelist():
                if not (_PARTS.fullmatch(name) or _EDGE_PART.fullmatch(name)) or name in parts:
                    continue
                with archive.open(name) as stream:
                    parts[name] = stream.read(LIMITS.bytes - size + 1)
                size += len(parts[name])
                if size > LIMITS.bytes:
                    raise content.problem(f"contains more than {LIMITS.bytes // 1_000_000} MB when it is unpacked ({name})")
    except (BadZipFile, ValueError, OSError, RuntimeError, EOFError, NotImplementedError) as error:
        raise content.problem(f"is a file that cannot be read: {error}") from None
    main = next((name for name in ("word/document.xml", "document.xml", "content.xml") if name in parts), "")
    if not main:
        raise content.problem("is a zip file without a document")
    text = parts[main].decode("utf-8", "replace")
    styles = parts.get("styles.xml", b"").decode("utf-8", "replace")
    parts[main] = (_word(text, parts, hidden) if main.endswith("document.xml") else _open_document(text, styles)).encode()
    if "word/styles.xml" in parts:
        said = parts["word/styles.xml"].decode("utf-8", "replace")
        parts["word/styles.xml"] = used_styles(said, parts[main].decode()).encode()
    kept = {name: part for name, part in parts.items() if not _EDGE_PART.fullmatch(name)}
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, part in kept.items():
            archive.writestr(name, part)
    return packed.getvalue()


_OF_METADATA = re.compile(r'(?i)(<w:name w:val=")(title|subtitle|author|date|abstract(?: title)?)(?=")')


def used_styles(styles: str, text: str) -> str:
    """Return the styles that a text uses, with those that they are based on: pandoc takes long for hundreds of others.

    The styles of titles, authors and dates get other names: pandoc would keep only the last paragraph of each.
    """
    used = set(re.findall(r'<w:(?:p|r|tbl)Style w:val="([^"]+)"', text))
    pieces = {match[1]: match[0] for match in _STYLE.finditer(styles)}
    waiting = list(used)
    while waiting:
        based = re.findall(r'<w:(?:basedOn|link) w:val="([^"]+)"', pieces.get(waiting.pop(), ""))
        waiting += [name for name in based if name not in used]
        used.update(based)
    kept = _STYLE.sub(lambda match: match[0] if match[1] in used or 'w:default="1"' in match[0][:200] else "", styles)
    return _OF_METADATA.sub(r"\1shown \2", kept)


def properties_of(content: Content) -> list[str]:
    """Return the title of a document and who wrote it, as its properties say."""
    names = sorted({"core.xml", "meta.xml"} & set(content.members))
    said = "".join(content.member(name).decode("utf-8", "replace") for name in names)
    return [unescape(text) for text in re.findall(r"<(?:dc:creator|dc:title|meta:initial-creator)>([^<]{3,80})</", said)]


def _word(text: str, parts: dict[str, bytes], hidden: list[str]) -> str:
    styles = parts.get("word/styles.xml", b"").decode("utf-8", "replace")
    text = with_divided_rows(with_boxes(_without_hidden(_NOT_SHOWN.sub("", text), styles, hidden)))
    edges = {"header": "", "footer": ""}
    for name, part in sorted(parts.items()):
        if match := _EDGE_PART.fullmatch(name):
            inner = _EDGE_CONTENT.search(_NOT_SHOWN.sub("", part.decode("utf-8", "replace")))
            if inner and inner[2] not in edges[match[1]]:
                boxed = "".join(_BOX.findall(inner[2]))
                edges[match[1]] += _without_codes(_TARGET.sub("", f"{boxed}{_BOX.sub('', inner[2])}"))
    header, footer = (_between(edges[name], name, "w:p", "<w:r><w:t>", "</w:t></w:r>") for name in ("header", "footer"))
    text = re.sub(r"<w:body\b[^>]*>", lambda body: f"{body[0]}{header}", text, count=1)
    end = text.rfind("<w:sectPr")
    end = end if end > text.rfind("</w:p>") else text.rfind("</w:body>")
    text = with_looks(f"{text[:end]}{footer}{text[end:]}", styles)
    text = _WORD_SPACES.sub(TAB, text)
    return _WORD_TAB.sub(f'<w:t xml:space="preserve">{TAB}</w:t>', text)


_WHOLE_RUN = re.compile(r"<w:r(?:\s[^>]*)?>.*?</w:r>", re.DOTALL)
_FIELD = re.compile(r'<w:fldChar\b[^>]*w:fldCharType="(begin|separate|end)"')


def _without_codes(text: str) -> str:
    """Return a header or footer with what its fields show, without their codes: those within codes confuse pandoc."""
    codes: list[bool] = []  # of each open field whether its code goes on

    def shown(run: re.Match[str]) -> str:
        is_shown = not any(codes)
        for sign in _FIELD.findall(run[0]):
            is_shown = False
            if sign == "begin":
                codes.append(True)
            elif codes and sign == "separate":
                codes[-1] = False
            elif codes:
                codes.pop()
        return run[0] if is_shown else ""

    return _WHOLE_RUN.sub(shown, text)


_RUN = re.compile(
    r"<w:r(?:\s[^>]*)?>\s*<w:rPr>(?P<look>(?:(?!</?w:r(?:Pr)?[ >]).)*)</w:rPr>(?P<text>(?:(?!</?w:r[ >]).)*)</w:r>", re.DOTALL
)
_VANISHED = re.compile(r"<w:vanish\s*(?:w:val=\"(?:1|true|on)\"\s*)?/>")
_TINY = re.compile(r'<w:sz w:val="[0-3]"\s*/>')
_WHITE = re.compile(r'<w:color\b[^>]*w:val="(?:[Ff]{6}|white)"')
_FILL = re.compile(
    r'<w:(?:shd|highlight|background)\b[^>]*w:(?:fill|val|color)="(?!auto"|clear"|nil"|none"|[Ff]{6}")[0-9A-Za-z]+"'
)
_SHAPE = re.compile(r'<w:background|behindDoc="1"|<wps:wsp\b|<v:(?:rect|roundrect|shape)\b[^>]*\bfill(?:color|ed="(?!f))')
"""What may be behind text without being around it: the colour of pages, pictures and shapes."""
_GROUND = re.compile(r"</?(?:w:tbl|w:txbxContent|mc:AlternateContent)(?=[ >])[^>]*>")
"""What may have a colour behind its text."""


def _without_hidden(text: str, styles: str, hidden: list[str]) -> str:
    """Leave out text that is hidden, smaller than 2 pt, or white on white: in no table or box, and on no coloured ground."""
    vanished = {name for name, said in styles_of(styles).items() if _VANISHED.search(said)}

    grounds = _Grounds(text)

    def kept(run: re.Match[str]) -> str:
        look = run["look"]
        style = re.search(r'<w:rStyle w:val="([^"]+)"', look)
        is_hidden = _VANISHED.search(look) or _TINY.search(look) or style and style[1] in vanished
        if not is_hidden and not (_WHITE.search(look) and grounds.is_white(run.start(), run.end())):
            return run[0]
        hidden.append(" ".join(unescape(re.sub(r"<[^>]*>", "", run["text"])).split()))
        return ""

    shown = _RUN.sub(kept, text)
    hidden[:] = [part for part in hidden if re.search(r"\w", part)]
    return shown


class _Grounds:
    """Tells whether the runs of a document, asked for one after the other, are on the white of the page."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.depth = text, 0, 0
        self.has_colour = bool(_SHAPE.search(text))

    def is_white(self, start: int, end: int) -> bool:
        for mark in _GROUND.finditer(self.text, self.place, start):
            self.depth += -1 if mark[0].startswith("</") else 1
        self.place = start
        paragraph = max(self.text.rfind("<w:p>", end - 5_000, start), self.text.rfind("<w:p ", end - 5_000, start), 0)
        return not self.depth and not self.has_colour and not _FILL.search(self.text, paragraph, end)


def _between(inner: str, name: str, paragraph: str, before: str = "", after: str = "") -> str:
    """Return a header or footer between paragraphs that say where it begins and ends."""
    marks = [f"<{paragraph}>{before}{EDGE}{word}{after}</{paragraph}>" for word in (name, "text")]
    return f"{marks[0]}{inner}{marks[1]}" if inner else ""


def marked_footer(text: str) -> str:
    """Return the text of a page, whose end tags are in lower case, with marks around the footer that ends it."""
    start = max((match.start() for match in re.finditer(r"(?i)<footer\b", text)), default=-1)
    begin, end = text.find(">", start) + 1, text.find("</footer", start)
    if start < 0 or not start < begin <= end or re.search(r"\w", _ELEMENT.sub(" ", text[end:])):
        return text
    return f"{text[:begin]}{_between(text[begin:end], 'footer', 'p')}{text[end:]}"


def _open_document(text: str, styles: str) -> str:
    edges = {"header": "", "footer": ""}
    for name, inner in _ODT_EDGE.findall(styles):
        edges[name] += inner if inner not in edges[name] else ""
    header, footer = (_between(edges[name], name, "text:p") for name in ("header", "footer"))
    text = re.sub(r"<office:text\b[^>]*[^/]>|<office:text>", lambda match: f"{match[0]}{header}", text, count=1)
    end = text.rfind("</office:text>")
    text = odt_boxes.with_boxes(f"{text[:end]}{footer}{text[end:]}" if end > 0 else text)
    return re.sub(r"<text:tab\s*/>", TAB, text)
