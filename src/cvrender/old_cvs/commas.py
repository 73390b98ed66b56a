"""Divide a text of an entry's head at commas, and at words before an employer or a place, where kinds of words differ."""

import re

from cvrender.model.text import Span
from cvrender.model.value import replace
from cvrender.old_cvs.headings import column_names, is_label_below
from cvrender.old_cvs.kinds_of_words import PART_OF_EASTERN, is_place, kinds, kinds_of
from cvrender.old_cvs.separators import EDGES, goes_on, is_within

_STRONG = frozenset({"organization", "title", "degree"})
_CITY = re.compile(r"[A-Z][\w.'’-]+(?: (?:(?:and|&|und|et|y) )?[A-Z][\w.'’-]+){0,2}")
TEAM = re.compile(
    r"(?i)(?:.*\b)?(?:department|dept|group|team|lab|laboratory|division|school of|faculty|center for|centre for|"
    r"institute of|campus|institut für|fakultät|fachbereich|lehrstuhl|abteilung|arbeitsgruppe|département|faculté|laboratoire|"
    r"équipe|departamento|facultad|faculdade|dipartimento|facoltà|wydział|katedra|факультет|кафедра|отдел|лаборатория)\b"
    rf"|{PART_OF_EASTERN}|[\u3040-\u9fff]{{1,14}}学部(?![\u3040-\u9fff])"
)
"""What names a part of an institution."""
_COMPANY = (
    r"(?:(?:empresa|companhia|firma|Firma|Fa\.|compañía|société|entreprise|azienda|ditta|company|компании|фирме|организации|компанії|фірмі|"
    r"spółce|firmie|firmě|společnosti|spoločnosti) )?(?=(?:\d{1,3} ?)?[«\"“„]?[^\W\d_a-zà-ÿ])"
)
"""What may stand before the name of an employer, and how that begins."""
_AT = re.compile(
    r"\s(?:(?:at|AT|chez|CHEZ|bei|BEI|bei der|bei dem|beim|presso|PRESSO|c/o|bij|hos|vid|ved|på|w|we|v|ve|в|у) |à (?:la |l[’'])?|"
    r"au |au sein d(?:e |u |e la |e l[’'])|(?:im Hause|in der Firma) )" + _COMPANY
)
"""The words between a job or a degree, and where it was."""
_IN_PLACE = re.compile(r"\s(?:i|in|en|w|we|v|ve|в|у|à|em|te|din) (?=[^\W\d_a-zà-ÿ][^,]*(?:, [^,]+)?$)")
"""The word before the place at the end of a head: `Trainee at Acme in Lund`."""
_BEFORE_KIND = re.compile(r"(?<=[\w»\"”)])[,.]?\s+(?=(?:[мг]|гр|смт|пос|пгт)\.\s?[А-ЯІЇЄҐЁ])")
"""What stands before a place in Slavonic letters: `ООО «Пример» г. Москва`."""
_NAMED_AFTER_PLACE = re.compile(r"(?i)univ|ecole|école|institut|hochschul|polit[eé]c|college|lyc[eé]e")
"""What may have a place in its name behind such a word."""
_AT_NAMED = re.compile(
    r",?\s(?:(?:im|am|an|an der|an dem|in der|vid|hos|ved|w|we|při|bij|aan de|na|no|en|en la|en el|em|nella|nell['’]|alla|"
    r"all['’]|presso|della|dell['’]|dell[ao]|de|du|do|da|de la|de l[’']|del|to|v|в|у|при|от|"
    r"pour(?: l[ae]s?)?|para(?: la| el| o| a)?|für(?: die| das)?) |"
    r"(?:nell|all|dell|de l|à l)[’'])" + _COMPANY
)
"""The same, where what follows must be an organization by its words."""
_INSTITUTION = re.compile(
    r"(?i)univ|institut|instytu|[eé]cole|school|g[iy]mn|vgs|videreg|ліце|лице|г[иі]мн|техн[иі]к|колед|schule|college|collège|lyc[eé]e|liceo|polit[eé]c|polytech|fa[ck]ul|esc[ou]ela|escola|colegio|"
    r"colégio|akadem|academ|h[oô]pital|hospital|klini|gmbh|s\.?a\.|ltd|inc\b|s\.r\.|z o\.o|университет|институт|школ|академи|ооо|"
    r"uniwers|polite|γυμν|πανεπ|大学|大學|ministe|banco|bank"
)
_UNSPACED = re.compile(
    r"(?P<name>(?=[^\W\d_a-z]{2})[^\s,，、:：；;]{1,30}?"
    r"(?:大学院?|大學|公司|集团|集團|研究所|研究院|医院|醫院|银行|銀行|(?<!学)学校|學校|中学|高校|振興会|株式会社|대학교|대학원|고등학교|회사|연구소))"
    r"[ \xa0\u3000]*(?=[^\W\d_a-z]{2}|[(（])(?P<rest>.+)"
)
"""The name of an institution or company and what follows it, in a script whose words are not set apart: `東京大学工学部`."""
_EDGES_AND_OPEN = f"{EDGES}("
STATES = re.compile(
    r"university of (?:california|texas|illinois|wisconsin|north carolina|michigan|massachusetts|maryland|colorado|minnesota)|"
    r"(?:indian|national) institute of technology|iit|iiit|nit|california state university|state university of new york|suny",
    re.IGNORECASE,
)
"""Universities whose names continue with a place."""
_COMMA = re.compile(r",\s+|[，、،]\s*|(?<=[\u3040-\u9fff])\s(?=[\u3040-\u9fffA-Z])")
"""A comma, and a space between words of Chinese or Japanese."""
_SENTENCE = re.compile(r"(?:(?<=[^\W\d_]{3})(?<![Dd]ipl)|(?<=\)))[.:]\s+(?=[^\W\d_a-z])|(?<=[\u3040-\u9fff])：\s*(?=\w)")
"""What may stand between parts besides commas: the end of a sentence, and a colon."""
_LABEL_BELOW = re.compile(
    r"(?i)(?:.*\b)?(?:projects?|thesis|dissertation|topics?|coursework|courses|modules|subjects|advisors?|supervisors?|gpa|grade|skills|"
    r"tools|technologies|tech(?:nology)? stack|description|responsibilities|activities|achievements|highlights|keywords)\s*:?"
)
"""Labels of what belongs to an entry, but not to its head."""


