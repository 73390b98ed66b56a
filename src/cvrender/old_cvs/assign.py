"""Assign the parts of a head to the fields of a position or a degree.

Words decide; where they do not, the places of parts that words did decide, in the other entries of the section; then the order.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import permutations

from cvrender.old_cvs.commas import TEAM, is_city_of, says_below
from cvrender.old_cvs.dates import FoundDate
from cvrender.old_cvs.degrees import SUBJECT, degree_and_field, names_subject
from cvrender.old_cvs.divided_titles import divided_place, divided_title
from cvrender.old_cvs.entry_lines import EntryLines
from cvrender.old_cvs.head_parts import HeadPart, Slot, divided
from cvrender.old_cvs.headings import column_names
from cvrender.old_cvs.kinds_of_words import CAMPUS, HOUSE, STREET, is_place, kinds
from cvrender.old_cvs.section_order import divided_alike, in_usual_lines, rejoined, usual_order
from cvrender.text.markup import inline

FIELDS = {"positions": ("organization", "title"), "education": ("organization", "degree")}
_SUPERVISED = re.compile(
    r"(?i)(?:co-?)?(?:supervis\w+|advis[eo]rs?|encadrante?s?|directeur|relatore|betreuer|opiekun|руководитель|导师)\s*[:：]"
)
"""How what a macro calls a job or a place begins that says who led it."""
_COURSES = re.compile(r"(?i)(?:(?:relevant|selected|key) )?(?:coursework|courses|modules|subjects)\b")
"""How lists of courses begin; the subject of a degree does not."""
_LABELLED = re.compile(r"[^\W\d_][\w ’'-]{1,30}[:：](?:\s*.*)?", re.DOTALL)

Votes = dict[tuple[Slot, str], Counter[str]]
"""How often the part at a place, in a typeface, was which field."""


@dataclass
class Assigned:
    """The fields of an entry: texts by field, dates, what no field takes, and whether words decided."""

    fields: dict[str, HeadPart] = field(default_factory=dict)
    dates: list[FoundDate] = field(default_factory=list)
    rest: list[HeadPart] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    sure: bool = True


def assign(blocks: list[EntryLines], section: str) -> list[Assigned]:
    """Assign the parts of every entry of a section."""
    assigned: list[Assigned] = []
    undecided: list[list[HeadPart]] = []
    votes: Votes = {}
    heads = [divided(block.heads) for block in blocks]
    roles = _roles_by_words([fragments for fragments, _, _ in heads], FIELDS[section][1])
    for block, (fragments, dates, words) in zip(blocks, heads, strict=True):
        entry = Assigned(dates=dates, words=words)
        fragments = [replace(part, role=roles.get(part.role, part.role)) for part in fragments]
        fragments, entry.rest = without_labels(fragments, section)
        left = _by_roles(entry, fragments, section)
        left = _by_words(entry, left, section)
        _take_institution(entry, left, section)
        if section == "positions":
            _take_employer(entry, left)
            _divide_only_part(entry, left, is_shared=block.shares)
        is_named = bool({"organization", "team"} & set(entry.fields))
        if not is_named and not left and not block.shares:
            entry.fields.update(divided_place(entry.fields, FIELDS[section][1]))
        if left and not is_named and all(_is_said_of(part, entry, section) for part in left):
            _divide_title(entry, FIELDS[section][1])
        for name, part in entry.fields.items():
            if not part.role:
                votes.setdefault((part.slot, part.face), Counter())[name] += 1
        assigned.append(entry)
        undecided.append(left)
    parts = [(entry.fields, left, entry.rest) for entry, left in zip(assigned, undecided, strict=True)]
    for index in in_usual_lines(parts, FIELDS[section][1]):
        assigned[index].sure = False
    order = usual_order([(entry.fields, block.heads) for entry, block in zip(assigned, blocks, strict=True)], FIELDS[section][1])
    for entry, left, block in zip(assigned, undecided, blocks, strict=True):
        _by_votes(entry, left, votes)
        if order and section == "positions":
            _by_usual_order(entry, left, order)
        _by_order(entry, left, section)
        entry.rest = rejoined(entry.fields, entry.rest, block.heads)
    return assigned


def _by_usual_order(entry: Assigned, left: list[HeadPart], order: tuple[str, str, str]) -> None:
    """Divide the only part of an entry as most entries of the section are: `Fellow, Acme`, whose words tell nothing."""
    known = [name for name in ("organization", "title") if name in entry.fields]
    only = entry.fields[known[0]] if len(known) == 1 and not left else left[0] if len(left) == 1 and not known else None
    if only and "team" not in entry.fields and (fields := divided_alike(only, order)):
        entry.fields.update(fields)
        entry.sure = False
        left.clear()


_OF_LABELS = frozenset({"title", "organization", "location", "field", "grade"})


def without_labels(parts: list[HeadPart], section: str) -> tuple[list[HeadPart], list[HeadPart]]:
    """Return the parts with the fields that labels name, and what other labels say: a label and what follows it, as one."""
    kept: list[HeadPart] = []
    told: list[HeadPart] = []
    label: HeadPart | None = None
    for part in parts:
        before, colon, _ = part.plain.partition(": ")
        is_below = colon and section == "positions" and not part.role and says_below(before) and not kinds(before)
        if part.role and _SUPERVISED.match(part.plain) or is_below:
            told.append(part)
            continue
        if label is not None and part.slot[0] == label.slot[0]:
            role = column_names().get(label.plain.casefold(), "")
            if role in _OF_LABELS and not part.role:
                kept.append(replace(part, role=_role(role, section)))
                label = None
                continue
            is_other = (
                not label.kinds and label.slot[0] and (label.face != part.face if section == "positions" else not part.kinds)
            )
            if says_below(label.plain) or is_other:
                text = f"{label.text}: {part.text}"
                told.append(replace(label, text=text, plain=f"{label.plain}: {part.plain}", role="", is_label=False))
                label = None
                continue
        if label is not None:
            kept.append(label)
        label = part if part.is_label and not part.role else None
        if label is None:
            kept.append(part)
    return [*kept, *([label] if label else [])], told


def _role(name: str, section: str) -> str:
    """Return the role of a macro's argument that a label is like; `job` and `employer` are taken as they are."""
    return {"title": "job" if section == "positions" else "title", "organization": "employer"}.get(name, name)


