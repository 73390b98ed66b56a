"""Write the data from which site generators make pages: Hugo, Quarto and al-folio (Jekyll)."""

import json
import re
from collections.abc import Mapping
from typing import Any

from cvrender.formats import bibliographies, json_resume
from cvrender.formats.bibliographies import key_of
from cvrender.formats.rendercv import write as rendercv
from cvrender.formats.shown import Shown, characters, day, texts_of, times
from cvrender.targets.md.write import escape

Entry = dict[str, Any]


def _works(shown: Shown) -> list[tuple[str, Entry]]:
    """Return the publications, each with its citation key."""
    taken = set[str]()
    return [(key_of(work, taken), work) for work in shown.entries.get("publications", ())]


def _authors(work: Entry) -> list[str]:
    people = work.get("authors") or work.get("editors") or ()
    names = [person["name"] if isinstance(person, dict) else person for person in people]
    return names + ([characters(work["collaboration"])] if work.get("collaboration") else [])


def _fields(work: Entry) -> Entry:
    """Return what a page says of a publication, under plain names."""
    venue = work.get("venue") or {}
    fields = {
        "title": characters(work.get("title")),
        "authors": _authors(work),
        "date": day(times(work)[0]),
        "publication": characters(venue.get("name")),
        "publication_short": characters(venue.get("short")),
        "publisher": characters(work.get("publisher")),
        "doi": work.get("doi"),
        "url": work.get("url"),
        "tags": work.get("tags"),
        "awards": texts_of(work.get("awards")),
        "links": [
            {"name": characters(link.get("label")) or "Link", "url": link["url"]}
            for link in work.get("links", ())
            if "url" in link
        ],
    }
    return {key: value for key, value in fields.items() if value}


def _front_matter(fields: Entry, body: str = "") -> str:
    """Return fields as YAML between fences. Values are JSON, which is YAML too."""
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in fields.items())
    return f"---\n{''.join(lines)}---\n{body}"


def _date(fields: Entry) -> Entry:
    """Return fields with a whole date, which Hugo needs."""
    year, *rest = fields.get("date", "").split("-")
    return {**fields, "date": "-".join([year, *(rest + ["01", "01"])[:2]])} if year else fields


def hugo(shown: Shown) -> Mapping[str, str]:
    """Return a page for each publication (https://gohugo.io/content-management/), with its BibTeX, and the person as data."""
    files = {}
    taken = set[str]()
    for key, work in _works(shown):
        fields = _fields(work)
        shown_date = fields.get("date", "")
        folder = f"-hugo/content/publication/{key_of({'id': re.sub('[^a-zA-Z0-9+-]+', '-', key).strip('-')}, taken)}"
        files[f"{folder}/index.md"] = _front_matter({**_date(fields), "shown_date": shown_date, "type": "publication"})
    files["-hugo/data/cv.json"] = json_resume.write(shown)
    files["-hugo/static/publications.bib"] = bibliographies.write_bibtex(shown.works)
    return files


def quarto(shown: Shown) -> Mapping[str, str]:
    """Return a listing of publications (https://quarto.org/docs/websites/website-listings.html) and its bibliography.

    Quarto reads the texts of a listing as Markdown with its shortcodes.
    """
    items = []
    for key, work in _works(shown):
        fields = _fields(work)
        path = fields.get("url") or (f"https://doi.org/{fields['doi']}" if fields.get("doi") else "")
        item = {
            "id": key,
            "title": escape(fields["title"]),
            "author": escape(", ".join(fields.get("authors", ()))),
            "date": fields.get("date", ""),
        }
        item |= {"categories": [work.get("type", "document")], "description": escape(fields.get("publication", "")), "path": path}
        items.append({name: value for name, value in item.items() if value})
    page = _front_matter(
        {"title": "Publications", "listing": {"contents": "publications.yml", "type": "table", "sort": "date desc"}}
    )
    files = {"-quarto/publications.yml": json.dumps(items, ensure_ascii=False, indent=1) + "\n", "-quarto/publications.qmd": page}
    return {**files, "-quarto/references.bib": bibliographies.write_bibtex(shown.works)}


def al_folio(shown: Shown) -> Mapping[str, str]:
    """Return the files from which al-folio makes its pages of publications and of the CV."""
    return {
        "-al-folio/_bibliography/papers.bib": bibliographies.write_bibtex(shown.works),
        "-al-folio/_data/cv.yml": rendercv.write(shown),
        "-al-folio/assets/json/resume.json": json_resume.write(shown),
    }
