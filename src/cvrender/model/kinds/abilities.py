"""Declare skills, languages, entries of custom sections, and references."""

from typing import Annotated, Any

from cvrender.model.annotations import About, Unprinted
from cvrender.model.fields import Contacts, Flag, Level, Plain, Prose, Proses
from cvrender.model.kinds.base import Emails, Entry, kind


@kind(
    "skill",
    "skills",
    layout="rows",
    title="{{ name }}",
    lines=("{{ [[items | comma, level | wrap('(', ')') if items else level] | spaced, date, rest] | comma }}",),
)
class Skill(Entry, frozen=True, kw_only=True):
    """A group of skills under a common `name`."""

    name: Annotated[Prose, About("what the skills have in common", "Programming")]
    items: Annotated[Proses, About("the skills", ["Python", "OCaml"])] = ()
    level: Annotated[Prose | None, About("how well", "expert")] = None


@kind("language", "languages", layout="rows", title="{{ language }}", lines=("{{ [level, date, rest] | comma }}",))
class SpokenLanguage(Entry, frozen=True, kw_only=True):
    """A language that the person speaks."""

    language: Annotated[Prose, About("the language", "German")]
    level: Annotated[Prose | None, About("how well, in words or as a CEFR level", "C1")] = None
    listening: Annotated[Plain | None, About("understanding speech, as a level of the CEFR", "C1")] = None
    reading: Annotated[Plain | None, About("understanding texts, as a level of the CEFR", "C2")] = None
    spoken_interaction: Annotated[Plain | None, About("conversation, as a level of the CEFR", "C1")] = None
    spoken_production: Annotated[Plain | None, About("speaking, as a level of the CEFR", "B2")] = None
    writing: Annotated[Plain | None, About("writing, as a level of the CEFR", "C1")] = None


@kind(
    "custom",
    "custom",
    title="{{ [title | bold, organization, location] | comma }}",
    date="{{ date }}",
    lines=("{{ rest | comma }}",),
    summary="{{ summary }}",
)
class CustomEntry(Entry, frozen=True, kw_only=True):
    """An entry of a custom section."""

    title: Annotated[Prose, About("the title", "Board Certification in Examples")]
    organization: Annotated[Prose | None, About("the institution", "Board of Examples")] = None
    location: Annotated[Prose | None, About("the place", "Nowhere")] = None
    summary: Annotated[Prose | None, About("a paragraph", "Renewed every ten years.")] = None


@kind(
    "reference",
    "references",
    title="{{ [name | bold ~ native | wrap(' (', ')'), title, organization] | comma }}",
    date="{{ date }}",
    lines=("{{ [relation, emails, phones, rest] | comma }}",),
)
class Reference(Entry, frozen=True, kw_only=True):
    """A person who will recommend the owner."""

    name: Annotated[Plain, About("the name", "Mary Example")]
    native: Annotated[Plain | None, About("the name in its own script", "山本")] = None
    title: Annotated[Prose | None, About("what the person is", "Professor of Mathematics")] = None
    organization: Annotated[Prose | None, About("where", "University of Nowhere")] = None
    relation: Annotated[Prose | None, About("how the person knows you", "Doctoral advisor")] = None
    emails: Annotated[Emails, About("e-mail addresses", ["mary@example.org"])] = ()
    phones: Annotated[Contacts, About("telephone numbers", ["+1 555 0100"])] = ()
    public: Annotated[
        Flag, Unprinted(), About("the person agrees that every view shows the e-mail addresses and telephone numbers", True)
    ] = False

    def shown_field(self, name: str, privacy: Level) -> Any:
        """Withhold contacts without a privacy of their own, except at the level `full` and if the person agrees."""
        value = getattr(self, name)
        if name not in ("emails", "phones") or self.public or privacy == "full":
            return value
        return tuple(contact for contact in value if contact.privacy)
