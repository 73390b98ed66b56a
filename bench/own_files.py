"""Measure what the import of our own files without attached data brings back.

    python bench/own_files.py [--only NAME] [--kind KIND] [--styles classic,sidebar] [--targets html] [--language en] [--show]

Every profile is rendered in the view `full`, and each file imported as an old CV. The truth is what `--attach` says that the file
shows: it lacks what the view withholds, and is in the language of the file. bench/old_cvs.py says how fields are compared.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml
from old_cv_scores import entries
from old_cvs import HEAD, rows, scores
from table import aligned

from cvrender.api import render
from cvrender.formats.content import Content
from cvrender.formats.registry import read_data
from cvrender.merge.profile import load_profile

PROFILES = Path(__file__).resolve().parents[1] / "profiles"


def truth_of(profile: Path, language: str) -> dict[str, Any]:
    """Return what the files of a profile show: other positions than those of the person's career are optional."""
    made = render(
        load_profile(profile), view="full", style="classic", language=language, targets=["html"], attach=True
    ).artifacts[0]
    data = read_data(Content(made.content, made.name), "attached").data
    works = [{"title": str(work["title"]), "year": str(work.get("date", ""))[:4]} for work in data.get("publications", ())]
    email = next(iter(data["person"].get("emails", ())), "")
    custom = {"positions": [each for section in data.get("custom", ()) for each in section.get("entries", ())]}
    return {
        "person": {"name": data["person"]["name"], "email": email if isinstance(email, str) else email["address"]},
        "positions": entries(data, "positions"),
        "education": entries(data, "education"),
        "optional": entries(custom, "positions"),
        "publications": {"number": str(len(works)), "works": works},
    }


def write_files(folder: Path, profile: Path, asked: argparse.Namespace) -> None:
    """Write the files of a profile, and the truth that names them."""
    name, files = profile.stem, []
    for style in asked.styles.split(","):
        made = render(load_profile(profile), view="full", style=style, language=asked.language, targets=asked.targets.split(","))
        for artifact in made.artifacts:
            path = folder / "src" / f"{name}-{style}-{artifact.name}"
            path.write_bytes(artifact.content)
            files.append({"kind": f"{style} {path.suffix[1:]}", "path": f"src/{path.name}"})
    truth = {"draw": f"own files in {asked.language}", "files": files, **truth_of(profile, asked.language)}
    (folder / "truth" / f"{name}.yaml").write_text(yaml.safe_dump(truth), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="NAME", help="only profiles whose name contains this")
    parser.add_argument("--kind", default="", help="only files of one kind, such as `sidebar pdf`")
    parser.add_argument("--styles", default="classic,sidebar")
    parser.add_argument("--language", default="en")
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
