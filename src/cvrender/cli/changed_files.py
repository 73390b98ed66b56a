"""Replace files by changed ones, each whole or not at all."""

from pathlib import Path

from cvrender.errors import InputError, Problem
from cvrender.model.value import replace


def changes_counted(proposals: int) -> str:
    """Return how many changes are proposed, in words."""
    return "nothing to change" if not proposals else f"{proposals} change{'s' * (proposals > 1)}"


def replace_file(path: Path, text: str, *, is_profile: bool = False) -> None:
    """Write a file whole or not at all; a profile only if it is valid. Raises InputError."""
    from cvrender.merge.profile import load_profile

    mark = b"\xef\xbb\xbf" if path.exists() and path.read_bytes().startswith(b"\xef\xbb\xbf") else b""
    unfinished = path.with_name(f".new-{path.name}")
    try:
        unfinished.write_bytes(mark + text.encode())
        if is_profile:
            load_profile(unfinished)
        unfinished.replace(path)
    except OSError as error:
        raise InputError([Problem(f"cannot be written: {error.strerror or error}", str(path), code="cannot-write")]) from None
    except InputError as error:
        problems = (replace(each, file=str(path)) if each.file == str(unfinished) else each for each in error.problems)
        raise InputError(problems) from None
    finally:
        unfinished.unlink(missing_ok=True)
