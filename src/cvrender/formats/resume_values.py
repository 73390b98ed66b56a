"""Convert what formats of whole CVs have in common: contacts, networks, times."""

import re
from typing import Any

from cvrender.formats.converters import DATE, END, PROSE, text_of
from cvrender.formats.table import Converter, ImportedEntry, Row, SourceReading
from cvrender.formats.values import dates, identifiers, languages
from cvrender.model.annotations import Invalid
from cvrender.model.identifier_table import RESEARCHER_IDS

NETWORKS = {
    **{row.name.casefold(): f"{row.page}{{}}" for row in RESEARCHER_IDS.values()},
    "gitlab": "https://gitlab.com/{}",
    "x": "https://x.com/{}",
    "twitter": "https://x.com/{}",
    "bluesky": "https://bsky.app/profile/{}",
    "researchgate": "https://www.researchgate.net/profile/{}",
    "youtube": "https://www.youtube.com/@{}",
    "instagram": "https://www.instagram.com/{}",
    "stackoverflow": "https://stackoverflow.com/users/{}",
    "telegram": "https://t.me/{}",
    "reddit": "https://www.reddit.com/user/{}",
    "leetcode": "https://leetcode.com/u/{}",
    "medium": "https://medium.com/@{}",
    "facebook": "https://www.facebook.com/{}",
}
"""The address of a user's page in a network."""


def _page(network: str, username: str, url: str) -> str | None:
    """Return the address of a user's page, or None for an unknown network."""
    if link := identifiers.url(url):
        return link
    if network.casefold() == "mastodon" and (match := re.fullmatch(r"@?([^@\s]+)@([\w.-]+)", username)):
        return f"https://{match[2]}/@{match[1]}"
    form = NETWORKS.get(network.casefold())
    return form.format(username.lstrip("@")) if form and username and not re.search(r"\s", username) else None


def _last_part(username: str) -> str:
    """Return a user's name without what may stand around it, in lower case."""
    return username.strip("@/").partition("@")[0].rpartition("/")[2].casefold()


def _profile(values: tuple[Any, ...]) -> list[Any] | None:
    """Return the link of a network and a user name, or nothing for an unknown network."""
    network, username, url = (str(value or "").strip() for value in values)
    link = _page(network, username, url)
    if link is None:
        return None
    is_in_link = _last_part(username) in link.casefold()
    label = network if is_in_link else ": ".join(part for part in (network, username) if part)
    return [{"value": link, "label": PROSE.read(label)} if label else link]


def _identifier(key: str) -> Converter:
    """Return what reads the identifier of a network of researchers from the user name, or else from the address."""
    row = RESEARCHER_IDS[key]

    def read(values: tuple[Any, ...]) -> str | None:
        network, *said = (str(value or "").strip() for value in values)
        for value in said if network.casefold() == row.name.casefold() else ():
            try:
                return row.read(value)
            except Invalid:
                continue
        return None

    return Converter(read)


_THEIRS = ("network", "username", "url")
PROFILE = (
    *(Row(_THEIRS, key, _identifier(key)) for key in RESEARCHER_IDS if key not in ("github", "linkedin")),
    Row(_THEIRS, "links", Converter(_profile)),
)
"""The table of one network with a user name, or an address; GitHub's and LinkedIn's are links as those of other networks."""


def _place(values: tuple[Any, ...]) -> str | None:
    parts: list[str] = []
    for value in values:
        if isinstance(value, str) and value.strip() and value.strip() not in parts:
            parts.append(value.strip())
    return PROSE.read(", ".join(parts)) if parts else None


PLACE = Converter(_place)
"""City, region and country as one text."""


TIMES = (Row("startDate", "start", DATE), Row("endDate", "end", END))
"""Times as JSON Resume and YAMLResume write them."""


def prepare_period(record: Any) -> Any:
    """Divide a period that is written as one text, under `period` or `date`, into its start and its end."""
    for key in ("period", "date"):
        if isinstance(record.get(key), str) and (period := dates.period(record[key])):
            record["~start"], record["~end"] = period
            del record[key]
        elif isinstance(record.get(key), dict):
            record["~start"], record["~end"] = (record[key].pop(part, None) for part in ("start", "end"))
        elif key == "period" and key in record:
            record.setdefault("date", record.pop(key))
    return record


PERIOD = (Row("~start", "start", DATE), Row("~end", "end", END), Row("date", "date", DATE))
"""What `prepare_period` makes of a period."""


def bullet_lines(text: str) -> list[str]:
    """Return the items of a text that consists of bullets (`- `, `* `, `• `) and their continuation lines, else nothing."""
    items: list[str] = []
    for line in text.strip().split("\n"):
        match = re.match(r"\s*(?:[-*+•·▪◦–][ \t]+)(\S.*)", line)
        if match:
            items.append(match[1].strip())
        elif items and line.strip():
            items[-1] += f" {line.strip()}"
        elif line.strip():
            return []
    return items


def finish_times(entry: ImportedEntry, reading: SourceReading) -> None:
    """Give an entry that only began an open end, and one that only ended a date."""
    if "start" in entry and "end" not in entry and "date" not in entry:
        kept = entry.get("x-import", {}).get(reading.format, {})
        if not {"endDate", "end_date", "Finished On", "End Date"} & set(kept):
            entry["end"] = "present"
    elif "end" in entry and "start" not in entry:
        entry["date"] = entry.pop("end")
    start, end = entry.get("start"), entry.get("end")
    if start and end not in (None, "present") and dates.checked(f"{start}/{end}") is None:
        reading.warn(entry.place, f"ends ({end}) before it begins ({start})")
        entry["date"] = [entry.pop("start"), entry.pop("end")]


def finish_own_times(entry: ImportedEntry, reading: SourceReading) -> None:
    """Do the same for a format that says what lasts: a beginning alone is all that is known."""
    lasts = "end" in entry
    finish_times(entry, reading)
    if not lasts and entry.get("end") == "present":
        del entry["end"]


def _photo(value: Any) -> str | None:
    """The path of a PNG or JPEG file; a page of the web is none."""
    name = text_of(value).replace("\\", "/")
    return name if re.search(r"\.(?:png|jpe?g)$", name, re.IGNORECASE) and "://" not in name else None


PHOTO = Converter(_photo)
"""A photo, by its path from the imported file."""
SCORE = Converter(lambda value: [PROSE.read(value)])
"""A grade as one of an entry's `grades`."""
CV_LANGUAGE = Converter(lambda value: languages.language(text_of(value)))
"""The language of a whole CV; one without terms stays under `x-import`."""
