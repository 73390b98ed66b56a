"""Find theses, which the lines below degrees name, and give them to their degrees."""

import re

from cvrender.formats.lines import LineCell, OldLine
from cvrender.model.value import replace
from cvrender.old_cvs.entry_lines import EntryLines
from cvrender.old_cvs.head_parts import divided

_OF_DEGREE = r"(?:bachelor|master|magister|diplom|doktor|doctoral|diploma|ph\.?d\.?|[bm]\.?sc\.?)(?:['’]?s)?[ -]?"
THESIS = re.compile(
    rf"(?i)\W*(?:(?:{_OF_DEGREE})?(?:thesis|dissertation)(?: title| topic)?|{_OF_DEGREE}arbeit|(?:sujet de )?thèse|"
    r"tesi|tesis|tese|"
    r"(?:título|titolo|titre|title|topic) (?:de |della |da |of )?(?:the |la |a )?(?:thèse|tesi|tesis|tese|thesis)|"
    r"(?:тема|назва|название) (?:диссертации|диплома|дипломной работы|роботи|работы)|дипломная работа|дипломна робота|"
    r"диссертация|praca (?:magisterska|inżynierska|dyplomowa|licencjacka|doktorska)|szakdolgozat|diplomamunka|"
    r"(?:diplomová|bakalářská|disertační) práce|examensarbete|scriptie|proefschrift|trabajo (?:de )?fin de (?:grado|m[aá]ster)|"
    r"trabalho de conclusão de curso|(?:修士|博士|卒業|学位|毕业)(?:論文|论文)(?:题目|題目)?)(?=\W|$)"
)
"""What says that a line names a thesis."""
LABELLED = re.compile(rf"{THESIS.pattern}\s*[:：–-]\s*(?P<title>.{{5,300}})$")


def with_theses(blocks: list[EntryLines]) -> list[EntryLines]:
    """Give lines that name a thesis, and perhaps when it was handed in, to the degrees above them."""
    kept: list[EntryLines] = []
    for block in blocks:
        if kept and kept[-1].heads and block.heads and _is_thesis(block):
            above = kept[-1]
            kept[-1] = EntryLines(above.heads, [*above.body, *map(_said, block.heads), *block.body], above.shares)
        else:
            kept.append(block)
    return kept


def _is_thesis(block: EntryLines) -> bool:
    parts, dates, _ = divided(block.heads)
    if any("start" in date.fields for date in dates) or not (named := [part for part in parts if part.role != "location"]):
        return False
    return bool(THESIS.match(named[0].plain)) and all("organization" not in part.kinds for part in parts)


def _said(line: OldLine) -> OldLine:
    """Return a line of a head as one of what is said below it, with a colon behind the label."""
    texts = [cell.text for cell in line.cells if cell.plain]
    is_label = len(texts) > 1 and THESIS.fullmatch(line.cells[0].plain.strip(" :"))
    text = f"{texts[0].strip(' :')}: {', '.join(texts[1:])}" if is_label else ", ".join(texts)
    return replace(line, cells=(LineCell(text),), kind="text")
