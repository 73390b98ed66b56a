"""Cut a release: write the version and the date where they belong, commit, and tag. Called by `make release VERSION=1.2.3`.

`cut_release.py --notes 1.2.3` prints what CHANGELOG.md says of a version.
"""

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACES = {
    "src/cvrender/system/version.py": (r'^__version__ = ".*"$', '__version__ = "{version}"'),
    "action.yml": (r"^    default: cvrender==.*$", "    default: cvrender=={version}"),
    "ci/update.yml": (r"cvrender==[\w.]+$", "cvrender=={version}"),
    "ci/gitlab-ci.yml": (r"cvrender==[\w.]+", "cvrender=={version}"),
    ".github/workflows/cv.yml": (r"cvrender==[\w.]+", "cvrender=={version}"),
    "CITATION.cff": (r"^version: .*$", "version: {version}"),
    "CHANGELOG.md": (r"^## Unreleased$", "## Unreleased\n\n## {version} ({day})"),
}
"""The line of each file that changes, and what it becomes."""


def main(version: str, root: Path = ROOT, today: str = "") -> list[str]:
    """Write the version into each file, and return their names. Raises SystemExit if a version or a line is not as expected."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        raise SystemExit(f"{version!r} is not a version such as 1.2.3 or 1.2.3rc1")
    texts = {}
    for name, (line, becomes) in PLACES.items():
        text = (root / name).read_text("utf-8")
        new, count = re.subn(line, becomes.format(version=version, day=today or date.today().isoformat()), text, flags=re.M)
        if count != 1:
            raise SystemExit(f"{name} has {count} lines of the form {line}, not one")
        texts[name] = new
    if f"## {version} " in (root / "CHANGELOG.md").read_text("utf-8"):
        raise SystemExit(f"CHANGELOG.md already has {version}")
    for name, text in texts.items():
        (root / name).write_text(text, "utf-8")
    return list(texts)


def notes(version: str, root: Path = ROOT) -> str:
    """Return what CHANGELOG.md says of a version. Raises SystemExit if it says nothing."""
    parts = re.split(r"^## (.+)\n", (root / "CHANGELOG.md").read_text("utf-8"), flags=re.M)
    found = [text.strip() for title, text in zip(parts[1::2], parts[2::2], strict=True) if title.startswith(f"{version} (")]
    if not found or not found[0]:
        raise SystemExit(f"CHANGELOG.md says nothing of {version}")
    return found[0]


if __name__ == "__main__":
    if sys.argv[1] == "--notes":
        print(notes(sys.argv[2]))
        sys.exit()
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True).stdout:
        raise SystemExit("commit or stash what has changed first")
    names = main(sys.argv[1])
    for command in (["add", *names], ["commit", "--quiet", "-m", f"Release {sys.argv[1]}"], ["tag", f"v{sys.argv[1]}"]):
        subprocess.run(["git", *command], cwd=ROOT, check=True)
    print(f"Now: git push && git push origin v{sys.argv[1]}")