_HINTED = ("title", "organization", "location")
"""The arguments of a macro that its author may use for one another's."""


def _roles_by_words(heads: list[list[HeadPart]], main: str) -> dict[str, str]:
    """Return what the arguments of macros are, where the words of all entries say another order than the macro's names do."""
    known = {"title": main, "organization": "organization", "location": "place"}
    counted = Counter((part.role, kind) for parts in heads for part in parts if part.role in _HINTED for kind in part.kinds)
    used = [role for role in _HINTED if any(part.role == role for parts in heads for part in parts)]

    def told(order: tuple[str, ...]) -> int:
        return sum(counted[role, known[other]] for role, other in zip(used, order, strict=True))

    best = max(permutations(_HINTED, len(used)), key=told, default=())
    as_named = told(tuple(used))
    return dict(zip(used, best, strict=True)) if told(best) > as_named + len(heads) / 2 else {}


_FIELDS_OF_ROLES = {"employer": "organization"} | {
    name: name for name in ("organization", "location", "note", "grade", "url", "field")
}
"""The fields of roles other than the job or degree; with `employer`, for certain: it is not exchanged with `job`."""


def _by_roles(entry: Assigned, fragments: list[HeadPart], section: str) -> list[HeadPart]:
    """Take the parts whose macro says what they are."""
    main = FIELDS[section][1]
    named = {"title": main, "job": main, "named title": main, **_FIELDS_OF_ROLES}
    hinted = {part.role: part for part in reversed(fragments) if part.role in ("title", "organization")}
    title, organization = hinted.get("title"), hinted.get("organization")
    if title and organization and is_place(organization.plain) and "location" not in {part.role for part in fragments}:
        named["organization"] = "location"
        if "organization" in title.kinds and not {"title", "degree"} & title.kinds:
            named["title"] = "organization"
    if title and _is_said_below(title, fragments, main):
        if organization is None or is_place(organization.plain):
            named["title"] = "organization"
        elif "organization" in title.kinds & organization.kinds:
            fragments = _with_whole_employer(fragments, title, organization)
    is_noted = any(part.role == "note" and part.kinds == {"degree"} for part in fragments)
    if title and section == "education" and "degree" not in title.kinds and is_noted:
        fragments = [replace(part, role={"note": "title", "title": "note"}.get(part.role, part.role)) for part in fragments]
    left = []
    for part in fragments:
        if part.role not in named:
            left.append(part)
        elif part.role == "note" and is_place(part.plain):  # the city and the country may have an argument each
            place = entry.fields.get("location")
            entry.fields["location"] = _part(place, f"{place.text}, {part.text}") if place else part
        elif named[part.role] in entry.fields or named[part.role] == "note":
            entry.rest.append(part)
        else:
            entry.fields[named[part.role]] = part
    return left


