"""Run a cvrender command `with` or `without` the limits of TeX and pandoc."""

import sys

from cvrender.cli import main
from cvrender.system import process

if __name__ == "__main__":
    if sys.argv.pop(1) == "without":
        process.SHELL = "/no/shell"  # it is the shell that lowers the limits before it becomes the tool
    main()
