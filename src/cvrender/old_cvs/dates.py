"""Find dates and ranges of dates in lines, in every language that has terms."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.values import dates
from cvrender.model.value import replace
from cvrender.model.written_dates import MONTHS, PRESENT
from cvrender.old_cvs.headings import present_words, term_languages, without_marks
from cvrender.text.cldr import month_numbers

_YEAR = r"(?:19[3-9]\d|20[0-6]\d)"
ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911, "民国": 1911}
"""The year before the first of each era of Japan and Taiwan."""
_ERA = re.compile(rf"(?P<era>{'|'.join(ERAS)})\s?(?P<number>\d{{1,3}}|元)\s?(?=年)")
NARROW = {0xFF10 + digit: str(digit) for digit in range(10)} | dict(zip(map(ord, "－／．　"), "-/. ", strict=True))
"""Digits and signs between them that are as wide as Chinese characters."""
_MONTH, _DAY = r"(?:1[0-2]|0?[1-9])", r"(?:3[01]|[12]\d|0?[1-9])"
_NUMERIC = (
    rf"{_YEAR}\.\s{_MONTH}\.(?:\s{_DAY}(?!\d)\.?)?|{_YEAR}\.\s(?:1[0-2]|0[1-9])(?=\s*(?:[-–~〜]|$))|"  # in Korean
    rf"{_YEAR}[-/.]{_MONTH}(?:[-/.]{_DAY}(?!\d))?(?!\d|[-/.](?!{_YEAR}(?!\d))\d)|"
    rf"(?:{_DAY}[/.])?{_MONTH}\s?[/.]\s?{_YEAR}|{_MONTH}/{_DAY}/{_YEAR}|"
    rf"(?:\bT|\btháng ){_MONTH}(?:/| năm ){_YEAR}|"  # in Vietnamese
    rf"(?<!\d){_MONTH}\s?[/.]\s?['’‘]\d\d(?!\d)|(?:0[1-9]|1[0-2])[ -]{_YEAR}(?!-?\d)"
)
_YEAR_OF_ERA = rf"(?:{'|'.join(ERAS)})\s?(?:\d{{1,3}}|元)\s?(?=年)"
_CHINESE = (
    rf"(?:{_YEAR}|{_YEAR_OF_ERA})\s?[年년]\s*(?:(?:1[0-2]|0?[1-9])\s?[月월](?:\s*{_DAY}\s?[日일])?)?|"
    rf"{_MONTH}月\s{{0,2}}{_YEAR}(?!\s?年)"
)
_SEASONS = {
    word: number
    for number, words in {
        "21": "spring frühling frühjahr printemps primavera wiosna jaro весна ilkbahar voorjaar vår våren forår foråret kevät "
        "tavasz",
        "22": "summer sommer été verano verão lato léto лето літо yaz zomer sommar sommaren sommeren kesä nyár estiu",
        "23": "autumn fall herbst automne otoño autunno outono jesień podzim осень осінь sonbahar herfst höst hösten høst høsten "
        "efterår efteråret syksy ősz tardor",
        "24": "winter hiver invierno inverno zima зима kış vinter vintern vinteren talvi tél hivern",
    }.items()
    for word in words.split()
}
_UNTIL = (
    r"(?:to|up to|until|till|through|thru|bis|à|au|jusqu['’](?:à|en)|hasta|a|al|ad|até|fino a|fins(?: a)?|do|"
    r"tot(?: en met)?|t/m|til|po|по|до|έως|ως|kadar|đến|إلى|حتى|تا)"
)
_OF_YEAR = r"(?:\s?(?:года|год|гг?\.|року|рр?\.|r\.))?"
"""What may follow a year in Slavonic languages."""
_TO = (
    rf"{_OF_YEAR}\.?\s*(?:[-‐‑‒–—―−~～〜⁓]{{1,3}}>?(?:\s*\b{_UNTIL}\b)?|[→➔➜➝⟶⇒]|(?:…|\.\.\.?)(?=\s*\d)|至|到|(?:\|\s*)?\b{_UNTIL}\b"
    rf"|(?<=\d)\s/\s(?={_YEAR}(?!\d)|[^\W\d_])"
    rf"|(?<=\d{{4}})/\s?(?={_YEAR}(?!\d|[/.-]\d)|[^\W\d_]{{3,10}}\.?\s{_YEAR})|(?<=\d{{4}}-\d\d)/(?={_YEAR}-\d\d|[^\W\d_]))\s*"
)
_FROM = (
    r"(?:(?:from|since|von|vom|seit|du|depuis|dal|da|del|de|des de|desde|od|van|sinds|från|sedan|fra|siden|с|от|з|із|від|από|din|"
    r"từ|من|از) )?"
)
_SINCE = (
    r"(?:since|seit|ab|depuis(?: le)?|à partir de|desde|a partir de|dal|dall['’]|od|"
    r"sedan|siden|sinds|vanaf|od r\.|από|с|із|з)\s?"
)
_TERM = r"(?:(?:Q[1-4]|H[12]|[SW]S|SoSe|WiSe|Sommersemester|Wintersemester|HT|VT) )?"
"""A quarter or a term before the second year of a time: `Q1 2020 – Q3 2021`."""
_AND = r"\s+(?:and|und|et|y|e|i|en|og|och|и)\s+"


_ROMAN = {number: index for index, number in enumerate("I II III IV V VI VII VIII IX X XI XII".split(), 1)}
_ENTERED = "入学|卒業|入社|退社|修了|中退|就職|取得"
"""What follows a date in Japanese without a sign between them."""
_ENDS_OPEN, _BEGINS_OPEN = rf"[-–—~〜]\s*$|\b{_UNTIL}$", rf"[-–—~]|{_UNTIL}\b"
_SHORT = 170
"""The characters of a line with the word for the present between other parts: `Engineer | Present | Acme`."""
_BEGAN = (
    r"(?:data de |date de )?(?:in[ií]cio|start(?: date)?|beginn?|début|inizio|rozpoczęcie|začátek|začiatok|начало|початок|"
    r"başlangıç|aloitus|kezdés)"
)
_ENDED = (
    r"(?:(?:expected|previsão de|previsión de|prévision de|data de|date de) )?(?:conclusão|término|fim|finalización|"
    r"conclusión|fin|fine|conclusione|end(?: date)?|ende|abschluss|zakończenie|ukončení|ukončenie|окончание|кінець|завершення|"
    r"bitiş|befejezés)"
)
_ENDS = re.compile(rf"\b{_BEGAN}\s?[-–:]?\s+(?P<first>[^-–:]*?\d{{4}})[\s,;|/·–-]+{_ENDED}\s?[-–:]?\s+(?=\S)", re.IGNORECASE)
"""The words before both ends of a time: `Start: 2023 End: 2025`."""
_HALF = r"[^\W\d_]+\.?(?: \d{1,2})?"
"""A month before a year that is said only once, as in `March – May 2020`."""


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date in a text: where it stands, and its fields in a profile's form."""

    begin: int
    end: int
    fields: dict[str, str]


