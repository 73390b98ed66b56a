"""Grade what an agent did to a folder: each check is a function of the folder as it was and as it is, and is deterministic.

A task is data (`agent_tasks.yaml`): what is asked, the files of the folder, and the checks with what each of them expects.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cvrender.errors import CvrenderError
from cvrender.load.library import Library
from cvrender.load.request import LoadedProfile, RenderRequest
from cvrender.merge.profile import load_profile, profile_of_text
from cvrender.pipeline import run
from cvrender.rules.check import check
from cvrender.rules.contracts import check_contract
from cvrender.rules.ledger.facts import fact_entries
from cvrender.rules.ledger.since import newly_stated, plain
from cvrender.targets.pdf.pictures import page_sizes

TASKS = Path(__file__).with_name("agent_tasks.yaml")
_CHOSEN = frozenset({"type", "genre", "status", "level", "kind"})
"""Fields that may hold a word of cvrender's own, so that not each word is in the files."""
_PARTS = re.compile(r"[\s@/.:=-]+")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


@dataclass(frozen=True)
class Task:
    """What an agent is asked to do with a profile, in a folder with these files."""

    name: str
    ask: str
    profile: str
    files: Mapping[str, str]
    checks: Mapping[str, Any]

    def write(self, folder: Path) -> None:
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


@dataclass(frozen=True)
class Work:
    """A task and the folder in which it was done."""

    task: Task
    folder: Path

    @property
    def profile(self) -> Path:
        return self.folder / "profiles" / f"{self.task.profile}.yaml"

    @property
    def text(self) -> str:
        return self.profile.read_text("utf-8") if self.profile.is_file() else ""

    @property
    def before(self) -> LoadedProfile | None:
        """The profile as it was, if it was one."""
        text = self.task.files.get(f"profiles/{self.task.profile}.yaml", "")
        try:
            return profile_of_text(text, self.profile) if text else None
        except CvrenderError:
            return None

    @property
    def after(self) -> LoadedProfile:
        return load_profile(self.profile)

    def rendered(self, view: str, target: str) -> bytes:
        library = Library((self.folder,))
        return run(RenderRequest(profile=str(self.profile), view=view, targets=(target,), library=library)).artifacts[0].content

    def shown(self, view: str) -> str:
        return " ".join(self.rendered(view, "txt").decode().split())


def tasks() -> list[Task]:
    """Return all tasks; `$NAME` of a file stands for a text that several of them have."""
    data = yaml.safe_load(TASKS.read_text("utf-8"))
    shared = data["texts"]
    return [
        Task(
            each["name"],
            each["ask"],
            each.get("profile", "ada"),
            {name: shared.get(text.removeprefix("$"), text) for name, text in each["files"].items()},
            {"valid": True, "untouched": True, "states_nothing": True, "invents_nothing": [], **each["checks"]},
        )
        for each in data["tasks"]
    ]


def graded(task: Task, folder: Path) -> dict[str, list[str]]:
    """Return for each check of a task what is wrong: nothing if it is passed."""
    work = Work(task, folder)
    found = {}
    for name, wanted in task.checks.items():
        try:
            found[name] = [] if wanted is False else list(CHECKS[name](work, wanted))
        except (CvrenderError, OSError) as error:
            found[name] = [str(error) or type(error).__name__]
    return found


def valid(work: Work, wanted: bool) -> Iterator[str]:
    """The profile has no errors: `cvrender check` ends with 0."""
    problems: list[Any] = []
    check(work.after, problems.append, Library((work.folder,)))
    yield from (str(problem) for problem in problems if problem.severity == "error")


def kept(work: Work, but: list[str]) -> Iterator[str]:
    """Each fact of the profile is there as often as before, `but` those that the task changes."""
    before = work.before
    assert before is not None
    was, now = Counter(_facts(before)), Counter(_facts(work.after))
    yield from (f"lost: {text}" for text in was - now if text not in set(map(plain, but)))


