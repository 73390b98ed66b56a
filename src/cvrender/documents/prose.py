"""Divide the text of a statement into sections with blocks: headings, citations, notes and figures."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from re import Match

from cvrender.compose.cite.prose import Cite, cites_in
from cvrender.errors import InputError, Problem, nearest, position
from cvrender.load.reader import Source
from cvrender.model.citations import CITATION
from cvrender.model.document import Block, Group, Paragraph, Section
from cvrender.model.expressions import expression
from cvrender.model.printed_texts import map_texts
from cvrender.model.private_use import NOTE_MARKS
from cvrender.model.prose_blocks import BASE, Figure, Footnote, Notes
from cvrender.model.text import Span, Text, plain_text, split_at
from cvrender.model.value import Record, field, replace
from cvrender.text.block_markdown import blocks_of
from cvrender.text.markup import inline

_HEADING = expression(r"(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_NOTE = expression(r"\[\^([\w-]+)\]:")
_MARK = expression(r"\[\^([\w-]+)\]")
_FIGURE = expression(r"!\[\]\(([^()\s]+)\)")
_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_OPEN, _CLOSE, _CITED = (NOTE_MARKS.char(index) for index in range(3))
_MARKED = expression(f"([{_OPEN}{_CITED}])([0-9]+){_CLOSE}")
_EITHER = expression(rf"{_MARK.pattern}|([ \t]*){CITATION.pattern}")


class _Part(Record):
    """A heading with its level, and the paragraphs below it."""

    level: int
    title: str
    texts: list[str] = field(default_factory=list)


class Prose:
    """The text of a statement. `label` words a citation, `figures` are the pictures by name; `source` is the statement's file.

    With `cites_in_notes`, each citation is a note, but those within notes. `label` gets the number of the note, or 0.
    """

    def __init__(
        self, label: Callable[[list[Cite], int], Text], figures: dict[str, Figure], source: Source, cites_in_notes: bool = False
    ) -> None:
        self.label, self.figures, self.source, self.cites_in_notes = label, figures, source, cites_in_notes
        self.cited: list[Text] = []
        self.note = 0  # the one whose text is read
        self.notes: dict[str, str] = {}
        self.marked: list[str] = []
        self.shown: list[str] = []
        self.problems: list[Problem] = []

    def sections(self, text: str) -> tuple[Section, ...]:
        """Return the sections of a text. Raises InputError with every unknown note and figure, and headings that are too deep."""
        parts = [_Part(0, "")]
        for paragraph in text.split("\n\n"):
            self._read(paragraph.strip("\n"), parts)
        levels = sorted({part.level for part in parts if part.level})
        for part in parts:
            if levels[2:] and part.level in levels[2:]:
                hint = "use two levels, such as ## and ###"
                self._problem(part.title, f'the heading "{part.title}" is on a third level', hint, "bad-value")
        sections = list(self._divided(parts, levels[0] if levels else 1))
        for name in [name for name, words in self.notes.items() if _MARK.search(words)]:
            message = f'the note "{name}" refers to a note'
            self._problem(f"[^{name}]:", message, "write the other note in this one", "bad-value")
        for name in [*self.notes.keys() - set(self.marked)]:
            self._problem(f"[^{name}]:", f'no text refers to the note "{name}"', f"write [^{name}] in a text", "unknown-name")
        for name in [*self.figures.keys() - set(self.shown)]:
            problem = self.source.problem(
                ("figures", name), "no text shows this figure", f"write ![]({name})", code="unknown-name"
            )
            self.problems.append(problem)
        if self.problems:
            raise InputError(self.problems)
        return tuple(sections)

    def note_list(self, label: str) -> Notes | None:
        """Return the notes in the order in which the text refers to them; call it after `sections`. `label` is their name."""
        texts = []
        for number, name in enumerate(self.marked, 1):
            self.note = number
            texts.append(self._inline(self.notes[name]))
        self.note = 0
        notes = [Footnote(number, plain_text(_mark(number)), text, f"{BASE}.text") for number, text in enumerate(texts, 1)]
        return Notes(tuple(notes), label) if notes else None

    def _read(self, paragraph: str, parts: list[_Part]) -> None:
        """Add a paragraph to the last part, or begin one with a heading."""
        if _NOTE.match(paragraph):
            for item in ("\n" + paragraph).split("\n[^")[1:]:
                name, _, words = item.partition("]:")
                self.notes[name] = " ".join(words.split())
            return
        lines: list[str] = []
        for line in paragraph.split("\n"):
            if heading := _HEADING.fullmatch(line):
                if lines:
                    parts[-1].texts.append("\n".join(lines))
                parts.append(_Part(len(heading[1]), heading[2]))
                lines = []
            else:
                lines.append(line)
        if any(line.strip() for line in lines):
            parts[-1].texts.append("\n".join(lines))

    def _divided(self, parts: Sequence[_Part], top: int) -> Iterator[Section]:
        """Yield a section for each heading of the first level; the others are groups in them."""
        count = 0
        blocks: list[Block] = []
        title = Text()
        for part in parts:
            own, blocks_of_part = self._inline(part.title), self._blocks(part.texts)  # in this order: notes are numbered
            if part.level <= top:
                if blocks or title:
                    yield Section(f"part-{count}", title, tuple(blocks), f"{BASE}.text")
                count, title, blocks = count + 1, own, blocks_of_part
            else:
                blocks.append(Group(own, tuple(blocks_of_part)))
        if blocks or title:
            yield Section(f"part-{count}", title, tuple(blocks), f"{BASE}.text")

    def _blocks(self, texts: Sequence[str]) -> list[Block]:
        blocks: list[Block] = []
        waiting: list[str] = []
        for text in texts:
            if figure := _FIGURE.fullmatch(text.strip()):
                blocks += self._prose(waiting)
                waiting = []
                blocks += self._figure(figure[1])
            else:
                waiting.append(self._marked(text))
        return blocks + self._prose(waiting)

    def _prose(self, texts: Sequence[str]) -> list[Block]:
        blocks = blocks_of(texts, f"{BASE}.text") if texts else []
        blocks = [replace(block, kind="prose") if isinstance(block, Paragraph) else block for block in blocks]
        return [map_texts(block, self._with_marked) for block in blocks]

    def _figure(self, name: str) -> list[Block]:
        if name not in self.figures:
            self._problem(f"![]({name})", f'there is no figure "{name}"', nearest(name, self.figures), "unknown-name")
            return []
        self.shown.append(name)
        return [replace(self.figures[name], name=f"figure-{len(self.shown)}")]

    def _inline(self, text: str) -> Text:
        return self._with_marked(inline(self._marked(text)))

    def _marked(self, text: str) -> str:
        """Return a text with numbers for its citations and notes."""
        return _EITHER.sub(lambda match: self._number(match[1]) if match[1] else self._citation(match), text)

    def _citation(self, match: Match[str]) -> str:
        """Return the number of a citation behind blanks, which do not precede a raised one."""
        _, blanks, inside = match.groups()
        in_note = self.cites_in_notes and not self.note
        text = self.label(cites_in(inside), len(self.marked) + 1 if in_note else self.note)
        if self.cites_in_notes and self.note and match.string[match.end() :].strip() and text.plain.endswith("."):
            *before, last = text.spans
            text = Text((*before, replace(last, text=last.text[:-1])))  # the note has its own end
        self.cited.append(text)
        mark = f"{_CITED}{len(self.cited)}{_CLOSE}"
        if in_note:
            name = f"citation {len(self.cited)}"
            self.notes[name] = mark
            return self._number(name)
        return mark if text and text.spans[0].form == "super" else blanks + mark

    def _number(self, name: str) -> str:
        if name not in self.notes:
            self._problem(f"[^{name}]", f'there is no note "{name}"', f"write it as a paragraph: [^{name}]: …", "unknown-name")
            return ""
        if name not in self.marked:
            self.marked.append(name)
        return f"{_OPEN}{self.marked.index(name) + 1}{_CLOSE}"

    def _with_marked(self, text: Text) -> Text:
        """Return a text with its citations, and with spans of their own for references to notes."""
        return Text(tuple(part for span in text.spans for part in self._parted(span)))

    def _parted(self, span: Span) -> Iterator[Span]:
        marks = ((*match.span(), match) for match in _MARKED.finditer(span.text))
        for part, match in split_at(span.text, marks):
            if match is None:
                yield replace(span, text=part)
            elif match[1] == _OPEN:
                yield Span(_mark(int(match[2])), note=int(match[2]))
            else:
                yield from (own.within(span) for own in self.cited[int(match[2]) - 1].spans)

    def _problem(self, words: str, message: str, hint: str, code: str) -> None:
        self.problems.append(place_of(words, message, hint, self.source, code))


def _mark(number: int) -> str:
    return str(number).translate(_DIGITS)


def place_of(words: str, message: str, hint: str, source: Source, code: str) -> Problem:
    """Return a Problem at the place of these words in the file of a statement."""
    try:
        text = Path(source.file).read_text("utf-8")
    except (OSError, UnicodeError):
        text = ""
    index = text.find(words)
    if index < 0:
        return source.problem(("text",), message, hint, code=code)
    return Problem(message, source.file, *position(text, index), path="text", hint=hint, code=code)