def says_below(label: str) -> bool:
    """Return whether a label before a colon is of what is said below a head."""
    return is_label_below(label) or len(label) < 40 and bool(_LABEL_BELOW.fullmatch(label.strip()))


UNDER = re.compile(
    r"[,(]\s*(?P<by>(?:(?:co-?)?(?:supervised|advised|mentored|directed) by|under the (?:supervision|guidance|direction) of|"
    r"betreut (?:von|durch)|(?:co-?)?encadrée? par|dirigée? par|sous la (?:direction|supervision) de|(?:co)?dirigid[oa] por|"
    r"supervisad[oa] por|bajo la (?:dirección|supervisión) de|orientad[oa] por|sob (?:a )?orientação de|"
    r"sotto la (?:supervisione|guida) d[ei]|onder (?:begeleiding|leiding) van|pod kierunkiem|pod vedením|handledd av|"
    r"под руководством|(?:co-?)?(?:advis[eo]rs?|supervisors?|mentors?|PI|betreuer(?:in)?|encadrante?s?|"
    r"directeur|directora?|orientadora?|tutora?|relatore|"
    r"opiekun|promotor|školitel|vedoucí|handledare|veileder|руководитель|керівник)\s?:) .+)",
    re.IGNORECASE,
)
"""Who led a work, behind its name."""
_IN_FRANCE = re.compile(r"[^\W\d_][\w.'’ -]{2,30}, (?:\d\d|2[AB]|97\d)")
"""A town and the number of its department."""
_OUTER = re.compile(r"(?P<outer>.{3,}?)\s*\((?P<inner>[^()]+)\)\W*")
DURATION = re.compile(
    r"\W*(?:(?:ca?\.?|circa|about|environ)\s)?(?:\d{1,3}(?:[.,]\d)?\+?\s*(?:years?|yrs?|months?|mos?|weeks?|jahre?n?|monate?n?|wochen?|ans?|années?|mois|semaines?|"
    r"años?|mes(?:es)?|semanas?|anos?|mês|anni|anno|mesi|mese|settimane|jaar|maanden|lata?|miesi[ąę]c\w*|let|měsíc\w*|год\w*|лет|месяц\w*|рок\w*|місяц\w*|yıl|ay|år|månad\w*|"
    r"年|个月|ヶ月|년|개월)(?:\W+|$)(?:and |und |et |y |e )?){1,2}",
    re.IGNORECASE,
)
"""How long something took, which its dates say."""


