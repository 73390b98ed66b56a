"""Find the parts of a text in another script than its document's, and their language as far as the letters show it.

Languages are tags of BCP 47. If several languages use the letters, only the script is given, as in `und-Cyrl`.
"""

import re
from functools import cache

from cvrender.model.expressions import expression
from cvrender.text.scripts import EAST_ASIAN, is_latin

_KANA, _HANGUL, _HAN = (
    "\u3040-\u30ff\u31f0-\u31ff",
    "\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3",
    "\u2e80-\u2fdf\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
)
_SCRIPTS = {
    "Grek": "\u0370-\u03ff\u1f00-\u1fff",
    "Cyrl": "\u0400-\u052f",
    "Armn": "\u0530-\u058f",
    "Hebr": "\u0590-\u05ff",
    "Arab": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff",
    "Deva": "\u0900-\u097f",
    "Thai": "\u0e00-\u0e7f",
    "Geor": "\u10a0-\u10ff",
    "Hani": _KANA + _HANGUL + _HAN,
}
_ONE_LANGUAGE = {"Grek": "el", "Armn": "hy", "Hebr": "he", "Thai": "th", "Geor": "ka"}
_TELLING = (
    (expression(f"[{_KANA}]"), "ja"),
    (expression(f"[{_HANGUL}]"), "ko"),
    (expression(f"[{_HAN}]"), "zh"),  # also the default of the fonts
    (expression("[ўЎ]"), "be"),
    (expression("[іїєґІЇЄҐ]"), "uk"),
    (expression("[ђћљњџЂЋЉЊЏ]"), "sr"),
    (expression("[ѓќѕЃЌЅ]"), "mk"),
    (expression("[ыэЫЭ]"), "ru"),
)
_OWN = {
    "Grek": {"el"},
    "Cyrl": set("ru uk bg sr mk be kk ky mn tg tt".split()),
    "Armn": {"hy"},
    "Hebr": {"he", "yi"},
    "Arab": set("ar fa ur ps ug ckb".split()),
    "Deva": set("hi mr ne sa".split()),
    "Thai": {"th"},
    "Geor": {"ka"},
    "Hani": EAST_ASIAN,
}
"""The languages of documents that are written in a script."""


def foreign(text: str, language: str) -> list[tuple[int, int, str]]:
    """Return start, end and language of each part in another script than that of the document's `language`.

    A single Greek letter counts as a symbol, as in λ-calculus.
    """
    if is_latin(text):
        return []
    base = language.partition("-")[0]
    return [
        (match.start(), match.end(), _language(match[0], str(match.lastgroup)))
        for match in _foreign_to(base).finditer(text)
        if not (match.lastgroup == "Grek" and match.end() - match.start() < 2)
    ]


@cache
def _foreign_to(base: str) -> re.Pattern[str]:
    """Return a pattern for words of other scripts, with the spaces and punctuation between them."""
    scripts = [script for script in _SCRIPTS if base not in _OWN[script]]
    return re.compile("|".join(rf"(?P<{name}>[{_SCRIPTS[name]}]+(?:[^\w\ufffc]*[{_SCRIPTS[name]}]+)*)" for name in scripts))


def _language(text: str, script: str) -> str:
    if script in _ONE_LANGUAGE:
        return _ONE_LANGUAGE[script]
    return next((language for letters, language in _TELLING if letters.search(text)), f"und-{script}")
