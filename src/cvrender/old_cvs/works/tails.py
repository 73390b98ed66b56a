"""Read what follows the title of a work: where it appeared, volume, issue, pages, publisher, year, and how far it is."""

import re
from typing import Any

from cvrender.formats.values import markdown
from cvrender.old_cvs.works.item import ReferenceText, item_of
from cvrender.old_cvs.works.people import are_names

YEAR = r"(?:1[89]|20)\d\d"
_PAGE = r"(?P<page>(?:[A-Za-z]{0,2}\d[\w.]*)(?:\s*[-–—‐]+\s*[A-Za-z]{0,2}\d[\w.]*)?)"
_MONTH = (
    r"(?P<month>(?i:jan|feb|mar|apr|may|mai|jun|jul|aug|ago|sep|set|oct|okt|out|nov|dec|dez|dic|ene|fev|abr|mär|avr|aoû|jui|déc|fév)"
    r"[^\W\d_]*\.?)"
)
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan ene", "feb fev fév", "mar mär", "apr abr avr", "may mai", "jun jui", "jul juil", "aug ago aoû", "sep set",
            "oct okt out", "nov", "dec dez dic déc",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
WORDS = {
    "volume": r"(?:[Vv]ol(?:ume|\.)?|[Bb]d\.?|[Bb]and|[Tt]om[eo]?\.?|[Tt]\.|[Vv]\.)",
    "issue": r"(?i:no\.|no\b|n[º°]\.?|nr\.?|n\.|iss(?:ue|\.)|nu(?:mber|m\.|méro)|núm\.|h(?:eft|\.)|fasc\.|№)",
    "page": r"(?i:pp?\.?|pages?|s\.|págs?\.?|ss\.|с\.|стр\.|seiten?|art(?:icle|\.)(?: (?:no\.?|ID))?)",
}
_ROWS = (
    rf"(?P<year>{YEAR}) ?年 ?(?P<month>\d{{1,2}}) ?月",
    rf"(?:(?P<days>\d{{1,2}}(?:[-–]\d{{1,2}})?)\.? )?{_MONTH}"
    rf"(?: (?P<days2>\d{{1,2}}(?:[-–]\d{{1,2}})?),?)? (?P<year>{YEAR})(?!\d)",
    rf"(?P<year>{YEAR})(?: (?P<month>[A-Z][a-z]{{2,8}}\.?)(?: (?P<days>\d{{1,2}}))?)?\s*[;,]\s*"
    rf"(?P<volume>\d+)\s*(?:\((?P<issue>[^)]{{1,20}})\))?\s*[:：,]\s*{_PAGE}",
    rf"(?<!\w){WORDS['volume']}\s*(?P<volume>[A-Z]?\d+\w?)\s*\((?P<issue>(?!{YEAR})[^)\s]{{1,12}})\)",
    rf"(?<![\w.])(?P<volume>\d{{1,4}})\s*,\s*{_PAGE}(?:\(R\))?\s*\((?P<year>{YEAR})\)",
    rf"(?<![\w.])(?P<volume>\d{{1,4}})\s*[(（](?P<issue>(?!{YEAR})[\w/–-]{{1,12}})[)）]"
    rf"(?:\s*[:：,]\s*(?:{WORDS['page']}\s*)?{_PAGE}(?!\w))?",
    rf"\b{WORDS['volume']}\s*(?P<volume>[A-Z]?\d+\w?)(?!\w)",
    rf"(?<![\w.])(?P<volume>(?!{YEAR})\d{{1,4}}),?\s*{WORDS['issue']}\s*(?P<issue>\d+(?:[-–/]\d+)?)(?!\w)",
    rf"(?<!\w){WORDS['issue']}\s*(?P<issue>\d+(?:[-–/]\d+)?)(?!\w)",
    rf"(?<![\w.])(?P<volume>\d{{1,4}})[\s,]*\((?P<year>{YEAR})\)\s*[:,]?\s*{_PAGE}?(?!\w)",
    rf"(?<!\w){WORDS['page']}\s*{_PAGE}(?!\w)",
    rf"(?<![\w.])(?P<volume>\d{{1,4}})\.(?P<issue>\d{{1,3}})\s*\((?P<year>{YEAR})\)",
    rf"(?<![\w./-])(?P<volume>(?!{YEAR}\s*,)\d{{1,4}})\s*[,:]\s*{_PAGE}(?![\w/])",
    r"(?<=[,\s])(?P<page>[A-Za-z]?\d{1,6}\s*[-–—‐]+\s*[A-Za-z]?\d{1,6})(?!\w)",
)
_STATUSES = (
    ("under-review", r"(?:currently )?(?:under|in) (?:peer[- ])?review|in revision|em avaliação|en revisión|in Begutachtung"),
    (
        "revise-and-resubmit",
        r"R ?& ?R(?: (?:at|in))?|revis(?:e|ion)s? (?:and|&) resubmi\w+|under revision|major revision|minor revision",
    ),
    ("submitted", r"submitted(?: (?:for publication|to))?|eingereicht|soumis|submetido|enviado"),
    (
        "in-press",
        r"in press|to appear|im Druck|im Erscheinen|à paraître|no prelo|en prensa|in corso di stampa|forthcoming",
    ),
    ("accepted", r"accepted(?: (?:for publication|to|at|by|in)\b)*|angenommen|accepté|aceito|aceptado"),
    (
        "in-preparation",
        r"(?:manuscript )?in prep(?:aration|\.)?|work(?:ing)? in progress|in Vorbereitung|en préparation|em preparação|"
        r"en preparación",
    ),
)
_IN = re.compile(
    r"^[\s.,;:–—-]*(?:(?P<status>To appear (?:in|at)|Accepted (?:at|to|by|for publication in|in)|Submitted to"
    r"|Under review (?:at|for|in)|Forthcoming in)[: ]"
    r"|\*?(?:[Ii]n(?! prep| press| review| progress)(?:\s*:|(?=\s))"
    r"|(?:Dans|En|Em)(?:\s?:|(?=\s))|I:|W:|В кн\.:|Published in|Presented at|//))\s*",
)
_ASIDE = re.compile(
    r"(?i)[;,.\n(]\s*((?:reprint(?:s|ed)?|also (?:in|at|as|published|appeared)|(?:originally|first) published|nachdruck|auch in"
    r"|zuerst in|repris|également (?:dans|paru)|reimpr\w*|también en|também em|ristampa)\b[^,;\n]*)"
)
"""Where else a work appeared, with another time."""
_BRACKET = re.compile(r"[\s.,]*\[([^\[\]]*[^\W\d_]{3}[^\[\]]*)\]")
_NOTE = re.compile(r"\s*\(([^\W\d_](?:[^\W\d_]|[. -]){2,40})\)(?=\n|$)")
_LEGEND = re.compile(r"\s*\(([*†‡§¶][^()]*)\)\s*(?=\n|$)")
"""What the signs behind the names mean."""
_EDITION = re.compile(r"[\s.,]*\(([^();]*\b(?:ed|edn|edition|Aufl|Auflage|edição|edición|édition)\b\.?)\)")
_EDITORS = re.compile(
    r"^(?P<editors>[^()]{4,200}?),? \(?(?i:eds?\.|hrsg\.|hg\.|editors?|orgs?\.|coords?\.|dirs?\.|a cura di)\)?[,:.]?\s+"
)
_VENUE_WORDS = re.compile(
    r"\b(?:Proc(?:eedings|\.)|Journal|J\.|Int(?:ernational|\.|'l)|Conf(?:erence|\.)|Symposium|Workshop|Congress\w*|IEEE|ACM|Trans(?:actions|\.)|Annals|Ann\."
    r"|Rev(?:iew|ista|ue|\.)|Letters|Lett\.|arXiv|Nature|Science|Zeitschrift|Archiv\w*|Bulletin|Advances|Notes|PLoS|PLOS|Press|University|Springer|Elsevier"
    r"|Wiley|Verlag|Universi\w+|Magazine|Studies|Research|Advances|Communications|Physical|bioRxiv|medRxiv|Preprint|SSRN|Quarterly|Anais|Handbook|Encyclop\w+)"
)
_NAMES_IN_VENUE = re.compile(r"^[A-Z]\.[,;:]? |, [A-Z]\.(?:-?[A-Z]\.)*,|; [^\W\d_]+, [A-Z]\.")
ABBREVIATED = (
    "Acta|Adv|Am|Anal|Ann|Appl|Arch|Astron|Astrophys|Biol|Bull|Chem|Clin|Commun|Comput|Eng|Environ|Eur|Exp|Gen|Geophys|Instrum|Int|Lett|Mater|Math|"
    "Mech|Med|Nat|Nucl|Opt|Phys|Proc|Psychol|Quart|Rep|Res|Rev|Sci|Soc|Statist|Struct|Syst|Technol|Theor|Trans|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
)
"""The abbreviated words of names of journals, and months: a stop behind them ends nothing."""
_AFTER_VENUE = re.compile(r"\.\s+(?=[A-Z(“\"])|\s*[;|]\s*|\n|\s+[—–]\s+|,\s+(?=acceptance rate)")


