"""Run the command line with `python -m cvrender`."""

from cvrender.cli import run

run()
