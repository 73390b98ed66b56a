"""Convert an entry to an item of CSL, with a mark behind each family name.

The names of variables are those of CSL-JSON, by the table that CSL-JSON is read and written with, too. A mark is a private-use
character: it passes through every style unchanged, and tells afterwards where a person is in the text.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cvrender.compose.people import group_name, shown_names, visible_indices
from cvrender.compose.values import prose_fields
from cvrender.model.base import field_names
from cvrender.model.csl import ARTICLES, CSL_VARIABLES, PATENTS
from cvrender.model.dates import DateRange, PartialDate, When
from cvrender.model.expressions import expression
from cvrender.model.fields import Person, Venue
from cvrender.model.identifier_table import WORK_IDS
from cvrender.model.kinds import Patent, Publication
from cvrender.model.name_parts import Name, is_east_asian, parts_of
from cvrender.model.private_use import CITATION_MARKS
from cvrender.model.text import Text, plain_text
from cvrender.model.value import Value, replace
from cvrender.text.localize import Wording, format_when
from cvrender.text.markup import inline

Work = Publication | Patent
FIRST_MARK, LAST_MARK = CITATION_MARKS
_SIGNS = ",-–/ "
SIGNS = {LAST_MARK - index: sign for index, sign in enumerate(_SIGNS)}
"""The signs of a number such as WO 2020/123456, which styles would take for several numbers, by what replaces them."""
_PROTECTED = {sign: chr(code) for code, sign in SIGNS.items()}
MARKS = expression(f"[{chr(FIRST_MARK)}-{chr(LAST_MARK - len(_SIGNS))}]")
OTHERS = {"literal": "others"}
"""What pandoc prints as the style's “et al.”"""
_SIGN = expression(r"(?<=\d),(?=\d{3}(?!\d))|[-–/]|(?<![,;&])(?<!\band) (?![,;&])(?!and\b)")
_EDITION = expression(r"([0-9]+)(?:st|nd|rd|th|[.ªº])? (?:edition|ed\.|Auflage|Aufl\.)")
"""An edition of which styles word the number."""
_PARTICLE = expression(r"[^\W\d_]+['’‑-](?=[^\W_])")
_NOTHING = Text()
_NAMES = ("authors", "editors", "container_editors", "translators", "reviewed_authors")
_APART = {"id", "type", "section", "status", "genre", "date", "arxiv", "note", "tags", "url", "venue.name", "et_al"}
"""What is converted one by one below, or is none of a style's business."""


class Item(Value, frozen=True):
    """An item of CSL-JSON, of which texts may have marks, and what it was made from.

    `persons` are the people in the order of their marks, `names` their parts. `texts` are the values of the variables for
    comparison, by variable, `fields` the fields of the entry that they come from, such as `venue.location`, by variable, `marks`
    the marks of the people of each variable. `shortened` is the number of authors, if the view prints only some of them.
    """

    data: dict[str, Any]
    persons: tuple[Person, ...]
    names: tuple[Name, ...]
    texts: dict[str, str]
    fields: dict[str, str]
    marks: dict[str, frozenset[str]]
    shortened: int = 0


class _Builder:
    def __init__(self, work: Work, wording: Wording) -> None:
        self.work, self.wording = work, wording
        self.kind = work.type if isinstance(work, Publication) else "patent"
        self.data: dict[str, Any] = {"type": self.kind}
        self.texts: dict[str, str] = {}
        self.fields: dict[str, str] = {}
        self.marks: dict[str, frozenset[str]] = {}
        self.index: dict[Person, int] = {}
        self.names: list[Name] = []
        self.shortened = 0

    def put(self, variable: str, text: Text, field: str) -> None:
        """Set a variable to a text, unless it has a value."""
        if text and variable not in self.data:
            self.data[variable] = text
            self.texts[variable], self.fields[variable] = text.plain, field

    def mark(self, person: Person, name: Name | None = None) -> tuple[Name, str]:
        """Return the parts of a person's name and the mark, which is the same wherever the person occurs in the item."""
        index = self.index.setdefault(person, len(self.index))
        if index == len(self.names):
            shown = shown_names(person.name, person.native, self.wording.language, self.wording.name_order)[0]
            self.names.append(name or _citable(parts_of(shown, person.family, person.variants)))
        return self.names[index], chr(FIRST_MARK + index)

    def person(self, person: Person) -> dict[str, Any]:
        """Return a name with its mark."""
        name, mark = self.mark(person)
        if name.whole or not name.given:
            return {"literal": str(name) + mark}
        parts = {"family": name.family + mark, "given": name.given}
        parts |= {"non-dropping-particle": name.prefix} if name.prefix else {}
        return parts | ({"suffix": name.suffix} if name.suffix else {})


