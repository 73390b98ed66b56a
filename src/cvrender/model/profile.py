"""Define the profile: everything that is true about one person's career, and nothing about layout."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from cvrender.model.annotations import About, Invalid, Reads
from cvrender.model.base import Model, extended
from cvrender.model.citations import ChosenCitations
from cvrender.model.colleagues import Colleague
from cvrender.model.counts import Metric
from cvrender.model.engines import ENGINES
from cvrender.model.fields import (
    LEVELS,
    Contacts,
    FamilyName,
    Language,
    Level,
    OneDate,
    Plain,
    Plains,
    Privacy,
    Prose,
    Restricted,
    short,
    short_prose,
)
from cvrender.model.identifier_table import person_fields
from cvrender.model.kinds import KINDS, CustomSection, Emails, ListAbout, Pages, SectionName
from cvrender.model.page import PageSetup
from cvrender.model.sources import CheckSum, Ledger, Sources
from cvrender.model.typed_names import check_family


class Location(Restricted, frozen=True, kw_only=True):
    """A place or a postal address. A text is its `value`."""

    value: Annotated[Prose, About("the place or address", "1 Example Road, Nowhere 00000")]
    label: Annotated[Prose | None, About("what it is", "office")] = None
    reading: Annotated[Plain | None, About("how it is read, for forms of Japan", "どこにもしみほんちょう")] = None


class Personal(Restricted, frozen=True, kw_only=True):
    """A private fact about the person. A text is its `value`. Views of the privacy `full` show it, unless `privacy` says more."""

    value: Annotated[Prose, About("what it says", "Nowhere")]

    def shown_at(self, privacy: Level) -> bool:
        """Return whether a view with that privacy level shows it."""
        return LEVELS.index("full" if self.private else self.privacy or "full") <= LEVELS.index(privacy)


class Birthdate(Personal, frozen=True, kw_only=True):
    """The date of birth. A date is its `value`. Views of the privacy `full` show it, unless `privacy` says more."""

    value: Annotated[OneDate, About("the date", "1985-12-10")]  # type: ignore[assignment]


class _Person(Model, frozen=True, kw_only=True):
    """The person the profile is about. `variants` are other spellings of the name in author lists."""

    name: Annotated[Plain, About("the full name, as it should be printed", "Ada Example")]
    family: FamilyName = None
    native: Annotated[Plain | None, About("the name in its own script", "艾达")] = None
    reading: Annotated[
        Plain | None, About("how the name is read, such as furigana; shown with the name in its own script", "れいだい えいだ")
    ] = None
    variants: Annotated[Plains, About("other spellings of the name in author lists", ["A. Example"])] = ()
    headline: Annotated[
        Prose | None, About("what the person is, below the name", "Professor of Computing, University of Nowhere")
    ] = None
    location: Annotated[Annotated[Location, short_prose("value")] | None, About("where the person is", "Nowhere")] = None
    emails: Annotated[Emails, About("e-mail addresses", ["ada@example.org"])] = ()
    phones: Annotated[Contacts, About("telephone numbers", [{"value": "+1 555 0100", "private": True}])] = ()
    links: Annotated[
        Pages, About("web pages", ["https://example.org/~ada", {"value": "https://example.org/code", "label": "Code"}])
    ] = ()
    photo: Annotated[
        Plain | None, About("a PNG or JPEG file next to the profile; styles show it with the option `photo`", "ada.jpg")
    ] = None
    photo_alt: Annotated[
        Plain | None, About("a description of the photo for those who cannot see it; default: the name", "Ada at a loom")
    ] = None
    honorific_prefix: Annotated[Plain | None, About("titles before the name", "Prof. Dr.")] = None
    credentials: Annotated[Plains, About("degrees and titles behind the name", ["MD", "PhD"])] = ()
    pronouns: Annotated[Prose | None, About("the pronouns", "she/her")] = None
    birthdate: Annotated[
        Annotated[Birthdate, short("value")] | None, About("the date of birth, which is private by default", "1985-12-10")
    ] = None
    birthplace: Annotated[
        Annotated[Personal, short_prose("value")] | None, About("the place of birth, which is private by default", "Nowhere")
    ] = None
    nationality: Annotated[
        Annotated[Personal, short_prose("value")] | None, About("the nationality, which is private by default", "Nowhere")
    ] = None
    gender: Annotated[
        Annotated[Personal, short_prose("value")] | None, About("the gender, which is private by default", "female")
    ] = None

    sources: Sources = Ledger()

    def check(self) -> None:
        """Reject a family name that is not in the name."""
        check_family(self.family, (self.name, self.native, *self.variants))


if TYPE_CHECKING:

    class Owner(_Person, frozen=True, kw_only=True):
        """The fields of `_Person`, and one for each kind of identifier in `RESEARCHER_IDS`."""

else:
    Owner = extended("Owner", _Person, person_fields())


class Choice(Model, frozen=True, kw_only=True):
    """A style by name, with values for its options."""

    name: Annotated[Plain, About("the name of the style", "engineer")]
    options: Annotated[
        dict[str, Any],
        About("values for the style's options (`cvrender styles NAME` lists them)", {"accent": "#005a9c", "dates": "long"}),
    ] = {}


def _version(value: Any) -> str:
    if value != "1":
        raise Invalid("should be 1")
    return "1"


Version = Annotated[str, Reads(_version, {"enum": ["1", 1, None]}, "`1`")]


class _Head(Model, frozen=True, kw_only=True):
    """One person's career. Every key except `person` is optional."""

    schema_version: Annotated[Version | None, About("the version of this format", "1")] = msgspec.field(
        default=None, name="schema"
    )
    updated: Annotated[
        OneDate | None, About("when the profile was last changed; the only date that an output gets", "2026-11")
    ] = None
    language: Annotated[Language, About("the language of headings, dates and words", "en")] = "en"
    engine: Annotated[Literal[ENGINES] | None, About("the TeX engine", "embedded")] = None  # type: ignore[valid-type]
    style: Annotated[
        Annotated[Choice, short("name")] | None, About("the style, unless `--style` or the view names another one", "engineer")
    ] = None
    page: Annotated[
        PageSetup | None,
        About("the page in every style: paper, margins, text size", {"size": "letter", "margin": "1in"}),
    ] = None
    citations: Annotated[
        ChosenCitations | None, About("the citation style of publications and patents, unless a view names another one", "apa")
    ] = None
    person: Annotated[Owner, About("whose CV it is", {"name": "Ada Example", "emails": ["ada@example.org"]})]
    bio: Annotated[
        Prose | None,
        About("a text about the person; an empty line begins a new paragraph", "Ada Example studies how machines follow rules."),
    ] = None
    views: Annotated[
        dict[str, Any],
        About("views of this profile only (see [views.md](views.md))", {"short": {"extends": "full", "pages": "2"}}),
    ] = {}
    include: Annotated[
        tuple[Plain, ...], About("other YAML files whose keys belong to this profile", ["ada-publications.yaml"])
    ] = ()
    people: Annotated[
        tuple[Colleague, ...],
        About(
            "what forms ask about co-authors and other colleagues; never printed in a CV",
            [{"name": "Charles Sample", "affiliation": "University of Nowhere"}],
        ),
    ] = ()
    metrics: Annotated[
        tuple[Metric, ...],
        About(
            "numbers that a service has counted; only views with `counts: metrics` show them (see [views.md](views.md))",
            [{"name": "h-index", "value": "42", "source": "Example Scholar", "date": "2026-11"}],
        ),
    ] = ()
    narratives: Annotated[
        dict[str, Prose],
        About(
            "texts for funders by name; only views that name one show it (see [contracts.md](contracts.md))",
            {"personal-statement": "I build engines that everyone can use."},
        ),
    ] = {}
    sources: Annotated[
        dict[str, CheckSum],
        About(
            "the files that `sources` of entries name, with their SHA-256; never printed",
            {"old-cv.pdf": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
        ),
    ] = {}
    privacy: Annotated[dict[SectionName, Privacy], About("privacy levels for whole sections", {"references": "full"})] = {}


_CUSTOM = Annotated[tuple[CustomSection, ...], ListAbout(CustomSection)]

if TYPE_CHECKING:

    class Profile(_Head, frozen=True, kw_only=True):
        """The fields of `_Head`, and a list of entries for each collection in `KINDS`."""

        def __getattr__(self, name: str) -> tuple[Any, ...]: ...

else:
    Profile = extended(
        "Profile", _Head, [(name, _CUSTOM if name == "custom" else kind.entries, ()) for name, kind in KINDS.items()]
    )
