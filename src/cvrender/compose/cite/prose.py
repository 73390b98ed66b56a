"""Word the citations in texts, such as `[@engine, p. 5]`: those of CVs and letters in words that need no list of works."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from cvrender.compose.cite.in_text import TextCitation, TextCiter, kind_of
from cvrender.compose.people import group_name, shown_names
from cvrender.load.library.citation_styles import CitationStyle
from cvrender.model.citations import CITATION
from cvrender.model.expressions import expression
from cvrender.model.fields import Person
from cvrender.model.kinds import Publication
from cvrender.model.names import parts_of_person
from cvrender.model.text import Span, Text, join, plain_text
from cvrender.model.value import Record, replace
from cvrender.system.sandbox import Sandbox
from cvrender.text.localize import Wording, last_year
from cvrender.text.markup import inline

BY_AUTHOR = ("author-date", "author", "note")
"""How citation styles cite whose citations can be read without the number of a work in a list."""
_MOST_NAMES = 2
_KEY = expression(r"(?<=@)[^\s;,\]]+")
_SPECIAL = expression(r"([\\*_`\[\]<$])")


class Cite(Record):
    """A work that is cited, with what follows its key, such as a page."""

    key: str
    detail: str = ""


def cites(text: str) -> Iterator[list[Cite]]:
    """Yield the works of each citation of a text, in order."""
    for match in CITATION.finditer(text):
        yield cites_in(match[1])


def cites_in(inside: str) -> list[Cite]:
    """Return the works of a citation, which is given without its brackets."""
    parts = (part.strip().removeprefix("@").partition(",") for part in inside.split(";"))
    return [Cite(key.strip(), detail.strip()) for key, _, detail in parts]


def cited_keys(text: str) -> list[str]:
    """Return the keys of the works that a text cites, in order, each once."""
    return list(dict.fromkeys(cite.key for group in cites(text) for cite in group))


def with_keys(works: Sequence[Publication], exported: Sequence[str] = ()) -> tuple[Publication, ...]:
    """Return the works, of which those without an id have their DOI, arXiv identifier or key in `export` as one."""
    keys = [*exported, *[""] * (len(works) - len(exported))]
    return tuple(
        replace(work, id=work.id or getattr(work, "doi", None) or getattr(work, "arxiv", None) or key or None)
        for work, key in zip(works, keys, strict=True)
    )


def with_ids(text: str, works: Sequence[Publication], exported: Sequence[str] = ()) -> str:
    """Return a text that cites by ids only; `works` have ids, `exported` are their keys in `export`."""
    ids = {work.id: work.id for work in works if work.id}
    for work, key in zip_longest(works, exported):
        for name in (getattr(work, "doi", None), getattr(work, "arxiv", None), key):
            if name and work.id:
                ids.setdefault(name, work.id)
    return CITATION.sub(lambda match: _KEY.sub(lambda key: ids.get(key[0]) or key[0], match[0]), text)


class Labels:
    """Words citations by the numbers of the works in the list, or by authors and years."""

    def __init__(self, works: Sequence[Publication], wording: Wording, by_author: bool) -> None:
        self.wording = wording
        self.works = {work.id: work for work in works}
        self.numbers = {work.id: number for number, work in enumerate(works, 1)}
        self.by_author = by_author
        self.keys = list(self.numbers)

    def __call__(self, group: list[Cite], note: int = 0) -> Text:
        """Return the words of a citation. The number of its note makes no difference."""
        if not self.by_author:
            inside = ", ".join(f"{self.numbers[cite.key]}{f', {cite.detail}' if cite.detail else ''}" for cite in group)
            return inline(f"\\[{inside}\\]")
        signs = self.wording.terms.punctuation
        return inline(f"{signs.open.lstrip(' ')}{'; '.join(self._named(cite) for cite in group)}{signs.close}")

    def _named(self, cite: Cite) -> str:
        work = self.works[cite.key]
        label = self._label(work)
        if self._title(work) not in label and sum(self._label(other) == label for other in self.works.values()) > 1:
            label += f", {self._title(work)}"
        return f"{label}, {cite.detail}" if cite.detail else label

    def _title(self, work: Publication) -> str:
        signs = self.wording.terms.punctuation
        return f"{signs.open_quote}{str(work.title).partition(':')[0]}{signs.close_quote}"

    def _label(self, work: Publication) -> str:
        people = [_in_script(person, self.wording) for person in work.authors or work.editors]
        names = [parts_of_person(person).family for person in people]
        if work.collaboration and not work.authors:
            names = [group_name(work.collaboration, self.wording.terms)]
        is_other = any(person.native and person.name == person.native for person in people)
        sign = self.wording.terms.punctuation.comma if is_other else " & "
        shown = f"{names[0]} {self.wording.terms.et_al}" if len(names) > _MOST_NAMES else sign.join(names)
        shown = shown or self._title(work)
        year = last_year(work.date) if work.date else self.wording.terms.status.get(work.status or "", "")
        return " ".join(part for part in (shown, year) if part)


def _in_script(person: Person, wording: Wording) -> Person:
    """Return a person with the name that is shown first in the language, which may be the native one."""
    name, _ = shown_names(person.name, person.native, wording.language)
    return person if name == person.name else replace(person, name=name, family=None)


class ProseCiter:
    """Words citations in texts without a list of works. `works` are those that may be cited; each has an id.

    A style that numbers works cites by author and year, one that cites in notes has the words of the note in parentheses.
    """

    def __init__(self, works: Sequence[Publication], style: CitationStyle | None, wording: Wording, recase: bool) -> None:
        self.works, self.style, self.wording, self.recase = works, style, wording, recase
        self.by_id = {work.id: work for work in works if work.id}

    def unknown(self, text: str) -> list[str]:
        """Return the keys in a text that are those of no work."""
        return [key for key in cited_keys(with_ids(text, self.works)) if key not in self.by_id]

    def texts(self, texts: Sequence[str], sandbox: Sandbox | None = None) -> list[str]:
        """Return Markdown with words for its citations. Raises ToolError."""
        texts = [with_ids(text, self.works) for text in texts]
        groups = [group for text in texts for group in cites(text)]
        words = iter(_as_markdown(text) for text in self._worded(groups, sandbox))
        return [CITATION.sub(lambda match: next(words), text) for text in texts]

    def _worded(self, groups: Sequence[list[Cite]], sandbox: Sandbox | None) -> list[Text]:
        cited = {cite.key: self.by_id[cite.key] for group in groups for cite in group}
        label = Labels([*cited.values()], self.wording, by_author=True)
        kind = kind_of(self.style) if self.style else ""
        if not self.style or kind not in BY_AUTHOR:
            return [label(group) for group in groups]
        citer = TextCiter(self.style, cited, self.wording, self.recase)
        asked = [TextCitation(tuple((cite.key, cite.detail) for cite in group)) for group in groups]
        if kind == "note":
            first = {group: citer.cite([group], sandbox) for group in asked}  # one after the other would read “ibid.”
            texts = [_in_parentheses(worded.texts[0]) if (worded := first[group]) else Text() for group in asked]
        else:
            worded = citer.cite(asked, sandbox)  # letters behind years would need a list that has them, too
            texts = [*worded.texts] if worded and not worded.insertions else [Text()] * len(groups)
        return [text or label(group) for text, group in zip(texts, groups, strict=True)]


def _in_parentheses(text: Text) -> Text:
    if text.spans and text.spans[-1].text.endswith("."):
        text = Text((*text.spans[:-1], replace(text.spans[-1], text=text.spans[-1].text[:-1])))
    return plain_text("(") + text + plain_text(")") if text else text


def _as_markdown(text: Text) -> str:
    """Return Markdown that reads as a text, without emphasis where Markdown would not take it for that."""
    written = "".join(map(_span, text.spans))
    shown, meant = (join([Text((replace(span, form=""),)) for span in each.spans]) for each in (inline(written), text))
    return written if shown == meant else "".join(_SPECIAL.sub(r"\\\1", span.text) for span in text.spans)


def _span(span: Span) -> str:
    words = _SPECIAL.sub(r"\\\1", span.text)
    core = words.strip()
    if not core:
        return words
    before, _, after = words.partition(core)
    marks = "**" * span.bold + "*" * span.italic
    core = f"{marks}{core}{marks}"
    return f"{before}[{core}]({span.href}){after}" if span.href else f"{before}{core}{after}"
