"""Run the command line as `python -m cvrender`."""

from cvrender.cli import run

run()