_OTHER_MONTHS = {"juill": 7, "fév": 2, "fev": 2, "aou": 8, "sept": 9, "setiembre": 9, "agos": 8, "mrz": 3} | {
    "фев": 2, "сен": 9, "сент": 9, "ноя": 11, "дек": 12, "szept": 9, "márc": 3, "ápr": 4,
    "sij": 1, "siječanj": 1, "velj": 2, "veljača": 2, "ožu": 3, "ožujak": 3, "travanj": 4, "svi": 5, "svibanj": 5, "lipanj": 6,
    "srpanj": 7, "kol": 8, "kolovoz": 8, "ruj": 9, "rujan": 9, "stu": 11, "studeni": 11, "prosinac": 12,
}  # fmt: skip


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    others = month_numbers("hr sr sr_Latn lt lv".split())  # some of these names are other months in Polish and Czech
    known = month_numbers((*term_languages(), *"hu fi da nb sk ca bg et sl".split()))
    named = {**others, **known, **MONTHS, **_OTHER_MONTHS}
    return {**{without_marks(name): number for name, number in named.items()}, **named}


def month_of(word: str) -> int | None:
    """Return the number of a month by its name in any language, also with the preposition that Hebrew puts before it."""
    name = word.casefold().strip(".,")
    return _months().get(name) or _months().get(name.removeprefix("ב"))


