"""Divide the head of an entry into its parts, at what sets them apart: cells, dates, signs, and changes of the typeface."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.values import identifiers, markdown
from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.old_cvs.dates import FoundDate, dates_in
from cvrender.old_cvs.headings import column_names
from cvrender.old_cvs.kinds_of_words import is_place, kinds
from cvrender.old_cvs.separators import EDGES, changes, is_within, signs_between

Slot = tuple[int, int, int]
_STRONG = frozenset({"organization", "title", "degree"})
_CITY = re.compile(r"[A-Z][\w.'’-]+(?: (?:(?:and|&|und|et|y) )?[A-Z][\w.'’-]+){0,2}")
TEAM = re.compile(
    r"(?i)(?:.*\b)?(?:department|dept|group|team|lab|laboratory|division|school of|faculty|center for|centre for|"
    r"institute of|campus)\b"
)
"""What names a part of an institution."""
_BETWEEN = re.compile(r"(?i)and|at|in|for|chez|bei|beim|im|am|presso|und|et|en|em|na|no|y|e|w|we|hos|vid|på|bij|ve|в|и|у|та|від")
_BETWEEN_BEFORE = re.compile(r"(?:at|chez|bei|presso) (?=[^\W\d_a-z])")
_IN_SENTENCE = re.compile(r"\b(?:in|since|until|from|by|before|after|(?<!class )of)$", re.IGNORECASE)
"""How the words before a date end if it is part of a sentence: `on leave in spring 2022`."""
_ASIDE = re.compile(r"\s\((?=[a-zà-ÿ]\w*(?: [^\s()]+){2,}\)\s*$)")
"""What a sentence in parentheses at the end of a head begins with: `(generally working in R)`."""
_AT = re.compile(r"\s(?:(?:at|AT|chez|CHEZ|bei|BEI|presso|PRESSO) |à (?:la |l[’'])?|au )(?=[^\W\d_a-zà-ÿ])")
"""The words between a job or a degree, and where it was."""
_AT_NAMED = re.compile(
    r",?\s(?:(?:im|am|beim|an|an der|an dem|in der|vid|hos|ved|w|we|při|bij|aan de|na|no|en|en la|en el|em|nella|nell['’]|alla|"
    r"all['’]|presso|della|dell['’]|dell[ao]|de|du|do|da|de la|de l[’']|del|to|v|в|у|при|от) |"
    r"(?:nell|all|dell|de l|à l)[’'])(?=[^\W\d_a-zà-ÿ])"
)
"""The same, where what follows must be an organization by its words."""
_INSTITUTION = re.compile(
    r"(?i)univ|institut|instytu|[eé]cole|school|schule|college|collège|lyc[eé]e|liceo|polit[eé]c|polytech|fa[ck]ul|esc[ou]ela|escola|colegio|"
    r"colégio|akadem|academ|h[oô]pital|hospital|klini|gmbh|s\.?a\.|ltd|inc\b|s\.r\.|z o\.o|университет|институт|школ|академи|ооо|"
    r"uniwers|polite|γυμν|πανεπ|大学|大學|ministe|banco|bank"
)
_EDGES_AND_OPEN = f"{EDGES}("
_OF_LINK = re.compile(
    r"(?i)\W*(?:link|url|web(?:site|page|seite|sida)?|home ?page|site(?: web)?|sitio web|lien|enlace|strona|ссылка|сайт)\W*"
)
"""What the text of a link says that names nothing."""
STATES = re.compile(
    r"university of (?:california|texas|illinois|wisconsin|north carolina|michigan|massachusetts|maryland|colorado|minnesota)|"
    r"(?:indian|national) institute of technology|iit|iiit|nit|california state university|state university of new york|suny",
    re.IGNORECASE,
)
"""Universities whose names continue with a place."""


_FULL_STOP = re.compile(r"(?:[^\W\d_]{4}(?<!Univ)(?<!Dept)(?<!Inst)(?<!Corp)(?<!Prof)(?<!Assoc)|[)”»\"])\.$")
"""A period that ends a sentence of one part, not an abbreviation."""
_SENTENCE = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=\)))[.:]\s+(?=[^\W\d_a-z])")
"""What may stand between parts besides commas: the end of a sentence, and a colon."""
_LABEL = re.compile(
    r"(?i)(?:.*\b)?(?:projects?|thesis|dissertation|topic|coursework|courses|modules|subjects|advisors?|supervisors?|gpa|grade|skills|"
    r"tools|technologies|tech(?:nology)? stack|description|responsibilities|activities|achievements|highlights|keywords)\s*:?"
)
"""Labels of what belongs to an entry, but not to its head."""
_OUTER = re.compile(r"(?P<outer>.{3,}?)\s*\((?P<inner>[^()]+)\)\W*")


@dataclass(frozen=True)
class HeadPart:
    """A part of an entry's head: inline Markdown without the emphasis of the whole, its typeface, and where it stands."""

    text: str
    plain: str
    face: str
    slot: Slot
    role: str = ""
    is_label: bool = False  # a colon follows, where the typeface or the cell changes

    @property
    def kinds(self) -> frozenset[str]:
        """Return what its words say that it may be."""
        return kinds(self.plain)


