"""Read what stands before the first heading: the name, contacts, and what else is said of the person."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from cvrender.formats.lines import LineCell, OldLine
from cvrender.formats.resume_values import NETWORKS
from cvrender.formats.table import ImportedEntry
from cvrender.formats.values import identifiers
from cvrender.model.identifier_table import RESEARCHER_IDS
from cvrender.model.private_use import HIDDEN
from cvrender.old_cvs.headings import words
from cvrender.old_cvs.kinds_of_words import is_place, kinds
from cvrender.old_cvs.person_name import is_likely, name_parts
from cvrender.old_cvs.personal import PersonalFact, facts_of, label_of, not_phones, personal_facts

EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.(?:[a-z]{2,}(?=[A-Z][a-z])|[\w-]+))+")
PHONE = re.compile(r"(?<![\w/.-])(?:\+|\(|00)?\d[\d ()/.-]{6,}\d(?![\w-])")
ORCID = re.compile(rf"(?<!\d){RESEARCHER_IDS['orcid'].pattern}(?!\d)")
URL = re.compile(
    r"(?:https?://|www\.)[^\s,;|]+|(?<![\w@.])(?:[\w-]+\.)+(?:com|org|net|edu|io|dev|me|ch|de|fr|uk|it|es|ca|ai|in|app|info|eu|nl|be|at|au|se|no|fi|dk|cz|pl|jp|cn|co|gov|github\.io)(?:/[^\s,;|]*)?(?![\w@])"
)
_PLACE = re.compile(r"[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+)?, [A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+)?")
SIGNS = re.compile(r"\s*[|•·∙⋅◦▪‣⋄∗■●◆丨]\s*|\t+| {3,}|\s+[–—-]\s+|\s*//\s+|;\s+")
_POST = {"title", "organization", "degree"}  # kinds of words that tell a post from a place
_ADDRESSES = frozenset("mr mrs ms sr sra herr frau".split())
"""Words before a name that are not titles."""
_NETWORK = re.compile(r"^(?P<name>[\w ]{2,20}?)\s*[:/@]\s*@?(?P<user>[\w.-]{2,60})/?$")


class PersonHeader:
    """Collects what is said of the person. `rest` is what no field takes."""

    def __init__(self) -> None:
        self.person = ImportedEntry()
        self.parts: dict[str, str] = {}
        self.texts: list[str] = []
        self.rest: list[str] = []

    def read(self, lines: list[OldLine]) -> None:
        """Read the lines."""
        for line in lines:
            if not self.person.places and line.cells:
                self.person.places[()] = (line.file, line.number, 1)
            label = ""
            for cell in line.cells:
                if label:
                    self._private(facts_of(label_of(label), cell.plain, f"{label.rstrip(' :：')}:"))
                    label = ""
                elif label_of(cell.plain) and cell is not line.cells[-1]:
                    label = cell.plain
                else:
                    self._cell(cell, line)
        first, family = self.parts.get("first", ""), self.parts.get("family", "")
        if first and "title" in kinds(family):
            family = ""
            self._headline(self.parts.pop("family"))
        if first or family:
            self.set_name(f"{first} {family}".strip(), ())

    def set_name(self, text: str, lines: Sequence[OldLine]) -> None:
        """Set the name, the titles before it and the degrees behind it; a form of address is only kept."""
        name, title, degrees = name_parts(text)
        self.person["name"] = name
        title = self._honorific(title)
        if degrees:
            self.person["credentials"] = degrees
        self.rest += [title] if title else []
        if lines:
            self.person.places.setdefault((), (lines[0].file, lines[0].number, 1))
        for line in lines:  # what stands behind the name, such as the day of birth
            if (rest := line.plain.partition("(")[2]) and not degrees:
                self._piece(rest.rstrip(") "))

    def _honorific(self, title: str) -> str:
        """Set the titles before the name, and return what is none of them, such as `Mr.`."""
        words = title.split()
        count = next((index for index, word in enumerate(words) if word.strip(".").casefold() not in _ADDRESSES), len(words))
        if titles := words[count:]:
            self.person["honorific_prefix"] = " ".join(titles)
        return " ".join(words[:count])

    def _cell(self, cell: LineCell, line: OldLine) -> None:
        role = cell.role.rstrip("+")
        text = cell.plain
        if role in ("first", "family"):
            self.parts[role] = f"{self.parts[role]} {text}" if role in self.parts else text
        elif role == "name" and "name" not in self.person:
            self.set_name(text, ())
        elif role == "headline" and "headline" not in self.person:
            self.person["headline"] = cell.text
        elif role == "headline":
            self._headline(cell.text)
        elif role == "location":
            self._location(text)
        elif role in ("email", "phone", "url", "orcid", "born"):
            self._known(role, text)
        elif role in NETWORKS or role in ("username", "scholar"):
            self._network(role, cell, line)
        elif role != "network":
            self._free(cell)

    def _private(self, facts: list[PersonalFact]) -> None:
        """Take what is personal: the first value of a field, everything else is only kept."""
        for fact in facts:
            if fact.key == "location":
                self._location(fact.value)
                self.rest += [fact.text] if fact.text else []
            elif not fact.key or self.person.setdefault(fact.key, fact.value) != fact.value:
                self.rest.append(fact.text or fact.value)
            elif fact.text:
                self.rest.append(fact.text)

    def _known(self, role: str, text: str) -> None:
        if role == "phone":
            self._add("phones", text)
        elif role == "email":
            for mail in EMAIL.findall(text) or []:
                self._add("emails", mail)
            if not EMAIL.search(text):
                self.rest.append(text)
        elif role == "born":
            self._private(facts_of("birthdate", text, "born"))
        elif role == "orcid" and (match := ORCID.search(text)):
            self.person["orcid"] = match[0]
        elif role == "url" and (link := _link(text)):
            self._add("links", link)
        else:
            self.rest.append(text)

    def _network(self, role: str, cell: LineCell, line: OldLine) -> None:
        name = {"scholar": "google scholar"}.get(role, role)
        if role == "username":
            name = next((other.plain.casefold() for other in line.cells if other.role == "network"), "")
        user = cell.plain.strip().lstrip("@")
        if name == "orcid" and (match := ORCID.search(user)):
            self.person["orcid"] = match[0]
        elif link := _link(user) if "/" in user else None:
            self._add("links", link)
        elif name in NETWORKS and re.fullmatch(r"[\w.%~-]+", user):
            self._add("links", {"value": NETWORKS[name].format(user), "label": name.title() if name != "github" else "GitHub"})
        else:
            self.rest.append(f"{name}: {cell.plain}" if name else cell.plain)

    def _add(self, key: str, value: Any) -> None:
        known = self.person.setdefault(key, [])
        shown = [part["value"] if isinstance(part, dict) else part for part in known]
        if (value["value"] if isinstance(value, dict) else value).rstrip("/") not in [part.rstrip("/") for part in shown]:
            known.append(value)

    def _headline(self, text: str) -> None:
        known = str(self.person.get("headline", ""))
        self.person["headline"] = f"{known}, {text}" if known else text

    def _location(self, text: str) -> None:
        known = str(self.person.get("location", ""))
        text = text.strip(" ,")
        if text and text not in known:
            self.person["location"] = f"{known}, {text}" if known else text

    def _free(self, cell: LineCell) -> None:
        """Read a cell that no macro explains."""
        for span in cell.spans:
            if span.href and (mail := span.href.removeprefix("mailto:")) != span.href:
                self._add("emails", mail.partition("?")[0])
            elif span.href.startswith("tel:") and not PHONE.search(span.text):
                self._add("phones", span.href.removeprefix("tel:"))
            elif span.href and not span.href.startswith("tel:") and (link := _link(span.href)):
                shown = span.text.strip()
                is_url = not shown or _link(shown) is not None or shown.casefold().rstrip("/") in link.casefold()
                if not self._orcid(link):
                    self._add("links", link if is_url else {"value": link, "label": shown})
        linked = {span.text.strip() for span in cell.spans if span.href}
        pieces = [
            part for span in cell.spans if not span.href or span.href.startswith(("mailto:", "tel:")) for part in [span.text]
        ]
        for piece in SIGNS.split("".join(pieces) if linked else cell.plain):
            self._piece(piece)

    def _orcid(self, link: str) -> bool:
        if (match := ORCID.search(link)) and "orcid" in link:
            self.person["orcid"] = match[0]
            return True
        return False

    def _piece(self, piece: str) -> None:
        facts, text = personal_facts(" ".join(piece.split()))
        self._private(facts)
        private, others = not_phones(text)
        for part in private:
            self.rest.append(part)
            text = text.replace(part, " ", 1)
        for index, part in enumerate(others):
            text = text.replace(part, HIDDEN.char(index % 2), 1)
        for pattern, key in ((EMAIL, "emails"), (ORCID, "orcid"), (URL, "links"), (PHONE, "phones")):
            for match in pattern.findall(text):
                if key == "orcid":
                    self.person["orcid"] = match
                elif key == "phones" and sum(char.isdigit() for char in match) < 8 and not match.startswith("+"):
                    continue
                elif key == "links":
                    link = _link(match.rstrip("."))
                    if not link:
                        continue
                    self._add("links", link)
                else:
                    self._add(key, match.strip())
                text = text.replace(match, " ", 1)
        for index, part in enumerate(others):
            text = text.replace(HIDDEN.char(index % 2), part, 1)
        text = without_labels(text)
        if not re.search(r"\w", text):
            return
        if "name" not in self.person and not self.parts and is_likely(text):
            self.person["name"] = text
        elif (match := _NETWORK.match(text)) and match["name"].casefold() in NETWORKS:
            self._add("links", {"value": NETWORKS[match["name"].casefold()].format(match["user"]), "label": match["name"]})
        elif len(text) > 120 or not self._is_location(text) and len(f"{self.person.get('headline', '')}{text}") > 150:
            self.texts.append(text)
        elif self._is_location(text):
            self._location(text)
        else:
            self._headline(text)

    def _is_location(self, text: str) -> bool:
        if is_place(text) or _is_address(text):
            return True
        if "location" not in self.person:
            return bool(_PLACE.fullmatch(text)) and not kinds(text)
        return "headline" in self.person and len(text) < 40 and not kinds(text) & _POST


_AT = re.compile(r"\s?[\[({<]\s?(?:at|AT|@|ät|arroba)\s?[\])}>]\s?|(?<=\w) (?:at|AT|@) (?=[\w.-]+(?:\.| dot )\w)")
_DOT = re.compile(r"\s?[\[({<]\s?(?:dot|DOT|punkt|\.)\s?[\])}>]\s?|(?<=\w) dot (?=\w)")
"""What stands for the signs of an e-mail address."""


def mails_of(line: OldLine) -> list[str]:
    """Return the e-mail addresses of a line: as it shows them, with words for the signs, and those that its links lead to."""
    linked = (span.href[7:].partition("?")[0] for cell in line.cells for span in cell.spans if span.href.startswith("mailto:"))
    text = _DOT.sub(".", _AT.sub("@", line.plain)) if len(line.plain) < 200 else line.plain
    shown = EMAIL.findall(text)
    return list(dict.fromkeys([*shown, *(mail for mail in linked if not shown and EMAIL.fullmatch(mail))]))


def _is_address(text: str) -> bool:
    return bool(
        re.search(
            r"\b\d{4,6}\b|\b(?:street|st\.|avenue|ave|road|rd\.?|straße|strasse|str\.|rue|via|calle|drive|blvd|room|floor|apt|"
            r"p\.?\s?o\.? box)\b|^\d+ \w",
            text,
            re.IGNORECASE,
        )
    )


def left_out() -> frozenset[str]:
    """Return lines that say nothing of the person, in lower case."""
    return frozenset(str(word) for word in words()["left_out"])


def says_nothing(line: OldLine) -> bool:
    """Return whether a line is none of the CV's own: its title, a page number, when it was last changed."""
    text = line.plain.casefold().strip(" :.")
    if line.kind in ("bullet", "row", "entry", "break") or len(text) > 60:
        return False
    is_number = re.fullmatch(r"(?:page )?\d{1,3}(?:\s*(?:/|of)\s*\d{1,3})?", text)
    return text in left_out() or bool(
        is_number or re.fullmatch(r"(?:last )?(?:updated?|modified|compiled)(?: on)?:? [\w ,./-]{4,30}", text)
    )


@cache
def labels() -> frozenset[str]:
    """Return the words before contacts that say no more than the contact does."""
    return frozenset(part for word in words()["labels"] for part in str(word).split())


def without_labels(text: str) -> str:
    """Return a contact without words such as `E-mail:`, which say no more than the contact does."""
    labels = "|".join(sorted((re.escape(str(word)) for word in words()["labels"]), key=len, reverse=True))
    bare = re.sub(rf"(?i)(?<!\w)(?:{labels})\s*[:：]\s*", " ", text)
    bare = "" if re.fullmatch(rf"(?i)\W*(?:(?:{labels})\W*)+", bare) else bare
    return " ".join(bare.split()).strip(" ,;:|()[]<>•·–-")


def _link(text: str) -> str | None:
    text = text.strip().strip("<>()")
    if (
        not re.match(r"https?://", text)
        and re.match(r"[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)", text)
        and "@" not in text.partition("/")[0]
    ):
        text = f"https://{text}"
    return identifiers.url(text)