def _institution_before(text: str) -> re.Match[str] | None:
    """Return the institution with which a text begins, and what follows, if that is neither another one nor its department."""
    match = _UNSPACED.match(text)
    if match is None or "organization" in kinds_of(match["rest"]):
        return None
    is_spaced = match.end("name") < match.start("rest")
    return None if is_spaced and goes_on(text, match.start("rest")) else match


def at_commas(spans: list[Span]) -> list[tuple[list[Span], str]]:
    """Divide at commas where the parts are of different kinds, with the roles that this tells: a place after an organization."""
    text = "".join(span.text for span in spans)
    said = len(text.rstrip(_EDGES_AND_OPEN))
    if match := _institution_before(text):
        return [(sliced(spans, 0, match.end("name")), ""), *at_commas(sliced(spans, match.start("rest"), len(text)))]
    if (match := UNDER.search(text)) and kinds(text[: match.start()]):
        return [*at_commas(sliced(spans, 0, match.start())), (sliced(spans, match.start("by"), len(text)), "note")]
    if (match := _BEFORE_KIND.search(text)) and is_place(text[match.end() : said].strip()):
        return [*at_commas(sliced(spans, 0, match.start())), (sliced(spans, match.end(), len(text)), "location")]
    commas = [match for match in _COMMA.finditer(text[:said]) if not is_within(match.start(), text)]
    commas = [match for match in commas if not match[0].isspace() or not goes_on(text, match.end())]
    match = _AT.search(text)
    if not (match and "organization" not in (before := kinds(text[: match.start()])) and before & {"title", "degree"}):
        match = _named_place(text)
    if match and match.start() < 100:
        return [*at_commas(sliced(spans, 0, match.start())), *_where(sliced(spans, match.end(), len(text)))]
    place = _IN_PLACE.search(text[:said])
    where = text[place.end() : said].rstrip(".") if place and not _NAMED_AFTER_PLACE.search(text[: place.start()]) else ""
    if place and is_place(where) and is_place(where.split(",")[0]):
        return [*at_commas(sliced(spans, 0, place.start())), (sliced(spans, place.end(), len(text)), "location")]
    if len(text) > 300 or is_place(text.strip()) and len({span.href for span in spans if span.text.strip(" ,")}) < 2:
        return [(spans, "")]
    if aside := _OUTER.fullmatch(text):
        if is_place(aside["inner"].strip()) or _IN_FRANCE.fullmatch(aside["inner"].strip()):
            return _before_country(spans, commas, aside)
        if _are_different(aside["outer"], aside["inner"]) and "organization" in kinds(aside["inner"]):
            return [*at_commas(sliced(spans, 0, aside.end("outer"))), *at_commas(sliced(spans, *aside.span("inner")))]
    if aside and kinds(aside["inner"]) == {"title"} and "title" not in kinds(aside["outer"]):  # `Acme (Engineer)`
        return [(sliced(spans, 0, aside.end("outer")), ""), (sliced(spans, *aside.span("inner")), "")]
    for comma in commas:
        left, right = text[: comma.start()].strip(), text[comma.end() :].strip(_EDGES_AND_OPEN)
        if is_place(right) and "," in right and STATES.fullmatch(left):  # the city is of the name, and of the place
            city = comma.end() + right.index(",")
            return [(sliced(spans, 0, city), ""), (sliced(spans, comma.end(), len(text)), "location")]
        if is_place(right) and not is_place(text.strip(_EDGES_AND_OPEN)) and not STATES.fullmatch(left):
            return [*at_commas(sliced(spans, 0, comma.start())), (sliced(spans, comma.end(), len(text)), "location")]
    return _at_difference(spans, commas)


