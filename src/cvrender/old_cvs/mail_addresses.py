"""Find e-mail addresses, also those with words for their signs or spaces around them."""

import re

from cvrender.formats.lines import OldLine

EMAIL = re.compile(r"[A-Za-z0-9_.+%'-]*[A-Za-z0-9_-]@[\w-]+(?:\.(?:[a-z]{2,}(?=[A-Z][a-z])|[\w-]+))+")
_AT = re.compile(
    r"\s?[\[({<]\s?(?:at|AT|@|ät|arroba)\s?[\])}>]\s?|(?<=\w) (?:at|AT|@) (?=[\w.-]+ dot \w)|(?<=\w) @ (?=[\w-]+\.\w)"
)
_AT_ALONE = re.compile(r"((?:[Ee]-?[Mm]ail ?:? )?[a-z0-9_.+-]+) (?:at|AT) ([\w-]+(?:\.[\w-]+)+)")
_DOT = re.compile(r"\s?[\[({<]\s?(?:dot|DOT|punkt|\.)\s?[\])}>]\s?|(?<=\w) dot (?=\w)")
"""What stands for the signs of an e-mail address."""
_SPACED = re.compile(r"(?<![^\s:])[\w.+-]+ ?@ ?[\w-]+(?: ?\. ?[\w-]+)* ?\. ?[a-z]{2,6}\b")
"""An e-mail address with spaces around its signs."""


def with_signs(text: str) -> str:
    """Return a text with e-mail addresses as they are used: with signs instead of words, and without spaces around them."""
    text = _AT_ALONE.sub(r"\1@\2", text) if _AT_ALONE.fullmatch(text) else text
    if len(text) > 200 or not (_AT.search(text) or "@" in text):
        return text
    return _SPACED.sub(lambda match: match[0].replace(" ", ""), _DOT.sub(".", _AT.sub("@", text)))


def mails_of(line: OldLine) -> list[str]:
    """Return the e-mail addresses of a line: as it shows them, with words for the signs, and those that its links lead to."""
    linked = (span.href[7:].partition("?")[0] for cell in line.cells for span in cell.spans if span.href.startswith("mailto:"))
    shown = EMAIL.findall(with_signs(line.plain))
    return list(dict.fromkeys([*shown, *(mail for mail in linked if not shown and EMAIL.fullmatch(mail))]))
