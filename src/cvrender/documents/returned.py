"""Read the Word file of a profile, a letter or a statement that people edited, and propose changes of the YAML file."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from cvrender.compose.prepare import prepare
from cvrender.compose.stages import document_of
from cvrender.documents.files import LoadedDocument, document_of_source, profile_of
from cvrender.documents.render import compose_document
from cvrender.errors import InputError, Problem
from cvrender.load.library import BUILT_IN, Library
from cvrender.load.reader import load, parse, parse_path
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.load.revisions import revision_of, text_at
from cvrender.merge.profile import load_profile, profile_of_text
from cvrender.merge.returned.compare import edited_texts, other_emphasis, with_objects
from cvrender.merge.returned.divide import divided
from cvrender.merge.returned.propose import Proposer, ReturnedChanges, SentDocument
from cvrender.merge.returned.rebase import rebased
from cvrender.merge.returned.structure import propose
from cvrender.merge.returned.text_lines import compared, other_marks
from cvrender.model.convert import DataPath
from cvrender.model.document import Document
from cvrender.model.prose_blocks import BASE
from cvrender.model.reading import Reading
from cvrender.model.style import Style
from cvrender.model.value import replace
from cvrender.system.limited import read_within
from cvrender.targets import TARGETS
from cvrender.targets.comparison.origin import checksum, origin_of
from cvrender.targets.docx.places import digest_of, marks_by_field, texts_by_field
from cvrender.targets.docx.record import Sent, read_record, record_of
from cvrender.targets.docx.returned import OBJECT, ReturnedFile, TrackedChange, read_returned, resolved, segments

_MARKDOWN = TARGETS["md"]


class _Returned:
    """A file that came back for a YAML file; `author` is the one whose tracked changes are meant, or "" for all."""

    def __init__(self, path: Path, file: Path, author: str, library: Library, find_profile: Callable[[str], Path]) -> None:
        self.path, self.file, self.author, self.library, self.find_profile = path, file, author, library, find_profile
        self.overlays: Sequence[Path] = ()
        try:
            self.content, (self.origin, self.sent), self.reading = read_within(str(file), _read, file.read_bytes())
        except OSError as error:
            raise InputError([Problem(f"cannot be read: {error.strerror or error}", str(file), code="cannot-read")]) from None
        self.problems: list[Problem] = []

    def accepts(self, change: TrackedChange) -> bool:
        """Return whether a tracked change is meant."""
        return self.author in ("", change.author)

    def changes(self) -> ReturnedChanges:
        """Return the proposals for the file as it is, and what is listed."""
        now = self.path.read_bytes().decode("utf-8-sig")
        text, is_known = self.sent_text(now)
        root = () if self.is_profile else (BASE,)
        base = self.compose(text)
        if self.reading:
            self.find_texts(text, base, self.reading)
        else:
            is_known = self.is_sent(base, is_known)
        document = SentDocument(str(self.path), text, self.compose, self.sent, root)
        numbers = {number: base[sent.field] for number, sent in enumerate(self.sent, 1) if sent.field in base}
        self.content.paragraphs = divided(self.content.paragraphs, self.sent, numbers)
        edited = edited_texts(resolved(self.content.paragraphs, self.accepts), self.sent, numbers)
        before = edited_texts(resolved(self.content.paragraphs, lambda change: False), self.sent, numbers)
        self.restore_formulas(edited.texts, numbers)
        self.restore_formulas(before.texts, numbers, tell=False)
        numbers = {**before.texts, **numbers}
        if not is_known:
            self.leave_doubtful(edited.texts, before.texts, numbers)
        changes = propose(Proposer(document, edited, self.authors(), str(self.file)))
        changes.problems = self.with_places(changes.problems, text)
        changes.problems[:0] = [*self.problems, *self.formats()]
        if is_known and not self.reading:
            changes.problems += self.emphasis(text, numbers)
        self.remarks(changes, root)
        return rebased(changes, parse(text.encode(), str(self.path)).data, parse(now.encode(), str(self.path)).data)

    def sent_text(self, now: str) -> tuple[str, bool]:
        """Return the text of the file when it was sent, and whether that is known; else it is the text as it is.

        Raises InputError for a file of another profile.
        """
        revision = str(self.origin.get("revision", ""))
        if revision == revision_of(self.path):
            return now, True
        if (name := str(self.origin.get("file", self.path.name))) != self.path.name:
            hint = f"run: cvrender update {Path(name).stem} --from {self.file.name}"
            message = f"was made from {name}, not from {self.path.name}"
            raise InputError([Problem(message, str(self.file), hint=hint, code="bad-value")])
        content = text_at(self.path, revision)
        return (now, False) if content is None else (content.decode("utf-8-sig"), True)

    def is_sent(self, base: Mapping[str, str], is_known: bool) -> bool:
        """Return whether the texts are those that were sent; if not, say why."""
        if digest_of(base) == self.origin.get("texts"):
            return True
        if is_known:
            message = "the texts of this file are not those of the profile, though that is the same"
            hint = "a view, an overlay, an included file or the program is another"
        else:
            message = f"{self.path.name} has changed since this file was made, and git does not know what it was then"
            hint = "texts that are not those of the profile are listed"
        if self.origin.get("overlays"):
            hint = f"give the overlays that it was made with: --with {' --with '.join(map(str, self.origin['overlays']))}"
        hint += ", unless their changes are tracked" if hint.endswith("listed") else ""
        self.problems.append(Problem(message, str(self.file), hint=hint, severity="warning", code="doubtful"))
        return False

    def with_places(self, problems: Sequence[Problem], text: str) -> list[Problem]:
        """Return problems with a hint where another file, such as an overlay, has values of the field."""
        values = self.profile(text).source.values if self.is_profile else {}
        files = {place[0] for place in values.values()}
        foreign = {file for file in files if Path(file) != self.path}
        others = [(path, place) for path, place in values.items() if place[0] in foreign]
        placed = []
        for problem in problems:
            path = parse_path(problem.path)
            place = next((place for other, place in others if path and path == other[: len(path)]), None)
            hint = f"if it comes from {place[0]}:{place[1]}, change it there" if place else ""
            placed.append(replace(problem, hint=problem.hint or hint))
        return placed

    def restore_formulas(self, texts: dict[int, str], base: Mapping[int, str], *, tell: bool = True) -> None:
        """Put formulas back into the texts of a file without any: the program that saved it does not keep them."""
        lacking = [number for number, text in texts.items() if OBJECT in base.get(number, "")]
        if not lacking or any(OBJECT in text for text in texts.values()):
            return
        for number in lacking:
            texts[number] = with_objects(base[number], texts[number])
        if tell:
            message = f"the program that saved this file lost its formulas ({len(lacking)}); those of the profile stay"
            self.problems.append(Problem(message, str(self.file), severity="warning", code="not-imported"))

    def leave_doubtful(self, texts: dict[int, str], before: Mapping[int, str], base: Mapping[int, str]) -> None:
        """List the texts of which it is not known who changed them, and leave them as the profile says."""
        for number, text in texts.items():
            said, now = before.get(number, ""), base.get(number, "")
            if said.split() != now.split() and text.split() != now.split():
                was = f'was sent as "{said}", ' if said != text else ""
                message = f'{was}is "{text}" in the file that came back, and "{now}" in the profile'
                path = self.path_of(number)
                hint = "change the profile by hand, if the editor is right"
                self.problems.append(Problem(message, str(self.file), path=path, hint=hint, severity="warning", code="doubtful"))
                texts[number] = now

    def find_texts(self, text: str, base: Mapping[str, str], reading: Reading) -> None:
        """Find the texts in the lines of a text file. Raises InputError if it is not known what they were."""
        sent = _MARKDOWN.read(_MARKDOWN.draft(*self.document(text)).encode())
        if checksum(sent.lines) != self.origin.get("texts"):
            message = f"what was sent is not known: {self.path.name}, an overlay or the program has changed since"
            hint = "commit profiles to git before you send such a file, or send Word files"
            raise InputError([Problem(message, str(self.file), hint=hint, code="doubtful")])
        self.sent, self.content.paragraphs = compared(sent.lines, reading.lines, base)
        for message in other_marks(sent, reading):
            self.problems.append(Problem(message, str(self.file), severity="warning", code="not-imported"))

    def compose(self, text: str) -> Mapping[str, str]:
        """Return the texts of the document of the file with this text. Raises InputError."""
        return texts_by_field(self.document(text)[0])

    def document(self, text: str) -> tuple[Document, Style]:
        """Return the document of the file with this text, and its style. Raises InputError."""
        request = RenderRequest(
            profile=str(self.path),
            view=str(self.origin.get("view", "full")),
            style=str(self.origin.get("style", "")),
            language=str(self.origin.get("language", "")),
            targets=(),
            options=tuple((str(name), str(value)) for name, value in dict(self.origin.get("options", {})).items()),
            library=self.library,
        )
        if self.is_profile:
            prepared = prepare(request, self.profile(text))
            return document_of(prepared)[1], prepared.style
        letter: LoadedDocument = document_of_source(parse(text.encode(), str(self.path)))
        profile = self.find_profile(profile_of(letter.source, letter.content.profile, None))
        asked = replace(request, profile=str(profile), view=RenderRequest(profile="").view)
        inputs = compose_document(asked, letter, load_profile(profile, overlays=self.overlays)).inputs
        return inputs.document, inputs.style

    @cached_property
    def is_profile(self) -> bool:
        """Whether the file is a profile, and not a letter or statement."""
        return "person" in load(self.path).data

    def profile(self, text: str) -> LoadedProfile:
        """Return the profile with this text."""
        return profile_of_text(text, self.path, self.overlays)

    def path_of(self, number: int) -> str:
        """Return the field of a text, without its language, by the number of the text."""
        return self.sent[number - 1].field.partition(" ")[0]

    def authors(self) -> dict[int, list[str]]:
        """Return the authors of the tracked changes of each text, in their order."""
        authors: dict[int, list[str]] = {}
        for paragraph in self.content.paragraphs:
            last = next((number for number, _ in segments(paragraph) if number), 0)
            for piece in paragraph.pieces:
                last = piece.place or last
                for change in piece.changes:
                    if self.accepts(change) and change.author not in authors.setdefault(last, []):
                        authors[last].append(change.author)
        return authors

    def remarks(self, changes: ReturnedChanges, root: DataPath) -> None:
        """Note each comment with the path of the text that it is about, and list those that are about no text of the file."""
        pieces = [piece for paragraph in self.content.paragraphs for piece in paragraph.pieces]
        for name, comment in self.content.comments.items():
            own = [piece for piece in pieces if name in piece.comments]
            about = "".join(piece.text for piece in own).strip()
            place = next((piece.place for piece in own if piece.place and piece.text.strip()), 0)
            words = f' on "{about}"' if about else ""
            message = f'comment of {comment.author or "nobody"}{words}: "{comment.text}"'
            path = self.path_of(place) if place else ""
            whole = parse_path(path) if place else ()
            if whole[: len(root)] == root and len(whole) > len(root):
                changes.comments.append((whole[len(root) :], message))
            else:
                changes.problems.append(Problem(message, str(self.file), path=path, severity="warning", code="not-imported"))

    def emphasis(self, text: str, numbers: Mapping[int, str]) -> list[Problem]:
        """Return what is bold or italic, and was not, or the other way round."""
        marks = marks_by_field(self.document(text)[0])
        sent = {number: marks[part.field] for number, part in enumerate(self.sent, 1) if part.field in marks}
        hint = "write it so in the profile, if the editor is right"
        return [
            Problem(message, str(self.file), path=self.path_of(number), hint=hint, severity="warning", code="not-imported")
            for number, message in other_emphasis(resolved(self.content.paragraphs, self.accepts), numbers, sent)
        ]

    def formats(self) -> list[Problem]:
        """Return the changes of formatting, which no profile has."""
        messages = [
            f'{author or "nobody"} changed the formatting of "{text}", which the style sets'
            for author, text in self.content.formats
        ]
        return [Problem(message, str(self.file), severity="warning", code="not-imported") for message in messages]


def _read(content: bytes) -> tuple[ReturnedFile, tuple[dict[str, Any], list[Sent]], Reading | None]:
    """Read a file, what was sent, and what a reader sees of a text file. Raises InputError."""
    try:
        is_text = not content.startswith(b"PK")
        if is_text and (origin := origin_of(content.decode("utf-8", "replace"))):
            return ReturnedFile(), (origin, []), _MARKDOWN.read(content)
        if is_text or not (record := record_of(content)):
            hint = "send a .docx or .md file that was made with --returnable, and keep its format"
            raise InputError([Problem("does not say which fields its texts come from", "", hint=hint, code="unknown-format")])
        return read_returned(content), read_record(record), None
    except ValueError as error:
        raise InputError([Problem(str(error), "", code="unknown-format")]) from None


def returned_changes(
    path: Path,
    file: Path,
    author: str = "",
    library: Library = BUILT_IN,
    find_profile: Callable[[str], Path] = Path,
    overlays: Sequence[Path] = (),
) -> ReturnedChanges:
    """Return the changes of a profile, letter or statement that an edited Word file proposes. Raises InputError.

    With an `author`, only the tracked changes of that person count, and those that are not tracked. `find_profile` returns the
    path of the profile that a letter names; `overlays` are those that it was made with.
    """
    returned = _Returned(path, file, author, library, find_profile)
    returned.overlays = overlays
    return returned.changes()
