"""Write publications and patents as bibliographies."""

import re

from cvrender.exporters.shown import Shown
from cvrender.importers.export import write_bibtex, write_csl, write_ris

_TYPES = {"techreport": "report", "phdthesis": "thesis", "mastersthesis": "thesis", "conference": "inproceedings"}
"""The types of biblatex for those that only BibTeX has (the manual of biblatex, section 2.1)."""
_FIELDS = {"journal": "journaltitle", "address": "location", "school": "institution", "archiveprefix": "eprinttype"}


def bibtex(shown: Shown) -> str:
    """Return the works as BibTeX."""
    return write_bibtex(shown.works)


def csl_json(shown: Shown) -> str:
    """Return the works as CSL-JSON."""
    return write_csl(shown.works)


def ris(shown: Shown) -> str:
    """Return the works as RIS."""
    return write_ris(shown.works)


def biblatex(shown: Shown) -> str:
    """Return the works with biblatex's names of types and fields, and with `date` for `year` and `month`."""
    lines = []
    date = ""
    for line in write_bibtex(shown.works).splitlines():
        kind, field = re.match(r"@(\w+)\{", line), re.match(r"  (\w+) = \{(.*)\}(,?)$", line)
        if kind:
            line = f"@{_TYPES.get(kind[1], kind[1])}{line[len(kind[0]) - 1 :]}"
        elif field and field[1] in _FIELDS:
            line = f"  {_FIELDS[field[1]]} = {{{field[2]}}}{field[3]}"
        lines.append(line)
    return "\n".join(lines) + "\n" + date
