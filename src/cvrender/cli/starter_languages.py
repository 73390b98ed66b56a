"""Write the texts of a starting profile once for each language of the person."""

import re

PLACEHOLDER = "…"
"""What is written where the text of a language is not known; `check` warns of it."""

_FLOW = re.compile(r"\{en: (?P<en>[^{},]*), zh: (?P<zh>[^{},]*)\}")
_TEXT = r">-\n(?:(?P=pad)  .*\n)+|.*\n"
_BLOCK = re.compile(rf"(?m)^(?P<pad> +)en: (?P<en>{_TEXT})(?P=pad)zh: (?P<zh>{_TEXT})")
_SPOKEN = re.compile(r"(?m)^  - \{language: \{en: Chinese.*\n  - \{language: \{en: English.*\n")


def in_languages(text: str, languages: list[str]) -> str:
    """Set the languages of a new profile, the main one first; `text` has texts in English, and perhaps in Chinese."""
    if not languages:
        return text
    text = re.sub(r"(?m)^language: .*\n", "", text)
    text = re.sub(r"(?m)^person:", f"language: {languages[0]}\n\nperson:", text, count=1)
    if "zh: " in text:
        text = _SPOKEN.sub(_spoken(languages), text)
        text = _FLOW.sub(lambda match: "{" + ", ".join(f"{code}: {_said(match, code)}" for code in languages) + "}", text)
        text = _BLOCK.sub(lambda match: "".join(f"{match['pad']}{code}: {_line(match, code)}" for code in languages), text)
        return text if any(map(_is_chinese, languages)) else re.sub(r"(?m)^ +original_title: .*\n", "", text)
    if len(languages) > 1:
        said = re.compile(r"(?m)^  headline: (?P<en>.*)\n")
        note = "  headline: # any text may be given once per language\n"
        text = said.sub(lambda match: note + "".join(f"    {code}: {_said(match, code)}\n" for code in languages), text, count=1)
    return text


def _is_chinese(code: str) -> bool:
    return code in ("zh", "zh-Hans", "zh-CN", "zh-SG")


def _said(match: re.Match[str], code: str) -> str:
    """Return the text of a language, which is English for all regions of English."""
    if code.partition("-")[0] == "en":
        return match["en"]
    return match.groupdict().get("zh", PLACEHOLDER) if _is_chinese(code) else PLACEHOLDER


def _line(match: re.Match[str], code: str) -> str:
    return _said(match, code).removesuffix("\n") + "\n"


def _spoken(languages: list[str]) -> str:
    """Return the entries of the languages that the person most likely speaks, each named in all of them as lines begin."""
    from cvrender.text.casing import capitals
    from cvrender.text.cldr import language_name

    lines = []
    for number, spoken in enumerate(languages):
        known = ((code, language_name(spoken, code) or PLACEHOLDER) for code in languages)
        names = ", ".join(f"{code}: {capitals(name[0], code)}{name[1:]}" for code, name in known)
        words = ("native", "母语") if number == 0 else ("fluent", "流利")
        levels = {code: words[0] if code[:2] == "en" else words[1] if _is_chinese(code) else PLACEHOLDER for code in languages}
        said = ", ".join(f"{code}: {level}" for code, level in levels.items())
        lines.append(f"  - {{language: {{{names}}}, level: {{{said}}}}}\n")
    return "".join(lines)