def _where(spans: list[Span]) -> list[tuple[list[Span], str]]:
    """Divide what follows a job and `at`: a name that no list knows is the employer before a country, as in `Acme, Sweden`."""
    text = "".join(span.text for span in spans)
    name, comma, place = text.rstrip(_EDGES_AND_OPEN).partition(", ")
    if not comma or not is_place(place) or is_place(name) or STATES.fullmatch(name):
        return at_commas(spans)
    return [(sliced(spans, 0, len(name)), ""), (sliced(spans, len(name) + 2, len(text)), "location")]


def _before_country(spans: list[Span], commas: list[re.Match[str]], aside: re.Match[str]) -> list[tuple[list[Span], str]]:
    """Divide before a place in parentheses, or before the city that it belongs to: `Example College, Springfield (France)`."""
    text, last = aside.string, commas[-1] if commas else None
    town = text[last.end() : aside.end("outer")] if last else ""
    if last is None or not _CITY.fullmatch(town) or kinds(town) - {"place"}:
        inner = sliced(spans, aside.start("inner"), aside.end("inner"))
        return [*at_commas(sliced(spans, 0, aside.end("outer"))), (inner, "location")]
    if is_place(text[: last.start()]):
        return [(spans, "location")]
    return [*at_commas(sliced(spans, 0, last.start())), (sliced(spans, last.end(), len(text)), "location")]


_SHORT_NAME = re.compile(r"[A-ZÀ-Þ]{2,}(?!\w)")
_WITHIN = re.compile(r"an der|an dem|am|in der|en la|en el|alla|all['’]|nella|presso|vid|ved|aan de|à l['’]|в|у")
"""The words that stand before an institution only."""


def _named_place(text: str) -> re.Match[str] | None:
    """Return the word between a job or a degree and an organization that its words tell."""
    for match in _AT_NAMED.finditer(text):
        before, after = kinds(text[: match.start()]), kinds(re.split(r"[,(]", text[match.end() :])[0].strip())
        is_of_other = "organization" in after and not after & {"title", "degree"} and _INSTITUTION.search(text, match.end())
        is_of_other = is_of_other or "organization" in after and _SHORT_NAME.match(text, match.end())
        is_within = _WITHIN.fullmatch(match[0].strip()) and (_INSTITUTION.match(text, match.end()) or is_of_other)
        if (before & {"title", "degree"} or is_within) and "organization" not in before and is_of_other:
            return match
    return None


def _at_difference(spans: list[Span], commas: list[re.Match[str]]) -> list[tuple[list[Span], str]]:
    """Divide at the first place where what is before and after are of different kinds, or else before the place at the end."""
    text = "".join(span.text for span in spans)
    ends = [match for match in _SENTENCE.finditer(text) if match[0][0] == "." or not says_below(text[: match.start()])]
    ends = [match for match in ends if not is_within(match.start(), text)]
    if (end := next(iter(ends), None)) and is_place(text[: end.start()].strip(EDGES)) and kinds(text[end.end() :]):
        return [(sliced(spans, 0, end.start()), "location"), *at_commas(sliced(spans, end.end(), len(text)))]
    cuts = sorted((*commas, *ends), key=lambda match: match.start())
    for cut in cuts:
        left, right = text[: cut.start()].strip(), text[cut.end() :].strip()
        if _are_different(left, right) or about_date(right):
            return _after_degree(spans, left, cut, [other for other in cuts if other.start() > cut.start()])
    if not commas:
        place = _where_organization_begins(text)
        return [(sliced(spans, 0, place), ""), (sliced(spans, place, len(text)), "")] if place else [(spans, "")]
    left, right = text[: commas[-1].start()].strip(), text[commas[-1].end() :].strip(_EDGES_AND_OPEN)
    if (
        "organization" in kinds(left)
        and _CITY.fullmatch(right)
        and not re.fullmatch(r"[^\W\d_a-z]{2,6}", right)  # the short name of a part
        and not kinds(right)
        and not (STATES.fullmatch(left) or TEAM.match(right))
        and "degree" not in kinds(left)
    ):
        return [*at_commas(sliced(spans, 0, commas[-1].start())), (sliced(spans, commas[-1].end(), len(text)), "location")]
    return [(spans, "")]


