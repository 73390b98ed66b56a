"""Define contracts: what a funder or a university asks of a CV, as rules with a date and a source."""

from typing import Annotated, Any, Literal

from cvrender.model.annotations import About, Invalid, Reads, Unprinted, one_of
from cvrender.model.base import Model, defaults_of
from cvrender.model.fields import Count, CountOrNone, Flag, OneDate, Plain, Plains, read_plain
from cvrender.model.page import PAPER
from cvrender.model.view import View

PARAMETERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "pages": (("most",), ("languages",)),
    "paper": (("size",), ()),
    "type-size": (("least",), ()),
    "leading": (("least",), ()),
    "lines-per-inch": (("most",), ()),
    "margins": (("least",), ("ends",)),
    "order": (("sections",), ()),
    "required": (("sections",), ()),
    "items": (("sections", "most"), ()),
    "characters": (("sections", "most"), ()),
    "words": (("sections", "most"), ()),
    "newest-first": (("sections",), ()),
    "window": (("sections", "months"), ()),
    "precision": (("sections", "precision"), ()),
    "fields": (("sections", "fields"), ("where",)),
    "distinct": (("sections",), ()),
    "types": (("sections", "without"), ()),
    "gaps": (("sections", "months"), ()),
    "forbid": (("what",), ("sections",)),
    "identifier": (("what",), ()),
    "statement": (("text",), ()),
}
"""The rules that a contract may have, each with the parameters that it needs and those that it may have besides."""

FORBIDDEN = (
    "photo",
    "birthdate",
    "nationality",
    "pronouns",
    "address",
    "phone",
    "metrics",
    "impact-factors",
    "citations",
    "links",
)
"""What the rule `forbid` finds."""

_number = Reads(lambda value: _read_number(value), {"type": ["number", "string"]}, "number")


def _read_number(value: Any) -> float:
    try:
        number = float(read_plain(value))
    except ValueError:
        raise Invalid(f'"{value}" is not a number') from None
    if not 0 < number < 1_000_000:
        raise Invalid("should be a number above 0")
    return number


Number = Annotated[float, _number]
What = Annotated[str, one_of((*FORBIDDEN, "orcid"), '"{}" cannot be named here')]


class ContractRule(Model, frozen=True, kw_only=True):
    """One rule. A rule that is not confirmed has the level `warning`, and never fails a check."""

    rule: Annotated[str, one_of(PARAMETERS, 'unknown rule "{}"'), About("what is measured", "items")]
    level: Annotated[Literal["error", "warning"], About("whether a breach is an error or a warning", "warning")] = "error"
    sections: Annotated[
        Plains, About("sections of the view, by `name`, or else by collection; limits hold for their sum", ["outputs"])
    ] = ()
    most: Annotated[Number | None, About("the upper limit", "10")] = None
    least: Annotated[Number | None, About("the lower limit, in points, or for margins in millimetres", "11")] = None
    ends: Annotated[Number | None, About("the least margin at the top and the bottom, in millimetres", "15")] = None
    languages: Annotated[dict[str, Count], About("the upper limit in other languages", {"fr": "6"})] = {}
    size: Annotated[Literal[tuple(PAPER)] | None, About("the paper", "a4")] = None  # type: ignore[valid-type]
    months: Annotated[CountOrNone | None, About("a number of months", "36")] = None
    precision: Annotated[Literal["day", "month"] | None, About("how exact dates are", "day")] = None
    fields: Annotated[Plains, About("fields that each entry needs", ["advisors"])] = ()
    where: Annotated[Plain | None, About("the entries that need them, as in a view", "degree == PhD")] = None
    without: Annotated[Plains, About("types of publications that do not count", ["article"])] = ()
    what: Annotated[tuple[What, ...], About("what is forbidden, or the identifier that is needed", ["photo"])] = ()
    text: Annotated[Plain | None, About("what the person has to declare", "The information is complete.")] = None
    because: Annotated[Plain | None, About("what the source says, in a few words", "at most ten outputs")] = None

    def check(self) -> None:
        """Reject a rule that lacks a parameter, or has one that it does not know."""
        needed, allowed = PARAMETERS[self.rule]
        given = [name for name, default in defaults_of(ContractRule).items() if getattr(self, name) != default]
        if missing := [name for name in needed if name not in given]:
            raise Invalid(f'the rule "{self.rule}" needs "{missing[0]}"')
        known = {*needed, *allowed, "level", "because", "rule"}
        if extra := [name for name in given if name not in known]:
            raise Invalid(f'the rule "{self.rule}" has no "{extra[0]}"', f"it knows {', '.join((*needed, *allowed))}")


class Contract(Model, frozen=True, kw_only=True):
    """The rules of a funder or a university for one document, and the view that fulfils them.

    `kind` is `document` if a file made from the profile is handed in, and `packet` if the texts are typed into a form.
    """

    title: Annotated[Plain, About("what it is called", "ERC curriculum vitae and track record")]
    kind: Annotated[Literal["document", "packet"], About("a file of one's own, or texts for a form", "document")] = "document"
    version: Annotated[Plain, About("the version of the rules", "2027")]
    effective: Annotated[OneDate, About("since when they hold", "2024-01-01")]
    verified: Annotated[OneDate, About("when they were last compared with the source", "2026-11-22")]
    source: Annotated[Plain, About("where they are written", "ERC Work Programme 2027, form B1")]
    note: Annotated[Plain | None, About("what the person has to know besides", "Make the PDF in the portal.")] = None
    narratives: Annotated[Plains, About("the texts of `narratives` that the view shows", ["personal-statement"])] = ()
    view: Annotated[View, About("the view that fulfils the rules", {"sections": ["education"]})]
    rules: Annotated[tuple[ContractRule, ...], About("the rules", [{"rule": "pages", "most": "4"}])]
    template: Annotated[
        dict[str, Plain],
        Unprinted(),
        About("places in the funder's Word file, and the section or fact of each", {"Activities": "activities"}),
    ] = {}
    net_academic_age: Annotated[
        Flag, Unprinted(), About("a packet states the full-time equivalent of the time in research", True)
    ] = False
    certified: Annotated[Flag, Unprinted(), About("only a file that the funder's own system makes is accepted", True)] = False
