"""Tell whether the TeX and pandoc of the system are used instead of those that are installed with the package."""

import os

from cvrender.errors import InputError, Problem

VARIABLE, SYSTEM = "CVRENDER_TOOLS", "system"


def uses_system_tools() -> bool:
    """Return whether the environment asks for the tools of the system. Raises InputError for another value of the variable."""
    value = os.environ.get(VARIABLE, "")
    if value not in ("", SYSTEM):
        raise InputError([Problem(f'{VARIABLE} is "{value}"', hint=f'its only value is "{SYSTEM}"', code="bad-value")])
    return value == SYSTEM