def _with_whole_employer(parts: list[HeadPart], group: HeadPart, institution: HeadPart) -> list[HeadPart]:
    """Return parts in which a group, which its macro calls the job, and its institution are one employer."""
    whole = replace(_part(group, f"{group.text}, {institution.text}"), role="organization")
    return [whole if part is institution else part for part in parts if part is not group]


def _is_said_below(title: HeadPart, fragments: list[HeadPart], main: str) -> bool:
    """Return whether a line below a macro's entry says the job, and so what the macro calls the job is the employer."""
    below = {kind for part in fragments if not part.role and part.slot[0] > title.slot[0] for kind in part.kinds}
    return main in below - title.kinds


def _by_words(entry: Assigned, fragments: list[HeadPart], section: str) -> list[HeadPart]:
    main = FIELDS[section][1]
    others = ("degree", "grade", "place", "title") if section == "education" else ("title", "place", "degree")
    named = {"place": "location", "title": "title" if section == "positions" else ""}
    left: list[HeadPart] = []
    more: list[HeadPart] = []
    for part in fragments:
        is_long = part.slot[0] > 0 and len(part.plain.split()) > 11 and not part.role  # a sentence below the first line
        known = [kind for kind in ("organization", *others) if kind in part.kinds and not is_long]
        if len(known) > 1 and main in known:
            known = (
                [kind for kind in known if kind == main] if "organization" not in known or len(part.plain.split()) < 4 else known
            )
        degree = next((one.plain for name, one in entry.fields.items() if name == "degree" and one.slot[0] == part.slot[0]), "")
        if section == "education" and not part.role and "field" not in entry.fields and names_subject(part.plain, degree):
            entry.fields["field"] = part
            continue
        target = named.get(known[0], known[0]) if len(known) == 1 else ""
        if target == "degree" and section == "positions":
            target = "title" if "title" not in entry.fields else ""
        if target and target not in entry.fields and (section == "education" or target != "grade"):
            entry.fields[target] = part
        elif target == "organization" and TEAM.match(entry.fields["organization"].plain) and not TEAM.match(part.plain):
            entry.fields["team"], entry.fields["organization"] = entry.fields["organization"], part
        elif target == "organization" and TEAM.match(part.plain) and "team" not in entry.fields:
            entry.fields["team"] = part
        elif target == "location" and CAMPUS.fullmatch(entry.fields[target].plain):
            entry.rest.append(entry.fields[target])
            entry.fields[target] = part
        elif target in entry.fields:
            more.append(part)
        else:
            left.append(part)
    if {"organization", main} <= set(entry.fields):
        entry.rest += more
        return left
    return sorted((*left, *more), key=lambda part: part.slot)


