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
from cvrender.old_cvs.dates import dates_in
from cvrender.old_cvs.headings import is_of_contacts, plain, section_of, words
from cvrender.old_cvs.kinds_of_words import is_place, kinds
from cvrender.old_cvs.mail_addresses import EMAIL, with_signs
from cvrender.old_cvs.person_name import is_likely, name_parts
from cvrender.old_cvs.personal import PersonalFact, facts_of, label_of, not_phones, personal_facts

PHONE = re.compile(r"(?<![\w/.-])(?:\(?\+|\(|00)?\d(?:[\d ()/-]|\.(?!\s)|(?<=[\d) ])[–—](?=[ (\d])){6,}\d(?![\w-])")
ORCID = re.compile(rf"(?<!\d){RESEARCHER_IDS['orcid'].pattern}(?!\d)")
URL = re.compile(
    r"(?:https?://|www\.)[^\s,;|]+|(?<![\w@.])(?:[\w-]+\.)+(?:com|org|net|edu|io|dev|me|ch|de|fr|uk|it|es|ca|ai|in|app|info|eu|nl|be|at|au|se|no|fi|dk|cz|pl|jp|cn|co|gov|github\.io)(?:/[^\s,;|]*)?(?![\w@])"
)
_PLACE = re.compile(r"[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+)?, [A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+)?")
SIGNS = re.compile(r"\s*[|•·∙⋅◦▪‣⋄∗■●◆丨]\s*|\t+| {3,}|(?<![\d)])\s+[–—-]\s+|\s+[–—-]\s+(?![\d(])|\s*//\s+|;\s+")
_ADDRESSES = frozenset("mr mrs ms sr sra herr frau".split())
"""Words before a name that are not titles."""
_LABEL_BEFORE = re.compile(r"(?:^|(?<=[,;|.])\s*)[^\W\d_][^,;|:：@\d]{0,40}[:：]\s*$")
_LABELLED = re.compile(r"(?P<label>[^\W\d_][^:：]{1,40}?)\s*[:：]\s*(?P<value>\S.*)")
_AGE = re.compile(
    r"(?i)\W*(?:aged? )?\d{2}\s*(?:ans|years?(?: old)?|yrs|jahre?(?: alt)?|años|anos|anni|jaar|år|lat|let|év|лет|год\w*|рок\w*|"
    r"yaş\w*|tahun|세|岁|歲|歳|才)\W*"
)
_NETWORK = re.compile(r"^(?P<name>[\w ]{2,20}?)\s*[:/@]\s*@?(?P<user>[\w.-]{2,60})/?$")


