"""Define the publication types of CSL 1.0.2.

See https://docs.citationstyles.org/en/stable/specification.html, appendix III.
"""

from typing import Annotated, Any

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
