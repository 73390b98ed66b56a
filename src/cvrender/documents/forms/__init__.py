"""Fill forms of funders from a profile: lists of collaborators as spreadsheets, current and pending support as XML.

The table says which forms there are; `cvrender export --to` names them.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from cvrender.errors import Problem
from cvrender.load.request import LoadedProfile
from cvrender.rules.lint.base import Day

Fill = Callable[[LoadedProfile, Day, Path | None], tuple[bytes, list[Problem]]]
"""Fill a form from a profile as of a day, in the funder's own file if there is one; return the file and what is missing."""


class Form(NamedTuple):
    """A form: the suffix of its file, the module that fills it, and what it is."""

    suffix: str
    module: str
    about: str

    def fill(self, loaded: LoadedProfile, as_of: Day, template: Path | None = None) -> tuple[bytes, list[Problem]]:
        """Return the file, and Problems for what the profile lacks. Raises InputError if the template is not the funder's."""
        fill: Fill = import_module(f"cvrender.documents.forms.{self.module}").fill
        return fill(loaded, as_of, template)


FORMS = {
    "nsf-coa": Form(".xlsx", "nsf_coa", "NSF collaborators and other affiliations"),
    "doe-coa": Form(".xlsx", "doe_coa", "DOE collaborators"),
    "sciencv-cpos": Form(".xml", "sciencv_cpos", "current and pending support, to upload to SciENcv"),
}
"""Every form, by the name that `--to` takes."""