def holds(work: Work, wanted: list[Mapping[str, str]]) -> Iterator[str]:
    """Some entry of a section has all of these values."""
    for each in wanted:
        section, *texts = each
        values = {plain(str(text)) for text in texts}
        entries = [entry for entry in fact_entries(work.after.profile) if entry.section == section]
        if not any(values <= {plain(fact.text) for fact in entry.facts} for entry in entries):
            yield f"no entry of {section} says {', '.join(map(str, texts))}"


def invents_nothing(work: Work, not_from: list[str]) -> Iterator[str]:
    """Each word and number of a fact is in what was asked or in a file, but those of job postings."""
    files = [text for name, text in work.task.files.items() if name not in not_from]
    said = f"{work.task.ask}\n" + "\n".join(files)
    words = {part for word in re.split(r"[\s{}\[\]\"'#,;()|“”*]+", said) for part in (plain(word), *_PARTS.split(plain(word)))}
    before = work.before
    known = set(_facts(before)) if before else set()
    for entry in fact_entries(work.after.profile):
        for fact in entry.facts:
            text = plain(re.sub(r"\[ask: [^]]*\]", "", fact.text))
            new = [part for part in _PARTS.split(text) if part and part not in words and not _is_month(part, fact.text, words)]
            if new and text not in known and text not in words and fact.field not in _CHOSEN and not _is_mark(fact.text):
                yield f"invented: {fact.text} ({', '.join(new)})"


def states_nothing(work: Work, wanted: bool) -> Iterator[str]:
    """No fact is said to be `stated` that was not before."""
    yield from (str(problem) for problem in newly_stated(work.before, work.after))


def contract(work: Work, name: str) -> Iterator[str]:
    """The rules of a funder are kept."""
    found = check_contract(work.after, name, library=Library((work.folder,)))
    yield from (str(problem) for problem in found if problem.severity == "error")


def pages(work: Work, wanted: Mapping[str, int]) -> Iterator[str]:
    """Views have at most these numbers of pages."""
    for view, most in wanted.items():
        if (count := len(page_sizes(work.rendered(view, "pdf")))) > most:
            yield f"{view} has {count} pages"


def shows(work: Work, wanted: Mapping[str, list[str]]) -> Iterator[str]:
    """Views print these texts; one that begins with `-` is not printed."""
    for view, texts in wanted.items():
        printed = work.shown(view).casefold()
        for text in texts:
            hidden = text.startswith("-")
            if (text.removeprefix("-").casefold() in printed) == hidden:
                yield f"{view} {'prints' if hidden else 'does not print'} {text}"


def asks(work: Work, wanted: bool) -> Iterator[str]:
    """What is missing is asked for."""
    if "[ask:" not in work.text:
        yield "nothing is asked"


def untouched(work: Work, wanted: bool) -> Iterator[str]:
    """The other files are as they were."""
    for name, text in work.task.files.items():
        if work.folder / name != work.profile and (work.folder / name).read_text("utf-8") != text:
            yield f"{name} was changed"


CHECKS: dict[str, Callable[[Work, Any], Iterator[str]]] = {
    each.__name__: each for each in (valid, kept, holds, invents_nothing, states_nothing, contract, pages, shows, asks, untouched)
}
"""The checks by name."""


def _facts(loaded: LoadedProfile) -> Iterator[str]:
    for entry in fact_entries(loaded.profile):
        yield from (plain(fact.text) for fact in entry.own_facts)


def _is_month(part: str, text: str, words: set[str]) -> bool:
    """Return whether a part of a date is a month that is named in words, or a number without its 0."""
    if not re.fullmatch(r"\d{4}-\d\d(-\d\d)?", text) or not re.fullmatch(r"0?[1-9]|1[0-2]", part):
        return part.lstrip("0") in words and part != text
    name = _MONTHS[int(part) - 1]
    return part.lstrip("0") in words or any(word.startswith(name) for word in words)


def _is_mark(text: str) -> bool:
    return text.split(" ")[0] in ("corresponding", "equal", "present")
