"""Write the new names of renamed keys into the text of a file."""

import re

from cvrender.errors import InputError, Problem
from cvrender.load.reader import parse
from cvrender.load.renamed import old_keys, renamed, warning
from cvrender.load.yaml_edit import scan


def migrated(text: str, file: str, kind: str) -> tuple[str, list[Problem]]:
    """Return a text with the new names of its keys, where nothing else is changed, and the warnings of the old ones."""
    source = parse(text.encode(), file)
    old = old_keys(source.data, kind)
    wanted, nodes = renamed(source, old), scan(text)
    for path, row in sorted(old.items(), key=lambda item: nodes[item[0]].key, reverse=True):
        start = nodes[path].key
        written = re.compile(rf"""(["']?){re.escape(str(path[-1]))}\1""").match(text, start)
        if written is None:
            place = source.location(path, at_key=True)
            raise InputError([Problem("this key cannot be renamed here", *place, hint=f"write {row.new}", code="cannot-edit")])
        text = text[:start] + row.new + text[written.end() :]
    if old and parse(text.encode(), file).data != wanted:
        raise InputError([Problem("the file cannot be rewritten", file, hint="rename the keys by hand", code="cannot-edit")])
    return text, [warning(source, path, row) for path, row in old.items()]