def divided(lines: list[OldLine]) -> tuple[list[HeadPart], list[FoundDate], list[str]]:
    """Return the parts of an entry's head lines, its dates, and words about a date such as `expected`."""
    fragments: list[HeadPart] = []
    times: list[FoundDate] = []
    words: list[str] = []
    for row, line in enumerate(lines):
        for column, cell in enumerate(map(labelled_cell, line.cells)):
            dates, pieces = _pieces(cell)
            times += dates
            for index, (spans, role) in enumerate(pieces):
                for part in _fragment(spans, (row, column, index), role):
                    if not (_about_date(part.plain) or dates and _goes_with_date(part, cell)):
                        fragments.append(part)
                    elif part.plain.casefold().strip(" :") not in column_names():
                        words.append(part.text)
    return fragments, times, words


_DURATION = re.compile(
    r"\W*(?:(?:ca?\.?|circa|about|environ)\s)?(?:\d{1,3}(?:[.,]\d)?\+?\s*(?:years?|yrs?|months?|mos?|weeks?|jahre?n?|monate?n?|wochen?|ans?|années?|mois|semaines?|"
    r"años?|mes(?:es)?|semanas?|anos?|mês|anni|anno|mesi|mese|settimane|jaar|maanden|lata?|miesi[ąę]c\w*|let|měsíc\w*|год\w*|лет|месяц\w*|рок\w*|місяц\w*|yıl|ay|år|månad\w*|"
    r"年|个月|ヶ月|년|개월)(?:\W+|$)(?:and |und |et |y |e )?){1,2}",
    re.IGNORECASE,
)
"""How long something took, which its dates say."""
_PARENTHESES = re.compile(r"\(([^()]{2,30})\)")


@cache
def _inner_labels() -> re.Pattern[str]:
    """Return what finds labels of several words within a cell: `Example College, Springfield Passing Year: 2016`."""
    names = (name for name in column_names() if " " in name and name.replace(" ", "").isalpha())
    return re.compile(rf"\s+(?=(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})\s*:)", re.IGNORECASE)


def _goes_with_date(part: HeadPart, cell: LineCell) -> bool:
    """Return whether a part of a cell with a date says more of it, as `em andamento` does, or is all else of its cell."""
    if part.kinds:
        return False
    words = part.plain.split()
    is_short = len(words) in (2, 3) and part.plain.islower() and min(len(words[0]), len(words[-1])) < 4
    return cell.role in ("date", "label") or is_short


def _about_date(text: str) -> bool:
    if column_names().get(text.strip(" :").casefold()) == "date":
        return True
    return bool(_DURATION.fullmatch(text)) or bool(
        re.fullmatch(
            r"\W*(?:exp|est|current|voraussichtlich|class of|à ce jour|zeitraum|dauer|period|período|periodo|période|"
            r"duration|dates?|data|datum|"
            r"(?:(?:expected|anticipated|graduation|graduated|graduating|date|in)\b\W*)+)\W*",
            text,
            re.IGNORECASE,
        )
    )


