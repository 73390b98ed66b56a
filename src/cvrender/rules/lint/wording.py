"""Find suspicious texts: addresses, repeated words, quotation marks, long bullets, full stops, placeholders."""

import re
from collections import defaultdict
from collections.abc import Iterator

from cvrender.compose.language_grid import SKILLS
from cvrender.errors import shorten
from cvrender.model.base import leaves
from cvrender.model.citations import CITATION
from cvrender.model.convert import DataPath
from cvrender.model.fields import Localized
from cvrender.rules.lint.base import BulletField, LintContext, LintFinding, TextField
from cvrender.text.block_markdown import has_blocks

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
_NOT_TYPED = re.compile(r"\\[!\[~<#>]|`[^`]*`|\$[^$]*\$|<(?:https?|mailto|tel):[^>]*>")
_TYPED = re.compile(
    r"!\[[^\]\n]*\]\([^)\n]*\)|\[-?@[\w:./-]+[^\]\n]*\](?!\()|\[\^[\w-]+\]|\[[^\]\n]+\]\(#[^)\n]*\)"
    r"|~~\S[^~\n]*~~|^(?:#{1,6}|>) \S.*|<!--"
    r"|</?(?:a|b|br|code|del|div|em|h[1-6]|hr|i|img|li|ol|p|small|span|strong|sub|sup|u|ul)(?:\s[^<>]*)?/?>",
    re.MULTILINE,
)
"""Markup of Markdown and HTML that texts of a CV do not have."""
_LEVEL = re.compile(r"\s*[ABC][12](?:\.\d|\+)?\s*", re.IGNORECASE)
_LIKE_LEVEL = re.compile(r"(?<![\w.])[A-D]\d(?:\.\d|\+)?(?![\w.])")


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


def markup(context: LintContext) -> Iterator[LintFinding]:
    """Markup that a CV prints as typed: images, `[^1]`, headings, quotations, HTML, `~~…~~`, links in a page, short `[@id]`."""
    for field in context.texts:
        text = CITATION.sub(" ", field.text) if _takes_blocks(field.path) else field.text
        typed = dict.fromkeys(match[0] for match in _TYPED.finditer(_NOT_TYPED.sub(" ", text)))
        if typed:
            listed = ", ".join(map(shorten, typed))
            hint = "write the text without it, or put a backslash before its first sign"
            yield LintFinding(field.path, f"{listed} {'are' if len(typed) > 1 else 'is'} printed as typed", hint)


def levels(context: LintContext) -> Iterator[LintFinding]:
    """A level of a language that is none of the CEFR, such as C7."""
    for index, language in enumerate(context.profile.languages):
        said = [(skill, value) for skill in SKILLS if (value := getattr(language, skill)) and not _LEVEL.fullmatch(value)]
        said += [
            ("level", match[0]) for match in _LIKE_LEVEL.finditer(context.shown(language.level)) if not _LEVEL.fullmatch(match[0])
        ]
        for name, value in said:
            hint = "write A1, A2, B1, B2, C1 or C2"
            yield LintFinding(("languages", index, name), f"{shorten(value)} is not a level of the CEFR", hint)


def lists(context: LintContext) -> Iterator[LintFinding]:
    """A Markdown list or table in a field that is one line or paragraph."""
    for field in context.texts:
        if "\n" in field.text and not _takes_blocks(field.path) and has_blocks(field.text):
            message = "contains a Markdown list or table, which is set as one paragraph here"
            yield LintFinding(field.path, message, 'use "highlights", "bio", or the text of a custom section')


def _takes_blocks(path: DataPath) -> bool:
    return path[0] in ("bio", "narratives") or (path[0] == "custom" and path[2:3] == ("text",))


_STARTERS = re.compile(r"ada@example\.org|https://example\.org/(~ada|code/ada|flowbench)|10\.5555/12345678", re.IGNORECASE)
_STARTER_OWNER = re.compile(r"\bAda\b")
"""Whose name the contacts of the starting profiles suit."""

_QUESTION = re.compile(r"\[ask:[^\]\n]{0,300}\]", re.IGNORECASE)
"""What stands in the place of a fact that the person has to be asked for."""
_UNWRITTEN = re.compile(r"…|\.\.\.|(TODO|TBD|FIXME|XXX+|Lorem ipsum)\b.*", re.IGNORECASE | re.DOTALL)


def left_in(context: LintContext) -> Iterator[LintFinding]:
    """A placeholder: a contact or DOI of a starting profile with another person's name, `…`, `TODO` or `[ask: …]`."""
    is_starter_owner = bool(_STARTER_OWNER.search(context.profile.person.name))
    for path, value in leaves(context.profile):
        texts = value.texts if isinstance(value, Localized) else ((None, value),) if isinstance(value, str) else ()
        for language, text in texts:
            question = _QUESTION.search(text)
            if question or _UNWRITTEN.fullmatch(text) or not is_starter_owner and _STARTERS.fullmatch(text):
                where = (*path, language) if language else path
                shown = shorten(question[0] if question else text)
                yield LintFinding(where, f"{shown} is a placeholder", "write what is true, or remove it")
