"""Define the publication types and the variables of CSL 1.0.2.

See https://docs.citationstyles.org/en/stable/specification.html, appendices III and IV.
"""

from typing import Annotated, Any, NamedTuple

from cvrender.model.annotations import Invalid, Reads

CSL_TYPES = (
    "article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection dataset document "
    "entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case legislation manuscript map "
    "motion_picture musical_score pamphlet paper-conference patent performance periodical personal_communication post "
    "post-weblog regulation report review review-book software song speech standard thesis treaty webpage"
).split()

OTHER_NAMES = {
    "article-journal": "journal journal-article journalarticle journal-paper article-in-journal jour original-research paper",
    "paper-conference": "inproceedings conference conference-paper conferencepaper proceedings-paper conf cpaper workshop poster "
    "conference-abstract abstract",
    "article": "preprint unpublished working-paper workingpaper eprint arxiv",
    "chapter": "incollection inbook book-chapter bookchapter suppbook bookinbook book-section chap",
    "book": "mvbook monograph proceedings mvproceedings edited-book edited-volume editor booklet",
    "thesis": "phdthesis mastersthesis dissertation phd-thesis master-thesis thes",
    "report": "techreport technical-report whitepaper white-paper rprt",
    "document": "misc other generic",
    "webpage": "online electronic website web-page www",
    "software": "computer-program program code",
    "dataset": "data data-set",
    "review-book": "book-review bookreview",
    "article-magazine": "magazine magazine-article",
    "article-newspaper": "newspaper newspaper-article news",
    "post-weblog": "blog blog-post blogpost",
    "speech": "talk presentation lecture keynote",
    "entry-encyclopedia": "inreference encyclopedia encyclopedia-entry encyclopedia-article",
    "motion_picture": "film movie video",
    "song": "music audio recording",
    "map": "atlas",
    "standard": "norm rfc",
    "review": "review-article systematic-review",
}
"""CSL's types, with the names of BibTeX, biblatex, RIS and Zotero, and other usual ones, for the same thing."""


def _meant(word: str) -> str:
    plain = word.casefold().replace("_", "-").replace(" ", "-")
    same = [kind for kind in CSL_TYPES if plain == kind.replace("_", "-")]
    return next(iter([*same, *(kind for kind, names in OTHER_NAMES.items() if plain in names.split())]), "")


def _read(value: Any) -> str:
    if value not in CSL_TYPES:
        if meant := _meant(str(value)):
            raise Invalid(f'"{value}" is not a CSL type', f'write "{meant}"')
        common = "paper-conference, article-journal, article (a preprint), report, chapter, book, thesis, software, dataset"
        raise Invalid(f'"{value}" is not a CSL type', f"common types: {common}")
    return str(value)


_ABOUT = "[CSL type](https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types)"
CslType = Annotated[str, Reads(_read, {"enum": CSL_TYPES}, _ABOUT)]

IN_BOOKS = frozenset({"chapter", "paper-conference", "entry", "entry-dictionary", "entry-encyclopedia"})
ARTICLES = frozenset({"article-journal", "article-magazine", "article-newspaper", "article"})
PATENTS = frozenset({"patent"})
"""Types of which a source means something else by the same variable."""


class CslVariable(NamedTuple):
    """A variable of CSL, our field, and the types of work that it is for: those in `when`, if any, and not those in `unless`."""

    name: str
    field: str
    when: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()

    def applies(self, kind: str) -> bool:
        """Return whether it is for works of a type."""
        return (not self.when or kind in self.when) and kind not in self.unless


CSL_VARIABLES = (
    CslVariable("authority", "authority", when=PATENTS),
    CslVariable("title", "title"),
    CslVariable("original-title", "original_title"),
    CslVariable("author", "authors"),
    CslVariable("editor", "container_editors", when=IN_BOOKS),
    CslVariable("container-editor", "container_editors", unless=PATENTS),
    CslVariable("editor", "editors", unless=ARTICLES | PATENTS),
    CslVariable("translator", "translators", unless=PATENTS),
    CslVariable("collection-title", "collection_title", unless=PATENTS),
    CslVariable("collection-number", "collection_number", unless=PATENTS),
    CslVariable("edition", "edition", unless=PATENTS),
    CslVariable("container-title", "venue.name", unless=PATENTS),
    CslVariable("event-title", "venue.name", unless=PATENTS),
    CslVariable("event", "venue.name", unless=PATENTS),
    CslVariable("container-title-short", "venue.short", unless=PATENTS),
    CslVariable("journalAbbreviation", "venue.short", unless=PATENTS),
    CslVariable("event-place", "venue.location", unless=PATENTS),
    CslVariable("publisher", "publisher", unless=PATENTS),
    CslVariable("publisher-place", "publisher_place", unless=PATENTS),
    CslVariable("volume", "volume"),
    CslVariable("issue", "issue"),
    CslVariable("section", "section", unless=PATENTS),
    CslVariable("page", "page"),
    CslVariable("number", "number"),
    CslVariable("genre", "genre"),
)
"""The variables of texts and names, in the order in which a field is looked for.

Dates, links and identifiers have rules of their own.
"""
