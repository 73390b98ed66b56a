"""Divide a job or degree from the employer or school that stands in the same words."""

import re

from cvrender.model.value import replace
from cvrender.old_cvs.head_parts import HeadPart
from cvrender.old_cvs.kinds_of_words import is_place, kinds
from cvrender.text.markup import inline

_TITLE_AND_MORE = re.compile(
    r"(?P<title>[^,(]{3,80}?)(?:,\s+|\s+(?:at|chez|bei|presso|–|—|-)\s+)(?P<organization>[^\W\d_a-z].{1,120})"
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
    text = re.sub(r"^\[([^][]+)\]\(\S+\)$", r"\1", part.text)
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
