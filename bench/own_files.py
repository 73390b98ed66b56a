"""Measure what the import of our own files without attached data brings back.

    python bench/own_files.py [--only NAME] [--kind KIND] [--styles classic,sidebar] [--targets pdf,docx,html] [--show]

Every profile is rendered in English in the view `full`, and each file imported as an old CV. bench/old_cvs.py says how fields
are compared.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import yaml
from old_cvs import HEAD, rows, scores
from table import aligned

from cvrender.api import render
from cvrender.merge.profile import load_profile

PROFILES = Path(__file__).resolve().parents[1] / "profiles"


def write_files(folder: Path, profile: Path, asked: argparse.Namespace) -> None:
    """Write the files of a profile, and the truth that names them."""
    name, files = profile.stem, []
    for style in asked.styles.split(","):
        made = render(load_profile(profile), view="full", style=style, language="en", targets=asked.targets.split(","))
        for artifact in made.artifacts:
            path = folder / "src" / f"{name}-{style}-{artifact.name}"
            path.write_bytes(artifact.content)
            files.append({"kind": f"{style} {path.suffix[1:]}", "path": f"src/{path.name}"})
    truth = {"draw": "own files", "files": files, "profile": str(profile)}
    (folder / "truth" / f"{name}.yaml").write_text(yaml.safe_dump(truth), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="NAME", help="only profiles whose name contains this")
    parser.add_argument("--kind", default="", help="only files of one kind, such as `sidebar pdf`")
    parser.add_argument("--styles", default="classic,sidebar")
    parser.add_argument("--targets", default="pdf,docx,html")
    parser.add_argument("--show", action="store_true", help="print what is wrong in each file")
    asked = parser.parse_args()
    asked.draw, asked.cvrender = "", str(Path(sys.executable).parent / "cvrender")
    results = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("src", "truth"):
            (folder / part).mkdir()
        for profile in sorted(PROFILES.glob("**/*.yaml")):
            if asked.only in profile.stem:
                write_files(folder, profile, asked)
        for made in scores(folder, asked):
            results.append(made)
            if asked.show:
                print(f"{made.file}: {made.right}/{made.fields}", *made.wrong, sep="\n    ", flush=True)
    print("\n".join(aligned([HEAD, *rows(results)])))


if __name__ == "__main__":
    main()
