"""Edit a Word document as other programs do: with python-docx, or in its XML as Word writes tracked changes."""

import copy
import io
from collections.abc import Callable
from typing import Any

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import qn

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
WHO = 'w:id="900" w:author="Bob Adviser" w:date="2026-11-20T10:00:00Z"'
_BLANKS = str.maketrans("\u00a0", " ")
Document = Any
Edit = Callable[[Document], None]


def opened(content: bytes) -> Document:
    """Return a document of python-docx."""
    return docx.Document(io.BytesIO(content))


def saved(document: Document) -> bytes:
    """Return the bytes of a document of python-docx."""
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def paragraphs(document: Document) -> list[Any]:
    """Return the paragraphs of a document, also those in tables."""
    from docx.text.paragraph import Paragraph

    return [Paragraph(item, document) for item in document.element.body.iter(qn("w:p"))]


def _plain(element: Any) -> str:
    return "".join(text.text or "" for text in element.iter(qn("w:t"))).translate(_BLANKS)


def found(document: Document, words: str) -> Any:
    """Return the first paragraph with these words."""
    return next(item for item in paragraphs(document) if words in _plain(item._p))


def run_with(document: Document, words: str) -> Any:
    """Return the first run with these words."""
    return next(run for run in found(document, words)._p.iter(qn("w:r")) if words in _plain(run))


def replaced(old: str, new: str) -> Edit:
    """Type over words, without tracked changes."""

    def edit(document: Document) -> None:
        text = next(text for text in run_with(document, old).iter(qn("w:t")) if old in text.text.translate(_BLANKS))
        start = text.text.translate(_BLANKS).index(old)
        text.text = text.text[:start] + new + text.text[start + len(old) :]
        text.set(qn("xml:space"), "preserve")

    return edit


def tracked(old: str, new: str) -> Edit:
    """Type over words with tracked changes, as Word writes them: the run is divided."""

    def edit(document: Document) -> None:
        run = run_with(document, old)
        text = next(text for text in run.iter(qn("w:t")) if old in text.text.translate(_BLANKS))
        start = text.text.translate(_BLANKS).index(old)
        before, after = text.text[:start], text.text[start + len(old) :]
        parts = [_run(run, before), _deleted(run, old), _inserted(run, new), _run(run, after)]
        for part in parts:
            if part is not None:
                run.addprevious(part)
        run.getparent().remove(run)

    return edit


def _run(like: Any, text: str, tag: str = "w:t") -> Any:
    if not text:
        return None
    run = copy.deepcopy(like)
    for child in list(run):
        if child.tag != qn("w:rPr"):
            run.remove(child)
    element = parse_xml(f'<{tag} {W} xml:space="preserve"/>')
    element.text = text
    run.append(element)
    return run


def _deleted(like: Any, text: str) -> Any:
    change = parse_xml(f"<w:del {W} {WHO}/>")
    change.append(_run(like, text, "w:delText"))
    return change


def _inserted(like: Any, text: str) -> Any:
    if not text:
        return None
    change = parse_xml(f"<w:ins {W} {WHO}/>")
    change.append(_run(like, text))
    return change


def appended(words: str, more: str) -> Edit:
    """Type at the end of a paragraph, behind the mark of its last text."""

    def edit(document: Document) -> None:
        found(document, words).add_run(more)

    return edit


def retyped(words: str, whole: str) -> Edit:
    """Replace all of a paragraph, marks and all, as a script does with `paragraph.text`."""

    def edit(document: Document) -> None:
        found(document, words).text = whole

    return edit


def deleted(words: str) -> Edit:
    """Delete a paragraph."""

    def edit(document: Document) -> None:
        element = found(document, words)._p
        element.getparent().remove(element)

    return edit


def deleted_between(first: str, last: str) -> Edit:
    """Delete all paragraphs from one to another."""

    def edit(document: Document) -> None:
        element, end = found(document, first)._p, found(document, last)._p
        while element is not end:
            following = element.getnext()
            element.getparent().remove(element)
            element = following
        end.getparent().remove(end)

    return edit


def deleted_tracked(words: str) -> Edit:
    """Delete a paragraph with tracked changes: its runs and its mark."""

    def edit(document: Document) -> None:
        paragraph = found(document, words)
        for run in list(paragraph._p.iter(qn("w:r"))):
            text = "".join(item.text or "" for item in run.iter(qn("w:t")))
            run.addprevious(_deleted(run, text) if text else parse_xml(f"<w:del {W} {WHO}/>"))
            run.getparent().remove(run)
        _mark(paragraph, "del")

    return edit


def _mark(paragraph: Any, kind: str) -> None:
    properties = paragraph._p.get_or_add_pPr()
    properties.append(parse_xml(f"<w:rPr {W}><w:{kind} {WHO}/></w:rPr>"))