_LABELLED = re.compile(r"\*{0,3}(?P<label>[^\W\d_][^:：*\d]{1,30}?)\s*(?::\*{0,3}|\*{0,3}\s?[:：])\*{0,3}\s*(?=[^\s*])")


def labelled_cell(cell: LineCell) -> LineCell:
    """Return a cell that begins with the name of a field, such as `Employer: Acme`, as what the field says, with its role."""
    match = _LABELLED.match(cell.text) if not cell.role else None
    role = column_names().get(match["label"].casefold().strip(), "") if match else ""
    if match is None or role not in ROLES_OF_LABELS:
        return cell
    text = cell.text[match.end() :]
    text = f"**{text}" if match[0].startswith("**") and match[0].count("**") == 1 else text
    return LineCell(text, ROLES_OF_LABELS[role])


def with_labelled_cells(line: OldLine) -> OldLine:
    """Join a label that has a cell of its own, such as `Employer:`, with what it says in the next one."""
    is_label = len(line.cells) == 2 and line.kind in ("text", "row") and line.cells[0].plain.endswith(":")
    if not is_label or column_names().get(line.cells[0].plain.casefold().strip(" :")) not in ROLES_OF_LABELS:
        return line
    return replace(line, cells=(LineCell(f"{line.cells[0].plain} {line.cells[1].text}"),), kind="text")


_BEFORE_LINK = re.compile(r",?\s+(?=(?:https?://|www\.)\S+$)")
_OF_ANY = frozenset({"label", "date", "text", "heading", "heading2", "heading3"})
"""The roles of arguments that may say anything, and are divided as any text."""
ROLES_OF_LABELS = {
    "title": "named title",
    "organization": "employer",
    "location": "location",
    "field": "field",
    "date": "date",
    "grade": "grade",
}
"""The roles of what labels name: unlike those of a macro's arguments, they are not exchanged."""


def _fragment(spans: list[Span], slot: Slot, role: str) -> Iterator[HeadPart]:
    is_label = "".join(span.text for span in spans).rstrip().endswith(":")
    spans = _trimmed(spans)
    text = "".join(span.text for span in spans)
    if not re.search(r"\w", text) or _BETWEEN.fullmatch(text):
        return
    if (match := _BETWEEN_BEFORE.match(text)) and not role:
        spans = sliced(spans, match.end(), len(text))
        text = text[match.end() :]
    bold = all(span.bold for span in spans if span.text.strip())
    italic = all(span.italic for span in spans if span.text.strip())
    bare = [replace(span, bold=span.bold and not bold, italic=span.italic and not italic) for span in spans]
    if not role and _OF_LINK.fullmatch(text) and (href := next((span.href for span in spans if span.href), "")):
        role, text, bare = "url", href, [replace(spans[0], text=href, href="", bold=False, italic=False)]
    if (
        role not in ("job", "employer", "named title")
        and identifiers.url(text if "://" in text else f"https://{text}")
        and re.fullmatch(r"(?:https?://)?[\w.-]+\.[a-z]{2,}(?:/\S*)?", text.strip())
    ):
        role = "url"
    face = "bold" if bold else "italic" if italic else ""
    yield HeadPart(markdown.write(bare).strip(), " ".join(text.split()), face, slot, role, is_label)


def _trimmed(spans: list[Span]) -> list[Span]:
    text = "".join(span.text for span in spans)
    begin, end = len(text) - len(text.lstrip(EDGES)), len(text.rstrip(EDGES))
    if _FULL_STOP.search(text, begin, end):
        end -= 1
    if text[begin:].startswith(". "):
        begin += 2
    inner = text[begin:end]
    if inner.startswith("(") and inner.endswith(")") and inner.count("(") == 1:
        begin, end = begin + 1, end - 1
    elif inner.endswith("(") or inner.endswith("["):
        end = len(text[: end - 1].rstrip(EDGES))
    elif inner.startswith(")"):
        begin += 1
    return sliced(spans, begin, end)


