"""Answer each tool of an agent: one method each. Only `apply` writes a file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cvrender.errors import InputError, Problem, nearest
from cvrender.formats.base import PERSON, Imported
from cvrender.load.request import RenderRequest
from cvrender.merge.apply import applied, differences
from cvrender.merge.new_profile import new_profile
from cvrender.merge.profile import load_profile
from cvrender.merge.readers import read_files
from cvrender.model.value import replace
from cvrender.pipeline import run
from cvrender.rules.check import check
from cvrender.rules.contracts import check_contract
from cvrender.rules.ledger.problems import ledger_problems
from cvrender.rules.match import match
from cvrender.run.agents.proposals import Proposals, ShownProposal, edited
from cvrender.run.agents.workspace import AgentWorkspace
from cvrender.run.edit.document import EditedProfile, hash_of
from cvrender.run.edit.incoming import Incoming
from cvrender.run.schemas import FILES, schema_of
from cvrender.system.filename import file_name
from cvrender.system.private_folder import private_folder
from cvrender.targets.pdf.pictures import draw_page, page_sizes

MOST_PAGES, PAGE_WIDTH = 4, 1000
"""How many pictures one answer contains, and their width in pixels."""


@dataclass(frozen=True)
class ToolAnswer:
    """What a tool answers: JSON data, and pictures of pages as PNG."""

    data: Any
    pictures: tuple[bytes, ...] = ()


@dataclass
class AgentSession:
    """A folder, and what was proposed since the session began."""

    workspace: AgentWorkspace
    proposals: Proposals = field(default_factory=Proposals)

    def schema(self, kind: str = "profile", section: str = "") -> ToolAnswer:
        """Return the JSON Schema of a kind of file: its keys, or one of them with all that may be in it.

        Kinds are profile, view, style, terms, contract, letter, statement, application and build. Name a `section` of a profile,
        such as publications, for the keys of its entries.
        """
        if kind not in FILES:
            raise InputError([Problem(f'there is no kind "{kind}"', hint=nearest(kind, FILES), code="bad-value")])
        schema = schema_of(kind)
        definitions = schema.pop("$defs", {})
        if not section:
            return ToolAnswer(schema)
        if section not in schema["properties"]:
            hint = nearest(section, schema["properties"])
            raise InputError([Problem(f'a {kind} has no key "{section}"', hint=hint, code="unknown-key")])
        part = schema["properties"][section]
        return ToolAnswer({**part, "$defs": _needed(part, definitions)})

    def read(self, profile: str = "") -> ToolAnswer:
        """Return the YAML of a profile with what is wrong with it; without a name, what is in the folder and can be used."""
        library = self.workspace.library
        if not profile:
            kinds = ("views", "styles", "contracts", "citation-styles")
            names = {kind: library.names(kind) for kind in kinds}
            return ToolAnswer({"profiles": list(self.workspace.profiles), "files": self.workspace.files(), **names})
        path = self.workspace.profile(profile)
        texts = EditedProfile(path).texts()
        named = {str(file.relative_to(path.parent)): text for file, text in texts.items()}
        return ToolAnswer({"file": str(path), "hash": hash_of(texts), "texts": named, "problems": self._checked(path)})

    def check(self, profile: str, contract: str = "", since: str = "", sourced: bool = False) -> ToolAnswer:
        """Return what is wrong with a profile, as `cvrender check --json`; an empty list if nothing is.

        With `contract`, check the rules of a funder instead. With `sourced`, find facts without a source; with `since` (a git
        revision such as HEAD), the facts that were added or changed since then; with both, those without a source.
        """
        path = self.workspace.profile(profile)
        if contract:
            return ToolAnswer(_data(check_contract(load_profile(path), contract, library=self.workspace.library)))
        if since or sourced:
            return ToolAnswer(_data(ledger_problems(load_profile(path), since, sourced=sourced)))
        return ToolAnswer(self._checked(path))

    def propose(self, profile: str, operations: Sequence[Mapping[str, Any]] = (), text: str = "") -> ToolAnswer:
        """Propose a change of a profile, or a new one, and return what it would change. Nothing is written: see apply.

        Operations keep comments: set, insert, delete, duplicate or move what is at a path. A whole `text` replaces the file, or
        is the new profile. Add no fact without a source; `sources: stated` is refused, because only the person may write it.
        """
        if bool(operations) == bool(text):
            raise InputError([Problem("should have either operations or a text", code="bad-value")])
        if profile not in self.workspace.profiles and text:
            return ToolAnswer(self.proposals.show(ShownProposal(self.workspace.new_profile(profile), "", "", text)))
        path = self.workspace.profile(profile)
        steps = operations or [{"op": "text", "file": path.name, "text": text}]
        return ToolAnswer(self.proposals.show(edited(path, steps)))

    def apply(self, proposal: str) -> ToolAnswer:
        """Write a proposal to the profile's file, as it was shown in this session. Ask the person before."""
        path = self.proposals.apply(proposal)
        return ToolAnswer({"file": str(path), "hash": EditedProfile(path).hash(), "problems": self._checked(path)})

    def render(
        self, profile: str, view: str = "full", style: str = "", language: str = "", page: int = 1, as_text: bool = False
    ) -> ToolAnswer:
        """Render a profile, and return pictures of at most four pages from `page` on, or the whole as text. No file is written.

        The result is checked as `cvrender render` does it. `view` may be the name of a contract, whose view is taken then.
        """
        target = "txt" if as_text else "pdf"
        request = RenderRequest(
            profile=str(self.workspace.profile(profile)),
            view=view,
            style=style,
            language=language,
            targets=(target,),
            library=self.workspace.library,
            repeated=True,
        )
        result = run(request)
        warnings = _data(result.warnings)
        content = result.artifacts[0].content
        if as_text:
            return ToolAnswer({"text": content.decode(), "problems": warnings})
        count = len(page_sizes(content))
        if not 1 <= page <= count:
            raise InputError([Problem(f"there is no page {page}; there are {count}", code="bad-value")])
        shown = list(range(page, min(page + MOST_PAGES, count + 1)))
        pictures = tuple(draw_page(content, number - 1, PAGE_WIDTH) for number in shown)
        return ToolAnswer({"pages": count, "shown": shown, "problems": warnings}, pictures)

    def import_proposal(self, profile: str, file: str, text: str = "", without: Sequence[str] = ()) -> ToolAnswer:
        """Propose what a file says: an old CV, a bibliography, an export of another program. Nothing is written: see apply.

        The profile is completed, or made if there is none of that name. Where facts are from is noted. `text` is the content of a
        `file` that is only named. `without` are ids of changes that are left out.
        """
        files = self._read(file, text)
        if profile not in self.workspace.profiles:
            created = new_profile(files)
            shown = ShownProposal(self.workspace.new_profile(profile), "", "", created.text)
            return ToolAnswer(self.proposals.show(shown, {"doubts": _data(created.problems), "kept": _lines(created.kept)}))
        path = self.workspace.profile(profile)
        document = EditedProfile(path)
        old, seen = document.texts()[path].removeprefix("\ufeff"), document.hash()
        for imported in files:
            imported.data.get(PERSON, {}).pop("photo", None)  # a file that would have to be copied
        proposals = Incoming(files).proposals(path)
        kept = {key: each for key, each in proposals.items() if key not in without}
        listed = [(key, each) for key, one in kept.items() for each in differences(str(path), old, [one])]
        changes = [{"id": key, **each.as_data()} for key, each in listed]
        doubts = _data(replace(each, file=Path(each.file).name) for imported in files for each in imported.problems)
        new = applied(str(path), old, list(kept.values()))
        return ToolAnswer(self.proposals.show(ShownProposal(path, seen, old, new), {"changes": changes, "doubts": doubts}))

    def match(self, profile: str, file: str = "", text: str = "", view: str = "full") -> ToolAnswer:
        """Return which terms of a job posting a profile holds, and where, and a view that shows these entries.

        The posting is a file or a text. It is never a source of facts about the person: a term that is absent stays absent.
        """
        loaded = load_profile(self.workspace.profile(profile))
        with self._file(file or "posting.txt", text) as path:
            return ToolAnswer(match(path, loaded, view, library=self.workspace.library).as_data())

    def _checked(self, path: Path) -> list[dict[str, Any]]:
        problems: list[Problem] = []
        try:
            check(load_profile(path), problems.append, self.workspace.library)
        except InputError as error:
            problems += error.problems
        return _data(dict.fromkeys(problems))

    def _read(self, file: str, text: str) -> list[Imported]:
        with self._file(file, text) as path:
            return read_files([path], untrusted=True, sandbox=False)

    @contextmanager
    def _file(self, name: str, text: str) -> Iterator[Path]:
        """Yield a file of the folder, or a temporary one with a text."""
        if not text:
            yield self.workspace.file(name)
            return
        with private_folder() as folder:
            path = folder / (file_name(Path(name).stem) + Path(name).suffix)
            path.write_text(text, "utf-8")
            yield path


def _data(problems: Any) -> list[dict[str, Any]]:
    return [problem.as_data() for problem in problems]


def _lines(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an import keeps under `x-import` as JSON data."""
    data: dict[str, Any] = json.loads(json.dumps(kept, default=str))
    return data


def _needed(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the definitions that a part of a schema refers to, and those that they refer to."""
    needed: dict[str, Any] = {}
    waiting: list[Any] = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name in definitions and name not in needed:
                needed[name] = definitions[name]
                waiting.append(definitions[name])
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return dict(sorted(needed.items()))
