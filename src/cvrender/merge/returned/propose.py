"""Propose the changes of a profile with which its document says what an edited Word document says.

Each proposal is tried: the profile with that change is composed again, and has to say what the editor wrote. What no change
leads to is listed with its words.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.load.reader import format_path, parse_path
from cvrender.load.yaml_edit import Edits
from cvrender.merge.apply import add_to, usual_order
from cvrender.merge.proposals import Proposal
from cvrender.merge.returned.candidates import Changes, changes_of_text
from cvrender.merge.returned.compare import EditedTexts
from cvrender.merge.returned.occurrences import at, merged, said_date, words_of
from cvrender.model.convert import DataPath
from cvrender.model.value import Record, Value, field, replace
from cvrender.targets.docx.record import Sent
from cvrender.targets.docx.returned import OBJECT

Compose = Callable[[str], Mapping[str, str]]
"""Return the texts of the document of a file's text, by field. Raises InputError if that is wrong."""
_UNTRACKED = "edited without tracked changes"
_MISSING = "is not what the document says after all these changes"
_WORDING = "is a wording of the view, the style or the language, and not of the profile"


class SentDocument(Value, frozen=True):
    """What was sent: the text of the file at that time, what composes it, the texts of the document, and where its data is.

    `file` is the path of the file for messages; `root` is the path in the Document of the data of a letter or statement.
    """

    file: str
    text: str
    compose: Compose
    sent: Sequence[Sent]
    root: DataPath = ()

    def source(self, number: int) -> DataPath | None:
        """Return the path in the file from which a text comes, or None if it comes from another file."""
        path = parse_path(self.sent[number - 1].field.partition(" ")[0])
        return path[len(self.root) :] if path[: len(self.root)] == self.root else None


class ReturnedChanges(Record):
    """What was found: proposals, what is listed because no change of the profile leads to it, and comments with their paths."""

    proposals: list[Proposal] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    comments: list[tuple[DataPath, str]] = field(default_factory=list)