@lru_cache(maxsize=1)
def _now() -> re.Pattern[str]:
    """Return the words for the present in every language, the longest first."""
    words = {*PRESENT, *(word.casefold() for word in present_words())}
    forms = sorted(map(re.escape, words), key=len, reverse=True)
    return re.compile("|".join(form.replace(r"\ ", r"\s") for form in forms), re.IGNORECASE)


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    names = sorted((re.escape(name) for name in _months() if not name[:1].isdigit()), key=len, reverse=True)
    month = rf"(?:{'|'.join(names)}|{'|'.join(_SEASONS)})(?:\.|(?![^\W\d_]))"
    after = rf"(?:(?:[,/]?\s*|-)(?:of |de ?|del |d')?\s*['’‘]?{_YEAR}|\s?['’‘]\d\d(?!\d))"
    day = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|\.)?"
    worded = (
        rf"(?:{day}\s+(?:de )?)?{month}\s*(?:(?:3[01]|[12]\d|[1-9])(?:st|nd|rd|th)?,)?{after}"
        rf"|{_YEAR}[.,]?\s+{month}(?!\s*{_YEAR})"
    )
    one = rf"(?:{worded}|{_NUMERIC}|{_CHINESE}|{_YEAR}(?!\d|[-.](?!{_YEAR}(?!\d))\d{{3}}))"
    half = rf"{month}(?:\s+\d{{1,2}}\b)?"
    roman = rf"(?:{'|'.join(sorted(_ROMAN, key=len, reverse=True))})[. ]\s?{_YEAR}"
    end = rf"(?:{roman}|{one}|(?:{_now().pattern})(?!\w)|(?:\d\d)(?=\s*(?:$|[,;)\]|]|\s\D)))"
    guard = r"(?:(?<![\w/.-])|(?<=[从自由]))"
    brief = rf"(?:{month}\s?['’‘]?\d\d|(?:{_DAY}[/.])?{_MONTH}[/.]\d\d|{_MONTH}/{_DAY}/\d\d|['’‘]\d\d)(?![\d/.]\d|\d)"
    full = (
        rf"{guard}(?:(?P<brief>{brief}){_TO}(?P<until>{brief}|(?:{_now().pattern})(?!\w))|{_FROM}(?P<start>{roman}|{one}){_TO}{_TERM}(?P<end>{end})"
        rf"|(?P<school>{_YEAR}/(?:1[3-9]|[2-9]\d))(?![\d/])"
        rf"|(?P<within>{_YEAR}年)\s?(?P<opens>{_MONTH})月{_TO}(?P<closes>{_MONTH})月"
        rf"|(?P<year>{_YEAR}),?\s+(?P<from>{month}){_TO}(?P<till>{month})(?!\s*\d)"
        rf"|(?P<first>{_MONTH})(?:\s?[-–]{{1,3}}\s?|/(?=\d\d? ))(?P<second>{_MONTH})[/. ](?P<both>{_YEAR})"
        rf"|{_FROM}(?P<half>{half})(?:{_TO}|{_AND})(?P<to>{worded})"
        rf"|(?P<begin>{month}\s+{_YEAR}|{_YEAR}\s?年\s?{_MONTH}\s?月){_TO}(?P<last>{month}|{_MONTH}\s?月)(?!\s*\d)|(?P<one>{one})"
        rf"(?P<open>\s*[-–—~〜]\s*(?:…|\.\.\.)?(?=\s*$|\s*[|,):）])|[-–—](?=\s+[^\W\d_])"
        rf"|\s?óta\b|-t[óő]l\b|['’][dt][ae]n (?:beri|itibaren|bu yana|bugüne|günümüze)\b)?|{_SINCE}(?P<since>{one})){_OF_YEAR}"
        rf"(?(end)(?:まで|(?<=[年月日년월일])|(?!\w))|(?:(?!\w)|(?={_ENTERED})))"
    )
    return re.compile(full, re.IGNORECASE), re.compile(rf"{month}", re.IGNORECASE)


def dates_in(text: str) -> Iterator[FoundDate]:
    """Yield the dates and ranges of a text, those whose parts are dates."""
    yield from _found(text)


@lru_cache(maxsize=8192)
def _found(text: str) -> tuple[FoundDate, ...]:
    return tuple(_dates(re.sub("．(?=\\d{4}\\s?年)", " ", text).translate(NARROW)))


def _dates(text: str) -> Iterator[FoundDate]:
    if not re.search(r"\d\d|[\d元]\s?年", text):
        for piece in re.finditer(r"[^|·•\s](?:[^|·•]*[^|·•\s])?", text if len(text) < _SHORT else ""):
            if _now().fullmatch(piece[0]):
                yield FoundDate(piece.start(), piece.end(), {"end": "present"})
        return
    if len(text) > 20_000:
        return
    for match in _patterns()[0].finditer(text):
        fields = _fields(match)
        if fields:
            yield FoundDate(match.start(), match.end(), fields)
        elif match["begin"] and (date := _one(match["begin"])):  # the month after it may be of another year
            yield FoundDate(match.start(), match.end("begin"), {"date": date})


