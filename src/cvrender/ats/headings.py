"""Know the usual headings of CVs: those of our terms in every language, and the words of other formats."""

from functools import lru_cache

from cvrender.library import BUILT_IN
from cvrender.load.reader import load
from cvrender.model.fields import Localized
from cvrender.model.kinds import SECTIONS
from cvrender.model.profile import Profile
from cvrender.synonyms import OTHER_NAMES

_MORE = {
    "bio": "about|about me|professional summary|career objective",
    "positions": "experience|work experience|relevant experience|clinical experience|academic appointments|appointments|"
    "hospital appointments|postdoctoral training|work history",
    "education": "education and training|academic qualifications|medical education",
    "publications": "selected publications|conference papers|journal articles|peer-reviewed publications|books|chapters|"
    "book chapters|workshop papers|posters|reports|technical reports|manuscripts|articles|other publications|theses",
    "systems": "projects|open source|selected projects|personal projects",
    "awards": "awards and honors|honors and awards|awards and honours|scholarships and awards|fellowships and awards",
    "grants": "grants and funding|grants and fellowships|external funding",
    "service": "professional activities|university service|editorial activities",
    "talks": "invited lectures|conference presentations",
    "skills": "technical skills|key skills|core competencies|computer skills",
    "languages": "language proficiency",
    "certifications": "licensure and certification|licenses and certifications|certifications and licenses",
    "custom": "additional information|extracurricular activities|professional affiliations|leadership",
}


@lru_cache(maxsize=1)
def known_headings() -> dict[str, str]:
    """Return the section that each known heading stands for, by the heading in lower case."""
    found: dict[str, str] = {}
    for section, names in _MORE.items():
        found.update(dict.fromkeys(names.split("|"), section))
    for terms in _terms():
        for section, title in terms.get("sections", {}).items():
            found.setdefault(plain(str(title)), section)
        for title in terms.get("groups", {}).values():
            found.setdefault(plain(str(title)), "publications")
    for section in SECTIONS:
        for name in (section, *OTHER_NAMES.get(section, "").split()):
            found.setdefault(name.replace("_", " "), section)
    return found


@lru_cache(maxsize=1)
def present_words() -> tuple[str, ...]:
    """Return the words of our terms that mean “until now”."""
    return tuple(dict.fromkeys(str(terms["present"]) for terms in _terms() if "present" in terms))


def _terms() -> list[dict[str, dict[str, str]]]:
    folders = BUILT_IN.trusted_folders("styles")
    return [load(path).data for folder in folders for path in sorted(folder.glob("*/terms/*.yaml"))]


def plain(heading: str) -> str:
    """Return a heading for comparison: in lower case, without a colon, with `and` for `&`."""
    return " ".join(heading.strip(" :").casefold().replace("&", "and").split())


def own_headings(profile: Profile) -> dict[str, str]:
    """Return the titles of a profile's custom sections, in every language that they have, and the tags that group its works."""
    titles = [section.title for section in profile.custom]
    groups = {plain(tag): "publications" for work in profile.publications for tag in work.tags}
    return groups | {plain(text): "custom" for title in titles for text in _texts(title)}


def _texts(title: str | Localized) -> list[str]:
    return [text for _, text in title.texts] if isinstance(title, Localized) else [title]
