"""Bring in what files of other programs say: as a new profile, or as proposals for one that is open."""

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cvrender.errors import InputError, Problem
from cvrender.formats.base import Imported
from cvrender.load.photo import load_picture
from cvrender.load.reader import format_path
from cvrender.merge.apply import applied, propose_into, shown_value
from cvrender.merge.new_profile import new_profile
from cvrender.merge.profile import load_profile
from cvrender.merge.proposals import Proposal
from cvrender.merge.readers import read_files
from cvrender.merge.sources.services import given_addresses
from cvrender.model.names import normalized_name
from cvrender.run.edit.old_words import OldFile
from cvrender.system import cache
from cvrender.system.filename import file_name
from cvrender.system.private_folder import private_folder

MOST_IDENTIFIERS = 20
"""How many identifiers are asked for at once."""


def read_upload(name: str, content: bytes) -> list[Imported]:
    """Read a file that was dropped on the page, in a child process with limits. Raises CvrenderError if it cannot be read."""
    with private_folder() as folder:
        path = folder / (file_name(Path(name).stem) + Path(name).suffix)
        path.write_bytes(content)
        return read_files([path], untrusted=True, sandbox=False)


def read_identifiers(text: str) -> list[Imported]:
    """Fetch what ORCID iDs, DOIs and PubMed numbers name, each from its service. Raises InputError if a word is none of them,
    or if a service does not answer.
    """
    from cvrender.merge.sources.fetch import import_identifier

    words = re.split(r"[\s,;]+", text.strip())
    if len(words) > MOST_IDENTIFIERS:
        hint = f"ask for at most {MOST_IDENTIFIERS} at once, or import a file of them"
        raise InputError([Problem("are too many identifiers", hint=hint, code="too-large")])
    named = [_named_identifier(word) for word in words]
    return [imported for name in named for imported in import_identifier(name, addresses=given_addresses(()))]


def _named_identifier(word: str) -> str:
    """Return an identifier with the name of its kind."""
    if match := re.search(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]", word.upper()):
        return f"orcid:{match[0]}"
    if match := re.search(r"10\.\d{4,9}/\S+", word):
        return f"doi:{match[0]}"
    if match := re.fullmatch(r"(?:PMID:)?(\d{1,9})", word.upper()):
        return f"pmid:{match[1]}"
    hint = "write it as 0000-0002-1825-0097, 10.5555/12345678 or 12345678"
    raise InputError([Problem(f'"{word}" is not an ORCID iD, a DOI or a PubMed number', hint=hint, code="bad-identifier")])


def profile_of(files: Sequence[Imported]) -> tuple[str, str, list[Problem]]:
    """Return a name for a new profile's file, its text, and what is doubtful in it."""
    profile = new_profile(files)
    name = str(profile.data["person"]["name"])
    return file_name(normalized_name(name).replace(" ", "-")) or "profile", profile.text, profile.problems


def save_photo(profile: Path, content: bytes) -> str:
    """Write a picture to a new file next to a profile, and return its name. Raises InputError for other files."""
    kind = "png" if content.startswith(b"\x89PNG") else "jpg"
    names = (f"{profile.stem}{number}.{kind}" for number in ("", *(f"-{count}" for count in range(2, 1000))))
    name = next(name for name in names if not (profile.parent / name).exists())
    try:
        with private_folder() as folder:
            (folder / name).write_bytes(content)
            load_picture(folder, name)
        with (profile.parent / name).open("xb") as stream:
            stream.write(content)
    except ValueError as error:
        raise InputError([Problem(str(error), code="bad-value")]) from None
    except OSError as error:
        raise InputError([Problem(f"cannot be written: {error.strerror or error}", name, code="cannot-write")]) from None
    return name


def _fields(value: Any) -> dict[str, str]:
    """Return what each field of a proposed entry says, but where it comes from, which the page shows next to it."""
    entry = value if isinstance(value, dict) else {}
    return {key: _in_words(part) for key, part in entry.items() if key != "sources"}


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(_in_words(part) for part in value.values())
    return "; ".join(map(_in_words, value)) if isinstance(value, list) else str(value)


@dataclass
class Incoming:
    """What dropped files say that is not decided yet, for one profile."""

    files: list[Imported] = field(default_factory=list)
    old: OldFile | None = None
    refused: set[str] = field(default_factory=set)

    def proposals(self, profile: Path) -> dict[str, Proposal]:
        """Return what the files propose for the profile as it is now, by what it is. Raises InputError for a broken profile."""
        if not self.files:
            return {}
        proposed = propose_into(load_profile(profile).source, copy.deepcopy(self.files))  # which changes what it compares
        named = {cache.key_of(each.kind, each.field, each.about, each.new)[:16]: each for each in proposed.proposals}
        return {key: each for key, each in named.items() if key not in self.refused}

    def described(self, profile: Path) -> list[dict[str, Any]]:
        """Return the proposals as data for the page: what changes, from what, and where the file says it in which words."""
        proposals, old = self.proposals(profile), self.old
        lines = sorted({each.origin[1] for each in proposals.values()})
        words = {key: old.words(each.new, each.origin[1], lines) if old else [] for key, each in proposals.items()}
        return [
            {
                "id": key,
                "kind": each.kind,
                "path": format_path(each.path),
                "about": each.about,
                "reason": each.reason,
                "old": "" if each.old is None else shown_value(each.old),
                "new": shown_value(each.new),
                "fields": _fields(each.new),
                "line": each.origin[1],
                "words": words[key],
                "places": old.places(words[key]) if old else [],
                "text": each.new if isinstance(each.new, str) else "",
            }
            for key, each in proposals.items()
        ]

    def accepted(self, profile: Path, text: str, keys: Sequence[str], edited: str | None = None) -> str:
        """Return the text of the profile with proposals made; the text of a single one may be edited.

        Raises InputError if one of them is not there any more.
        """
        known = self.proposals(profile)
        if not all(key in known for key in keys):
            raise InputError([Problem("this proposal is not there any more", str(profile), code="cannot-edit")])
        chosen = [known[key] for key in keys]
        if edited is not None:
            chosen = [replace(each, new=edited) if isinstance(each.new, str) else each for each in chosen]
        return applied(str(profile), text, chosen)
