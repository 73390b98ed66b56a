"""A Subject in, what is odd about its texts out: links, addresses, repetitions, quotation marks, full stops."""

import re
from collections import defaultdict
from collections.abc import Iterator

from cvrender.lint.base import Finding, Point, Subject, Written, quoted

_PROSE = frozenset({"text", "summary", "note", "bio", "title", "topic", "outcome", "thesis", "headline", "relation"})
_MARKUP = re.compile(r"`[^`]*`|\$[^$]*\$|\]\([^)]*\)|<[^>]*>")
_SCHEMELESS = re.compile(
    r"(?<![\w@/.:-])(www\.[\w-]+\.[\w./-]*\w|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|ai|dev|cn|de|uk|ch|fr|jp)/[\w./~#?=&-]*\w)",
    re.A,
)
_EMAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b", re.A)
_AGAIN = re.compile(r"\b([A-Za-z]{2,}) (?=([a-z]+)\b)")  # a word in lower case behind one that may begin a sentence
_MAY_REPEAT = frozenset({"had", "that", "so", "very", "bye", "ha"})
_STRAIGHT = re.compile(r"(?<=\w)'(?=\w)|(?<![\d\w])\"(?=\w)|(?<=[^\W\d]|[.,!?])\"(?!\w)|(?<![\w])'(?=\w)")
_CURLY = re.compile("[‘’“”]")
_END = re.compile(r"([.;:!?。；！？])[)\]”’\"']*$")
_SENTENCES = re.compile(r"[.;] [A-Z“]")  # a bullet of several sentences ends as these do
_LONG = 60  # words


def schemes(subject: Subject) -> Iterator[Finding]:
    """An address in a text that is no link, because it has no scheme."""
    for written in _sentences(subject):
        for match in _SCHEMELESS.finditer(_MARKUP.sub(" ", written.text)):
            hint = f"write [words](https://{match[1]}), or <https://{match[1]}>"
            yield Finding(written.path, f"{quoted(match[1])} is an address without its scheme, so it is no link", hint)


def emails(subject: Subject) -> Iterator[Finding]:
    """An e-mail address in a text, where neither its privacy nor its place can be controlled."""
    for written in _sentences(subject):
        if match := _EMAIL.search(written.text):
            yield Finding(
                written.path, f"holds the e-mail address {match[0]}", "move it to person.emails, where views can withhold it"
            )


def long_bullets(subject: Subject) -> Iterator[Finding]:
    """A bullet that nobody reads to its end."""
    for point in subject.bullets:
        count = len(point.text.split())
        if count > _LONG:
            yield Finding(
                point.path, f"the bullet {quoted(point.text)} has {count} words", "split it, or move details to bullets below it"
            )


def repetitions(subject: Subject) -> Iterator[Finding]:
    """A word typed twice."""
    for written in _sentences(subject):
        for match in _AGAIN.finditer(_MARKUP.sub(" ", written.text)):
            if match[1].lower() == match[2] and match[2] not in _MAY_REPEAT:
                yield Finding(written.path, f"says {quoted(match[0] + match[2])}: a word twice")


def _sentences(subject: Subject) -> Iterator[Written]:
    return (written for written in subject.texts if written.path[0] != "person" or written.field == "headline")


def ends(subject: Subject) -> Iterator[Finding]:
    """Bullets of one section of which some end with a full stop and some do not: those of the smaller number."""
    sections: dict[str, list[Point]] = defaultdict(list)
    for point in subject.bullets:
        if not (point.has_more or _SENTENCES.search(point.text)):
            sections[point.section].append(point)
    for section, points in sections.items():
        groups: dict[str, list[Point]] = defaultdict(list)
        for point in points:
            match = _END.search(point.text)
            groups[match[1] if match else ""].append(point)
        if len(groups) < 2 or len(points) < 3:
            continue
        usual = max(groups, key=lambda end: len(groups[end]))
        for end, odd in groups.items():
            for point in odd if end != usual else ():
                what = f"ends with {end!r}" if end else "ends without a full stop"
                others = f"end with {usual!r}" if usual else "end without one"
                yield Finding(
                    point.path, f"the bullet {quoted(point.text)} {what}; {len(groups[usual])} others of {section} {others}"
                )


def quotation_marks(subject: Subject) -> Iterator[Finding]:
    """Straight quotes and apostrophes in one profile with curly ones: those of the smaller number."""
    straight: list[tuple[Written, str]] = []
    curly: list[tuple[Written, str]] = []
    for written in subject.texts:
        text = _MARKUP.sub(" ", written.text)
        for pattern, into in ((_STRAIGHT, straight), (_CURLY, curly)):
            if match := pattern.search(text):
                into.append((written, match[0]))
    if not (straight and curly):
        return
    few, many, kind = (straight, curly, "straight") if len(straight) <= len(curly) else (curly, straight, "curly")
    for written, mark in few:
        message = f"{quoted(written.text)} has a {kind} mark ({mark}); {len(many)} other texts have the other kind"
        yield Finding(written.path, message)
