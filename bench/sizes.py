"""Print what each package takes: bench/sizes.py [FOLDER OF WHEELS], by default that of `make release-dry-run`.

The sizes of the files in each wheel are added; bytecode, which Python writes later, is not counted.
"""

import sys
import zipfile
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "build/release/index"


def sizes(folder: Path) -> list[tuple[str, float, float]]:
    """Return the name of each package, and its megabytes as a wheel and on disk; the largest first."""
    rows = []
    for wheel in folder.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            installed = sum(info.file_size for info in archive.infolist())
        rows.append((wheel.name.partition("-")[0], wheel.stat().st_size / 1e6, installed / 1e6))
    return sorted(rows, key=lambda row: -row[2])


if __name__ == "__main__":
    found = sizes(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
    for name, download, installed in found:
        print(f"{name:<28} {download:7.1f} {installed:7.1f}")
    print(f"{'together':<28} {sum(row[1] for row in found):7.1f} {sum(row[2] for row in found):7.1f}")