class PersonHeader:
    """Collects what is said of the person. `rest` is what no field takes, and `others` what may be shown of it."""

    def __init__(self) -> None:
        self.person = ImportedEntry()
        self.parts: dict[str, str] = {}
        self.texts: list[str] = []
        self.rest: list[str] = []
        self.others: list[str] = []
        self.is_within_location = False
        self.number = self.located = -1

    def read(self, lines: list[OldLine]) -> None:
        """Read the lines."""
        for line in lines:
            if not self.person.places and line.cells:
                self.person.places[()] = (line.file, line.number, 1)
            label = pending = ""
            self.number = line.number
            self.is_within_location &= any(cell.role == "contacts" for cell in line.cells)
            for cell in line.cells:
                if label:
                    self._private(facts_of(label_of(label), cell.plain, f"{label.rstrip(' :：')}:"))
                    label = ""
                elif label_of(cell.plain) and cell is not line.cells[-1]:
                    label = cell.plain
                elif pending or not (cell.plain.endswith((":", "：")) and cell is not line.cells[-1]):
                    self._cell(LineCell(f"{pending} {cell.text}", cell.role) if pending else cell, line)
                    pending = ""
                else:
                    pending = cell.text
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
            if (rest := line.plain.partition("(")[2]) and not degrees and "(" not in name:
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
        elif role == "name":  # said twice, as in a keyword and by a macro
            self.rest += [text] if text != self.person["name"] else []
        elif role == "headline" and "headline" not in self.person:
            self.person["headline"] = cell.text
        elif role == "headline":
            self._headline(cell.text)
        elif role == "location" and not (EMAIL.search(text) or URL.search(text) or label_of(text.partition(":")[0])):
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
        self.is_within_location = True
        self.located = self.number
        if text and text not in known:
            self.person["location"] = f"{known}, {text}" if known else text

    def _free(self, cell: LineCell) -> None:
        """Read a cell that no macro explains."""
        for span in cell.spans:
            if span.href.startswith("mailto:"):
                for mail in EMAIL.findall(span.href.removeprefix("mailto:").partition("?")[0]):
                    self._add("emails", mail)
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
        parts = SIGNS.split("".join(pieces) if linked else cell.plain)
        if len(parts) > 1 and "name" in self.person and all(map(self._is_of_headline, parts)):
            parts = [", ".join(parts)]
        for piece in parts:
            self._piece(piece)

    def _orcid(self, link: str) -> bool:
        if (match := ORCID.search(link)) and "orcid" in link:
            self.person["orcid"] = match[0]
            return True
        return False

    def _piece(self, piece: str) -> None:
        facts, text = personal_facts(with_signs(" ".join(piece.split())))
        self._private(facts)
        private, kept = not_phones(text)
        for part in private:
            self.rest.append(part)
            text = text.replace(part, " ", 1)
        for index, part in enumerate(kept):
            text = text.replace(part, HIDDEN.char(index % 2), 1)
        for pattern, key in ((EMAIL, "emails"), (ORCID, "orcid"), (URL, "links"), (PHONE, "phones")):
            for match in pattern.findall(text):
                if self._contact(key, match):
                    before, _, after = text.partition(match)
                    text = f"{_LABEL_BEFORE.sub('', before)} {after}"
        for index, part in enumerate(kept):
            text = text.replace(HIDDEN.char(index % 2), part, 1)
        text = self._without_name(without_labels(text))
        if re.search(r"\w", text) and plain(text) not in left_out() and not is_of_contacts(text):
            self._words(text)

    def _contact(self, key: str, text: str) -> bool:
        """Add a contact, and return whether it is one."""
        if key == "orcid":
            self.person["orcid"] = text
        elif key == "links":
            link = _link(text.rstrip("."))
            if not link:
                return False
            self._add("links", link)
        elif key == "phones" and (sum(char.isdigit() for char in text) < 8 and text[0] != "+" or _is_time(text)):
            return False
        else:
            self._add(key, text.strip())
        return True

    def _without_name(self, text: str) -> str:
        """Return a text without the name, if it is more than a part of another word."""
        name = str(self.person.get("name", ""))
        said = re.sub(rf"(?i)(?<!\w){re.escape(name)}(?!\w)", " ", text) if name else text
        return without_labels(said) if said != text else text

    def _words(self, text: str) -> None:
        """Place what is neither a contact nor private: the name, a link, the location, what the person is, or more."""
        labelled = _LABELLED.fullmatch(text)
        if "name" not in self.person and not self.parts and is_likely(text):
            self.person["name"] = text
        elif (match := _NETWORK.match(text)) and match["name"].casefold() in NETWORKS:
            self._add("links", {"value": NETWORKS[match["name"].casefold()].format(match["user"]), "label": match["name"]})
        elif _AGE.fullmatch(text):
            self.rest.append(text)
        elif (
            len(text) > (120 if text.isascii() or ord(max(text)) < 0x3000 else 40)
            or not labelled
            and len(text.split()) > 7 + 3 * bool(kinds(text) & {"title", "degree"})
        ):
            self.texts.append(text)
        elif not labelled and self._is_location(text):
            self._location(text)
        elif not labelled and self._may_be_headline(text):
            self._headline(text)
        else:
            self.others.append(text)

    def _is_of_headline(self, part: str) -> bool:
        """Return whether a part of the first line below the name may be one of several that say what the person is."""
        return (
            bool(re.fullmatch(r"[^\d@:.]{3,40}", part))
            and not self._is_location(part)
            and self._may_be_headline(f"{part} {part}")
        )

    def _may_be_headline(self, text: str) -> bool:
        """Return whether a text may say what the person is: the first one, and others with words of jobs or degrees."""
        known = str(self.person.get("headline", ""))
        if len(f"{known}{text}") > 150 or text.endswith((":", "：")) or _NO_HEADLINE.search(text):
            return False
        if kinds(text) & {"title", "degree"}:
            return not (known and text[:1].islower())
        if section_of(text):
            return False
        is_first = not known and not self.others and not {"emails", "phones", "links", "location"} & set(self.person)
        return is_first and not re.search(r"\d|\.$", text) and len(text.split()) > 1

    def _is_location(self, text: str) -> bool:
        if is_place(re.sub(r"^\d{3} \d{2} ", "", text)) or _is_address(text):
            return True
        if self.is_within_location and len(text) < 40 and not kinds(text) and not any(dates_in(text)):
            return self.located == self.number or bool(re.search(r"\d", text))
        return "location" not in self.person and bool(_PLACE.fullmatch(text)) and not kinds(text)