def added(after: str, text: str, is_tracked: bool = False, like: str = "") -> Edit:
    """Add a paragraph after another, in its style or in that of another."""

    def edit(document: Document) -> None:
        model = found(document, like or after)
        element = copy.deepcopy(model._p)
        for child in list(element):
            if child.tag != qn("w:pPr"):
                element.remove(child)
        run = _run(parse_xml(f"<w:r {W}/>"), text.partition("\t")[0])
        if "\t" in text:
            run.append(parse_xml(f"<w:tab {W}/>"))
            element_text = parse_xml(f'<w:t {W} xml:space="preserve"/>')
            element_text.text = text.partition("\t")[2]
            run.append(element_text)
        if is_tracked:
            change = parse_xml(f"<w:ins {W} {WHO}/>")
            change.append(run)
            run = change
        element.append(run)
        found(document, after)._p.addnext(element)
        if is_tracked:
            from docx.text.paragraph import Paragraph

            _mark(Paragraph(element, document), "ins")

    return edit


def split(words: str, at: str) -> Edit:
    """Press Enter in a paragraph: what is behind `at` is a paragraph of its own."""

    def edit(document: Document) -> None:
        paragraph, run = found(document, words), run_with(document, at)
        second = copy.deepcopy(paragraph._p)
        for child in list(second):
            if child.tag != qn("w:pPr"):
                second.remove(child)
        text = next(text for text in run.iter(qn("w:t")) if at in text.text)
        before, _, after = text.text.partition(at)
        text.text = before + at.rstrip()
        siblings = list(run.itersiblings())
        rest = _run(run, after.lstrip())
        for element in ([rest] if rest is not None else []) + siblings:
            second.append(element)
        paragraph._p.addnext(second)

    return edit


def joined(first: str, second: str, sign: str = " ") -> Edit:
    """Press Delete at the end of a paragraph: the next one is its end."""

    def edit(document: Document) -> None:
        one, two = found(document, first), found(document, second)
        one.add_run(sign)
        for child in list(two._p):
            if child.tag != qn("w:pPr"):
                one._p.append(child)
        two._p.getparent().remove(two._p)

    return edit


def moved(words: str, after: str, until: str = "") -> Edit:
    """Cut paragraphs and paste them after another one."""

    def edit(document: Document) -> None:
        element, end, place = found(document, words)._p, found(document, until or words)._p, found(document, after)._p
        parts = [element]
        while parts[-1] is not end:
            parts.append(parts[-1].getnext())
        for part in reversed(parts):
            place.addnext(part)

    return edit


def moved_tracked(words: str, after: str) -> Edit:
    """Move a paragraph with tracked changes: `w:moveFrom` and `w:moveTo`."""

    def edit(document: Document) -> None:
        source = found(document, words)
        text = "".join(item.text or "" for item in source._p.iter(qn("w:t")))
        target = copy.deepcopy(source._p)
        for child in list(target):
            if child.tag != qn("w:pPr"):
                target.remove(child)
        change = parse_xml(f"<w:moveTo {W} {WHO}/>")
        change.append(_run(parse_xml(f"<w:r {W}/>"), text))
        target.append(change)
        for run in list(source._p.iter(qn("w:r"))):
            origin = parse_xml(f"<w:moveFrom {W} {WHO}/>")
            run.addprevious(origin)
            origin.append(run)
        _mark(source, "moveFrom")
        found(document, after)._p.addnext(target)
        from docx.text.paragraph import Paragraph

        _mark(Paragraph(target, document), "moveTo")

    return edit


def row_added(words: str, cells: list[str]) -> Edit:
    """Add a row to a table, after the one with these words."""

    def edit(document: Document) -> None:
        row = next(row for row in document.element.body.iter(qn("w:tr")) if words in _plain(row))
        new = copy.deepcopy(row)
        for paragraph, text in zip(new.iter(qn("w:p")), cells, strict=True):
            for child in list(paragraph):
                if child.tag != qn("w:pPr"):
                    paragraph.remove(child)
            run = _run(parse_xml(f"<w:r {W}/>"), text)
            if run is not None:
                paragraph.append(run)
        row.addnext(new)

    return edit


def row_deleted(words: str) -> Edit:
    """Delete a row of a table."""

    def edit(document: Document) -> None:
        row = next(row for row in document.element.body.iter(qn("w:tr")) if words in _plain(row))
        row.getparent().remove(row)

    return edit


def font(words: str) -> Edit:
    """Set words in another font and size, which does not change the text."""

    def edit(document: Document) -> None:
        for run in found(document, words).runs:
            run.font.name, run.font.size, run.font.bold = "Arial", docx.shared.Pt(13), True

    return edit


def in_turn(*edits: Edit) -> Edit:
    """Make several edits."""

    def edit(document: Document) -> None:
        for each in edits:
            each(document)

    return edit


def nothing(document: Document) -> None:
    """Save without a change."""
