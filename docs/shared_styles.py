"""List the styles of others, which gallery/NAME.yaml describe: for the page of the gallery, and for CI, which tests each of them.

docs/shared_styles.py gallery/*.yaml    # check the files, and print what pip installs and style-test tests, a line each
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

FOLDER = Path(__file__).resolve().parents[1] / "gallery"


class SharedStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A style that a package on PyPI offers: the package, what the style looks like, its licence, and an address for more."""

    package: str
    about: str
    licence: str
    address: str = ""


def shared_styles(folder: Path = FOLDER) -> dict[str, SharedStyle]:
    """Return the styles by name. Raises SystemExit with all that is wrong."""
    found, wrong = {}, []
    for path in sorted(folder.glob("*.yaml")):
        try:
            style = msgspec.yaml.decode(path.read_bytes(), type=SharedStyle)
        except msgspec.MsgspecError as error:
            wrong.append(f"{path.name}: {error}")
            continue
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", path.stem):
            wrong.append(f"{path.name}: a name has small letters, digits and hyphens")
        if not re.fullmatch(r"[A-Za-z0-9][\w.-]*==[\w.]+", style.package):
            wrong.append(f"{path.name}: package: write the name and version, such as cvrender-style-river-bank==1.0")
        if style.address and not re.fullmatch(r"https://[^\s|()<>]+", style.address):
            wrong.append(f"{path.name}: address: write one that begins with https://")
        if any(sign in style.about + style.licence for sign in "|<>\n[]`"):
            wrong.append(f"{path.name}: about and licence are plain text of one line")
        found[path.stem] = style
    if wrong:
        raise SystemExit("\n".join(wrong))
    return found


def table(styles: dict[str, SharedStyle]) -> Iterator[str]:
    """Yield a table of Markdown, or that there is none yet."""
    if not styles:
        yield "None was sent yet. [packages.md](packages.md#publish) says how to send yours."
        return
    yield "| style | what it looks like | package | licence |\n|---|---|---|---|"
    for name, style in styles.items():
        package = f"[{style.package}]({style.address})" if style.address else style.package
        yield f"| `{name}` | {style.about} | {package} | {style.licence} |"


if __name__ == "__main__":
    chosen = {Path(name).stem for name in sys.argv[1:]}
    for name, style in shared_styles().items():
        if name in chosen:
            print(style.package, name)
