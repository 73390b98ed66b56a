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
_WORDS = frozenset("àáéèóôÀÉ")
"""Letters that are words of their own: `de mai à juin`."""
_ELSEWHERE = (
    ("[þðýÞÐÝ]|[a-z][ŠŸŽ][a-z]",),
    (r"[^\W\d_][ªº¹²³¼½¾¿¶¦][^\W\d_]|[ªº¶¾][a-z]|\bã|(?<![aeiouAEIOU])ã(?![oe]|\b)",),
    ("[šžŠŽ]", "[èìøù]"),
    ("õ", "û", "[öü]"),
)
"""Letters in Windows-1252 that together are another text: Turkish, Vietnamese or of a Mac, Romanian, Czech, Hungarian."""


def known_encoding(raw: bytes) -> str:
    """Return the encoding that a text declares, or Windows-1252 if its letters tell that; "" for others."""
    for match in _DECLARED.finditer(raw[:20_000]):
        said = next(group for group in match.groups() if group).decode().lower()
        name = _NAMES.get(said, said)
        try:
            raw[:20_000].decode(name, "replace")
        except LookupError:
            continue
        if not codecs.lookup(name).name.startswith("utf"):
            return name
    return "cp1252" if _is_western(raw[:400_000]) else ""


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
    joined = sum(text[index] in _WORDS or bool(re.search(r"[A-Za-z]", text[max(0, index - 1) : index + 2])) for index in letters)
    runs = sum(len(run) for run in re.findall(r"[^\x00-\x7f]{3,}", text))
    if any(all(re.search(letter, text) for letter in family) for family in _ELSEWHERE):
        return False
    return runs * 10 <= len(high) and joined * 10 >= 9 * len(letters) and len(others) * 10 <= len(high)


def encoding_hint(raw: bytes) -> str:
    """Return how to convert a text that is not UTF-8: the likely encoding, if the text has letters of East Asia."""
    for name, pattern in (("gb18030", "[\u4e00-\u9fff]"), ("shift_jis", "[\u3040-\u30ff]"), ("euc_kr", "[\uac00-\ud7af]")):
        try:
            text = raw[:20_000].decode(name)
        except UnicodeDecodeError:
            continue
        letters = [char for char in text if ord(char) > 127 and char.isalpha()]
        if letters and sum(bool(re.match(pattern, char)) for char in letters) * 10 > 8 * len(letters) and len(letters) > 3:
            return f"save it as UTF-8, or convert it: iconv -f {name} -t utf8 OLD > NEW"
    return "save it as UTF-8, or convert it from its encoding, such as windows-1250: iconv -f ENCODING -t utf8 OLD > NEW"