def _take_institution(entry: Assigned, left: list[HeadPart], section: str) -> None:
    """Take what a macro calls the place for the institution that is missing; divide an institution and its department."""
    place = entry.fields.get("location")
    if place and place.role == "location" and not left and not {"organization", "team"} & set(entry.fields):
        first, comma, rest = place.text.partition(", ")
        words = kinds(place.plain)
        if "organization" in words or section == "education" and "place" not in words and "degree" in entry.fields:
            is_divided = bool(comma) and is_place(inline(rest).plain)
            del entry.fields["location"]
            entry.fields["organization"] = _part(place, first if is_divided else place.text)
            if is_divided:
                entry.fields["location"] = _part(place, rest)
    whole = entry.fields.get("organization")
    if whole and "team" not in entry.fields:
        first, *parts = re.split(r",\s+|[，、،]\s*", whole.text)
        rest = ", ".join(parts)
        are_parts = bool(parts) and all(map(TEAM.match, parts))
        is_whole = "univers" in first.casefold() or not TEAM.match(first)
        if are_parts and is_whole and "organization" in kinds(inline(first).plain):
            entry.fields["organization"], entry.fields["team"] = _part(whole, first), _part(whole, rest)
    group = next((part for part in left if whole and not part.kinds and not part.role and TEAM.fullmatch(part.plain)), None)
    if group and "team" not in entry.fields:
        entry.fields["team"] = group
        left.remove(group)
    city = next((part for part in left if whole and not part.kinds and is_city_of(whole.plain, part.plain)), None)
    if city and "location" not in entry.fields:
        entry.fields["location"] = city
        left.remove(city)


def _part(whole: HeadPart, text: str) -> HeadPart:
    return replace(whole, text=text, plain=inline(text).plain)


def _take_employer(entry: Assigned, left: list[HeadPart]) -> None:
    """Take the first part, whose words say nothing, for the employer of the group that a later part names."""
    group = entry.fields.get("organization")
    first = next((part for part in left if part.slot == (0, 0, 0) and not part.kinds), None)
    title = entry.fields.get("title")
    if not (first and group and title) or group.role or "team" in entry.fields or not TEAM.match(group.plain):
        return
    if group.slot > title.slot > first.slot:
        entry.fields["team"], entry.fields["organization"] = group, first
        left.remove(first)


def _by_votes(entry: Assigned, left: list[HeadPart], votes: Votes) -> None:
    for part in list(left):
        counted = votes.get((part.slot, part.face))
        if counted and not part.role:
            name, number = counted.most_common(1)[0]
            is_needed = name != "location" or {"organization", "team"} & set(entry.fields)
            if name not in entry.fields and is_needed and number * 2 > sum(counted.values()):
                entry.fields[name] = part
                left.remove(part)


