"""Say how to convert a text that is not UTF-8."""

import re


def encoding_hint(raw: bytes) -> str:
    """Return how to convert a text that is not UTF-8: the likely encoding, if the text has letters of East Asia in it."""
    for name, pattern in (("gb18030", "[\u4e00-\u9fff]"), ("shift_jis", "[\u3040-\u30ff]"), ("euc_kr", "[\uac00-\ud7af]")):
        try:
            text = raw[:20_000].decode(name)
        except UnicodeDecodeError:
            continue
        letters = [char for char in text if ord(char) > 127 and char.isalpha()]
        if letters and sum(bool(re.match(pattern, char)) for char in letters) * 10 > 8 * len(letters) and len(letters) > 3:
            return f"save it as UTF-8, or convert it: iconv -f {name} -t utf8 OLD > NEW"
    return "save it as UTF-8, or convert it: iconv -f latin1 -t utf8 OLD > NEW"