class Proposer:
    """Proposes changes; `authors` are those of the tracked changes of each text, by number."""

    def __init__(self, document: SentDocument, edited: EditedTexts, authors: Mapping[int, Sequence[str]], origin: str) -> None:
        self.document, self.edited, self.authors, self.origin = document, edited, authors, origin
        self.edits = Edits(document.file, document.text, usual_order)
        self.data: Mapping[str, Any] = self.edits.data
        self.base = dict(document.compose(document.text))
        self.numbers = {text.field: number for number, text in enumerate(document.sent, 1)}
        self.said = {document.sent[number - 1].field: text for number, text in edited.texts.items()}
        self.changes = ReturnedChanges()
        self.explained: set[str] = set()

    def change_texts(self) -> None:
        """Propose what turns texts into others, in the order of the document."""
        for number, text in self.edited.texts.items():
            sent = self.document.sent[number - 1]
            old = self.base.get(sent.field)
            if old is not None and old.strip() != text.strip() and sent.field not in self.explained:
                self.change(number, old, text)
        for number, words in self.edited.between:
            self.list(number, words, "is between two texts, where the style writes its own signs")

    def change(self, number: int, old: str, new: str) -> None:
        """Propose what turns a text into another, or list it."""
        sent, source = self.document.sent[number - 1], self.document.source(number)
        role = sent.field.rpartition(" ")[2]
        if source is None:
            self.list(number, new, f"comes from {sent.field.partition(' ')[0]} of the profile; change it there", old)
        elif not source or (isinstance(at(self.data, source), list) and role.endswith("title")):
            self.list(number, new, _WORDING, old)
        elif not self.try_each(changes_of_text(self.data, source, old, new), sent.field, new, number):
            unchanged = _same(old, new)
            why = "differs only in blanks, dashes or quotation marks, which the style sets" if unchanged else "fits no field"
            self.list(number, new, why, old)

    def try_each(self, attempts: Iterable[Changes], name: str, wanted: str, number: int) -> bool:
        """Propose the attempt with which a field says what is wanted and the fewest others change; return if one does."""
        is_sign = _same(self.base[name], wanted)
        best: tuple[tuple[bool, int], Changes, list[str]] | None = None
        written = ""
        for changes in attempts:
            if (result := self.composed(changes)) is None or not _says(result.get(name, ""), wanted):
                continue
            exact = result[name] == wanted
            if is_sign and not exact:
                continue
            others = [other for other, text in result.items() if other != name and self.base.get(other) != text]
            others += [other for other in self.base if other not in result and other != name]
            wrong = [other for other in others if not _says(result.get(other, ""), self.said.get(other, ""))]
            score = (not exact, len(wrong))
            if best is None or score < best[0]:
                best = score, changes, others if exact else [*others, name]
                written = result[name]
            if score == (False, 0):
                break
        if best is None or best[0][1] > len(self.base) // 10 + 2:
            return False
        self.explained |= {name} if best[0][1] else {name, *best[2]}
        note = "" if _same(written, wanted) else f'; "{wanted}" is "{written}" in this style'
        note += f"; also changes {best[0][1]} other text{'s' if best[0][1] > 1 else ''}" if best[0][1] else ""
        self.accept(best[1], number, note)
        return True

    def composed(self, changes: Changes) -> Mapping[str, str] | None:
        """Return the texts of the document with changes, or None if they cannot be made."""
        edits = self.edits.without_changes()
        try:
            for change in changes:
                add_to(edits, change)
            return self.document.compose(edits.apply())
        except (InputError, KeyError, IndexError, TypeError, ValueError):
            return None

    def accept(self, changes: Changes, number: int, note: str = "") -> None:
        """Add changes to the proposals, with who made them."""
        names = self.authors.get(number, ())
        reason = (", ".join(names) or _UNTRACKED) + note
        for change in changes:
            about = format_path(change.path)
            proposal = replace(change, about=change.about or about, reason=reason, origin=(self.origin, 0, 0))
            if proposal not in self.changes.proposals:
                self.changes.proposals.append(proposal)

    def list(self, number: int, words: str, why: str, old: str = "") -> None:
        """List words that no change of the profile leads to."""
        name = self.document.sent[number - 1].field if number else ""
        who = ", ".join(self.authors.get(number, ()))
        words, old = (re.sub(rf"{OBJECT} ?", "", text) for text in (words, old))  # formulas, which have no words
        said = f'"{words}"' if words else "a deleted text"
        was = f' (sent: "{old}")' if old else ""
        message = f"{who + ': ' if who else ''}{said}{was} {why}"
        path = name.partition(" ")[0]
        self.changes.problems.append(Problem(message, self.origin, path=path, severity="warning", code="not-imported"))

    def merge(self) -> None:
        """Make one proposal of those that change the same text, such as several paragraphs of it."""
        texts: dict[DataPath, list[Proposal]] = {}
        for change in self.changes.proposals:
            if isinstance(change.old, str) and isinstance(change.new, str):
                texts.setdefault(change.path, []).append(change)
        for path, changes in texts.items():
            if len(changes) > 1:
                new = merged(str(changes[0].old), [str(change.new) for change in changes])
                reason = "; ".join(dict.fromkeys(change.reason for change in changes))
                place = self.changes.proposals.index(changes[0])
                rest = [change for change in self.changes.proposals if change not in changes]
                one = replace(changes[0], new=new, reason=reason, about=format_path(path))
                self.changes.proposals = [*rest[:place], one, *rest[place:]]

    def check(self) -> None:
        """Make all the changes together, and list each text that then does not say what the editor wrote."""
        self.merge()
        if not self.changes.proposals:
            return
        changes = tuple(self.changes.proposals)
        if (result := self.composed(changes)) is None:
            message = "the changes cannot all be made together"
            hint = "make some of them, and update again with the others"
            self.changes.problems.append(Problem(message, self.origin, hint=hint, severity="warning", code="doubtful"))
            return
        listed = "\n".join(problem.message for problem in self.changes.problems)
        for name, text in self.said.items():
            differs = self.base.get(name, "").split() != text.split() and not any(_says(shown, text) for shown in result.values())
            if differs and text not in listed:
                self.list(self.numbers[name], text, _MISSING)
        whole = " ".join(words_of(text) for text in result.values())
        for item in self.edited.added:
            words = item.text.replace("\t", " ")
            if words not in listed and not all(words_of(part) in whole for part in re.split(r"[\t\n]", item.text)):
                self.list(item.after or item.before, words, _MISSING)


def _says(text: str, wanted: str) -> bool:
    """Return whether a text says what is wanted: the same words, or the same date."""
    return _same(text, wanted) or (date := said_date(wanted)) is not None and date == said_date(text)


def _same(text: str, wanted: str) -> bool:
    return words_of(text) == words_of(wanted)
