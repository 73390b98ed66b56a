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


def _read(value: Any) -> str:
    if value not in CSL_TYPES:
        common = "paper-conference, article-journal, article (a preprint), report, chapter, book, thesis, software, dataset"
        raise Invalid(f'"{value}" is not a CSL type', f"common types: {common}")
    return str(value)


_ABOUT = "[CSL type](https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types)"
CslType = Annotated[str, Reads(_read, {"enum": CSL_TYPES}, _ABOUT)]
