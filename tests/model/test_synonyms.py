"""Test that words of other formats lead to our keys, wherever keys are."""

import pytest

from cvrender.errors import nearest
from cvrender.errors.synonyms import OTHER_NAMES
from cvrender.model.base import Model, fields_of
from cvrender.model.csl import CSL_TYPES
from cvrender.model.csl import OTHER_NAMES as OTHER_TYPES
from cvrender.model.fields import Author, Contact, Highlight, Venue
from cvrender.model.kinds import KINDS, CustomSection, Role
from cvrender.model.profile import Choice, Owner, Profile
from cvrender.model.view import SectionRequest, View

PARTS: list[type[Model]] = [Profile, Owner, Contact, Highlight, Venue, Author, Role, CustomSection, Choice, View, SectionRequest]
PARTS += [kind.model for kind in KINDS.values()]


def test_each_key_of_the_table_is_a_key_of_a_model_or_of_none_yet() -> None:
    known = {key for model in PARTS for key in fields_of(model)}
    planned = {"volunteering", "exhibitions", "certifications", "defaults", "jobs", "profiles", "targets"}
    assert len(OTHER_NAMES) > 80
    assert set(OTHER_NAMES) <= known | planned
    assert set(OTHER_TYPES) <= set(CSL_TYPES)


@pytest.mark.parametrize(
    ("collection", "words"),
    [
        ("positions", {"company": "organization", "employer": "organization", "startDate": "start", "jobTitle": "title"}),
        ("education", {"studyType": "degree", "area": "field", "score": "grades", "school": "institution"}),
        (
            "publications",
            {"journal": "venue", "booktitle": "venue", "doi_url": "doi", "pages": "page", "year": "date", "pmid": "pmid"},
        ),
        ("awards", {"awarder": "issuer", "status": "note", "items": "highlights"}),
        ("grants", {"agency": "funder", "sum": "amount", "status": "status"}),
        ("languages", {"fluency": "level", "name": "language"}),
        ("skills", {"keywords": "items", "details": "items", "label": "name"}),
        ("advising", {"student": "name", "supervisors": "co_advisors"}),
    ],
)
def test_the_words_of_other_formats_are_answered_with_ours(collection: str, words: dict[str, str]) -> None:
    keys = fields_of(KINDS[collection].model)
    for word, ours in words.items():
        assert ours in keys
        assert (ours == word) == (word in keys), f"{word} is a key itself, or is not"
        assert nearest(word, keys) == f'did you mean "{ours}"?', word
