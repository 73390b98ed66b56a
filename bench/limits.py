"""`with` or `without`, and a cvrender command in; the command done, with what sets the limits of TeX and pandoc or without."""

import sys

from cvrender.cli import main
from cvrender.tools import process

if __name__ == "__main__":
    if sys.argv.pop(1) == "without":
        process.SHELL = "/no/shell"  # it is the shell that lowers the limits before it becomes the tool
    main()
