"""Define what an identifier is: how it is written, checked, printed, linked, and named in other formats."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from cvrender.model.annotations import Invalid
from cvrender.model.fields import read_plain
from cvrender.model.value import Value


class Identifier(Value, frozen=True, kw_only=True):
    """A kind of identifier.

    `pattern`, `before` and `after` are regular expressions: of an identifier, of what links and citations put before it (by
    default the beginning of its link, and its label), and of what may follow it. `page` is the address of its web page, without
    the identifier at its end. `label` is what is printed before it. `lead` is how it begins where other formats leave that out.

    What the pattern does not match is an error in a profile. `agrees` returns whether the check digit agrees with the others
    (`model/check_digits.py`): with `is_checked`, one that does not is an error, too; otherwise `check` warns of it.
    `kinds` are the kinds of entry that may have it. An identifier
    that is not `printed` is for links and for other formats only; one `of_container` identifies the journal, not the work.

    `names` are its fields in other formats: `bibtex`, `csl`, `ris`, `orcid` (https://pub.orcid.org/v3.0/identifiers), `openalex`,
    `semantic_scholar`, `schema` (a property of https://schema.org), `openurl` (a key of ANSI/NISO Z39.88) and `info` (a namespace
    of https://info-uri.info).
    """

    name: str
    pattern: str
    example: str
    page: str = ""
    label: str = ""
    about: str = ""
    before: str = ""
    after: str = ""
    lead: str = ""
    agrees: Callable[[str], bool] | None = None
    is_checked: bool = True
    kinds: frozenset[str] = frozenset({"publication"})
    printed: bool = True
    of_container: bool = False
    names: Mapping[str, str] = {}

    def link(self, value: str) -> str:
        """Return the web page of an identifier, or an empty text if one of the two is empty."""
        return self.page + value.replace(" ", "") if self.page and value else ""

    def find(self, value: Any) -> str | None:
        """Return the identifier that a text of another format is, also as a link or after its label; else None."""
        text = str(value).strip()
        for said in (text, self.lead + text):
            if match := re.fullmatch(f"(?:{self._before})?({self.pattern}){self.after}", said, re.IGNORECASE):
                return match[1].rstrip(".,;")
        return None

    def read(self, value: Any) -> str:
        """Return the identifier that was typed, also as a link or after its label. Raises Invalid for anything else."""
        typed = read_plain(value)
        bare = re.sub(f"^(?:{self._before})", "", typed, count=1, flags=re.IGNORECASE).strip() or typed
        matches = (re.fullmatch(f"({self.pattern}){self.after}", said, re.ASCII) for said in (typed, bare))
        text = next((match[1] for match in matches if match), bare)
        if (fault := self.fault(text, typed)) and (self.is_checked or not re.fullmatch(self.pattern, text, re.ASCII)):
            raise fault
        return text

    def fault(self, text: str, typed: str = "") -> Invalid | None:
        """Return what is wrong with an identifier, if anything is."""
        if not re.fullmatch(self.pattern, text, re.ASCII):
            message = f'"{typed or text}" is not an identifier of {self.name}'
            return Invalid(message, f"write it like {self.example}", code="bad-identifier")
        if self.agrees and not self.agrees(text):
            message = f'the last character of "{text}" does not match the others'
            return Invalid(message, "look for a misspelt digit", code="bad-identifier")
        return None

    @property
    def _before(self) -> str:
        page = re.escape(self.page.partition("://")[2].removeprefix("www."))
        label = re.escape(self.label.strip(" :") or self.name)
        return self.before or (f"https?://(?:www\\.)?{page}|{label}:? *" if page else f"{label}:? *")