_LEGAL = re.compile(
    r"\b(?:GmbH|AG|KG|e\.\s?V\.|Ltd\.?|Inc\.?|LLC|S\.?A\.?S?|SARL|s\.r\.[ol]\.|a\.s\.|B\.V\.|A/S|Oy|AB|Kft\.?|Zrt\.?)$"
)


def _where_organization_begins(text: str) -> int:
    """Return where the employer begins behind a job, with nothing between them: `Inhaberin Acme GmbH`; 0 if it does not."""
    for gap in re.finditer(r" (?=[^\W\d_a-zà-ÿ])", text):
        before, after = text[: gap.start()], text[gap.end() :]
        is_job = kinds(before) == {"title"} and "title" in kinds(before.split()[-1])
        if not is_job or "organization" not in kinds(after) or "title" in kinds(after):
            continue
        if _LEGAL.search(after) or _INSTITUTION.search(after.split()[0]):
            return gap.end()
    return 0


def _after_degree(spans: list[Span], before: str, cut: re.Match[str], later: list[re.Match[str]]) -> list[tuple[list[Span], str]]:
    """Divide at a cut; subjects that no list of words knows, between a degree and the institution, are of the degree."""
    text = "".join(span.text for span in spans)
    end = None
    for other in later if "degree" in kinds(before) else ():
        if kinds(text[cut.end() : other.start()].strip()) or "organization" not in kinds(text[other.end() :].strip()):
            break
        end = other
    if end is None:
        return [*at_commas(sliced(spans, 0, cut.start())), *at_commas(sliced(spans, cut.end(), len(text)))]
    rest = at_commas(sliced(spans, end.end(), len(text)))
    if re.search(r" (?:in|of|en|im) ", before):
        return [(sliced(spans, 0, end.start()), ""), *rest]
    return [*at_commas(sliced(spans, 0, cut.start())), (sliced(spans, cut.end(), end.start()), "field"), *rest]


def _are_different(left: str, right: str) -> bool:
    """Return whether two parts say different things: a job and an employer, or a department and its university."""
    one, other = kinds(left) & _STRONG, kinds(right) & _STRONG
    if TEAM.match(left) and one <= {"organization"} == other and not TEAM.match(right) or is_place(left) and other == {"title"}:
        return True
    return bool(one and other and not one & other) or ("grade" in kinds(right) and "grade" not in kinds(left))


def is_city_of(institution: str, name: str) -> bool:
    """Return whether an institution is named after a place: `University of Erewhon` and `Erewhon`."""
    words = rf"(?<!\w){re.escape(name)}(?!\w)"
    return (
        name[:1].isupper()
        and bool(_NAMED_AFTER_PLACE.search(institution) and re.search(words, institution))
        and name != institution
    )


def about_date(text: str) -> bool:
    """Return whether a text says nothing but when, or how long."""
    if column_names().get(text.strip(" :").casefold()) == "date":
        return True
    return bool(DURATION.fullmatch(text)) or bool(
        re.fullmatch(
            r"\W*(?:exp|est|current|voraussichtlich|class of|à ce jour|zeitraum|dauer|period|período|periodo|période|"
            r"duration|dates?|data|datum|formad[oa]|concluíd[oa]|cursando|trancad[oa]|finalizad[oa]|terminad[oa]|egresad[oa]|"
            r"graduad[oa]|abgeschlossen|obtenue?|conseguit[oa]|ukończon[eay]|ukončen[oáéý]|"
            r"dokončen[oáéý]|abgebrochen|졸업(?:예정)?|재학(?: ?중)?|휴학(?: ?중)?|卒業見込(?:み)?|"
            r"毕业|在读|окончил[а]?|закончил[а]?|закінчи(?:в|ла)|"
            r"(?:(?:expected|anticipated|graduation|graduated|graduating|date|in)\b\W*)+)\W*",
            text,
            re.IGNORECASE,
        )
    )


def sliced(spans: list[Span] | tuple[Span, ...], begin: int, end: int) -> list[Span]:
    """Return the spans of a part of a text, given by its first and last place."""
    parts, place = [], 0
    for span in spans:
        here = span.text[max(0, begin - place) : max(0, end - place)]
        place += len(span.text)
        if here:
            parts.append(replace(span, text=here))
    return parts