def _citable(name: Name) -> Name:
    """Return a name as styles get it. One in ideographs, kana or Hangul is whole: pandoc would put a point behind it.

    A family name such as `al-Khwarizmi` begins with a particle, which some styles print behind the given name.
    """
    if is_east_asian(name.family):
        return Name(str(name), whole=True)
    match = _PARTICLE.match(name.family)
    if match and match[0].islower() and not name.prefix and not name.whole:
        return replace(name, prefix=match[0], family=name.family[match.end() :])
    return name


def item_of(work: Work, wording: Wording, *, recase: bool) -> Item:
    """Return the item of a publication or patent; `recase` lets the style change capitals of an English title."""
    builder = _Builder(work, wording)
    builder.put("title", inline(str(work.title)), "title")
    for variable, path, markdown in _rows(builder.kind, type(work)):
        builder.put(variable, _value(work, path, markdown), ".".join(path))
    _put_names(builder)
    _put_venue(builder)
    _put_date(builder)
    _put_status(builder)
    _put_links(builder)
    if not (recase and builder.texts["title"].isascii()):
        builder.data["language"] = "und"
    return Item(
        builder.data, tuple(builder.index), tuple(builder.names), builder.texts, builder.fields, builder.marks, builder.shortened
    )


@lru_cache(maxsize=256)
def _rows(kind: str, model: type[Work]) -> tuple[tuple[str, tuple[str, ...], bool], ...]:
    """Return the variables of a type of work, each with the path of its value, and whether that contains Markdown."""
    prose, variables = prose_fields(model) | {"venue"}, dict[str, str]()
    for variable in CSL_VARIABLES:
        if variable.applies(kind) and variable.field not in {*_APART, *_NAMES}:
            variables.setdefault(variable.field, variable.name)
    for key, identifier in WORK_IDS.items():
        if (name := identifier.names.get("csl")) and (identifier.kinds >= PATENTS or kind not in PATENTS):
            variables.setdefault(key, name)
    names = field_names(model)
    paths = {tuple(ours.split(".")): theirs for ours, theirs in variables.items() if ours.partition(".")[0] in names}
    return tuple((theirs, path, path[0] in prose) for path, theirs in paths.items())


def _value(work: Work, path: tuple[str, ...], markdown: bool) -> Text:
    """Return a field, or a field of the venue, as a text."""
    value: Any = work
    for name in path:
        value = getattr(value, name, None)
    if value is None or isinstance(value, tuple):
        return _NOTHING
    text = str(value)
    if path[0] == "edition" and (match := _EDITION.fullmatch(text)):
        return plain_text(match[1])
    if markdown:
        return inline(text)
    if path[0] == "page":
        text = text.replace("–", "-")
    elif path[0] == "number":
        text = _SIGN.sub(lambda sign: _PROTECTED[sign[0]], text)
    return plain_text(text)


def _put_names(builder: _Builder) -> None:
    """Put the people of each role; a collaboration signs as one name, with the members that the profile names."""
    for field in _NAMES:
        people: Sequence[Person] = getattr(builder.work, field, ())
        variable = _variable(field, builder.kind)
        if not people and field != "authors" or variable in builder.data:
            continue
        names = _shown(builder, people) if field == "authors" else [builder.person(person) for person in people]
        if field == "authors" and isinstance(builder.work, Publication):
            names += _group(builder, builder.work)
            names += [OTHERS] if builder.work.et_al and OTHERS not in names else []
        if names:
            builder.data[variable], builder.fields[variable] = names, field
            builder.marks[variable] = frozenset(MARKS.findall("".join(part for name in names for part in name.values())))