def with_whole_times(lines: list[OldLine]) -> list[OldLine]:
    """Join the two ends of a time that stand in two cells, or in two lines: `July 2013` and `– today`."""
    joined: list[OldLine] = []
    for line in lines:
        cells: list[LineCell] = []
        for cell in map(_with_sign, map(_without_brackets, line.cells)):
            whole = _whole_time(cells[-1], cell) if cells else None
            cells[-1:] = [whole] if whole else [*cells[-1:], cell]
        line = line if tuple(cells) == line.cells else replace(line, cells=tuple(cells))
        above = joined[-1] if joined else None
        if above and cells and line.kind == "text" and above.kind in ("text", "bullet", "row"):
            wholes = [_whole_time(cell, cells[0]) for cell in above.cells[: 1 if len(cells) > 1 else None]]
            if any(wholes):
                whole_cells = (whole or cell for whole, cell in zip_longest(wholes, above.cells))
                joined[-1] = replace(above, cells=tuple(cell for cell in whole_cells if cell))
                if len(cells) == 1:
                    continue
                line = replace(line, cells=tuple(cells[1:]))
        joined.append(line)
    return joined


def _without_brackets(cell: LineCell) -> LineCell:
    """Return a cell without brackets around its times: `[May 2020] – [present]`."""
    if "[" not in cell.text or "](" in cell.text:
        return cell
    bare = re.sub(r"\\?\[ ?([^][\\]{3,25}?) ?\\?\]", lambda match: match[1] if is_end(match[1]) else match[0], cell.text)
    return replace(cell, text=bare)


def _with_sign(cell: LineCell) -> LineCell:
    """Return a cell with the sign between the two ends of a time that the file draws as a line, or not as text."""
    if _ENDS.search(cell.text):
        return replace(cell, text=_ENDS.sub(r"\g<first> – ", cell.text))
    found = list(dates_in(cell.text))
    if len(found) == 2 and cell.text[found[0].end : found[1].begin] == " " and found[0].begin == 0:
        one, other = (date.fields.get("date", "") for date in found)
        if one and one < other and len(one) == len(other) and found[1].end == len(cell.text):
            return replace(cell, text=f"{cell.text[: found[0].end]} – {cell.text[found[1].begin :]}")
    return cell


def is_end(text: str) -> bool:
    """Return whether a text is nothing but one date, or a word for the present."""
    ends = (date for date in dates_in(text) if "start" not in date.fields)
    return bool(_now().fullmatch(text)) or any(date.end - date.begin == len(text) for date in ends)


def _whole_time(first: LineCell, second: LineCell) -> LineCell | None:
    """Return two cells as one if they are a time only together, with the sign between them at the end of one."""
    if len(second.plain) > 30:
        return None
    if not (re.search(_ENDS_OPEN, first.plain) or re.match(_BEGINS_OPEN, second.plain)):
        both = LineCell(f"{first.text} {second.text}")
        return whole if len(second.plain) > 5 and (whole := _with_sign(both)) is not both else None
    text = f"{first.plain} {second.plain}"
    is_whole = [(date.begin, date.end) for date in dates_in(text) if "start" in date.fields] == [(0, len(text))]
    return replace(first, text=f"{first.text} {second.text}") if is_whole else None


def range_parts(text: str) -> tuple[str, str, str]:
    """Return the beginning of a range as written, what is between, and its end, which is "" for an open one."""
    sign = next((match for match in re.finditer(_TO, text, re.IGNORECASE) if _is_between(text, match)), None)
    return (text[: sign.start()].strip(), sign[0], text[sign.end() :].strip()) if sign else (text.strip(" -–—"), "", "")


def _is_between(text: str, match: re.Match[str]) -> bool:
    """Return whether a sign is between two dates, not within one, as in 2019-01."""
    before, after = text[: match.start()].strip(), text[match.end() :].strip()
    is_whole = re.fullmatch(r"\d\d", after) or any(date.begin == 0 and date.end == len(after) for date in dates_in(after))
    if not is_whole:
        return False
    ones = (date for date in dates_in(before) if "start" not in date.fields)
    return any(date.begin == 0 and date.end == len(before) for date in ones) or bool(re.fullmatch(_HALF, before))


