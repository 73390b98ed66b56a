"""A type in, the same out if CSL knows it: https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types."""

from typing import Annotated, Any

from pydantic_core import PydanticCustomError

from cvrender.model.annotations import Reads

CSL_TYPES = (
    "article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection dataset document "
    "entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case legislation manuscript map "
    "motion_picture musical_score pamphlet paper-conference patent performance periodical personal_communication post "
    "post-weblog regulation report review review-book software song speech standard thesis treaty webpage"
).split()


def read_type(value: Any) -> str:
    """A CSL type. Raises the error that pydantic reports."""
    if value not in CSL_TYPES:
        usual = "paper-conference, article-journal, article (a preprint), report, chapter, book, thesis, software, dataset"
        raise PydanticCustomError(
            "csl", '"{value}" is no CSL type; the usual ones: {usual}', {"value": str(value), "usual": usual}
        )
    return str(value)


CslType = Annotated[str, Reads(read_type, {"enum": CSL_TYPES})]