def _variable(field: str, kind: str) -> str:
    """Return the variable of a role."""
    if field == "reviewed_authors":
        return "reviewed-author"
    if field == "container_editors":
        return "editor" if kind not in ARTICLES else "container-editor"
    return next(variable.name for variable in CSL_VARIABLES if variable.field == field)


def _shown(builder: _Builder, people: Sequence[Person]) -> list[dict[str, Any]]:
    """Return as many authors as the view shows, an ellipsis for those left out, and at the end “et al.”"""
    visible = visible_indices(people, builder.wording.owner, builder.wording.most_authors)  # type: ignore[arg-type]
    builder.shortened = len(people) if len(visible) < len(people) else 0
    names = []
    for index, person in enumerate(people):
        if index in visible:
            names.append(builder.person(person))
        elif index - 1 in visible or index == 0:
            names.append({"literal": "…"})
    return [*names[:-1], OTHERS] if names and names[-1] == {"literal": "…"} else names


def _group(builder: _Builder, work: Publication) -> list[dict[str, Any]]:
    if not work.collaboration:
        return []
    group, label = group_name(work.collaboration, builder.wording.terms), builder.wording.terms.labels["including"].one
    if work.authors or not work.including:
        return [{"literal": group}]
    named = [person.name + builder.mark(person, Name(person.name, whole=True))[1] for person in work.including]
    return [{"literal": f"{group} ({label} {', '.join(named)})"}]


def _put_venue(builder: _Builder) -> None:
    venue = getattr(builder.work, "venue", None)
    if isinstance(venue, Venue):
        builder.put("publisher" if builder.kind == "article" else "container-title", inline(str(venue.name)), "venue")


def _put_date(builder: _Builder) -> None:
    """Put the date: one of EDTF's as numbers, a list of several as a text."""
    when = builder.work.when
    if not when:
        return
    builder.fields["issued"] = "date"
    builder.texts["issued"] = str(next(iter(_years(when)), ""))
    builder.data["issued"] = _date(when) or {"literal": format_when(when, builder.wording)}


def _years(when: When) -> list[int]:
    ends = [end for item in when for end in ((item.start, item.end) if isinstance(item, DateRange) else (item,))]
    return [end.year for end in ends if end]


def _date(when: When) -> dict[str, Any] | None:
    item = when[0]
    ends = [item.start, item.end] if isinstance(item, DateRange) else [item]
    if len(when) > 1 or None in ends:
        return None
    known = [end for end in ends if isinstance(end, PartialDate)]
    if any(end.academic for end in known):
        return None
    parts = [[str(part) for part in (end.year, end.month, end.day) if part] for end in known]
    date: dict[str, Any] = {"date-parts": parts}
    date |= {"season": str(known[0].season)} if known[0].season else {}
    return date | ({"circa": "true"} if known[0].about else {})


def _put_status(builder: _Builder) -> None:
    """Put the status and genre in the words of the language. A published work needs none."""
    status, genre = builder.work.status, getattr(builder.work, "genre", None)
    if status and status != "published":
        builder.put("status", plain_text(builder.wording.terms.status.get(str(status), str(status))), "status")
    if genre == "workshop":
        builder.put("genre", plain_text(builder.wording.terms.labels["workshop"].one), "genre")
    elif genre:
        builder.put("genre", inline(str(genre)), "genre")


def _put_links(builder: _Builder) -> None:
    """Put arXiv's number of a preprint as its publisher wants it, and the page of the work."""
    work = builder.work
    arxiv = getattr(work, "arxiv", None)
    if arxiv and builder.kind == "article" and not work.doi:  # type: ignore[union-attr]
        builder.put("publisher", plain_text("arXiv"), "arxiv")
        builder.put("number", plain_text(f"arXiv:{arxiv}"), "arxiv")
        builder.put("URL", plain_text(f"https://arxiv.org/abs/{arxiv}"), "arxiv")
    if work.url and builder.kind not in PATENTS:
        builder.put("URL", plain_text(work.url), "url")
