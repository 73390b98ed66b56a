"""Ask several services about a person and works: what one of them refuses is a warning, and the others are asked all the same."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from cvrender.errors import InputError, Problem
from cvrender.formats.base import Imported
from cvrender.merge.sources.fetch import import_identifier, read_answers
from cvrender.merge.sources.services import lookups
from cvrender.model.value import replace


@dataclass
class Questions:
    """Questions to services. `asked` is what was asked for, `unanswered` what failed, `problems` say why.

    `addresses` replace those of the services, by name; with `offline`, answers come from the cache alone.
    """

    addresses: Mapping[str, str] = field(default_factory=dict)
    offline: bool = False
    wait: Callable[[float], None] = time.sleep
    asked: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def identifier(self, text: str) -> list[Imported]:
        """Return what a service has of an identifier such as `orcid:…`."""
        self.asked.append(text)
        try:
            return import_identifier(text, addresses=self.addresses, offline=self.offline, wait=self.wait)
        except InputError as error:
            self._failed(text, error)
        return []

    def works(self, name: str, values: Sequence[str]) -> list[Imported]:
        """Return what a service of LOOKUPS has of works, by their DOIs or arXiv numbers."""
        answers: list[Imported] = []
        for request in lookups(name, values, self.addresses):
            self.asked.append(request.said)
            try:
                answers += read_answers(request, self.offline, self.wait) or []
            except InputError as error:
                self._failed(request.said, error)
        return answers

    def _failed(self, said: str, error: InputError) -> None:
        self.unanswered.append(said)
        self.problems += [replace(problem, severity="warning") for problem in error.problems]