def read_tail(item: ReferenceText, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of what follows a title, and what is left as a `note`; `fields` are those that are known."""
    tail: dict[str, Any] = {}
    item = item.cut(len(item.text) - len(item.text.lstrip(" \n.,;)")), len(item.text))
    item, asides = _without_asides(item, tail)
    text, looks = item.text, item
    if start := _IN.match(text):
        if start["status"]:
            tail["status"] = next(name for name, words in _STATUSES if re.match(words, start["status"], re.IGNORECASE))
        looks = item.cut(start.end(), len(text))
    first, _, behind = looks.text.strip().partition("\n")
    venue, rest = _venue_by_look(looks)
    if venue:
        rest, _, behind = rest.partition("\n")
    if not venue:
        rest = first
        if match := _EDITORS.match(rest.lstrip(" .,;:")):
            tail["container_editors"] = match["editors"]
            rest = rest.lstrip(" .,;:")[match.end() :]
    body = rest
    for name, words in _STATUSES:
        if "status" not in tail and (match := re.search(rf"(?<!\w)(?:{words})(?!\w)", body, re.IGNORECASE)):
            tail["status"] = name
            body = f"{body[: match.start()]} , {body[match.end() :]}"
    body = _tidy(_numbers(body, tail, fields))
    if not {"date", "status"} & {*tail, *fields}:
        behind = "\n".join(_numbers(line, tail, fields) if len(line) < 100 else line for line in behind.split("\n"))
    if not venue:
        venue, body = _first_part(body)
    if venue:
        tail |= {"venue": venue, **({} if {"date", "status"} & {*tail, *fields} else _dated_by(venue))}
    notes = [part for part in map(_tidy, (body, behind.replace("\n", "; "), *asides)) if re.search(r"\w", part)]
    if notes:
        tail["note"] = "; ".join(notes)
    return tail


def _without_asides(item: ReferenceText, tail: dict[str, Any]) -> tuple[ReferenceText, list[str]]:
    """Take what stands in brackets behind a title; return the rest, and what signs mean and where it is printed again."""
    if bracket := _BRACKET.match(item.text) or _NOTE.match(item.text):
        status = next((name for name, words in _STATUSES if re.fullmatch(words, bracket[1], re.IGNORECASE)), "")
        tail["status" if status else "genre"] = status or markdown.escape(bracket[1])
        item = item.cut(bracket.end(), len(item.text))
    if edition := _EDITION.match(item.text):
        tail["edition"] = edition[1].strip()
        item = item.cut(edition.end(), len(item.text))
    asides = []
    if legend := _LEGEND.match(item.text):
        item = item.cut(legend.end(), len(item.text))
        asides.append(legend[1])
    if aside := _ASIDE.search(item.text):
        item = item_of((*item.cut(0, aside.start()).spans, *item.cut(aside.end(), len(item.text)).spans))
        asides.insert(0, aside[1])
    return item, asides


def _dated_by(venue: str) -> dict[str, str]:
    """Return the only year in the name of a venue, such as `WAIT ’19`."""
    said = {year or f"20{short}" for year, short in re.findall(rf"(?<!\d)({YEAR})(?!\d)|['’](\d\d)(?!\w)", venue)}
    return {"date": said.pop()} if len(said) == 1 else {}


def _venue_by_look(item: ReferenceText) -> tuple[str, str]:
    """Return the venue that is set apart by its look, and what is around it."""
    for look in ("italic", "bold"):
        for begin, end in item.runs(look)[:3]:
            name = item.text[begin:end].strip(" .,;:()[]")
            before = item.text[:begin].strip(" .,;:(")
            if (
                re.fullmatch(rf"(?i)in|et al\.?|and|vol\.?|no\.?|{'|'.join(words for _, words in _STATUSES)}", name)
                or len(re.findall(r"[^\W\d_]", name)) < 2
                or "\n" in item.text[:begin]
            ):
                continue
            is_more = re.search(rf"\({YEAR}$|,\s*[Vv]ol\.?\s*\d", name)  # all that follows the title has one look
            if len(before) > 60 or look == "bold" and begin > 3 or is_more:
                break
            if match := re.match(r"(.*\w{3}[^\d]*?),? (\d{1,4}(?: ?\(\d[\w–-]*)?)$", name):
                name, end = match[1], begin + item.text[begin:end].index(match[2], len(match[1]))
            return markdown.escape(name.rstrip(",").replace("\n", " ")), f"{item.text[:begin].strip()} {item.text[end:].lstrip()}"
    return "", item.text


def _numbers(body: str, tail: dict[str, Any], fields: dict[str, Any]) -> str:
    """Take volume, issue, pages, date and number out of a text."""
    for row in _ROWS:
        match = re.search(row, body)
        if not match:
            continue
        values = _values(match, {**fields, **tail})
        if not values or set(values) & set(tail):
            continue
        tail.update(values)
        body = f"{body[: match.start()]} , {body[match.end() :]}"
    if {"date"} & {*tail, *fields}:
        return body
    years = list(re.finditer(rf"(?<![\w/.-])(?<!No\. )(?<!Nr\. )\(?({YEAR})\)?(?:年|[a-z]?(?![\w/-]))", body)) or list(
        re.finditer(r"[’']\s?(\d\d)(?!\w)", body)
    )
    if years:
        year = next((each for each in reversed(years) if not _SHORT_NAME.search(body[: each.start()])), years[-1])
        tail["date"] = year[1] if len(year[1]) == 4 else f"20{year[1]}"
        if not _SHORT_NAME.search(body[: year.start()]) or year[0].startswith("("):
            body = f"{body[: year.start()]} , {body[year.end() :]}"
    return body


_SHORT_NAME = re.compile(r"[A-Z]{2,}[\w@&-]*\s*$")
"""The short name of a conference, which a year follows."""


def _values(match: re.Match[str], known: dict[str, Any]) -> dict[str, str]:
    """Return the fields that a match says; nothing if they contradict what is known."""
    said = {key: value for key, value in match.groupdict().items() if value}
    year = said.get("year", "")
    if re.fullmatch(YEAR, said.get("page", "").rstrip(".")) and not year:
        year = said.pop("page").rstrip(".")
    if year and year != str(known.get("date", year))[:4]:
        return {}
    values: dict[str, str] = {
        key: re.sub(r"\s*[-–—‐]+\s*", "–", said[key]).rstrip(".") for key in ("volume", "issue", "page") if key in said
    }
    if "month" in said:
        if not (number := month_of(said["month"])):
            return {}
        days = said.get("days") or said.get("days2") or ""
        year += f"-{number:02}" + (f"-{int(days):02}" if days.isdecimal() else "")
    return {**values, "date": year} if year and len(year) > len(known.get("date", "")) else values


def month_of(word: str) -> int:
    """Return the number of the month that a word names; 0 if it names none."""
    month = word.casefold().strip(" .,")
    if month.isdecimal():
        return int(month) if 0 < int(month) < 13 else 0
    return 0 if " " in month else MONTHS.get(month[:4], MONTHS.get(month[:3], 0))


def _tidy(text: str) -> str:
    text = re.sub(r"\(\s*[,;.]?\s*\)|\[\s*[,;.]?\s*\]|<\s*>", " ", text)
    text = re.sub(r"\s*(?:[,;:]\s*)+(?=[,;.)])|(?:\s*,)+(?=\s*,)", "", re.sub(r"\s+", " ", text))
    text = re.sub(r"\s+([,.;])", r"\1", text)
    text = re.sub(r"(?i)[\s,.;]*\b(?:doi|url|in)\s*:?\s*$", "", text)
    return text.strip(" ,.;:–—-．。，")


def _first_part(body: str) -> tuple[str, str]:
    """Return the venue that a text begins with, and what follows."""
    body = body.strip(" ,.;:")
    if re.match(r"(?i)\(?acceptance rate", body):
        return "", body
    cut = None
    for match in _AFTER_VENUE.finditer(body):
        before = body[: match.start()]
        if match[0].startswith(".") and (
            re.search(rf"\b(?:{ABBREVIATED}|[A-Z]|\w{{1,5}}(?<![a-z]{{4}}))$", before) or len(before) < 3
        ):
            continue  # an abbreviation
        cut = match
        break
    venue, rest = (body[: cut.start()], body[cut.end() :]) if cut else (body, "")
    venue = _tidy(venue)
    if venue.count("(") != venue.count(")") or re.fullmatch(r"\([^()]*\)", venue):
        venue = venue.strip("()")
    return (markdown.escape(venue), rest) if re.search(r"\w{2}", venue) else ("", body)


def venue_worth(tail: dict[str, Any]) -> float:
    """Return how much what follows the title looks like a place of publication."""
    venue = str(tail.get("venue", ""))
    worth = 0.3 * len({"volume", "issue", "page"} & set(tail))
    if not venue:
        return worth - 0.5
    worth += 0.7 + bool(_VENUE_WORDS.search(venue)) - 2.0 * (venue[-1:] in "’”»" and not re.search("[‘“«]", venue))
    worth -= 2.0 * bool(_NAMES_IN_VENUE.search(venue) or are_names(venue)) + 1.0 * bool(
        re.match(r"(?:[A-Z]\.-?)+(?: |$)", str(tail.get("note", "")))
    )
    worth -= (
        1.0 * (len(venue.split()) > 18)
        + 1.0 * (venue[:1].islower() and not venue.startswith("arXiv"))
        + 0.5 * (len(str(tail.get("note", ""))) > 90)
    )
    return worth
