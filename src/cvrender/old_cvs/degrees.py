"""Divide the name of a degree from that of its subject."""

import re

from cvrender.formats.table import ImportedEntry
from cvrender.old_cvs.kinds_of_words import is_place, kinds

_SUBJECTS = (
    "science|arts|engineering|technology|business administration|education|fine arts|philosophy|computer applications|"
    "applied science|music|law|laws|commerce|research"
)
_DEGREES = (
    r"ph\.?\s?d\.?|doctor\w*(?: of \w+)?|d\.?phil\.?|m\.?b\.?a\.?|"
    r"(?:joint |integrated |double |dual )?(?:bachelor|master)(?:['’]?s)?(?: degree)?"
    rf"(?: of (?:{_SUBJECTS}))?|[bm]\.?\s?sc\.?|[bm]\.?\s?a\.?|[bm]\.?\s?s\.?|[bm]\.?\s?eng\.?|[bm]\.?\s?tech\.?|b\.?\s?e\.?|"
    r"m\.?phil\.?|m\.?\s?res\.?|diplom|minor|major|licence|laurea(?: \w+)?"
)
_DEGREE_WORD = re.compile(
    rf"(?i)^(?P<degree>(?:{_DEGREES})(?:\s*\((?:[A-Z][\w.]{{0,7}}|hons?\.?)\))?(?:\s+(?:degree|student|candidate|program|studies|hons?\.?))?)"
    r"(?:\s*(?:,|:|–|—|-)\s+|\s+(?:in|en|of)\s+|\s+(?!im |in der |à |au |a |di |de |em )\s*)(?P<field>\(?[A-Z].*)$"
)

_DEGREE_ALONE = re.compile(rf"(?i)(?:{_DEGREES})(?:\s*\([\w. ]+\))?")
SUBJECT = re.compile(
    r"(?:[\w&-]+ ){0,6}(?:sciences?|engineering|mathematics|maths|physics|chemistry|biology|economics|architecture|philosophy|"
    r"history|linguistics|psychology|statistics|medicine|law|literature|informatics|informatik|mathematik|physik|administration|management|"
    r"design|arts|music|studies|technology|computing|nursing|finance|accounting|marketing|journalism|geography|sociology)"
    r"(?: and [\w ]+)?|"
    r"(?:[\w&-]+ ){0,2}(?:\w*(?:wissenschaft(?:en)?|ingenieurwesen|technik|wirtschaft|maschinenbau)|mühendisliği|programcılığı|"
    r"öğretmenliği|bilimleri?|teknolojileri|işletme|hukuk|инженерия|инжиниринг|экономика|юриспруденция)|"
    r"(?:engenharia|ingenier[ií]a|ingegneria|inżynieria|inženýrství|inginerie|génie|ingénierie|informati\w+|inform[aá]tica|"
    r"информатика|інформатика|phys[i]?[qk]\w*|f[ií]sica|fizyka|fyzika|физика|фізика|mathémati\w+|matem[aá]ti[ck]a\w*|"
    r"математика|ch[ie]mi[ea]\w*|qu[ií]mica|chimica|химия|biolog[iyí]\w+|биология|droit|derecho|direito|prawo|право|"
    r"ciências?|ciencias?|scienze|sciences|nauki|economía|economia|économie|ekonomia|psicolog[ií]a|psychologi\w+|"
    r"histoire|historia|história|storia|arquite[ck]?tura|architett?ura|administra[çc]\w+|administración)"
    r"(?: [\w'’&-]+){0,4}",
    re.IGNORECASE,
)
"""How the name of a subject ends, and in Romance and Slavonic languages how it begins."""
SUBJECT_LABEL = re.compile(
    r"(?i)(?:spécialité|spécialisation|option|filière|especialidad|especialização|fachrichtung|studienrichtung|schwerpunkt|vertiefung|"
    r"specializzazione|indirizzo|kierunek|specjalność|obor|zaměření|odbor|специальность|направление|спеціальність|inriktning|"
    r"inriktad|studierichting|afstudeerrichting|major in|specialization|specialisation|专业)\b"
)
"""How a part begins that says the subject of a degree."""


def degree_and_field(text: str) -> tuple[str, str]:
    """Divide `Ph.D. in Computer Science`; the field is "" if none is named."""
    match = None if _DEGREE_ALONE.fullmatch(text.strip()) else _DEGREE_WORD.match(text)
    return (match["degree"].strip(" ,"), match["field"].strip()) if match else (text, "")


def names_subject(text: str, degree: str) -> bool:
    """Return whether a text is the subject of the degree before it: it says so, or the degree names none, as in `Lisans`."""
    is_subject = "organization" not in kinds(text) and bool(SUBJECT.fullmatch(text))
    return bool(SUBJECT_LABEL.match(text)) or bool(degree) and is_subject and not degree_and_field(degree)[1]


_WITH_SUBJECT = re.compile(
    r"(?P<subject>[^,]{4,60}), (?P<name>[^,]+(?:, [^,]+)?)|(?P<school>[^，、]*[\u3040-\ud7af])[，、]\s?(?P<of>[^，]{2,30})"
)


def take_subject(entry: ImportedEntry) -> None:
    """Divide `Computer Science, Example University` if nothing else names the subject of a degree: the name stands last."""
    school, place, degree = (str(entry.get(key, "")) for key in ("institution", "location", "degree"))
    if (
        "field" in entry
        or not degree
        or len(degree.split()) > 4
        or "](" in school
        or kinds(school) & {"organization"}
        and "," not in school
    ):
        return
    if match := _WITH_SUBJECT.fullmatch(school):
        subject, name = match["subject"] or match["of"], match["name"] or match["school"]
        if "organization" in kinds(name) and not kinds(subject) and not is_place(subject):
            entry["institution"], entry["field"] = name, subject
    else:
        name, _, rest = place.partition(", ")
        if "," in rest and is_place(rest) and not is_place(name) and school:  # `Computer Science, Zelnik, Berlin, Germany`
            entry["field"], entry["institution"], entry["location"] = school, name, rest
