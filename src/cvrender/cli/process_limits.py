"""Compare the system's limits of this process with what cvrender needs, and name the one that is too low."""

import sys
from collections.abc import Iterator
from typing import NamedTuple


class _Needed(NamedTuple):
    """What cvrender needs of a resource: `least` for the shortest CVs, `enough` for long ones and several processes."""

    resource: str  # its name in the module `resource`
    unit: int
    least: int
    enough: int
    noun: str
    command: str  # which shows and sets the limit, in a shell


_NEEDED = (
    _Needed("RLIMIT_AS", 1_000_000, 120, 300, "MB of memory", "ulimit -v"),  # address space without pandoc's
    _Needed("RLIMIT_NOFILE", 1, 32, 64, "open files", "ulimit -n"),
)


class LimitTooLow(Exception):  # noqa: N818  (it says what is wrong)
    """Report that this process may not use what every command needs."""


def check_limits() -> None:
    """Raise the soft limits that are too low. Raises LimitTooLow if one cannot be raised to what every command needs.

    Some libraries end the process without a message if they get no memory.
    """
    for needed, soft, hard in _limits():
        soft = max(soft, _raise_soft_limit(needed, hard)) if soft < needed.enough * needed.unit else soft
        if soft < needed.least * needed.unit:
            raise LimitTooLow(_message(needed, soft))


def low_limits() -> list[str]:
    """Return a message for each limit that long CVs may reach, to be printed when a command has failed."""
    return [_message(needed, soft) for needed, soft, _ in _limits() if soft < needed.enough * needed.unit]


def _message(needed: _Needed, limit: float) -> str:
    allowed = f"this process may use only {limit // needed.unit:g} {needed.noun} ({needed.command})"
    return f"{allowed}; cvrender needs about {needed.enough}"


def _raise_soft_limit(needed: _Needed, hard: float) -> float:
    """Raise a soft limit as far as it is needed and allowed, and return it, or 0 if the system refuses."""
    import resource

    kind, wanted = getattr(resource, needed.resource), int(min(needed.enough * needed.unit, hard))
    try:
        resource.setrlimit(kind, (wanted, resource.getrlimit(kind)[1]))
    except (OSError, ValueError):
        return 0
    return wanted


def _limits() -> Iterator[tuple[_Needed, float, float]]:
    """Yield what is needed of each resource that this system limits, and the soft and hard limit."""
    if sys.platform == "win32":
        return
    import resource

    for needed in _NEEDED:
        soft, hard = resource.getrlimit(getattr(resource, needed.resource))
        yield needed, _number(soft), _number(hard)


def _number(limit: int) -> float:
    """Return a limit as a number that can be compared; without one it is -1 or very large."""
    import resource

    return float("inf") if limit == resource.RLIM_INFINITY else limit
