"""Divide a job or degree from the employer or school that stands in the same words."""

import re
from collections.abc import Mapping

from cvrender.model.value import replace
from cvrender.old_cvs.degrees import SUBJECT
from cvrender.old_cvs.head_parts import HeadPart
from cvrender.old_cvs.kinds_of_words import is_place, kinds
from cvrender.text.markup import inline

_TITLE_AND_MORE = re.compile(
    r"(?P<title>[^,(]{3,80}?)(?:,\s+|(?<=[^\W\d_]{4})\.\s+|\s+(?:at|chez|bei|presso|–|—|-)\s+)(?P<organization>[^\W\d_a-z].{1,120})"
)


_TITLE_AND_INNER = re.compile(
    r"(?P<title>[^,()\u3040-\u9fff]{3,90}?)\s*\((?P<organization>[^\W\d_a-z][^()]{1,80}?)(?:, (?P<location>[^(),]+))?\)\W*"
)
"""A job or degree, and where it was in parentheses."""
_JAPANESE = re.compile(r"(?P<organization>\S*[\u3040-\u9fff]\S*(?: \S+)?)\s(?P<title>[^\s(（]*[\u3040-\u9fff]\S*)")
"""An employer and a job with nothing but a space between them."""
_GLUED = re.compile(
    r"(?P<organization>\S.*(?:会社|大学|大学院|研究所|研究科|研究室|機構|振興会|学会|協会|財団|法人|病院|専攻|学科|学類|学部|センター|"
    r"(?<=[A-Za-z])(?=[\u3040-\u9fff])))(?:[『「][^』」]*[』」])? ?"
    r"(?P<title>[^\s、。．]{0,10}?(?:アルバイト|インターン|アシスタント|研究員|"
    r"教授|助教|助手|講師|教員|エンジニア|プログラマ|デザイナ|マネージャ|取締役|社員|研究生)[^(]{0,15})"
)
"""An employer in Japanese and a job with nothing between them."""


def divided_title(part: HeadPart, main: str) -> dict[str, HeadPart]:
    """Return the fields of `Engineer, Acme`, whose employer no list of words knows; none if it cannot be divided."""
    text = part.plain if "](" in part.text else part.text
    patterns = (_GLUED, _JAPANESE, _TITLE_AND_INNER, _TITLE_AND_MORE) if main == "title" else (_TITLE_AND_INNER,)
    match = next(filter(None, (pattern.fullmatch(text) for pattern in patterns)), None)
    if match is None or is_place(match["organization"]) or main == "degree" and not _is_institution(match["organization"]):
        return {}
    names = {name: said for name, said in match.groupdict().items() if said}
    parts = {name: replace(part, text=said, plain=inline(said).plain) for name, said in names.items()}
    one, other = parts.pop("title"), parts.pop("organization")
    if main in one.kinds:
        return {main: one, "organization": other, **parts}
    return {main: other, "organization": one} if main in other.kinds and not one.kinds else {}


def _is_institution(text: str) -> bool:
    """Return whether a text in parentheses behind a degree is a school: by its words, or a name in capitals."""
    return "organization" in kinds(text) or bool(re.fullmatch(r"[A-ZÀ-Ý]{3,8}", text)) and "degree" not in kinds(text)


_OF_CITY = re.compile(r"(?i)\b(?:greater|north\w*|south\w*|east\w*|west\w*|new|metro\w*|central|downtown|old|near|bad|saint|st)$")
"""How the name of a part of a city, or of a city that no list knows, begins."""
_IN_PARENTHESES = re.compile(r"(?P<name>[^()]+?) \((?P<rest>[^()]+)\)")


def divided_place(fields: Mapping[str, HeadPart], main: str) -> dict[str, HeadPart]:
    """Divide `Zelnik, Springfield, France`, whose words tell of a place only, where nothing else names an employer or school.

    Next to a job or degree, what stands before a city alone is the name, too: `Zelnik, Berlin`. It cannot be divided if the
    first part is a place.
    """
    place = fields.get("location")
    if place is None or place.role not in ("", "location") or place.text != place.plain:
        return {}
    aside = _IN_PARENTHESES.fullmatch(place.plain)
    name, _, rest = (aside["name"], "", aside["rest"]) if aside else place.plain.partition(", ")
    before, _, city = name.rpartition(" ")
    if rest.count(",") == 0 and before and is_place(city) and not is_place(name) and not _OF_CITY.search(before):
        name, rest = before, f"{city}, {rest}"  # `Example Lyon, France`
    if rest.count(",") not in (range(3) if main in fields else (1, 2)) or not is_place(rest) or is_place(name):
        return {}
    return {"organization": replace(place, text=name, plain=name), "location": replace(place, text=rest, plain=rest)}


_BEFORE_NAME = re.compile(r"(?<=[^\W\d_])(?: [^\W\d_A-ZÀ-ÝА-Я]{1,4}){0,2} (?=[^\W\d_a-zà-ÿа-я])")
"""What may stand between a job and a name: a space, or short words, in any language."""

_OF_JOB = re.compile(
    r"(?i)[IVX]+|(?:full|front|back)[ -]?(?:stack|end)\b.*|(?:web|mobile|general|senior|junior|it|data|cloud|devops|java\w*|"
    r"j2ee|php|python|c\+\+|c#|\.?net|ios|android|sap|sql|r&d|ux|ui|qa)\b.*"
)
"""What follows the word of a job without being a name: its rank, and what it is about."""


def title_and_name(text: str) -> dict[str, str]:
    """Divide `Engineer Acme` and `Engineer at the Acme` behind the last word of a job; all is the employer if it cannot be."""
    for between in _BEFORE_NAME.finditer(text):
        title, name = text[: between.start()], text[between.end() :]
        is_name = len(name.split()) < 6 and not (_OF_JOB.fullmatch(name) or SUBJECT.fullmatch(name) or is_place(name))
        if is_name and "title" in kinds(title.split()[-1]) and not {"title", "degree"} & kinds(name):
            return {"title": title, "organization": name.rstrip(".")}
    return {"organization": text}
