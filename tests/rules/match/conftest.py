"""Share the tables of words, which are read once, among the tests of postings."""

from pathlib import Path

import pytest

from cvrender import rules
from cvrender.load.reader import Source
from cvrender.load.request import LoadedProfile
from cvrender.load.validate import validate
from cvrender.rules.match import match

POSTINGS = Path(__file__).parent / "postings"


@pytest.fixture(scope="session", autouse=True)
def tables() -> None:
    """Read the tables in this process, of which the children that match postings are copies: most of the time of each of them."""
    source = Source("ada.yaml", {"person": {"name": "Ada Example"}}, {}, {})
    profile = LoadedProfile(source, validate(source))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules.match, "read_within", lambda file, function, *args, **_: function(*args))
        for name in ("northgate.txt", "nirgendwo.html"):
            match(POSTINGS / name, profile)
