"""Make the pictures of docs/edit.md: `cvrender edit` in Chromium, with an example of a career. Needs node and `make edit`."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PROFILE = ROOT / "profiles" / "examples" / "helen-specimen.yaml"
OLD = """\
@article{sleep, title={Sleep after imaginary surgery}, author={Specimen, Helen and Sample, Bob},
  journal={Journal of Imaginary Medicine}, year=2023}
@article{wards, title={Pain scores in invented wards}, author={Specimen, Helen}, journal={Annals of Examples}, year=2024}
"""


def main() -> None:
    """Start the editor in a folder of its own, take the pictures, and give them few colours."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "profiles").mkdir()
        for file in PROFILE.parent.glob("helen-specimen.*"):
            shutil.copy(file, folder / "profiles")
        (folder / "works.bib").write_text(OLD, "utf-8")
        command = [str(Path(sys.executable).with_name("cvrender")), "edit", "--no-open", "--port", "0"]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as editor:
            assert editor.stdout is not None
            chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
            try:
                subprocess.run(
                    ["node", "edit-pictures.mjs", editor.stdout.readline().strip(), folder],
                    cwd=ROOT / "tests" / "web",
                    env={**os.environ, "CHROMIUM": chromium},
                    check=True,
                )
            finally:
                editor.send_signal(signal.SIGINT)
        for picture in sorted(folder.glob("edit*.png")):
            target = ROOT / "docs" / "images" / picture.name
            Image.open(picture).quantize(64).save(target, optimize=True)
            print(target.relative_to(ROOT))


if __name__ == "__main__":
    main()