_NO_HEADLINE = re.compile(
    r"[=<>{}\\@#_\[\]]|https?:|^\W|(?i:curriculum vit|lebenslauf|\bcv\b|r[eé]sum[eé]\b)|^(?:\w{1,2} )*\w{1,2}$|[^\W\d_]{5,}\.$"
)
"""What is in texts that do not say what a person is: signs of code, the document's name, short names of languages, sentences."""


def _is_time(text: str) -> bool:
    """Return whether digits that might be a telephone number are a day or a range of time."""
    return bool(re.match(r"(?:19|20)\d\d\s?[./-]\s?\d{1,2}(?!\d)", text)) or any(
        "start" in date.fields for date in dates_in(text)
    )


def are_contacts(lines: Sequence[OldLine]) -> bool:
    """Return whether lines say how to reach the person: most have a contact, and nothing besides but a label."""
    bare = [line.plain for line in lines]
    for pattern in (EMAIL, ORCID, URL, PHONE):
        bare = [pattern.sub(" ", text) for text in bare]
    has_contact = [
        text != line.plain or any(span.href for cell in line.cells for span in cell.spans)
        for text, line in zip(bare, lines, strict=True)
    ]
    is_short = all(sum(map(str.isalpha, text)) < 25 for text in bare)
    is_person = any(pattern.search(line.plain) for line in lines for pattern in (EMAIL, PHONE))
    has_time = any("start" in date.fields for line in lines for date in dates_in(line.plain))  # which looks like a number
    return is_short and is_person and not has_time and 2 * sum(has_contact) >= len(lines) > 1


def _is_address(text: str) -> bool:
    return not any(dates_in(text)) and bool(
        re.search(
            r"\b(?!(?:19|20)\d\d\b(?! [^\W\d_a-z]))\d{4,6}\b|"
            r"\b(?:street|st\.|avenue|ave|road|rd\.?|straße|strasse|str\.|rue|via|calle|drive|blvd|room|floor|apt|"
            r"p\.?\s?o\.? box)\b|^\d+,? (?:rue|avenue|av|bd|boulevard|[^\W\d_]+ (?:street|st|road|rd|avenue|ave|drive|lane)\b)",
            text,
            re.IGNORECASE,
        )
    )


def left_out() -> frozenset[str]:
    """Return lines that say nothing of the person, as they are compared."""
    return frozenset(plain(str(word)) for word in words()["left_out"])


def says_nothing(line: OldLine) -> bool:
    """Return whether a line is none of the CV's own: its title, a page number, when it was last changed."""
    text = line.plain.casefold().strip(" :.")
    if line.kind in ("bullet", "row", "entry", "break") or len(text) > 80:
        return False
    return plain(text) in left_out() or bool(_OF_THE_PAGE.fullmatch(text))


_OF_THE_PAGE = re.compile(
    r"(?:page )?\d{1,3}(?:\s*(?:/|of)\s*\d{1,3})?|(?:last )?(?:updated?|modified|compiled)(?: on)?:? [\w ,./-]{4,30}|"
    r"(?:©|\(c\) ?(?=\d)|copyright\b).*|(?:powered|created|generated) (?:by|with)\b.*|file:///.*|"
    r"omb no\. [\d-]+.*|"
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}, \d{1,2}:\d\d(?: [ap]m)?\b.*"
)
"""Numbers of pages, days of a change, marks of copyright, programs and forms, and what browsers print at the edges of pages."""


@cache
def labels() -> frozenset[str]:
    """Return the words before contacts that say no more than the contact does."""
    return frozenset(part for word in words()["labels"] for part in str(word).split())


def without_labels(text: str) -> str:
    """Return a contact without words such as `E-mail:`, which say no more than the contact does."""
    labels = "|".join(sorted((re.escape(str(word)) for word in words()["labels"]), key=len, reverse=True))
    bare = re.sub(rf"(?i)(?<!\w)(?:{labels})\s*[:：]\s*", " ", text)
    bare = "" if re.fullmatch(rf"(?i)\W*(?:(?:{labels})\W*)+", bare) else bare
    bare = " ".join(bare.split()).strip(" ,;:|[]<>•·–-")
    return bare if re.search(r"\w \([^()]+\)$", bare) else bare.strip(" ,;:|()[]<>•·–-")


def _link(text: str) -> str | None:
    text = text.strip().strip("<>()")
    if (
        not re.match(r"https?://", text)
        and re.match(r"[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)", text)
        and "@" not in text.partition("/")[0]
    ):
        text = f"https://{text}"
    return identifiers.url(text)
