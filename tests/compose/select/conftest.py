"""Provide what the tests of `select` share: a profile and one of its views as YAML, and what the view shows."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from cvrender.compose.select import select
from cvrender.errors import InputError
from cvrender.load.library import find_view
from cvrender.load.reader import Source
from cvrender.load.validate import validate
from cvrender.model.view import Selection

WORKS = """\
updated: 2024-06-15
publications:
- {id: a, title: Alpha, authors: [Ada Lovelace, B], type: paper-conference, date: 2018, venue: {name: NeurIPS}, tags: [systems]}
- {id: b, title: Beta, authors: [B, Ada Lovelace], type: article-journal, date: 2021-05, venue: {name: Nature}, tags: [ml]}
- {id: c, title: Gamma, authors: [B, Ada Lovelace, C], type: article, date: 2019-07-01, tags: [ml, systems]}
- {id: d, title: Delta, authors: [Ada Lovelace], type: paper-conference, genre: workshop, date: 2023, awards: [Best Paper]}
- {id: e, title: Epsilon, authors: [B], type: paper-conference, date: 2020, venue: {name: NeurIPS}, acceptance: 20%}
- {id: f, title: Zeta, authors: [Ada Lovelace, B], type: manuscript}
"""


@dataclass(frozen=True)
class Cut:
    """What a view shows, and the warnings on the way."""

    selection: Selection
    warnings: tuple[str, ...]

    @property
    def titles(self) -> list[str]:
        """What the entries of the first section are called."""
        return [title for _, titles in self.groups() for title in titles]

    def groups(self, section: int = 0) -> list[tuple[str, list[str]]]:
        """The parts of a section: the key, and what the entries are called."""
        if not self.selection.sections:
            return []
        parts = self.selection.sections[section].groups
        return [(group.key, [called(selected.entry) for selected in group.entries]) for group in parts]

    def sections(self) -> list[tuple[str, list[str]]]:
        """Every section's title or collection, and what its entries are called."""
        return [
            (section.title or section.collection, [title for _, titles in self.groups(index) for title in titles])
            for index, section in enumerate(self.selection.sections)
        ]


def called(entry: object) -> str:
    names = (getattr(entry, name, None) for name in ("title", "role", "organization", "text", "name", "language"))
    return str(next((name for name in names if name), ""))


@pytest.fixture(scope="session")
def cut(source_of: Callable[[str], Source]) -> Callable[..., Cut]:
    """Cut a profile to its view `v`: `cut("talks: [{title: a}]", "{sections: [talks]}")`. A list is its sections."""

    def make(profile: str, view: str, **groups: str) -> Cut:
        view = f"{{sections: {view}}}" if view.startswith("[") else view
        source = source_of(f"{profile.rstrip()}\nviews:\n  v: {view}\n")
        checked = validate(source)
        warnings: list[str] = []
        named = find_view("v", checked, source)
        selection = select(checked, named, groups, lambda problem: warnings.append(str(problem)))  # type: ignore[arg-type]
        return Cut(selection, tuple(warnings))

    return make


@pytest.fixture(scope="session")
def refused(cut: Callable[..., Cut]) -> Callable[[str, str], list[str]]:
    """The errors of a view, as they print."""

    def find(profile: str, view: str) -> list[str]:
        with pytest.raises(InputError) as caught:
            cut(profile, view)
        return [str(problem) for problem in caught.value.problems]

    return find


@pytest.fixture(scope="session")
def works() -> str:
    """Six publications: a 2018 first, b 2021 last, c 2019 in the middle, d 2023 alone, e 2020 none of the owner's, f undated."""
    return WORKS
