"""Know the headings of a profile's own sections, besides those that many CVs have."""

from cvrender.model.fields import Localized
from cvrender.model.profile import Profile
from cvrender.old_cvs.headings import plain


def own_headings(profile: Profile) -> dict[str, str]:
    """Return the titles of a profile's custom sections, in every language that they have, and the tags that group its works."""
    titles = [section.title for section in profile.custom]
    groups = {plain(tag): "publications" for work in profile.publications for tag in work.tags}
    return groups | {plain(text): "custom" for title in titles for text in _texts(title)}


def _texts(title: str | Localized) -> list[str]:
    return [text for _, text in title.texts] if isinstance(title, Localized) else [title]