def sliced(spans: list[Span] | tuple[Span, ...], begin: int, end: int) -> list[Span]:
    """Return the spans of a part of a text, given by its first and last place."""
    parts, place = [], 0
    for span in spans:
        here = span.text[max(0, begin - place) : max(0, end - place)]
        place += len(span.text)
        if here:
            parts.append(replace(span, text=here))
    return parts


def _pieces(cell: LineCell) -> tuple[list[FoundDate], list[tuple[list[Span], str]]]:
    """Return the dates of a cell, and its other parts with their roles."""
    spans = cell.spans
    text = "".join(span.text for span in spans)
    role = cell.role.rstrip("+")
    role = "" if role in _OF_ANY else role
    dates = (
        list(dates_in(text))
        if role not in ("title", "organization", "job", "employer", "named title") or len(list(dates_in(text))) == 1
        else []
    )
    dates = [date for date in dates if _is_time(text, date)]
    cuts: list[tuple[int, int]] = [(date.begin, date.end) for date in dates]
    if not role:
        cuts += [*signs_between(text, dates), *changes(spans)]
        cuts += [(match.start(), match.start()) for match in _ASIDE.finditer(text)]
        lasted = (match for match in _PARENTHESES.finditer(text) if _DURATION.fullmatch(match[1]))
        cuts += [(place, place) for match in lasted for place in match.span()]
        cuts += [(match.start(), match.end()) for match in _inner_labels().finditer(text)]
        cuts += [(match.start(), match.end()) for match in _BEFORE_LINK.finditer(text)]
    pieces, place = [], 0
    for begin, end in sorted(cuts):
        if begin >= place:
            pieces.append((place, begin))
        place = max(place, end)
    pieces.append((place, len(text)))
    parts: list[tuple[list[Span], str]] = []
    for begin, end in pieces:
        part = sliced(spans, begin, end)
        if _ASIDE.match(text[begin:end]):
            parts.append((part, "note"))
            continue
        parts += [(part, role)] if role else _at_commas(part)
    return dates, parts


def _is_time(text: str, date: FoundDate) -> bool:
    """Return whether a date is a time of the entry, not part of a name: a bare year in the middle of words is not."""
    before, after = text[: date.begin].rstrip(), text[date.end :].lstrip()
    if "date" not in date.fields:
        return True
    if before[:1].islower() and _IN_SENTENCE.search(before):
        return False
    open_before = not before or before[-1] in ",;:|•·–—-([" or text[: date.begin].endswith(("  ", "\t"))
    open_after = not after or after[0] in ",;:|•·–—-)]."
    worded = len(date.fields["date"]) > 4
    return (
        (open_after and (open_before or not after or worded))
        or (open_before and (not before or worded or open_after))
        or (worded and not after)
    )