def _by_order(entry: Assigned, left: list[HeadPart], section: str) -> None:
    """Give what is left to the fields that an entry needs: the only one that is missing, or, less surely, in the usual order."""
    main = FIELDS[section][1]
    if section == "education":
        entry.rest += [part for part in left if _LABELLED.fullmatch(part.plain) or _COURSES.match(part.plain)]
        left[:] = [part for part in left if part not in entry.rest]
    if not {"organization", "team"} & set(entry.fields) and not left:
        _divide_title(entry, main)
    url = entry.fields.get("url")
    if url and not {"organization", "team"} & set(entry.fields) and not re.search(r"[/@]|^www\.", url.plain):
        entry.fields["organization"] = entry.fields.pop("url")  # a name such as `Example.tech`
    if section == "positions" and left and not {"organization", "team"} & set(entry.fields) and len(left[0].plain.split()) > 6:
        _divide_title(entry)  # before a sentence is taken for the employer
    missing = [name for name in ("organization", main) if name not in entry.fields]
    if len(left) >= 2 and len(missing) == 2:
        entry.sure = False
        bold = next((part for part in left if part.face == "bold"), None)
        first = "organization" if section == "education" or bold is None or bold is left[0] else main
        missing = [first, *(name for name in missing if name != first)]
    elif len(missing) == 2 and left:
        entry.sure = False
        missing = ["organization"]
    if section == "education" and "degree" in entry.fields:
        _take_field(entry, left)
    named = [part for part in left if len(part.plain.split()) < 13 and len(part.plain) < 110]  # not a sentence
    if "location" in entry.fields:
        named = [part for part in named if part.kinds or not HOUSE.fullmatch(part.plain)]
    named.sort(key=lambda part: part.kinds == {"degree"})
    for name, part in zip(missing, named, strict=False):
        entry.fields[name] = part
        left.remove(part)
    for part in left:
        usual = re.fullmatch(r"[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+)?(?:, [A-Z][\w.'’ -]+)?", part.plain)
        if section == "positions" and usual and _may_be_place(part, entry):
            entry.fields["location"] = part
            entry.sure = entry.sure and "," in part.plain
        elif section == "education" and _may_be_field(entry, part):
            entry.fields["field"] = part
        else:
            entry.rest.append(part)


def _may_be_place(part: HeadPart, entry: Assigned) -> bool:
    """Return whether a name that no list knows may be the place: it has a cell of its own, or follows the employer."""
    if "location" in entry.fields or part.kinds or part.face == "bold":
        return False
    employer = entry.fields.get("organization")
    if employer and employer.slot[:2] == part.slot[:2]:
        return part.slot > employer.slot
    return not part.slot[2] or employer is None


def _divide_title(entry: Assigned, main: str = "title") -> None:
    """Divide `Engineer, Acme` where nothing else can be the employer."""
    part = entry.fields.get(main)
    if part and not part.role and (fields := divided_title(part, main)):
        entry.fields.update({name: said for name, said in fields.items() if name != "location" or name not in entry.fields})
        entry.sure = False


def _is_said_of(part: HeadPart, entry: Assigned, section: str) -> bool:
    """Return whether a part below the job or degree may be a sentence, and names no employer."""
    main = entry.fields.get(FIELDS[section][1])
    return main is not None and part.slot[0] > main.slot[0] and len(part.plain.split()) > 4 and "organization" not in part.kinds


def _divide_only_part(entry: Assigned, left: list[HeadPart], *, is_shared: bool) -> None:
    """Divide the only part, whose words may be those of both, before the other entries decide: `Software Intern, Acme Africa`."""
    if len(left) != 1 or {"organization", "team", "title"} & set(entry.fields):
        return
    if "title" in left[0].kinds:
        whole = entry.fields["title"] = left.pop()
        _divide_title(entry)
        if entry.fields["title"] is whole:
            left.append(entry.fields.pop("title"))
    if left and is_shared:
        entry.fields["title"] = left.pop()  # a job at the employer above


def _take_field(entry: Assigned, left: list[HeadPart]) -> None:
    """Take the name of a subject that follows the degree, before it is taken for the institution."""
    place = entry.fields["degree"].slot
    after = (part for part in left if part.slot > place and part.slot[0] - place[0] < 2 and SUBJECT.fullmatch(part.plain))
    if "field" not in entry.fields and (part := next(after, None)) and not degree_and_field(entry.fields["degree"].plain)[1]:
        entry.fields["field"] = part
        left.remove(part)


def _may_be_field(entry: Assigned, part: HeadPart) -> bool:
    """Return whether a part can be the subject of a degree that names none itself."""
    degree = entry.fields.get("degree")
    if degree is None or "field" in entry.fields or part.kinds or len(part.plain.split()) > 7:
        return False
    if re.search(r"[:\d%]", part.plain) or _COURSES.match(part.plain) or STREET.search(part.plain):
        return False
    return not degree_and_field(degree.plain)[1]
