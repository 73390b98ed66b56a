"""Keep which proposals were accepted and which were refused, in a YAML file that people edit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.load.reader import load
from cvrender.load.yaml_text import block
from cvrender.merge.apply import shown_value
from cvrender.merge.proposals import Proposal

_HEAD = """# Changes that "cvrender import --into" or "cvrender update" proposed.
# Write "apply: no" to refuse one: it is not proposed again.
"""
_KEYS = ("change", "to", "apply")


@dataclass
class Choices:
    """The choices of a file: for each change, whether it is to be made."""

    answers: dict[tuple[str, str], bool] = field(default_factory=dict)

    def accepts(self, change: Proposal) -> bool:
        """Return whether a proposal was not refused."""
        return self.answers.get(_key(change), True)

    def text(self, proposals: Sequence[Proposal]) -> str:
        """Return the file's text, with proposals that it does not contain yet as accepted."""
        known = {**dict.fromkeys(map(_key, proposals), True), **self.answers}
        entries = [{"change": change, "to": to, "apply": "yes" if apply else "no"} for (change, to), apply in known.items()]
        # "yes" and "no" are words for our reader, and truth values for others; both mean the same here
        lines = [line.replace('"yes"', "yes").replace('"no"', "no") for line in block({"choices": entries}, 0)]
        return _HEAD + "\n".join(lines) + "\n"


def _key(change: Proposal) -> tuple[str, str]:
    collection = str(change.path[0]) if change.path else ""
    if change.kind == "entry":
        return f"new in {collection}", shown_value(change.new)
    about = f" of {change.about}" if change.about else ""
    return f"{collection}: {change.field}{about}", shown_value(change.new)


def load_choices(path: Path) -> Choices:
    """Load choices; a file that does not exist has none. Raises InputError for what is wrong with it."""
    if not path.exists():
        return Choices()
    source = load(path)
    entries = source.data.get("choices")
    problems: list[Problem] = []
    if not isinstance(entries, list):
        raise InputError([source.problem(("choices",), "should be a list", "remove the file to begin again", code="bad-type")])
    accepted: dict[tuple[str, str], bool] = {}
    for index, entry in enumerate(entries):
        if wrong := _wrong(entry):
            problems.append(source.problem(("choices", index), wrong, code="bad-value"))
        else:
            accepted[str(entry["change"]), str(entry["to"])] = str(entry["apply"]).lower() in ("yes", "true")
    if problems:
        raise InputError(problems)
    return Choices(accepted)


def _wrong(entry: Any) -> str:
    if not isinstance(entry, dict) or set(entry) != set(_KEYS):
        return f"should have the keys {', '.join(_KEYS)}"
    return "" if str(entry["apply"]).lower() in ("yes", "no", "true", "false") else '"apply" should be yes or no'