def _at_commas(spans: list[Span]) -> list[tuple[list[Span], str]]:
    """Divide at commas where the parts are of different kinds, with the roles that this tells: a place after an organization."""
    text = "".join(span.text for span in spans)
    said = len(text.rstrip(_EDGES_AND_OPEN))
    commas = [match for match in re.finditer(r",\s+", text[:said]) if not is_within(match.start(), text)]
    match = _AT.search(text)
    before = kinds(text[: match.start()]) if match else frozenset()
    if not (match and before & {"title", "degree"} and "organization" not in before):
        match = _named_place(text)
    if match and match.start() < 100:
        return [*_at_commas(sliced(spans, 0, match.start())), *_at_commas(sliced(spans, match.end(), len(text)))]
    if len(text) > 300 or is_place(text.strip()) and len({span.href for span in spans if span.text.strip(" ,")}) < 2:
        return [(spans, "")]
    if (aside := _OUTER.fullmatch(text)) and is_place(aside["inner"]):
        inner = sliced(spans, aside.start("inner"), aside.end("inner"))
        return [*_at_commas(sliced(spans, 0, aside.end("outer"))), (inner, "location")]
    for comma in commas:
        left, right = text[: comma.start()].strip(), text[comma.end() :].strip(_EDGES_AND_OPEN)
        if is_place(right) and "," in right and STATES.fullmatch(left):  # the city is of the name, and of the place
            city = comma.end() + right.index(",")
            return [(sliced(spans, 0, city), ""), (sliced(spans, comma.end(), len(text)), "location")]
        if is_place(right) and not is_place(text.strip(_EDGES_AND_OPEN)) and not STATES.fullmatch(left):
            return [*_at_commas(sliced(spans, 0, comma.start())), (sliced(spans, comma.end(), len(text)), "location")]
    ends = [match for match in _SENTENCE.finditer(text) if not is_within(match.start(), text)]
    ends = [match for match in ends if match[0][0] == "." or not _LABEL.fullmatch(text[: match.start()])]
    return _at_difference(spans, commas, sorted((*commas, *ends), key=lambda match: match.start()))


def _named_place(text: str) -> re.Match[str] | None:
    """Return the word between a job or a degree and an organization that its words tell."""
    for match in _AT_NAMED.finditer(text):
        before, after = kinds(text[: match.start()]), kinds(re.split(r"[,(]", text[match.end() :])[0].strip())
        is_of_other = "organization" in after and not after & {"title", "degree"} and _INSTITUTION.search(text, match.end())
        if before & {"title", "degree"} and "organization" not in before and is_of_other:
            return match
    return None


def _at_difference(spans: list[Span], commas: list[re.Match[str]], cuts: list[re.Match[str]]) -> list[tuple[list[Span], str]]:
    """Divide at the first place where what is before and after are of different kinds, or else before the place at the end."""
    text = "".join(span.text for span in spans)
    for cut in cuts:
        left, right = text[: cut.start()].strip(), text[cut.end() :].strip()
        if _are_different(left, right) or _about_date(right):
            return _after_degree(spans, left, cut, [other for other in cuts if other.start() > cut.start()])
    if not commas:
        return [(spans, "")]
    left, right = text[: commas[-1].start()].strip(), text[commas[-1].end() :].strip(_EDGES_AND_OPEN)
    if (
        "organization" in kinds(left)
        and _CITY.fullmatch(right)
        and not kinds(right)
        and not STATES.fullmatch(left)
        and "degree" not in kinds(left)
    ):
        return [*_at_commas(sliced(spans, 0, commas[-1].start())), (sliced(spans, commas[-1].end(), len(text)), "location")]
    return [(spans, "")]


def _after_degree(spans: list[Span], before: str, cut: re.Match[str], later: list[re.Match[str]]) -> list[tuple[list[Span], str]]:
    """Divide at a cut; subjects that no list of words knows, between a degree and the institution, are of the degree."""
    text = "".join(span.text for span in spans)
    end = None
    for other in later if "degree" in kinds(before) else ():
        if kinds(text[cut.end() : other.start()].strip()) or "organization" not in kinds(text[other.end() :].strip()):
            break
        end = other
    if end is None:
        return [*_at_commas(sliced(spans, 0, cut.start())), *_at_commas(sliced(spans, cut.end(), len(text)))]
    rest = _at_commas(sliced(spans, end.end(), len(text)))
    if re.search(r" (?:in|of|en|im) ", before):
        return [(sliced(spans, 0, end.start()), ""), *rest]
    return [*_at_commas(sliced(spans, 0, cut.start())), (sliced(spans, cut.end(), end.start()), "field"), *rest]


def _are_different(left: str, right: str) -> bool:
    """Return whether two parts say different things: a job and an employer, or a department and its university."""
    one, other = kinds(left) & _STRONG, kinds(right) & _STRONG
    if TEAM.match(left) and one == {"organization"} == other and not TEAM.match(right):
        return True
    return bool(one and other and not one & other) or ("grade" in kinds(right) and "grade" not in kinds(left))
