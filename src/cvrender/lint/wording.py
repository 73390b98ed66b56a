"""Find suspicious texts: addresses, repeated words, quotation marks, long bullets, full stops."""

import re
from collections import defaultdict
from collections.abc import Iterator

from cvrender.compose.block_markdown import has_blocks
from cvrender.errors import shorten
from cvrender.lint.base import BulletField, LintContext, LintFinding, TextField
from cvrender.model.convert import DataPath

_MARKUP = re.compile(r"`[^`]*`|\$[^$]*\$|\]\([^)]*\)|<[^>]*>")
_SCHEMELESS = re.compile(
    r"(?<![\w@/.:-])(www\.[\w-]+\.[\w./-]*\w|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|ai|dev|cn|de|uk|ch|fr|jp)/[\w./~#?=&-]*\w)",
    re.A,
)
_EMAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b", re.A)
_AGAIN = re.compile(r"\b([A-Za-z]{2,}) (?=([a-z]+)\b)")  # the repeated word is in lower case, the first one may begin a sentence
_MAY_REPEAT = frozenset({"had", "that", "so", "very", "bye", "ha"})
_STRAIGHT = re.compile(r"(?<=\w)'(?![A-ZÀ-ÖØ-Þ])(?=\w)|(?<![\d\w])\"(?=\w)|(?<=[^\W\d]|[.,!?])\"(?!\w)|(?<![\w])'(?=\w)")
_CURLY = re.compile("[‘“”]|’(?![A-ZÀ-ÖØ-Þ])")
"""Quotation marks and apostrophes, but for those of names such as A'Bear and O’Neil, which people spell in their own way."""
_END = re.compile(r"([.;:!?。；！？])[)\]”’\"']*$")
_SENTENCES = re.compile(r"[.;] [A-Z“]")  # a bullet of several sentences
_LONG = 60  # words


def schemes(context: LintContext) -> Iterator[LintFinding]:
    """A web address without scheme in a text, which does not become a link."""
    for field in _sentences(context):
        for match in _SCHEMELESS.finditer(_MARKUP.sub(" ", field.text)):
            hint = f"write [text](https://{match[1]}) or <https://{match[1]}>"
            yield LintFinding(field.path, f"{shorten(match[1])} has no scheme, so it is not a link", hint)


def emails(context: LintContext) -> Iterator[LintFinding]:
    """An e-mail address in a text, where views cannot withhold it."""
    for field in _sentences(context):
        if match := _EMAIL.search(field.text):
            yield LintFinding(field.path, f"contains the e-mail address {match[0]}", "move it to person.emails")


def long_bullets(context: LintContext) -> Iterator[LintFinding]:
    """A bullet of more than sixty words."""
    for bullet in context.bullets:
        count = len(bullet.text.split())
        if count > _LONG:
            message = f"bullet {shorten(bullet.text)} has {count} words"
            yield LintFinding(bullet.path, message, "split it, or move details to nested bullets")


def repetitions(context: LintContext) -> Iterator[LintFinding]:
    """A repeated word, as in “the the”."""
    for field in _sentences(context):
        for match in _AGAIN.finditer(_MARKUP.sub(" ", field.text)):
            if match[1].lower() == match[2] and match[2] not in _MAY_REPEAT:
                yield LintFinding(field.path, f"repeated word: {shorten(match[0] + match[2])}")


def _sentences(context: LintContext) -> Iterator[TextField]:
    return (field for field in context.texts if field.path[0] != "person" or field.field == "headline")


def ends(context: LintContext) -> Iterator[LintFinding]:
    """Bullets of a section that end differently, with and without full stop."""
    sections: dict[str, list[BulletField]] = defaultdict(list)
    for bullet in context.bullets:
        if not (bullet.has_more or _SENTENCES.search(bullet.text)):
            sections[bullet.section].append(bullet)
    for section, bullets in sections.items():
        groups: dict[str, list[BulletField]] = defaultdict(list)
        for bullet in bullets:
            match = _END.search(bullet.text)
            groups[match[1] if match else ""].append(bullet)
        if len(groups) < 2 or len(bullets) < 3:
            continue
        usual = max(groups, key=lambda end: len(groups[end]))
        for end, odd in groups.items():
            for bullet in odd if end != usual else ():
                how = f"ends with {end!r}" if end else "ends without a full stop"
                others = f"end with {usual!r}" if usual else "end without one"
                message = f"bullet {shorten(bullet.text)} {how}; {len(groups[usual])} others of {section} {others}"
                yield LintFinding(bullet.path, message)


def quotation_marks(context: LintContext) -> Iterator[LintFinding]:
    """Both straight and curly quotation marks in a profile."""
    straight: list[tuple[TextField, str]] = []
    curly: list[tuple[TextField, str]] = []
    for field in context.texts:
        text = _MARKUP.sub(" ", field.text)
        for pattern, into in ((_STRAIGHT, straight), (_CURLY, curly)):
            if match := pattern.search(text):
                into.append((field, match[0]))
    if not (straight and curly):
        return
    few, many, kind = (straight, curly, "straight") if len(straight) <= len(curly) else (curly, straight, "curly")
    for field, mark in few:
        message = f"{shorten(field.text)} has a {kind} quotation mark ({mark}); {len(many)} other texts use the other kind"
        yield LintFinding(field.path, message)


def lists(context: LintContext) -> Iterator[LintFinding]:
    """A Markdown list or table in a field that is one line or paragraph."""
    for field in context.texts:
        if "\n" in field.text and not _takes_blocks(field.path) and has_blocks(field.text):
            message = "contains a Markdown list or table, which is set as one paragraph here"
            yield LintFinding(field.path, message, 'use "highlights", "bio", or the text of a custom section')


def _takes_blocks(path: DataPath) -> bool:
    return path[0] == "bio" or (path[0] == "custom" and path[2:3] == ("text",))
