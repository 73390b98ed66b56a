"""Find the encoding of a text that is not UTF-8: the one that it declares, or else a likely one. Say how to convert any other."""

import codecs
import re

_DECLARED = re.compile(
    rb"""charset\s*=\s*["']?([\w-]+)|\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}|^%\s*!?.*encoding\s*[:=]\s*([\w-]+)""",
    re.I | re.M,
)
_NAMES = {
    "latin1": "cp1252",
    "iso-8859-1": "cp1252",  # what browsers take it for
    "us-ascii": "cp1252",
    "ansinew": "cp1252",
    "latin2": "iso-8859-2",
    "latin9": "iso-8859-15",
    "applemac": "mac_roman",
}
"""What encodings are called, in LaTeX and in web pages, by other names than in Python, or wrongly."""
_SIGNS = frozenset("‘’“”„‚–—…•·«»°©®€§ªº\u00a0\u00ad´")
_BETWEEN = re.compile(r"[A-Za-z][^A-Za-z][A-Za-z]")


def known_encoding(raw: bytes) -> str:
    """Return the encoding that a text declares, or the one that its letters tell; "" for others."""
    for match in _DECLARED.finditer(raw[:20_000]):
        said = next(group for group in match.groups() if group).decode().lower()
        name = _NAMES.get(said, said)
        try:
            raw[:20_000].decode(name, "replace")
        except LookupError:
            continue
        if not codecs.lookup(name).name.startswith("utf"):
            return name
    return "cp1252" if _is_western(raw[:400_000]) else _by_letters(raw[:400_000], _ENOUGH)


def _is_western(raw: bytes) -> bool:
    """Return whether the letters beyond ASCII stand alone within words, as in the languages of Western Europe."""
    text = raw.decode("cp1252", "replace")
    high = [(index, char) for index, char in enumerate(text) if ord(char) > 127]
    letters = [index for index, char in high if char.isalpha()]
    others = [index for index, char in high if not char.isalpha() and char not in _SIGNS]
    if (
        not letters
        or "\0" in text
        or "\ufffd" in text
        or any(_BETWEEN.fullmatch(text[index - 1 : index + 2]) for index in others)
    ):
        return False
    joined = sum(bool(re.search(r"[A-Za-z]", text[max(0, index - 1) : index + 2])) for index in letters)
    runs = sum(len(run) for run in re.findall(r"[^\x00-\x7f]{3,}", text))
    is_central = (
        re.search("[šžŠŽ]", text) and re.search("[èìøù]", text) or all(re.search(each, text) for each in ("õ", "û", "[öü]"))
    )
    return not is_central and runs * 10 <= len(high) and joined * 10 >= 9 * len(letters) and len(others) * 10 <= len(high)


_ENOUGH = 8
"""The letters beyond ASCII from which on they tell an encoding."""
_CENTRAL = "áâăąäćčçďđéęěëíîĺľłńňóôőöŕřśšşșţťțúůűüýźžżß"
_LETTERS = {
    "euc_kr": ("[\uac00-\ud7af]", 0.97),
    "shift_jis": ("[\u3040-\u30ff]", 0.2),
    "euc_jp": ("[\u3040-\u30ff]", 0.2),
    "big5": ("[的年大學中工作一是在有人和公司月研究生國業經教專電管理系統]", 0.2),
    "gb18030": ("[\u4e00-\u9fff]", 0.8),
    "cp1251": ("[а-яёіїєґў]", 0.7),
    "koi8-r": ("[а-яё]", 0.7),
    "iso-8859-2": (f"(?i)[{_CENTRAL}]", 0.95),
    "cp1250": (f"(?i)[{_CENTRAL}]", 0.95),
}
"""Encodings, the letters that tell each, and their share of those beyond ASCII."""


def _by_letters(raw: bytes, least: int) -> str:
    """Return the first encoding in which the letters of a text are those of its languages; "" if there is none."""
    for name, (pattern, share) in _LETTERS.items():
        try:
            text = raw.decode(name)
        except UnicodeDecodeError:
            continue
        letters = [char for char in text if ord(char) > 127 and (char.isalpha() or char < "\u00a0")]
        within = len(re.findall(r"[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][a-z]", text)) * 5 > len(
            letters
        )  # words of Latin letters, too
        is_latin = pattern.startswith("(?i)")
        told = sum(bool(re.match(pattern, char)) for char in letters)
        if len(letters) >= least and within == is_latin and told > share * len(letters):
            return name
    return ""


def encoding_hint(raw: bytes) -> str:
    """Return how to convert a text that is not UTF-8: the likely encoding, if the text has letters of East Asia in it."""
    name = _by_letters(raw, 4)
    return f"save it as UTF-8, or convert it: iconv -f {name or 'latin1'} -t utf8 OLD > NEW"
