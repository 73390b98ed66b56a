"""State the languages of a Word document: of its text, of parts in another script, and of its East Asian fonts.

Word has three languages for each run: of Latin, Greek and Cyrillic letters, of East Asian ones, and of complex scripts
(https://ecma-international.org/publications-and-standards/standards/ecma-376/, part 1, section 17.3.2.20).
"""

import re

from cvrender.text.scripts import EAST_ASIAN, has_joined_letters, is_right_to_left

_COMPLEX = {"ar": "ar-SA", "fa": "fa-IR", "he": "he-IL", "hi": "hi-IN", "th": "th-TH"}
_EAST_ASIAN = {"ja": "ja-JP", "ko": "ko-KR", "zh-Hant": "zh-TW", "zh-TW": "zh-TW", "zh-HK": "zh-HK"}
_LATIN_IN_EAST_ASIA = "en-US"
"""The language of Latin letters in a Chinese, Japanese or Korean document, which Word would divide as it does ideographs."""
_UNKNOWN = "x-none"
"""What Word calls a language that is not known."""
_COMPLEX_SCRIPTS = ("Arab", "Hebr", "Deva", "Thai")
_TRACKING = re.compile(r'<w:spacing w:val="-?\d+"\s*/>')  # of letters; the spacing of paragraphs has other attributes
_RUN = re.compile(r'<w:lang w:val="([^"]*)" ?/>')


def set_runs(xml: str) -> str:
    """Replace the language of each run in another script, a tag of BCP 47, by Word's own; complex scripts have no italics."""
    return _RUN.sub(lambda match: f"<w:lang {_attribute(match[1])}/>", xml.replace("<w:iCs />", ""))


def _attribute(language: str) -> str:
    base, _, script = language.partition("-")
    if base in _COMPLEX or script in _COMPLEX_SCRIPTS:
        return f'w:bidi="{_COMPLEX.get(base, _UNKNOWN)}"'
    if base in EAST_ASIAN:
        return f'w:eastAsia="{_EAST_ASIAN.get(base, "zh-CN")}"'
    return f'w:val="{_UNKNOWN if base == "und" else language}"'


def set_settings(xml: str, language: str) -> str:
    """Set the East Asian fonts for the document's language; the default is simplified Chinese."""
    region = _east_asian(language)
    return xml.replace('w:eastAsia="zh-CN"', f'w:eastAsia="{region}"') if region else xml


def set_styles(xml: str, language: str) -> str:
    """Set the language of the text, and what follows from it: the direction of paragraphs, the side of bars, no space between
    joined letters, no italics in Chinese, Japanese and Korean.
    """
    base = language.partition("-")[0]
    east_asian = _east_asian(language) or ("zh-CN" if base == "zh" else None)
    latin = _LATIN_IN_EAST_ASIA if east_asian else language
    shown = f'<w:lang w:val="{latin}" w:eastAsia="{east_asian or "zh-CN"}" w:bidi="{_COMPLEX.get(base, "ar-SA")}"/>'
    xml = re.sub(r"<w:lang [^>]*/>", shown, xml, count=1) if base else xml
    if is_right_to_left(language):
        xml = re.sub(r"<w:suppressAutoHyphens ?/>", r"\g<0><w:bidi/>", xml, count=1)
        xml = xml.replace("<w:pBdr><w:left ", "<w:pBdr><w:right ")
    if has_joined_letters(language):
        xml = _TRACKING.sub("", xml)
    if east_asian:
        xml = xml.replace("<w:i/>", "")
    return xml


def _east_asian(language: str) -> str | None:
    return _EAST_ASIAN.get(language) or _EAST_ASIAN.get(language.partition("-")[0])
