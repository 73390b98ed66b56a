"""Keep what was proposed in a session, and write a proposal as it was shown.

A proposal is the whole text that a profile would have. It is shown with what it changes, and refused if the profile would be
broken by it, or if it says that a fact is `stated`, which only the person may say.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.load.request import LoadedProfile
from cvrender.merge.profile import profile_of_text
from cvrender.model.sources import STATED
from cvrender.model.value import replace
from cvrender.rules.ledger.since import newly_stated, problems_since
from cvrender.rules.ledger.sourced import problems_unsourced
from cvrender.run.edit.document import Conflict, EditedProfile, apply_operation

_ABOUT = "agent"
_SOURCE_HINT = "name in sources the file or register that says it; what the person said only the person marks as stated"


@dataclass(frozen=True)
class ShownProposal:
    """A change of a profile: the hash of the files that it is for, or "" for a new one, and the text that it would have."""

    path: Path
    seen: str
    old: str
    new: str

    @property
    def id(self) -> str:
        """The name of the proposal, which depends on the profile, on its files and on the new text."""
        return hashlib.sha256("\0".join((str(self.path), self.seen, self.new)).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def diff(self) -> str:
        """The difference, as `diff -u` prints it."""
        names = (self.path.name if self.seen else "/dev/null", self.path.name)
        lines = unified_diff(self.old.splitlines(), self.new.splitlines(), *names, lineterm="")
        return "".join(f"{line}\n" for line in lines)


@dataclass
class Proposals:
    """The proposals that were shown in a session and are not applied, by their ids."""

    shown: dict[str, ShownProposal] = field(default_factory=dict)

    def show(self, proposal: ShownProposal, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Keep a proposal, and return it as data. Raises InputError for one that is refused."""
        problems = checked(proposal)
        if proposal.new == proposal.old:
            raise InputError([Problem("nothing would change", str(proposal.path), code="cannot-edit")])
        self.shown[proposal.id] = proposal
        data = {"proposal": proposal.id, "file": str(proposal.path), "diff": proposal.diff, **(more or {})}
        return {**data, "problems": [problem.as_data() for problem in problems]}

    def apply(self, name: str) -> Path:
        """Write a proposal, and return the file. Raises InputError if it was not shown, or if the profile is another by now."""
        proposal = self.shown.pop(name, None)
        if proposal is None:
            hint = "apply takes an id that propose or import_proposal gave in this session, once"
            raise InputError([Problem(f'proposal "{name}" was not shown', hint=hint, code="cannot-edit")])
        if proposal.seen:
            try:
                EditedProfile(proposal.path).rewrite(proposal.seen, _ABOUT, lambda text: proposal.new)
            except Conflict:
                raise _outdated(proposal, "the profile has changed since this was proposed") from None
            return proposal.path
        try:
            proposal.path.parent.mkdir(parents=True, exist_ok=True)
            with proposal.path.open("x", encoding="utf-8", newline="") as stream:
                stream.write(proposal.new)
        except FileExistsError:
            raise _outdated(proposal, "the profile exists by now") from None
        except OSError as error:
            message = f"cannot be written: {error.strerror or error}"
            raise InputError([Problem(message, str(proposal.path), code="cannot-write")]) from None
        return proposal.path


def _outdated(proposal: ShownProposal, message: str) -> InputError:
    return InputError([Problem(message, str(proposal.path), hint="read it, and propose again", code="cannot-edit")])


def edited(path: Path, operations: Sequence[Mapping[str, Any]]) -> ShownProposal:
    """Return what operations of the editor make of a profile that exists. Raises InputError for one that cannot be applied."""
    document = EditedProfile(path)
    before = texts = document.texts()
    for operation in operations:
        file, _, text = apply_operation(texts, operation)
        if file != path:
            message = f"this is in {file.name}, which the profile includes, and is not changed there"
            raise InputError([Problem(message, str(path), code="cannot-edit")])
        texts = {**texts, path: text}
    return ShownProposal(path, document.hash(), before[path].removeprefix("\ufeff"), texts[path].removeprefix("\ufeff"))


def checked(proposal: ShownProposal) -> list[Problem]:
    """Return what is wrong with a profile as it is proposed, and a warning for each fact without a source that is new in it.

    Raises InputError if the profile would be broken though it is not now, or if a fact would be newly `stated`.
    """
    was, _ = _loaded(proposal.old, proposal.path) if proposal.seen else (None, ())
    loaded, problems = _loaded(proposal.new, proposal.path)
    if loaded is None:
        if was or not proposal.seen:
            raise InputError(problems)
    elif (was or not proposal.seen) and (stated := newly_stated(was, loaded)):
        raise InputError(stated)
    if loaded is None or (was is None and proposal.seen):  # what is broken cannot be compared by entries
        if _count(proposal.new) > _count(proposal.old):
            hint = "mend the profile first; only the person may write that a fact is stated"
            raise InputError(
                [Problem(f'adds "{STATED}" to a profile with errors', str(proposal.path), hint=hint, code="not-stated")]
            )
        return list(problems)
    unsourced = problems_since(was, loaded, "the last save", sourced=True) if was else list(problems_unsourced(loaded))
    return [replace_hint(problem) for problem in unsourced]


def replace_hint(problem: Problem) -> Problem:
    """Return a problem of a source as a warning that says what an agent can do."""
    return replace(problem, severity="warning", hint=_SOURCE_HINT)


def _loaded(text: str, path: Path) -> tuple[LoadedProfile | None, tuple[Problem, ...]]:
    try:
        return profile_of_text(text, path), ()
    except InputError as error:
        return None, error.problems


def _count(text: str) -> int:
    return len(re.findall(rf"\b{STATED}\b", text))