def _fields(match: re.Match[str]) -> dict[str, str]:
    if match["brief"]:
        is_american = any(re.match(r"\d{1,2}/(?:1[3-9]|2\d|3[01])/", match[name]) for name in ("brief", "until"))
        first, last = _brief(match["brief"], is_american), _brief(match["until"], is_american)
        return {"start": first, "end": last} if first and last and (last == "present" or first <= last) else {}
    if match["school"]:  # `2018/19`
        first, last = match["school"].split("/")
        last = f"{first[:2]}{last}"
        return {"start": first, "end": last} if first < last else {"date": first}
    if match["since"]:
        start = _one(match["since"])
        return {"start": start, "end": "present"} if start else {}
    if match["one"]:
        date = _one(match["one"])
        return ({"start": date, "end": "present"} if match["open"] else {"date": date}) if date else {}
    if match["within"]:
        first, last = (_one(f"{match['within']}{match[name]}月") for name in ("opens", "closes"))
    elif match["both"]:
        first, last = (_one(f"{match[name]}/{match['both']}") for name in ("first", "second"))
    elif match["year"]:
        first, last = (_one(f"{match[name]} {match['year']}") for name in ("from", "till"))
    elif match["begin"]:  # the end is in the same year: `April 2022 until September`
        year = re.search(_YEAR, match["begin"])
        first, last = _one(match["begin"]), _one(f"{match['last']} {year[0] if year else ''}")
    elif match["half"]:
        last = _one(match["to"])
        first = _one(f"{match['half']} {last[:4]}") if last else None
    else:
        first, last = _one(match["start"]), _end(match["end"], match["start"])
    if first and not last and re.fullmatch(rf"{_YEAR}-{_MONTH}", match[0]) and (month := _one(match[0])):
        return {"date": month}  # an end before the beginning is a month
    if not first or not last or (last != "present" and dates.checked(f"{first}/{last}") is None):
        return {}
    return {"start": first, "end": last}


def _end(text: str, start: str) -> str | None:
    if re.fullmatch(r"\d\d", text):
        begin = _one(start) or ""
        year = f"{begin[:2]}{text}"
        if year > begin[:4] or year == begin:
            return year if begin else None
        return dates.checked(f"{begin[:4]}-{text}") if len(begin) == 7 and begin[5:] < text else None  # `2018.06 – 09`
    return "present" if not re.search(r"\d", text) else _one(text)


def _brief(text: str, is_american: bool) -> str | None:
    """Return a date whose year has two digits, in a profile's form: `Sep 21`, `09/21`, `’21`; Americans say the month first."""
    text = re.sub(r"^(\d{1,2})/(\d{1,2})/", r"\2/\1/", text) if is_american else text
    match = re.fullmatch(r"(?:(?P<day>\d{1,2})[./](?=\d))?(?P<month>.*?)[\s/.]*['’‘]?(?P<year>\d\d)", text.strip())
    if match is None:
        return "present"
    year = f"{'20' if int(match['year']) < 70 else '19'}{match['year']}"
    said, day = match["month"] or match["day"] or "", match["day"] if match["month"] else None
    number = int(said) if said.isdigit() else month_of(said) if said else 0
    if number is None:
        return None
    return dates.checked("-".join([year, *(f"{int(part):02d}" for part in (number, day) if part)]))


def _one(text: str) -> str | None:
    """Return one date in a profile's form."""
    said = _ERA.sub(
        lambda era: str(ERAS[era["era"]] + (1 if era["number"] == "元" else int(era["number"]))), " ".join(text.split())
    )
    year = re.search(_YEAR, said) or re.search(r"['’‘](\d\d)$", said)
    if not year:
        return None
    number = year[0] if len(year[0]) == 4 else f"20{year[1]}" if int(year[1]) < 70 else f"19{year[1]}"
    rest = said.replace(year[0], " ", 1)
    if word := _patterns()[1].search(rest):
        name = word[0].casefold().strip(".")
        if name in _SEASONS:
            return f"{number}-{_SEASONS[name]}"
        month = _months().get(name)
        day = re.search(r"\d{1,2}", rest.replace(word[0], " "))
        date = f"{number}-{month:02d}" + (f"-{int(day[0]):02d}" if day else "") if month else number
        return dates.checked(date)
    if (roman := rest.strip(" .").upper()) in _ROMAN:
        return f"{number}-{_ROMAN[roman]:02d}"
    parts = re.findall(r"\d{1,2}", rest)
    if len(parts) == 2 and said.endswith(number):
        parts.reverse()  # day, month and year
    if len(parts) == 2 and int(parts[0]) > 12:
        parts.reverse()  # Americans say the month first
    whole = [number, *(part.zfill(2) for part in parts)]
    return dates.checked("-".join(whole)) or dates.checked("-".join(whole[:2])) if len(parts) < 3 else None
